// Where measuring can be done: this machine, or behind words that start a program elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

struct MeasureProfile {
  std::string name;               ///< "local"
  std::vector<std::string> words; ///< before the program: "ssh", "host"
  double patience = 15;           ///< seconds for starting, connecting, waiting in a queue
};

/// At least one, "local" first.
[[nodiscard]] std::vector<MeasureProfile> measure_profiles();
/// The words that start it, the program among them.
[[nodiscard]] std::vector<std::string> command_of(const MeasureProfile& profile);
/// As a person would type it: words with blanks in quotes.
[[nodiscard]] std::string shown_command(const std::vector<std::string>& words);

} // namespace warpscope
