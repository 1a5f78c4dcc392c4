// An order of the warps in which a race does damage: found by running the block again under other orders and
// comparing what it leaves.
//
// The search is bounded and the same every time: the usual order, the reverse, turns of a few instructions,
// each warp of a racing pair before or behind the others, then every warp so. For a race within a warp some
// of its lanes run apart from the others, the racing ones first; not in kernels with shuffles or votes, which
// need the lanes together, which is said.
#pragma once

#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/launch/launch_memory.h"
#include "sim/races/hazards.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::races {

/// Bounds on the search; the run that it compares with is not counted.
struct ScheduleBudget {
  double seconds = 2;
  std::uint32_t orders = 120;
};

/// A value that is another than in the right run, where a thread read or wrote it. Texts are of the access's
/// element type.
struct WrongValue {
  std::uint32_t site = 0;   ///< Program::sites
  std::uint32_t thread = 0; ///< linear in the block
  AccessKind kind = AccessKind::Load;
  Space space = Space::Shared;
  std::uint32_t offset = 0; ///< in the space's window
  std::string place;        ///< "s[8]"
  std::string value, right; ///< "0", "7"
};

struct BrokenOrder {
  std::uint64_t block = 0;
  bool whole_grid = false; ///< the blocks ran in another order
  exec::Schedule schedule;
  exec::RunStatus status = exec::RunStatus::Done; ///< else the block ended so under this order, and nothing
                                                  ///< was compared
  std::string output;                             ///< the buffer with the first difference
  std::uint64_t mismatches = 0;                   ///< in it
  std::string first; ///< "out[40] = 1, should be 8"; without `right_known` "out[40] = 1, in order 8"
  /// Where the wrong value came from: the first read of a value that is not the right run's, and what that
  /// thread then wrote, up to the first wrong value in global memory. Empty where the two runs took other
  /// ways, or were too long.
  std::vector<WrongValue> way;
};

struct ScheduleSearch {
  std::uint32_t tried = 0;
  /// The run compared with is right: of the text with its barriers, or one whose [check] passes. Else it is
  /// the usual order.
  bool right_known = false;
  std::optional<BrokenOrder> broken;
  std::string not_searched; ///< a sentence: no order was tried
  std::string sentence;     ///< what came out of it, for a person
};

/// "warp 1 runs before the others"
[[nodiscard]] std::string order_text(const exec::Schedule& schedule);

/// What a launch needs to be run again.
struct Rerun {
  const program::Program* program = nullptr; ///< as it is to be run
  const program::Program* intact = nullptr;  ///< the same with its barriers; null: none is left out
  exec::Launch launch;
  exec::RunOptions options;                             ///< budget, cancel
  const std::vector<launch::Buffer>* buffers = nullptr; ///< that are compared
  const std::vector<Hazard>* hazards = nullptr;
  bool checks_pass = false; ///< in the usual order
  bool pre_volta = false;   ///< lanes of a warp run in lockstep: none runs apart
  /// Fills the launch's memory as it is at its start, and lays out the parameters.
  std::function<void(const program::Program& program, exec::DeviceMemory& memory, exec::Launch& launch)>
      prepare;
};
[[nodiscard]] ScheduleSearch search_schedules(const Rerun& rerun, const ScheduleBudget& budget);

} // namespace warpscope::races
