// Compares a kernel's whole name with what a person wrote.
#include "sim/program/kernel_name.h"

namespace warpscope::program {

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\t') out += c;
  return out;
}

bool is_named(std::string_view full, std::string_view wanted) {
  const std::string asked = without_blanks(wanted);
  if (asked.empty()) return false;
  const std::string whole = without_blanks(full);
  const auto ends_with_it = [&](std::string_view name) {
    return name == asked || (name.size() > asked.size() + 2 && name.ends_with(asked) &&
                             name.substr(name.size() - asked.size() - 2, 2) == "::");
  };
  return ends_with_it(whole) || (asked.find('<') == std::string::npos &&
                                 ends_with_it(std::string_view(whole).substr(0, whole.find('<'))));
}

} // namespace warpscope::program
