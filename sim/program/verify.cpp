// Checks a program before it runs; every reason names the instruction.
#include "sim/program/verify.h"

#include "sim/program/disassemble.h"
#include "sim/program/opcode_table.h"

#include <algorithm>

namespace warpscope::program {
namespace {

constexpr std::size_t max_reasons = 8;

class Verifier {
 public:
  explicit Verifier(const Program& program) : program_(program) {}

  std::vector<std::string> run() {
    check_program();
    if (reasons_.empty()) check_functions();
    if (reasons_.empty()) {
      for (const Function& function : program_.functions) {
        for (std::uint32_t pc = function.entry; pc < function.end && !full(); ++pc)
          check_instruction(function, pc);
      }
    }
    if (reasons_.empty()) check_named();
    return std::move(reasons_);
  }

 private:
  [[nodiscard]] bool full() const { return reasons_.size() >= max_reasons; }
  void say(std::string reason) {
    if (!full()) reasons_.push_back(std::move(reason));
  }
  void expect(bool holds, const char* reason) {
    if (!holds) say(reason);
  }

  void check_program() {
    constexpr std::size_t limit = std::size_t{1} << 30;
    expect(program_.code.size() < limit && program_.spans.size() < limit && program_.sites.size() < limit &&
               program_.constants.size() < limit,
           "the program is too large");
    expect(!program_.spans.empty(), "spans[0] (unknown) is missing");
    expect(program_.global_bytes <= max_global_end, "__device__ variables need more than 1 GiB");
    expect(program_.constant_bytes <= max_constant_end, "__constant__ variables need more than 1 MiB");
    for (const Variable& variable : program_.variables) check_variable(variable);
    for (const MemoryImage& image : program_.images) check_image(image);
    for (const MatrixOp& op : program_.matrices) {
      expect(op.site == MatrixOp::no_site || op.site < program_.sites.size(), "a matrix load has no site");
      for (const MatrixSource& source : op.sources)
        expect(source.site < program_.sites.size(), "a product's register comes from no site");
    }
    for (const Site& site : program_.sites) {
      expect(site.pc < program_.code.size(), "a site's pc is outside of the code");
      expect(static_cast<std::uint32_t>(site.space) < space_count && site.kind <= AccessKind::Atomic,
             "a site's space or kind is unknown");
    }
    for (const Kernel& kernel : program_.kernels) check_kernel(kernel);
  }

  void check_variable(const Variable& variable) {
    const std::uint64_t end = std::uint64_t{variable.offset} + variable.size;
    switch (variable.space) {
    case Space::Global:
      expect(variable.offset >= window_base && end <= program_.global_bytes,
             "a __device__ variable is outside of its window");
      break;
    case Space::Constant:
      expect(variable.offset >= window_base && end <= program_.constant_bytes,
             "a __constant__ variable is outside of its window");
      break;
    case Space::Shared:
      expect(variable.offset >= window_base && end <= std::uint64_t{window_base} + max_shared_bytes,
             "a __shared__ variable is outside of its window");
      break;
    default: say("a variable is in no space that variables can be in");
    }
    for (const std::uint32_t kernel : variable.kernels) {
      expect(kernel < program_.kernels.size(), "a variable names a kernel that does not exist");
    }
  }

  void check_image(const MemoryImage& image) {
    const std::uint64_t end = std::uint64_t{image.offset} + image.bytes.size();
    const bool global = image.space == Space::Global && end <= program_.global_bytes;
    const bool constant = image.space == Space::Constant && end <= program_.constant_bytes;
    expect(image.offset >= window_base && (global || constant), "initial bytes are outside of their window");
  }

  void check_kernel(const Kernel& kernel) {
    expect(kernel.function < program_.functions.size(), "a kernel's function does not exist");
    expect(kernel.shared_bytes <= max_shared_bytes, "a kernel has more than 1 MiB of shared memory");
    expect(kernel.parameter_bytes <= max_parameter_bytes, "a kernel has more than 64 KiB of parameters");
    for (const Parameter& parameter : kernel.parameters) {
      expect(std::uint64_t{parameter.offset} + parameter.size <= kernel.parameter_bytes,
             "a parameter is outside of the parameter bytes");
      expect(parameter.element <= ElementType::Other, "a parameter's element type is unknown");
    }
    if (kernel.function < program_.functions.size()) {
      const Function& function = program_.functions[kernel.function];
      expect(function.parameter_slots == 0 && function.parameter_predicates == 0 &&
                 function.result_slots == 0 && function.result_predicates == 0,
             "a kernel's function takes its arguments from the Param window and returns nothing");
    }
  }

