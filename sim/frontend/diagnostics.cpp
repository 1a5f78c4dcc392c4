// Collects Clang's diagnostics and rewrites those that mention our headers or types.
#include "sim/frontend/diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "sim/frontend/source_places.h"

#include <algorithm>

namespace warpscope::frontend {
namespace {

Severity severity_of(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Error:
  case clang::DiagnosticsEngine::Fatal: return Severity::Error;
  case clang::DiagnosticsEngine::Warning: return Severity::Warning;
  default: return Severity::Note;
  }
}

/// threadIdx and the like are objects of our own types: the message must name what the person wrote.
/// threadIdx.X is a common slip, corrected by one letter.
void explain_index_type(Diagnostic& diagnostic) {
  constexpr std::string_view ours = "'__ws_", missing = "no member named '";
  const std::size_t type = diagnostic.message.find(ours);
  if (type == std::string::npos) return;
  const std::size_t close = diagnostic.message.find('\'', type + 1);
  const std::string_view name = std::string_view(diagnostic.message).substr(type, close - type);
  if (!name.ends_with("Idx") && !name.ends_with("Dim")) return;
  diagnostic.message.erase(type + 1, ours.size() - 1);
  if (!diagnostic.message.starts_with(missing) || diagnostic.message.size() < missing.size() + 2) return;
  const char member = diagnostic.message[missing.size()];
  if (diagnostic.message[missing.size() + 1] != '\'' || member < 'X' || member > 'Z') return;
  const std::string small(1, static_cast<char>(member - 'X' + 'x'));
  diagnostic.message += "; did you mean '" + small + "'?";
  if (diagnostic.span.known() && diagnostic.fixes.empty())
    diagnostic.fixes.push_back({diagnostic.span, small});
}

/// Clang proposes the nearest word that it knows, a keyword too: nobody who wrote foo meant for.
void drop_keyword(Diagnostic& diagnostic) {
  constexpr std::string_view asks = "; did you mean '";
  constexpr std::string_view keywords[] = {
      "for",    "do",     "if",     "int",    "new",    "try",    "asm",   "auto",  "bool",  "char",
      "else",   "enum",   "goto",   "long",   "this",   "true",   "void",  "case",  "false", "float",
      "short",  "throw",  "union",  "using",  "while",  "const",  "class", "break", "catch", "double",
      "delete", "sizeof", "struct", "signed", "switch", "return", "typeid"};
  const std::size_t at = diagnostic.message.rfind(asks);
  if (at == std::string::npos) return;
  const std::size_t begin = at + asks.size();
  const std::string word = diagnostic.message.substr(begin, diagnostic.message.find('\'', begin) - begin);
  if (std::find(std::begin(keywords), std::end(keywords), word) == std::end(keywords)) return;
  diagnostic.message.resize(at);
  diagnostic.fixes.clear();
}

} // namespace

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                           const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level == clang::DiagnosticsEngine::Ignored) return;
  // A remark is a message of its own, not a note.
  const bool is_note = level == clang::DiagnosticsEngine::Note;
  if (is_note && !keep_notes_) return;

  Diagnostic result;
  result.severity = severity_of(level);
  result.file = file_;
  llvm::SmallString<256> message;
  info.FormatDiagnostic(message);
  result.message = message.str().str();

  std::size_t offset = 0;
  std::string_view source = text_;
  if (info.hasSourceManager() && language_ != nullptr && info.getLocation().isValid()) {
    const SourcePlaces places(info.getSourceManager(), *language_, texts_);
    if (const auto start = places.place(info.getLocation())) {
      offset = start->offset;
      if (const ShownText* shown = shown_ ? shown_(start->text) : nullptr; shown != nullptr) {
        result.file = shown->file;
        source = shown->text;
      } else if (texts_ != nullptr && !shown_) {
        result.file = texts_->all()[start->text];
        source = info.getSourceManager().getBufferData(start->file);
      }
      result.span = places.token_span(info.getLocation());
      for (const clang::CharSourceRange& range : info.getRanges()) {
        const Span span = places.span(range);
        // The range that begins at the caret is the subject of the message; the others are operands.
        if (span.known() && span.line == result.span.line && span.column == result.span.column)
          result.span = span;
      }
      for (const clang::FixItHint& hint : info.getFixItHints()) {
        const Span range = places.span(hint.RemoveRange);
        if (range.known()) result.fixes.push_back({range, hint.CodeToInsert});
      }
    }
  }
  explain_index_type(result);
  drop_keyword(result);
  // Clang went on as if the keyword had been written.
  if (result.message == "expected expression" && !diagnostics_.empty() && result.span.known() &&
      diagnostics_.back().span.line == result.span.line &&
      diagnostics_.back().span.column == result.span.column &&
      diagnostics_.back().message.starts_with("use of undeclared identifier"))
    return;

  if (is_note) {
    constexpr std::string_view not_viable = "not viable: ";
    if (const std::size_t why = result.message.find(not_viable); why != std::string::npos) {
      ++candidates_;
      candidate_ = result.message.substr(why + not_viable.size());
      if (!result.span.known()) return;
    }
    if (!result.span.known()) return;
    if (unplaced_ != 0) { // this note marks where the person's text led into our headers
      Diagnostic& waiting = diagnostics_[unplaced_ - 1];
      waiting.span = result.span;
      waiting.file = result.file;
      waiting.source_line = std::string(line_of(source, result.span.line));
      if (waiting.severity == Severity::Error) error_places_.push_back({result.span.file, offset});
      unplaced_ = 0;
      return;
    }
  } else {
    close_candidates();
    unplaced_ = 0;
    keep_notes_ = true;
    if (result.severity == Severity::Error && ++errors_ > max_reported_errors) {
      ++dropped_errors_;
      keep_notes_ = false;
      return;
    }
  }
  if (result.span.known()) {
    result.source_line = std::string(line_of(source, result.span.line));
    if (result.severity == Severity::Error) error_places_.push_back({result.span.file, offset});
  } else if (!is_note) {
    if (result.severity != Severity::Error) {
      keep_notes_ = false; // warnings about our own headers do not concern the person
      return;
    }
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
      if (place.isValid()) result.message = message_elsewhere(place, result.message);
    }
    unplaced_ = diagnostics_.size() + 1;
  }
  diagnostics_.push_back(std::move(result));
}

