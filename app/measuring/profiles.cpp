#include "app/measuring/profiles.h"

#include "gpu/measure_process.h"

namespace warpscope {

std::vector<MeasureProfile> measure_profiles() { return {{"local", {}, 15}}; }

std::vector<std::string> command_of(const MeasureProfile& profile) {
  std::vector<std::string> words = profile.words;
  words.push_back(default_measure_program());
  return words;
}

std::string shown_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    const bool plain = !word.empty() && word.find_first_of(" \t'\"") == std::string::npos;
    line += plain ? word : word.find('\'') == std::string::npos ? "'" + word + "'" : '"' + word + '"';
  }
  return line;
}

} // namespace warpscope
