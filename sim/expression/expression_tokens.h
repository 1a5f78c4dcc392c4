// The tokens of an expression-mode field, and what may not stand there. Only the files of expression mode use
// it.
#pragma once

#include "sim/base/diagnostic.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::expression {

struct ExpressionToken {
  enum class Kind : std::uint8_t { Identifier, Number, Character, Punctuation } kind = Kind::Punctuation;
  std::string_view text;
  std::size_t offset = 0;
  std::uint32_t depth = 0; ///< brackets around it; an opening or closing bracket counts itself out

  [[nodiscard]] bool is(std::string_view what) const { return text == what; }
  [[nodiscard]] bool is_identifier() const { return kind == Kind::Identifier; }
};

using ExpressionTokens = std::vector<ExpressionToken>;

/// `field` names the field in messages. Adds a diagnostic and returns false at: more than 4 KB, bytes that
/// are no text, comments, quoted texts, preprocessor signs, brackets that do not match.
[[nodiscard]] bool tokenize_field(std::string_view text, const char* field, ExpressionTokens& tokens,
                                  Diagnostics& diagnostics);

/// A diagnostic for `length` bytes at `offset` of the field's text.
[[nodiscard]] Diagnostic field_diagnostic(std::string_view text, const char* field, std::size_t offset,
                                          std::size_t length, std::string message,
                                          Severity severity = Severity::Error);

} // namespace warpscope::expression
