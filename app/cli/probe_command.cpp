// warpscope probe: measures what the simulated multiprocessor needs to know of a GPU, by warpscope-measure,
// and writes the file from which estimates take it (docs/measure.md).
#include "app/cli/interrupt.h"
#include "app/cli/subcommand.h"
#include "app/settings/folders.h"
#include "gpu/probe/derive.h"
#include "gpu/remote/profiles.h"
#include "sim/base/atomic_file.h"
#include "sim/base/child_process.h"
#include "sim/devices/devices.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <poll.h>
#include <unistd.h>

namespace warpscope::cli {

namespace {

struct ProbeOptions {
  std::uint32_t device = 0, processes = 10;
  std::string output, rows, keep;
  bool json = false, force = false;
};

/// A line on a terminal that the next one overwrites.
class ProbeProgress {
 public:
  explicit ProbeProgress(Console& console) : console_(console) {}
  ~ProbeProgress() {
    if (shown_) console_.err << "\r\x1b[K" << std::flush;
  }
  ProbeProgress(const ProbeProgress&) = delete;
  ProbeProgress& operator=(const ProbeProgress&) = delete;
  void show(std::string_view line, std::uint32_t processes) {
    if (!console_.progress) return;
    std::string words;
    if (line == "#compiling") words = "compiling the kernels (half a minute)";
    else if (line.starts_with("#process "))
      words = fmt::format("process {} of {}", line.substr(9), processes);
    if (words.empty()) return;
    console_.err << fmt::format("\r\x1b[Kprobe: {}, Ctrl-C stops", words) << std::flush;
    shown_ = true;
  }

