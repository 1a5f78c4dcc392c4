// Lowers an LLVM module to a program. Only this folder and frontend/ include LLVM.
//
// Not modelled: inline assembly, calls through pointers to functions of other types, 128-bit integers,
// dynamic allocas, exceptions, textures and surfaces. They are refused by name when a kernel can reach them.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/frontend/frontend.h"
#include "sim/program/program.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::lower {

struct LowerOptions {
  /// Fuse a product with the sum it feeds where both carry the `contract` flag, as NVRTC does by default
  /// (-fmad=true).
  bool contract = true;
  /// Gets the number of the access (listing.h) of each site of the program; null: nobody asks.
  std::vector<std::uint32_t>* accesses = nullptr;
};

/// A kernel that cannot run, and the error that says why.
using RefusedKernels = std::vector<std::pair<std::string, Diagnostic>>;

/// Consumes the module. What is not supported is refused by name with its line (an error diagnostic); null on
/// errors. With `refused`, kernels that use something unsupported are left out of the program and listed
/// there with each of their errors, as long as at least one kernel is left.
///
/// Shared memory. Kernels that reach a common __shared__ variable (or a non-inlined function that uses one)
/// share one layout, in the order of the module's globals; kernels with nothing in common each start at
/// window_base. Kernel::shared_bytes ends after the last static variable that the kernel reaches; if the
/// kernel uses an `extern __shared__` array, it is rounded up to where that array begins (16 bytes, or the
/// array's own alignment).
[[nodiscard]] std::shared_ptr<program::Program>
lower(frontend::FrontendOutput& input, const frontend::FrontendInput& source, Diagnostics& diagnostics,
      const LowerOptions& options = {}, RefusedKernels* refused = nullptr);

} // namespace warpscope::lower