std::string DiagnosticCollector::message_elsewhere(const clang::PresumedLoc& place,
                                                   const std::string& message) const {
  if (!named_file_.empty() && named_file_ == place.getFilename() && place.getLine() <= names_.size()) {
    const std::string& name = names_[place.getLine() - 1];
    const bool ours = message.find("__ws_") != std::string::npos; // a message about a line that we generated
    return "'" + name +
           "': " + (ours ? "its template arguments fit no kernel of this text, or more than one." : message);
  }
  return message + " (in " + place.getFilename() + ", line " + std::to_string(place.getLine()) + ")";
}

void DiagnosticCollector::close_candidates() {
  if (candidates_ == 1) {
    for (auto message = diagnostics_.rbegin(); message != diagnostics_.rend(); ++message) {
      if (message->severity == Severity::Note) continue;
      message->message += ": " + candidate_;
      break;
    }
  }
  candidates_ = 0;
}

Diagnostics DiagnosticCollector::take() {
  close_candidates();
  if (dropped_errors_ != 0) {
    Diagnostic rest;
    rest.severity = Severity::Note;
    rest.file = file_;
    rest.message = std::to_string(dropped_errors_) + " more errors are not shown.";
    diagnostics_.push_back(std::move(rest));
    dropped_errors_ = 0;
  }
  return std::move(diagnostics_);
}

} // namespace warpscope::frontend
