// Which commands a person was shown: one that reaches another machine is shown before it runs there for the
// first time.
#pragma once

#include <string>

namespace warpscope::settings {

/// shown_commands.txt of the state folder, a line a command. Without a folder nothing was ever shown.
[[nodiscard]] bool command_was_shown(const std::string& state_folder, const std::string& command);
/// Empty, or the system's reason why it is not kept (then it is shown again next time).
std::string remember_shown(const std::string& state_folder, const std::string& command);

} // namespace warpscope::settings
