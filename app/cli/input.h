// The text a subcommand works on: a file, standard input, or a lab by its name.
#pragma once

#include "app/cli/cli.h"
#include "sim/base/device.h"

#include <optional>
#include <string>

namespace warpscope::cli {

struct SourceInput {
  std::string file; ///< name in messages
  std::string text;
  std::string folder; ///< where file: fills are looked for
};

/// "-" is standard input; a name that is no file but a lab's id (or that and .cu) is the lab. nullopt and a
/// sentence in `error` for folders, missing, unreadable, binary and overlong files.
[[nodiscard]] std::optional<SourceInput> read_source(const std::string& name, Console& console,
                                                     std::string& error);

/// The device of `--device ID`; null and a sentence in `error` that lists them.
[[nodiscard]] const Device* find_device_or_say(const std::string& id, std::string& error);

} // namespace warpscope::cli
