// What is said to the person about a text of theirs. User errors are values, never exceptions across a stage.
#pragma once

#include "sim/base/span.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

enum class Severity : std::uint8_t { Note, Warning, Error };

/// Replace `range` by `text` (empty range: insert).
struct FixIt {
  Span range;
  std::string text;
  bool operator==(const FixIt&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file; ///< as the person named it; empty for input that is no file (an option, say)
  Span span;
  std::string message;     ///< one sentence, says what to do where that is known
  std::string source_line; ///< the text of span.line, for the caret; may be empty
  std::vector<FixIt> fixes;
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool has_errors(const Diagnostics& diagnostics);

/// "file:line:column: error: message", the source line, a caret under the span, fix-its below it.
/// Tabs in the source line are kept so that the caret stays under its byte. Ends with a newline.
[[nodiscard]] std::string format_diagnostic(const Diagnostic& diagnostic);
[[nodiscard]] std::string format_diagnostics(const Diagnostics& diagnostics);

/// Line `line` (from 1) of `text` without its end of line; empty when there is no such line.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

} // namespace warpscope
