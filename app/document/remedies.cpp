// Pads declarations and swizzles expressions, as edits of the text.
#include "app/document/remedies.h"

#include "app/document/brackets.h"

#include <charconv>
#include <vector>

namespace warpscope::document {

namespace {

/// Returns the first run of two or more groups that follows a name.
std::vector<Bracket> first_access(std::string_view text, std::size_t from = 0) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] != '[' || i == 0 || !is_word(text[i - 1])) continue;
    std::vector<Bracket> run = bracket_run(text, i);
    if (run.size() >= 2) return run;
  }
  return {};
}

/// "threadIdx.x" -> "x", for a button with room for a few letters only.
std::string brief(std::string_view s) {
  const std::size_t dot = s.rfind('.');
  std::string text(dot != std::string_view::npos && is_atom(s) ? s.substr(dot + 1) : s);
  return text.size() > 8 ? "…" : text;
}

std::optional<TextEdit> pad_run(std::string_view text, const std::vector<Bracket>& run) {
  if (run.size() < 2) return std::nullopt;
  const std::string_view last = inside(text, run.back());
  std::uint32_t size = 0;
  const auto [end, code] = std::from_chars(last.data(), last.data() + last.size(), size);
  if (code != std::errc{} || end != last.data() + last.size() || size == 0 || size >= 1u << 20)
    return std::nullopt;
  const std::string padded = std::to_string(size + 1);
  TextEdit edit;
  edit.text = std::string(text.substr(0, run.back().open + 1)) + padded +
              std::string(text.substr(run.back().close));
  edit.tail = "[" + std::string(inside(text, run[run.size() - 2])) + "][" + padded + "]";
  return edit;
}

} // namespace

std::optional<TextEdit> pad_declaration(std::string_view declaration) {
  return pad_run(declaration, first_access(declaration));
}

std::optional<TextEdit> swizzle_expression(std::string_view expression) {
  const std::vector<Bracket> run = first_access(expression);
  if (run.size() < 2) return std::nullopt;
  const std::string_view row = inside(expression, run[run.size() - 2]);
  const std::string_view column = inside(expression, run.back());
  if (row.empty() || column.empty() || row == column) return std::nullopt;
  if (column.find('^') != std::string_view::npos) return std::nullopt;
  TextEdit edit;
  edit.text = std::string(expression.substr(0, run.back().open + 1)) + atom(column) + " ^ " + atom(row) +
              std::string(expression.substr(run.back().close));
  edit.tail = "[" + brief(column) + " ^ " + brief(row) + "]";
  return edit;
}

std::optional<TextEdit> pad_variable(std::string_view text, const program::Variable& variable) {
  if (!variable.span.known() || variable.dimensions.size() < 2 || variable.name.empty()) return std::nullopt;
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < variable.span.line; ++line) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return std::nullopt;
    at = end + 1;
  }
  // From the start of the line, not from the column: the span may begin at the type or at the name.
  while (true) {
    at = text.find(variable.name, at);
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t end = at + variable.name.size();
    const bool whole = (at == 0 || !is_word(text[at - 1])) && (end >= text.size() || !is_word(text[end]));
    if (whole) {
      const std::vector<Bracket> run = bracket_run(text, end);
      return run.size() == variable.dimensions.size() ? pad_run(text, run) : std::nullopt;
    }
    at = end;
  }
}

} // namespace warpscope::document
