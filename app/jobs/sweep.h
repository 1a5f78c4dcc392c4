// One thing varied, the rest as it is: what can be varied in a document, the documents that come of it, and
// what is read off their counts. Pure values; the session runs them (sweeper.h), the chart draws
// them.
#pragma once

#include "app/document/document.h"
#include "app/document/run_key.h"
#include "app/results/counters.h"
#include "sim/source/scenario.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::jobs {

/// What can be varied: a parameter of the header, a number of the expression, or the last size of a declared
/// array.
struct SweepSubject {
  enum class Kind : std::uint8_t { Parameter, Expression, Declaration } kind = Kind::Parameter;
  std::string id; ///< stays the same while only the value changes: "STRIDE", "expression 1", "declaration 1"
  std::string name;           ///< "STRIDE", "a[threadIdx.x * N]", "tile[32][N]"
  std::string prefix, suffix; ///< the field's text around the number; empty for a parameter
  std::vector<std::string> values;
  std::string value; ///< the current one
  bool operator==(const SweepSubject&) const = default;
};

/// `parameters`: of the header, with `document.choices` giving their values; a parameter needs at least two
/// choices.
[[nodiscard]] std::vector<SweepSubject>
sweep_subjects(const document::Document& document, const std::vector<source::ScenarioParameter>& parameters);
/// Returns the document with another value of the subject.
[[nodiscard]] document::Document with_value(const document::Document& document, const SweepSubject& subject,
                                            const std::string& value);

/// The counts of one document.
struct SweepCounts {
  model::Totals totals;
  std::string problem; ///< a sentence when it did not run to its end; then there are no totals
};
struct SweepPoint {
  std::string value;
  document::Document after;
  document::RunKey key; ///< of the text to simulate; empty: it cannot be simulated
  std::optional<SweepCounts> counts;
};
struct Sweep {
  SweepSubject subject;
  std::vector<SweepPoint> points;
  bool stopped = false; ///< by the person; some points may never get counts

  [[nodiscard]] std::size_t answered() const;
  [[nodiscard]] std::optional<std::size_t> current() const; ///< the point that equals the current document
};

/// A quantity for the y axis: a counter that the chart offers.
struct SweepMeasure {
  model::CounterId counter;
  std::string name; ///< its column heading in files: "shared_load_wavefronts"
  std::string label;
  std::string_view definition, unit, units;
  bool has_ideal = false;
};
[[nodiscard]] std::span<const SweepMeasure> all_measures();
/// Returns the indices into all_measures() of those that are not zero at some point.
[[nodiscard]] std::vector<std::size_t> measures_of(const Sweep& sweep);
/// Returns the index into all_measures() of the measure that varies most relative to its ideal, else the one
/// that varies most; nullopt without counts.
[[nodiscard]] std::optional<std::size_t> telling_measure(const Sweep& sweep);

/// `each`: the average per request, else for the whole launch. nullopt: not known (yet).
struct SweepValue {
  double value = 0, ideal = 0;
};
[[nodiscard]] std::optional<SweepValue> value_at(const SweepPoint& point, const SweepMeasure& measure,
                                                 bool each);
/// Returns "4", "4.5", "1,048,576".
[[nodiscard]] std::string format_measure(double value);

/// A column beside the counts, with a cell for each point.
struct TableColumn {
  std::string head;
  std::vector<std::string> cells;
};
/// Returns every measure of every point as a table with a head line, followed by the columns in `more`.
[[nodiscard]] std::string sweep_text(const Sweep& sweep, bool csv, const std::vector<TableColumn>& more = {});

} // namespace warpscope::jobs
