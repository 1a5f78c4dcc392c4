// What a recording tells beside the simulation, as rows, and as values for the chart.
#include "app/measuring/evidence.h"

#include "app/language/language.h"
#include "sim/base/diagnostic.h"
#include "sim/base/fnv.h"
#include "sim/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

namespace warpscope::measuring {

namespace {

std::optional<double> number_of(const MeasuredLine& row, std::string_view name) {
  const auto of = [](const std::optional<std::uint64_t>& v) {
    return v ? std::optional(static_cast<double>(*v)) : std::nullopt;
  };
  if (name == "line") return row.line == 0 ? std::nullopt : std::optional(static_cast<double>(row.line));
  if (name == "simulated") return static_cast<double>(row.simulated);
  if (name == "written" || name == "as_written") return of(row.as_written);
  if (name == "compiled" || name == "as_compiled") return of(row.as_compiled);
  if (name == "ideal") return of(row.ideal);
  if (name == "ratio" || name == "to_ideal") return row.ratio > 0 ? std::optional(row.ratio) : std::nullopt;
  if (name == "difference")
    return row.difference() ? std::optional(static_cast<double>(*row.difference())) : std::nullopt;
  return model::key_of(row.counter.kind) == name ? std::optional(static_cast<double>(row.simulated))
                                                 : std::nullopt;
}

bool knows_number(std::string_view name) {
  for (const std::string_view known : {"line", "simulated", "written", "as_written", "compiled",
                                       "as_compiled", "ideal", "ratio", "to_ideal", "difference"})
    if (name == known) return true;
  return std::any_of(model::counter_rows.begin(), model::counter_rows.end(),
                     [&](const model::CounterRow& row) { return row.counted && row.key == name; });
}

bool says(const MeasuredLine& row, std::string_view word) {
  return results::says_word(row.line == 0 ? language::tr("results.all_lines") : std::string_view(row.code),
                            word) ||
         results::says_word(results::info_of(row.counter).label, word) ||
         results::says_word(why_label(row.reason.why), word) ||
         results::says_word(row.reason.because, word) || (row.line != 0 && std::to_string(row.line) == word);
}

int compare_rows(const MeasuredLine& a, const MeasuredLine& b, MeasuredColumn column) {
  const auto three = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
  switch (column) {
  case MeasuredColumn::Line: return three(a.line, b.line);
  case MeasuredColumn::Code: return three(a.code, b.code);
  case MeasuredColumn::Counter:
    return three(results::info_of(a.counter).label, results::info_of(b.counter).label);
  case MeasuredColumn::Simulated: return three(a.simulated, b.simulated);
  case MeasuredColumn::AsWritten: return three(a.as_written, b.as_written);
  case MeasuredColumn::AsCompiled: return three(a.as_compiled, b.as_compiled);
  case MeasuredColumn::Difference: {
    const auto size = [](const MeasuredLine& row) { return std::abs(row.difference().value_or(0)); };
    return three(size(a), size(b));
  }
  case MeasuredColumn::Ratio: return three(a.ratio, b.ratio);
  case MeasuredColumn::Why: return three(a.reason.why, b.reason.why);
  case MeasuredColumn::Count: break;
  }
  return 0;
}

/// Returns one counter summed over all lines of a build, where `spent` is the sum for its group; nullopt: the
/// device does not report it by line, or means something else by it.
std::optional<std::uint64_t> counted_in(const compare::Spent& spent, model::CounterId id) {
  const model::CounterRow& row = model::row_of(id.kind);
  if (row.of) {
    const std::optional<std::uint64_t> of = counted_in(spent, {id.group, *row.of});
    return of ? std::optional(row.factor * *of) : std::nullopt;
  }
  if (!model::is_simulated(id)) return std::nullopt;
  if (id.kind == model::CounterKind::Requests) return spent.executed;
  if (id.kind == model::CounterKind::Lanes)
    return spent.lanes != 0 || spent.executed == 0 ? std::optional(spent.lanes) : std::nullopt;
  if (id.kind == model::CounterKind::BankConflicts) return spent.cost - std::min(spent.cost, spent.ideal);
  // sim/model/sectors.h: what the hardware's sectors of atomics mean is not known.
  if (id.kind == compare::cost_of(id.group) && id.group != model::CounterGroup::GlobalAtomic)
    return spent.cost;
  return std::nullopt;
}

} // namespace

bool same_device(const Evidence& a, const Evidence& b) {
  return a.recording.device.name == b.recording.device.name;
}

std::string short_date(const protocol::Recording& recording) {
  std::string date = recording.date.substr(0, 16);
  std::replace(date.begin(), date.end(), 'T', ' ');
  return date;
}

const protocol::RecordedBuild* build_of(const protocol::Recording& recording, protocol::BuildKind kind) {
  for (const protocol::RecordedBuild& build : recording.builds)
    if (build.kind == kind) return &build;
  return nullptr;
}

const protocol::RecordedTimes* times_of(const protocol::Recording& recording) {
  for (const protocol::BuildKind kind : {protocol::BuildKind::AsCompiled, protocol::BuildKind::AsWritten})
    if (const protocol::RecordedBuild* build = build_of(recording, kind); build != nullptr && build->warm)
      return &*build->warm;
  return nullptr;
}

std::string time_text(double seconds) {
  constexpr std::pair<double, const char*> units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
  for (const auto& [unit, name] : units) {
    if (seconds < unit && unit > 1e-9) continue;
    char text[48];
    const double value = seconds / unit;
    std::snprintf(text, sizeof text, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
    return std::string(text) + " " + name;
  }
  return {};
}

std::string short_device(const std::string& name) {
  return name.starts_with("NVIDIA ") ? name.substr(7) : name;
}

DifferingParts differing_parts(const protocol::Recording& recording, const protocol::RequestParts& parts) {
  if (!recording.parts) return {};
  const protocol::RequestParts& r = *recording.parts;
  return {r.text != parts.text, r.macros != parts.macros, r.launch != parts.launch,
          r.arguments != parts.arguments};
}

std::optional<std::int64_t> MeasuredLine::difference() const {
  const std::optional<std::uint64_t>& measured = as_compiled ? as_compiled : as_written;
  if (!measured) return std::nullopt;
  return static_cast<std::int64_t>(*measured) - static_cast<std::int64_t>(simulated);
}

std::size_t MeasuredTable::count(compare::Why why) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const MeasuredLine& row) { return row.reason.why == why; }));
}