 private:
  Console& console_;
  bool shown_ = false;
};

std::string read_probe_file(const std::string& path, Console& console, std::string& error) {
  if (path == "-") return {std::istreambuf_iterator<char>(console.in), {}};
  std::ifstream in(path, std::ios::binary);
  std::error_code ignored;
  if (!in || std::filesystem::is_directory(path, ignored)) {
    error = fmt::format("there is no file {} that can be read", path);
    return {};
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What warpscope-measure prints, up to its end. Empty, with a sentence in `error`, when it was interrupted,
/// or ended otherwise than it should.
std::string measured_rows(const ProbeOptions& options, Console& console, std::string& error) {
  const std::string program = remote::default_measure_program();
  std::string why, text, line;
  const std::unique_ptr<ChildProcess> child = ChildProcess::start(
      {program, "--probe", fmt::format("{}", options.device), fmt::format("{}", options.processes)}, why);
  if (child == nullptr) {
    error = fmt::format("{} could not be started: {}", program, why);
    return {};
  }
  ProbeProgress progress(console);
  probe::Reader reader;
  while (error.empty()) {
    if (interrupted()) {
      error = "interrupted: nothing was written";
      break;
    }
    pollfd one{child->socket(), POLLIN, 0};
    if (poll(&one, 1, 100) < 0 && errno != EINTR) error = "what the probe prints cannot be read";
    child->drain_errors();
    char bytes[4096];
    const ssize_t count = read(child->socket(), bytes, sizeof bytes);
    if (count == 0) break;
    if (count < 0) {
      if (errno != EAGAIN && errno != EINTR) break;
      continue;
    }
    text.append(bytes, static_cast<std::size_t>(count));
    for (const char c : std::string_view(bytes, static_cast<std::size_t>(count))) {
      if (c != '\n') {
        line += c;
        continue;
      }
      progress.show(line, options.processes);
      if (!reader.read(line)) error = reader.error();
      line.clear();
      const probe::ProbedDevice& device = reader.record().device;
      const std::string capability = fmt::format("{}.{}", device.cc_major, device.cc_minor);
      if (error.empty() && !reader.record().processes.empty() && devices::find_device(capability) == nullptr)
        error = fmt::format("there is no description of compute capability {} for its figures to belong to "
                            "(assets/devices/README.md says what one has)",
                            capability);
      if (!error.empty()) break;
    }
  }
  const std::string ended = child->finish();
  if (error.empty() && !reader.done())
    error = fmt::format("the probe ended early ({}){}{}", ended, child->errors().empty() ? "" : ": ",
                        child->errors().substr(0, child->errors().find('\n')));
  return error.empty() ? text : std::string();
}

nlohmann::ordered_json json_of(const probe::Derived& derived, const std::string& file) {
  const MeasuredDevice& measured = derived.measured;
  nlohmann::ordered_json json = {
      {"of", measured.of},       {"device", measured.device},       {"driver", measured.driver},
      {"date", measured.date},   {"processes", measured.processes}, {"missing", derived.missing},
      {"doubts", derived.doubts}};
  json["file"] = file.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(file);
  for (const MeasuredFigure& figure : measured.figures)
    json["figures"][figure.key] = {{"value", figure.value}, {"unit", figure.unit}, {"spread", figure.spread}};
  return json;
}

/// Empty: it can be written. Asked before a minute is spent on measuring.
std::string why_not_writable(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::absolute(path, failed).parent_path();
  if (std::filesystem::is_directory(path, failed)) return fmt::format("{} is a folder", path);
  if (!std::filesystem::is_directory(folder, failed))
    return fmt::format("there is no folder {}", folder.string());
  if (access(folder.c_str(), W_OK) != 0)
    return fmt::format("{} cannot be written: {}", folder.string(), std::strerror(errno));
  return {};
}

int run_probe(const ProbeOptions& options, Context& context) {
  Console& console = context.console;
  const auto stop = [&](const std::string& sentence, int code) { return complain(console, sentence), code; };
  const std::string folder = settings::xdg_folders().devices();
  if (options.output.empty() && folder.empty())
    return stop("there is no configuration folder; -o FILE says where to write", exit_usage);
  for (const std::string& path : {options.output, options.keep})
    if (!path.empty() && path != "-")
      if (const std::string wrong = why_not_writable(path); !wrong.empty()) return stop(wrong, exit_usage);
  std::string error;
  const std::string text = options.rows.empty() ? measured_rows(options, console, error)
                                                : read_probe_file(options.rows, console, error);
  std::optional<probe::Record> record;
  if (error.empty()) record = probe::read_rows(text, error);
  if (!record) return stop(error, exit_failed);
  const Device* of = devices::find_device(
      fmt::format("{}.{}", record->device.cc_major, record->device.cc_minor));
  if (of == nullptr)
    return stop(
        fmt::format("there is no description of compute capability {}.{} for its figures to belong to",
                    record->device.cc_major, record->device.cc_minor),
        exit_failed);
  if (!options.keep.empty())
    if (const int failed = replace_file(options.keep, text, ".new", {}, true); failed != 0)
      return stop(fmt::format("{} cannot be written: {}", options.keep, std::strerror(failed)), exit_failed);
  const probe::Derived derived = probe::derive(*record, *of);
  std::string file = options.output;
  if (file.empty()) file = folder + "/" + probe::file_name_of(derived.measured.device) + ".toml";
  const bool refused = !derived.missing.empty() || (!derived.doubts.empty() && !options.force);
  for (const std::string& doubt : derived.doubts) complain(console, doubt);
  for (const std::string& missing : derived.missing)
    complain(console, fmt::format("its rows do not give {}", missing));
  if (!refused && file != "-") {
    std::error_code failed;
    if (options.output.empty()) std::filesystem::create_directories(folder, failed);
    const int wrong = failed ? failed.value()
                             : replace_file(behind_links(file), probe::to_toml(derived.measured), ".new", {},
                                            true);
    if (wrong != 0)
      return stop(fmt::format("{} cannot be written: {}", file, std::strerror(wrong)), exit_failed);
  }
  if (options.json) console.out << json_of(derived, refused || file == "-" ? "" : file).dump(2) << "\n";
  else if (!refused && file == "-") console.out << probe::to_toml(derived.measured);
  else if (!refused)
    console.out << fmt::format("{}: {} figures of {} processes in {}\n", derived.measured.device,
                               derived.measured.figures.size(), derived.measured.processes, file);
  if (refused)
    return stop(fmt::format("nothing was written{}",
                            derived.missing.empty() ? "; --force writes it all the same" : ""),
                exit_failed);
  return exit_done;
}

} // namespace

void add_probe(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "probe", "Measure what estimates need to know of a GPU, and use it from then on (docs/measure.md)");
  const auto options = std::make_shared<ProbeOptions>();
  app->add_option("--device", options->device, "Of the GPUs here, from 0")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  app->add_option(
         "-o,--output", options->output,
         "Write here, - for standard output; otherwise devices/NAME.toml of the configuration folder, where "
         "estimates find it")
      ->type_name("FILE");
  app->add_option("--processes", options->processes, "How many measure, one after the other")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1, 100));
  app->add_option(
         "--rows", options->rows,
         "Measure nothing: take what `warpscope-measure --probe` printed elsewhere, - for standard input")
      ->type_name("FILE");
  app->add_option("--keep", options->keep, "Write the rows here, too")->type_name("FILE");
  app->add_flag("--force", options->force, "Write it even if the device was busy or throttled");
  app->add_flag("--json", options->json, "Print the figures as JSON");
  app->footer("Takes a minute. The kernels are compiled by NVRTC.\n"
              "Examples:\n"
              "  warpscope probe\n"
              "  ssh host warpscope-measure --probe > rows.tsv; warpscope probe --rows rows.tsv\n"
              "Exit codes: 0 written; 1 nothing was written: no GPU, no NVRTC, a busy or throttled device; 2 "
              "bad usage.");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_probe(*options, context); }; });
}

} // namespace warpscope::cli
