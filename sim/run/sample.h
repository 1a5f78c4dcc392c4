// A part of a grid that stands for all of it.
#pragma once

#include "sim/model/tally.h"

#include <cstdint>
#include <vector>

namespace warpscope::run {

/// N blocks in the middles of N equal parts of the grid, so that its edges and its inside have their shares.
[[nodiscard]] std::vector<std::uint64_t> spread_blocks(std::uint64_t wanted, std::uint64_t total);

/// Multiplies counts by whole / part, rounded.
class Scale {
 public:
  Scale(std::uint64_t whole, std::uint64_t part)
      : factor_(part == 0 ? 0.0L : static_cast<long double>(whole) / static_cast<long double>(part)) {}
  void operator()(std::uint64_t& count) const {
    count = static_cast<std::uint64_t>(static_cast<long double>(count) * factor_ + 0.5L);
  }
  void operator()(model::Totals& totals) const {
    totals.for_each([this](std::uint64_t& count) { (*this)(count); });
  }

 private:
  long double factor_;
};

} // namespace warpscope::run
