// A program's code as the executor's loop reads it: the same instructions at the same pcs, some of them fused
// with those that follow (fused.def).
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <vector>

namespace warpscope::exec {

enum class Fused : std::uint16_t {
#define WARPSCOPE_FUSED(name, instructions) name,
#include "sim/exec/fused.def"
#undef WARPSCOPE_FUSED
  Count
};

/// The opcodes of fused groups come after those of programs. They occur in Instruction::op of a Code only.
constexpr program::Opcode as_opcode(Fused fused) {
  return static_cast<program::Opcode>(static_cast<std::uint16_t>(program::Opcode::Count) + 1 +
                                      static_cast<std::uint16_t>(fused));
}

/// The number of instructions in the longest group.
inline constexpr std::uint64_t longest_fused = 4;
#define WARPSCOPE_FUSED(name, instructions) static_assert(instructions <= longest_fused);
#include "sim/exec/fused.def"
#undef WARPSCOPE_FUSED

class Code {
 public:
  Code() = default;
  explicit Code(const program::Program& program);
  [[nodiscard]] const program::Instruction* data() const { return code_.data(); }

 private:
  std::vector<program::Instruction> code_;
};

} // namespace warpscope::exec
