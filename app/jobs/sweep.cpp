// What can be varied in a document, and what is read off the counts of its variants.
#include "app/jobs/sweep.h"

#include "app/language/language.h"
#include "app/results/table.h"
#include "sim/expression/expression_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace warpscope::jobs {

namespace {

constexpr std::size_t most_numbers = 6; ///< numbers offered per field

std::optional<std::uint64_t> plain_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value > 1'000'000) return std::nullopt;
  return value;
}

std::vector<std::string> range_of_values(std::uint64_t first, std::uint64_t last, std::uint64_t present) {
  std::vector<std::string> values;
  if (present < first) values.push_back(std::to_string(present));
  for (std::uint64_t v = first; v <= last; ++v) values.push_back(std::to_string(v));
  if (present > last) values.push_back(std::to_string(present));
  return values;
}

SweepSubject of_field(SweepSubject::Kind kind, const std::string& text, std::size_t offset,
                      std::size_t length, std::size_t ordinal) {
  SweepSubject s;
  s.kind = kind;
  s.id = (kind == SweepSubject::Kind::Expression ? "expression " : "declaration ") + std::to_string(ordinal);
  s.prefix = text.substr(0, offset);
  s.suffix = text.substr(offset + length);
  s.value = text.substr(offset, length);
  s.name = s.prefix + "N" + s.suffix;
  return s;
}

void numbers_of_expression(const std::string& text, std::vector<SweepSubject>& subjects) {
  expression::ExpressionTokens tokens;
  Diagnostics ignored;
  if (!expression::tokenize_field(text, "expression", tokens, ignored)) return;
  std::size_t ordinal = 0, indexed = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    indexed += tokens[i].is("[") ? 1 : 0;
    if (tokens[i].kind != expression::ExpressionToken::Kind::Number || tokens[i].depth == 0) continue;
    const std::optional<std::uint64_t> present = plain_number(tokens[i].text);
    if (!present || ++ordinal > most_numbers) continue;
    SweepSubject s = of_field(SweepSubject::Kind::Expression, text, tokens[i].offset, tokens[i].text.size(),
                              ordinal);
    // A divisor of 0 would be a text that does not run.
    const bool divides = i > 0 && (tokens[i - 1].is("/") || tokens[i - 1].is("%"));
    s.values = range_of_values(*present == 0 && !divides ? 0 : 1, 32, *present);
    subjects.push_back(std::move(s));
  }
  // a[threadIdx.x]: a stride can be inserted.
  if (ordinal > 0 || indexed != 1) return;
  const std::size_t open = text.find('['), close = text.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open + 2) return;
  const std::string inside = text.substr(open + 1, close - open - 1);
  const bool atom = inside.find_first_not_of(
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.") ==
                    std::string::npos;
  SweepSubject s;
  s.kind = SweepSubject::Kind::Expression;
  s.id = "expression 1"; // once inserted, it is the expression's first number
  s.prefix = text.substr(0, open + 1) + (atom ? inside : "(" + inside + ")") + " * ";
  s.suffix = text.substr(close);
  s.name = s.prefix + "N" + s.suffix;
  s.values = range_of_values(1, 32, 1);
  s.value = "1";
  subjects.push_back(std::move(s));
}

void sizes_of_declaration(const std::string& text, std::vector<SweepSubject>& subjects) {
  expression::ExpressionTokens tokens;
  Diagnostics ignored;
  if (!expression::tokenize_field(text, "declaration", tokens, ignored)) return;
  std::size_t ordinal = 0;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    // The last of two or more sizes: "] [ 32 ]" without a further "[".
    if (!tokens[i].is("[") || i == 0 || !tokens[i - 1].is("]") ||
        tokens[i + 1].kind != expression::ExpressionToken::Kind::Number || !tokens[i + 2].is("]") ||
        (i + 3 < tokens.size() && tokens[i + 3].is("[")))
      continue;
    const std::optional<std::uint64_t> present = plain_number(tokens[i + 1].text);
    if (!present || *present == 0 || ++ordinal > most_numbers) continue;
    SweepSubject s = of_field(SweepSubject::Kind::Declaration, text, tokens[i + 1].offset,
                              tokens[i + 1].text.size(), ordinal);
    // Start from a row that fills the banks: 32 is no padding, 33 is one word of it.
    const std::uint64_t first = *present < 32 ? 1 : *present / 32 * 32;
    s.values = range_of_values(first, first + (first == 1 ? 31 : 32), *present);
    subjects.push_back(std::move(s));
  }
}

/// True when some point made requests that the measure applies to.
bool is_there(const SweepPoint& point, const SweepMeasure& measure) {
  return point.counts && point.counts->problem.empty() &&
         results::value_of(point.counts->totals, measure.counter).requests > 0;
}

SweepMeasure measure_of(model::CounterId id) {
  const results::CounterInfo& info = results::info_of(id);
  const model::CounterRow& row = model::row_of(id.kind);
  // A derived counter has the ideal of the one that it is derived from.
  const bool has_ideal = row.ideal || (row.of && model::row_of(*row.of).ideal);
  return {id,
          std::string(model::key_of(id.group)) + "_" +
              std::string(row.chart_name.empty() ? row.key : row.chart_name),
          info.label,
          info.definition,
          info.unit,
          info.units,
          has_ideal};
}

} // namespace

namespace {

/// Numbers ascend, whatever comes first in the header; other values stay in their order.
void in_order(std::vector<std::string>& values) {
  const auto number = [](const std::string& text) {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  };
  if (!std::all_of(values.begin(), values.end(), number)) return;
  std::stable_sort(values.begin(), values.end(),
                   [&](const std::string& a, const std::string& b) { return *number(a) < *number(b); });
}

} // namespace

