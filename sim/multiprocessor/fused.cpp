// Finds values that have one reader, and the pairs of instructions that an instruction with three operands
// does at once.
#include "sim/multiprocessor/fused.h"

#include "sim/multiprocessor/liveness.h"
#include "sim/program/opcode_table.h"

#include <algorithm>
#include <cstdint>

namespace warpscope::multiprocessor {

namespace {

using program::Function;
using program::Instruction;
using program::Opcode;
using program::OperandKind;

bool is_fixed_number(std::uint32_t operand) {
  return operand != program::no_operand && (operand & program::constant_operand) != 0;
}
bool is_sum_of_words(Opcode op) { return op == Opcode::Add32 || op == Opcode::Sub32; }
bool is_logic_of_words(Opcode op) { return op == Opcode::And32 || op == Opcode::Or32 || op == Opcode::Xor32; }

class Pairs {
 public:
  Pairs(const program::Program& program, std::vector<Cost>& costs)
      : program_(program), costs_(costs), taken_(program.code.size()) {}

  void of_function(const Function& function) {
    bool calls = false;
    for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
      calls = calls || program_.code[pc].op == Opcode::Call;
    if (calls) return; // a call reads and writes slots that no operand names
    const Liveness liveness(program_, function);
    first_ = liveness.first();
    alive_ = liveness.alive_behind();
    for (std::size_t block = 0; block + 1 < first_.size(); ++block)
      for (std::uint32_t pc = first_[block]; pc < first_[block + 1]; ++pc) {
        halves(pc, block);
        wide_product(pc, block);
        const std::uint32_t reader = only_reader(pc, block);
        if (reader != 0) join(pc, reader);
      }
  }

 private:
  /// The pc of the one instruction that reads what `pc` writes; 0: there is none, or more than one.
  [[nodiscard]] std::uint32_t only_reader(std::uint32_t pc, std::size_t block) const {
    const Instruction& maker = program_.code[pc];
    const OperandKind kind = program::info_of(maker.op).dst;
    if ((kind != OperandKind::S32 && kind != OperandKind::S64) || maker.dst == program::no_operand) return 0;
    std::uint32_t reader = 0;
    for (std::uint32_t at = pc + 1; at < first_[block + 1]; ++at) {
      const Instruction& instruction = program_.code[at];
      unsigned reads = 0;
      bool writes = false;
      each_read(instruction, [&](std::uint32_t slot) { reads += slot == maker.dst ? 1 : 0; });
      each_write(instruction, [&](std::uint32_t slot) { writes = writes || slot == maker.dst; });
      if (reads > 1 || (reads == 1 && reader != 0)) return 0;
      if (reads == 1) reader = at;
      if (writes) return reader;
    }
    return in_set(alive_[block], maker.dst) ? 0 : reader;
  }

  /// The pc in the same block that makes what a slot holds at `pc`; no_pc: it comes from elsewhere.
  [[nodiscard]] std::uint32_t maker_of(std::uint32_t slot, std::uint32_t pc, std::size_t block) const {
    while (pc-- > first_[block]) {
      bool writes = false;
      each_write(program_.code[pc], [&](std::uint32_t to) { writes = writes || to == slot; });
      if (writes) return pc;
    }
    return no_pc;
  }
  [[nodiscard]] bool is_load_of_halves(std::uint32_t pc) const {
    return pc != no_pc && program::is_load(program_.code[pc].op) && program_.code[pc].bytes == 2;
  }
  [[nodiscard]] std::uint32_t number_of(std::uint32_t operand) const {
    return program_.constants.at(operand & ~program::constant_operand);
  }
  [[nodiscard]] bool is_shift_by_16(const Instruction& instruction, Opcode op) const {
    return instruction.op == op && is_fixed_number(instruction.b) && number_of(instruction.b) == 16;
  }
  void drop(std::uint32_t pc) {
    costs_[pc] = {.slots = 0, .latency = 0};
    taken_[pc] = true;
  }

  /// Two halves lie in one register: what puts loaded ones together, or takes one out for an instruction that
  /// can read either half, is no instruction.
  void halves(std::uint32_t pc, std::size_t block) {
    const Instruction& one = program_.code[pc];
    if (is_shift_by_16(one, Opcode::Shl32) && is_load_of_halves(maker_of(one.a, pc, block))) {
      const std::uint32_t reader = only_reader(pc, block);
      if (reader == 0 || program_.code[reader].op != Opcode::Or32) return;
      const Instruction& both = program_.code[reader];
      const std::uint32_t low = both.a == one.dst ? both.b : both.a;
      if (!is_load_of_halves(maker_of(low, reader, block))) return;
      drop(pc), drop(reader);
    } else if (is_shift_by_16(one, Opcode::ShrU32)) {
      const std::uint32_t reader = only_reader(pc, block);
      if (reader == 0) return;
      const Instruction& second = program_.code[reader];
      const bool stores = program::is_store(second.op) && second.bytes == 2;
      if (stores || second.op == Opcode::F16ToF32 || second.op == Opcode::BF16ToF32 ||
          second.op == Opcode::HalfMath)
        drop(pc);
    }
  }

