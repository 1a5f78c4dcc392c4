// Follows what the driver was seen to choose.
#include "sim/run/carve_out.h"

#include <algorithm>

namespace warpscope::run {

namespace {
constexpr std::uint64_t reserved = 1024; ///< bytes that the system takes of each block
}

std::uint64_t carved_out(const Block& block) {
  constexpr std::uint64_t kb = 1024, least = 8 * kb, most_blocks = 32, most_in_advance = 132 * kb;
  const auto [threads, shared, blocks, fitting] = block;
  if (shared == 0) {
    if (blocks <= 1) return least;
    return threads <= 384 ? 32 * kb : threads <= 512 ? 16 * kb : least;
  }
  // It leaves room for twice as many blocks as it knows to reside, but for blocks of 1,024 threads.
  const bool twice = blocks > 1 && threads <= 768;
  const std::uint64_t each = shared + reserved, now = std::min({blocks, most_blocks, fitting}) * each,
                      later = std::min(twice ? 2 * blocks : blocks, most_blocks) * each;
  return std::max({now, std::min(later, most_in_advance), least});
}

} // namespace warpscope::run
