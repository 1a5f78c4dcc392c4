// Private to sim/model: how many different keys a warp has, without sorting and nearly without branches.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>

namespace warpscope::model_detail {

/// The offsets of the active lanes, packed in lane order.
struct ActiveLanes {
  std::array<std::uint32_t, warp_size> offset;
  std::uint32_t count = 0;
};

inline ActiveLanes active_lanes(const WarpAccess& access) {
  ActiveLanes lanes;
  if (access.mask == 0xFFFFFFFFu) {
    lanes.offset = access.offset;
    lanes.count = warp_size;
    return lanes;
  }
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    lanes.offset[lanes.count] =
        access.offset[lane]; // overwritten by the next active lane when this one is not
    lanes.count += access.mask >> lane & 1u;
    if (lanes.count == warp_size) break;
  }
  return lanes;
}

/// True when all 32 lanes are active and offset[i] = offset[0] + i * step; small steps only, so that nothing
/// wraps.
inline bool is_affine(const WarpAccess& access, std::int32_t& step) {
  if (access.mask != 0xFFFFFFFFu) return false;
  const std::uint32_t difference = access.offset[1] - access.offset[0];
  std::uint32_t wrong = 0;
  for (std::uint32_t lane = 1; lane < warp_size; ++lane)
    wrong |= (access.offset[lane] - access.offset[lane - 1]) ^ difference;
  if (wrong != 0) return false;
  step = static_cast<std::int32_t>(difference);
  if (step > (1 << 24) || step < -(1 << 24)) return false;
  const std::int64_t last = std::int64_t{access.offset[0]} + std::int64_t{31} * step;
  return last >= 0 && last <= 0xFFFFFFFF;
}

/// Calls seen(key, first) for every key at least once; `first` is 1 exactly once for each different key.
/// `keys` is used as working space. A hash table without clearing: whoever wrote a bucket last stands for it;
/// keys that lost their bucket to a different key try again among themselves, which ends because each round
/// settles at least one key.
template <typename Seen> inline void visit_distinct(std::uint32_t* keys, std::uint32_t count, Seen seen) {
  std::array<std::uint8_t, 1024>
      last_in_bucket; // not initialised: only entries written in the same round are read
  const auto bucket = [](std::uint32_t key) { return key * 0x9E3779B1u >> 22; };
  while (count != 0) {
    for (std::uint32_t i = 0; i < count; ++i)
      last_in_bucket[bucket(keys[i])] = static_cast<std::uint8_t>(i);
    std::uint32_t left = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t key = keys[i];
      const std::uint32_t winner =
          last_in_bucket[bucket(key)]; // >= i, so keys[winner] is not overwritten yet
      const bool lost = keys[winner] != key;
      seen(key, static_cast<std::uint32_t>(winner == i));
      keys[left] = key;
      left += lost;
    }
    count = left;
  }
}

inline std::uint32_t count_distinct(std::uint32_t* keys, std::uint32_t count) {
  std::uint32_t distinct = 0;
  visit_distinct(keys, count, [&](std::uint32_t, std::uint32_t first) { distinct += first; });
  return distinct;
}

} // namespace warpscope::model_detail
