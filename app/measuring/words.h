// Sentences about measurements, made of values: the window only draws them.
#pragma once

#include "app/measuring/measuring.h"
#include "sim/run/estimate_error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::measuring {

/// The question before a command is run for the first time, with the command's beginning.
[[nodiscard]] std::string question_words(std::string_view command);
/// How far a measurement is. `stage`: Measuring::stage().
[[nodiscard]] std::string running_words(std::string_view profile, double seconds, std::string_view stage);
/// The simulator's `trouble` with the line of the fault; the trouble alone where the line is not known.
[[nodiscard]] std::string fault_words(const std::string& trouble, const run::Result& result);

/// "recorded", "measured now", "from a.json".
[[nodiscard]] std::string origin_words(const Evidence& evidence);
/// "H200 · recorded 2026-11-21"; `whole`: with the maker's name.
[[nodiscard]] std::string device_words(const Evidence& evidence, bool whole);
[[nodiscard]] std::string quartile_words(const protocol::RecordedTimes& times);
/// Everything that a person may want to know of a recording, a line each. `table`: null where the counts are
/// not there yet.
[[nodiscard]] std::string recording_words(const protocol::Recording& recording, const MeasuredTable* table);
/// Registers, spills, warps, clock, driver: "32 registers · no spills · …". `build`: null where none was
/// recorded.
[[nodiscard]] std::string resource_words(const protocol::Recording& recording,
                                         const protocol::RecordedBuild* build);
/// Why no evidence fits the present text.
[[nodiscard]] std::string nothing_fits_words(const NothingFits& nothing);

/// "B is 2.00× as fast, measured"; below 1 "as slow"; or that no winner is named, since the times are within
/// the noise.
[[nodiscard]] std::string measured_speedup_words(const run::Speedup& speedup);
/// "2.00× as fast by the model (1.11 – 4.80)", or "1.10× as fast by the model (0.85 – 1.40): no winner
/// named".
[[nodiscard]] std::string estimated_speedup_words(const run::Speedup& speedup);
/// "(2.74 µs – 14.2 µs)"; empty without an interval.
[[nodiscard]] std::string interval_words(const std::optional<run::Interval>& interval);
/// "of the compiled code": what the estimate's steps were recorded from.
[[nodiscard]] std::string_view code_words(const run::Estimate& estimate);
/// What the estimate rests on, what bounds the launch and what the interval means, a line each.
[[nodiscard]] std::string estimate_words(const run::Estimate& estimate);

/// What a GPU left in memory against what the simulator left there.
struct OutputsSaid {
  std::string text;
  std::string_view tip;
  bool equal = false; ///< or so close that rounding explains it, where what is left is defined
};
/// `chance`: why what the outputs hold is not defined; empty: it is. nullopt: nothing was compared.
[[nodiscard]] std::optional<OutputsSaid> outputs_said(const std::vector<compare::ComparedOutput>& outputs,
                                                      const std::string& chance);

/// A recording beside the simulated table, in one sentence.
struct Hint {
  std::string text;  ///< "Measured: 2 lines differ on H200"
  std::string whole; ///< with why: "…: merged"; `text` where nothing differs
  std::string lines; ///< a sentence for each line that differs, with its reason
  std::size_t differing_lines = 0, unexplained = 0;
};
/// `removed`: which barriers are cut, results::removed_barriers().
[[nodiscard]] Hint hint_of(const MeasuredTable& table, std::string_view device, const std::string& removed);

} // namespace warpscope::measuring
