// Runs the blocks of a launch, each warp in turn until it waits.
#include "sim/sass/run.h"

#include "sim/exec/independent.h"
#include "sim/sass/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace warpscope::sass {

namespace {

constexpr u64 turn_of_a_group = 50'000;    ///< instructions before another group of lanes has its turn
constexpr u64 turn_of_a_block = 1'000'000; ///< and before another block begins beside it
constexpr u64 turn_to_look = 200'000;      ///< in which a loop is found that does not end
constexpr std::size_t most_beside = 64;    ///< blocks

// Constant bank 0, where the driver puts what a launch is. Of compute capability 7.5 to 9.0.
constexpr u32 at_block = 0x0, at_grid = 0xc, at_local_window = 0x20, at_stack = 0x28;
constexpr u32 at_first_parameter = 0x160;
constexpr u32 oldest = 75, newest = 90;
constexpr u32 reserved_shared = 1024; ///< before a block's own, from compute capability 9.0 on

void put(std::vector<u8>& bytes, u64 at, u64 value, unsigned size) {
  if (bytes.size() < at + size) bytes.resize(at + size);
  for (unsigned i = 0; i < size; ++i) bytes[at + i] = static_cast<u8>(value >> (8 * i));
}

const program::Variable* variable_of(const program::Program& program, const std::string& symbol) {
  for (const program::Variable& variable : program.variables)
    if (variable.symbol == symbol) return &variable;
  for (const program::Variable& variable : program.variables)
    if (variable.name == symbol) return &variable;
  return nullptr;
}

/// Fills the machine's memory: constants, the launch's buffers, what the code brings along.
void place(Machine& m, const MachineCode& code, const program::Program& program, exec::DeviceMemory& memory) {
  for (const ConstantBank& bank : code.banks)
    if (bank.number < m.banks.size()) m.banks[bank.number] = bank.bytes;
  std::vector<u8>& launch = m.banks[0];
  const Dim3 &block = m.launch->block, &grid = m.launch->grid;
  put(launch, at_block, block.x, 4), put(launch, at_block + 4, block.y, 4),
      put(launch, at_block + 8, block.z, 4);
  put(launch, at_grid, grid.x, 4), put(launch, at_grid + 4, grid.y, 4), put(launch, at_grid + 8, grid.z, 4);
  put(launch, at_local_window, u64{static_cast<u32>(Space::Local)} << 32, 8);
  put(launch, at_stack, m.local_bytes, 4);
  // Of a kernel without parameters it is not told; what lies in front of them is read all the same.
  const std::size_t first = code.parameter_offset != 0 ? code.parameter_offset : 0x210;
  put(launch, first + std::max<std::size_t>(code.parameter_bytes, 8), 0, 8);
  std::copy(m.launch->parameters.begin(), m.launch->parameters.end(), [&] {
    launch.resize(std::max(launch.size(), first + m.launch->parameters.size()));
    return launch.begin() + first;
  }());

  m.image = code.global_image;
  m.image.resize(std::max<std::size_t>(m.image.size(), code.global_bytes));
  const auto global = [&](const std::string& symbol) -> const program::Variable* {
    const program::Variable* variable = variable_of(program, symbol);
    return variable != nullptr && variable->space == Space::Global ? variable : nullptr;
  };
  for (const CodeVariable& variable : code.variables) {
    const program::Variable* ours = variable_of(program, variable.symbol);
    if (!variable.constant || ours == nullptr || ours->space != Space::Constant) continue;
    const std::span<const u8> bytes = memory.bytes(Space::Constant, ours->offset,
                                                   std::min(ours->size, variable.bytes));
    std::vector<u8>& bank = m.banks[3];
    bank.resize(std::max<std::size_t>(bank.size(), variable.offset + bytes.size()));
    std::copy(bytes.begin(), bytes.end(), bank.begin() + variable.offset);
  }
  for (const CodeAddress& address : code.addresses) {
    const program::Variable* ours = global(address.symbol);
    put(m.banks[4], address.at,
        ours != nullptr ? u64{static_cast<u32>(Space::Global)} << 32 | ours->offset
                        : u64{code_window} << 32 | address.offset,
        8);
  }
  for (const exec::Allocation& allocation : memory.allocations(Space::Global)) {
    const std::span<u8> bytes = memory.bytes(Space::Global, allocation.offset, allocation.bytes);
    m.pieces.push_back(
        {static_cast<u32>(Space::Global), allocation.offset, allocation.offset + bytes.size(), bytes.data()});
  }
  m.pieces.push_back({code_window, 0, m.image.size(), m.image.data()});
  std::sort(m.pieces.begin(), m.pieces.end(), [](const Piece& a, const Piece& b) {
    return std::pair{a.window, a.begin} < std::pair{b.window, b.begin};
  });
}

void begin(Block& block, Machine& m, const MachineCode& code, u64 number) {
  const exec::Launch& launch = *m.launch;
  block.number = number;
  block.x = static_cast<u32>(number % launch.grid.x);
  block.y = static_cast<u32>(number / launch.grid.x % launch.grid.y);
  block.z = static_cast<u32>(number / launch.grid.x / launch.grid.y);
  block.threads = static_cast<u32>(launch.block.count());
  block.exited = 0;
  block.barriers = {};
  const u32 own = code.architecture >= 90 ? std::max(code.shared_bytes, reserved_shared) : code.shared_bytes;
  block.shared.assign(std::size_t{own} + launch.dynamic_shared_bytes, 0);
  block.warps.resize((block.threads + lanes - 1) / lanes);
  for (u32 n = 0; n < block.warps.size(); ++n) {
    Warp& w = block.warps[n];
    w.machine = &m, w.block = &block, w.number = n;
    w.exited = w.group = 0;
    w.collective.clear();
    w.registers.assign(rows, Row{});
    w.predicate = {};
    w.predicate[true_predicate] = w.predicate[first_uniform_predicate + true_predicate] = all_lanes;
    w.reconvergence = {};
    w.local.assign(std::size_t{lanes} * m.local_bytes, 0);
    const u32 threads = std::min(lanes, block.threads - lanes * n);
    w.existing = threads == lanes ? all_lanes : (1u << threads) - 1;
    for (u32 l = 0; l < lanes; ++l) {
      const u32 t = lanes * n + l;
      w.x[l] = t % launch.block.x;
      w.y[l] = t / launch.block.x % launch.block.y;
      w.z[l] = t / launch.block.x / launch.block.y;
    }
    w.groups.assign(1, Group{});
    w.groups[0].mask = w.existing;
  }
}

void keep_one_warp(Block& block) {
  const u64 kept = block.number % block.warps.size();
  for (Warp& w : block.warps)
    if (w.number != kept) w.groups.clear();
}

/// Runs the warp's present group until it waits, ends, or has had its turn.
void run_group(Warp& w) {
  Machine& m = *w.machine;
  const std::vector<Instruction>& code = m.decoded->code;
  for (u64 turn = 0; turn < turn_of_a_group; ++turn) {
    Group& group = w.now();
    if (group.pc >= code.size()) {
      m.fault = "the compiler's code runs past its end";
      return;
    }
    const Instruction& in = code[group.pc];
    const u32 guard = w.predicate[in.guard];
    w.exec = group.mask & (in.unless ? ~guard : guard);
    ++m.instructions;
    if (m.seen != nullptr) (*m.seen)[group.pc] = true;
    if (m.tells_each) m.sink->on_instruction({w.block->number, w.number, group.pc, w.exec});
    if (w.exec == 0) {
      ++group.pc;
      continue;
    }
    switch (in.run(w, in)) {
    case Flow::Next: ++w.now().pc; break;
    case Flow::Jump: break;
    case Flow::Wait: release(w); return;
    case Flow::Gone:
    case Flow::Fault: return;
    }
  }
}

enum class Turn : u8 { Ended, Waits, Over };

/// Runs all warps until the block ends, or for a turn. Waits: no warp can go on.
Turn run_block(Block& block, u64 turn = turn_of_a_block) {
  Machine& m = *block.warps.front().machine;
  const u64 until = m.instructions + turn;
  while (m.fault.empty()) {
    bool any = false, left = false;
    for (Warp& w : block.warps) {
      left = left || !w.groups.empty();
      const std::size_t count = w.groups.size();
      for (std::size_t i = 1; i <= count && m.fault.empty(); ++i) {
        const u32 g = static_cast<u32>((w.group + i) % count);
        if (w.groups[g].state != Group::State::Ready) continue;
        any = true;
        w.group = g;
        run_group(w);
        break;
      }
    }
    if (!left) return Turn::Ended;
    if (!any) return Turn::Waits;
    if (m.instructions > until) return Turn::Over;
  }
  return Turn::Waits;
}

std::string outside(u32 architecture) {
  return fmt::format("code of compute capability {}.{} is not read here: {}.{} to {}.{} are",
                     architecture / 10, architecture % 10, oldest / 10, oldest % 10, newest / 10,
                     newest % 10);
}

/// What the threads of a run share.
struct Together {
  std::atomic<u64> next{0}, done{0}, instructions{0};
  std::atomic<u64> ends_before{~u64{0}}; ///< blocks from here on are not begun: one before has stopped
  std::mutex mutex;
  Outcome stopped; ///< of the lowest block that stopped; Done: none did

