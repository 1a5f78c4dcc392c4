// Where settings and sessions lie: the XDG base directories
// (https://specifications.freedesktop.org/basedir-spec).
#pragma once

#include <string>

namespace warpscope::settings {

struct Folders {
  std::string config; ///< settings.toml, languages/; empty: there is none, nothing is kept
  std::string state;  ///< session.json
};

/// XDG_CONFIG_HOME and XDG_STATE_HOME, or ~/.config and ~/.local/state; "/warpscope" below them. Nothing is
/// created. What the environment does not say, or says as a relative path, is left empty.
[[nodiscard]] Folders xdg_folders();

} // namespace warpscope::settings