  void check_functions() {
    std::vector<const Function*> order;
    for (const Function& function : program_.functions) order.push_back(&function);
    std::sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->entry < b->entry; });
    std::uint32_t next = 0;
    for (const Function* function : order) {
      if (function->entry != next || function->end <= function->entry ||
          function->end > program_.code.size()) {
        return say("functions must follow each other without gaps and be within the code: " + function->name);
      }
      next = function->end;
      expect(function->slots <= max_function_slots, "a function has more than 65536 slots");
      expect(function->predicates <= max_function_predicates, "a function has more than 65536 predicates");
      expect(function->local_bytes <= max_local_bytes, "a function has more than 512 KiB of local memory");
      expect(function->parameter_slots <= function->slots && function->result_slots <= max_function_slots &&
                 function->parameter_predicates <= function->predicates &&
                 function->result_predicates <= max_function_predicates,
             "a function's parameters do not fit its frame");
      const Opcode last = program_.code[function->end - 1].op;
      expect(last < Opcode::Count && ends_block(last), "control can run past a function's end");
    }
    if (next != program_.code.size()) say("there is code that belongs to no function");
  }

  void check_named() {
    const NamedValues& named = program_.named;
    for (const NamedValue& value : named.values)
      expect(value.element <= ElementType::Other && static_cast<std::uint32_t>(value.space) < space_count,
             "a named value's type is unknown");
    for (std::uint32_t scope = 0; scope < named.scopes.size(); ++scope)
      expect(named.scopes[scope] == no_scope || named.scopes[scope] < named.scopes.size(),
             "the scope around another does not exist");
    std::uint32_t before = 0;
    for (const ScopeMark& mark : named.marks) {
      expect(mark.pc >= before, "the marks of scopes are not in order");
      before = mark.pc;
    }
    before = 0;
    for (const ValueNote& note : named.notes) {
      if (note.pc < before || note.pc >= program_.code.size() || note.value >= named.values.size() ||
          note.kind > NoteKind::Constant)
        return say("a note of a value is out of range or out of order");
      before = note.pc;
      const auto function = std::find_if(
          program_.functions.begin(), program_.functions.end(),
          [&](const Function& f) { return note.pc >= f.entry && note.pc < f.end; });
      const std::uint64_t words = is_wide(named.values[note.value]) ? 2 : 1;
      if ((note.kind == NoteKind::Slot && std::uint64_t{note.operand} + words > function->slots) ||
          (note.kind == NoteKind::Predicate && note.operand >= function->predicates))
        return say("a named value's register does not exist");
    }
  }

  // -- one instruction ----------------------------------------------------------------------------

  void wrong(std::uint32_t pc, const std::string& what) {
    say("pc " + std::to_string(pc) + ", " + disassemble(program_.code[pc]) + ": " + what);
  }

  [[nodiscard]] bool slots_fit(const Function& function, std::uint32_t first, std::uint64_t count) const {
    if ((first & constant_operand) != 0) {
      return (first & ~constant_operand) + count <= program_.constants.size();
    }
    return first + count <= function.slots;
  }

  [[nodiscard]] bool predicate_fits(const Function& function, std::uint32_t operand) const {
    if ((operand & constant_operand) != 0) {
      const std::uint32_t index = operand & ~constant_operand;
      return index < program_.constants.size() &&
             (program_.constants[index] == 0 || program_.constants[index] == ~std::uint32_t{0});
    }
    return operand < function.predicates;
  }

  /// The slots that an N operand spans: an atomic's operands are single values.
  [[nodiscard]] static std::uint64_t slots_of(const Instruction& instruction) {
    const std::uint64_t each = instruction.bytes == 8 ? 2 : 1;
    return is_atomic(instruction.op) ? each : each * instruction.components;
  }

