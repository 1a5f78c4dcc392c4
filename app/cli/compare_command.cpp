// warpscope compare FILE.cu […]: simulated beside measured, and why they differ. The measurement comes from a
// recording of the file, a GPU, or the embedded recordings, in this order.
#include "app/cli/choices.h"
#include "app/cli/compare_report.h"
#include "app/cli/gpu_options.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/cli/subcommand.h"
#include "app/compare/shipped.h"
#include "app/measuring/compiled_counts.h"
#include "app/measuring/measure_request.h"
#include "gpu/remote/measure_process.h"
#include "sim/base/number_text.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/whole/replay.h"
#include "sim/whole/replay_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <ostream>
#include <utility>

namespace warpscope::cli {

namespace {

struct CompareOptions {
  std::string file, recording, on;
  GpuOptions gpu;
  LaunchOptions launch;
  bool all = false, json = false, shipped = false, models = false;
};

/// Simulates launches and finds their measurements.
class Comparing {
 public:
  Comparing(const CompareOptions& options, Console& console) : options_(options), console_(console) {}

  /// False when the options or the file of recordings are wrong, with one sentence in `error` (empty when it
  /// was already reported).
  bool prepare(std::string& error) {
    if (!options_.recording.empty() && !read_recordings(error)) return false;
    profile_ = options_.gpu.profile(console_);
    if (!profile_) return false;
    if (!options_.shipped && options_.recording.empty())
      process_ = std::make_unique<remote::MeasureProcess>(*profile_);
    return true;
  }

  /// Compares one launch on each device that has a measurement. Returns an exit code; errors have been
  /// reported.
  int compare_launch(const SourceInput& source, const source::Overrides& overrides) {
    std::optional<run::Request> simulation = request_of(source, overrides, options_.launch.program,
                                                        *devices::find_device("cc90"), console_);
    if (!simulation) return exit_usage;
    run::Request& request = *simulation;
    request.run_checks = false;
    request.trace_block = 0;
    request.hash_buffers = true;
    request.budget.seconds = 0;
    request.cancel = &interrupted();
    Diagnostics diagnostics;
    std::optional<protocol::MeasureRequest> asked = measuring::make_measure_request(compiler_, request,
                                                                                    diagnostics);
    if (!asked) {
      console_.err << format_diagnostics(diagnostics);
      return exit_usage;
    }
    asked->what.values = true;
    const std::vector<Found> found = measured(*asked);
    if (found.empty()) return exit_failed_or_usage_;
    ProgressLine line(console_);
    request.progress = [&](std::uint64_t done, std::uint64_t total) { line.show(done, total); };
    const run::Result result = whole::simulate(compiler_, request);
    if (result.status != run::Status::Done) {
      console_.err << format_diagnostics(result.diagnostics) << sim_problems(result);
      return result.status == run::Status::UserError ? exit_usage : exit_failed;
    }
    std::string parameters;
    for (const auto& [name, value] : result.launch.macros)
      parameters += (parameters.empty() ? "" : " ") + name + "=" + value;
    const compare::SimulatedCounts counts = compare::counts_of(result);
    std::map<std::string, measuring::CompiledCounts> by_device;
    for (const Found& f : found) {
      const protocol::RecordedDevice& on = f.recording.device;
      if (const Device* device = devices::find_device(fmt::format("cc{}{}", on.cc_major, on.cc_minor)))
        request.device = *device;
      const auto [of_device, first] = by_device.try_emplace(request.device.id);
      if (first)
        of_device->second = measuring::count_compiled(compiler_, code_process_, request, &interrupted());
      const measuring::CompiledCounts& compiled = of_device->second;
      launches_.push_back({stem_of(source.file), parameters, source.text, f.origin, f.recording,
                           measuring::explained(counts, f.recording, &compiled), std::nullopt, ""});
      estimate(launches_.back(), request, compiled.code, result);
      if (std::optional<run::Estimate>& made = launches_.back().estimate;
          made && made->code != run::Code::Read && made->why_not_read.empty())
        made->why_not_read = compiled.why_not_read;
      for (const protocol::RecordedOutput& output : f.recording.outputs)
        launches_.back().outputs.push_back(compare::compare_output(output, result));
    }
    return exit_done;
  }

  /// A lab that waits for a GPU has no recording, and where nothing is measured there is nothing beside it.
  [[nodiscard]] bool has_nothing_beside(const SourceInput& source) const {
    const labs::Lab* lab = labs::find_lab(stem_of(source.file));
    return process_ == nullptr && !file_ && lab != nullptr && !lab->recorded;
  }

  [[nodiscard]] const std::vector<ComparedLaunch>& launches() const { return launches_; }
  [[nodiscard]] bool unexplained() const {
    return std::any_of(launches_.begin(), launches_.end(), [](const ComparedLaunch& l) {
      return l.comparison.count(compare::Why::Unexplained) != 0;
    });
  }

 private:
  struct Found {
    std::string origin;
    protocol::Recording recording;
  };

