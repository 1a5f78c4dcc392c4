// The options that describe a launch: the same for every subcommand that runs a kernel. They override the
// file's header.
#pragma once

#include "sim/source/scenario.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

struct LaunchOptions {
  std::string kernel, grid, block, shared;
  std::vector<std::string> arguments;  ///< NAME=TEXT
  std::vector<std::string> parameters; ///< NAME=VALUE

  void add_to(CLI::App& app);
  /// On failure nullopt and a sentence in `error` ("--arg in: …").
  [[nodiscard]] std::optional<source::Overrides> overrides(std::string& error) const;
};

/// Splits "WIDTH/32,min(4,2),1" at its outer commas and trims the parts.
[[nodiscard]] std::vector<std::string> split_at_commas(const std::string& text);

} // namespace warpscope::cli
