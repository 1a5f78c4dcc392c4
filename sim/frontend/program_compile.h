// Both sides of one text of a whole program, as they stand: the device's with the host's functions and the
// C++ library in sight, and the host's.
#pragma once

#include "sim/frontend/frontend.h"
#include "sim/frontend/program_input.h"
#include "sim/frontend/program_preamble.h"

#include <memory>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace warpscope::frontend {

/// What one side of one text was compiled to.
struct ProgramSide {
  std::unique_ptr<llvm::Module> module; ///< null on errors; not yet prepared (see prepare_device_module)
  Diagnostics diagnostics;
  std::vector<KernelSource> kernels; ///< of the device's side, as those below
  std::vector<VariableSource> variables;
  std::vector<AccessExpression> accesses;
};

/// `texts` gains the path of the text and of each local header that it includes; positions name them by
/// index. The same list goes to all texts of a program and to both sides.
[[nodiscard]] ProgramSide compile_device_side(llvm::LLVMContext& context, const ProgramInput& input,
                                              TextNames& texts);
[[nodiscard]] ProgramSide compile_host_side(llvm::LLVMContext& context, const ProgramInput& input,
                                            TextNames& texts);

/// Parses the headers that a side of the text begins with, unless they are kept already.
[[nodiscard]] Prepared prepare_device_headers(const ProgramInput& input);
[[nodiscard]] Prepared prepare_host_headers(const ProgramInput& input);

/// Joins the device sides of a program's texts into what lower() takes. Errors (a kernel defined twice) are
/// added to the diagnostics of the result.
[[nodiscard]] FrontendOutput join_device_sides(std::vector<ProgramSide> sides, const TextNames& texts,
                                               std::uint32_t compute_capability);

} // namespace warpscope::frontend
