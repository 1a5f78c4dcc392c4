// Which memory space each pointer of a function points to, as far as that is known before it runs.
#pragma once

#include "sim/base/access.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

namespace warpscope::lower::lowering {

/// Space of an LLVM address space number; None for the generic one and those not known.
[[nodiscard]] Space space_of_number(unsigned address_space);
/// Space in which a global variable lies (strings and the like, in the generic address space: Global).
[[nodiscard]] Space space_of_global(const llvm::GlobalVariable& global);

/// Forward data flow. None: only known at run time (a generic pointer). A kernel's pointer parameters, and
/// pointers read from its by-value structs, are Global: the host has no others to pass. Pointers loaded from
/// memory are generic. Null goes with every space (offset 0 of each window is null).
class PointerSpaces {
 public:
  PointerSpaces(const llvm::Function& function, bool is_kernel);
  [[nodiscard]] Space of(const llvm::Value* pointer) const;

 private:
  llvm::DenseMap<const llvm::Value*, int> state_;
};

} // namespace warpscope::lower::lowering
