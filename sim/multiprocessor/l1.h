// The lines of L1: tags in sets of ways, the data in places that all sets have in common; the most recently
// used stay, sectors come one by one.
#pragma once

#include "sim/multiprocessor/work.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

class L1 {
 public:
  struct Entry {
    std::uint32_t asked = 0;                               ///< sectors (bits) that were asked for
    std::array<std::uint64_t, sectors_per_line> arrives{}; ///< cycle, of a sector that was asked for
  };

  /// Holds `most` lines at a time; 0: as many as there are ways.
  L1(std::uint32_t sets, std::uint32_t ways, std::uint32_t most = 0)
      : sets_(sets), ways_(ways), most_(most == 0 ? sets * ways : most),
        lines_(std::size_t{sets} * ways, no_line), used_(lines_.size()), entries_(lines_.size()) {}

  /// Returns the line's entry, and makes it the most recently used of its set. A line that is not there
  /// replaces the set's least recently used one where the set is full, or L1 is; if L1 is and the set is
  /// empty, that of the next set in turn. Without sets: an entry that forgets.
  Entry& touch(std::uint32_t line);
  /// Forgets all lines, which are no evictions.
  void forget();
  [[nodiscard]] std::uint64_t evictions() const { return evictions_; }

  /// Above the number of any line of 4 GiB windows.
  static constexpr std::uint32_t no_line = ~0u;
  /// What the last touch() did.
  struct Touched {
    std::uint32_t place = no_line;    ///< set * ways + way; no_line: there are no sets
    std::uint32_t replaced = no_line; ///< the line that had to leave
    std::uint32_t left = no_line;     ///< and its place
    bool allocated = false;           ///< the line was not there
  };
  [[nodiscard]] const Touched& touched() const { return touched_; }

 private:
  /// The place of the set's least recently used line; no_line: it has none.
  [[nodiscard]] std::uint32_t oldest_of(std::uint32_t set) const;

  std::uint32_t sets_, ways_, most_;
  std::uint32_t held_ = 0; ///< lines
  std::uint32_t turn_ = 0; ///< the set that a line had to leave for another set last
  // By set and way; apart, so that looking for a line reads few bytes.
  std::vector<std::uint32_t> lines_; ///< no_line: none
  std::vector<std::uint32_t> used_;  ///< the number of the last access
  std::vector<Entry> entries_;
  Entry nowhere_;
  Touched touched_;
  std::uint32_t accesses_ = 0;
  std::uint64_t evictions_ = 0;
};

} // namespace warpscope::multiprocessor
