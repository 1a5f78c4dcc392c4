// Reads the index of the labs and finds them by name.
#include "sim/labs/labs.h"

#include "sim/base/toml.h"
#include "sim/labs/embedded.h"

#include <algorithm>

namespace warpscope::labs {

namespace {

constexpr std::string_view extension = ".cu";

std::string_view embedded(std::string_view name) {
  for (std::size_t i = 0; i < embedded_lab_count; ++i)
    if (embedded_labs[i].name == name) return embedded_labs[i].text;
  return {};
}

Lab make_lab(std::string_view file_name, std::string group) {
  return {std::string(file_name.substr(0, file_name.size() - extension.size())), std::string(file_name),
          std::move(group), std::string(embedded(file_name))};
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
  return found;
}

} // namespace

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
