// What the lanes hold at a step: the variables that the text can name there, and watched expressions, from
// the values that the trace keeps.
#pragma once

#include "app/playback/run.h"
#include "sim/base/diagnostic.h"
#include "sim/base/element_type.h"
#include "sim/expression/watch.h"
#include "sim/trace/value_log.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::playback {

/// A variable or a watched expression in the lanes of a warp.
struct LaneVariable {
  std::string name, type;
  std::uint32_t line = 0, file = 0; ///< where it is declared; 0: a watch
  ElementType element = ElementType::I32;
  bool is_pointer = false;
  trace::LaneValues lanes;
  std::vector<std::string> places; ///< of a pointer, by lane: what it points to, such as "in[37]"
  std::string why;                 ///< of a watch: why a lane has no value
};

struct StepValues {
  bool recorded = false;  ///< the run was asked to keep values
  bool truncated = false; ///< and kept no more at this step
  std::uint32_t warp = 0;
  std::uint32_t live = 0;              ///< lanes that exist
  std::uint32_t active = 0;            ///< lanes that take part in the step
  std::vector<LaneVariable> variables; ///< the innermost scope's first, pointers last
};

/// `warp`: where the event is a barrier's, which warp is looked at; of an access, always its own.
[[nodiscard]] StepValues values_at(const Run& run, std::size_t event, std::uint32_t warp = 0);

/// A watched expression at the event; what is wrong with it goes to `diagnostics`.
[[nodiscard]] LaneVariable watch_at(const Run& run, std::size_t event, std::uint32_t warp,
                                    const expression::Watch& watch, Diagnostics& diagnostics);

/// How 32 lanes are said at once.
enum class Summary : std::uint8_t {
  Same,     ///< one value in all lanes that exist
  Sequence, ///< it grows by the same step from lane to lane
  Lanes,    ///< they differ
  NotYet,   ///< nothing is assigned in any lane
  Gone      ///< the compiled code does not hold it
};
[[nodiscard]] Summary summary_of(const LaneVariable& variable, const StepValues& step);
/// The value of a scalar with these bits, in at most so many digits behind one another.
[[nodiscard]] std::string value_text(ElementType type, std::uint64_t bits, int digits = 6);
/// One lane's value as a person writes it; "–" where it has none.
[[nodiscard]] std::string lane_text(const LaneVariable& variable, std::uint32_t lane, int digits = 6);
/// A Sequence as "0, 1, 2, … 31".
[[nodiscard]] std::string sequence_text(const LaneVariable& variable, const StepValues& step);

} // namespace warpscope::playback
