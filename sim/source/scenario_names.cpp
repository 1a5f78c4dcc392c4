// The keys of a header, the names that an answer may use, and when a kernel is wrong on purpose.
#include "sim/source/program_header.h"

namespace warpscope::source {

bool has_bug(const Scenario& scenario, const std::vector<std::pair<std::string, std::string>>& macros) {
  if (!scenario.bug) return false;
  if (scenario.bug->when.empty()) return true;
  std::string error;
  return evaluate(scenario.bug->when, macros, error).value_or(0) != 0;
}

const std::vector<std::string>& scenario_keys() {
  static const std::vector<std::string> keys = {"title", "question", "explanation",   "kernel",  "grid",
                                                "block", "shared",   "max_registers", "params",  "args",
                                                "check", "lesson",   "bug",           "program", "view"};
  return keys;
}

const std::vector<std::string>& lesson_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const char* prefix : {"", "line_", "other_"})
      for (const char* name : {"requests", "wavefronts", "ideal_wavefronts", "bank_conflicts", "sectors",
                               "ideal_sectors", "lines", "passes", "bytes", "fetched", "used_percent",
                               "lanes", "lanes_percent", "words", "banks", "warps"})
        all.push_back(std::string(prefix) + name);
    return all;
  }();
  return names;
}

const std::vector<std::string>& program_lesson_names() {
  static const std::vector<std::string> names = {
      "launches", "host_launches", "failed_launches", "copies",        "steps",         "overlapping",
      "streams",  "failed_calls",  "findings",        "lanes_percent", "load_requests", "load_sectors"};
  return names;
}

const std::vector<std::string>& kernel_lesson_names() {
  static const std::vector<std::string> names = {"launches",        "load_requests",    "load_sectors",
                                                 "store_requests",  "store_sectors",    "atomic_sectors",
                                                 "load_wavefronts", "store_wavefronts", "lanes_percent"};
  return names;
}

} // namespace warpscope::source
