// Finds misspelt markers by edit distance.
#include "sim/frontend/marker_names.h"

#include <algorithm>
#include <cctype>

namespace warpscope::frontend {

namespace {

bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The edit distance: letters to insert, drop or replace.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

bool defines(std::string_view text, const std::string& name) {
  const std::size_t at = text.find("define " + name);
  return at != std::string_view::npos &&
         (at + 7 + name.size() >= text.size() || !is_name_part(text[at + 7 + name.size()]));
}

} // namespace

std::vector<MisspeltMarker> misspelt_markers(std::string_view text, const std::vector<TextRegion>& host) {
  std::vector<MisspeltMarker> found;
  for (const TextRegion& region : host) {
    const std::size_t end = std::min(text.find('(', region.begin), region.end);
    for (std::size_t i = region.begin; i < end;) {
      const std::size_t begin = i;
      while (i < end && is_name_part(text[i])) ++i;
      const std::string word(text.substr(begin, i - begin));
      if (i == begin) ++i;
      const bool underlined = word.size() > 6 && word.size() < 16 &&
                              (word.starts_with('_') || word.ends_with('_'));
      if (!underlined || defines(text, word)) continue;
      for (const std::string_view marker : {"__global__", "__device__"})
        if (distance(word, marker) <= 2) found.push_back({{begin, i}, word, std::string(marker)});
    }
  }
  return found;
}

} // namespace warpscope::frontend
