// Schedules the wavefronts of an asynchronous copy: as an edge colouring between banks, or (16 bytes a lane)
// as turns of whole lines.
#include "sim/model/async_copies.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace warpscope::model::model_detail {
namespace {

constexpr std::uint32_t row_bytes = 128;
constexpr std::int8_t nobody = -1;

/// Colours the edges (lanes) between the banks of shared and global memory so that no bank has two edges of
/// one colour: a colour is a wavefront.
class Schedule {
 public:
  explicit Schedule(std::uint32_t wavefronts) : wavefronts_(wavefronts) {
    for (auto& side : lane_at_)
      for (auto& bank : side) bank.fill(nobody);
  }

  void add(std::uint32_t lane, std::uint32_t to, std::uint32_t from) {
    bank_[0][lane] = to;
    bank_[1][lane] = from;
    const std::uint32_t free_to = free_of(0, to), free_from = free_of(1, from);
    // The origin's bank frees its wavefront free_to: along the chain of lanes that alternate between the two
    // wavefronts, they swap. The chain cannot return to `to`, which does not use free_to.
    if (lane_at_[1][from][free_to] != nobody) swap_chain(1, from, free_to, free_from);
    set(lane, free_to);
  }

  [[nodiscard]] std::uint32_t wavefront_of(std::uint32_t lane) const { return wavefront_[lane]; }

 private:
  [[nodiscard]] std::uint32_t free_of(unsigned side, std::uint32_t bank) const {
    std::uint32_t w = 0;
    while (w + 1 < wavefronts_ && lane_at_[side][bank][w] != nobody) ++w;
    return w;
  }
  void set(std::uint32_t lane, std::uint32_t wavefront) {
    wavefront_[lane] = wavefront;
    for (const unsigned side : {0u, 1u})
      lane_at_[side][bank_[side][lane]][wavefront] = static_cast<std::int8_t>(lane);
  }
  void swap_chain(unsigned side, std::uint32_t bank, std::uint32_t now, std::uint32_t other) {
    std::array<std::uint32_t, warp_size> chain{};
    std::uint32_t length = 0;
    for (std::int8_t lane = lane_at_[side][bank][now]; lane != nobody; lane = lane_at_[side][bank][now]) {
      chain[length++] = static_cast<std::uint32_t>(lane);
      side ^= 1u;
      bank = bank_[side][static_cast<std::uint32_t>(lane)];
      std::swap(now, other);
    }
    for (std::uint32_t i = 0; i < length; ++i)
      for (const unsigned s : {0u, 1u}) lane_at_[s][bank_[s][chain[i]]][wavefront_[chain[i]]] = nobody;
    const std::uint32_t sum = now + other;
    for (std::uint32_t i = 0; i < length; ++i) set(chain[i], sum - wavefront_[chain[i]]);
  }

  std::uint32_t wavefronts_;
  std::array<std::array<std::uint32_t, warp_size>, 2> bank_{};
  /// By side, bank and wavefront.
  std::array<std::array<std::array<std::int8_t, warp_size>, warp_size>, 2> lane_at_{};
  std::array<std::uint32_t, warp_size> wavefront_{};
};

/// The lanes that copy between one sector of global and one of shared memory.
struct SectorPair {
  std::uint32_t to = 0, from = 0; ///< numbers of sectors; that of the origin's line is as `other_side` has it
  std::uint32_t halves = 0;       ///< bit 2 * (half of the origin) + half of the destination
  std::uint32_t lanes = 0;
};

std::vector<SectorPair> sector_pairs(const WarpAccess& access) {
  std::vector<SectorPair> pairs;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t to = access.offset[lane] / 16, from = access.other_side[lane];
    auto at = std::find_if(pairs.begin(), pairs.end(),
                           [&](const SectorPair& p) { return p.to == to / 2 && p.from == from / 2; });
    if (at == pairs.end()) at = pairs.insert(pairs.end(), {to / 2, from / 2});
    at->halves |= 1u << (2 * (from & 1u) + (to & 1u));
    at->lanes |= 1u << lane;
  }
  return pairs;
}

