// Which commands a person has been shown: a command that reaches another machine is shown before it runs for
// the first time.
#pragma once

#include <string>

namespace warpscope::settings {

/// shown_commands.txt of the state folder has one command a line. Without a folder no command counts as
/// shown.
[[nodiscard]] bool command_was_shown(const std::string& state_folder, const std::string& command);
/// Empty, or the system's reason why it could not be kept (then the command is shown again next time).
std::string remember_shown(const std::string& state_folder, const std::string& command);

} // namespace warpscope::settings
