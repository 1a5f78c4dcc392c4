// Swizzles the accesses of an array in a kernel's text, and offers other strides.
#include "app/document/swizzle.h"

#include "app/document/brackets.h"
#include "app/document/text_edit.h"
#include "app/language/language.h"
#include "sim/base/text.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace warpscope::document {

namespace {

/// Returns the text with comments, strings and directives blanked, byte for byte; `hidden` receives what was
/// blanked of directives, where a name may matter.
std::string code_only(std::string_view text, std::string& hidden) {
  std::string code(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i)
      if (code[i] != '\n') code[i] = ' ';
  };
  bool line_start = true;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i + 1;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (text.substr(i, 2) == "/*") {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
      blank(i, end);
    } else if (text[i] == '"' || text[i] == '\'') {
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      blank(i, end);
    } else if (text[i] == '#' && line_start) {
      end = std::min(text.find('\n', i), text.size());
      while (end < text.size() && text[end - 1] == '\\')
        end = std::min(text.find('\n', end + 1), text.size());
      hidden.append(text, i, end - i);
      hidden += '\n';
      blank(i, end);
    }
    for (std::size_t k = i; k < end && k < text.size(); ++k) {
      if (text[k] == '\n') line_start = true;
      else if (!is_blank(text[k])) line_start = false;
    }
    i = end;
  }
  return code;
}

/// Returns the next whole word `name` from `at` on.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t at) {
  for (at = text.find(name, at); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end >= text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

/// True for an index that may be repeated: no assignment, no ++, no call, no comma, one line.
bool may_repeat(std::string_view index) {
  if (index.empty() || index.find_first_of("=,?{}\n^") != std::string_view::npos ||
      index.find("++") != std::string_view::npos || index.find("--") != std::string_view::npos)
    return false;
  for (std::size_t i = 1; i < index.size(); ++i)
    if (index[i] == '(' && (is_word(index[i - 1]) || index[i - 1] == ']' || index[i - 1] == ')'))
      return false;
  return true;
}

} // namespace

std::optional<TextEdit> swizzle_variable(std::string_view text, const program::Variable& variable) {
  if (variable.dimensions.size() < 2 || variable.name.empty() || !variable.span.known()) return std::nullopt;
  const std::uint32_t columns = variable.dimensions.back(),
                      rows = variable.dimensions[variable.dimensions.size() - 2];
  if (columns < 2 || (columns & (columns - 1)) != 0) return std::nullopt;
  std::string hidden;
  const std::string code = code_only(text, hidden);
  if (find_word(hidden, variable.name, 0) != std::string_view::npos) return std::nullopt;
  const std::optional<std::size_t> line = offset_of(text, variable.span.line, 1);
  if (!line) return std::nullopt;
  const std::size_t declared = find_word(code, variable.name, *line);
  if (declared == std::string_view::npos ||
      bracket_run(code, declared + variable.name.size()).size() != variable.dimensions.size())
    return std::nullopt;
  // To the end of the braces around the declaration.
  std::size_t scope_end = declared;
  for (int depth = 0; scope_end < code.size(); ++scope_end) {
    depth += code[scope_end] == '{' ? 1 : code[scope_end] == '}' ? -1 : 0;
    if (depth < 0) break;
  }
  if (scope_end >= code.size()) return std::nullopt; // not inside a function: other functions may use it too

  TextEdit edit;
  std::size_t done = 0;
  for (std::size_t at = find_word(code, variable.name, declared + 1); at < scope_end;
       at = find_word(code, variable.name, at + 1)) {
    std::size_t before = at;
    while (before > 0 && is_blank(code[before - 1])) --before;
    // An address, a member of something else, or a declaration of the same name: not a plain element of this
    // array.
    if (before > 0 && (code[before - 1] == '&' || code[before - 1] == '.' || code[before - 1] == '>' ||
                       code[before - 1] == '*')) {
      const bool binary = before > 1 &&
                          (code[before - 1] == '*' || code[before - 1] == '&' || code[before - 1] == '>') &&
                          [&] {
                            std::size_t k = before - 1;
                            while (k > 0 && is_blank(code[k - 1])) --k;
                            return k > 0 &&
                                   (is_word(code[k - 1]) || code[k - 1] == ']' || code[k - 1] == ')') &&
                                   code.substr(before - 2, 2) != "->";
                          }();
      if (!binary) return std::nullopt;
    }
    if (before > 0 && is_word(code[before - 1])) {
      std::size_t word = before;
      while (word > 0 && is_word(code[word - 1])) --word;
      if (const std::string_view name = std::string_view(code).substr(word, before - word); name != "return")
        return std::nullopt;
    }
    const std::vector<Bracket> run = bracket_run(code, at + variable.name.size());
    if (run.size() != variable.dimensions.size()) return std::nullopt;
    const std::string_view row = inside(text, run[run.size() - 2]), column = inside(text, run.back());
    if (!may_repeat(row) || !may_repeat(column) ||
        find_word(row, variable.name, 0) != std::string_view::npos ||
        find_word(column, variable.name, 0) != std::string_view::npos)
      return std::nullopt;
    const std::string mixed = rows > columns ? "(" + atom(row) + " % " + std::to_string(columns) + ")"
                                             : atom(row);
    edit.text.append(text, done, run.back().open + 1 - done);
    edit.text += atom(column) + " ^ " + mixed;
    done = run.back().close;
    const std::string brief_row(row.size() > 12 ? language::tr("source.row") : row),
        brief_column(column.size() > 12 ? language::tr("source.column") : column);
    edit.tail = "[" + brief_row + "][" + brief_column + " ^ " + brief_row + "]";
  }
  if (done == 0) return std::nullopt;
  edit.text.append(text, done);
  return edit;
}

