// What a person set once and expects to find again: plain values. settings_file.h reads and writes them.
#pragma once

#include "app/document/program_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::settings {

/// The sizes of the window's regions relative to those of the layout: 1 where no splitter was moved.
struct PaneSizes {
  float source = 1;   ///< width
  float timeline = 1; ///< height
  float results = 1;  ///< height
  bool show_source = true, show_timeline = true, show_results = true;
  bool operator==(const PaneSizes&) const = default;
};

inline constexpr float smallest_zoom = .75f, largest_zoom = 2.5f;

struct Preferences {
  bool dark = true;
  float zoom = 1; ///< of fonts and everything that scales with them
  bool reduce_motion = false;
  double speed = 4; ///< steps a second
  std::string language = "English";
  std::string last_folder;                 ///< where the open and save dialogs begin
  std::vector<std::string> recent_files;   ///< absolute paths, newest first
  document::KnownOptions programs;         ///< what whole programs were run with, newest first
  bool first_run_seen = false;             ///< the introduction was shown
  int window_width = 0, window_height = 0; ///< 0: never set
  int window_x = 0, window_y = 0;
  bool window_maximized = false;
  PaneSizes panes;
  /// Commands that may run to measure on a GPU: the person was asked about each.
  std::vector<std::string> measure_allowed;
  std::string measure_profile = "local";
  bool operator==(const Preferences&) const = default;
};

inline constexpr std::size_t most_recent_files = 10;

/// Makes `path` the newest entry; each path is listed once.
void remember_file(std::vector<std::string>& recent, std::string path);
/// Makes a file that was opened or saved the newest one, and its folder the last one.
void note_file(Preferences& preferences, const std::string& path);

/// Returns the absolute path, or `path` itself where the current folder cannot be read.
[[nodiscard]] std::string absolute_path(const std::string& path);

} // namespace warpscope::settings
