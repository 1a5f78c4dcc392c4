// Which slots of a frame hold values that are still read, block by block.
#pragma once

#include "sim/program/opcode_table.h"
#include "sim/program/program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// A set of the slots of a frame.
using SlotSet = std::vector<std::uint64_t>;
inline bool in_set(const SlotSet& set, std::uint32_t slot) { return (set[slot / 64] >> slot % 64 & 1) != 0; }
inline void put_in(SlotSet& set, std::uint32_t slot) { set[slot / 64] |= std::uint64_t{1} << slot % 64; }

inline void take_out(SlotSet& set, std::uint32_t slot) { set[slot / 64] &= ~(std::uint64_t{1} << slot % 64); }

/// Calls `f` with each slot of an operand.
template <class F>
void each_slot(const program::Instruction& instruction, program::OperandKind kind, std::uint32_t operand,
               F f) {
  if (operand == program::no_operand || (operand & program::constant_operand) != 0) return;
  std::uint32_t count = 0;
  if (kind == program::OperandKind::S32) count = 1;
  if (kind == program::OperandKind::S64) count = 2;
  if (kind == program::OperandKind::N) {
    const std::uint32_t values = program::is_atomic(instruction.op) ? 1u : instruction.components;
    count = values * (instruction.bytes == 8 ? 2u : 1u);
  }
  for (std::uint32_t i = 0; i < count; ++i) f(operand + i);
}
template <class F> void each_read(const program::Instruction& instruction, F f) {
  const program::OpcodeInfo& info = program::info_of(instruction.op);
  each_slot(instruction, info.a, instruction.a, f);
  each_slot(instruction, info.b, instruction.b, f);
  each_slot(instruction, info.c, instruction.c, f);
}
template <class F> void each_write(const program::Instruction& instruction, F f) {
  each_slot(instruction, program::info_of(instruction.op).dst, instruction.dst, f);
}

/// Of a function without calls, whose operands name all that it reads and writes.
class Liveness {
 public:
  Liveness(const program::Program& program, const program::Function& function);

  /// The first pc of each block, and the function's end.
  [[nodiscard]] const std::vector<std::uint32_t>& first() const { return first_; }
  /// True when the slot is read before it is written, from the beginning of a block on.
  [[nodiscard]] bool alive_before(std::uint32_t first, std::uint32_t slot) const;
  /// By block: the slots that are read behind it.
  [[nodiscard]] const std::vector<SlotSet>& alive_behind() const { return alive_; }
  /// Likewise, but those that are read as addresses of global memory, or that such an address is made of.
  [[nodiscard]] const std::vector<SlotSet>& addresses_behind() const { return addresses_; }

 private:
  void find_blocks(const program::Function& function);
  void find_alive(const program::Function& function);
  [[nodiscard]] std::size_t block_at(std::uint32_t pc) const;

  const program::Program& program_;
  std::vector<std::uint32_t> first_;
  std::vector<SlotSet> alive_, addresses_, before_;
};

/// Takes back an instruction: what is alive behind it becomes what is alive in front of it.
void step_back(const program::Instruction& instruction, SlotSet& alive, SlotSet& addresses);

} // namespace warpscope::multiprocessor
