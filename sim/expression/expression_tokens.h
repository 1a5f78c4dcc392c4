// Tokenizes a field of expression mode and rejects what must not occur in it. Only the files of expression
// mode use it.
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
  std::uint32_t depth = 0; ///< brackets around the token; a bracket does not count itself

  [[nodiscard]] bool is(std::string_view what) const { return text == what; }
  [[nodiscard]] bool is_identifier() const { return kind == Kind::Identifier; }
};

using ExpressionTokens = std::vector<ExpressionToken>;

/// `field` names the field in messages. Adds a diagnostic and returns false for more than 4 KB, bytes that
/// are not text, comments, quoted text, preprocessor signs and unmatched brackets.
[[nodiscard]] bool tokenize_field(std::string_view text, const char* field, ExpressionTokens& tokens,
                                  Diagnostics& diagnostics);

/// Makes a diagnostic for `length` bytes at `offset` of the field's text.
[[nodiscard]] Diagnostic field_diagnostic(std::string_view text, const char* field, std::size_t offset,
                                          std::size_t length, std::string message,
                                          Severity severity = Severity::Error);

} // namespace warpscope::expression