  /// A product of words that were widened is one instruction, with a sum behind it.
  void wide_product(std::uint32_t pc, std::size_t block) {
    const Instruction& one = program_.code[pc];
    if (one.op != Opcode::Mul64) return;
    for (const std::uint32_t operand : {one.a, one.b}) {
      if (is_fixed_number(operand)) continue;
      const std::uint32_t maker = maker_of(operand, pc, block);
      if (maker == no_pc) return;
      const Opcode op = program_.code[maker].op;
      if (op != Opcode::Sext32To64 && op != Opcode::Zext32To64) return;
    }
    costs_[pc] = cost_of({.op = Opcode::Mul32});
    const std::uint32_t reader = only_reader(pc, block);
    if (reader == 0 || program_.code[reader].op != Opcode::Add64 || taken_[reader]) return;
    costs_[reader] = costs_[pc];
    taken_[reader] = true;
    drop(pc);
  }

  /// Makes one instruction of the two, where there is one.
  void join(std::uint32_t maker, std::uint32_t reader) {
    using program::HalfFlags, program::HalfOp;
    const Instruction &first = program_.code[maker], &second = program_.code[reader];
    if (taken_[maker] || taken_[reader]) return;
    const bool product = first.op == Opcode::Mul32 && is_sum_of_words(second.op) &&
                         (second.op == Opcode::Add32 || second.b == first.dst);
    const bool shifted = first.op == Opcode::Shl32 && is_fixed_number(first.b) && second.op == Opcode::Add32;
    const bool three = (is_sum_of_words(first.op) && is_sum_of_words(second.op)) ||
                       (is_logic_of_words(first.op) && is_logic_of_words(second.op));
    const auto half_op = [](const Instruction& of) {
      return static_cast<HalfOp>(of.imm % HalfFlags::bfloat);
    };
    const bool halves = first.op == Opcode::HalfMath && second.op == Opcode::HalfMath &&
                        half_op(first) == HalfOp::Mul &&
                        (half_op(second) == HalfOp::Add || half_op(second) == HalfOp::Sub);
    // A test of bits sets a predicate itself, and what is chosen is computed under a predicate.
    const bool tests = first.op == Opcode::And32 && second.op == Opcode::Icmp32 &&
                       is_fixed_number(second.b) && number_of(second.b) == 0;
    const bool chosen = second.op == Opcode::Select32 &&
                        (is_sum_of_words(first.op) || is_logic_of_words(first.op) ||
                         first.op == Opcode::AddF32 || first.op == Opcode::MulF32);
    if (chosen) {
      drop(reader);
      taken_[maker] = true;
      return;
    }
    const bool extreme = is_sum_of_words(first.op) &&
                         (second.op == Opcode::MaxS32 || second.op == Opcode::MinS32 ||
                          second.op == Opcode::MaxU32 || second.op == Opcode::MinU32);
    if (!product && !shifted && !three && !halves && !tests && !extreme) return;
    if (product) costs_[reader] = costs_[maker];
    drop(maker);
    taken_[reader] = true;
  }

  static constexpr std::uint32_t no_pc = ~0u;

  const program::Program& program_;
  std::vector<Cost>& costs_;
  std::vector<bool> taken_; ///< by pc: it is part of a pair
  std::vector<std::uint32_t> first_;
  std::vector<SlotSet> alive_; ///< behind each block
};

/// The latency of HMMA as read code has it (sim/run/code_costs.cpp). A product larger than HMMA.16816 is
/// issued in several instructions.
Cost cost_of_part(const Instruction& instruction) {
  constexpr std::uint16_t latency = 26;
  constexpr std::uint32_t each = 6;
  if (instruction.part == program::MatrixPart::Result) return {.slots = 0, .latency = latency};
  if (instruction.part != program::MatrixPart::Product) return {.slots = 0, .latency = 0};
  const auto busy = static_cast<std::uint16_t>(instruction.imm);
  return {.slots = static_cast<std::uint16_t>(std::max(1u, instruction.imm / each)),
          .latency = latency,
          .pipe = Pipe::Tensor,
          .busy = busy};
}

} // namespace

std::vector<Cost> costs_of(const program::Program& program) {
  std::vector<Cost> costs;
  costs.reserve(program.code.size());
  for (const Instruction& instruction : program.code) costs.push_back(cost_of(instruction));
  Pairs pairs(program, costs);
  for (const Function& function : program.functions) pairs.of_function(function);
  for (std::size_t pc = 0; pc < costs.size(); ++pc)
    if (program.code[pc].part != program::MatrixPart::None) costs[pc] = cost_of_part(program.code[pc]);
  return costs;
}

} // namespace warpscope::multiprocessor
