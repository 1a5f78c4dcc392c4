// Interprets threads one after another up to the next barrier, and joins their accesses into warp
// instructions.
#include "tests/reference/interpreter.h"

#include "sim/program/enums.h"
#include "tests/reference/alignment.h"
#include "tests/reference/arithmetic.h"
#include "tests/reference/code.h"

#include <llvm/IR/Constants.h>

#include <cstring>
#include <memory>
#include <stdexcept>

namespace reference {

using namespace llvm;
using warpscope::AccessKind;
using warpscope::Space;

namespace {

constexpr std::uint32_t first_offset = 0x1000;
constexpr std::uint64_t most_steps = 200'000'000;

struct Thread {
  enum class State { Running, AtBarrier, AtWarpCall, AtWarpSync, Done } state = State::Running;
  std::uint32_t number = 0; ///< within its block
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> local;
  std::uint32_t node = 0;
  std::size_t step = 0;
  LanePath path;
  std::vector<std::uint64_t> addresses; ///< addresses of its accesses, in order
  std::uint32_t sync_mask = 0;          ///< of the __syncwarp that it waits at
  std::vector<ThreadEvent> events;
  std::map<std::string, const llvm::DILocalScope*> scopes;     ///< of the variables
  std::map<std::string, std::uint64_t> named;                  ///< the variables now
  std::vector<std::map<std::string, std::uint64_t>> snapshots; ///< at each access
};

class BlockRun {
 public:
  BlockRun(const Code& code, const Launch& launch, std::vector<Buffer>& global,
           std::vector<Variable>& variables, std::uint64_t block)
      : code_(code), launch_(launch), global_(global), variables_(variables), block_(block) {
    const std::uint32_t count = launch.block.x * launch.block.y * launch.block.z;
    for (std::uint32_t i = 0; i < count; ++i) {
      Thread& thread = threads_.emplace_back();
      thread.number = i;
      thread.values = code.initial;
      thread.local.resize(code.local_bytes);
      thread.path.lane = i % 32;
      thread.path.nodes = {0};
      for (std::size_t a = 0; a < code.arguments.size(); ++a)
        thread.values[code.arguments[a].first] = launch.arguments.at(a);
    }
  }

  void run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (Thread& thread : threads_)
        if (thread.state == Thread::State::Running) run_thread(thread);
      for (std::size_t first = 0; first < threads_.size(); first += 32)
        if (warp_call(first) || warp_sync(first)) moved = true;
      if (!moved && release_barrier()) moved = true;
    }
    for (const Thread& thread : threads_)
      if (thread.state != Thread::State::Done) throw std::runtime_error("threads that wait for ever");
  }

  BlockEvents take_events() {
    BlockEvents all;
    for (Thread& thread : threads_) all.threads.push_back(std::move(thread.events));
    return all;
  }

  void take_values(Result& result) {
    for (Thread& thread : threads_) result.values.push_back(std::move(thread.snapshots));
  }

  void collect(std::vector<WarpInstruction>& found) {
    const std::vector<std::uint32_t> meeting = immediate_post_dominators(code_.blocks);
    for (std::size_t first = 0; first < threads_.size(); first += 32) {
      std::vector<LanePath*> lanes;
      std::vector<std::size_t> next(32); // of each lane's accesses
      for (std::size_t i = first; i < std::min(first + 32, threads_.size()); ++i)
        lanes.push_back(&threads_[i].path);
      align(lanes, no_node, meeting, [&](std::uint32_t node, const std::vector<LanePath*>& together) {
        for (const AccessPlace& place : code_.blocks[node].accesses) {
          // One instruction for each space that its lanes access: a pointer may point anywhere.
          for (const Space space : {Space::Global, Space::Shared, Space::Local, Space::Constant}) {
            WarpInstruction instruction{
                place.line, space,           place.kind, block_, static_cast<std::uint32_t>(first / 32),
                {},         place.is_extreme};
            instruction.access.width = place.width;
            if (space == Space::Shared) instruction.access.form = place.in_shared;
            for (const LanePath* lane : together) {
              const std::uint64_t address = threads_[first + lane->lane].addresses.at(next[lane->lane]);
              if (address >> 32 != static_cast<unsigned>(space)) continue;
              instruction.access.mask |= 1u << lane->lane;
              instruction.access.offset[lane->lane] = static_cast<std::uint32_t>(address);
            }
            if (instruction.access.mask != 0) found.push_back(instruction);
          }
          for (const LanePath* lane : together) ++next[lane->lane];
        }
      });
    }
  }

