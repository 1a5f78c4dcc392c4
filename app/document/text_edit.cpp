// Finds where two texts differ, follows lines from one to the other, applies fix-its.
#include "app/document/text_edit.h"

#include "app/language/language.h"

#include <algorithm>

namespace warpscope::document {

namespace {

bool is_inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// Without the blanks around it; empty where there is no such line.
std::string_view line_text(std::string_view text, std::uint32_t line) {
  constexpr std::string_view blanks = " \t\r";
  const std::optional<std::size_t> at = offset_of(text, line, 1);
  if (!at) return {};
  text = text.substr(*at, text.find('\n', *at) - *at);
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

struct Range {
  std::size_t begin, end;
  const std::string* text;
};

/// Returns the fix-its' ranges in the text, ascending; nothing when one is outside the text or two overlap.
std::optional<std::vector<Range>> ranges_of(std::string_view text, const std::vector<FixIt>& fixes) {
  std::vector<Range> ranges;
  for (const FixIt& fix : fixes) {
    const auto begin = offset_of(text, fix.range.line, fix.range.column);
    const auto end = offset_of(text, fix.range.end_line, fix.range.end_column);
    if (!begin || !end || *end < *begin) return std::nullopt;
    ranges.push_back({*begin, *end, &fix.text});
  }
  std::stable_sort(ranges.begin(), ranges.end(),
                   [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end) return std::nullopt;
  return ranges;
}

} // namespace

TextChange difference(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(shorter), after.begin())
          .first -
      before.begin());
  while (head > 0 && (is_inside_character(before, head) || is_inside_character(after, head))) --head;
  std::size_t tail = 0;
  while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  while (tail > 0 && is_inside_character(before, before.size() - tail)) --tail;
  return {head, before.size() - head - tail, after.size() - head - tail};
}

std::uint32_t line_after(std::string_view before, std::string_view after, std::uint32_t line) {
  const TextChange change = difference(before, after);
  if (change.empty() || line == 0) return line;
  const auto newlines = [](std::string_view text) {
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  };
  const std::uint32_t first = newlines(before.substr(0, change.begin)) + 1; // that the change touches
  const std::uint32_t removed = newlines(before.substr(change.begin, change.removed)),
                      inserted = newlines(after.substr(change.begin, change.inserted));
  if (line < first) return line;
  if (line > first + removed) return line - removed + inserted;
  if (removed == inserted) return line;
  const std::string_view wanted = line_text(before, line);
  for (std::uint32_t n = first; n <= first + inserted; ++n)
    if (line_text(after, n) == wanted) return n;
  return std::min(line, first + inserted);
}

std::optional<std::size_t> offset_of(std::string_view text, std::uint32_t line, std::uint32_t column) {
  if (line == 0 || column == 0) return std::nullopt;
  std::size_t at = 0;
  for (std::uint32_t n = 1; n < line; ++n) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return std::nullopt;
    at = end + 1;
  }
  const std::size_t end = std::min(text.find('\n', at), text.size());
  if (column - 1 > end - at) return std::nullopt;
  return at + column - 1;
}

std::optional<std::string> apply_fixes(std::string_view text, const std::vector<FixIt>& fixes) {
  const std::optional<std::vector<Range>> ranges = ranges_of(text, fixes);
  if (!ranges || ranges->empty()) return std::nullopt;
  std::string after;
  std::size_t at = 0;
  for (const Range& range : *ranges) {
    after.append(text, at, range.begin - at);
    after += *range.text;
    at = range.end;
  }
  after.append(text, at);
  return after == text ? std::nullopt : std::optional(std::move(after));
}

std::string describe_fixes(std::string_view text, const std::vector<FixIt>& fixes) {
  const std::optional<std::vector<Range>> ranges = ranges_of(text, fixes);
  if (!ranges || ranges->empty()) return {};
  const auto brief = [](std::string_view s) {
    std::string one(s.substr(0, s.find('\n')));
    if (one.size() > 32) {
      one.resize(31);
      while (!one.empty() && (static_cast<unsigned char>(one.back()) & 0xC0) == 0x80) one.pop_back();
      one += "…";
    }
    return one;
  };
  const Range& first = ranges->front();
  const std::string removed = brief(text.substr(first.begin, first.end - first.begin)),
                    added = brief(*first.text);
  std::string what = removed.empty() ? language::trf("source.fix_insert", language::arg("added", added))
                     : added.empty() ? language::trf("source.fix_remove", language::arg("removed", removed))
                                     : language::trf("source.fix_replace", language::arg("removed", removed),
                                                     language::arg("added", added));
  if (ranges->size() > 1)
    what = language::trf("source.fix_more", language::arg("what", what),
                         language::arg("more", ranges->size() - 1));
  return what;
}

TypedChange typed_change(std::string_view before, std::string_view after) {
  TypedChange typed;
  typed.change = difference(before, after);
  const TextChange& c = typed.change;
  typed.new_line = after.substr(c.begin, c.inserted).find('\n') != std::string_view::npos;
  if ((c.removed == 0) == (c.inserted == 0)) return typed;
  const std::string_view with = c.removed == 0 ? after : before; // the text that contains the bytes
  const std::size_t length = c.inserted + c.removed;
  while (typed.slack < c.begin && with[c.begin - typed.slack - 1] == with[c.begin - typed.slack - 1 + length])
    ++typed.slack;
  return typed;
}

bool continues_typing(const TypedChange& last, const TypedChange& now) {
  // A character has up to 4 bytes; a key may insert a closing bracket or an indentation as well.
  constexpr std::size_t paste = 8;
  const TextChange &l = last.change, &n = now.change;
  if (n.inserted > paste || l.inserted > paste || n.removed > paste || l.removed > paste || now.new_line)
    return false;
  // True when two positions, each known up to its slack, may be the same.
  const auto meet = [&](std::size_t a, std::size_t b) { return a + now.slack >= b && b + last.slack >= a; };
  const std::size_t end = l.begin + l.inserted; // where the cursor was left
  if (n.removed == 0) return l.inserted > 0 && (meet(end, n.begin));
  if (n.inserted > 0) return false;
  // Backspace, also over what was just typed; and repeated delete.
  return meet(end, n.begin + n.removed) || (l.inserted == 0 && meet(end, n.begin));
}

} // namespace warpscope::document
