// Maps Clang's source locations to positions in the person's text.
#pragma once

#include "clang/Basic/SourceLocation.h"
#include "sim/base/span.h"
#include "sim/frontend/text_names.h"

#include <cstddef>
#include <optional>
#include <string>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace warpscope::frontend {

/// Only the person's texts count: a location elsewhere gives an unknown span or no place. A location inside a
/// macro expansion maps to the expansion; one in a macro argument, to the argument.
class SourcePlaces {
 public:
  /// `texts`: null: the main file is the only text.
  SourcePlaces(const clang::SourceManager& sources, const clang::LangOptions& language,
               const TextNames* texts)
      : sources_(sources), language_(language), texts_(texts) {}

  struct Place {
    clang::FileID file;
    std::size_t offset = 0;
    std::uint32_t text = 0; ///< as Span::file
  };
  [[nodiscard]] std::optional<Place> place(clang::SourceLocation location) const;
  [[nodiscard]] bool in_texts(clang::SourceLocation location) const { return place(location).has_value(); }
  [[nodiscard]] Span token_span(clang::SourceLocation location) const;
  /// The span of a token range (its end is the begin of the last token) or of a character range.
  [[nodiscard]] Span span(const clang::CharSourceRange& range) const;
  [[nodiscard]] Span span(clang::SourceRange tokens) const {
    return span(clang::CharSourceRange::getTokenRange(tokens));
  }
  /// Returns the characters of a token range as written; empty when the range is not one piece of one text.
  [[nodiscard]] std::string text(clang::SourceRange tokens) const;
  /// The line and column that CGDebugInfo gives to a location (it uses the expansion's).
  struct DebugPosition {
    std::uint32_t line = 0, column = 0, text = 0;
  };
  [[nodiscard]] std::optional<DebugPosition> debug_position(clang::SourceLocation location) const;

 private:
  /// The first byte of a range and the offset of the byte behind its last one, in the same text.
  [[nodiscard]] std::optional<std::pair<Place, std::size_t>>
  bounds(const clang::CharSourceRange& range) const;
  [[nodiscard]] Span span_of(const Place& begin, std::size_t end) const;
  /// nullopt: none of the person's texts.
  [[nodiscard]] std::optional<std::uint32_t> text_of(clang::FileID file) const;
  [[nodiscard]] std::size_t token_end(const Place& begin) const;

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  const TextNames* texts_;
};

} // namespace warpscope::frontend
