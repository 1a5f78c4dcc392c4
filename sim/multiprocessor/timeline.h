// What the warps of a multiprocessor did over time, arranged for a picture: a row for each place that a warp
// can have, and one row for the LSU. The states are multiprocessor.h's, by its rules.
#pragma once

#include "sim/multiprocessor/multiprocessor.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::multiprocessor {

/// A warp in one state, from cycle `begin` on and before `end`.
struct Piece {
  State state = State::Issue;
  /// Memory: what the result is of that it waits for (Shared, Load, Atomic, Copy, Constant). Issue, Ready,
  /// Queue, Pipe, Dependency: what it issues. Barrier: Barrier.
  Op what = Op::Run;
  std::uint64_t begin = 0, end = 0;
  std::uint32_t origin = no_origin; ///< Step::origin of the instruction that issues or waits
  /// Memory: Step::origin of the access whose result it waits for; else as `origin`.
  std::uint32_t cause = no_origin;
};

/// A warp from the cycle in which its block gets the place to its own end.
struct Life {
  std::uint64_t block = 0; ///< its number among the multiprocessor's blocks
  std::uint32_t warp = 0;  ///< within the block
  std::uint64_t taken = 0, started = 0, ended = 0;
  std::vector<Piece> pieces; ///< from `taken` to `ended` without gaps; neighbours differ
};

/// A place for a warp; its lives follow each other. Between them it is free.
struct PlaceRow {
  std::uint32_t place = 0, partition = 0;
  std::vector<Life> lives;
};

/// An access that occupies the LSU.
struct LsuPiece {
  Op what = Op::Shared;
  /// A cycle for each wavefront or line, and those in which shared memory turns round between loads and
  /// stores.
  std::uint64_t begin = 0, end = 0;
  std::uint32_t row = 0; ///< index into Timeline::rows
  std::uint32_t origin = no_origin;
  std::uint64_t wavefronts = 1; ///< of shared memory; of others their cycles
};

struct Timeline {
  std::vector<PlaceRow> rows; ///< by sub-partition, within it by place
  std::vector<LsuPiece> lsu;  ///< by time
  std::uint64_t cycles = 0;
  /// False: the simulation or its record ended early, `cycles` is as far as it came.
  bool complete = true;
  /// Cycles of all warps by state; of State::Memory those that wait for shared memory.
  StateCycles states{};
  std::uint64_t shared_cycles = 0;
  double issue_share = 0; ///< of the issue slots of all sub-partitions, from 0 to 1
};

/// `result` is simulate()'s of these, with Options::intervals.
[[nodiscard]] Timeline timeline_of(const Work& work, const Figures& figures, const Result& result);

/// Returns the piece of a row in a cycle; null: the place is free.
[[nodiscard]] const Piece* piece_at(const PlaceRow& row, std::uint64_t cycle);
/// Returns the LSU's piece in a cycle; null: it is idle.
[[nodiscard]] const LsuPiece* lsu_at(const Timeline& timeline, std::uint64_t cycle);
/// Returns the first cycle after `cycle` (before it, if `back`) in which a piece of the row begins; `cycle`
/// itself when there is none.
[[nodiscard]] std::uint64_t next_change(const PlaceRow& row, std::uint64_t cycle, bool back = false);

} // namespace warpscope::multiprocessor
