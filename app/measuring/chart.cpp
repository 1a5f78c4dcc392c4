// The chart's series: each point simulated and measured, and the same as a table.
#include "app/measuring/chart.h"

#include "app/language/language.h"

#include <algorithm>
#include <cstdio>

namespace warpscope::measuring {

namespace {

const protocol::Recording* recording_at(const std::vector<EvidencePtr>& evidence, std::size_t i) {
  return i < evidence.size() && evidence[i] ? &evidence[i]->recording : nullptr;
}

std::string six_digits(double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

} // namespace

ChartWords chart_words(const ChartChoice& choice) {
  if (choice.time)
    return {language::tr("chart.time"), language::tr("chart.time_tip"), language::tr("unit.microseconds"),
            language::tr("unit.microseconds")};
  const jobs::SweepMeasure& measure = jobs::all_measures()[choice.measure];
  return {measure.label, measure.definition, measure.unit, measure.units};
}

bool has_times(const std::vector<EvidencePtr>& evidence) {
  return std::any_of(evidence.begin(), evidence.end(),
                     [](const EvidencePtr& e) { return e && times_of(e->recording) != nullptr; });
}

bool has_estimates(const Estimates& estimates) {
  return std::any_of(estimates.begin(), estimates.end(),
                     [](const jobs::EstimatedPtr& e) { return e && e->made; });
}

ChartSeries chart_series(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence,
                         const ChartChoice& choice, const Estimates& estimates) {
  ChartSeries series;
  const jobs::SweepMeasure& measure = jobs::all_measures()[choice.measure];
  series.has_ideal = !choice.time && measure.has_ideal;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    ChartPoint point;
    const protocol::Recording* recording = recording_at(evidence, i);
    if (!choice.time) {
      point.simulated = jobs::value_at(sweep.points[i], measure, choice.each);
      if (recording != nullptr) point.measured = measured_value(*recording, measure.counter, choice.each);
    } else if (const protocol::RecordedTimes* times = recording == nullptr ? nullptr : times_of(*recording)) {
      point.measured = times->median * 1e6;
      point.lower = times->lower_quartile * 1e6;
      point.upper = times->upper_quartile * 1e6;
    }
    if (choice.time && i < estimates.size() && estimates[i] && estimates[i]->made) {
      const run::Estimate& e = *estimates[i]->made;
      point.estimated = e.seconds * 1e6;
      if (e.interval) point.low = e.interval->low * 1e6, point.high = e.interval->high * 1e6;
    }
    if (point.measured) series.device = recording->device.name;
    series.points.push_back(point);
  }
  return series;
}

std::string chart_text(const jobs::Sweep& sweep, const std::vector<EvidencePtr>& evidence, bool csv,
                       const Estimates& estimates) {
  std::vector<jobs::TableColumn> more;
  for (const std::size_t m : jobs::measures_of(sweep)) {
    jobs::TableColumn column{jobs::all_measures()[m].name + "_measured", {}};
    const ChartSeries series = chart_series(sweep, evidence, {m, false, false});
    for (const ChartPoint& point : series.points)
      column.cells.push_back(point.measured ? six_digits(*point.measured) : std::string());
    if (!series.device.empty()) more.push_back(std::move(column));
  }
  if (has_times(evidence)) {
    jobs::TableColumn columns[] = {
        {"time_us", {}}, {"time_us_lower_quartile", {}}, {"time_us_upper_quartile", {}}, {"device", {}}};
    const ChartSeries series = chart_series(sweep, evidence, {0, false, true});
    for (const ChartPoint& point : series.points) {
      const std::optional<double> values[] = {point.measured, point.lower, point.upper};
      for (std::size_t k = 0; k < 3; ++k)
        columns[k].cells.push_back(values[k] ? six_digits(*values[k]) : std::string());
      columns[3].cells.push_back(point.measured ? series.device : std::string());
    }
    for (jobs::TableColumn& column : columns) more.push_back(std::move(column));
  }
  if (has_estimates(estimates)) {
    jobs::TableColumn columns[] = {{"estimated_us", {}}, {"estimated_us_low", {}}, {"estimated_us_high", {}}};
    const ChartSeries series = chart_series(sweep, {}, {0, false, true}, estimates);
    for (const ChartPoint& point : series.points) {
      const std::optional<double> values[] = {point.estimated, point.low, point.high};
      for (std::size_t k = 0; k < 3; ++k)
        columns[k].cells.push_back(values[k] ? six_digits(*values[k]) : std::string());
    }
    for (jobs::TableColumn& column : columns) more.push_back(std::move(column));
  }
  return jobs::sweep_text(sweep, csv, more);
}

} // namespace warpscope::measuring
