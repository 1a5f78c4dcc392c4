// Splits the declaration field of expression mode into its parts. Only expression.cpp uses it.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/expression/expression_tokens.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::expression {

/// The text between two ; at the outer level; of pointers, each declarator is a part of its own.
struct DeclarationPart {
  enum class Place : std::uint8_t {
    File,     ///< above the kernel: types, functions, __constant__ and __device__ variables
    Body,     ///< in the kernel: __shared__ arrays, variables with a value
    Parameter ///< of the kernel: pointers without a value
  } place = Place::Body;
  std::size_t begin = 0, end = 0; ///< in bytes of the field
  ExpressionTokens tokens;        ///< empty for parameters
  std::vector<std::string> names;
  std::string type; ///< "float", "unsigned char", "float4"; empty when it is not a plain name
  bool shared = false;
  bool dynamic = false; ///< extern __shared__
  bool needs_semicolon = true;
  /// `float *a, *b`: the words that b shares with a, which have to be repeated before it.
  bool has_base = false;
  std::size_t base_begin = 0, base_end = 0;
};

/// Adds to `parts`; false, with diagnostics (file "declaration"), where the text is not a declaration.
[[nodiscard]] bool split_declaration(std::string_view text, const ExpressionTokens& tokens,
                                     std::vector<DeclarationPart>& parts, Diagnostics& diagnostics);

/// The size of a scalar or vector type ("unsigned char", "float4"); 0 for any other name.
[[nodiscard]] std::uint64_t type_bytes(const std::string& type);

/// True for a name that CUDA or C++ defines, which is never taken for an undeclared array.
[[nodiscard]] bool is_given_name(std::string_view word);

[[nodiscard]] bool contains_word(const ExpressionTokens& tokens, std::string_view word);

} // namespace warpscope::expression
