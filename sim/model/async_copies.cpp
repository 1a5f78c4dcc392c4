// Schedules the wavefronts of an asynchronous copy as an edge colouring between banks.
#include "sim/model/async_copies.h"

#include <algorithm>
#include <array>
#include <bit>

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

} // namespace

bool is_async_copy(const WarpAccess& access, AccessKind kind) {
  if (!access.copies || kind != AccessKind::Store || (access.width != 4 && access.width != 8)) return false;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0 && access.offset[lane] % access.width != 0) return false;
  return true;
}

BankService serve_async_copy(const WarpAccess& access) {
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
                          from = access.from_bank[lane] / words;
      group.wavefronts = std::max({group.wavefronts, ++uses[0][to], ++uses[1][from]});
    }
    Schedule schedule(group.wavefronts);
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      schedule.add(lane, access.offset[lane] / access.width % banks, access.from_bank[lane] / words);
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

} // namespace warpscope::model::model_detail
