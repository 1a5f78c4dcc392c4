// Calls of host functions in functions for both sides. nvcc warns and goes on: such functions often report
// errors that no kernel meets. Clang refuses them as soon as the device's side has the caller.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class CodeGenerator;
} // namespace clang
namespace llvm {
class Module;
}

namespace warpscope::frontend {

/// Makes warnings of Clang's errors about such calls in `__host__ __device__` functions.
[[nodiscard]] std::unique_ptr<clang::ASTConsumer> make_host_calls_forgiven();

/// Gives the host's functions that device code names a body that traps. (nvcc's code ends the thread there
/// without a word.) `generator` made the module.
void end_threads_in_host_functions(llvm::Module& module, clang::CodeGenerator& generator);

} // namespace warpscope::frontend