  /// Reads a file, or all NAME.json of a folder (from `warpscope measure --all --out`).
  bool read_recordings(std::string& error) {
    std::error_code ignored;
    std::vector<std::string> paths = {options_.recording};
    if (std::filesystem::is_directory(options_.recording, ignored)) {
      paths.clear();
      for (const auto& entry : std::filesystem::directory_iterator(options_.recording, ignored))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
      std::sort(paths.begin(), paths.end());
      if (paths.empty()) error = fmt::format("the folder {} holds no recordings", options_.recording);
    }
    for (const std::string& path : paths)
      if (error.empty()) read_recording_file(path, error);
    return error.empty();
  }

  void read_recording_file(const std::string& path, std::string& error) {
    std::error_code ignored;
    std::ifstream in(path, std::ios::binary);
    const bool readable = in.is_open() && !std::filesystem::is_directory(path, ignored);
    const std::string text = readable ? std::string(std::istreambuf_iterator<char>(in), {}) : std::string();
    if (!readable || in.bad()) return void(error = fmt::format("there is no file {} that can be read", path));
    std::string wrong;
    const std::optional<protocol::RecordingFile> file = protocol::parse_recording_file(text, wrong);
    if (!file) return void(error = fmt::format("{}: {}", path, wrong));
    if (!file_) file_.emplace();
    file_->launches.insert(file_->launches.end(), file->launches.begin(), file->launches.end());
  }

  /// Estimates the time, with the rates of the device that was measured; of what the compiler of this machine
  /// makes of the text, where it has one.
  void estimate(ComparedLaunch& launch, const run::Request& simulated,
                const std::shared_ptr<const sass::MachineCode>& code, const run::Result& ran) {
    const protocol::RecordedDevice& on = launch.recording.device;
    const Device* device = devices::find_device(fmt::format("cc{}{}", on.cc_major, on.cc_minor));
    launch.no_estimate = "there is no description of the device";
    if (device == nullptr) return;
    run::Request request = simulated;
    request.as_compiled = false;
    request.device = *device;
    request.code = code; // which was made for it
    launch.estimate = whole::estimate(compiler_, request, &ran, launch.no_estimate);
    if (!options_.models) return;
    ComparedLaunch::OtherEstimates& others = launch.others.emplace();
    others.as_written = run::estimate_of_code(compiler_, request, others.no_as_written);
    others.plain = run::plain_estimate(ran, nullptr, *device, "", others.no_plain);
  }

  std::vector<Found> measured(const protocol::MeasureRequest& request) {
    exit_failed_or_usage_ = exit_failed;
    if (file_) return from_file(request);
    std::string why_not;
    if (process_) {
      show_command_once(*profile_, console_);
      const remote::MeasureAnswer answer = process_->ask(request, &interrupted(), StageLine(console_));
      if (answer.recording && answer.recording->status == protocol::RecordingStatus::Done)
        return {{"measured now", *answer.recording}};
      why_not = answer.recording ? answer.recording->message : answer.error;
      const bool no_device = answer.recording &&
                             answer.recording->status == protocol::RecordingStatus::NoDevice;
      // Without a GPU it is not asked again; any other failure is reported each time.
      if (no_device) process_.reset();
      if (!no_device || profile_->kind != remote::MeasureProfile::Kind::Local)
        complain(console_, fmt::format("nothing was measured: {}", why_not));
    }
    return from_shipped(request, why_not);
  }

  std::vector<Found> from_file(const protocol::MeasureRequest& request) {
    std::string differs;
    for (const protocol::RecordedLaunch& launch : file_->launches) {
      const std::string wrong = protocol::mismatch(launch.recording, request);
      if (wrong.empty() && launch.recording.status == protocol::RecordingStatus::Done)
        return {{options_.recording, launch.recording}};
      if (wrong.empty()) differs = fmt::format("it holds no counts: {}", launch.recording.message);
      else if (differs.empty()) differs = other_launch(launch, request);
    }
    complain(console_, fmt::format("{}: {}", options_.recording,
                                   differs.empty() ? "there is no recording in it" : differs));
    exit_failed_or_usage_ = exit_usage;
    return {};
  }

  static std::string other_launch(const protocol::RecordedLaunch& launch,
                                  const protocol::MeasureRequest& request) {
    const std::string parts = protocol::differing_parts(launch.recording, request);
    if (launch.recording.hash == protocol::hash_of(request))
      return protocol::mismatch(launch.recording, request);
    const std::string of = launch.parameters.empty()
                               ? launch.recording.file
                               : fmt::format("{} with {}", launch.recording.file, launch.parameters);
    return parts.empty()
               ? fmt::format("the recording (of {}) is of another text, macros, launch or arguments", of)
               : fmt::format("the recording (of {}) has other {}", of, parts);
  }

