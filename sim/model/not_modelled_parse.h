// The reading of one header's "Not modelled" list; used by the generator and its test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// An entry begins with "/// - Not modelled:" at the start of a line and goes on over the following lines
/// that begin with "///", up to the next "/// - ". Line ends become single blanks.
[[nodiscard]] inline std::vector<std::string> parse_not_modelled(std::string_view header) {
  constexpr std::string_view start = "/// - Not modelled:", comment = "///", item = "/// - ";
  std::vector<std::string> entries;
  bool open = false;
  while (!header.empty()) {
    const std::size_t end = header.find('\n');
    std::string_view line = header.substr(0, end);
    header.remove_prefix(end == std::string_view::npos ? header.size() : end + 1);
    const bool begins = line.starts_with(start);
    if (begins) {
      line.remove_prefix(start.size());
      entries.emplace_back();
      open = true;
    } else if (open && line.starts_with(comment) && !line.starts_with(item)) {
      line.remove_prefix(comment.size());
    } else {
      open = false;
    }
    if (!open) continue;
    const std::size_t first = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t\r");
    if (first == std::string_view::npos) continue;
    if (!entries.back().empty()) entries.back() += ' ';
    entries.back() += line.substr(first, last - first + 1);
  }
  return entries;
}

} // namespace warpscope
