// Runs Clang once over a text in memory.
#pragma once

#include "sim/frontend/diagnostics.h"
#include "sim/frontend/frontend.h"
#include "sim/frontend/text_names.h"

#include <memory>
#include <string>
#include <string_view>

namespace warpscope::frontend {

struct ClangResult {
  std::unique_ptr<llvm::Module> module; ///< null on errors
  std::vector<KernelSource> kernels;
  std::vector<VariableSource> variables;
  std::vector<AccessExpression> accesses;
  const TextNames* texts = nullptr; ///< the person's texts; null: the main file is the only one
};

/// Parses `text` (host code already blanked) and generates its device code, without any optimization.
/// `headers`: as `text`, by their paths; the names of those that are read go to `texts`.
[[nodiscard]] ClangResult run_clang(llvm::LLVMContext& context, const FrontendInput& input,
                                    std::string_view text, const std::vector<program::SourceFile>& headers,
                                    TextNames& texts, DiagnosticCollector& collector);

} // namespace warpscope::frontend
