// Reads the index of the labs and finds them by name.
#include "sim/labs/labs.h"

#include "sim/base/toml.h"
#include "sim/labs/embedded.h"

#include <algorithm>
#include <cstdlib>

namespace warpscope::labs {

namespace {

constexpr std::string_view extension = ".cu";

std::string_view embedded(std::string_view name) {
  for (std::size_t i = 0; i < embedded_lab_count; ++i)
    if (embedded_labs[i].name == name) return embedded_labs[i].text;
  return {};
}

Lab make_lab(std::string_view file_name, std::string group) {
  Lab lab{std::string(file_name.substr(0, file_name.size() - extension.size())), std::string(file_name),
          std::move(group), std::string(embedded(file_name))};
  lab.recordings = read_program_recordings(embedded(lab.id + ".txt"));
  return lab;
}

bool starts_a_header_section(std::string_view text, std::string_view section) {
  const std::size_t header = text.find("/* warpscope"), end = text.find("*/", header);
  const std::size_t at = text.find("\n" + std::string(section) + "\n");
  return header != std::string_view::npos && at < end;
}

std::vector<Lab> load() {
  std::vector<Lab> found;
  const auto has = [&](std::string_view file) {
    return std::any_of(found.begin(), found.end(), [&](const Lab& lab) { return lab.file_name == file; });
  };
  if (const toml::parse_result index = toml::parse(embedded("index.toml"))) {
    if (const toml::array* groups = index.table()["group"].as_array()) {
      for (const toml::node& node : *groups) {
        const toml::table* group = node.as_table();
        if (group == nullptr) continue;
        const std::string title = (*group)["title"].value_or(std::string());
        if (const toml::array* ids = (*group)["labs"].as_array())
          for (const toml::node& id : *ids)
            if (const std::string file = id.value_or(std::string()) + std::string(extension);
                !embedded(file).empty() && !has(file))
              found.push_back(make_lab(file, title));
      }
    }
    if (const toml::array* waiting = index.table()["not_recorded"].as_array())
      for (const toml::node& id : *waiting)
        for (Lab& lab : found)
          if (lab.id == id.value_or(std::string())) lab.recorded = false;
  }
  for (std::size_t i = 0; i < embedded_lab_count; ++i)
    if (embedded_labs[i].name.ends_with(extension) && !has(embedded_labs[i].name))
      found.push_back(make_lab(embedded_labs[i].name, "More"));
  for (Lab& lab : found) lab.program = starts_a_header_section(lab.text, "[program]");
  return found;
}

} // namespace

std::vector<ProgramRecording> read_program_recordings(std::string_view text) {
  std::vector<ProgramRecording> found;
  std::string device;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("## ")) {
      found.push_back({device, {}, {}, 0});
      for (std::string_view rest = line.substr(3); !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
          found.back().parameters.emplace_back(word.substr(0, equals), word.substr(equals + 1));
      }
    } else if (line.starts_with("# ")) {
      device = line.substr(2);
    } else if (line.starts_with("exit ") && !found.empty()) {
      found.back().code = std::atoi(std::string(line.substr(5)).c_str());
    } else if (!found.empty()) {
      found.back().lines.emplace_back(line);
    }
  }
  return found;
}

const std::vector<Lab>& labs() {
  static const std::vector<Lab> all = load();
  return all;
}

const Lab* find_lab(std::string_view name) {
  for (const Lab& lab : labs())
    if (lab.id == name || lab.file_name == name) return &lab;
  return nullptr;
}

} // namespace warpscope::labs
