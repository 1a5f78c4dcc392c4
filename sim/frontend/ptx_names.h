// The name of the PTX instruction that an access comes from, such as
// ldmatrix.sync.aligned.m8n8.x4.shared.b16, kept by the debug location of what the instruction is translated
// to.
#pragma once

#include "llvm/IR/DebugLoc.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace llvm {
class DILocation;
class Module;
} // namespace llvm

namespace warpscope::frontend {

/// Returns `place` with the instruction's name. It stays at its line and column, also where it is inlined.
[[nodiscard]] llvm::DebugLoc with_ptx_name(llvm::Module& module, const llvm::DebugLoc& place,
                                           std::string_view name);

/// The names that a module's locations have.
class PtxNames {
 public:
  explicit PtxNames(const llvm::Module& module);
  /// Empty: the location is of no instruction of inline PTX.
  [[nodiscard]] std::string_view at(const llvm::DILocation& place) const;

 private:
  std::map<std::uint32_t, std::string> names_; ///< by discriminator
};

} // namespace warpscope::frontend
