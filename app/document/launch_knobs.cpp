// Finds the numbers of a header's launch in its text, and writes other ones there.
#include "app/document/launch_knobs.h"

#include "app/document/text_edit.h"
#include "sim/base/text.h"

#include <algorithm>
#include <charconv>

namespace warpscope::document {

namespace {

struct Piece {
  std::size_t begin = 0, end = 0;
};

/// Strips blanks and quotes.
Piece bare(std::string_view text, Piece p) {
  while (p.begin < p.end && is_blank(text[p.begin])) ++p.begin;
  while (p.begin < p.end && is_blank(text[p.end - 1])) --p.end;
  if (p.end - p.begin >= 2 && (text[p.begin] == '"' || text[p.begin] == '\'') &&
      text[p.end - 1] == text[p.begin]) {
    ++p.begin;
    --p.end;
  }
  while (p.begin < p.end && is_blank(text[p.begin])) ++p.begin;
  while (p.begin < p.end && is_blank(text[p.end - 1])) --p.end;
  return p;
}

/// Returns the elements of the array [a, "b"] that begins at or soon after `at`.
std::vector<Piece> elements(std::string_view text, std::size_t at) {
  std::vector<Piece> list;
  const std::size_t open = text.find('[', at);
  if (open == std::string_view::npos || open > text.find('\n', at)) return list;
  char quote = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
      continue;
    }
    if (text[i] == '"' || text[i] == '\'') quote = text[i];
    if (text[i] == '#') return {}; // a comment inside: leave it alone
    if (text[i] != ',' && text[i] != ']') continue;
    if (const Piece p = bare(text, {begin, i}); p.end > p.begin) list.push_back(p);
    if (text[i] == ']') return list;
    begin = i + 1;
  }
  return {};
}

std::optional<std::int64_t> plain_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

LaunchKnob knob_of(LaunchKnob::Kind kind, std::string name, std::string_view text, Piece p,
                   std::int64_t value) {
  LaunchKnob knob{kind,  std::move(name), std::string(text.substr(p.begin, p.end - p.begin)),
                  value, false,           p.begin,
                  p.end};
  if (const auto number = plain_number(knob.text)) {
    knob.turns = true;
    knob.value = *number;
  }
  return knob;
}

bool is_power_of_two(std::int64_t v) { return v > 0 && (v & (v - 1)) == 0; }

} // namespace

std::vector<Parameter> parameters_of(const Document& document, const source::Scenario& scenario) {
  std::vector<Parameter> list;
  for (const source::ScenarioParameter& parameter : scenario.parameters) {
    Parameter p{parameter.name, parameter.choices, parameter.choices.empty() ? "" : parameter.choices.front(),
                false};
    for (const auto& [name, value] : document.choices)
      if (name == p.name) p.value = value;
    p.unlisted = source::is_unlisted(parameter, p.value);
    list.push_back(std::move(p));
  }
  return list;
}

std::vector<LaunchKnob> launch_knobs(std::string_view text, const source::Scenario& scenario,
                                     const source::ResolvedLaunch& launch) {
  std::vector<LaunchKnob> knobs;
  if (!scenario.has_header || scenario.text != text) return knobs;
  const auto sizes = [&](LaunchKnob::Kind kind, const char* key, const std::vector<std::string>& written,
                         Dim3 now) {
    for (const auto& [name, span] : scenario.key_spans) {
      const std::optional<std::size_t> at = offset_of(text, span.line, span.column);
      if (name != key || !at) continue;
      const std::vector<Piece> pieces = elements(text, *at);
      if (pieces.size() != written.size()) return;
      const std::uint32_t values[3] = {now.x, now.y, now.z};
      for (std::size_t i = 0; i < pieces.size() && i < 3; ++i) {
        const LaunchKnob knob = knob_of(kind, std::string(key) + "." + "xyz"[i], text, pieces[i], values[i]);
        if (knob.text != written[i]) return; // not what was parsed: leave it alone
        knobs.push_back(knob);
      }
      return;
    }
  };
  sizes(LaunchKnob::Kind::Grid, "grid", scenario.grid, launch.grid);
  sizes(LaunchKnob::Kind::Block, "block", scenario.block, launch.block);
  for (const source::ArgumentText& argument : scenario.arguments) {
    const auto resolved = std::find_if(
        launch.arguments.begin(), launch.arguments.end(),
        [&](const source::ResolvedArgument& a) { return a.name == argument.name; });
    if (resolved == launch.arguments.end() || resolved->is_buffer || !argument.span.known()) continue;
    const auto begin = offset_of(text, argument.span.line, argument.span.column);
    const auto end = offset_of(text, argument.span.end_line, argument.span.end_column);
    const std::optional<std::int64_t> value = plain_number(resolved->value);
    if (!begin || !end || !value) continue; // fractions and truth values are edited in the text
    LaunchKnob knob = knob_of(LaunchKnob::Kind::Argument, argument.name, text, bare(text, {*begin, *end}),
                              *value);
    if (knob.text == argument.text) knobs.push_back(std::move(knob));
  }
  return knobs;
}

std::string turn(std::string_view text, const LaunchKnob& knob, std::int64_t value) {
  std::string after(text.substr(0, knob.begin));
  after += std::to_string(value);
  after += text.substr(knob.end);
  return after;
}

std::int64_t next_value(const LaunchKnob& knob, int direction) {
  const std::int64_t v = knob.value, least = knob.kind == LaunchKnob::Kind::Argument ? -1'000'000'000 : 1;
  if (is_power_of_two(v) && v >= 8)
    return direction > 0 ? std::min<std::int64_t>(v * 2, std::int64_t{1} << 40) : v / 2;
  return std::max(least, v + direction);
}

} // namespace warpscope::document
