// warpscope run FILES… [-- ARGS]: compiles a whole program, runs it on the simulated device and passes its
// output through.
#include "app/cli/host_flags.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/program_build.h"
#include "app/cli/program_report.h"
#include "app/cli/subcommand.h"
#include "app/measuring/read_code.h"
#include "sim/base/atomic_file.h"
#include "sim/whole/json.h"
#include "sim/whole/launch_estimates.h"
#include "sim/whole/scratch_folder.h"
#include "sim/whole/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>

extern char** environ;

namespace warpscope::cli {

namespace fs = std::filesystem;

namespace {

struct RunOptions {
  std::vector<std::string> words; ///< as typed, flags of nvcc among them
  std::vector<std::string> arguments;
  std::string device = "cc90", report, folder;
  bool check = false, races = false, summary = false;
  double seconds = whole::Limits{}.seconds, launch_seconds = whole::Limits{}.launch.seconds;
  std::uint64_t output_bytes = whole::Limits{}.output_bytes;
};

/// Writes all of it, as the program itself would have. Returns an errno; 0: fine, or nobody reads it any
/// more.
int pass_on(int descriptor, std::string_view piece) {
  while (!piece.empty()) {
    const ssize_t written = write(descriptor, piece.data(), piece.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 || errno == EPIPE ? 0 : errno;
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// `lost`: receives the errno of output that could not be written; it must outlive the run.
whole::Streams streams_of(bool limited, std::atomic<int>& lost) {
  whole::Streams streams;
  streams.input = STDIN_FILENO;
  streams.terminal = isatty(STDIN_FILENO) != 0;
  // A terminal shows a flood while it lasts, and a program behaves otherwise on one.
  if (!limited && isatty(STDOUT_FILENO) != 0) streams.output = STDOUT_FILENO;
  if (!limited && isatty(STDERR_FILENO) != 0) streams.errors = STDERR_FILENO;
  struct stat facts{};
  streams.lines = fstat(STDOUT_FILENO, &facts) != 0 || !S_ISREG(facts.st_mode);
  streams.heard = [&lost](bool error, std::string_view piece) {
    if (const int why = pass_on(error ? STDERR_FILENO : STDOUT_FILENO, piece); why != 0 && !error) lost = why;
  };
  return streams;
}

bool has_main(const program::CompiledProgram& compiled) {
  return std::any_of(compiled.objects.begin(), compiled.objects.end(), [](const program::HostObject& object) {
    return std::any_of(object.functions.begin(), object.functions.end(),
                       [](const program::CodeFunction& function) { return function.symbol == "main"; });
  });
}

std::string why_no_main(const std::vector<std::string>& files) {
  return fmt::format(
      "{}: there is no main(), with which a program begins; the kernels of a text without one run "
      "with `warpscope sim`",
      files.size() == 1 ? files.front() : fmt::format("{} files", files.size()));
}

int exit_code_of_run(const RunOptions& options, const whole::Record& record) {
  if (record.end.cancelled && interrupting_signal() != 0) return 128 + interrupting_signal();
  if (record.end.code != 0) return record.end.code;
  if (!options.check && !options.races) return exit_done;
  bool hazards = false;
  for (const whole::Finding& finding : record.findings) {
    const bool hazard = finding.kind == "race" || finding.kind == "stream-race" ||
                        finding.kind == "host-race";
    if (finding.severity == Severity::Error && !hazard) return exit_failed;
    hazards = hazards || hazard;
  }
  return hazards ? exit_hazards : exit_done;
}

int run_program(const RunOptions& options, Context& context) {
  handle_terminations();
  Console& console = context.console;
  std::string error;
  HostFlags flags;
  if (!parse_host_flags(options.words, flags, error)) return complain(console, error), exit_usage;
  for (const std::string& ignored : flags.ignored) complain(console, fmt::format("{} is ignored", ignored));
  if (flags.files.empty())
    return complain(console, "no file is given: warpscope run FILES [-- ARGS]"), exit_usage;
  const std::string device_id = options.device.empty() ? "cc90" : options.device;
  const Device* device = find_device_or_say(device_id, error);
  if (device == nullptr) return complain(console, error), exit_usage;
  const std::optional<program::ProgramSources> sources = program_sources(flags, *device, error);
  if (!sources) return complain(console, error), exit_usage;
  for (const std::string& folder : flags.include_folders)
    if (std::error_code unknown; !fs::is_directory(folder, unknown))
      complain(console, fmt::format("-I {}: there is no such folder", folder));
  std::optional<program::CompiledProgram> compiled = compile_program(*sources, console);
  if (!compiled) return exit_usage;
  if (!has_main(*compiled)) return complain(console, why_no_main(flags.files)), exit_usage;

  if (const labs::Lab* lab = flags.files.size() == 1 ? program_lab(flags.files.front()) : nullptr) {
    Diagnostics ignored;
    const source::Scenario scenario = source::parse_scenario(lab->file_name, lab->text, ignored);
    for (const auto& [name, value] : flags.macros)
      if (const std::optional<Diagnostic> said = source::unlisted_value(scenario, name, value, "-D"))
        console.err << format_diagnostic(*said);
  }

  const whole::ScratchFolder scratch;
  whole::Request request;
  request.program = std::move(*compiled);
  request.device = *device;
  const fs::path first = flags.files.front();
  request.arguments.push_back(flags.output.empty() ? "./" + first.stem().string() : flags.output);
  for (const std::string& argument : options.arguments) request.arguments.push_back(argument);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    request.environment.emplace_back(*entry);
  request.folder = options.folder.empty() ? fs::current_path().string() : absolute_path(options.folder);
  request.scratch = scratch.path();
  request.check = options.check;
  request.races = options.races || options.check;
  request.limits.seconds = options.seconds;
  request.limits.launch.seconds = options.launch_seconds;
  request.limits.output_bytes = options.output_bytes;
  std::atomic<int> lost{0};
  request.streams = streams_of(options.output_bytes != whole::Limits{}.output_bytes, lost);
  request.cancel = &interrupted();
  request.slow = [&](const std::string& sentence) { complain(console, sentence); };
  remote::MeasureProcess code_process{remote::MeasureProfile()}; // it is started where there is a report
  std::optional<whole::LaunchEstimates> estimates;
  if (!options.report.empty()) {
    estimates.emplace(*sources, *device, request.cancel,
                      [&](compile::Compiler& compiler, const run::Request& launch, std::string& why_not) {
                        return measuring::read_code(compiler, code_process, launch, launch.cancel, why_not);
                      });
    request.estimate = [&](std::shared_ptr<const launch::LaunchSnapshot> sees, std::string& why_not) {
      return (*estimates)(std::move(sees), why_not);
    };
  }
  console.out.flush();
  console.err.flush();
  const whole::Outcome outcome = whole::run(request);
  if (!outcome.failed.empty()) return complain(console, outcome.failed), exit_failed;

  const whole::Record& record = outcome.record;
  ReportOptions shown{.notes = options.check || options.summary,
                      .color = console.color_err,
                      .width = console.width,
                      .folder = fs::current_path().string()};
  if (options.summary) console.err << program_summary(record, request.program.texts, shown);
  console.err << program_findings(record, request.program.texts, shown);
  if (const labs::Lab* lab = flags.files.size() == 1 ? program_lab(flags.files.front()) : nullptr)
    console.err << lab_answer(*lab, record, flags.macros, shown);
  if (!options.report.empty()) {
    const std::string document = whole::to_json(record, shown.folder, request.program.texts);
    if (options.report == "-") console.err << document;
    else if (const int failed = replace_file(options.report, document, ".part", {}, false); failed != 0)
      return complain(console,
                      fmt::format("{} could not be written: {}", options.report, std::strerror(failed))),
             exit_usage;
  }
  const int code = exit_code_of_run(options, record);
  if (lost == 0) return code;
  complain(console, lost == EBADF ? "standard output is closed: what the program printed is lost"
                                  : fmt::format("what the program printed could not all be written: {}",
                                                std::strerror(lost)));
  return code == exit_done ? exit_failed : code;
}

} // namespace

void add_run(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "run",
      "Run a whole CUDA program, with its main(), on the simulated device: warpscope run FILES [-I DIR] "
      "[-D NAME[=V]] [-l LIB] [--std X] [OPTIONS] [-- ARGS]; nvcc's other flags are taken, and named where "
      "they mean nothing here");
  const auto options = std::make_shared<RunOptions>();
  // carry_program_words() makes these two of what a person types.
  app->add_option("--build-word", options->words)->group("")->allow_extra_args(false)->take_all();
  app->add_option("--program-argument", options->arguments)->group("")->allow_extra_args(false)->take_all();
  app->add_option("--device", options->device, "Device that the program finds (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--check", options->check,
                "Look for every mistake: races, reads of what was never written, leaks (slower)");
  app->add_flag("--races", options->races, "Look for races in every launch");
  app->add_flag("--summary", options->summary,
                "Tables of the launches and copies behind the program's output");
  app->add_option("--report", options->report, "Write the report as JSON; - is standard error")
      ->type_name("FILE.json");
  app->add_option("--folder", options->folder, "Where the program runs and may read; default: here")
      ->type_name("DIR");
  app->add_option("--time-limit", options->seconds, "End the program after this long by the clock; 0: never")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--launch-limit", options->launch_seconds,
                  "End a kernel after this much processor time of a thread, or ten times that by the "
                  "clock; 0: never")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--output-limit", options->output_bytes,
                  "End the program when it has printed this much; 0: never")
      ->capture_default_str()
      ->type_name("BYTES");
  app->footer(
      "Examples:\n"
      "  warpscope run vector_add.cu\n"
      "  warpscope run main.cu util.cpp -I include -D N=64 --summary -- --size 1000\n"
      "  warpscope run homework.cu --check\n"
      "  warpscope run streams_overlap -D STREAMS=1\n"
      "Exit codes: the program's own, 128 + the signal that ended it, 124 for a limit; 2 bad usage or a text "
      "that does not compile; with --check 1 for faults and 4 for races of a program that says 0.");
  app->callback([&action, options] {
    for (std::vector<std::string>* words : {&options->words, &options->arguments})
      for (std::string& word : *words)
        if (word.starts_with(':')) word.erase(0, 1);
    action = [options](Context& context) { return run_program(*options, context); };
  });
}

} // namespace warpscope::cli
