// Finds and replaces the lines of L1.
#include "sim/multiprocessor/l1.h"

#include "sim/multiprocessor/multiprocessor.h"

#include <algorithm>

namespace warpscope::multiprocessor {

L1::Entry& L1::touch(std::uint32_t line) {
  if (entries_.empty()) {
    nowhere_ = {};
    touched_ = {.allocated = true};
    return nowhere_;
  }
  const std::size_t first = std::size_t{l1_set_of(line, sets_)} * ways_, end = first + ways_;
  ++accesses_;
  for (std::size_t at = first; at < end; ++at)
    if (lines_[at] == line) {
      used_[at] = accesses_;
      touched_ = {.place = static_cast<std::uint32_t>(at)};
      return entries_[at];
    }
  std::size_t oldest = first;
  for (std::size_t at = first + 1; at < end; ++at)
    if (used_[at] < used_[oldest]) oldest = at;
  evictions_ += lines_[oldest] != no_line;
  touched_ = {static_cast<std::uint32_t>(oldest), lines_[oldest], true};
  lines_[oldest] = line;
  used_[oldest] = accesses_;
  entries_[oldest] = {};
  return entries_[oldest];
}

void L1::forget() {
  std::fill(lines_.begin(), lines_.end(), no_line);
  std::fill(used_.begin(), used_.end(), 0);
}

} // namespace warpscope::multiprocessor