MeasuredTable measured_table(const run::Result& simulated, std::string_view text,
                             const protocol::Recording& recording, const std::string& undefined,
                             const CompiledCounts* compiled) {
  compare::MeasuredComparison comparison = explained(compare::counts_of(simulated), recording, compiled);
  const bool asked = compiled != nullptr && (compiled->predicted || compiled->read);
  MeasuredTable table;
  table.notes = std::move(comparison.notes);
  for (const protocol::RecordedOutput& output : recording.outputs)
    table.outputs.push_back(compare::compare_output(output, simulated));
  std::map<std::uint32_t, model::Totals> of_lines;
  for (std::size_t s = 0; s < simulated.sites.size(); ++s)
    if (const program::Site& site = simulated.program->sites[s]; site.span.file == 0)
      of_lines[site.profiled_line()] += simulated.sites[s];
  std::uint32_t before = ~0u;
  for (compare::MeasuredRow& row : comparison.rows) {
    MeasuredLine line;
    line.line = row.line.value_or(0);
    if (row.line) line.code = std::string(trimmed(line_of(text, *row.line)));
    line.first = line.line != before;
    before = line.line;
    line.counter = row.counter;
    line.simulated = row.simulated;
    line.as_written = row.as_written;
    line.as_compiled = row.as_compiled;
    line.reason = std::move(row.reason);
    if (line.reason.why == compare::Why::Unexplained && !undefined.empty())
      line.reason = {compare::Why::NotModelled, undefined};
    line.due = line.reason.why == compare::Why::Unexplained && !asked;
    const model::Totals* totals = &simulated.totals;
    if (row.line) {
      const auto found = of_lines.find(*row.line);
      totals = found == of_lines.end() ? nullptr : &found->second;
    }
    if (totals != nullptr && model::row_of(line.counter.kind).row) {
      line.ideal = model::ideal_of(*totals, line.counter);
      if (line.ideal.value_or(0) > 0)
        line.ratio = static_cast<double>(line.simulated) / static_cast<double>(*line.ideal);
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::string_view why_label(compare::Why why) {
  constexpr std::array<std::string_view, 7> keys = {
      "measured.why_equal",   "measured.why_arbitration",  "measured.why_hoisted",    "measured.why_merged",
      "measured.why_spilled", "measured.why_not_modelled", "measured.why_unexplained"};
  return language::tr(keys[static_cast<std::size_t>(why)]);
}

MeasuredOrder MeasuredOrder::after_click(MeasuredColumn clicked) const {
  const bool words = clicked == MeasuredColumn::Line || clicked == MeasuredColumn::Code ||
                     clicked == MeasuredColumn::Counter;
  return results::order_after_click(*this, clicked, !words);
}

std::vector<std::size_t> arrange(const std::vector<MeasuredLine>& rows, std::string_view filter,
                                 const MeasuredOrder& order, std::string& problem) {
  results::TableQuestions table;
  table.rows = rows.size();
  table.says = [&](std::size_t row, std::string_view word) { return says(rows[row], word); };
  table.number = [&](std::size_t row, std::string_view name) { return number_of(rows[row], name); };
  table.knows = knows_number;
  table.total = [&](std::size_t row) { return rows[row].line == 0; };
  if (order.column)
    table.compare = [&](std::size_t a, std::size_t b) {
      return compare_rows(rows[a], rows[b], *order.column);
    };
  table.descending = order.descending;
  return results::arrange(table, filter, problem);
}

std::string measured_text(const std::vector<MeasuredLine>& rows, const std::vector<std::size_t>& indices,
                          results::TableFormat format) {
  const auto number = [](const std::optional<std::uint64_t>& v) {
    return v ? std::to_string(*v) : std::string();
  };
  std::string text = results::table_line(
      {"line", "access", "counter", "simulated", "as_written", "as_compiled", "difference", "why", "because"},
      format);
  for (const std::size_t i : indices) {
    const MeasuredLine& row = rows[i];
    text += results::table_line({row.line == 0 ? std::string() : std::to_string(row.line),
                                 row.line == 0 ? std::string(language::tr("results.all_lines")) : row.code,
                                 results::info_of(row.counter).label, std::to_string(row.simulated),
                                 number(row.as_written), number(row.as_compiled),
                                 row.difference() ? std::to_string(*row.difference()) : std::string(),
                                 std::string(why_label(row.reason.why)), row.reason.because},
                                format);
  }
  return text;
}

std::optional<double> measured_value(const protocol::Recording& recording, model::CounterId counter,
                                     bool each) {
  if (counter.group == model::CounterGroup::ConstantLoad) return std::nullopt; // no device reports it by line
  for (const protocol::BuildKind kind : {protocol::BuildKind::AsWritten, protocol::BuildKind::AsCompiled}) {
    const protocol::RecordedBuild* build = build_of(recording, kind);
    if (build == nullptr || !build->lines) continue;
    const compare::Spent spent = compare::spent(compare::lines_of(*build), counter.group);
    const std::optional<std::uint64_t> sum = counted_in(spent, counter);
    if (!sum) continue;
    if (!each) return static_cast<double>(*sum);
    if (spent.executed == 0) return std::nullopt;
    return static_cast<double>(*sum) / static_cast<double>(spent.executed);
  }
  return std::nullopt;
}

} // namespace warpscope::measuring
