// Asynchronous copies that a thread has begun and not yet waited for, for sim/races/hazards.h. The simulator
// copies at once; a device may copy at any moment between the call and the wait. So the thread's own accesses
// in between are checked against its copies here. Accesses of other threads are checked by block_hazards.h,
// which sees the copy at its call, after each barrier that it outlives, and at its wait, as if it happened
// there; or by ordered_hazards.h, which is told when the copy is settled. A copy that belongs to a phase of a
// cuda::barrier is waited for at that object.
#pragma once

#include "sim/races/word_accesses.h"
#include "sim/trace/copy_groups.h"

#include <functional>

namespace warpscope::races {

class CopiesInFlight {
 public:
  /// Called for an access of a copy that may also happen now, or that has just become part of a phase.
  using Again = std::function<void(const trace::AccessEvent&)>;
  using IsOver = std::function<bool(std::uint32_t thread, std::uint32_t object,
                                    std::uint32_t phase)>; ///< true when the thread knows that the phase is
                                                           ///< over
  /// The event belongs to a copy and is not a fence.
  void order(const trace::OrderEvent& event, const Again& again);
  /// Checks the access against the copies of its own lanes; accesses within a copy's call are recorded.
  void access(const trace::AccessEvent& event, HazardList& found, const IsOver& is_over);
  /// True when some of its lanes are within a copy's call.
  [[nodiscard]] bool in_call(const trace::AccessEvent& event) const;
  void barrier(std::uint64_t block, const Again& again);
  void end(std::uint64_t block);

 private:
  struct Copy {
    trace::AccessEvent event; ///< one side of the copy; its mask holds the lanes that have not waited
    std::array<std::uint32_t, warp_size> group{};
    trace::OrderQueue queue = trace::OrderQueue::Copies;
    bool of_phase = false; ///< the copy belongs to a phase of an object
    std::uint32_t object = 0, phase = 0;
  };
  struct Warp {
    std::uint32_t copying = 0;                           ///< lanes within a copy's call
    trace::OrderQueue queue = trace::OrderQueue::Copies; ///< of that call
    trace::CopyGroups groups[2];                         ///< by OrderQueue
    std::vector<Copy> copies;
  };
  static void bind(Warp& warp, const trace::OrderEvent& event, const Again& again);
  static void hold(const trace::AccessEvent& event, const Copy& copy, HazardList& found);
  std::map<std::pair<std::uint64_t, std::uint32_t>, Warp> warps_; ///< by block and warp
};

} // namespace warpscope::races
