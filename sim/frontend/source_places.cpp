// Maps Clang's locations to offsets, spans and characters of the main file.
#include "sim/frontend/source_places.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace warpscope::frontend {

std::optional<std::size_t> SourcePlaces::offset(clang::SourceLocation location) const {
  if (location.isInvalid()) return std::nullopt;
  const auto [file, at] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
  if (file != sources_.getMainFileID()) {
    // A macro of ours may be expanded through a name of ours in the person's text.
    const auto [outer, outer_at] = sources_.getDecomposedExpansionLoc(location);
    if (outer != sources_.getMainFileID()) return std::nullopt;
    return outer_at;
  }
  return at;
}

Span SourcePlaces::span_of(std::size_t begin, std::size_t end) const {
  const clang::FileID file = sources_.getMainFileID();
  Span result;
  result.line = sources_.getLineNumber(file, static_cast<unsigned>(begin));
  result.column = sources_.getColumnNumber(file, static_cast<unsigned>(begin));
  result.end_line = sources_.getLineNumber(file, static_cast<unsigned>(end));
  result.end_column = sources_.getColumnNumber(file, static_cast<unsigned>(end));
  return result;
}

std::optional<std::pair<std::size_t, std::size_t>>
SourcePlaces::offsets(const clang::CharSourceRange& range) const {
  const auto begin = offset(range.getBegin());
  clang::SourceLocation last = range.getEnd();
  if (last.isMacroID()) {
    // The end of an expansion in the main file is the end of its whole invocation.
    const clang::SourceLocation file_place = sources_.getFileLoc(last);
    const clang::CharSourceRange expansion = sources_.getExpansionRange(last);
    const bool argument = sources_.isMacroArgExpansion(last) && sources_.isInMainFile(file_place);
    last = argument ? file_place : expansion.getEnd();
  }
  auto end = offset(last);
  if (!begin || !end) return std::nullopt;
  if (range.isTokenRange()) {
    const clang::SourceLocation place = sources_.getLocForStartOfFile(sources_.getMainFileID())
                                            .getLocWithOffset(static_cast<int>(*end));
    *end += clang::Lexer::MeasureTokenLength(place, sources_, language_);
  }
  if (*end < *begin) return std::nullopt;
  return std::pair(*begin, *end);
}

Span SourcePlaces::token_span(clang::SourceLocation location) const {
  const auto begin = offset(location);
  if (!begin) return {};
  const clang::SourceLocation place = sources_.getLocForStartOfFile(sources_.getMainFileID())
                                          .getLocWithOffset(static_cast<int>(*begin));
  return span_of(*begin, *begin + clang::Lexer::MeasureTokenLength(place, sources_, language_));
}

Span SourcePlaces::span(const clang::CharSourceRange& range) const {
  if (range.isInvalid()) return {};
  const auto bounds = offsets(range);
  return bounds ? span_of(bounds->first, bounds->second) : Span{};
}

std::string SourcePlaces::text(clang::SourceRange tokens) const {
  if (tokens.isInvalid()) return {};
  const auto bounds = offsets(clang::CharSourceRange::getTokenRange(tokens));
  if (!bounds) return {};
  return sources_.getBufferData(sources_.getMainFileID())
      .substr(bounds->first, bounds->second - bounds->first)
      .str();
}

std::optional<std::pair<std::uint32_t, std::uint32_t>>
SourcePlaces::debug_position(clang::SourceLocation location) const {
  if (location.isInvalid()) return std::nullopt;
  const auto [file, at] = sources_.getDecomposedExpansionLoc(location);
  if (file != sources_.getMainFileID()) return std::nullopt;
  return std::pair(sources_.getLineNumber(file, at), sources_.getColumnNumber(file, at));
}

} // namespace warpscope::frontend