  std::uint64_t steps = 0;

 private:
  std::uint64_t special(const Thread& thread, std::uint64_t number) const {
    using warpscope::program::SpecialRegister;
    const warpscope::Dim3 b = launch_.block, g = launch_.grid;
    switch (static_cast<SpecialRegister>(number)) {
    case SpecialRegister::TidX: return thread.number % b.x;
    case SpecialRegister::TidY: return thread.number / b.x % b.y;
    case SpecialRegister::TidZ: return thread.number / b.x / b.y;
    case SpecialRegister::NTidX: return b.x;
    case SpecialRegister::NTidY: return b.y;
    case SpecialRegister::NTidZ: return b.z;
    case SpecialRegister::CtaidX: return block_ % g.x;
    case SpecialRegister::CtaidY: return block_ / g.x % g.y;
    case SpecialRegister::CtaidZ: return block_ / g.x / g.y;
    case SpecialRegister::NCtaidX: return g.x;
    case SpecialRegister::NCtaidY: return g.y;
    case SpecialRegister::NCtaidZ: return g.z;
    case SpecialRegister::LaneId: return thread.number % 32;
    default: throw std::runtime_error("a special register that the reference does not know");
    }
  }

  /// Returns the bytes at an address, which must lie in one buffer or variable.
  std::uint8_t* bytes_at(Thread& thread, std::uint64_t address, std::uint64_t width) {
    const auto space = static_cast<Space>(address >> 32);
    const auto offset = static_cast<std::uint32_t>(address);
    const auto inside = [&](std::uint32_t first, std::vector<std::uint8_t>& bytes) -> std::uint8_t* {
      if (offset < first || std::uint64_t{offset} + width > std::uint64_t{first} + bytes.size())
        return nullptr;
      return bytes.data() + (offset - first);
    };
    std::uint8_t* found = nullptr;
    if (space == Space::Local) found = inside(first_offset, thread.local);
    if (space == Space::Global)
      for (Buffer& buffer : global_)
        if (found == nullptr) found = inside(buffer.address, buffer.bytes);
    for (Variable& variable : variables_)
      if (found == nullptr && variable.space == space) found = inside(variable.offset, variable.bytes);
    if (found == nullptr) throw std::runtime_error("an access outside of every object");
    if (address % width != 0) throw std::runtime_error("a misaligned access");
    return found;
  }

