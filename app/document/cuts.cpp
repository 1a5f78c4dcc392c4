// Follows cut barriers through an edit and writes cuts into a text.
#include "app/document/cuts.h"

#include "app/document/text_edit.h"

#include <algorithm>
#include <set>

namespace warpscope::document {

namespace {

struct Stretch {
  std::size_t begin = 0, end = 0;
};

std::optional<Stretch> line_at(std::string_view text, std::uint32_t line) {
  const std::optional<std::size_t> begin = offset_of(text, line, 1);
  if (!begin) return std::nullopt;
  return Stretch{*begin, std::min(text.find('\n', *begin), text.size())};
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Finds the first call from `from` on: `__syncthreads()`, `block.sync()`, `cg::sync(block)`, with its
/// parentheses, but not in a // comment.
std::optional<Stretch> call_in(std::string_view text, Stretch line, std::size_t from) {
  const std::string_view all = text.substr(0, std::min(line.end, text.find("//", line.begin)));
  for (std::size_t at = all.find("sync", from); at != std::string_view::npos; at = all.find("sync", at + 1)) {
    std::size_t begin = at, end = at;
    while (end < all.size() && is_name(all[end])) ++end;
    while (begin > line.begin && (is_name(all[begin - 1]) || all[begin - 1] == '.' || all[begin - 1] == ':'))
      --begin;
    const std::string_view name = all.substr(begin, end - begin);
    const bool barrier = name == "__syncthreads" || name.ends_with(".sync") || name.ends_with("::sync");
    const std::size_t open = all.find_first_not_of(" \t", end);
    if (!barrier || open == std::string_view::npos || all[open] != '(') continue;
    const std::size_t close = all.find(')', open);
    if (close != std::string_view::npos) return Stretch{begin, close + 1};
  }
  return std::nullopt;
}

/// Returns what a cut is attached to.
Stretch anchor_of(std::string_view text, Stretch line) {
  if (const std::optional<Stretch> call = call_in(text, line, line.begin)) return *call;
  const std::size_t first = std::min(text.find_first_not_of(" \t", line.begin), line.end);
  return {first, std::min(text.find_first_of(" \t(;\n", first), line.end)};
}

/// Replaces the line's calls by what `instead` returns. Nothing when the line has no call.
template <class Instead>
std::optional<std::string> replaced_calls(std::string_view text, std::uint32_t line, const Instead& instead) {
  const std::optional<Stretch> place = line_at(text, line);
  if (!place) return std::nullopt;
  std::string changed;
  std::size_t kept = 0;
  for (std::optional<Stretch> call = call_in(text, *place, place->begin); call;
       call = call_in(text, *place, call->end)) {
    changed.append(text.substr(kept, call->begin - kept))
        .append(instead(text.substr(call->begin, call->end - call->begin)));
    kept = call->end;
  }
  if (kept == 0) return std::nullopt;
  return changed.append(text.substr(kept));
}

} // namespace

std::vector<std::uint32_t> sorted_lines(std::vector<std::uint32_t> lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

std::vector<std::uint32_t> moved_lines(std::string_view before, std::string_view after,
                                       const std::vector<std::uint32_t>& lines) {
  if (lines.empty()) return {};
  const TextChange change = difference(before, after);
  if (change.empty()) return lines;
  const std::size_t removed_end = change.begin + change.removed;
  const auto newlines = [](std::string_view text, std::size_t from, std::size_t bytes) {
    const std::string_view part = text.substr(from, bytes);
    return static_cast<std::uint32_t>(std::count(part.begin(), part.end(), '\n'));
  };
  const std::uint32_t fewer = newlines(before, change.begin, change.removed),
                      more = newlines(after, change.begin, change.inserted);
  std::vector<std::uint32_t> moved;
  for (const std::uint32_t line : lines) {
    const std::optional<Stretch> place = line_at(before, line);
    if (!place) continue;
    const Stretch anchor = anchor_of(before, *place);
    if (anchor.end <= change.begin) moved.push_back(line);
    else if (removed_end <= anchor.begin) moved.push_back(line - fewer + more);
  }
  return sorted_lines(std::move(moved));
}

std::vector<std::uint32_t> barrier_lines(const program::Program& program,
                                         const std::vector<std::uint32_t>& cut) {
  std::vector<std::uint32_t> lines;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const program::Opcode op = program.code[pc].op;
    const bool waits = op == program::Opcode::BarSync || op == program::Opcode::BarrierWait;
    if (!waits && op != program::Opcode::Nop) continue;
    const Span span = program.span_of(pc);
    if (span.known() && span.file == 0 && (waits || std::binary_search(cut.begin(), cut.end(), span.line)))
      lines.push_back(span.line);
  }
  return sorted_lines(std::move(lines));
}

std::optional<std::string> without_barrier(std::string_view text, std::uint32_t line) {
  return replaced_calls(text, line, [](std::string_view call) { return "/* " + std::string(call) + " */"; });
}

std::optional<std::string> without_barriers_in_place(std::string_view text, const program::Program& program,
                                                     const std::vector<std::uint32_t>& lines,
                                                     std::uint32_t& missing) {
  std::string changed(text);
  for (const std::uint32_t line : lines) {
    std::set<std::uint32_t> columns; // columns of the disabled instructions: the line must have as many calls
    for (std::uint32_t pc = 0; pc < program.code.size(); ++pc)
      if (const Span span = program.span_of(pc);
          program.code[pc].op == program::Opcode::Nop && span.line == line)
        columns.insert(span.column);
    std::size_t calls = 0;
    std::optional<std::string> next = replaced_calls(changed, line, [&](std::string_view call) {
      constexpr std::string_view nothing = "(void)0"; // no call is shorter: `b.sync()`
      ++calls;
      return std::string(nothing) + std::string(call.size() - nothing.size(), ' ');
    });
    missing = line;
    if (!next || calls != columns.size()) return std::nullopt;
    changed = std::move(*next);
  }
  return changed;
}

} // namespace warpscope::document
