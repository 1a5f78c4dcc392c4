// Asynchronous copies that a thread has begun and not yet waited for, for sim/races/hazards.h. The simulator
// copies at once; what a device may do is copy at any moment between the call and the wait. So the thread's
// own accesses in between are held against its copies here. Other threads' accesses are held against the copy
// by block_hazards.h, which is told of it at its call, behind each barrier that it outlives, and at its wait,
// as if it were done there; or by ordered_hazards.h, which is told when it is settled. A copy that belongs to
// a barrier object's phase is waited for at the object.
#pragma once

#include "sim/races/word_accesses.h"

#include <functional>

namespace warpscope::races {

class CopiesInFlight {
 public:
  using Again = std::function<void(const trace::AccessEvent&)>; ///< for an access of a copy that may be done
                                                                ///< now as well, or that has just become a
                                                                ///< phase's
  using IsOver = std::function<bool(std::uint32_t thread, std::uint32_t object,
                                    std::uint32_t phase)>;        ///< the thread knows it
  void order(const trace::OrderEvent& event, const Again& again); ///< an event of a copy, no fence
  /// Holds the access against the copies of its own lanes; those of a copy's call are kept.
  void access(const trace::AccessEvent& event, HazardList& found, const IsOver& is_over);
  [[nodiscard]] bool in_call(const trace::AccessEvent& event) const; ///< some of its lanes are inside of a
                                                                     ///< copy's call
  void barrier(std::uint64_t block, const Again& again);
  void end(std::uint64_t block);

 private:
  struct Copy {
    trace::AccessEvent event; ///< one side of the copy; its mask: lanes that have not waited
    std::array<std::uint32_t, warp_size> group{};
    bool of_phase = false; ///< of an object's
    std::uint32_t object = 0, phase = 0;
  };
  struct Warp {
    std::uint32_t copying = 0;                                  ///< lanes inside of a call
    std::array<std::uint32_t, warp_size> committed{}, waited{}; ///< groups
    std::vector<Copy> copies;
  };
  static void bind(Warp& warp, const trace::OrderEvent& event, const Again& again);
  static void hold(const trace::AccessEvent& event, const Copy& copy, HazardList& found);
  std::map<std::pair<std::uint64_t, std::uint32_t>, Warp> warps_; ///< by block and warp
};

} // namespace warpscope::races