  std::uint64_t read(Thread& thread, std::uint64_t address, unsigned width) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_at(thread, address, width), width);
    return value;
  }
  void write(Thread& thread, std::uint64_t address, unsigned width, std::uint64_t value) {
    std::memcpy(bytes_at(thread, address, width), &value, width);
  }

  void note_access(Thread& thread, const Step& step, std::uint64_t address) {
    thread.addresses.push_back(address);
    const auto space = static_cast<Space>(address >> 32);
    if (space != Space::Shared && space != Space::Global) return;
    if (launch_.keep_values) thread.snapshots.push_back(thread.named);
    const AccessPlace& place = code_.blocks[thread.node].accesses.at(step.access);
    const std::uint64_t number = std::uint64_t{thread.node} << 32 | step.access;
    thread.events.push_back({ThreadEvent::What::Access, space, place.kind, number, place.line,
                             static_cast<std::uint32_t>(address), place.width, 0});
  }

  void go_to(Thread& thread, const BasicBlock& to, const std::vector<std::uint32_t>& through = {}) {
    const BasicBlock* from = code_.blocks[thread.node].block;
    for (const std::uint32_t node : through) thread.path.nodes.push_back(node);
    thread.node = code_.numbers.at(&to);
    thread.step = 0;
    thread.path.nodes.push_back(thread.node);
    std::vector<std::uint64_t> copied; // all are read before one is written
    for (const Phi& phi : code_.blocks[thread.node].phis)
      for (std::uint32_t i = 0; i < phi.result.count; ++i)
        copied.push_back(thread.values[phi.incoming.at(from).first + i]);
    std::size_t next = 0;
    for (const Phi& phi : code_.blocks[thread.node].phis)
      for (std::uint32_t i = 0; i < phi.result.count; ++i)
        thread.values[phi.result.first + i] = copied[next++];
  }

  void run_thread(Thread& thread) {
    while (thread.state == Thread::State::Running) {
      if (++steps > most_steps) throw std::runtime_error("too many steps");
      const Step& step = code_.blocks[thread.node].steps[thread.step];
      if (launch_.keep_values) name_values(thread, step); // again after a wait, with the same values
      execute(thread, step);
    }
  }

  static bool within(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
    while (const auto* block = llvm::dyn_cast_or_null<llvm::DILexicalBlockBase>(inner)) {
      inner = block->getScope();
      if (inner == outer) return true;
    }
    return false;
  }

  static void name_values(Thread& thread, const Step& step) {
    for (const NamedPlace& named : step.named) {
      if (named.place.count == 0) thread.named.erase(named.key);
      else thread.named[named.key] = thread.values[named.place.first];
      thread.scopes[named.key] = named.scope;
    }
    // Around a scope its variables are gone.
    if (step.scope != nullptr)
      std::erase_if(thread.named,
                    [&](const auto& one) { return within(thread.scopes[one.first], step.scope); });
  }

  void execute(Thread& thread, const Step& step) {
    const llvm::Instruction& instruction = *step.instruction;
    const auto in = [&](std::size_t operand, std::uint32_t element = 0) {
      return thread.values[step.operands[operand].first + element];
    };
    const auto out = [&](std::uint32_t element) -> std::uint64_t& {
      return thread.values[step.result.first + element];
    };
    const std::uint32_t count = step.result.count;
    const auto type_of = [&](unsigned operand) -> const Type& {
      return *instruction.getOperand(operand)->getType()->getScalarType();
    };
    const unsigned opcode = instruction.getOpcode();
    ++thread.step;
    if (instruction.isBinaryOp()) {
      for (std::uint32_t i = 0; i < count; ++i) out(i) = binary(opcode, type_of(0), in(0, i), in(1, i));
      return;
    }
    if (instruction.isCast()) {
      for (std::uint32_t i = 0; i < count; ++i)
        out(i) = convert(opcode, type_of(0), *instruction.getType()->getScalarType(), in(0, i));
      return;
    }
    switch (opcode) {
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
      for (std::uint32_t i = 0; i < count; ++i)
        out(i) = compare(cast<CmpInst>(instruction).getPredicate(), type_of(0), in(0, i), in(1, i)) ? 1 : 0;
      return;
    case llvm::Instruction::FNeg:
      for (std::uint32_t i = 0; i < count; ++i)
        out(i) = in(0, i) ^ std::uint64_t{1} << (bits_of(type_of(0)) - 1);
      return;
    case llvm::Instruction::Freeze:
      for (std::uint32_t i = 0; i < count; ++i) out(i) = in(0, i);
      return;
    case llvm::Instruction::Select:
      for (std::uint32_t i = 0; i < count; ++i) out(i) = in(in(0) != 0 ? 1 : 2, i);
      return;
    case llvm::Instruction::Alloca:
      out(0) = std::uint64_t{static_cast<unsigned>(Space::Local)} << 32 | step.offset;
      return;
    case llvm::Instruction::GetElementPtr: {
      std::uint64_t address = in(0) + step.offset;
      for (const ScaledIndex& part : step.scaled)
        address += static_cast<std::uint64_t>(as_signed(thread.values[part.index.first], part.bits)) *
                   part.bytes;
      out(0) = address;
      return;
    }
    case llvm::Instruction::Load:
    case llvm::Instruction::Store: {
      const bool loads = opcode == llvm::Instruction::Load;
      const Type& scalar = loads ? *instruction.getType()->getScalarType() : type_of(0);
      const std::uint32_t pieces = loads ? count : step.operands[0].count;
      const std::uint64_t address = in(loads ? 0 : 1);
      const unsigned width = bytes_of(scalar);
      if (address % (std::uint64_t{width} * pieces) != 0) throw std::runtime_error("a misaligned access");
      if (step.access != ~0u) note_access(thread, step, address);
      for (std::uint32_t i = 0; i < pieces; ++i)
        if (loads) out(i) = read(thread, address + std::uint64_t{i} * width, width);
        else write(thread, address + std::uint64_t{i} * width, width, in(0, i));
      return;
    }
    case llvm::Instruction::ExtractElement: out(0) = in(0, static_cast<std::uint32_t>(in(1))); return;
    case llvm::Instruction::InsertElement:
      for (std::uint32_t i = 0; i < count; ++i) out(i) = i == in(2) ? in(1) : in(0, i);
      return;
    case llvm::Instruction::ShuffleVector: {
      const auto& shuffle = cast<ShuffleVectorInst>(instruction);
      const std::uint32_t length = step.operands[0].count;
      for (std::uint32_t i = 0; i < count; ++i) {
        const int from = shuffle.getMaskValue(i);
        out(i) = from < 0 ? 0
                 : static_cast<std::uint32_t>(from) < length
                     ? in(0, static_cast<std::uint32_t>(from))
                     : in(1, static_cast<std::uint32_t>(from) - length);
      }
      return;
    }
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue: {
      const bool extracts = opcode == llvm::Instruction::ExtractValue;
      const ArrayRef<unsigned> indices = extracts ? cast<ExtractValueInst>(instruction).getIndices()
                                                  : cast<InsertValueInst>(instruction).getIndices();
      const auto* structure = dyn_cast<StructType>(instruction.getOperand(0)->getType());
      if (indices.size() != 1 || structure == nullptr ||
          structure->getNumElements() != step.operands[0].count)
        throw std::runtime_error("a nested aggregate");
      if (extracts) {
        out(0) = in(0, indices[0]);
      } else {
        for (std::uint32_t i = 0; i < count; ++i) out(i) = i == indices[0] ? in(1) : in(0, i);
      }
      return;
    }
    case llvm::Instruction::Br: {
      const auto& branch = cast<BranchInst>(instruction);
      return go_to(thread, *branch.getSuccessor(branch.isConditional() && in(0) == 0 ? 1 : 0));
    }
    case llvm::Instruction::Switch: {
      const auto& choice = cast<SwitchInst>(instruction);
      const std::vector<std::uint32_t>& chain = code_.blocks[thread.node].chain;
      std::vector<std::uint32_t> through;
      for (const auto& entry : choice.cases()) {
        if (entry.getCaseIndex() > 0) through.push_back(chain[entry.getCaseIndex() - 1]);
        if (entry.getCaseValue()->getZExtValue() == in(0))
          return go_to(thread, *entry.getCaseSuccessor(), through);
      }
      return go_to(thread, *choice.getDefaultDest(), through);
    }
    case llvm::Instruction::Ret: thread.state = Thread::State::Done; return;
    case llvm::Instruction::Call: return call(thread, step);
    default: throw std::runtime_error("the instruction " + std::string(instruction.getOpcodeName()));
    }
  }

  void call(Thread& thread, const Step& step) {
    const std::string& name = step.primitive;
    std::vector<std::uint64_t> arguments;
    for (const Place& operand : step.operands) arguments.push_back(thread.values[operand.first]);
    const auto give = [&](std::uint64_t value) { thread.values[step.result.first] = value; };
    const auto is = [&](const char* prefix) { return name.rfind(prefix, 0) == 0; };
    if (is("llvm.lifetime") || name == "fence" || name == "copy_step" || name == "copy_to" ||
        name == "copy_wait")
      return;
    if (name == "syncwarp") {
      thread.state = Thread::State::AtWarpSync;
      thread.sync_mask = static_cast<std::uint32_t>(arguments[0]);
      return;
    }
    if (is("llvm.memset") || is("llvm.memcpy")) {
      for (std::uint64_t i = 0; i < arguments[2]; ++i)
        *bytes_at(thread, arguments[0] + i, 1) = is("llvm.memset") ? static_cast<std::uint8_t>(arguments[1])
                                                                   : *bytes_at(thread, arguments[1] + i, 1);
      return;
    }
    if (name == "special") return give(special(thread, arguments[0]));
    if (name == "bar_sync" || name == "bar_red") {
      thread.state = Thread::State::AtBarrier;
      return;
    }
    if (name == "shfl" || name == "vote" || name == "redux") {
      thread.state = Thread::State::AtWarpCall;
      return;
    }
    const bool swaps = is("cas_");
    if (is("atomic_") || swaps) {
      const std::uint64_t address = arguments[swaps ? 0 : 1];
      const unsigned width = bytes_of(*step.instruction->getType());
      note_access(thread, step, address);
      const std::uint64_t old = read(thread, address, width);
      const std::uint64_t fresh = !swaps                ? atomic(arguments[0], width * 8, old, arguments[2])
                                  : old == arguments[1] ? arguments[2]
                                                        : old;
      write(thread, address, width, fresh);
      return give(old);
    }
    give(pure(name, arguments));
  }

  const Step& waiting_at(const Thread& thread) const {
    return code_.blocks[thread.node].steps[thread.step - 1];
  }

  /// Executes a shuffle, vote or reduction for the lanes of a warp that all wait at it.
  bool warp_call(std::size_t first) {
    std::vector<Thread*> lanes;
    for (std::size_t i = first; i < std::min(first + 32, threads_.size()); ++i)
      if (threads_[i].state != Thread::State::Done) lanes.push_back(&threads_[i]);
    bool any = false;
    for (const Thread* lane : lanes) any = any || lane->state == Thread::State::AtWarpCall;
    if (!any) return false;
    const Step& step = waiting_at(*lanes.front());
    for (const Thread* lane : lanes)
      if (lane->state != Thread::State::AtWarpCall || &waiting_at(*lane) != &step)
        throw std::runtime_error("a shuffle or vote that the lanes of a warp do not reach together");
    const auto argument = [&](const Thread& lane, std::size_t i) {
      return lane.values[step.operands[i].first];
    };
    std::vector<std::uint64_t> results;
    for (const Thread* lane : lanes) {
      const std::uint64_t mode = argument(*lane, 1);
      if (step.primitive == "shfl") {
        const std::uint32_t source = shuffle_source(mode, lane->path.lane, argument(*lane, 3),
                                                    argument(*lane, 4));
        const Thread* from = nullptr;
        for (const Thread* other : lanes)
          if (other->path.lane == source) from = other;
        if (from == nullptr) throw std::runtime_error("a shuffle from a lane that is not there");
        results.push_back(argument(*from, 2));
        continue;
      }
      std::vector<std::uint64_t> values;
      std::uint64_t ballot = 0, votes = 0;
      for (const Thread* other : lanes) { // those that name the same mask
        if (argument(*other, 0) != argument(*lane, 0)) continue;
        values.push_back(argument(*other, 2));
        if (values.back() != 0) ballot |= std::uint64_t{1} << other->path.lane;
        votes += values.back() != 0 ? 1 : 0;
      }
      using warpscope::program::VoteMode;
      if (step.primitive == "redux") results.push_back(reduce(mode, values));
      else if (mode == static_cast<std::uint64_t>(VoteMode::Ballot)) results.push_back(ballot);
      else if (mode == static_cast<std::uint64_t>(VoteMode::All)) results.push_back(votes == values.size());
      else if (mode == static_cast<std::uint64_t>(VoteMode::Any)) results.push_back(votes != 0);
      else results.push_back(votes == 0 || votes == values.size());
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      lanes[i]->values[step.result.first] = results[i];
      lanes[i]->state = Thread::State::Running;
    }
    return true;
  }

  /// Releases the lanes at a __syncwarp once all live lanes that it names are there.
  bool warp_sync(std::size_t first) {
    const std::size_t end = std::min(first + 32, threads_.size());
    bool any = false;
    for (std::size_t i = first; i < end; ++i) {
      if (threads_[i].state != Thread::State::AtWarpSync) continue;
      const std::uint32_t mask = threads_[i].sync_mask;
      std::vector<Thread*> named;
      std::uint32_t lanes = 0;
      bool whole = true;
      for (std::size_t j = first; j < end; ++j) {
        Thread& other = threads_[j];
        if ((mask >> (j - first) & 1u) == 0 || other.state == Thread::State::Done) continue;
        whole = whole && other.state == Thread::State::AtWarpSync && other.sync_mask == mask;
        lanes |= 1u << (j - first);
        named.push_back(&other);
      }
      if (!whole) continue;
      for (Thread* lane : named) {
        lane->state = Thread::State::Running;
        lane->events.push_back({.what = ThreadEvent::What::WarpSync, .lanes = lanes});
      }
      any = true;
    }
    return any;
  }

  /// Releases the barrier once all live threads wait at it.
  bool release_barrier() {
    std::vector<Thread*> waiting;
    for (Thread& thread : threads_)
      if (thread.state == Thread::State::AtBarrier) waiting.push_back(&thread);
      else if (thread.state != Thread::State::Done) return false;
    if (waiting.empty()) return false;
    std::uint64_t yes = 0;
    for (const Thread* thread : waiting) {
      const Step& step = waiting_at(*thread);
      if (&step != &waiting_at(*waiting.front())) throw std::runtime_error("threads at different barriers");
      if (step.primitive == "bar_red" && thread->values[step.operands[1].first] != 0) ++yes;
    }
    for (Thread* thread : waiting) {
      const Step& step = waiting_at(*thread);
      thread->state = Thread::State::Running;
      thread->events.push_back({.what = ThreadEvent::What::Barrier});
      if (step.primitive != "bar_red") continue;
      using warpscope::program::BarrierReduction;
      const auto kind = static_cast<BarrierReduction>(thread->values[step.operands[0].first]);
      thread->values[step.result.first] = kind == BarrierReduction::Count_ ? yes
                                          : kind == BarrierReduction::And  ? yes == waiting.size()
                                                                           : yes != 0;
    }
    return true;
  }

  const Code& code_;
  const Launch& launch_;
  std::vector<Buffer>& global_;
  std::vector<Variable>& variables_;
  std::uint64_t block_;
  std::vector<Thread> threads_;
};

} // namespace

Result interpret(const Module& module, const Function& kernel, const Launch& launch,
                 std::vector<Buffer>& global) {
  Result result;
  try {
    const Code code(module, kernel);
    std::vector<Variable> variables = code.variables;
    const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
    for (std::uint64_t block = 0; block < blocks; ++block) {
      for (Variable& variable : variables)
        if (variable.space == Space::Shared)
          std::fill(variable.bytes.begin(), variable.bytes.end(), std::uint8_t{0});
      BlockRun run(code, launch, global, variables, block);
      run.run();
      run.collect(result.accesses);
      if (launch.keep_values && block == 0) run.take_values(result);
      result.events.push_back(run.take_events());
      result.steps += run.steps;
    }
  } catch (const std::exception& problem) {
    result.problem = problem.what();
  }
  return result;
}

} // namespace reference
