// warpscope measure FILE.cu […]: measures the same launch on a GPU, by warpscope-measure.
#include "app/cli/choices.h"
#include "app/cli/gpu_options.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/cli/subcommand.h"
#include "app/measuring/measure_request.h"
#include "gpu/remote/campaign.h"
#include "gpu/remote/measure_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

namespace warpscope::cli {

namespace {

struct MeasureOptions {
  std::string file, device = "cc90";
  GpuOptions gpu;
  LaunchOptions launch;
  std::vector<std::string> only;
  protocol::MeasureLimits limits;
  std::string out;
  bool request = false, values = false, all = false;
};

/// --only times,lines: nothing else is measured; if it names no build, both are.
bool choose(const std::vector<std::string>& only, protocol::MeasureWhat& what, std::string& error) {
  if (only.empty()) return true;
  const std::pair<const char*, bool*> flags[] = {
      {"times", &what.times}, {"totals", &what.totals},           {"lines", &what.lines},
      {"check", &what.check}, {"as_compiled", &what.as_compiled}, {"as_written", &what.as_written}};
  for (const auto& [name, flag] : flags) *flag = false;
  for (const std::string& word : only) {
    const auto found = std::find_if(std::begin(flags), std::end(flags),
                                    [&](const auto& row) { return word == row.first; });
    if (found == std::end(flags)) {
      error = fmt::format("--only {}: there is times, totals, lines, check, as_compiled and as_written",
                          word);
      return false;
    }
    *found->second = true;
  }
  if (!what.as_compiled && !what.as_written) what.as_compiled = what.as_written = true;
  return true;
}

/// Formats NVRTC's errors like those of our own compiler: file:line:column, the line, a caret.
std::string compiler_messages(const protocol::Recording& recording, const SourceInput& source) {
  Diagnostics diagnostics;
  for (const protocol::RecordedMessage& message : recording.builds.empty()
                                                      ? std::vector<protocol::RecordedMessage>()
                                                      : recording.builds.front().messages) {
    Diagnostic d;
    d.severity = message.is_error ? Severity::Error : Severity::Warning;
    d.message = message.text;
    if (message.line != 0) {
      d.file = source.file;
      d.span = {message.line, std::max(message.column, 1u), message.line, std::max(message.column, 1u) + 1};
      d.source_line = std::string(line_of(source.text, message.line));
    }
    diagnostics.push_back(std::move(d));
  }
  return format_diagnostics(diagnostics);
}

/// Returns each reason once, with the parts that it applies to: "totals.as_compiled, totals.as_written".
std::vector<std::pair<std::string, std::string>> by_reason(const std::vector<protocol::CouldNot>& could_not) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const protocol::CouldNot& c : could_not) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& r) { return r.first == c.reason; });
    if (row == rows.end()) rows.emplace_back(c.reason, c.part);
    else row->second += ", " + c.part;
  }
  return rows;
}

int exit_code_of(const protocol::Recording& recording) {
  switch (recording.status) {
  case protocol::RecordingStatus::Done: {
    const bool wrong = std::any_of(recording.checks.begin(), recording.checks.end(),
                                   [](const protocol::RecordedCheck& c) { return c.mismatches != 0; });
    return wrong ? exit_failed : exit_done;
  }
  case protocol::RecordingStatus::BadRequest:
  case protocol::RecordingStatus::NotCompiled: return exit_usage;
  case protocol::RecordingStatus::NoDevice:
  case protocol::RecordingStatus::Faulted:
  case protocol::RecordingStatus::TimedOut:
  case protocol::RecordingStatus::Failed: break;
  }
  return exit_failed;
}

std::optional<protocol::MeasureRequest> request_of(compile::Compiler& compiler, const MeasureOptions& options,
                                                   const SourceInput& source,
                                                   const source::Overrides& overrides, Console& console,
                                                   std::string& error) {
  const Device* device = find_device_or_say(options.device, error);
  if (device == nullptr) return std::nullopt;
  const std::optional<run::Request> simulation = request_of(source, overrides, options.launch.program,
                                                            *device, console);
  if (!simulation) return std::nullopt;
  Diagnostics diagnostics;
  std::optional<protocol::MeasureRequest> request = measuring::make_measure_request(compiler, *simulation,
                                                                                    diagnostics);
  console.err << format_diagnostics(diagnostics);
  if (!request) return std::nullopt;
  request->limits = options.limits;
  request->what.values = options.values;
  if (!choose(options.only, request->what, error)) return std::nullopt;
  return request;
}

