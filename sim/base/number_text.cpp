// Formats numbers with separators and nouns.
#include "sim/base/number_text.h"

namespace warpscope {

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t value, std::string_view noun) {
  return grouped(value).append(" ").append(noun).append(value == 1 ? "" : noun.ends_with('s') ? "es" : "s");
}

} // namespace warpscope
