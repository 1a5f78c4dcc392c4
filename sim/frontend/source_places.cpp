// Maps Clang's locations to offsets, spans and characters of the person's texts.
#include "sim/frontend/source_places.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace warpscope::frontend {

std::optional<std::uint32_t> SourcePlaces::text_of(clang::FileID file) const {
  if (texts_ == nullptr)
    return file == sources_.getMainFileID() ? std::optional<std::uint32_t>(0) : std::nullopt;
  const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file);
  return entry ? texts_->find(std::string_view(entry->getName())) : std::nullopt;
}

std::optional<SourcePlaces::Place> SourcePlaces::place(clang::SourceLocation location) const {
  if (location.isInvalid()) return std::nullopt;
  const auto [file, at] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
  if (const auto text = text_of(file)) return Place{file, at, *text};
  // A macro of ours may be expanded through a name of ours in the person's text.
  const auto [outer, outer_at] = sources_.getDecomposedExpansionLoc(location);
  if (const auto text = text_of(outer)) return Place{outer, outer_at, *text};
  return std::nullopt;
}

Span SourcePlaces::span_of(const Place& begin, std::size_t end) const {
  Span result;
  result.line = sources_.getLineNumber(begin.file, static_cast<unsigned>(begin.offset));
  result.column = sources_.getColumnNumber(begin.file, static_cast<unsigned>(begin.offset));
  result.end_line = sources_.getLineNumber(begin.file, static_cast<unsigned>(end));
  result.end_column = sources_.getColumnNumber(begin.file, static_cast<unsigned>(end));
  result.file = begin.text;
  return result;
}

std::size_t SourcePlaces::token_end(const Place& begin) const {
  const clang::SourceLocation at = sources_.getLocForStartOfFile(begin.file)
                                       .getLocWithOffset(static_cast<int>(begin.offset));
  return begin.offset + clang::Lexer::MeasureTokenLength(at, sources_, language_);
}

std::optional<std::pair<SourcePlaces::Place, std::size_t>>
SourcePlaces::bounds(const clang::CharSourceRange& range) const {
  const auto begin = place(range.getBegin());
  clang::SourceLocation last = range.getEnd();
  if (last.isMacroID()) {
    // The end of an expansion in a text is the end of its whole invocation.
    const clang::SourceLocation file_place = sources_.getFileLoc(last);
    const clang::CharSourceRange expansion = sources_.getExpansionRange(last);
    const bool argument = sources_.isMacroArgExpansion(last) &&
                          text_of(sources_.getFileID(file_place)).has_value();
    last = argument ? file_place : expansion.getEnd();
  }
  const auto end = place(last);
  if (!begin || !end || begin->file != end->file) return std::nullopt;
  const std::size_t behind = range.isTokenRange() ? token_end(*end) : end->offset;
  if (behind < begin->offset) return std::nullopt;
  return std::pair(*begin, behind);
}

Span SourcePlaces::token_span(clang::SourceLocation location) const {
  const auto begin = place(location);
  return begin ? span_of(*begin, token_end(*begin)) : Span{};
}

Span SourcePlaces::span(const clang::CharSourceRange& range) const {
  if (range.isInvalid()) return {};
  const auto found = bounds(range);
  return found ? span_of(found->first, found->second) : Span{};
}

std::string SourcePlaces::text(clang::SourceRange tokens) const {
  if (tokens.isInvalid()) return {};
  const auto found = bounds(clang::CharSourceRange::getTokenRange(tokens));
  if (!found) return {};
  const auto& [begin, end] = *found;
  return sources_.getBufferData(begin.file).substr(begin.offset, end - begin.offset).str();
}

std::optional<SourcePlaces::DebugPosition>
SourcePlaces::debug_position(clang::SourceLocation location) const {
  if (location.isInvalid()) return std::nullopt;
  const auto [file, at] = sources_.getDecomposedExpansionLoc(location);
  const auto text = text_of(file);
  if (!text) return std::nullopt;
  return DebugPosition{sources_.getLineNumber(file, at), sources_.getColumnNumber(file, at), *text};
}

} // namespace warpscope::frontend
