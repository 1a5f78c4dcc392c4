// Maps Clang's source locations to positions in the person's text.
#pragma once

#include "clang/Basic/SourceLocation.h"
#include "sim/base/span.h"

#include <cstddef>
#include <optional>
#include <string>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace warpscope::frontend {

/// Only the main file counts: a location elsewhere gives an unknown span or no offset. A location inside a
/// macro expansion maps to the expansion; one in a macro argument, to the argument.
class SourcePlaces {
 public:
  SourcePlaces(const clang::SourceManager& sources, const clang::LangOptions& language)
      : sources_(sources), language_(language) {}

  [[nodiscard]] std::optional<std::size_t> offset(clang::SourceLocation location) const;
  [[nodiscard]] bool in_main_file(clang::SourceLocation location) const {
    return offset(location).has_value();
  }
  [[nodiscard]] Span token_span(clang::SourceLocation location) const;
  /// The span of a token range (its end is the begin of the last token) or of a character range.
  [[nodiscard]] Span span(const clang::CharSourceRange& range) const;
  [[nodiscard]] Span span(clang::SourceRange tokens) const {
    return span(clang::CharSourceRange::getTokenRange(tokens));
  }
  /// Returns the characters of a token range as written; empty when the range is not one piece of the main
  /// file.
  [[nodiscard]] std::string text(clang::SourceRange tokens) const;
  /// The line and column that CGDebugInfo gives to a location (it uses the expansion's).
  [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>>
  debug_position(clang::SourceLocation location) const;

 private:
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>>
  offsets(const clang::CharSourceRange& range) const;
  [[nodiscard]] Span span_of(std::size_t begin, std::size_t end) const;

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
};

} // namespace warpscope::frontend
