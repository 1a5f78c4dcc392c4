// Parses a header's entries about its model; for the generator and its test.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::model {

/// The texts of one kind of entry: each begins with "/// - KIND:" at the start of a line and goes on over the
/// following lines that begin with "///", up to the next "/// - ". Line ends become single blanks.
[[nodiscard]] inline std::vector<std::string> parse_entries(std::string_view header, std::string_view kind) {
  constexpr std::string_view comment = "///", item = "/// - ";
  const std::string start = std::string(item) + std::string(kind) + ":";
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

[[nodiscard]] inline std::vector<std::string> parse_not_modelled(std::string_view header) {
  return parse_entries(header, "Not modelled");
}

} // namespace warpscope::model
