// The options that describe a launch: the same for every subcommand that runs a kernel. They override the
// file's header.
#pragma once

#include "sim/source/scenario.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

/// Of a text with a main(): how the program is built and run, and which of its launches is meant.
struct ProgramChoice {
  std::uint32_t launch = 0; ///< as `run --summary` numbers them; 0: the first, or the first of --kernel
  std::vector<std::string> include_folders, arguments;
};

struct LaunchOptions {
  std::string kernel, grid, block, shared, registers;
  std::vector<std::string> arguments;  ///< NAME=TEXT
  std::vector<std::string> parameters; ///< NAME=VALUE
  ProgramChoice program;

  void add_to(CLI::App& app);
  /// On failure nullopt and a sentence in `error` ("--arg in: …").
  [[nodiscard]] std::optional<source::Overrides> overrides(std::string& error) const;
};

/// Splits "WIDTH/32,min(4,2),1" at its outer commas and trims the parts.
[[nodiscard]] std::vector<std::string> split_at_commas(const std::string& text);

} // namespace warpscope::cli