/// A GPU reports that an address was wrong, but not where: the simulator runs the same launch and names the
/// line, if it finds the fault, too.
void name_the_fault(const MeasureOptions& options, const SourceInput& source, Console& console) {
  std::string error;
  const Device* device = find_device_or_say(options.device, error);
  const std::optional<source::Overrides> overrides = options.launch.overrides(error);
  if (device == nullptr || !overrides) return;
  RunSettings settings;
  settings.budget.seconds = 10;
  settings.run_checks = false;
  const run::Result result = run_source(source, *overrides, options.launch.program, *device, settings,
                                        console);
  if (result.status == run::Status::Faulted)
    console.err << "warpscope: the simulator, too, finds:\n" << sim_problems(result);
  else
    complain(console, "the simulator finds no fault in this launch: it may depend on the order of the warps, "
                      "or on what is not modelled");
}

int measure_one(const MeasureOptions& options, Context& context) {
  Console& console = context.console;
  std::string error;
  const std::optional<SourceInput> source = read_source(options.file, console, error);
  const std::optional<source::Overrides> overrides = source ? options.launch.overrides(error) : std::nullopt;
  compile::Compiler compiler;
  const std::optional<protocol::MeasureRequest> request = overrides ? request_of(compiler, options, *source,
                                                                                 *overrides, console, error)
                                                                    : std::nullopt;
  if (!request) {
    if (!error.empty()) complain(console, error);
    return exit_usage;
  }
  const std::optional<remote::MeasureProfile> profile = options.gpu.profile(console);
  if (!profile) return exit_usage;
  if (options.request) {
    console.out << protocol::to_json(*request) << "\n";
    return exit_done;
  }
  show_command_once(*profile, console);
  remote::MeasureProcess process(*profile);
  const remote::MeasureAnswer answer = process.ask(*request, &interrupted(), StageLine(console));
  if (!answer.recording) {
    complain(console, answer.error);
    return exit_failed;
  }
  const protocol::Recording& recording = *answer.recording;
  console.out << protocol::to_json(recording) << "\n";
  console.out.flush();
  if (recording.status == protocol::RecordingStatus::NotCompiled)
    console.err << compiler_messages(recording, *source);
  else if (recording.status != protocol::RecordingStatus::Done) complain(console, recording.message);
  if (recording.status == protocol::RecordingStatus::Faulted) name_the_fault(options, *source, console);
  for (const protocol::RecordedCheck& check : recording.checks)
    if (check.mismatches != 0)
      complain(console, fmt::format("{} is wrong in {} places on the GPU: {}", check.output, check.mismatches,
                                    check.first));
  if (recording.status == protocol::RecordingStatus::Done)
    for (const auto& [reason, parts] : by_reason(recording.could_not))
      complain(console, fmt::format("{}: {}", parts, reason));
  return exit_code_of(recording);
}

/// Every choice of the parameters of every source. A text that does not compile is reported and skipped, with
/// `code` set. nullopt: wrong options.
std::optional<std::vector<remote::SweepItem>> sweep_items(const MeasureOptions& options, Console& console,
                                                          int& code) {
  std::string error;
  const std::optional<std::vector<SourceInput>> sources = sources_of(options.file, true, console, error);
  const std::optional<source::Overrides> given = sources ? options.launch.overrides(error) : std::nullopt;
  std::vector<remote::SweepItem> items;
  compile::Compiler compiler;
  for (const SourceInput& source : given ? *sources : std::vector<SourceInput>())
    for (const source::Overrides& choice : all_choices(source, *given)) {
      if (interrupted() || !error.empty()) break;
      const std::optional<protocol::MeasureRequest> request = request_of(compiler, options, source, choice,
                                                                         console, error);
      if (!request) {
        code = exit_usage;
        continue;
      }
      std::string parameters;
      for (const auto& [name, value] : request->macros)
        parameters += (parameters.empty() ? "" : " ") + name + "=" + value;
      items.push_back({stem_of(source.file), parameters, *request});
    }
  if (error.empty()) return items;
  complain(console, error);
  return std::nullopt;
}

/// A progress line that overwrites itself, on a terminal.
class CountLine {
 public:
  explicit CountLine(Console& console) : console_(console) {}
  ~CountLine() { wipe(); }
  CountLine(const CountLine&) = delete;
  CountLine& operator=(const CountLine&) = delete;
  void show(std::size_t done, std::size_t total) {
    if (!console_.progress) return;
    console_.err << fmt::format("\r\x1b[K{} of {} measured, Ctrl-C stops", done, total) << std::flush;
    shown_ = true;
  }
  void wipe() {
    if (std::exchange(shown_, false)) console_.err << "\r\x1b[K" << std::flush;
  }

 private:
  Console& console_;
  bool shown_ = false;
};

