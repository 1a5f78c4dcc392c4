// A second, slow and obvious reading of the rules, byte by byte with sets. Linked into tests only; shares no
// code with sim/model.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace reference {

using warpscope::AccessKind;
using warpscope::WarpAccess;

inline bool active(const WarpAccess& a, unsigned lane) {
  return (a.mask >> lane & 1u) != 0;
}

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

inline Banks banks(const WarpAccess& a, AccessKind kind) {
  Banks result;
  for (const std::vector<unsigned>& group : service_groups(a, kind)) {
    std::map<std::uint64_t, std::multiset<std::uint64_t>>
        uses; // bank -> for atomics a word a lane, else different words
    for (const unsigned lane : group) {
      std::set<std::uint64_t> words;
      for (unsigned byte = 0; byte < a.width; ++byte)
        words.insert((std::uint64_t{a.offset[lane]} + byte) / 4);
      for (const std::uint64_t word : words) {
        std::multiset<std::uint64_t>& bank = uses[word % 32];
        if (kind == AccessKind::Atomic || !bank.contains(word)) bank.insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, words] : uses)
      most = words.size() > most ? words.size() : most;
    result.wavefronts += static_cast<unsigned>(most);
    ++result.groups;
  }
  result.requests = result.groups != 0;
  return result;
}

struct Sectors {
  unsigned sectors = 0, lines = 0, used_bytes = 0, bytes = 0;
};

inline Sectors sectors(const WarpAccess& a) {
  std::set<std::uint64_t> bytes, touched, lines;
  Sectors result;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!active(a, lane)) continue;
    result.bytes += a.width;
    for (unsigned byte = 0; byte < a.width; ++byte) {
      const std::uint64_t address = std::uint64_t{a.offset[lane]} + byte;
      bytes.insert(address);
      touched.insert(address / 32);
      lines.insert(address / 128);
    }
  }
  result.sectors = static_cast<unsigned>(touched.size());
  result.lines = static_cast<unsigned>(lines.size());
  result.used_bytes = static_cast<unsigned>(bytes.size());
  return result;
}

inline unsigned passes(const WarpAccess& a) {
  std::set<std::uint32_t> addresses;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (active(a, lane)) addresses.insert(a.offset[lane]);
  return static_cast<unsigned>(addresses.size());
}

} // namespace reference
