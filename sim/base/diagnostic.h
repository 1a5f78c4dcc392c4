// Messages to the person about their text. User errors are values, never exceptions across a stage.
#pragma once

#include "sim/base/span.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

enum class Severity : std::uint8_t { Note, Warning, Error };

/// Replaces `range` by `text` (empty range: inserts it).
struct FixIt {
  Span range;
  std::string text;
  bool operator==(const FixIt&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file; ///< as the person named it; empty for input that is not a file (such as an option)
  Span span;
  std::string message;     ///< one sentence, with what to do where that is known
  std::string source_line; ///< the text of span.line, for the caret; may be empty
  std::vector<FixIt> fixes;
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

template <class Io> void fields(Io& io, FixIt& v) { io(v.range), io(v.text); }
template <class Io> void fields(Io& io, Diagnostic& v) {
  io(v.severity), io(v.file), io(v.span), io(v.message), io(v.source_line), io(v.fixes);
  if (v.severity > Severity::Error) io.fail();
}

[[nodiscard]] bool has_errors(const Diagnostics& diagnostics);

/// Formats "file:line:column: error: message", the source line, a caret under the span, and fix-its below it.
/// Tabs in the source line are kept so that the caret stays under its byte. Ends with a newline.
[[nodiscard]] std::string format_diagnostic(const Diagnostic& diagnostic);
[[nodiscard]] std::string format_diagnostics(const Diagnostics& diagnostics);

/// Returns line `line` (from 1) of `text` without its line end; empty when there is no such line.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

} // namespace warpscope
