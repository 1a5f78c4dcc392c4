// Parses what a probe wrote.
#include "sim/base/toml.h"
#include "sim/devices/devices.h"

#include <fmt/format.h>

#include <cmath>

namespace warpscope::devices {

namespace {

bool read_figure(const toml::key& key, const toml::node& node, MeasuredFigure& figure) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return false;
  figure.key = key.str();
  const auto value = (*table)["value"].value<double>(), spread = (*table)["spread"].value<double>();
  const auto unit = (*table)["unit"].value<std::string>();
  if (!value || !spread || !unit || !std::isfinite(*value) || *value < 0 || *spread < 0) return false;
  figure.value = *value;
  figure.spread = *spread;
  figure.unit = *unit;
  return true;
}

} // namespace

ParsedMeasured parse_measured(std::string_view text, std::string_view file) {
  ParsedMeasured out;
  toml::parse_result parsed = toml::parse(text, file);
  if (!parsed) {
    out.error = fmt::format("{}:{}: {}", file, parsed.error().source().begin.line,
                            parsed.error().description());
    return out;
  }
  const toml::table& table = parsed.table();
  MeasuredDevice measured;
  const auto read = [&](std::string_view key, std::string& into) {
    const auto value = table[key].value<std::string>();
    if (!value || value->empty()) {
      if (out.error.empty()) out.error = fmt::format("{}: {} is missing; it is a text", file, key);
    } else {
      into = *value;
    }
  };
  read("of", measured.of);
  read("device", measured.device);
  read("driver", measured.driver);
  read("date", measured.date);
  measured.processes = static_cast<std::uint32_t>(table["processes"].value<std::int64_t>().value_or(0));
  if (const toml::table* figures = table["figures"].as_table(); figures != nullptr)
    for (const auto& [key, node] : *figures) {
      MeasuredFigure figure;
      if (read_figure(key, node, figure)) measured.figures.push_back(std::move(figure));
      else if (out.error.empty())
        out.error = fmt::format("{}:{}: {} needs a value from 0, a unit and a spread", file,
                                node.source().begin.line, key.str());
    }
  if (measured.figures.empty() && out.error.empty())
    out.error = fmt::format("{}: there are no figures", file);
  if (out.error.empty()) out.measured = std::move(measured);
  return out;
}

} // namespace warpscope::devices
