// Translates a statement of inline PTX, instruction by instruction, into LLVM instructions and primitives:
// integer arithmetic, comparisons, predicates, shuffles, votes, loads and stores of every cache and
// memory-order modifier. Approximated: Orders weaker than sequential consistency are volatile accesses
// between fences.
#pragma once

namespace llvm {
class CallInst;
}

namespace warpscope::frontend {

/// Stands for the '%' of a register that a person wrote without a second one (program_text.h): nvcc takes it,
/// Clang does not.
inline constexpr char register_mark = '#';

/// Replaces the call by what it does. False when an instruction of it is not known; nothing is changed then.
[[nodiscard]] bool translate_ptx(llvm::CallInst& call);

} // namespace warpscope::frontend