  void stop(u64 index, exec::RunStatus status, std::string why, u32 line = 0) {
    const std::scoped_lock lock(mutex);
    if (stopped.status != exec::RunStatus::Done && index >= ends_before) return;
    stopped.status = status;
    stopped.why = std::move(why);
    stopped.line = line;
    ends_before = index;
  }
};

/// Which instructions ran in the second half of what a block may run; empty: none was noted.
using Seen = std::vector<bool>;

/// The line of the loop that a block went round in: of the outermost jump backwards among the instructions
/// that ran lately, since an inner loop that came to its end was run by it. 0: there is none, or no line of
/// it is in the text.
u32 line_of_loop(const MachineCode& code, const Seen& seen) {
  u32 first = 0, last = 0;
  bool found = false;
  for (u32 pc = 0; pc < std::min(seen.size(), code.instructions.size()); ++pc) {
    if (!seen[pc]) continue;
    const std::string& text = code.instructions[pc].text;
    const std::size_t jump = text.find("BRA"), at = text.rfind("0x");
    if (jump == std::string::npos || at == std::string::npos || at < jump) continue;
    const auto target = static_cast<u32>(std::strtoul(text.c_str() + at, nullptr, 16) / 16);
    if (target > pc || target >= seen.size() || !seen[target] || (found && target >= first)) continue;
    found = true;
    first = target, last = pc;
  }
  if (!found) return 0;
  if (code.instructions[last].line != 0) return code.instructions[last].line;
  u32 line = 0;
  for (u32 pc = first; pc <= last; ++pc)
    if (const u32 of = code.instructions[pc].line; of != 0 && (line == 0 || of < line)) line = of;
  return line;
}

/// Ends a run at its limits.
class Limits {
 public:
  Limits(const Options& options, Together& together) : options_(options), together_(together) {}
  /// False: it is over, as `together` says. `fresh`: instructions since the last call; `of_block`: those of
  /// the block so far; `seen`: which of them ran lately.
  bool go_on(u64 index, u64 fresh, u64 of_block, const MachineCode& code, const Seen& seen) {
    const u64 instructions = together_.instructions += fresh;
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      together_.stop(0, exec::RunStatus::Cancelled, "it was stopped");
      return false;
    }
    const exec::Budget& budget = options_.budget;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    if (budget.warp_instructions_per_block != 0 && of_block > budget.warp_instructions_per_block) {
      const u32 line = line_of_loop(code, seen);
      const std::string ran = fmt::format(
          "a block of the compiler's code runs more than {} warp instructions, the most it may",
          budget.warp_instructions_per_block);
      together_.stop(index, exec::RunStatus::BudgetExceeded,
                     line == 0 ? ran + "; is there a loop that does not end?"
                               : fmt::format("the loop of line {} does not come to an end: {}; look at what "
                                             "should end it",
                                             line, ran),
                     line);
      return false;
    }
    const bool many = budget.warp_instructions != 0 && instructions > budget.warp_instructions;
    if (!many && (budget.seconds <= 0 || spent < budget.seconds)) return true;
    together_.stop(index, exec::RunStatus::BudgetExceeded,
                   many ? "the compiler's code runs more instructions than the budget allows"
                        : "the compiler's code runs longer than the budget allows");
    return false;
  }

