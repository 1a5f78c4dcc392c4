// Conditions as one decision. `if (a || b) x;` is two branches into x in Clang's module; lanes that take them at different
// times would run x twice, with its loads and stores. A compiler for GPUs evaluates conditions without side effects at once
// and branches once, and that is what an H200 showed (tests/hardware/kernels/bitonic_sort.cu: `up ? a > b : a < b`).
//
/// - Not modelled: conditions that read memory, divide by a variable or call what may not be run for all lanes are
/// evaluated as C++ says, one after the other; their common branch is then run once for each way into it.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace warpscope {

/// Joins `c1 || c2`, `c1 && c2` and `c ? c1 : c2` where the later conditions are arithmetic only. No load, store, call with an
/// effect, or division that could fault is moved; the set of lanes that runs each of them is unchanged.
void fold_conditions(llvm::Function& function);

} // namespace warpscope
