// A second, slow and obvious implementation of the rules, byte by byte. Linked into tests only; shares no
// code with sim/model.
#pragma once

#include "sim/base/access.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace reference {

using warpscope::AccessKind;
using warpscope::WarpAccess;

inline bool active(const WarpAccess& a, unsigned lane) { return (a.mask >> lane & 1u) != 0; }

inline std::vector<std::vector<unsigned>> service_groups(const WarpAccess& a, AccessKind kind) {
  unsigned lanes = 32;
  if (a.width == 8) lanes = 16;
  if (a.width == 16) lanes = 8;
  if (a.width == 32) lanes = 4;
  if (kind == AccessKind::Load && (a.width == 8 || a.width == 16)) {
    for (const unsigned distance : {1u, 2u}) {
      bool all = true;
      for (unsigned i = 0; i < 32; ++i) {
        const unsigned partner = i ^ distance;
        if (active(a, i) && active(a, partner) && a.offset[i] != a.offset[partner]) all = false;
      }
      if (all) {
        lanes *= 2;
        break;
      }
    }
  }
  std::vector<std::vector<unsigned>> groups;
  for (unsigned first = 0; first < 32; first += lanes) {
    std::vector<unsigned> group;
    for (unsigned i = first; i < first + lanes; ++i)
      if (active(a, i)) group.push_back(i);
    if (!group.empty()) groups.push_back(group);
  }
  return groups;
}

struct Banks {
  unsigned requests = 0, wavefronts = 0, groups = 0;
};

/// Returns the distinct values, ascending.
inline std::vector<std::uint64_t> distinct(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Returns every byte that an active lane of `lanes` touches, divided by `unit`, without adjacent duplicates.
inline std::vector<std::uint64_t> touched(const WarpAccess& a, const std::vector<unsigned>& lanes,
                                          unsigned unit) {
  std::vector<std::uint64_t> found;
  found.reserve(lanes.size() * a.width);
  for (const unsigned lane : lanes)
    for (unsigned byte = 0; byte < a.width; ++byte) {
      const std::uint64_t value = (std::uint64_t{a.offset[lane]} + byte) / unit;
      if (found.empty() || found.back() != value) found.push_back(value);
    }
  return found;
}

inline Banks banks(const WarpAccess& a, AccessKind kind) {
  Banks result;
  for (const std::vector<unsigned>& group : service_groups(a, kind)) {
    std::vector<std::uint64_t> words; // for atomics each lane's own; otherwise the distinct ones of the group
    if (kind == AccessKind::Atomic) {
      for (const unsigned lane : group)
        for (const std::uint64_t word : distinct(touched(a, {lane}, 4))) words.push_back(word);
    } else {
      words = distinct(touched(a, group, 4));
    }
    unsigned in_bank[32] = {}, most = 0;
    for (const std::uint64_t word : words) most = std::max(most, ++in_bank[word % 32]);
    result.wavefronts += most;
    ++result.groups;
  }
  result.requests = result.groups != 0;
  return result;
}

struct Sectors {
  unsigned sectors = 0, lines = 0, used_bytes = 0, bytes = 0;
};

inline Sectors sectors(const WarpAccess& a) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active(a, lane)) lanes.push_back(lane);
  const auto count = [&](unsigned unit) {
    return static_cast<unsigned>(distinct(touched(a, lanes, unit)).size());
  };
  return {count(32), count(128), count(1), static_cast<unsigned>(lanes.size()) * a.width};
}

inline unsigned passes(const WarpAccess& a) {
  std::set<std::uint32_t> addresses;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active(a, lane)) addresses.insert(a.offset[lane]);
  return static_cast<unsigned>(addresses.size());
}

} // namespace reference