int measure_all(const MeasureOptions& options, Context& context) {
  Console& console = context.console;
  int code = exit_done;
  const std::optional<remote::MeasureProfile> profile = options.gpu.profile(console);
  const std::optional<std::vector<remote::SweepItem>> items = profile ? sweep_items(options, console, code)
                                                                      : std::nullopt;
  if (!items) return exit_usage;
  if (options.request) {
    for (const remote::SweepItem& item : *items) console.out << protocol::to_json(item.request) << "\n";
    return code;
  }
  if (interrupted()) return exit_failed;
  if (items->empty()) return complain(console, "there is nothing to measure"), exit_usage;
  show_command_once(*profile, console);
  remote::SweepOutcome outcome;
  {
    CountLine line(console);
    remote::SweepFolder folder(options.out);
    remote::SweepHooks hooks;
    hooks.progress = [&](std::size_t done, std::size_t total) { line.show(done, total); };
    hooks.say = [&](const std::string& sentence) {
      line.wipe();
      complain(console, sentence);
      console.err.flush();
    };
    hooks.stage = StageLine(console);
    hooks.cancel = &interrupted();
    hooks.longest_wait = std::max(options.gpu.patience, 0.);
    outcome = remote::run_sweep(*items, *profile, folder, hooks);
  }
  for (const std::string& problem : outcome.problems) complain(console, problem);
  if (!outcome.error.empty()) complain(console, outcome.error);
  console.out << fmt::format("{} of {} launches have their recording in {}{}\n", outcome.before + outcome.now,
                             outcome.total, options.out,
                             outcome.before == 0 ? "" : fmt::format(" ({} had it before)", outcome.before));
  if (!outcome.complete())
    complain(console, fmt::format("{}: the same command measures what is missing, and nothing else",
                                  interrupted() ? "stopped" : "not complete"));
  return outcome.complete() && outcome.problems.empty() && outcome.error.empty()
             ? code
             : std::max<int>(code, exit_failed);
}

int run_measure(const MeasureOptions& options, Context& context) {
  std::string wrong;
  if (options.all && options.out.empty() && !options.request)
    wrong = "--all needs --out FOLDER for its recordings";
  if (!options.all && !options.out.empty())
    wrong = "--out goes with --all; one recording goes to standard output";
  if (!options.all && options.file.empty()) wrong = "name a file or a lab, or --all for every lab";
  if (wrong.empty()) return options.all ? measure_all(options, context) : measure_one(options, context);
  complain(context.console, wrong);
  return exit_usage;
}

} // namespace

void add_measure(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "measure", "Run a kernel on a GPU: times, counters line by line, check (docs/measure.md)");
  const auto options = std::make_shared<MeasureOptions>();
  app->add_option(
         "file", options->file,
         "A .cu file, a lab (see `warpscope labs`), or - for standard input; with --all also a folder")
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_option("--device", options->device,
                  "Device whose limits apply before the launch is sent (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--request", options->request, "Print the request that would be sent, and stop");
  options->gpu.add_to(*app);
  app->add_option("--only", options->only,
                  "Measure only these: times, totals, lines, check, as_compiled, as_written")
      ->delimiter(',')
      ->type_name("WHAT[,WHAT]");
  app->add_flag("--all", options->all,
                "Every choice of the parameters; of a folder's .cu files, or without a file of every lab. "
                "Slurm: one job array");
  app->add_option("--out", options->out,
                  "With --all: where the recordings go; what is there already is not measured again")
      ->type_name("FOLDER");
  app->add_flag("--values", options->values, "The outputs' bytes beside their hashes");
  app->add_option("--max-seconds", options->limits.seconds,
                  "The kernel and its measurement are ended after this long")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 3600.0))
      ->group("Limits");
  app->add_option("--max-memory", options->limits.memory_bytes,
                  "Device memory that its buffers may take, with copies for refilling")
      ->capture_default_str()
      ->type_name("BYTES")
      ->group("Limits");
  app->footer("Examples:\n"
              "  warpscope measure transpose_tile --set PAD=1\n"
              "  warpscope measure my.cu --device-prefix 'ssh gpu-host' > recording.json\n"
              "  warpscope measure --all kernels --gpu cluster --out recordings\n"
              "  warpscope measure my.cu --request | ssh gpu-host warpscope-measure\n"
              "WARPSCOPE_MEASURE names the program; without it warpscope-measure lies beside warpscope.\n"
              "Exit codes: 0 done; 1 the kernel faulted, timed out or failed its check, or nothing could be "
              "measured; 2 bad usage or a text that does not compile.");
  app->callback([&action, options] {
    action = [options](Context& context) { return run_measure(*options, context); };
  });
}

} // namespace warpscope::cli
