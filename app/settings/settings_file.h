// settings.toml: read once, written when a value changed.
//
// Two copies of the app may run, and a person may edit the file meanwhile: a save reads the file again and
// changes only the keys that were changed here. Unknown keys stay. Comments do not (toml++ does not keep
// them).
#pragma once

#include "app/settings/preferences.h"

#include <string>

namespace warpscope::settings {

class SettingsFile {
 public:
  /// With an empty `folder`, nothing is read or written.
  explicit SettingsFile(std::string folder);

  /// A damaged file is set aside, and `notice` names it. A value that is missing or has a wrong type is the
  /// default.
  [[nodiscard]] Preferences load(std::string& notice);
  /// Does nothing when `now` equals what was last loaded or saved. Returns a sentence for a notice when a
  /// file was set aside, or when it cannot be written and that was not reported yet.
  [[nodiscard]] std::string save(const Preferences& now);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  Preferences known_;
  bool said_ = false; ///< whether it was reported that the file cannot be written
};

} // namespace warpscope::settings