std::vector<SweepSubject> sweep_subjects(const document::Document& document,
                                         const std::vector<source::ScenarioParameter>& parameters) {
  std::vector<SweepSubject> subjects;
  if (document.mode == document::SourceMode::Expression) {
    numbers_of_expression(document.expression, subjects);
    sizes_of_declaration(document.declaration, subjects);
    return subjects;
  }
  for (const source::ScenarioParameter& parameter : parameters) {
    if (parameter.choices.size() < 2) continue;
    SweepSubject s;
    s.id = s.name = parameter.name;
    s.values = parameter.choices;
    s.value = parameter.choices.front();
    for (const auto& [name, value] : document.choices)
      if (name == parameter.name) s.value = value;
    if (std::find(s.values.begin(), s.values.end(), s.value) == s.values.end()) s.values.push_back(s.value);
    in_order(s.values);
    subjects.push_back(std::move(s));
  }
  return subjects;
}

document::Document with_value(const document::Document& document, const SweepSubject& subject,
                              const std::string& value) {
  document::Document after = document;
  switch (subject.kind) {
  case SweepSubject::Kind::Parameter:
    for (auto& [name, text] : after.choices)
      if (name == subject.id) {
        text = value;
        return after;
      }
    after.choices.emplace_back(subject.id, value);
    break;
  case SweepSubject::Kind::Expression: after.expression = subject.prefix + value + subject.suffix; break;
  case SweepSubject::Kind::Declaration: after.declaration = subject.prefix + value + subject.suffix; break;
  }
  return after;
}

std::size_t Sweep::answered() const {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const SweepPoint& p) { return p.counts.has_value(); }));
}

std::optional<std::size_t> Sweep::current() const {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].value == subject.value) return i;
  return std::nullopt;
}

std::span<const SweepMeasure> all_measures() {
  return language::made_in_language([] {
    std::vector<SweepMeasure> measures;
    for (const model::CounterRow& row : model::counter_rows)
      for (const model::CounterGroupRow& group : model::counter_group_rows)
        if (const model::CounterId id{group.group, row.kind}; row.chart_place > 0 && model::is_simulated(id))
          measures.push_back(measure_of(id));
    std::stable_sort(measures.begin(), measures.end(), [](const SweepMeasure& a, const SweepMeasure& b) {
      return model::row_of(a.counter.kind).chart_place < model::row_of(b.counter.kind).chart_place;
    });
    return measures;
  });
}

std::vector<std::size_t> measures_of(const Sweep& sweep) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < all_measures().size(); ++m)
    if (std::any_of(sweep.points.begin(), sweep.points.end(),
                    [&](const SweepPoint& point) { return is_there(point, all_measures()[m]); }))
      found.push_back(m);
  return found;
}

std::optional<std::size_t> telling_measure(const Sweep& sweep) {
  std::optional<std::size_t> best;
  double most = -1;
  for (const std::size_t m : measures_of(sweep)) {
    const SweepMeasure& measure = all_measures()[m];
    if (!measure.has_ideal || model::row_of(measure.counter.kind).of)
      continue; // it adds nothing to its source
    double lowest = 1e300, highest = 0, excess = 1;
    for (const SweepPoint& point : sweep.points) {
      const std::optional<SweepValue> v = value_at(point, measure, true);
      if (!v) continue;
      lowest = std::min(lowest, v->value);
      highest = std::max(highest, v->value);
      if (v->ideal > 0) excess = std::max(excess, v->value / v->ideal);
    }
    const double telling = (highest - lowest) * 100 + excess;
    if (telling <= most) continue;
    most = telling;
    best = m;
  }
  return best;
}

std::optional<SweepValue> value_at(const SweepPoint& point, const SweepMeasure& measure, bool each) {
  if (!point.counts || !point.counts->problem.empty()) return std::nullopt;
  const results::CounterValue v = results::value_of(point.counts->totals, measure.counter);
  if (!each) return SweepValue{static_cast<double>(v.value), static_cast<double>(v.ideal)};
  if (v.requests == 0) return SweepValue{};
  return SweepValue{static_cast<double>(v.value) / static_cast<double>(v.requests),
                    static_cast<double>(v.ideal) / static_cast<double>(v.requests)};
}

std::string format_measure(double value) {
  if (value == std::floor(value)) return grouped(static_cast<std::uint64_t>(value));
  char text[48];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : "%.1f", value);
  return text;
}

std::string sweep_text(const Sweep& sweep, bool csv, const std::vector<TableColumn>& more) {
  const results::TableFormat format = csv ? results::TableFormat::Csv : results::TableFormat::Tsv;
  const std::vector<std::size_t> measures = measures_of(sweep);
  std::vector<std::string> fields{sweep.subject.name};
  for (const std::size_t m : measures) {
    fields.push_back(all_measures()[m].name);
    if (all_measures()[m].has_ideal) fields.push_back(all_measures()[m].name + "_ideal");
  }
  for (const TableColumn& column : more) fields.push_back(column.head);
  std::string text = results::table_line(fields, format);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    fields = {point.value};
    for (const std::size_t m : measures) {
      const std::optional<SweepValue> v = value_at(point, all_measures()[m], false);
      const auto number = [&](double x) {
        return v ? std::to_string(static_cast<std::uint64_t>(x)) : std::string();
      };
      fields.push_back(number(v ? v->value : 0));
      if (all_measures()[m].has_ideal) fields.push_back(number(v ? v->ideal : 0));
    }
    for (const TableColumn& column : more)
      fields.push_back(i < column.cells.size() ? column.cells[i] : std::string());
    text += results::table_line(fields, format);
  }
  return text;
}

} // namespace warpscope::jobs
