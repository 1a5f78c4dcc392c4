// Finds lines and columns of a text from a table of its line starts.
#include "sim/base/line_index.h"

#include <algorithm>

namespace warpscope {

LineIndex::LineIndex(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts_.push_back(at + 1);
}

std::uint32_t LineIndex::line_of_offset(std::size_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

std::size_t LineIndex::line_begin(std::uint32_t line) const {
  if (line == 0) return 0;
  return line > starts_.size() ? text_.size() : starts_[line - 1];
}

std::string_view LineIndex::line(std::uint32_t line) const {
  if (line == 0 || line > starts_.size()) return {};
  const std::size_t begin = starts_[line - 1];
  const std::size_t end = line < starts_.size() ? starts_[line] - 1 : text_.size();
  std::string_view found = text_.substr(begin, end - begin);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

Span LineIndex::span(std::size_t begin, std::size_t end) const {
  begin = std::min(begin, text_.size());
  end = std::clamp(end, begin, text_.size());
  Span span;
  span.line = line_of_offset(begin);
  span.column = static_cast<std::uint32_t>(begin - starts_[span.line - 1]) + 1;
  span.end_line = line_of_offset(end);
  span.end_column = static_cast<std::uint32_t>(end - starts_[span.end_line - 1]) + 1;
  return span;
}

} // namespace warpscope
