// Parses the command line and runs the subcommand.
#include "app/cli/cli.h"

#include "app/cli/host_flags.h"
#include "app/cli/subcommand.h"
#include "app/settings/folders.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

namespace warpscope::cli {

namespace {

/// In the order of --help. A new subcommand needs one file and one row here.
struct Row {
  const char* name;
  void (*add)(CLI::App&, Action&);
};
constexpr auto table = std::to_array<Row>({{"gui", add_gui},
                                           {"expr", add_expr},
                                           {"sim", add_sim},
                                           {"sass", add_sass},
                                           {"run", add_run},
                                           {"measure", add_measure},
                                           {"compare", add_compare},
                                           {"accesses", add_accesses},
                                           {"tiling", add_tiling},
                                           {"values", add_values},
                                           {"render", add_render},
                                           {"labs", add_labs},
                                           {"lessons", add_lessons},
                                           {"devices", add_devices},
                                           {"probe", add_probe},
                                           {"layout", add_layout},
                                           {"fragment", add_fragment}});

bool is_subcommand(const std::string& word) {
  return std::any_of(table.begin(), table.end(), [&](const Row& row) { return word == row.name; });
}

/// True for a subcommand with LaunchOptions: its file may be a program, with arguments behind `--`.
bool takes_a_launch(const CLI::App& app, const std::string& subcommand) {
  const auto named = app.get_subcommands([&](const CLI::App* one) { return one->get_name() == subcommand; });
  return !named.empty() && named.front()->get_option_no_throw("--program-argument") != nullptr;
}

/// `warpscope FILE.cu` opens the file: the word "gui" is optional.
bool names_a_text(const std::string& word) {
  std::error_code ignored;
  return word.ends_with(".cu") || std::filesystem::exists(word, ignored) || labs::find_lab(word) != nullptr;
}

std::string unknown_subcommand(const std::string& word) {
  std::vector<std::string> names;
  for (const Row& row : table) names.emplace_back(row.name);
  const std::string meant = source::nearest_name(word, names);
  return fmt::format("'{}' is no subcommand, no file and no lab{}", word,
                     meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant));
}

/// Reports a usage error and where to read more.
int usage_error(Console& console, const std::string& subcommand, std::string message) {
  complain(console, message);
  console.err << fmt::format("Try: warpscope {}{}--help\n", subcommand, subcommand.empty() ? "" : " ");
  return exit_usage;
}

int parse_and_run(std::vector<std::string> arguments, Context& context) {
  Console& console = context.console;
  CLI::App app("Warpscope shows how a CUDA kernel's warps use memory: banks, sectors, lines.", "warpscope");
  app.set_version_flag("--version", "warpscope " WARPSCOPE_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer(
      "Examples:\n"
      "  warpscope                                        open the window\n"
      "  warpscope expr 'a[threadIdx.x * 2]'              what one warp's access costs\n"
      "  warpscope sim transpose_tile                     run a lab, count its accesses line by line\n"
      "  warpscope sim my.cu --grid 32,32 --block 32,8 --arg in=ramp[1024*1024] --arg out=zero[1024*1024]\n"
      "Exit codes: 0 done; 1 the kernel faulted, deadlocked or failed its check; 2 bad usage or a text that "
      "does not "
      "compile.");
  Action action;
  for (const Row& row : table) row.add(app, action);

  // A lesson is played by the window, whose name may be left out.
  if (!arguments.empty() && (arguments.front() == "--lesson" || arguments.front().starts_with("--lesson=")))
    arguments.insert(arguments.begin(), "gui");
  // Checked first: the parser would complain about a missing subcommand, which is not the error.
  const auto is_root_option = [](const std::string& word) {
    return word == "-h" || word == "--help" || word == "--version";
  };
  if (!arguments.empty() && arguments.front().starts_with('-') && !is_root_option(arguments.front()))
    return usage_error(
        console, "",
        fmt::format("there is no option {}; options stand behind a subcommand", arguments.front()));
  std::string subcommand;
  if (arguments.empty() || (!arguments.front().starts_with('-') && !is_subcommand(arguments.front()))) {
    if (!arguments.empty() && !names_a_text(arguments.front()))
      return usage_error(console, "", unknown_subcommand(arguments.front()));
    arguments.insert(arguments.begin(), "gui");
  }
  if (is_subcommand(arguments.front())) subcommand = arguments.front();
  if (subcommand == "run") arguments = carry_program_words(arguments);
  else if (takes_a_launch(app, subcommand)) arguments = carry_program_arguments(arguments);
  std::reverse(arguments.begin(), arguments.end()); // the parser takes them from the end
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp& help) {
    app.exit(help, console.out, console.err);
    return exit_done;
  } catch (const CLI::CallForVersion& version) {
    app.exit(version, console.out, console.err);
    return exit_done;
  } catch (const CLI::ParseError& error) {
    return usage_error(console, subcommand, error.what());
  }
  return action(context);
}

} // namespace

void complain(Console& console, const std::string& message) {
  console.err << "warpscope: " << message << "\n";
}

void use_own_probes(Console& console) {
  for (const std::string& sentence : devices::use_own_measured(settings::xdg_folders().devices()))
    cli::complain(console, sentence + "; it is left out");
}

int run_cli(const std::vector<std::string>& arguments, Console& console, const Services& services) {
  cli::Context context{console, services};
  const int code = cli::parse_and_run(arguments, context);
  console.out.flush();
  if (!console.out) {
    cli::complain(console, "the output could not be written; is the disk full?");
    return code == exit_done ? static_cast<int>(exit_usage) : code;
  }
  return code;
}

} // namespace warpscope::cli
