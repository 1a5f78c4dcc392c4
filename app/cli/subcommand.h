// A subcommand is a file that adds itself to the parser and registers an action, its declaration here, and a
// row in the table of cli.cpp.
#pragma once

#include "app/cli/cli.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace warpscope::cli {

struct Context {
  Console& console;
  const Services& services;
};

/// What the parsed subcommand does; runs after parsing, returns the exit code.
using Action = std::function<int(Context&)>;

void add_gui(CLI::App& parent, Action& action);
void add_expr(CLI::App& parent, Action& action);
void add_sim(CLI::App& parent, Action& action);
void add_sass(CLI::App& parent, Action& action);
void add_run(CLI::App& parent, Action& action);
void add_measure(CLI::App& parent, Action& action);
void add_compare(CLI::App& parent, Action& action);
void add_accesses(CLI::App& parent, Action& action);
void add_tiling(CLI::App& parent, Action& action);
void add_values(CLI::App& parent, Action& action);
void add_render(CLI::App& parent, Action& action);
void add_labs(CLI::App& parent, Action& action);
void add_lessons(CLI::App& parent, Action& action);
void add_devices(CLI::App& parent, Action& action);
void add_probe(CLI::App& parent, Action& action);
void add_layout(CLI::App& parent, Action& action);
void add_fragment(CLI::App& parent, Action& action);

/// Prints "warpscope: MESSAGE" on standard error.
void complain(Console& console, const std::string& message);

} // namespace warpscope::cli
