// settings.toml: read once, written when something of it changed.
//
// Two copies of the app may run, and a person may edit the file meanwhile: a save reads the file again and
// changes only the keys that were changed here. Keys that nobody here knows stay. Comments do not (TOML++
// does not keep them).
#pragma once

#include "app/settings/preferences.h"

#include <string>

namespace warpscope::settings {

class SettingsFile {
 public:
  /// `folder` empty: nothing is read or written.
  explicit SettingsFile(std::string folder);

  /// A damaged file is set aside; `notice` then names it. What is missing or has a wrong type is the default.
  [[nodiscard]] Preferences load(std::string& notice);
  /// Nothing happens when `now` is what was loaded or saved last. A sentence for a notice: when a file was
  /// set aside, or when it cannot be written and this was not said yet.
  [[nodiscard]] std::string save(const Preferences& now);
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  Preferences known_;
  bool said_ = false; ///< that it cannot be written
};

} // namespace warpscope::settings
