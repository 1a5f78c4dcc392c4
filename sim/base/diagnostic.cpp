#include "sim/base/diagnostic.h"

#include <algorithm>

#include <fmt/format.h>

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

/// The blanks before the caret: a tab stays a tab, so that the caret stands under its byte at any tab width.
static std::string indent_under(std::string_view source_line, std::uint32_t column) {
  std::string indent;
  for (std::uint32_t i = 0; i + 1 < column; ++i) {
    const bool inside = i < source_line.size();
    if (inside && (static_cast<unsigned char>(source_line[i]) & 0xC0) == 0x80) continue; // UTF-8 continuation
    indent += inside && source_line[i] == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string format_diagnostic(const Diagnostic& d) {
  std::string out;
  if (!d.file.empty()) out += d.file + ":";
  if (d.span.known()) out += fmt::format("{}:{}:", d.span.line, d.span.column);
  if (!out.empty()) out += " ";
  out += fmt::format("{}: {}\n", severity_word(d.severity), d.message);
  if (!d.span.known() || d.source_line.empty()) return out;

  const std::string indent = indent_under(d.source_line, d.span.column);
  const bool one_line = d.span.end_line == d.span.line && d.span.end_column > d.span.column + 1;
  std::size_t tail = one_line ? d.span.end_column - d.span.column - 1 : 0;
  if (d.span.column <= d.source_line.size())
    tail = std::min<std::size_t>(tail, d.source_line.size() - d.span.column);
  else
    tail = 0;
  out += fmt::format("  {}\n  {}^{}\n", d.source_line, indent, std::string(tail, '~'));
  for (const FixIt& fix : d.fixes)
    if (fix.range.line == d.span.line)
      out += fmt::format("  {}{}\n", indent_under(d.source_line, fix.range.column), fix.text);
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
