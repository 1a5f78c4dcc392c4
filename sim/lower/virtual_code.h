// The code of one function before registers are assigned: blocks of instructions whose operands are virtual
// slots and virtual predicates, and whose branch targets are block numbers.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace warpscope::lower::lowering {

/// The registers that a Call copies; known for every function before any is lowered.
struct Signature {
  std::uint32_t parameter_slots = 0, parameter_predicates = 0;
  std::uint32_t result_slots = 0, result_predicates = 0;
};

/// Virtual registers that must be assigned consecutive ones, such as the four words of a float4.
struct RegisterRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool even = false; ///< starts at an even slot, so that two 64-bit values never overlap in one word
  std::optional<std::uint32_t> fixed; ///< for parameters: the register where the call puts them
};

struct RegisterClass {
  std::vector<RegisterRange> ranges;
  std::vector<std::uint32_t> owner; ///< virtual register -> index into ranges

  std::uint32_t add(std::uint32_t count, bool even);
};

/// What a variable of the text holds before code[at]; `note.operand` is a virtual register until registers
/// are assigned, and `note.pc` means nothing yet.
struct VirtualNote {
  std::size_t at = 0;
  program::ValueNote note;
  bool wide = false;
};

struct VirtualBlock {
  std::vector<program::Instruction> code;
  std::vector<std::uint32_t> successors; ///< indices of blocks
  // They follow the code through every pass, and no pass depends on them.
  std::vector<VirtualNote> notes;                            ///< by ascending `at`
  std::vector<std::pair<std::size_t, std::uint32_t>> scopes; ///< before code[first] the scope `second` begins

  /// Drops the instructions for which `dropped` is true.
  void drop(const std::function<bool(const program::Instruction&)>& dropped);
};

struct VirtualCode {
  std::vector<VirtualBlock> blocks; ///< in layout order; the last one ends with the Ret
  RegisterClass slots, predicates;
};

/// The registers that one instruction reads and writes.
struct Touched {
  struct Run {
    std::uint32_t first = 0, count = 0;
  };
  Run reads[4], writes[2];
  Run predicate_reads[3], predicate_writes[2];
  /// The destination must not share a register with an operand: their widths differ, or lanes are mixed.
  bool early_clobber = false;
};
[[nodiscard]] Touched touched_registers(const program::Instruction& instruction,
                                        const std::vector<Signature>& signatures);

/// Reuses the result of arithmetic that every path to here has computed before. `dominates(a, b)`: block a
/// lies on every path to block b. No access, barrier or division that may fault is ever merged or dropped.
void reuse_results(VirtualCode& code, const std::function<bool(std::uint32_t, std::uint32_t)>& dominates,
                   const std::vector<Signature>& signatures);
/// Drops arithmetic whose result is never read.
void remove_unread(VirtualCode& code, const std::vector<Signature>& signatures);
/// Redirects branches to a block that only jumps on to that block's target.
void thread_jumps(VirtualCode& code);
/// What is assigned in the block `skipped`, which has no code to carry it, is not known from `target` on.
void lose_skipped(VirtualCode& code, std::uint32_t skipped, std::uint32_t target);

struct RegisterCounts {
  std::uint32_t slots = 0, predicates = 0;
};

/// Assigns a register to every virtual register (registers whose live ranges do not overlap share one),
/// rewrites the operands and drops the moves that became moves to themselves. Live ranges are per lane, so
/// divergence needs no special care: each lane sees its own path, and no instruction writes an inactive lane.
RegisterCounts assign_registers(VirtualCode& code, const std::vector<Signature>& signatures);

} // namespace warpscope::lower::lowering