 private:
  const Options& options_;
  Together& together_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Runs the blocks that this thread gets. `tells`: it reports the progress.
void run_blocks(Machine& m, const MachineCode& code, const Options& options, Together& together, bool tells) {
  struct Live {
    std::unique_ptr<Block> block;
    u64 index = 0, instructions = 0;
    Seen seen;
  };
  Limits limits(options, together);
  const auto number_of = [&](u64 i) { return options.blocks.empty() ? i : options.blocks[i]; };
  const u64 total = options.blocks.empty() ? m.launch->grid.count() : options.blocks.size();
  std::vector<Live> live;
  std::vector<std::unique_ptr<Block>> spare;
  bool more = true;
  u64 told = 0; // instructions
  while (more || !live.empty()) {
    // One more begins where none runs, or where those that run have had their turn.
    if (more && live.size() < most_beside) {
      const u64 index = together.next++;
      more = index < total && index < together.ends_before;
      if (more) {
        if (spare.empty()) spare.push_back(std::make_unique<Block>());
        live.push_back({std::move(spare.back()), index, 0, {}});
        spare.pop_back();
        begin(*live.back().block, m, code, number_of(index));
        if (options.one_warp) keep_one_warp(*live.back().block);
        m.sink->on_block_begin(live.back().block->number);
        m.tells_each = m.sink->wants_instructions(live.back().block->number);
      }
    }
    for (std::size_t i = 0; i < live.size();) {
      if (live[i].index >= together.ends_before) return; // one before it has stopped
      const u64 most = options.budget.warp_instructions_per_block;
      if (most != 0 && live[i].instructions > most / 2 && live[i].seen.empty())
        live[i].seen.assign(code.instructions.size(), false);
      m.seen = live[i].seen.empty() ? nullptr : &live[i].seen;
      const Turn turn = run_block(*live[i].block);
      if (!m.fault.empty()) return together.stop(live[i].index, exec::RunStatus::Faulted, m.fault);
      const u64 fresh = m.instructions - std::exchange(told, m.instructions);
      live[i].instructions += fresh;
      // A small budget is used up in one turn: where it went round is looked for in a little more of it.
      if (most != 0 && live[i].instructions > most && live[i].seen.empty() && turn == Turn::Over) {
        live[i].seen.assign(code.instructions.size(), false);
        m.seen = &live[i].seen;
        (void)run_block(*live[i].block, turn_to_look);
      }
      if (!limits.go_on(live[i].index, fresh, live[i].instructions, code, live[i].seen)) return;
      if (turn == Turn::Waits)
        return together.stop(
            live[i].index, exec::RunStatus::Deadlock,
            fmt::format("block {} of the compiler's code waits for ever", live[i].block->number));
      if (turn != Turn::Ended) {
        ++i;
        continue;
      }
      m.sink->on_block_end(live[i].block->number);
      spare.push_back(std::move(live[i].block));
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(i));
      ++together.done;
      if (tells && options.progress) options.progress(together.done, total);
    }
  }
}

} // namespace