/// The eight ways in which a wavefront can bring the four sectors of a line of global memory to those of a
/// line of shared memory: turned round by 0 to 3 sectors, in order or reversed. Bit 4 * origin + destination.
constexpr std::array<std::uint32_t, 8> ways_between_lines = [] {
  std::array<std::uint32_t, 8> ways{};
  for (std::uint32_t turn = 0; turn < 4; ++turn)
    for (std::uint32_t from = 0; from < 4; ++from) {
      ways[turn] |= 1u << (4 * from + (from + turn) % 4);
      ways[4 + turn] |= 1u << (4 * from + (turn + 4 - from) % 4);
    }
  return ways;
}();

/// The fewest of the ways that bring all of `wanted`: bits of ways_between_lines.
std::uint32_t fewest_ways(std::uint32_t wanted) {
  std::uint32_t best = 0xff;
  for (std::uint32_t some = 1; some < 0x100; ++some) {
    if (std::popcount(some) >= std::popcount(best)) continue;
    std::uint32_t brought = 0;
    for (std::uint32_t rest = some; rest != 0; rest &= rest - 1)
      brought |= ways_between_lines[static_cast<std::size_t>(std::countr_zero(rest))];
    if ((wanted & ~brought) == 0) best = some;
  }
  return best;
}

/// Groups of eight lanes, as of other accesses of 16 bytes, when no wavefront has lanes of two; else one
/// group.
void group_by_eight(BankService& service, const WarpAccess& access) {
  const auto eight_of = [](std::uint32_t lane_bit) { return lane_bit / 8; };
  const bool apart = std::ranges::all_of(service.wavefronts, [&](const BankWavefront& w) {
    return eight_of(static_cast<std::uint32_t>(std::countr_zero(w.lanes))) ==
           eight_of(31u - static_cast<std::uint32_t>(std::countl_zero(w.lanes)));
  });
  for (std::uint32_t i = 0; i < service.wavefronts.size(); ++i) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(service.wavefronts[i].lanes));
    const std::uint32_t lanes = apart ? 0xffu << eight_of(lane) * 8 : ~0u;
    if (service.groups.empty() || service.groups.back().lanes != lanes)
      service.groups.push_back({lanes, access.mask & lanes, i, 0});
    ++service.groups.back().wavefronts;
    service.wavefronts[i].group = static_cast<std::uint32_t>(service.groups.size() - 1);
  }
}

/// Copies of 16 bytes a lane: a wavefront serves one line of either memory, and in it pairs of sectors that
/// move the same halves.
BankService serve_wide_copy(const WarpAccess& access) {
  BankService service;
  service.counts.requests = access.mask != 0 ? 1 : 0;
  std::vector<SectorPair> left = sector_pairs(access);
  while (!left.empty()) {
    const SectorPair first = left.front();
    const auto beside = [&](const SectorPair& p) {
      return p.to / 4 == first.to / 4 && p.from / 4 == first.from / 4 && p.halves == first.halves;
    };
    std::uint32_t wanted = 0;
    for (const SectorPair& pair : left)
      if (beside(pair)) wanted |= 1u << (4 * (pair.from % 4) + pair.to % 4);
    std::uint32_t ways = fewest_ways(wanted);
    for (; ways != 0; ways &= ways - 1) {
      const std::uint32_t way = ways_between_lines[static_cast<std::size_t>(std::countr_zero(ways))];
      BankWavefront wavefront;
      std::erase_if(left, [&](const SectorPair& pair) {
        if (!beside(pair) || (way >> (4 * (pair.from % 4) + pair.to % 4) & 1u) == 0) return false;
        wavefront.lanes |= pair.lanes;
        return true;
      });
      for (std::uint32_t rest = wavefront.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        for (std::uint32_t word = access.offset[lane] / 4; word < access.offset[lane] / 4 + 4; ++word) {
          wavefront.banks |= 1u << word % 32;
          wavefront.word[word % 32] = word;
          wavefront.lanes_of_bank[word % 32] |= 1u << lane;
        }
      }
      service.wavefronts.push_back(wavefront);
    }
  }
  std::ranges::stable_sort(service.wavefronts, {},
                           [](const BankWavefront& w) { return std::countr_zero(w.lanes); });
  group_by_eight(service, access);
  std::vector<std::uint32_t> pieces; // of shared memory; a wavefront fills at most eight
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
    pieces.push_back(access.offset[static_cast<std::size_t>(std::countr_zero(rest))]);
  std::ranges::sort(pieces);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  std::uint32_t eights = 0; // groups of eight lanes that have an active one
  for (std::uint32_t first = 0; first < warp_size; first += 8)
    eights += (access.mask >> first & 0xffu) != 0 ? 1 : 0;
  service.counts.wavefronts = static_cast<std::uint32_t>(service.wavefronts.size());
  service.counts.ideal_wavefronts = std::max(static_cast<std::uint32_t>(pieces.size() + 7) / 8,
                                             std::min(eights, service.counts.wavefronts));
  service.counts.bank_conflicts = service.counts.wavefronts - service.counts.ideal_wavefronts;
  return service;
}

} // namespace

