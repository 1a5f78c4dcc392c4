// The groups of asynchronous copies that the lanes of one warp have committed and waited for. It implements
// the rule of cp.async.commit_group and cp.async.wait_group: a lane's commits number its groups, and a wait
// covers the oldest of them (PTX ISA, cp.async).
#pragma once

#include "sim/base/access.h"
#include "sim/trace/event.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace warpscope::trace {

class CopyGroups {
 public:
  void commit(std::uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) ++committed_[lowest(lanes)];
  }
  /// For a CopyWaitOldest or CopyWaitPrior.
  void wait(const OrderEvent& order) {
    for (std::uint32_t rest = order.lanes; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = lowest(rest), committed = committed_[lane];
      waited_[lane] = order.kind == OrderKind::CopyWaitOldest
                          ? std::min(waited_[lane] + 1, committed)
                          : std::max(waited_[lane], committed - std::min(committed, order.prior));
    }
  }
  /// Returns the group that the lane's next copy belongs to.
  [[nodiscard]] std::uint32_t open_group(std::uint32_t lane) const { return committed_[lane]; }
  [[nodiscard]] bool waited_for(std::uint32_t lane, std::uint32_t group) const {
    return group < waited_[lane];
  }

 private:
  static std::uint32_t lowest(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::countr_zero(lanes));
  }

  std::array<std::uint32_t, warp_size> committed_{}, waited_{};
};

} // namespace warpscope::trace
