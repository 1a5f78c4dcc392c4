// warpscope sass FILE.cu […]: what the compiler makes of the text, an instruction a line, with the counts of
// each and what became of every access.
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/cli/style.h"
#include "app/cli/table.h"
#include "sim/base/text.h"
#include "sim/run/code_table.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

struct SassOptions {
  std::string file, device = "cc90";
  LaunchOptions launch;
  bool json = false, predicted = false, ptx = false;
  std::uint32_t line = 0; ///< 0: all
  std::uint64_t sample_blocks = 0;
};

std::string mean(std::uint64_t cost, std::uint64_t requests) {
  if (requests == 0) return "";
  if (cost % requests == 0) return grouped(cost / requests);
  return fmt::format("{:.1f}", static_cast<double>(cost) / static_cast<double>(requests));
}

/// The instructions in the order of the code; those that no line of the text has made are dimmed.
std::string row_table(const std::vector<run::CodeRow>& rows, std::uint32_t line, bool counted, bool color,
                      unsigned width) {
  Table table;
  table.column("line").column("instruction", Table::Align::Left);
  if (counted) table.column("requests").column("each").column("fewest").column("", Table::Align::Left);
  for (const run::CodeRow& row : rows) {
    if (line != 0 && row.line != line) continue;
    const Tint tint = row.memory || row.text.ends_with(':') ? Tint::None : Tint::Dim;
    std::vector<Cell> cells = {{row.line != 0 ? std::to_string(row.line) : ""}, {row.text, tint}};
    for (const run::CodeCount& count : row.counts) {
      cells.push_back({grouped(count.requests)});
      cells.push_back({mean(count.cost, count.requests),
                       count.ideal != 0 && count.cost > count.ideal ? Tint::Bad : Tint::Good});
      cells.push_back({count.ideal != 0 ? mean(count.ideal, count.requests) : ""});
      cells.push_back({std::string(run::unit_of(count.space))});
      table.row(std::move(cells));
      cells = {{""}, {""}};
    }
    if (row.counts.empty()) table.row(std::move(cells));
  }
  return table.text(color, width);
}

std::string story_table(const run::CodeTable& code, const run::Result& written, std::uint32_t line,
                        bool color, unsigned width) {
  Table table;
  table.column("line").column("access", Table::Align::Left).column("requests").column("compiled");
  table.column("cost").column("compiled").column("", Table::Align::Left);
  table.column("what became of it", Table::Align::Left);
  for (const run::LineStory& story : code.stories) {
    if (line != 0 && story.line != line) continue;
    table.row(
        {{std::to_string(story.line)},
         {fmt::format("{} {}", name_of(story.written.space), name_of(story.written.kind))},
         {grouped(story.written.requests)},
         {grouped(story.compiled.requests)},
         {grouped(story.written.cost)},
         {grouped(story.compiled.cost),
          story.compiled.ideal != 0 && story.compiled.cost > story.compiled.ideal ? Tint::Bad : Tint::Good},
         {std::string(run::unit_of(story.written.space))},
         {run::story_text(story)}});
  }
  if (table.empty())
    return line == 0 ? "No memory instruction is executed.\n"
                     : fmt::format("No memory instruction on line {}: {}\n", line,
                                   trimmed(line_of(written.scenario.text, line)));
  return table.text(color, width);
}

