// Reads the XDG variables.
#include "app/settings/folders.h"

#include <cstdlib>

namespace warpscope::settings {

namespace {

std::string below(const char* variable, const char* under_home) {
  const auto absolute = [](const char* text) { return text != nullptr && *text == '/'; };
  if (const char* named = std::getenv(variable); absolute(named)) return std::string(named) + "/warpscope";
  if (const char* home = std::getenv("HOME"); absolute(home))
    return std::string(home) + under_home + "/warpscope";
  return {};
}

} // namespace

Folders xdg_folders() {
  return {below("XDG_CONFIG_HOME", "/.config"), below("XDG_STATE_HOME", "/.local/state")};
}

} // namespace warpscope::settings