bool is_swizzled(const run::Result& before, const run::Result& after, const program::Variable& variable) {
  if (!before.trace || !after.trace || !before.program || !after.program || variable.element_size == 0)
    return false;
  const trace::BlockTrace &a = *before.trace, &b = *after.trace;
  if (a.size() != b.size() || before.program->sites.size() != after.program->sites.size()) return false;
  const std::uint32_t columns = variable.dimensions.back(), size = variable.element_size;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const trace::BlockTrace::Event &x = a.event(i), &y = b.event(i);
    if (x.kind != y.kind || x.warp != y.warp) return false;
    if (x.kind != trace::StepKind::Access) continue;
    if (x.site_or_pc != y.site_or_pc || x.space != y.space) return false;
    const WarpAccess p = a.access(i), q = b.access(i);
    if (p.mask != q.mask || p.width != q.width) return false;
    const bool mine = x.space == Space::Shared && x.site_or_pc < before.program->sites.size() &&
                      before.program->sites[x.site_or_pc].variable == variable.name;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if ((p.mask >> lane & 1u) == 0) continue;
      std::uint32_t wanted = p.offset[lane];
      if (mine) {
        if (wanted < variable.offset || wanted - variable.offset >= variable.size) return false;
        const std::uint32_t within = wanted - variable.offset, element = within / size;
        const std::uint32_t row = element / columns % variable.dimensions[variable.dimensions.size() - 2],
                            column = element % columns;
        wanted = variable.offset + (element - column + (column ^ (row % columns))) * size + within % size;
      }
      if (q.offset[lane] != wanted) return false;
    }
  }
  return true;
}

std::vector<TextEdit> other_strides(std::string_view access) {
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i < access.size(); ++i) {
    if (access[i] != '*') continue;
    std::size_t from = i + 1;
    while (from < access.size() && access[from] == ' ') ++from;
    std::size_t end = from;
    while (end < access.size() && access[end] >= '0' && access[end] <= '9') ++end;
    std::size_t before = i;
    while (before > 0 && access[before - 1] == ' ') --before;
    if (end == from || (end < access.size() && (is_word(access[end]) || access[end] == '.')) || before == 0 ||
        !(is_word(access[before - 1]) || access[before - 1] == ')'))
      continue;
    std::uint32_t factor = 0;
    if (std::from_chars(access.data() + from, access.data() + end, factor).ec != std::errc{} || factor < 2 ||
        factor > 4096)
      continue;
    const std::string head(access.substr(0, before)), tail(access.substr(end));
    edits.push_back({head + tail, language::trf("source.factor_gone", language::arg("factor", factor))});
    if (factor % 2 == 0)
      edits.push_back({std::string(access.substr(0, from)) + std::to_string(factor + 1) + tail,
                       "* " + std::to_string(factor + 1)});
    return edits;
  }
  return edits;
}

} // namespace warpscope::document
