// Turns Clang's diagnostics into ours: positions in the person's text, messages that make sense without our
// headers.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "sim/base/diagnostic.h"
#include "sim/frontend/text_names.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

inline constexpr std::size_t max_reported_errors = 20;

/// A message inside one of our headers is moved to the line of the person's text that led there (macro
/// expansion, instantiation note, include). Notes are kept only when they lie in the person's text.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  /// `text` is the person's text as they wrote it (nothing blanked), for the caret lines.
  DiagnosticCollector(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}
  /// Messages may lie in any of `texts`, which carry their own names and whose lines are as Clang read them.
  void name_texts(const TextNames* texts) { texts_ = texts; }
  /// A text of name_texts() in messages: its name for a person, and what it was before host code was blanked.
  struct ShownText {
    std::string file;
    std::string_view text;
  };
  /// `shown` returns null for the text of the constructor.
  void show_texts(std::function<const ShownText*(std::uint32_t text)> shown) { shown_ = std::move(shown); }
  /// Messages in `file` are about what its lines declare: the i-th name is that of line i + 1.
  void name_lines(std::string file, std::vector<std::string> names) {
    named_file_ = std::move(file);
    names_ = std::move(names);
  }

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor*) override {
    language_ = &language;
  }
  void EndSourceFile() override { language_ = nullptr; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  struct ErrorPlace {
    std::uint32_t text = 0; ///< as Span::file
    std::size_t offset = 0; ///< in bytes
  };
  /// Where errors were found in the texts, in order.
  [[nodiscard]] const std::vector<ErrorPlace>& error_places() const { return error_places_; }
  /// Adds messages that did not come from this run of Clang.
  void add(const Diagnostics& more) { diagnostics_.insert(diagnostics_.end(), more.begin(), more.end()); }
  [[nodiscard]] Diagnostics take();

 private:
  /// Completes a message with its single candidate's note: "requires 4 arguments, but 3 were provided".
  void close_candidates();
  std::string message_elsewhere(const clang::PresumedLoc& place, const std::string& message) const;

  std::string named_file_;
  std::vector<std::string> names_;
  std::string candidate_;
  std::size_t candidates_ = 0;
  std::string file_;
  std::string_view text_;
  const TextNames* texts_ = nullptr;
  const clang::LangOptions* language_ = nullptr;
  Diagnostics diagnostics_;
  std::function<const ShownText*(std::uint32_t text)> shown_;
  std::vector<ErrorPlace> error_places_;
  std::size_t errors_ = 0, dropped_errors_ = 0;
  bool keep_notes_ = false;  ///< the last message other than a note is in diagnostics_
  std::size_t unplaced_ = 0; ///< 1 + index of a message that still waits for a position from one of its notes
};

} // namespace warpscope::frontend