bool is_async_copy(const WarpAccess& access, AccessKind kind) {
  if (!access.copies || kind != AccessKind::Store ||
      (access.width != 4 && access.width != 8 && access.width != 16))
    return false;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0 && access.offset[lane] % access.width != 0) return false;
  return true;
}

BankService serve_async_copy(const WarpAccess& access) {
  if (access.width == 16) return serve_wide_copy(access);
  BankService service;
  service.counts.requests = access.mask != 0 ? 1 : 0;
  const std::uint32_t lanes = row_bytes / access.width, words = access.width / 4, banks = 32 / words;
  for (std::uint32_t first = 0; first < warp_size; first += lanes) {
    BankGroup group;
    group.lanes = lanes == warp_size ? ~0u : ((1u << lanes) - 1u) << first;
    group.active = access.mask & group.lanes;
    if (group.active == 0) continue;
    std::array<std::array<std::uint32_t, warp_size>, 2> uses{};
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const std::uint32_t to = access.offset[lane] / access.width % banks,
                          from = access.other_side[lane] / words;
      group.wavefronts = std::max({group.wavefronts, ++uses[0][to], ++uses[1][from]});
    }
    Schedule schedule(group.wavefronts);
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      schedule.add(lane, access.offset[lane] / access.width % banks, access.other_side[lane] / words);
    }
    group.first_wavefront = static_cast<std::uint32_t>(service.wavefronts.size());
    service.wavefronts.resize(service.wavefronts.size() + group.wavefronts);
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      BankWavefront& wavefront = service.wavefronts[group.first_wavefront + schedule.wavefront_of(lane)];
      wavefront.group = static_cast<std::uint32_t>(service.groups.size());
      wavefront.lanes |= 1u << lane;
      for (std::uint32_t word = access.offset[lane] / 4; word < access.offset[lane] / 4 + words; ++word) {
        wavefront.banks |= 1u << word % 32;
        wavefront.word[word % 32] = word;
        wavefront.lanes_of_bank[word % 32] |= 1u << lane;
      }
    }
    service.groups.push_back(group);
  }
  service.counts.wavefronts = static_cast<std::uint32_t>(service.wavefronts.size());
  service.counts.ideal_wavefronts = static_cast<std::uint32_t>(service.groups.size());
  service.counts.bank_conflicts = service.counts.wavefronts - service.counts.ideal_wavefronts;
  return service;
}

bool is_async_copys_load(const WarpAccess& access, AccessKind kind) {
  if (!access.copies || kind != AccessKind::Load || access.width != 16) return false;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
    if (access.offset[static_cast<std::size_t>(std::countr_zero(rest))] % 16 != 0) return false;
  return true;
}

std::uint32_t times_asked(const WarpAccess& access, std::uint32_t sector) {
  std::uint32_t destinations = 0; // by the lanes that stand for them
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (access.offset[lane] / 32 == sector / 32) destinations |= 1u << access.other_side[lane];
  }
  return static_cast<std::uint32_t>(std::popcount(destinations));
}

} // namespace warpscope::model::model_detail
