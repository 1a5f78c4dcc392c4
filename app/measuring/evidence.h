// What is known about a launch from a real device, and its comparison with the simulation as rows of a table.
// Pure values; measuring.h finds them.
#pragma once

#include "app/compare/compare.h"
#include "app/compare/outputs.h"
#include "app/document/catalog.h"
#include "app/measuring/compiled_counts.h"
#include "app/results/counters.h"
#include "app/results/table.h"
#include "gpu/protocol/recording.h"
#include "sim/run/simulate.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::measuring {

struct Evidence {
  enum class Origin : std::uint8_t { Now, File, Shipped };
  Origin origin = Origin::Now;
  std::string file;              ///< File: its path
  std::string parameters;        ///< File, Shipped: "WIDTH=1024 PAD=0"
  protocol::Recording recording; ///< its status is Done
};
using EvidencePtr = std::shared_ptr<const Evidence>;

/// Two recordings of one device, of whatever origin, are a single choice among devices.
[[nodiscard]] bool same_device(const Evidence& a, const Evidence& b);
/// "2026-11-21 23:11": as in the recording, without seconds.
[[nodiscard]] std::string short_date(const protocol::Recording& recording);
/// nullptr: the recording has no such build.
[[nodiscard]] const protocol::RecordedBuild* build_of(const protocol::Recording& recording,
                                                      protocol::BuildKind kind);
/// The median for one launch with L2 as the previous launch left it: as compiled, else as written. nullptr:
/// not measured.
[[nodiscard]] const protocol::RecordedTimes* times_of(const protocol::Recording& recording);
/// Returns "6.24 µs", "1.3 ms": three digits.
[[nodiscard]] std::string time_text(double seconds);

/// Returns "H200" for "NVIDIA H200".
[[nodiscard]] std::string short_device(const std::string& name);
/// The parts of a request in which a recording differs. All false: in none, or the recording does not hold
/// its request's parts.
struct DifferingParts {
  bool text = false, macros = false, launch = false, arguments = false;
  [[nodiscard]] int count() const { return text + macros + launch + arguments; }
};
[[nodiscard]] DifferingParts differing_parts(const protocol::Recording& recording,
                                             const protocol::RequestParts& parts);

/// A row of the table: one counter of one line of the text, or a total.
struct MeasuredLine {
  std::uint32_t line = 0; ///< of the simulated text; 0: a total
  std::string code;       ///< that line, without its indentation
  bool first = true;      ///< the first row of its line
  model::CounterId counter;
  std::uint64_t simulated = 0;
  std::optional<std::uint64_t> as_written, as_compiled;
  std::optional<std::uint64_t> ideal; ///< of the simulation
  double ratio = 0;                   ///< simulated to ideal; 0: no ideal
  compare::Reason reason;
  /// Unexplained, but the compiler's code, which may be the reason, is not counted yet or could not be.
  bool due = false;
  /// Measured minus simulated; as compiled where that was measured.
  [[nodiscard]] std::optional<std::int64_t> difference() const;
};
struct MeasuredTable {
  std::vector<MeasuredLine> rows;
  std::vector<std::string> notes;               ///< what could not be compared; sentences
  std::vector<compare::ComparedOutput> outputs; ///< as in the recording
  [[nodiscard]] std::size_t count(compare::Why why) const;
};
/// `simulated`: the complete whole grid of `text`. `undefined`: why its results are undefined (a race; a
/// sentence without a full stop), which is then the reason of every difference without another; empty: they
/// are defined. `compiled`: what the compiler makes of the text; null: not counted.
[[nodiscard]] MeasuredTable measured_table(const run::Result& simulated, std::string_view text,
                                           const protocol::Recording& recording,
                                           const std::string& undefined = {},
                                           const CompiledCounts* compiled = nullptr);

/// Returns the row's reason in two or three words, in the current language.
[[nodiscard]] std::string_view why_label(compare::Why why);

enum class MeasuredColumn : std::uint8_t {
  Line,
  Code,
  Counter,
  Simulated,
  AsWritten,
  AsCompiled,
  Difference,
  Ratio,
  Why,
  Count
};
struct MeasuredOrder {
  std::optional<MeasuredColumn> column; ///< nullopt: in the order of the text
  bool descending = false;
  bool operator==(const MeasuredOrder&) const = default;
  [[nodiscard]] MeasuredOrder after_click(MeasuredColumn clicked) const;
};
/// Like arrange() of the results: words and NAME OP NUMBER ("simulated>8", "difference!=0", "line=15").
[[nodiscard]] std::vector<std::size_t> arrange(const std::vector<MeasuredLine>& rows, std::string_view filter,
                                               const MeasuredOrder& order, std::string& problem);
[[nodiscard]] std::string measured_text(const std::vector<MeasuredLine>& rows,
                                        const std::vector<std::size_t>& indices, results::TableFormat format);

/// Returns what the device counted over all lines, per request or for the launch: as written where that was
/// measured, else as compiled. nullopt: not measured.
[[nodiscard]] std::optional<double> measured_value(const protocol::Recording& recording,
                                                   model::CounterId counter, bool each);

} // namespace warpscope::measuring
