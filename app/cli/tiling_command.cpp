// warpscope tiling FILE.cu […]: what a block stages through shared memory, phase by phase, and the same
// product with other tile sizes.
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/cli/tiling_report.h"
#include "app/compare/shipped.h"
#include "app/measuring/measure_request.h"
#include "sim/base/number_text.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

struct TilingOptions {
  std::string file, device = "cc90";
  LaunchOptions launch;
  std::vector<std::string> rows; ///< NAME=N
  std::uint64_t block_number = 0;
  std::uint32_t registers = 0;
  bool json = false, cells = false, all_sizes = false;
};

/// Parses NAME=N of each; on failure nullopt and a sentence.
std::optional<std::map<std::string, std::uint64_t>> rows_of(const std::vector<std::string>& options,
                                                            std::string& error) {
  std::map<std::string, std::uint64_t> rows;
  for (const std::string& option : options) {
    const std::size_t equals = option.find('=');
    std::uint64_t length = 0;
    const char* end = option.data() + option.size();
    const bool read = equals != std::string::npos && equals != 0 &&
                      std::from_chars(option.data() + equals + 1, end, length).ptr == end && length != 0;
    if (!read) {
      error = fmt::format("--rows {}: write BUFFER=N, the elements of a row of the buffer, as in in=1024",
                          option);
      return std::nullopt;
    }
    rows[option.substr(0, equals)] = length;
  }
  return rows;
}

/// Returns the traced run's buffers with the given row lengths; on failure nullopt and a sentence.
std::optional<std::vector<tiling::TilingBuffer>>
buffers_of(const run::Result& result, const std::map<std::string, std::uint64_t>& rows, std::string& error) {
  std::vector<tiling::TilingBuffer> buffers;
  for (const run::PlacedBuffer& b : result.buffers)
    buffers.push_back({b.name, b.offset, b.bytes, b.element_size});
  for (const auto& [name, length] : rows) {
    tiling::TilingBuffer* buffer = nullptr;
    for (tiling::TilingBuffer& b : buffers)
      if (b.name == name) buffer = &b;
    if (buffer == nullptr)
      error = fmt::format("--rows {}={}: the launch has no buffer {}", name, length, name);
    else if (length > buffer->count())
      error = fmt::format("--rows {}={}: {} has {}, no row of it is longer", name, length, name,
                          counted(buffer->count(), "element"));
    else buffer->row_length = length;
    if (!error.empty()) return std::nullopt;
  }
  return buffers;
}

/// Looks up how many registers a compiler gave each thread of this very launch, in the embedded recordings.
void find_registers(TilingReport& report, const run::Request& request) {
  compile::Compiler compiler;
  Diagnostics ignored;
  std::optional<protocol::MeasureRequest> asked = measuring::make_measure_request(compiler, request, ignored);
  if (!asked) return;
  for (const compare::ShippedRecording& shipped : compare::shipped_recordings_of(protocol::hash_of(*asked)))
    for (const protocol::RecordedBuild& build : shipped.recording.builds)
      if (build.kind == protocol::BuildKind::AsCompiled && build.resources && report.registers == 0) {
        report.registers = build.resources->registers;
        report.registers_from = "as compiled for " + shipped.recording.device.name;
      }
}

int run_tiling(const TilingOptions& options, Context& context) {
  Console& console = context.console;
  const auto refuse = [&](const std::string& message) {
    complain(console, message);
    return exit_usage;
  };
  const std::optional<ChosenLaunch> chosen = choose_launch(options.file, options.launch, options.device,
                                                           console);
  if (!chosen) return exit_usage;
  const auto& [source, overrides, device] = *chosen;
  std::string error;
  const auto rows = rows_of(options.rows, error);
  if (!rows) return refuse(error);
  RunSettings settings;
  settings.trace_block = options.block_number;
  settings.blocks = {options.block_number};
  settings.run_checks = false;
  const std::optional<run::Request> request = request_of(source, overrides, options.launch.program, *device,
                                                         console);
  if (!request) return exit_usage;
  const run::Result result = run_request(*request, settings, console);
  console.err << format_diagnostics(result.diagnostics);
  if (result.status == run::Status::UserError || !result.program || !result.trace) return exit_usage;
  const std::optional<std::vector<tiling::TilingBuffer>> buffers = buffers_of(result, *rows, error);
  if (!buffers) return refuse(error);
  const tiling::Tiling tiling(*result.program, *result.trace, result.launch.block, *buffers);
  TilingReport report{result,
                      tiling,
                      options.block_number,
                      *device,
                      options.registers,
                      options.registers == 0 ? "" : "as --registers says",
                      options.cells};
  if (report.registers == 0) find_registers(report, *request);
  console.out << (options.json ? tiling_json(report)
                               : tiling_text(report, options.all_sizes, console.color_out, console.width));
  console.out.flush();
  console.err << sim_problems(result);
  return exit_code_of(result.status);
}

} // namespace

void add_tiling(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "tiling", "What a block stages through shared memory, phase by phase, and other tile sizes");
  const auto options = std::make_shared<TilingOptions>();
  app->add_option("file", options->file, "A .cu file, a lab (see `warpscope labs`), or - for standard input")
      ->required()
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_option("--device", options->device,
                  "Device for limits, occupancy and roofline (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--json", options->json, "One JSON document instead of tables");
  app->add_flag("--cells", options->cells,
                "With --json: what each cell of shared memory holds behind each phase");
  app->add_flag("--all-sizes", options->all_sizes,
                "Every tile size from 1 to 64 in the table (--json always has them)");
  app->add_option("--rows", options->rows,
                  "Elements of a row of a buffer, where the accesses show another (several may be given)")
      ->type_name("BUFFER=N")
      ->expected(1)
      ->take_all();
  app->add_option(
         "--registers", options->registers,
         "Registers of a thread, for the occupancy; without it those of a recording, if there is one")
      ->type_name("N")
      ->check(CLI::Range(1u, 255u));
  app->add_option("--block-number", options->block_number, "Linear number of the block that is looked at")
      ->capture_default_str()
      ->type_name("N");
  app->footer(
      "Examples:\n"
      "  warpscope tiling matmul_tile16\n"
      "  warpscope tiling my.cu --rows in=1024 --json --cells\n"
      "Exit codes: 0 done; 1 the kernel faulted or hung; 2 bad usage or a text that does not compile.");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_tiling(*options, context); }; });
}

} // namespace warpscope::cli
