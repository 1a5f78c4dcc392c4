// Clang 19 as a library: compiles CUDA C++ text to an LLVM module (device side only) whose loads and stores
// are those of the text. Only files of this folder include Clang.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/base/dim3.h"
#include "sim/base/element_type.h"
#include "sim/base/span.h"
#include "sim/frontend/text_names.h"
#include "sim/program/text_source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace warpscope::frontend {

using FrontendInput = program::TextSource;

/// One number or pointer inside a parameter that is a struct with members of several types.
struct KernelParameterField {
  std::string path; ///< follows the parameter's name: ".elements", ".size[2]"
  std::string type;
  std::uint32_t offset = 0, size = 0; ///< in bytes, within the parameter
  bool is_pointer = false, is_const = false;
  ElementType element = ElementType::Other; ///< see Parameter
  std::uint32_t element_size = 0;
};
/// What the AST knows about a parameter and the module does not.
struct KernelParameterSource {
  std::string name, type;
  bool is_const = false;
  ElementType element = ElementType::Other; ///< see Parameter
  std::uint32_t element_size = 0;
  std::vector<KernelParameterField> fields; ///< for a struct whose members are not all of one scalar type
  bool is_empty = false;                    ///< a struct without members: it needs no argument
  Span span;
};
struct KernelSource {
  std::string symbol; ///< mangled
  std::string name;   ///< as written, with template arguments
  std::vector<KernelParameterSource> parameters;
  std::uint32_t max_threads = 0, min_blocks = 0; ///< __launch_bounds__; 0: none
  Dim3 cluster{0, 0, 0};                         ///< __cluster_dims__; 0: none
  Span span;
};
struct VariableSource {
  std::string symbol; ///< of the llvm::GlobalVariable
  std::string name;
  std::string element_type;
  ElementType element = ElementType::Other; ///< as of a parameter
  std::uint32_t element_size = 0;
  std::vector<std::uint32_t> dimensions;
  Span span;
};
/// An expression that may access memory: `a[i]`, `*p`, `p->x`, `s.x`, …, keyed by the position that Clang
/// gives the debug location of the load, store or call. (A location outside user_file_name is in a prelude
/// function: follow inlinedAt to the first one in the person's text; that one is the key.) `a[i] = x` and
/// `a[i] += x` have the operator's position, `x = a[i]` that of `a`; a copy `out[i] = in[j]` of a float4 has
/// two entries with one key, told apart by `loads` and `stores`. Several loads with one key (`p[i][j]`
/// through two pointers, a macro with two reads) are listed in order of evaluation.
struct AccessExpression {
  std::uint32_t line = 0, column = 0; ///< of the debug location
  std::uint32_t file = 0;             ///< its text, as Span::file
  bool loads = true, stores = false;  ///< what the expression does there; both for `+=`, `++` and atomics
  std::uint32_t bytes = 0;            ///< size of the object accessed; 0 if not known
  std::uint32_t alignment = 0;        ///< of its type; 0 if not known
  Span span;                          ///< of the whole expression; of inline assembly, its keyword
  /// Where NVIDIA's compiler lists the access, in the same text, seen in what NVRTC 13.0 makes of some 60
  /// spellings: the line of what it evaluates last of the address, for a call that of its beginning, for
  /// inline assembly that of its last operand.
  std::uint32_t listed_line = 0;
  std::string text; ///< of inline assembly: empty
  std::string base; ///< the variable at its root; empty if there is none
};

/// The file name under which the person's text is known to Clang and in debug locations of the module.
inline constexpr const char* user_file_name = "warpscope_input.cu";

/// The person's headers lie below this folder, for Clang.
inline constexpr const char* own_folder = "/own";

struct FrontendOutput {
  /// The text with its host code blanked, otherwise unchanged: what another compiler of device code can take.
  /// Empty when the text was refused before the host code was found.
  std::string device_text;
  std::unique_ptr<llvm::Module> module; ///< null on errors
  Diagnostics diagnostics;
  std::vector<KernelSource> kernels; ///< in the order of the text
  std::vector<VariableSource> variables;
  std::vector<AccessExpression> accesses;
  TextNames texts{user_file_name}; ///< as debug locations name them
};

/// The largest text that is compiled.
inline constexpr std::size_t max_text_bytes = 64u << 20;

/// Never throws; keeps nothing between calls but the parsed prelude. A crash of Clang itself is for the
/// caller to contain. Postcondition: every function that is not recursive is inlined into its kernels,
/// promotable allocas are SSA values, and each load and store of the module is one access as written: its
/// type is a scalar or a vector, never an aggregate (copies beyond max_expanded_copy_bytes stay llvm.memcpy).
/// Not modelled: dynamic parallelism, textures, inline PTX beyond inline_ptx.h, exceptions, virtual
/// functions' tables, RTTI.
[[nodiscard]] FrontendOutput run_frontend(llvm::LLVMContext& context, const FrontendInput& input);

} // namespace warpscope::frontend
