// Finds close names by edit distance.
#include "sim/source/nearest.h"

#include <algorithm>
#include <cctype>

namespace warpscope::source {

static char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// The edit distance with insertions, deletions, replacements and swaps of neighbours (optimal string
/// alignment), over three rolling rows.
static std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0u : 1u)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;
  if (name.empty() || name.size() > longest) return {};
  const std::size_t allowed = name.size() < 4 ? 1 : 2;
  std::string best;
  std::size_t best_distance = allowed + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

} // namespace warpscope::source
