// The answer of warpscope-measure: a JSON document, see docs/measure.md. Recordings on disk are the same
// document. Whatever is absent is listed in could_not with its reason: nothing is missing silently.
#pragma once

#include "gpu/protocol/counter_table.h"
#include "gpu/protocol/request.h"
#include "sim/sass/code.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::protocol {

inline constexpr std::uint64_t recording_version = 1;

enum class RecordingStatus : std::uint8_t {
  Done,        ///< the kernel ran; could_not lists what could not be measured
  BadRequest,  ///< nothing was done
  NotCompiled, ///< NVRTC refused the text: see the build's messages
  NoDevice,    ///< no driver, no GPU, no NVRTC
  Faulted,     ///< the kernel ended with an error (such as an illegal address)
  TimedOut,    ///< the limit of seconds had passed and the program ended itself
  Failed,      ///< anything else, see message
};

struct RecordedDevice {
  std::string name;
  std::uint32_t cc_major = 0, cc_minor = 0, multiprocessors = 0;
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  std::string driver, cuda, nvrtc, cupti; ///< versions; empty when the library is absent
  bool operator==(const RecordedDevice&) const = default;
};

/// From NVML while the times were taken; all 0 without NVML (and an entry in could_not).
struct RecordedClocks {
  std::uint32_t sm_mhz = 0, memory_mhz = 0, sm_max_mhz = 0;
  std::vector<std::string> throttled_by; ///< "power cap", …
  bool operator==(const RecordedClocks&) const = default;
};

struct RecordedMessage {
  std::uint32_t line = 0, column = 0; ///< in the device text; 0: no position
  bool is_error = true;
  std::string text;
  bool operator==(const RecordedMessage&) const = default;
};

/// Times of one launch, in seconds.
struct RecordedTimes {
  double median = 0, least = 0, lower_quartile = 0, upper_quartile = 0;
  std::uint32_t repetitions = 0; ///< the number of samples
  /// Launches between two events, for kernels that take less time than launching them.
  std::uint32_t batch = 1;
  /// Each sample in the order in which it was taken, if asked for.
  std::vector<double> samples = {};
  /// Medians of several processes, this one's first. Memory lies elsewhere in each, so they differ by more
  /// than the samples of one. Empty: there was one.
  std::vector<double> processes = {};
  bool operator==(const RecordedTimes&) const = default;
};

/// By how much the processes' medians differ: .02, 2 % between the shortest and the longest; 0 of one
/// process.
[[nodiscard]] double spread_of(const RecordedTimes& times);

struct RecordedLine {
  std::uint32_t line = 0; ///< in the device text; 0: the code is not in it (headers)
  Counters counters;
  bool operator==(const RecordedLine&) const = default;
};
/// A machine instruction that moves data.
struct RecordedInstruction {
  std::uint32_t pc = 0; ///< in bytes from the function's beginning
  std::uint32_t line = 0;
  Counters counters;
  bool operator==(const RecordedInstruction&) const = default;
};

struct RecordedResources {
  std::uint32_t registers = 0, static_shared_bytes = 0, dynamic_shared_bytes = 0, local_bytes = 0,
                constant_bytes = 0, max_threads = 0;
  std::uint32_t blocks_per_multiprocessor = 0, warps_per_multiprocessor = 0,
                most_warps_per_multiprocessor = 0;
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0; ///< per thread, as ptxas reports
  bool operator==(const RecordedResources&) const = default;
};

enum class BuildKind : std::uint8_t {
  AsCompiled, ///< the text unchanged, optimised
  AsWritten,  ///< with volatile shared variables: no shared load or store is merged, hoisted or dropped
};
struct RecordedBuild {
  BuildKind kind = BuildKind::AsCompiled;
  double compile_seconds = 0;
  std::vector<RecordedMessage> messages;
  std::optional<RecordedResources> resources;
  std::optional<RecordedTimes> warm,
      cold; ///< warm: L2 as the previous launch left it; cold: L2 overwritten before each launch
  /// A kernel without a statement, launched with the same grid and block and timed as `warm` was: what of
  /// `warm` is launching.
  std::optional<RecordedTimes> empty;
  std::string times_date; ///< when the times were taken, if not with the rest
  std::optional<Counters> totals;
  std::optional<std::vector<RecordedLine>> lines;
  std::vector<RecordedInstruction> instructions;
  std::optional<sass::MachineCode> code; ///< of the kernel, if asked for
  bool operator==(const RecordedBuild&) const = default;
};

struct RecordedCheck {
  std::string output;
  std::uint64_t mismatches = 0;
  std::string first, rule; ///< "out[35] = 0, should be 35"; the rule by which numbers are compared
  bool operator==(const RecordedCheck&) const = default;
};
struct RecordedOutput {
  std::string name;
  ElementType type = ElementType::Other;
  std::uint64_t bytes = 0;
  std::string hash;                 ///< FNV-1a, 16 hex digits
  std::vector<std::uint8_t> values; ///< all bytes, or none
  bool operator==(const RecordedOutput&) const = default;
};
struct CouldNot {
  std::string part;   ///< "times", "as_written", "lines.as_compiled", …
  std::string reason; ///< one sentence
  bool operator==(const CouldNot&) const = default;
};

struct Recording {
  std::string hash; ///< of the request; empty for a bad request
  /// Of the request; none for a bad request and in recordings of older programs.
  std::optional<RequestParts> parts;
  std::string file, date; ///< date: "2026-11-21T21:30:00Z"
  /// The measurement continues: what is present is final, what is absent may follow, and no output has its
  /// bytes yet.
  bool partial = false;
  RecordingStatus status = RecordingStatus::Done;
  std::string message; ///< one sentence, unless Done
  RecordedDevice device;
  RecordedClocks clocks;
  std::vector<RecordedBuild> builds;
  std::vector<RecordedCheck> checks;
  /// After one launch of the build as compiled (or as written, if that is the only one).
  std::vector<RecordedOutput> outputs;
  std::vector<CouldNot> could_not;
  double seconds = 0; ///< time that the program spent on this request
  bool operator==(const Recording&) const = default;
};

/// Returns one line of JSON.
[[nodiscard]] std::string to_json(const Recording& recording);
/// On failure nullopt and one sentence in `error`. Refuses numbers that no measurement can give (negative,
/// not finite, beyond 10^18).
[[nodiscard]] std::optional<Recording> parse_recording(std::string_view json, std::string& error);

/// Says why `recording` cannot be the answer to `request` (another hash, lines that the text does not have,
/// outputs that the kernel does not have); empty if it can.
[[nodiscard]] std::string mismatch(const Recording& recording, const MeasureRequest& request);

/// Adds to could_not each part that `request` asks for, that is absent and not accounted for, with the
/// recording's message as its reason, if it has one. The measuring program calls it at its end, and readers
/// call it on recordings of other versions.
void name_what_is_missing(Recording& recording, const MeasureRequest& request);

[[nodiscard]] std::string_view name_of(RecordingStatus status);
[[nodiscard]] std::string_view name_of(BuildKind kind);

} // namespace warpscope::protocol
