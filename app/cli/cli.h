// The command line: `warpscope <subcommand> …`. Exit codes are part of the interface, see ExitCode below.
#pragma once

#include "app/export/export_picture.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace warpscope::cli {

/// Scripts depend on these values.
enum ExitCode : int {
  exit_done = 0,
  /// The kernel faulted, deadlocked, ran out of its budget or failed its check; or the run was interrupted.
  exit_failed = 1,
  exit_usage = 2,   ///< bad usage, a text that does not compile, a file that cannot be read or written
  exit_hazards = 4, ///< sim --races found hazards
};

/// The streams of a run, and what the terminal supports.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool color_out = false;
  bool color_err = false;
  bool progress = false; ///< stderr is a terminal: a line that is overwritten may be shown there
  unsigned width = 100;  ///< in columns
};

/// What only the program with the window provides; the functions are empty in a build without it.
struct Services {
  struct Window {
    std::string file;                              ///< may be empty
    std::string lesson;                            ///< to play: its name, or a .toml file; empty: none
    std::vector<std::string> include_folders = {}; ///< of the file's own headers, as they were named
    bool fresh = false; ///< read nothing of earlier runs and keep nothing of this one
  };
  std::function<int(const Window&)> gui;
  exporting::Rasterizer rasterizer; ///< for PNG pictures
};

/// What `warpscope probe` measured here goes before what travels with the program; a file that cannot be read
/// is named.
void use_own_probes(Console& console);

/// `arguments`: without the program's name. Never throws and never exits.
[[nodiscard]] int run_cli(const std::vector<std::string>& arguments, Console& console,
                          const Services& services);

/// Sets a flag on SIGINT: the running simulation ends and what it has is printed. A second SIGINT ends the
/// program.
void handle_interrupts();

} // namespace warpscope::cli
