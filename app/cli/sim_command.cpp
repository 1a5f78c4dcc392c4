// warpscope sim FILE.cu […]: simulates a launch and prints its counts, hazards and problems.
#include "app/cli/interrupt.h"
#include "app/cli/order_report.h"
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/measuring/read_code.h"
#include "sim/races/hazard_story.h"
#include "sim/run/estimate_json.h"
#include "sim/whole/replay_estimate.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <utility>

namespace warpscope::cli {

namespace {

struct SimOptions {
  std::string file, device = "cc90";
  LaunchOptions launch;
  bool json = false, races = false;
  std::vector<std::uint32_t> without_barriers;
  bool pre_volta = false;
  std::string as_compiled; ///< "predicted", "read"; empty: as written
  double seconds = exec::Budget{}.seconds;
  std::uint64_t instructions = exec::Budget{}.warp_instructions;
  unsigned threads = 0;
  std::uint64_t sample_blocks = 0;
};

/// Of what the compiler of this machine makes of the text where it has one, unless its prediction is asked
/// for.
std::optional<run::Estimate> estimate_of(run::Request request, const RunSettings& settings,
                                         const run::Result& ran, std::string& why_not) {
  request.without_barriers = settings.without_barriers;
  request.cancel = &interrupted();
  compile::Compiler compiler;
  std::string why_not_read;
  request.code = ran.code;
  if (request.code == nullptr && !settings.as_compiled) {
    remote::MeasureProcess process{remote::MeasureProfile()};
    request.code = measuring::read_code(compiler, process, request, request.cancel, why_not_read);
  }
  std::optional<run::Estimate> made = whole::estimate(compiler, request, &ran, why_not);
  if (made && made->why_not_read.empty()) made->why_not_read = std::move(why_not_read);
  return made;
}

int run_sim(const SimOptions& options, Context& context) {
  Console& console = context.console;
  const std::optional<ChosenLaunch> chosen = choose_launch(options.file, options.launch, options.device,
                                                           console);
  if (!chosen) return exit_usage;
  const auto& [source, overrides, device] = *chosen;
  RunSettings settings;
  settings.budget.seconds = options.seconds;
  settings.budget.warp_instructions = options.instructions;
  if (options.instructions != exec::Budget{}.warp_instructions) // a limit that the person sets applies to a
                                                                // single block, too
    settings.budget.warp_instructions_per_block = options.instructions;
  settings.threads = options.threads;
  settings.sample_blocks = options.sample_blocks;
  settings.races = options.races;
  settings.without_barriers = options.without_barriers;
  settings.pre_volta = options.pre_volta;
  // The races of the first block are told by the two threads that the window names.
  if (options.races && options.as_compiled.empty()) settings.trace_block = 0;
  settings.as_compiled = options.as_compiled == "predicted";
  settings.read_code = options.as_compiled == "read";
  const std::optional<run::Request> request = request_of(source, overrides, options.launch.program, *device,
                                                         console);
  run::Result result = request ? run_request(*request, settings, console) : run::Result();
  if (result.trace != nullptr) result.hazards = races::as_told(std::move(result.hazards), *result.trace);
  console.err << format_diagnostics(result.diagnostics);
  if (result.status == run::Status::UserError) return exit_usage;

  // Printf's output goes to stderr, since stdout must be JSON only.
  if (!result.run.printf_output.empty() || result.run.printf_truncated) {
    std::ostream& where = options.json ? console.err : console.out;
    where << result.run.printf_output;
    if (!result.run.printf_output.ends_with('\n')) where << "\n";
    if (result.run.printf_truncated) where << "(more output of printf was dropped)\n";
  }
  std::string why_no_estimate(run::did_not_end);
  std::optional<run::Estimate> estimate;
  if (options.json && (result.status == run::Status::Done || result.status == run::Status::CheckFailed))
    estimate = estimate_of(*request, settings, result, why_no_estimate);
  console.out << (options.json ? run::to_json(result, &estimate, why_no_estimate)
                               : sim_report(result, *device, console.color_out, console.width));
  console.out.flush(); // so that the problems come last on a terminal
  console.err << sim_problems(result) << order_report(result);
  const int code = exit_code_of(result.status);
  // A race may cause a wrong output; a fault or a hang takes precedence.
  return !result.hazards.empty() && (code == exit_done || result.status == run::Status::CheckFailed)
             ? exit_hazards
             : code;
}

} // namespace

void add_sim(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("sim",
                                        "Run a kernel on the simulated warps and count its memory accesses");
  const auto options = std::make_shared<SimOptions>();
  app->add_option("file", options->file, "A .cu file, a lab (see `warpscope labs`), or - for standard input")
      ->required()
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_option("--device", options->device, "Device whose limits apply (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--json", options->json, "One JSON document instead of tables");
  app->add_flag(
         "--as-compiled{predicted}", options->as_compiled,
         "Count what an optimising compiler would leave of the text, predicted by LLVM: loops unrolled, "
         "accesses merged and dropped; a row for each access that is left. --as-compiled=read: what "
         "NVRTC of this machine left of it, from its machine code (with nvdisasm)")
      ->check(CLI::IsMember({"predicted", "read"}));
  app->add_flag("--races", options->races,
                "Look for races on shared and global memory, whatever order the warps and blocks run in");
  app->add_flag("--pre-volta", options->pre_volta,
                "With --races: take a warp's lanes to run in lockstep, as before Volta");
  app->add_option("--without-barrier", options->without_barriers,
                  "Leave out the __syncthreads() on this line (several may be given)")
      ->type_name("LINE")
      ->expected(1)
      ->take_all();
  app->add_option("--threads", options->threads,
                  "Blocks that are run at a time, with the same results; 0: one for each core")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(0u, 256u));
  app->add_option(
         "--blocks", options->sample_blocks,
         "Run only this many blocks, spread over the grid, and scale their counts to all of it; 0: run all")
      ->capture_default_str()
      ->type_name("N");
  app->add_option(
         "--max-seconds", options->seconds,
         "Give up after this much processor time of a thread, or ten times that by the clock; 0: never")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber)
      ->group("Budget");
  app->add_option("--max-instructions", options->instructions,
                  "Give up after this many warp instructions; 0: never")
      ->capture_default_str()
      ->type_name("COUNT")
      ->group("Budget");
  app->footer(
      "Examples:\n"
      "  warpscope sim transpose_tile --set PAD=1\n"
      "  warpscope sim my.cu --json > counts.json\n"
      "  warpscope sim my.cu --kernel scale --grid 64 --block 256 --arg data=ramp[16384] --arg n=16384\n"
      "  warpscope sim matmul_tile16 --as-compiled\n"
      "  warpscope sim transpose_tile --races --without-barrier 44\n"
      "Exit codes: 0 done; 1 the kernel faulted, deadlocked or failed its check; 2 bad usage or a text that "
      "does not compile; "
      "4 races (with --races).");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_sim(*options, context); }; });
}

} // namespace warpscope::cli
