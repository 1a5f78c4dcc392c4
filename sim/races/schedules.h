// Finds a schedule of the warps in which a race does damage, by running the block again under other schedules
// and comparing what it leaves in memory.
//
// The search is bounded and deterministic: the usual schedule, the reverse, turns of a few instructions, each
// warp of a racing pair before or after the others, then every warp likewise. For a race within a warp, some
// of its lanes run apart from the others, the racing ones first; not in kernels with shuffles or votes, which
// need the lanes together, and the result says so.
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

/// Limits of the search; the run that the others are compared with does not count.
struct ScheduleBudget {
  double seconds = 2;
  std::uint32_t orders = 120;
};

/// A value that differs from the correct run's, where a thread read or wrote it. Texts are in the access's
/// element type.
struct WrongValue {
  std::uint32_t site = 0;   ///< index into Program::sites
  std::uint32_t thread = 0; ///< linear within the block
  AccessKind kind = AccessKind::Load;
  Space space = Space::Shared;
  std::uint32_t offset = 0; ///< in the space's window
  std::string place;        ///< "s[8]"
  std::string value, right; ///< "0", "7"
};

struct BrokenOrder {
  std::uint64_t block = 0;
  bool whole_grid = false; ///< the blocks, too, run in another order
  exec::Schedule schedule;
  /// How the block ended under this schedule; unless Done, nothing was compared.
  exec::RunStatus status = exec::RunStatus::Done;
  std::string output;           ///< the buffer that holds the first difference
  std::uint64_t mismatches = 0; ///< in that buffer
  std::string first; ///< "out[40] = 1, should be 8"; without `right_known` "out[40] = 1, in order 8"
  /// Where the wrong value came from: the first read of a value that differs from the correct run's, and what
  /// that thread then wrote, up to the first wrong value in global memory. Empty where the control flow of
  /// the two runs differs, or they were too long.
  std::vector<WrongValue> way;
};

struct ScheduleSearch {
  std::uint32_t tried = 0;
  /// The run compared with is correct: it ran the text with its barriers, or its [check] passes. Otherwise it
  /// is that of the usual schedule.
  bool right_known = false;
  std::optional<BrokenOrder> broken;
  std::string not_searched; ///< a sentence: why no schedule was tried
  std::string sentence;     ///< the result, for a person
};

/// Describes the schedule: "warp 1 runs before the others".
[[nodiscard]] std::string order_text(const exec::Schedule& schedule);

/// All that is needed to run a launch again.
struct Rerun {
  const program::Program* program = nullptr; ///< the program to run
  const program::Program* intact = nullptr;  ///< the same with its barriers; null: none is left out
  exec::Launch launch;
  exec::RunOptions options;                             ///< budget, cancel
  const std::vector<launch::Buffer>* buffers = nullptr; ///< to compare
  const std::vector<Hazard>* hazards = nullptr;
  bool checks_pass = false; ///< under the usual schedule
  bool pre_volta = false;   ///< lanes of a warp run in lockstep, so that none runs apart
  /// Fills the launch's memory with its initial contents and lays out the parameters.
  std::function<void(const program::Program& program, exec::DeviceMemory& memory, exec::Launch& launch)>
      prepare;
};
[[nodiscard]] ScheduleSearch search_schedules(const Rerun& rerun, const ScheduleBudget& budget);

} // namespace warpscope::races