std::string not_known(const MachineCode& code) {
  if (code.architecture < oldest || code.architecture > newest) return outside(code.architecture);
  return decode(code, {}).unknown;
}

bool warps_are_alone(const MachineCode& code) {
  return std::none_of(code.instructions.begin(), code.instructions.end(), [](const CodeLine& line) {
    const std::optional<Written> written = parse_instruction(line.text);
    if (!written) return true;
    const std::string_view name = written->mnemonic;
    return name == "BAR" || name == "B2R" || name == "MEMBAR" || name == "LDGSTS" ||
           name.starts_with("LDS") || name.starts_with("STS") || name.starts_with("ATOM") ||
           name.starts_with("SYNCS") || name == "UBLKCP";
  });
}

Outcome run(const MachineCode& code, const program::Program& program, const exec::Launch& launch,
            exec::DeviceMemory& memory, const Options& options, trace::TraceSink& sink) {
  trace::TraceSink* const one[] = {&sink};
  return run(code, program, launch, memory, options, one);
}

Outcome run(const MachineCode& code, const program::Program& program, const exec::Launch& launch,
            exec::DeviceMemory& memory, const Options& options, std::span<trace::TraceSink* const> sinks) {
  Outcome outcome;
  outcome.total_blocks = launch.grid.count();
  const auto refuse = [&](std::string why) {
    outcome.status = exec::RunStatus::Faulted;
    outcome.why = std::move(why);
    return outcome;
  };
  if (code.architecture < oldest || code.architecture > newest) return refuse(outside(code.architecture));
  if (code.parameter_offset < at_first_parameter && !launch.parameters.empty())
    return refuse("the compiler's code does not say where its parameters are");
  Machine m;
  m.launch = &launch;
  m.sink = sinks.front();
  m.local_bytes = (code.local_bytes + stack_slack + 15) / 16 * 16;
  place(m, code, program, memory);
  const Decoded decoded = decode(code, m.banks);
  if (!decoded.unknown.empty()) return refuse(decoded.unknown);
  m.decoded = &decoded;
  m.shapes.resize(decoded.code.size());
  const u64 blocks = options.blocks.empty() ? outcome.total_blocks : options.blocks.size();
  const bool alone = sinks.size() == 1 || !exec::blocks_are_independent(program, launch.kernel) ||
                     code.global_bytes != 0;
  const std::size_t threads = alone ? 1 : std::min<u64>(sinks.size(), std::max<u64>(blocks, 1));
  Together together;
  std::vector<Machine> machines(threads, m);
  for (std::size_t i = 0; i < threads; ++i) machines[i].sink = sinks[i];
  std::vector<std::thread> others;
  if (threads > 1)
    for (Machine& machine : machines) machine.atomics = &together.mutex;
  for (std::size_t i = 1; i < threads; ++i)
    others.emplace_back([&, i] { run_blocks(machines[i], code, options, together, false); });
  run_blocks(machines[0], code, options, together, true);
  for (std::thread& other : others) other.join();
  outcome.status = together.stopped.status;
  outcome.why = together.stopped.why;
  outcome.line = together.stopped.line;
  outcome.simulated_blocks = together.done;
  for (const Machine& machine : machines)
    outcome.warp_instructions += machine.instructions, outcome.barriers += machine.barriers;
  return outcome;
}

} // namespace warpscope::sass
