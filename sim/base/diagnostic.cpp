// Prints diagnostics with the source line, caret and fix-its.
#include "sim/base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope {

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

static std::string_view severity_word(Severity severity) {
  switch (severity) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  return "error";
}

/// A longer line (in a file that is not a program) is not shown: the caret under it could not be found.
static constexpr std::size_t longest_line_shown = 1000;

/// Of a UTF-8 sequence.
static bool continues_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Returns the blanks before the caret: a tab stays a tab, so that the caret is under its byte at any tab
/// width. A column beyond the line is placed one past its end.
static std::string indent_under(std::string_view source_line, std::uint32_t column) {
  std::string indent;
  const std::size_t before = column == 0 ? 0 : std::min<std::size_t>(column - 1, source_line.size());
  for (const char c : source_line.substr(0, before))
    if (!continues_letter(c)) indent += c == '\t' ? '\t' : ' ';
  return indent;
}

/// Replaces control characters, which would move the terminal's cursor.
static std::string shown(std::string_view source_line) {
  std::string out(source_line);
  for (char& c : out)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F) c = '?';
  return out;
}

std::string format_diagnostic(const Diagnostic& d) {
  std::string out;
  if (!d.file.empty()) out += d.file + ":";
  if (d.span.known()) out += fmt::format("{}:{}:", d.span.line, d.span.column);
  if (!out.empty()) out += " ";
  out += fmt::format("{}: {}\n", severity_word(d.severity), d.message);
  if (!d.span.known() || d.source_line.empty() || d.source_line.size() > longest_line_shown) return out;

  const std::string_view line = d.source_line;
  std::string under = indent_under(line, d.span.column) + '^';
  if (d.span.end_line == d.span.line) // a tilde for every further letter of the span
    for (std::size_t at = std::max(d.span.column, 1u); at < line.size() && at + 1 < d.span.end_column; ++at)
      if (!continues_letter(line[at])) under += '~';
  out += fmt::format("  {}\n  {}\n", shown(line), under);
  for (const FixIt& fix : d.fixes)
    if (fix.range.line == d.span.line)
      out += fmt::format("  {}{}\n", indent_under(line, fix.range.column), fix.text);
  return out;
}

std::string format_diagnostics(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += format_diagnostic(d);
  return out;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  if (line == 0) return {};
  for (std::uint32_t current = 1;; ++current) {
    const std::size_t end = text.find('\n');
    if (current == line) {
      std::string_view found = text.substr(0, end);
      if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
      return found;
    }
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
}

} // namespace warpscope
