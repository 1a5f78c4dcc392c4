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
  const std::uint32_t set = l1_set_of(line, sets_);
  const std::size_t first = std::size_t{set} * ways_, end = first + ways_;
  ++accesses_;
  for (std::size_t at = first; at < end; ++at)
    if (lines_[at] == line) {
      used_[at] = accesses_;
      touched_ = {.place = static_cast<std::uint32_t>(at)};
      return entries_[at];
    }
  std::uint32_t leaves = no_line, place = no_line;
  for (std::size_t at = end; at-- > first;)
    if (lines_[at] == no_line) place = static_cast<std::uint32_t>(at);
  if (place == no_line || held_ >= most_) {
    leaves = oldest_of(set);
    if (leaves != no_line) place = leaves;
    while (leaves == no_line) leaves = oldest_of(turn_ = turn_ + 1 < sets_ ? turn_ + 1 : 0);
    touched_ = {.place = place, .replaced = lines_[leaves], .left = leaves, .allocated = true};
    lines_[leaves] = no_line;
    ++evictions_;
  } else {
    touched_ = {.place = place, .allocated = true};
    ++held_;
  }
  lines_[place] = line;
  used_[place] = accesses_;
  entries_[place] = {};
  return entries_[place];
}

std::uint32_t L1::oldest_of(std::uint32_t set) const {
  std::uint32_t oldest = no_line;
  for (std::uint32_t at = set * ways_; at < (set + 1) * ways_; ++at)
    if (lines_[at] != no_line && (oldest == no_line || used_[at] < used_[oldest])) oldest = at;
  return oldest;
}

void L1::forget() {
  std::fill(lines_.begin(), lines_.end(), no_line);
  std::fill(used_.begin(), used_.end(), 0);
  held_ = 0;
}

} // namespace warpscope::multiprocessor
