// Keeps the commands in a text file, one a line.
#include "app/settings/shown_commands.h"

#include "app/settings/store.h"

namespace warpscope::settings {

namespace {

constexpr std::size_t largest_list = 1u << 20;

std::string path_in(const std::string& folder) { return folder + "/shown_commands.txt"; }

/// Returns the lines with a line end on both sides of each command.
std::string lines_of(const std::string& folder) {
  if (folder.empty()) return "\n";
  const StoredText stored = read_stored(path_in(folder), largest_list);
  return "\n" + (stored.state == StoredText::State::Read ? stored.text : std::string());
}

} // namespace

bool command_was_shown(const std::string& state_folder, const std::string& command) {
  return lines_of(state_folder).find("\n" + command + "\n") != std::string::npos;
}

std::string remember_shown(const std::string& state_folder, const std::string& command) {
  if (state_folder.empty()) return "there is no folder for it";
  if (command_was_shown(state_folder, command)) return {};
  const std::string so_far = lines_of(state_folder).substr(1);
  // Starts over: at worst a command is shown once more.
  const bool full = so_far.size() + command.size() + 1 > largest_list;
  return write_stored(path_in(state_folder), (full ? "" : so_far) + command + "\n", false);
}

} // namespace warpscope::settings