  /// True for no_operand in a column where opcodes.def allows it.
  [[nodiscard]] static bool may_be_absent(const Instruction& instruction, char column) {
    switch (instruction.op) {
    case Opcode::MathF32:
    case Opcode::MathF64:
      return column == 'b' && arguments_of(static_cast<MathFunction>(instruction.imm)) == 1;
    case Opcode::AtomGlobal:
    case Opcode::AtomShared:
    case Opcode::AtomGeneric:
      return column == 'd' ||
             (column == 'c' && static_cast<AtomicOp>(instruction.components) != AtomicOp::Cas);
    case Opcode::Printf: return column == 'd';
    case Opcode::Branch: return column == 'i';
    default: return false;
    }
  }

  void check_operand(const Function& function, std::uint32_t pc, OperandKind kind, std::uint32_t operand,
                     char column) {
    const Instruction& instruction = program_.code[pc];
    if (kind == OperandKind::None || kind == OperandKind::U) return;
    if (operand == no_operand && may_be_absent(instruction, column)) return;
    if (column == 'd' && (operand & constant_operand) != 0) return wrong(pc, "the destination is a constant");
    bool fits = true;
    switch (kind) {
    case OperandKind::S32: fits = slots_fit(function, operand, 1); break;
    case OperandKind::S64: fits = slots_fit(function, operand, 2); break;
    case OperandKind::N: fits = slots_fit(function, operand, slots_of(instruction)); break;
    case OperandKind::P: fits = predicate_fits(function, operand); break;
    case OperandKind::Pc: fits = operand >= function.entry && operand < function.end; break;
    default: break;
    }
    if (!fits) wrong(pc, std::string("operand ") + column + " is outside of its frame, pool or function");
  }

  void check_instruction(const Function& function, std::uint32_t pc) {
    const Instruction& instruction = program_.code[pc];
    if (instruction.op >= Opcode::Count) return say("pc " + std::to_string(pc) + ": unknown opcode");
    if (instruction.span >= program_.spans.size()) return wrong(pc, "its span does not exist");
    if (!meaning_known(instruction)) return wrong(pc, "imm, bytes or components have no meaning here");
    const OpcodeInfo& info = info_of(instruction.op);
    check_operand(function, pc, info.dst, instruction.dst, 'd');
    check_operand(function, pc, info.a, instruction.a, 'a');
    check_operand(function, pc, info.b, instruction.b, 'b');
    check_operand(function, pc, info.c, instruction.c, 'c');
    check_operand(function, pc, info.imm, instruction.imm, 'i');
    if (is_memory(instruction.op)) check_site(pc);
    if (instruction.op == Opcode::Call) check_call(function, pc);
    if (instruction.op == Opcode::Ret) check_return(function, pc);
    if (instruction.op == Opcode::LocalAddress && instruction.imm > function.local_bytes) {
      wrong(pc, "the offset is outside of the frame's local memory");
    }
  }

  [[nodiscard]] bool meaning_known(const Instruction& instruction) const {
    const std::uint32_t imm = instruction.imm;
    const auto below = [imm](auto count) { return imm < static_cast<std::uint32_t>(count); };
    switch (instruction.op) {
    case Opcode::MathF32:
    case Opcode::MathF64: return below(MathFunction::Count);
    case Opcode::Icmp32:
    case Opcode::Icmp64: return below(Compare::False);
    case Opcode::FcmpF32:
    case Opcode::FcmpF64: return below(Compare::Count) && imm >= static_cast<std::uint32_t>(Compare::False);
    case Opcode::F32ToS32:
    case Opcode::F32ToU32:
    case Opcode::F32ToS64:
    case Opcode::F32ToU64:
    case Opcode::F64ToS32:
    case Opcode::F64ToU32:
    case Opcode::F64ToS64:
    case Opcode::F64ToU64:
    case Opcode::F32ToF16: return below(Rounding::Count);
    case Opcode::HalfMath: return imm < HalfFlags::count;
    case Opcode::ToGeneric:
    case Opcode::FromGeneric:
    case Opcode::IsSpace: return imm >= 1 && imm < space_count;
    case Opcode::DeviceLaunch: return imm < program_.kernels.size();
    case Opcode::Trap: return below(TrapKind::Count);
    case Opcode::BarRed: return below(BarrierReduction::Count);
    case Opcode::BarrierArrive: return below(BarrierArrival::Count);
    case Opcode::BarrierWait:
    case Opcode::BarrierTest: return below(BarrierPhaseName::Count);
    case Opcode::ClusterBarrier: return below(ClusterStep::Count);
    case Opcode::Wgmma:
      return instruction.bytes == 4 && instruction.components > ProductFlags::further_words &&
             std::uint64_t{imm} + 2 <= program_.sites.size();
    case Opcode::BulkCopy:
    case Opcode::TensorCopy: return bulk_known(instruction);
    case Opcode::Fence: return below(FenceScope::Count);
    case Opcode::AsyncCopy: return below(AsyncCopyStep::Count);
    case Opcode::Shuffle32:
    case Opcode::ShuffleP: return below(ShuffleMode::Count);
    case Opcode::Vote: return below(VoteMode::Count);
    case Opcode::Redux32: return below(ReduxOp::Count);
    case Opcode::Special: return below(SpecialRegister::Count);
    default: break;
    }
    if (is_atomic(instruction.op)) {
      return atomic_takes(static_cast<AtomicOp>(instruction.components), instruction.bytes);
    }
    if (is_memory(instruction.op)) {
      const std::uint32_t bytes = instruction.bytes;
      const std::uint32_t width = bytes * instruction.components;
      const bool whole = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
      return whole && width != 0 && width <= 32 && (width & (width - 1)) == 0;
    }
    return true;
  }

