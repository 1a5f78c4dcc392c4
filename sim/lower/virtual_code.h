// Code of one function before registers are assigned: blocks of instructions whose operands are virtual slots
// and virtual predicates, and whose branch targets are block numbers.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace warpscope::lower::lowering {

/// What a Call copies; known for every function before any is lowered.
struct Signature {
  std::uint32_t parameter_slots = 0, parameter_predicates = 0;
  std::uint32_t result_slots = 0, result_predicates = 0;
};

/// Virtual registers that must end up side by side, e.g. the four words of a float4.
struct RegisterRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool even = false; ///< starts at an even slot, so that 64-bit values never overlap one another in part
  std::optional<std::uint32_t> fixed; ///< parameters: where the call puts them
};

struct RegisterClass {
  std::vector<RegisterRange> ranges;
  std::vector<std::uint32_t> owner; ///< virtual register -> index into ranges

  std::uint32_t add(std::uint32_t count, bool even);
};

struct VirtualBlock {
  std::vector<program::Instruction> code;
  std::vector<std::uint32_t> successors; ///< numbers of blocks
};

struct VirtualCode {
  std::vector<VirtualBlock> blocks; ///< in the order in which they will lie; the last one ends with the Ret
  RegisterClass slots, predicates;
};

/// The registers that one instruction touches.
struct Touched {
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run reads[4], writes[2];
  Run predicate_reads[3], predicate_writes[2];
  /// The destination must not share a register with an operand: widths differ, or lanes are mixed.
  bool early_clobber = false;
};
[[nodiscard]] Touched touched_registers(const program::Instruction& instruction,
                                        const std::vector<Signature>& signatures);

/// Arithmetic that an earlier instruction on every way here has done already is not done again. `dominates(a,
/// b)`: block a lies on every way to block b. No access, barrier or division that may fault is ever merged or
/// dropped.
void reuse_results(VirtualCode& code, const std::function<bool(std::uint32_t, std::uint32_t)>& dominates,
                   const std::vector<Signature>& signatures);
/// Drops arithmetic whose result nobody reads.
void remove_unread(VirtualCode& code, const std::vector<Signature>& signatures);
/// Branches to a block that only jumps on go there at once.
void thread_jumps(VirtualCode& code);

struct RegisterCounts {
  std::uint32_t slots = 0, predicates = 0;
};

/// Gives every virtual register a place (registers whose lives do not overlap share one), rewrites the
/// operands and drops the moves that became moves to themselves. Lives are per lane, so divergence needs no
/// care: each lane sees its own path, and no instruction writes an inactive lane.
RegisterCounts assign_registers(VirtualCode& code, const std::vector<Signature>& signatures);

} // namespace warpscope::lower::lowering
