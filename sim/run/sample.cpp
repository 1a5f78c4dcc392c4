// Chooses sample blocks and scales counts.
#include "sim/run/sample.h"

namespace warpscope::run {

std::vector<std::uint64_t> spread_blocks(std::uint64_t wanted, std::uint64_t total) {
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    const long double part = static_cast<long double>(total) / static_cast<long double>(wanted);
    blocks.push_back(static_cast<std::uint64_t>((static_cast<long double>(i) + 0.5L) * part));
  }
  return blocks;
}

} // namespace warpscope::run
