// Collects what the AST knows and the module does not: kernels, variables, access expressions.
#pragma once

#include "clang/AST/ASTConsumer.h"
#include "sim/frontend/clang_run.h"

#include <memory>

namespace clang {
class CompilerInstance;
}

namespace warpscope::frontend {

/// Fills `result` when the translation unit is complete. Both references must outlive the consumer.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> make_fact_collector(clang::CompilerInstance& compiler,
                                                                      ClangResult& result);

} // namespace warpscope::frontend