std::string report(const run::CodeTable& code, const run::Result& written, const SassOptions& options,
                   bool color, unsigned width) {
  std::string out;
  const std::string registers = code.registers == 0 ? "" : ", " + counted(code.registers, "register");
  if (code.read)
    out += tinted(fmt::format("{}: as compiled, read from NVRTC of this machine, sm_{}{}, {} of local memory",
                              written.launch.kernel, code.architecture, registers,
                              counted(code.local_bytes, "byte")),
                  Tint::Bold, color);
  else
    out += tinted(
        fmt::format("{}: as predicted by LLVM; the names of the registers are ours", written.launch.kernel) +
            (code.alive == 0 ? "" : fmt::format(", {} are alive at once", code.alive)) +
            (written.launch.max_registers == 0
                 ? ""
                 : fmt::format("; it ignores the limit of {}",
                               counted(written.launch.max_registers, "register"))),
        Tint::Bold, color);
  out += "\n\n";
  out += story_table(code, written, options.line, color, width) + "\n";
  if (code.read && options.ptx)
    out += tinted("PTX", Tint::Bold, color) + "\n" + row_table(code.ptx, options.line, false, color, width) +
           "\n";
  out += tinted(code.read ? "SASS" : "PTX", Tint::Bold, color) +
         " (each: of one request; fewest: the fewest possible)\n" +
         row_table(code.counted(), options.line, true, color, width);
  return out;
}

int run_sass(const SassOptions& options, Context& context) {
  Console& console = context.console;
  const std::optional<ChosenLaunch> chosen = choose_launch(options.file, options.launch, options.device,
                                                           console);
  if (!chosen) return exit_usage;
  const auto& [source, overrides, device] = *chosen;
  const std::optional<run::Request> request = request_of(source, overrides, options.launch.program, *device,
                                                         console);
  if (!request) return exit_usage;
  RunSettings settings;
  settings.sample_blocks = options.sample_blocks;
  settings.run_checks = false;
  const run::Result written = run_request(*request, settings, console);
  console.err << format_diagnostics(written.diagnostics);
  if (written.status != run::Status::Done) {
    console.err << sim_problems(written);
    return exit_code_of(written.status);
  }
  run::Result compiled;
  settings.read_code = !options.predicted;
  if (settings.read_code) {
    compiled = run_request(*request, settings, console);
    if (compiled.status != run::Status::Done && !compiled.diagnostics.empty()) {
      const Diagnostic& why = compiled.diagnostics.front();
      console.err << fmt::format("note: {}; what is predicted is shown\n", why.message);
    }
  }
  if (compiled.status != run::Status::Done) {
    settings.read_code = false;
    settings.as_compiled = settings.listing = true;
    compiled = run_request(*request, settings, console);
    if (compiled.status != run::Status::Done) {
      console.err << format_diagnostics(compiled.diagnostics) << sim_problems(compiled);
      return exit_code_of(compiled.status);
    }
  }
  const run::CodeTable code = run::join_code(written, compiled);
  console.out << (options.json ? run::to_json(code)
                               : report(code, written, options, console.color_out, console.width));
  return exit_done;
}

} // namespace

void add_sass(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "sass", "Show what the compiler makes of a kernel: PTX and SASS with the counts of each instruction");
  const auto options = std::make_shared<SassOptions>();
  app->add_option("file", options->file, "A .cu file, a lab (see `warpscope labs`), or - for standard input")
      ->required()
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_option("--device", options->device, "Device to compile for (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--json", options->json, "One JSON document instead of tables");
  app->add_flag("--predicted", options->predicted,
                "What LLVM predicts, as PTX, though NVRTC and nvdisasm are there");
  app->add_flag("--ptx", options->ptx, "NVRTC's PTX, too, before the SASS");
  app->add_option("--line", options->line, "Only what is made of this line of the text")
      ->type_name("LINE")
      ->check(CLI::Range(1u, 1u << 24));
  app->add_option("--blocks", options->sample_blocks,
                  "Run only this many blocks, spread over the grid, and scale their counts to all of it; 0: "
                  "run all")
      ->capture_default_str()
      ->type_name("N");
  app->footer("Examples:\n"
              "  warpscope sass matmul_tile16\n"
              "  warpscope sass matmul_tile16 --line 40 --ptx\n"
              "  warpscope sass my.cu --predicted --json > code.json\n"
              "Without NVRTC and nvdisasm (scripts/install-cuda-runtime gets them) it shows what LLVM "
              "predicts.\n"
              "Exit codes: 0 done; 1 the kernel faulted or did not end; 2 bad usage or a text that does not "
              "compile.");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_sass(*options, context); }; });
}

} // namespace warpscope::cli