  std::vector<Found> from_shipped(const protocol::MeasureRequest& request, const std::string& why_not) {
    std::vector<Found> found;
    for (const compare::ShippedRecording& shipped :
         compare::shipped_recordings_of(protocol::hash_of(request)))
      if ((options_.on.empty() || shipped.device == options_.on) &&
          protocol::mismatch(shipped.recording, request).empty())
        found.push_back({"recorded", shipped.recording});
    if (!found.empty()) return found;
    const std::vector<compare::ShippedRecording> of_lab = compare::shipped_recordings(stem_of(request.file));
    std::string sentence = "there is no recording of this launch";
    if (!of_lab.empty())
      sentence = fmt::format("no shipped recording is of this launch: {}",
                             other_launch({of_lab[0].parameters, of_lab[0].recording}, request));
    if (!options_.on.empty()) sentence += fmt::format(" (on {})", options_.on);
    complain(console_, sentence + (why_not.empty() ? "" : "; and nothing was measured: " + why_not));
    return {};
  }

  const CompareOptions& options_;
  Console& console_;
  compile::Compiler compiler_;
  std::optional<remote::MeasureProfile> profile_;
  std::unique_ptr<remote::MeasureProcess> process_;
  remote::MeasureProcess code_process_{remote::MeasureProfile()}; ///< compiles on this machine
  std::optional<protocol::RecordingFile> file_;
  std::vector<ComparedLaunch> launches_;
  int exit_failed_or_usage_ = exit_failed; ///< used when nothing was found
};

void print(const CompareOptions& options, const Comparing& comparing, Console& console) {
  const std::vector<ComparedLaunch>& launches = comparing.launches();
  if (options.json) {
    console.out << compare_json(launches).dump(-1, ' ', false,
                                               nlohmann::ordered_json::error_handler_t::replace)
                << "\n";
  } else if (options.all) {
    console.out << compare_summary(launches, console.color_out, console.width);
  } else {
    for (std::size_t i = 0; i < launches.size(); ++i)
      console.out << (i == 0 ? "" : "\n") << compare_report(launches[i], console.color_out, console.width);
  }
}

int run_compare(const CompareOptions& options, Context& context) {
  Console& console = context.console;
  std::string error;
  Comparing comparing(options, console);
  const std::optional<std::vector<SourceInput>> sources = sources_of(options.file, options.all, console,
                                                                     error);
  const std::optional<source::Overrides> overrides = sources ? options.launch.overrides(error) : std::nullopt;
  if (!overrides || !comparing.prepare(error)) {
    if (!error.empty()) complain(console, error);
    return exit_usage;
  }
  int code = exit_done;
  std::size_t left_out = 0;
  for (const SourceInput& source : *sources) {
    if (options.all && options.file.empty() && comparing.has_nothing_beside(source)) {
      ++left_out;
      continue;
    }
    for (const source::Overrides& choice :
         options.all ? all_choices(source, *overrides) : std::vector<source::Overrides>{*overrides}) {
      if (interrupted()) return exit_failed;
      code = std::max(code, comparing.compare_launch(source, choice));
    }
  }
  if (left_out != 0)
    console.err << fmt::format(
        "{} are left out: they have not run on a GPU yet (warpscope labs names them)\n",
        counted(left_out, "lab"));
  if (!comparing.launches().empty()) print(options, comparing, console);
  return comparing.unexplained() ? std::max<int>(code, exit_failed) : code;
}

} // namespace

void add_compare(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "compare", "Simulated counts beside measured ones, line by line, and why they differ");
  const auto options = std::make_shared<CompareOptions>();
  app->add_option("file", options->file, "A .cu file, a lab (see `warpscope labs`), or - for standard input")
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_flag("--all", options->all, "Every choice of the parameters; without a file: of every lab");
  app->add_flag("--json", options->json, "One JSON document instead of tables");
  app->add_flag("--models", options->models,
                "With --json: beside the estimate those of the code as written and of the plain model");
  app->add_option("--recording", options->recording,
                  "Use this recording (of `warpscope measure`, a file of assets/recordings, or the folder of "
                  "`measure --all`); nothing is measured")
      ->type_name("FILE.json|FOLDER");
  app->add_flag("--shipped", options->shipped,
                "Use the recordings that travel with the program; nothing is measured");
  app->add_option("--on", options->on, "Of the shipped recordings those of this device alone: h200, h100")
      ->type_name("DEVICE");
  options->gpu.add_to(*app);
  app->footer("Without --recording or --shipped a GPU measures the launch, if there is one; else the "
              "recordings that travel with the program are used.\n"
              "Examples:\n"
              "  warpscope compare matmul_tile16 --set N=128\n"
              "  warpscope compare my.cu --recording recording.json\n"
              "  warpscope compare --all --json\n"
              "Exit codes: 0 all equal or explained; 1 a difference is unexplained, or nothing was measured "
              "or recorded; 2 bad usage, a text that does not compile, "
              "a recording of something else.");
  app->callback([&action, options] {
    action = [options](Context& context) { return run_compare(*options, context); };
  });
}

} // namespace warpscope::cli
