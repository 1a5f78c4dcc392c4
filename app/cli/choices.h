// Implements --all: every lab, every file of a folder or one file, each with every choice of its parameters.
#pragma once

#include "app/cli/input.h"
#include "sim/source/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

/// "labs/tile.cu" -> "tile"
[[nodiscard]] std::string stem_of(const std::string& file);

/// Returns the file or lab; with `all` also the .cu files of a folder, or every lab when `file` is empty. On
/// failure nullopt and a sentence in `error`.
[[nodiscard]] std::optional<std::vector<SourceInput>> sources_of(const std::string& file, bool all,
                                                                 Console& console, std::string& error);

/// Returns every combination of parameter choices, on top of what the options set.
[[nodiscard]] std::vector<source::Overrides> all_choices(const SourceInput& source,
                                                         const source::Overrides& given);

} // namespace warpscope::cli
