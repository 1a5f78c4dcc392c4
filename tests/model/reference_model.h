// A second, slow and obvious implementation of the rules, byte by byte. Linked into tests only; shares no
// code with sim/model.
#pragma once

#include "sim/base/access.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace reference {

using warpscope::AccessKind;
using warpscope::AtomicForm;
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
  bool operator==(const Banks&) const = default;
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

/// What an atomic in shared memory costs, as compiled (docs/hardware-rules.md): instructions executed, active
/// lanes of all of them, wavefronts, those that would do, and conflicts; of the atomic and of its loop's
/// loads.
struct Served {
  unsigned requests = 0, lanes = 0, wavefronts = 0, ideal = 0, conflicts = 0;
};
struct AtomicCost {
  Served atomic, load;
};

inline unsigned last_round(const WarpAccess& a, unsigned lane) { return a.round[lane] & 31u; }
inline bool leaves(const WarpAccess& a, unsigned lane) { return a.round[lane] >= 128; }

/// The lanes for which round `number` of a loop executes an instruction; `swaps`: the compare-and-swap.
inline std::uint32_t lanes_of_round(const WarpAccess& a, unsigned number, bool swaps) {
  std::uint32_t lanes = 0;
  for (unsigned i = 0; i < 32; ++i)
    if (active(a, i) && last_round(a, i) >= number && !(swaps && last_round(a, i) == number && leaves(a, i)))
      lanes |= 1u << i;
  return lanes;
}

inline AtomicCost atomic_cost(const WarpAccess& a) {
  AtomicCost cost;
  unsigned lanes = 0;
  for (unsigned i = 0; i < 32; ++i) lanes += active(a, i) ? 1 : 0;
  if (a.form != AtomicForm::Loop) {
    const Banks b = banks(a, a.form == AtomicForm::Joins ? AccessKind::Store : AccessKind::Atomic);
    const unsigned each = a.form == AtomicForm::Swap ? 2 : 1;
    cost.atomic = {b.requests, lanes, each * b.wavefronts, each * b.groups, b.wavefronts - b.groups};
    return cost;
  }
  const unsigned half = a.width == 8 ? 16 : 32;
  const auto in_half = [&](std::uint32_t mask, unsigned h) {
    for (unsigned i = h * half; i < (h + 1) * half; ++i)
      if ((mask >> i & 1u) != 0) return true;
    return false;
  };
  for (unsigned number = 0; number < 32; ++number) {
    WarpAccess load = a;
    load.mask = lanes_of_round(a, number, false);
    const std::uint32_t swaps = lanes_of_round(a, number, true);
    const Banks b = banks(load, AccessKind::Load);
    cost.load.requests += b.requests;
    cost.load.wavefronts += b.wavefronts;
    cost.load.ideal += b.groups;
    cost.load.conflicts += b.wavefronts - b.groups;
    cost.atomic.requests += swaps != 0;
    for (unsigned h = 0; h < 32 / half; ++h) cost.atomic.wavefronts += in_half(swaps, h) ? 2 : 0;
    for (unsigned i = 0; i < 32; ++i) {
      cost.load.lanes += load.mask >> i & 1u;
      cost.atomic.lanes += swaps >> i & 1u;
    }
  }
  for (unsigned h = 0; h < 32 / half; ++h) cost.atomic.ideal += in_half(a.mask, h) ? 2 : 0;
  cost.atomic.ideal = std::min(cost.atomic.ideal, cost.atomic.wavefronts);
  return cost;
}

/// Says why a loop's rounds are not those of hardware, whatever the values were; empty: they may be. A lane
/// of the lower half that leaves its word as it was does not stop one of the upper half.
inline std::string fault_in_rounds(const WarpAccess& a, bool may_leave) {
  const unsigned half = a.width == 8 ? 16 : 32, unit = std::max(4u, a.width), banks = 128 / unit;
  std::uint32_t left = a.mask;
  for (unsigned number = 0; left != 0; ++number) {
    if (number == 32) return "a lane is never done";
    std::uint32_t done = 0, tries = 0;
    std::map<unsigned, std::set<std::uint32_t>> changed; // by bank: offsets
    for (unsigned i = 0; i < 32; ++i)
      if ((left >> i & 1u) != 0 && last_round(a, i) == number) done |= 1u << i;
    if (done == 0) return "a round does nothing";
    for (unsigned first = 0; first < 32; first += half) {
      std::set<unsigned> busy;
      std::map<unsigned, std::set<std::uint32_t>> here;
      for (unsigned i = first; i < first + half; ++i) {
        if ((left >> i & 1u) == 0) continue;
        if ((done >> i & 1u) != 0 && leaves(a, i)) {
          if (!may_leave) return "a lane leaves without a compare-and-swap";
          tries |= 1u << i;
          continue;
        }
        const unsigned bank = a.offset[i] / unit % banks;
        if (!busy.insert(bank).second) continue;
        tries |= 1u << i;
        const bool was_changed = changed[bank].contains(a.offset[i]);
        if ((done >> i & 1u) == 0 && !was_changed) return "a lane that has its bank's turn is not done";
        if ((done >> i & 1u) != 0) here[bank].insert(a.offset[i]);
      }
      changed = here;
    }
    if ((done & ~tries) != 0) return "a lane is done before its turn";
    left &= ~done;
  }
  return {};
}

struct Sectors {
  unsigned sectors = 0, lines = 0, used_bytes = 0, bytes = 0;
};

inline Sectors sectors(const WarpAccess& a, AccessKind kind = AccessKind::Load) {
  std::vector<unsigned> lanes;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active(a, lane)) lanes.push_back(lane);
  const auto count = [&](unsigned unit) {
    return static_cast<unsigned>(distinct(touched(a, lanes, unit)).size());
  };
  // An atomic asks for a sector as often as the most lanes want one element in it.
  std::map<std::uint64_t, std::map<std::uint32_t, unsigned>> wanted;
  for (const unsigned lane : lanes)
    for (const std::uint64_t sector : distinct(touched(a, {lane}, 32))) ++wanted[sector][a.offset[lane]];
  unsigned asked = 0;
  for (const auto& [sector, elements] : wanted) {
    unsigned most = 0;
    for (const auto& [offset, times] : elements) most = std::max(most, times);
    asked += kind == AccessKind::Atomic ? most : 1;
  }
  return {asked, count(128), count(1), static_cast<unsigned>(lanes.size()) * a.width};
}

inline unsigned passes(const WarpAccess& a) {
  std::set<std::uint32_t> addresses;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active(a, lane)) addresses.insert(a.offset[lane]);
  return static_cast<unsigned>(addresses.size());
}

} // namespace reference
