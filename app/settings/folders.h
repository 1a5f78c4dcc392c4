// The folders of settings and sessions: the XDG base directories
// (https://specifications.freedesktop.org/basedir-spec).
#pragma once

#include <string>

namespace warpscope::settings {

struct Folders {
  std::string config; ///< for settings.toml and languages/; empty: there is none, and nothing is kept
  std::string state;  ///< for session.json
  /// Returns the folder of what `warpscope probe` wrote; empty: there is none.
  [[nodiscard]] std::string devices() const { return config.empty() ? std::string() : config + "/devices"; }
  /// Returns the folder of the language files; empty: there is none.
  [[nodiscard]] std::string languages() const {
    return config.empty() ? std::string() : config + "/languages";
  }
};

/// Returns XDG_CONFIG_HOME and XDG_STATE_HOME, or ~/.config and ~/.local/state, with "/warpscope" appended.
/// Creates nothing. A variable that is unset, or holds a relative path, leaves the folder empty.
[[nodiscard]] Folders xdg_folders();

} // namespace warpscope::settings
