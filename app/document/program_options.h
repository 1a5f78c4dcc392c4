// What a whole program is run with, besides its text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpscope::document {

struct ProgramOptions {
  std::string arguments; ///< as typed: words, quoted where they hold blanks
  std::string input;     ///< what it reads from stdin
  std::vector<std::string> include_folders;
  bool operator==(const ProgramOptions&) const = default;
};

/// By the program's file, an absolute path; newest first.
using KnownOptions = std::vector<std::pair<std::string, ProgramOptions>>;
inline constexpr std::size_t most_known_options = 40;

} // namespace warpscope::document
