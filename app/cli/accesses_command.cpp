// warpscope accesses FILE.tsv: counts raw lane addresses.
#include "app/cli/subcommand.h"
#include "sim/model/accesses_tsv.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

int run_accesses(const std::string& file, Context& context) {
  Console& console = context.console;
  Diagnostics diagnostics;
  if (file == "-") {
    diagnostics = model::count_accesses_tsv(console.in, console.out, "<stdin>");
  } else {
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed)) {
      complain(console, fmt::format("{} is a folder; name the table in it", file));
      return exit_usage;
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      complain(console, fmt::format("{} cannot be read: {}", file, std::strerror(errno)));
      return exit_usage;
    }
    diagnostics = model::count_accesses_tsv(in, console.out, file);
    if (in.bad()) {
      complain(console, fmt::format("{} cannot be read to its end", file));
      return exit_usage;
    }
  }
  console.out.flush();
  console.err << format_diagnostics(diagnostics);
  return has_errors(diagnostics) ? exit_usage : exit_done;
}

} // namespace

void add_accesses(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("accesses", "Count raw lane addresses: a table in, a table out");
  const auto file = std::make_shared<std::string>();
  app->add_option("file", *file,
                  "Tab-separated columns id, space, op, width, mask, offsets; - for standard input")
      ->required()
      ->type_name("FILE.tsv");
  app->footer("The first line names the columns: space is shared, global or constant; op is ld, st or red; "
              "width is in bytes; mask is\n"
              "hex, bit i = lane i is active; offsets are 32 byte offsets with commas between. The answer "
              "has the columns id requests\n"
              "wavefronts bank_conflicts sectors lines passes, empty where one does not apply. Rows with an "
              "error are told and left out.\n"
              "Example:\n"
              "  warpscope accesses tests/hardware/h200_warp_accesses.tsv | head");
  app->callback(
      [&action, file] { action = [file](Context& context) { return run_accesses(*file, context); }; });
}

} // namespace warpscope::cli
