// Private to sim/model: counts the distinct keys of a warp, without sorting and almost without branches.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warpscope::model::model_detail {

/// The offsets of the active lanes, packed in lane order.
struct ActiveLanes {
  std::array<std::uint32_t, warp_size> offset{};
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
    // Overwritten by the next active lane when this one is inactive.
    lanes.offset[lanes.count] = access.offset[lane];
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

using Lanes = std::array<std::uint32_t, warp_size>; ///< one value a lane

/// Element i: all bits set where a lower one of the first `count` keys equals key i, else 0; unspecified
/// beyond `count`. Every pair is compared, four at a time, with the vector instructions that every 64-bit
/// machine has: no branches, and a time that does not depend on the keys.
inline Lanes repeats(const Lanes& keys, std::uint32_t count) {
  using Four = std::uint32_t __attribute__((vector_size(16)));
  std::array<Four, warp_size / 4> four, found{};
  std::memcpy(four.data(), keys.data(), sizeof keys);
  const std::uint32_t fours = (count + 3) / 4;
  constexpr Four last = {0, 0, 0, ~0u}, last_two = {0, 0, ~0u, ~0u}, last_three = {0, ~0u, ~0u, ~0u};
  for (std::uint32_t low = 0; low < fours; ++low) {
    const Four k = four[low];
    const Four turned1 = __builtin_shufflevector(k, k, 1, 2, 3, 0);
    const Four turned2 = __builtin_shufflevector(k, k, 2, 3, 0, 1);
    const Four turned3 = __builtin_shufflevector(k, k, 3, 0, 1, 2);
    found[low] |= (Four(k == turned1) & last) | (Four(k == turned2) & last_two) |
                  (Four(k == turned3) & last_three);
    for (std::uint32_t high = low + 1; high < fours; ++high) {
      const Four h = four[high];
      found[high] |= Four(h == k) | Four(h == turned1) | Four(h == turned2) | Four(h == turned3);
    }
  }
  Lanes result;
  std::memcpy(result.data(), found.data(), sizeof result);
  return result;
}

/// Returns how many distinct values the first `count` offsets have after division by 2^shift.
inline std::uint32_t count_distinct(const Lanes& offsets, std::uint32_t count, int shift) {
  Lanes keys;
  for (std::uint32_t i = 0; i < warp_size; ++i) keys[i] = offsets[i] >> shift;
  const Lanes found = repeats(keys, count);
  std::uint32_t distinct = count;
  for (std::uint32_t i = 0; i < count; ++i) distinct += found[i]; // -1 for each key that repeats a lower one
  return distinct;
}

struct AskedSector {
  std::uint32_t address = 0; ///< byte offset of the sector
  std::uint32_t times = 0;
};
/// asked_sectors.cpp: how often an atomic asks for each sector, ascending by address: as often as the most
/// lanes want one element in it.
[[nodiscard]] std::vector<AskedSector> asked_sectors(const WarpAccess& access);

} // namespace warpscope::model::model_detail
