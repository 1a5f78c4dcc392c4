// Expands sources and parameter choices.
#include "app/cli/choices.h"

#include "sim/labs/labs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::cli {

namespace {

std::optional<std::vector<SourceInput>> sources_in(const std::string& folder, Console& console,
                                                   std::string& error) {
  std::vector<std::string> paths;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed))
    if (it->path().extension() == ".cu") paths.push_back(it->path().string());
  if (failed) error = fmt::format("the folder {} cannot be read: {}", folder, failed.message());
  else if (paths.empty()) error = fmt::format("the folder {} holds no .cu file", folder);
  std::sort(paths.begin(), paths.end());
  std::vector<SourceInput> sources;
  for (const std::string& path : paths) {
    std::optional<SourceInput> source = read_source(path, console, error);
    if (!source) break;
    sources.push_back(std::move(*source));
  }
  if (!error.empty()) return std::nullopt;
  return sources;
}

} // namespace

std::string stem_of(const std::string& file) {
  const std::size_t slash = file.find_last_of('/');
  const std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
  return name.ends_with(".cu") ? name.substr(0, name.size() - 3) : name;
}

std::optional<std::vector<SourceInput>> sources_of(const std::string& file, bool all, Console& console,
                                                   std::string& error) {
  std::vector<SourceInput> sources;
  std::error_code ignored;
  if (all && !file.empty() && std::filesystem::is_directory(file, ignored))
    return sources_in(file, console, error);
  if (!file.empty()) {
    std::optional<SourceInput> source = read_source(file, console, error);
    if (!source) return std::nullopt;
    sources.push_back(std::move(*source));
  } else if (all) {
    for (const labs::Lab& lab : labs::labs())
      if (!lab.program) sources.push_back({lab.file_name, lab.text, "."}); // one launch each
  } else {
    error = "name a file or a lab, or --all for every lab";
    return std::nullopt;
  }
  return sources;
}

std::vector<source::Overrides> all_choices(const SourceInput& source, const source::Overrides& given) {
  Diagnostics ignored; // reported when it is simulated
  std::vector<source::Overrides> out{given};
  for (const source::ScenarioParameter& parameter :
       source::parse_scenario(source.file, source.text, ignored).parameters) {
    const bool set = std::any_of(given.parameters.begin(), given.parameters.end(),
                                 [&](const auto& p) { return p.first == parameter.name; });
    if (set) continue;
    std::vector<source::Overrides> more;
    for (const source::Overrides& so_far : out)
      for (const std::string& choice : parameter.choices) {
        more.push_back(so_far);
        more.back().parameters.emplace_back(parameter.name, choice);
      }
    out = std::move(more);
  }
  return out;
}

} // namespace warpscope::cli