  /// Two sites; and an operation on elements of a size that it takes, or a copy.
  [[nodiscard]] bool bulk_known(const Instruction& instruction) const {
    const bool tile = instruction.op == Opcode::TensorCopy;
    const auto op = static_cast<AtomicOp>(tile ? instruction.dst >> 8 : instruction.components);
    const bool sizes = tile ? (instruction.dst & 0xff) < static_cast<std::uint32_t>(TensorCopyWay::Count) &&
                                  instruction.bytes == 4 && instruction.components == 5
                            : op == AtomicOp::Exch || atomic_takes(op, instruction.bytes);
    return sizes && op < AtomicOp::Count && op != AtomicOp::Cas &&
           std::uint64_t{instruction.imm} + 2 <= program_.sites.size() &&
           program_.sites[instruction.imm].kind == AccessKind::Load;
  }

  void check_site(std::uint32_t pc) {
    const Instruction& instruction = program_.code[pc];
    if (instruction.op == Opcode::LoadParam && instruction.imm == no_operand) return;
    if (instruction.imm >= program_.sites.size()) return wrong(pc, "its site does not exist");
    const Site& site = program_.sites[instruction.imm];
    const AccessKind kind = is_load(instruction.op)    ? AccessKind::Load
                            : is_store(instruction.op) ? AccessKind::Store
                                                       : AccessKind::Atomic;
    const std::uint32_t width = is_atomic(instruction.op)
                                    ? instruction.bytes
                                    : std::uint32_t{instruction.bytes} * instruction.components;
    if (site.kind != kind || site.width != width) wrong(pc, "its site says another kind or width of access");
  }

  void check_call(const Function& caller, std::uint32_t pc) {
    const Instruction& call = program_.code[pc];
    if (call.imm >= program_.functions.size()) return wrong(pc, "the function called does not exist");
    const Function& callee = program_.functions[call.imm];
    const auto fits = [](std::uint32_t first, std::uint32_t count, std::uint32_t room) {
      return count == 0 || std::uint64_t{first} + count <= room;
    };
    if (!fits(call.a, callee.parameter_slots, caller.slots) ||
        !fits(call.b, callee.parameter_predicates, caller.predicates) ||
        !fits(call.dst, callee.result_slots, caller.slots) ||
        !fits(call.c, callee.result_predicates, caller.predicates)) {
      wrong(pc, "arguments or results are outside of the frame");
    }
  }

  void check_return(const Function& function, std::uint32_t pc) {
    const Instruction& instruction = program_.code[pc];
    if (pc != function.end - 1) wrong(pc, "a function's only Ret is its last instruction");
    if ((function.result_slots != 0 &&
         std::uint64_t{instruction.a} + function.result_slots > function.slots) ||
        (function.result_predicates != 0 &&
         std::uint64_t{instruction.b} + function.result_predicates > function.predicates)) {
      wrong(pc, "the results are outside of the frame");
    }
  }

  const Program& program_;
  std::vector<std::string> reasons_;
};

} // namespace

std::vector<std::string> verify(const Program& program) { return Verifier(program).run(); }

} // namespace warpscope::program
