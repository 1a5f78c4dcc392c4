// Clang 19 as a library: CUDA C++ text -> LLVM module (device side only), its loads and stores as the text has them.
// Only files of this folder include Clang.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/element_type.h"
#include "sim/base/span.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace warpscope {

struct FrontendInput {
  std::string file, text;
  std::vector<std::pair<std::string, std::string>> macros;
  std::uint32_t compute_capability = 90;
  std::vector<std::string> instances;
};

/// What the AST knows and the module does not.
struct KernelParameterSource {
  std::string name, type;
  bool is_const = false;
  ElementType element = ElementType::Other; ///< see Parameter
  std::uint32_t element_size = 0;
  Span span;
};
struct KernelSource {
  std::string symbol; ///< mangled
  std::string name;   ///< as written, with template arguments
  std::vector<KernelParameterSource> parameters;
  std::uint32_t max_threads = 0;
  Span span;
};
struct VariableSource {
  std::string symbol; ///< of the llvm::GlobalVariable
  std::string name;
  std::string element_type;
  std::uint32_t element_size = 0;
  std::vector<std::uint32_t> dimensions;
  Span span;
};
/// An expression that may access memory: `a[i]`, `*p`, `p->x`, `s.x` … keyed by the position that Clang gives its debug location.
struct AccessExpression {
  std::uint32_t line = 0, column = 0; ///< of the debug location
  Span span;                          ///< of the whole expression
  std::string text;
  std::string base;                   ///< the variable at its root, if there is one
};

struct FrontendOutput {
  std::unique_ptr<llvm::Module> module; ///< null on errors
  Diagnostics diagnostics;
  std::vector<KernelSource> kernels;    ///< in the order of the text
  std::vector<VariableSource> variables;
  std::vector<AccessExpression> accesses;
};

/// The file name under which the person's text is known to Clang and in debug locations of the module.
inline constexpr const char* user_file_name = "warpscope_input.cu";

[[nodiscard]] FrontendOutput run_frontend(llvm::LLVMContext& context, const FrontendInput& input);

} // namespace warpscope
