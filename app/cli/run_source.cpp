// Runs simulations with a progress line and reports their diagnostics.
#include "app/cli/run_source.h"

#include "app/cli/interrupt.h"
#include "app/cli/program_launch.h"
#include "app/cli/style.h"
#include "app/measuring/read_code.h"

#include <fmt/format.h>

#include <ostream>

namespace warpscope::cli {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(Console& console)
    : console_(console), begin_(std::chrono::steady_clock::now()), next_(begin_ + 500ms) {}

ProgressLine::~ProgressLine() {
  if (shown_) console_.err << "\r\x1b[K" << std::flush;
}

void ProgressLine::show(std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (!console_.progress || now < next_ || total == 0) return;
  next_ = now + 100ms;
  shown_ = true;
  const double spent = std::chrono::duration<double>(now - begin_).count();
  const std::string left = done == 0 ? ""
                                     : fmt::format(", about {} left",
                                                   duration(spent * static_cast<double>(total - done) /
                                                            static_cast<double>(done)));
  console_.err << fmt::format("\r\x1b[K{} of {} ({} %){}, Ctrl-C stops", grouped(done),
                              counted(total, "block"), 100 * done / total, left)
               << std::flush;
}

std::optional<ChosenLaunch> choose_launch(const std::string& file, const LaunchOptions& launch,
                                          const std::string& device, Console& console) {
  std::string error;
  const Device* found = find_device_or_say(device, error);
  std::optional<SourceInput> source = found ? read_source(file, console, error) : std::nullopt;
  std::optional<source::Overrides> overrides = source ? launch.overrides(error) : std::nullopt;
  if (!overrides) {
    complain(console, error);
    return std::nullopt;
  }
  return ChosenLaunch{std::move(*source), std::move(*overrides), found};
}

std::optional<run::Request> request_of(const SourceInput& source, const source::Overrides& overrides,
                                       const ProgramChoice& program, const Device& device, Console& console) {
  run::Request made;
  made.file = source.file;
  made.text = source.text;
  made.folder = source.folder;
  if (source.is_file) {
    made.header_folders = {source.folder};
    made.header_folders.insert(made.header_folders.end(), program.include_folders.begin(),
                               program.include_folders.end());
  }
  made.overrides = overrides;
  made.device = device;
  if (runs_as_program(source, overrides)) {
    made.replay = program_launch(source, overrides, program, device, console);
    if (!made.replay) return std::nullopt;
  }
  return made;
}

run::Result run_request(run::Request request, const RunSettings& settings, Console& console) {
  request.budget = settings.budget;
  request.trace_block = settings.trace_block;
  request.trace_values = settings.trace_values;
  request.blocks = settings.blocks;
  request.sample_blocks = settings.sample_blocks;
  request.run_checks = settings.run_checks;
  request.threads = settings.threads;
  request.races = settings.races;
  if (settings.races) request.search_orders = races::ScheduleBudget();
  request.without_barriers = settings.without_barriers;
  request.pre_volta = settings.pre_volta;
  request.as_compiled = settings.as_compiled;
  request.listing = settings.listing;
  request.cancel = &interrupted();
  ProgressLine line(console);
  request.progress = [&](std::uint64_t done, std::uint64_t total) { line.show(done, total); };
  compile::Compiler compiler;
  if (settings.read_code) {
    remote::MeasureProcess process{remote::MeasureProfile()};
    std::string why;
    request.code = measuring::read_code(compiler, process, request, request.cancel, why);
    if (request.code == nullptr) {
      run::Result none;
      none.diagnostics.push_back(
          {.file = request.file, .message = "what the compiler makes of it cannot be read: " + why});
      return none;
    }
  }
  return whole::simulate(compiler, request);
}

run::Result run_source(const SourceInput& source, const source::Overrides& overrides,
                       const ProgramChoice& program, const Device& device, const RunSettings& settings,
                       Console& console) {
  std::optional<run::Request> request = request_of(source, overrides, program, device, console);
  return request ? run_request(std::move(*request), settings, console) : run::Result();
}

} // namespace warpscope::cli
