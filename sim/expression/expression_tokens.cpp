// Tokenizes fields.
#include "sim/expression/expression_tokens.h"

#include "sim/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::expression {

namespace {

constexpr std::size_t longest_field = 4096;
constexpr std::uint32_t deepest = 64;

/// C++ permits letters of other alphabets too: the bytes above ASCII.
bool may_begin_name(char c) { return is_letter(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }
char closing_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

/// Longest first.
constexpr std::string_view operators[] = {
    "<<=", ">>=", "<=>", "...", "->*", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=",  "==",  "!=",  "<=",  ">=",  "&&", "||", "<<", ">>", "::", "//", "/*", "<%", "%>", "%:"};

} // namespace

Diagnostic field_diagnostic(std::string_view text, const char* field, std::size_t offset, std::size_t length,
                            std::string message, Severity severity) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.file = field;
  diagnostic.message = std::move(message);
  offset = std::min(offset, text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const auto column = static_cast<std::uint32_t>(offset - start) + 1;
  diagnostic.span = {line, column, line,
                     column + static_cast<std::uint32_t>(std::max<std::size_t>(length, 1))};
  diagnostic.source_line = std::string(line_of(text, line).substr(0, 400));
  return diagnostic;
}

bool tokenize_field(std::string_view text, const char* field, ExpressionTokens& tokens,
                    Diagnostics& diagnostics) {
  using Kind = ExpressionToken::Kind;
  const auto refuse = [&](std::size_t offset, std::size_t length, std::string message) {
    diagnostics.push_back(field_diagnostic(text, field, offset, length, std::move(message)));
    return false;
  };
  if (text.size() > longest_field)
    return refuse(0, 1,
                  fmt::format("the {} has {} bytes, the most is {}: open it as a kernel (.cu) instead", field,
                              text.size(), longest_field));

  struct Open {
    char bracket;
    std::size_t offset;
  };
  std::vector<Open> open;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    Kind kind = Kind::Punctuation;
    auto depth = static_cast<std::uint32_t>(open.size());
    if (may_begin_name(c)) {
      kind = Kind::Identifier;
      while (end < text.size() && (may_begin_name(text[end]) || is_digit(text[end]))) ++end;
    } else if (is_digit(c) || (c == '.' && end < text.size() && is_digit(text[end]))) {
      kind = Kind::Number;
      while (end < text.size() && (may_begin_name(text[end]) || is_digit(text[end]) || text[end] == '.' ||
                                   // a digit separator, as in C++: otherwise the quote would begin a
                                   // character constant
                                   (text[end] == '\'' && end + 1 < text.size() &&
                                    (may_begin_name(text[end + 1]) || is_digit(text[end + 1]))) ||
                                   ((text[end] == '+' || text[end] == '-') && (text[end - 1] | 0x20) == 'e' &&
                                    !text.substr(at).starts_with("0x"))))
        ++end;
    } else if (c == '\'') {
      kind = Kind::Character;
      while (end < text.size() && text[end] != '\'' && text[end] != '\n') {
        if (text[end] == '\\' && end + 1 < text.size() && (text[end + 1] == '\n' || text[end + 1] == '\r'))
          break;
        end += text[end] == '\\' ? 2u : 1u;
      }
      if (end >= text.size() || text[end] != '\'')
        return refuse(at, 1, "this character constant is not closed: write it as in 'a'");
      ++end;
    } else if (c == '"') {
      return refuse(at, 1, fmt::format("a text in quotes has no place in the {}", field));
    } else if (c == '#' || c == '\\' || c == '@' || c == '`' || c == '$') {
      return refuse(
          at, 1,
          fmt::format("{} cannot stand in the {}: remove it, or open the text as a kernel (.cu)", c, field));
    } else if (c == '(' || c == '[' || c == '{') {
      if (open.size() >= deepest)
        return refuse(at, 1, fmt::format("brackets are nested more than {} deep", deepest));
      open.push_back({c, at});
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty())
        return refuse(at, 1,
                      fmt::format("this {} closes nothing: remove it, or open the bracket before it", c));
      if (closing_of(open.back().bracket) != c)
        return refuse(at, 1,
                      fmt::format("this {} does not close the {} at {}: put {} first", c, open.back().bracket,
                                  field_diagnostic(text, field, open.back().offset, 1, {}).span.column,
                                  closing_of(open.back().bracket)));
      open.pop_back();
      depth = static_cast<std::uint32_t>(open.size());
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      return refuse(at, 1,
                    fmt::format("a control character ({:#04x}) stands in the {}: remove it",
                                static_cast<unsigned char>(c), field));
    } else {
      for (const std::string_view op : operators)
        if (text.substr(at).starts_with(op)) {
          end = at + op.size();
          break;
        }
      const std::string_view op = text.substr(at, end - at);
      if (op == "//" || op == "/*")
        return refuse(at, 2, fmt::format("a comment cannot stand in the {}: remove it", field));
      if (op == "<%" || op == "%>" || op == "%:")
        return refuse(at, 2, fmt::format("{} is an old spelling of a bracket or #: put a blank into it", op));
    }
    tokens.push_back({kind, text.substr(at, end - at), at, depth});
    at = end;
  }
  if (!open.empty())
    return refuse(open.back().offset, 1,
                  fmt::format("this {} is not closed: put {} behind what belongs into it",
                              open.back().bracket, closing_of(open.back().bracket)));
  return true;
}

} // namespace warpscope::expression
