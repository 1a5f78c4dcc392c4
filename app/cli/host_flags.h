// The flags of a build as nvcc and g++ take them, for a whole program.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpscope::cli {

struct HostFlags {
  std::vector<std::string> files;
  std::vector<std::string> include_folders, system_folders; ///< -I, -isystem
  std::vector<std::pair<std::string, std::string>> macros;  ///< -D NAME[=VALUE]
  std::vector<std::string> libraries;                       ///< -l
  std::string standard;                                     ///< "c++20"; empty: the default
  std::string output;                                       ///< -o: the program's name for itself
  std::vector<std::string> ignored; ///< flags that mean nothing here and that nobody knows
};

/// Flags that nvcc knows and that change nothing here (-arch, -O3, -lineinfo, …) are taken silently. False,
/// and a sentence in `error`, when a flag lacks its value.
[[nodiscard]] bool parse_host_flags(const std::vector<std::string>& words, HostFlags& flags,
                                    std::string& error);

/// Splits the arguments of `warpscope run`: what is none of its own options becomes a word of the build, what
/// stands behind `--` an argument of the program; each is carried through the parser as the value of an
/// option, with a colon before it.
[[nodiscard]] std::vector<std::string> carry_program_words(const std::vector<std::string>& arguments);

/// The same for a subcommand that works on one launch of a program: only what stands behind `--` is carried.
[[nodiscard]] std::vector<std::string> carry_program_arguments(const std::vector<std::string>& arguments);

} // namespace warpscope::cli
