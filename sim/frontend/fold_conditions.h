// Treats a condition as one decision. `if (a || b) x;` is two branches into x in Clang's module; lanes that
// take them at different times would run x twice, with its loads and stores. On a GPU they reconverge first,
// whether b is arithmetic or reads memory: an H200 showed it in tests/hardware/kernels (bitonic_sort.cu: `up
// ? a > b : a < b`; conditions_in_memory.cu).
/// - Subject: Branches
/// - Not modelled: `c ? a : b` as a condition whose sides read memory, and later conditions with control flow
/// of their own, are decided one by one; what follows is then run once for each way into it.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpscope::frontend {

/// Joins `c1 || c2`, `c1 && c2` and `c ? c1 : c2`. Arithmetic is executed by all lanes; a load, store, call
/// with an effect or division that could fault is executed by exactly the lanes that executed it before.
void fold_conditions(llvm::Function& function);

} // namespace warpscope::frontend
