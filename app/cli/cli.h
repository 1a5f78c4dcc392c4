// The command line: `warpscope <subcommand> …`. Exit codes are part of the interface, see exit_codes below.
#pragma once

#include "app/export/export_picture.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace warpscope::cli {

/// Scripts depend on these.
enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1, ///< the kernel faulted, deadlocked, ran out of its budget or failed its check; the run was
                   ///< stopped
  exit_usage = 2,  ///< bad usage, a text that does not compile, a file that cannot be read or written
  exit_hazards = 4, ///< sim --races found some
};

/// Where a run reads and writes, and how it may look there.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool color_out = false;
  bool color_err = false;
  bool progress = false; ///< stderr is a terminal: a line that is written over may stand there
  unsigned width = 100;  ///< columns
};

/// What only the program has that also holds the window; empty functions in a build without it.
struct Services {
  /// Opens the window. `file` may be empty; `fresh`: nothing of earlier runs is read, nothing of this one is
  /// kept.
  std::function<int(const std::string& file, bool fresh)> gui;
  exporting::Rasterizer rasterizer; ///< for PNG pictures
};

/// `arguments`: without the program's name. Never throws and never exits.
[[nodiscard]] int run_cli(const std::vector<std::string>& arguments, Console& console,
                          const Services& services);

/// Set by SIGINT: the running simulation ends and what it has is printed. A second SIGINT ends the program.
void handle_interrupts();

} // namespace warpscope::cli
