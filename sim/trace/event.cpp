// Names of faults.
#include "sim/trace/event.h"

#include <iterator>

namespace warpscope::trace {

std::string_view name_of(FaultKind kind) {
  static constexpr std::string_view names[] = {
      "out_of_bounds", "misaligned",  "null_pointer",    "divide_by_zero", "stack_overflow",
      "assert",        "trap",        "invalid_shuffle", "budget",         "deadlock",
      "read_only",     "unsupported", "uninitialized"};
  const auto index = static_cast<std::size_t>(kind);
  return index < std::size(names) ? names[index] : std::string_view("unknown");
}

} // namespace warpscope::trace
