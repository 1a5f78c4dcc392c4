// The text that a subcommand works on: a file, standard input, or a lab by its name.
#pragma once

#include "app/cli/cli.h"
#include "sim/base/device.h"

#include <optional>
#include <string>

namespace warpscope::cli {

struct SourceInput {
  std::string file; ///< its name in messages
  std::string text;
  std::string folder;   ///< the folder in which file: fills are looked for
  bool is_file = false; ///< else standard input or a lab: it has no headers of its own
};

/// "-" is standard input; a name that is not a file but a lab's id (with or without .cu) is that lab. nullopt
/// and a sentence in `error` for folders and for missing, unreadable, binary and overlong files.
[[nodiscard]] std::optional<SourceInput> read_source(const std::string& name, Console& console,
                                                     std::string& error);

/// Returns the device of `--device ID`; on failure null and a sentence in `error` that lists the devices.
[[nodiscard]] const Device* find_device_or_say(const std::string& id, std::string& error);

} // namespace warpscope::cli
