// Why two counts of one line differ. A reason is given only where the numbers of the recording prove it; the
// rest is Unexplained, and either a bug of ours or a recording that is not true.
#pragma once

#include "app/compare/counts.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compare {

/// The later one counts when a row has several.
enum class Why : std::uint8_t {
  Equal,
  Arbitration, ///< totals of the profiler: what warps that meet in the same cycle add, to wavefronts and to
               ///< conflicts alike
  HoistedOrDropped, ///< the compiler needs fewer of the accesses, or makes them in another line
  Merged,           ///< several accesses became one that is wider
  Spilled,          ///< registers kept in local memory
  NotModelled,
  Unexplained,
};
[[nodiscard]] std::string_view name_of(Why why); ///< "equal", "arbitration", "hoisted or dropped", …

struct Reason {
  Why why = Why::Equal;
  std::string because; ///< a sentence without a full stop; empty for Equal
};
/// The graver one.
[[nodiscard]] Reason graver(Reason a, Reason b);

/// Copies that the compiler made of the code, with other lanes of a warp in each: more instructions with as
/// many lanes in all, that cost as much or more, by at most 32 each. Equal (the default) where it is not
/// that.
[[nodiscard]] Reason explain_copies(model::CounterGroup group, std::uint32_t line, const LineCounters& before,
                                    const LineCounters& after);

/// What an optimising compiler made of the accesses of `group` in `line`: `before` as the text has them,
/// `after` as they were executed. The rules that must hold:
/// - over all lines there are not more instructions, bytes a lane, and wavefronts or sectors than before
/// (merging never costs more: the words of
///   a wide access are as many in each bank for each of its parts);
/// - an instruction costs at most 32, and one serves at most 32 lanes;
/// - each instruction that went took 1 to 32 with it; what came newly came from another line.
[[nodiscard]] Reason explain_compiler(model::CounterGroup group, std::uint32_t line,
                                      const LineCounters& before, const LineCounters& after);

/// Instructions that one line lost and another gained, as many of the same widths and lanes that cost the
/// same: they are the same, and only the compiler says of another line that they are its own, as it does of a
/// library's code that is inlined. Equal where there is no such line.
[[nodiscard]] Reason explain_exchange(model::CounterGroup group, std::uint32_t line,
                                      const LineCounters& before, const LineCounters& after);

/// Instructions that the compiler only put into another line, as of a struct that is copied or a loop that
/// begins elsewhere: over all lines they are as many, of the same widths and lanes, and cost the same. Equal
/// where it is not that, or where the line did not change.
[[nodiscard]] Reason explain_moves(model::CounterGroup group, std::uint32_t line, const LineCounters& before,
                                   const LineCounters& after);

/// What optimising the text here gave too (`predicted`, of the line's lanes, instructions and cost alike);
/// Equal where it gave something else.
[[nodiscard]] Reason explain_by_prediction(model::CounterGroup group, std::uint32_t line,
                                           const LineCounters& simulated, const LineCounters& predicted,
                                           const LineCounters& measured);

/// Global atomics of `line`, of which `of_builds` holds each build's counts: sums that the compiler forms in
/// the warp before one lane asks, and loops over an atomic that ran otherwise in each build (no compiler adds
/// or drops an atomic). Equal where it is neither.
[[nodiscard]] Reason explain_global_atomics(std::uint32_t line, const LineCounters& simulated,
                                            const LineCounters& measured,
                                            const std::vector<const LineCounters*>& of_builds);

/// A loop that asks a global atomic again, at `line`, until another block has stored what it waits for: in
/// this build it asked another number of times than in the simulation, and no compiler adds or drops an
/// atomic. Equal where it asked as often.
[[nodiscard]] Reason explain_waiting(std::uint32_t line, const LineCounters& simulated,
                                     const LineCounters& measured);

/// What the hardware is known to do otherwise than sim/model says, in a line of the build `build`; Equal when
/// it is none of that. `measured`: lines_of(build).
[[nodiscard]] Reason explain_hardware(model::CounterGroup group, std::uint32_t line,
                                      const LineCounters& simulated, const LineCounters& measured,
                                      const protocol::RecordedBuild& build);

} // namespace warpscope::compare
