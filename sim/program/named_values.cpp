// Which variables the text can name at an instruction.
#include "sim/program/named_values.h"

#include <algorithm>

namespace warpscope::program {

std::vector<std::uint32_t> NamedValues::visible_at(std::uint32_t pc) const {
  std::vector<std::uint32_t> visible;
  const auto next = std::upper_bound(marks.begin(), marks.end(), pc,
                                     [](std::uint32_t at, const ScopeMark& mark) { return at < mark.pc; });
  if (next == marks.begin()) return visible;
  std::uint32_t scope = std::prev(next)->scope;
  for (std::size_t depth = 0; scope < scopes.size() && depth <= scopes.size(); ++depth) {
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (values[i].scope != scope) continue;
      const bool hidden = std::any_of(visible.begin(), visible.end(), [&](std::uint32_t other) {
        return values[other].name == values[i].name;
      });
      if (!hidden) visible.push_back(i);
    }
    scope = scopes[scope];
  }
  return visible;
}

} // namespace warpscope::program
