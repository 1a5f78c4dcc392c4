// Reads the lines of a probe.
#include "gpu/probe/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace warpscope::probe {

namespace {

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// More rows than any probe prints: a text of another kind.
constexpr std::size_t most_rows = 100000, most_processes = 1000;

} // namespace

std::optional<double> Row::field(std::string_view key) const {
  for (std::string_view left = arguments; !left.empty();) {
    const std::size_t blank = std::min(left.find(' '), left.size());
    const std::string_view word = left.substr(0, blank);
    if (word.starts_with(key) && word.size() > key.size() && word[key.size()] == '=')
      return number_of(word.substr(key.size() + 1));
    left.remove_prefix(std::min(blank + 1, left.size()));
  }
  return std::nullopt;
}

std::optional<double> Rows::find(std::string_view name, std::string_view arguments) const {
  for (const Row& row : rows_)
    if (row.name == name && row.arguments == arguments) return row.value;
  return std::nullopt;
}

std::vector<std::pair<double, double>> Rows::points(std::string_view name, std::string_view key,
                                                    std::string_view rest) const {
  std::vector<std::pair<double, double>> found;
  for (const Row& row : rows_) {
    if (row.name != name || !row.arguments.starts_with(key) || row.arguments.size() <= key.size() ||
        row.arguments[key.size()] != '=')
      continue;
    const std::string_view value = std::string_view(row.arguments).substr(key.size() + 1);
    const std::size_t blank = std::min(value.find(' '), value.size());
    const std::string_view behind = blank == value.size() ? std::string_view() : value.substr(blank + 1);
    const std::optional<double> number = number_of(value.substr(0, blank));
    if (number && behind == rest) found.emplace_back(*number, row.value);
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool Reader::fail(std::string sentence) {
  if (error_.empty()) error_ = std::move(sentence);
  return false;
}

bool Reader::read_fact(std::string_view key, std::string_view value) {
  ProbedDevice& device = record_.device;
  const auto text = [&](std::string& into) { return into = value, !value.empty(); };
  const auto number = [&](auto& into, double most) {
    const std::optional<double> read = number_of(value);
    if (!read || *read < 0 || *read > most) return false;
    into = static_cast<std::remove_reference_t<decltype(into)>>(*read);
    return true;
  };
  bool fine = false;
  if (key == "device") fine = text(device.name);
  else if (key == "driver") device.driver = value, fine = true; // where no NVML tells it, it is empty
  else if (key == "date") fine = text(device.date);
  else if (key == "multiprocessors") fine = number(device.multiprocessors, 65536);
  else if (key == "clock_mhz") fine = number(device.clock_mhz, 1e5);
  else if (key == "l2_bytes") fine = number(device.l2_bytes, 1e12);
  else if (key == "disturbed") record_.disturbed.emplace_back(value), fine = true;
  else if (key == "compiling" || key == "done") fine = true, done_ = key == "done";
  else if (key == "capability") {
    const std::size_t dot = std::min(value.find('.'), value.size());
    const auto major = number_of(value.substr(0, dot)),
               minor = number_of(dot < value.size() ? value.substr(dot + 1) : value.substr(dot));
    fine = major && minor && *major >= 0 && *minor >= 0 && *major < 1000 && *minor < 1000;
    if (fine) {
      device.cc_major = static_cast<std::uint32_t>(*major);
      device.cc_minor = static_cast<std::uint32_t>(*minor);
    }
  } else if (key == "process") {
    fine = record_.processes.size() < most_processes;
    if (fine) record_.processes.emplace_back();
  }
  return fine || fail(fmt::format("the probe's line \"#{} {}\" makes no sense", key, value.substr(0, 80)));
}

bool Reader::read(std::string_view line) {
  if (!error_.empty()) return false;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return true;
  if (done_) return fail("there is something behind the probe's last line");
  if (!versioned_) {
    versioned_ = line == fmt::format("#warpscope_probe {}", rows_version);
    return versioned_ || fail("this is not what `warpscope-measure --probe` of this version prints");
  }
  if (line.starts_with('#')) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view key = line.substr(1, blank - 1),
                           value = blank == line.size() ? std::string_view() : line.substr(blank + 1);
    if (key == "error") return fail(std::string(value));
    return read_fact(key, value);
  }
  std::array<std::string_view, 4> fields;
  std::size_t count = 0;
  for (std::string_view left = line; count < fields.size(); ++count) {
    const std::size_t tab = left.find('\t');
    fields[count] = left.substr(0, tab);
    if (tab == std::string_view::npos) {
      ++count;
      break;
    }
    left.remove_prefix(tab + 1);
  }
  const std::optional<double> value = count == fields.size() ? number_of(fields[2]) : std::nullopt;
  if (!value || record_.processes.empty() || record_.processes.back().size() > most_rows)
    return fail(fmt::format("the probe's line \"{}\" makes no sense", line.substr(0, 80)));
  record_.processes.back().add(
      {std::string(fields[0]), std::string(fields[1]), std::string(fields[3]), *value});
  return true;
}

std::optional<Record> read_rows(std::string_view text, std::string& error) {
  Reader reader;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!reader.read(text.substr(0, end))) break;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  error = reader.error();
  if (error.empty() && !reader.done()) error = "the probe's last line is missing: it did not come to its end";
  if (!error.empty()) return std::nullopt;
  return reader.record();
}

} // namespace warpscope::probe
