// Runs a program up to the launch that is asked for.
#include "app/cli/program_launch.h"

#include "app/cli/interrupt.h"
#include "app/cli/program_build.h"
#include "app/cli/program_report.h"
#include "app/cli/subcommand.h"
#include "app/document/program_text.h"
#include "sim/program/kernel_name.h"
#include "sim/source/nearest.h"
#include "sim/whole/scratch_folder.h"
#include "sim/whole/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <unistd.h>

extern char** environ;

namespace warpscope::cli {

namespace {

/// The launches of the text's own kernels, where nothing else is asked for.
bool is_wanted(const whole::LaunchRecord& launch, const ProgramChoice& choice, const std::string& kernel) {
  if (choice.launch != 0) return launch.number == choice.launch;
  if (!kernel.empty()) return program::is_named(launch.result.launch.kernel, kernel);
  const std::vector<program::Kernel>& all = launch.result.program->kernels;
  return launch.result.kernel < all.size() && all[launch.result.kernel].span.known();
}

std::string never_came(const whole::Record& record, const ProgramChoice& choice, const std::string& kernel,
                       const program::CompiledProgram& program) {
  if (choice.launch != 0) return fmt::format("the program has no launch {}", choice.launch);
  if (kernel.empty())
    return record.launches.empty() ? "the program never launches a kernel"
                                   : "the program never launches a kernel of its own text";
  std::vector<std::string> names;
  for (const program::Kernel& one : program.program->kernels) names.push_back(one.name);
  const bool known = std::any_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return program::is_named(name, kernel); });
  const std::string meant = known ? "" : source::nearest_name(kernel, names);
  return fmt::format("the program never launches the kernel '{}'{}", kernel,
                     meant.empty() ? "" : fmt::format(" (did you mean '{}'?)", meant));
}

std::string at_line(const whole::LaunchRecord& launch) {
  return fmt::format("{} {} (line {})", launch.number, launch.result.launch.kernel, launch.place.line);
}

void tell_findings(const whole::Record& record, const program::CompiledProgram& program, Console& console) {
  console.err << program_findings(record, program.texts,
                                  {.color = console.color_err,
                                   .width = console.width,
                                   .folder = std::filesystem::current_path().string()});
}

/// Why the launch cannot be shown: it failed, it was too large, or it never came.
void say_that_it_never_came(const whole::Record& record, const ProgramChoice& choice,
                            const std::string& kernel, const program::CompiledProgram& program,
                            Console& console) {
  for (const whole::LaunchRecord& launch : record.launches) {
    if (!is_wanted(launch, choice, kernel)) continue;
    complain(console, launch.error != 0
                          ? fmt::format("launch {} failed: {}", at_line(launch), launch.error_text)
                          : fmt::format("launch {} cannot be shown by itself: the memory that it works on is "
                                        "more than is kept of a launch (1 GiB); `warpscope run --summary` "
                                        "counts it within the program",
                                        at_line(launch)));
    tell_findings(record, program, console);
    return;
  }
  std::string made;
  std::size_t listed = 0;
  for (const whole::LaunchRecord& launch : record.launches) {
    if (++listed > 12) break;
    made += (made.empty() ? "" : ", ") + at_line(launch);
  }
  if (record.launches.size() > 12) made += ", …";
  complain(console, fmt::format("{}{}", never_came(record, choice, kernel, program),
                                made.empty() ? fmt::format("; it ended with code {}", record.end.code)
                                             : fmt::format("; its launches: {}", made)));
  constexpr std::size_t most = 2000; // of what it printed: the reason is likely at the end
  for (const std::string& printed : {record.output, record.error_output}) {
    if (printed.empty() || !record.launches.empty()) continue;
    console.err << "it printed: " << printed.substr(printed.size() - std::min(printed.size(), most));
    if (!printed.ends_with('\n')) console.err << "\n";
  }
  tell_findings(record, program, console);
}

/// Calls that failed before the launch, which nobody may have asked about: what it works on is not what the
/// program means.
void say_what_failed(const whole::Record& record, const program::CompiledProgram& program, Console& console) {
  whole::Record failed;
  for (const whole::ApiError& error : record.errors) {
    whole::Finding finding;
    finding.kind = "call-failed";
    finding.place = error.place;
    finding.message = fmt::format("this call failed before the launch: {}", error.message);
    const auto known = std::find_if(failed.findings.begin(), failed.findings.end(), [&](const auto& one) {
      return one.place == finding.place && one.message == finding.message;
    });
    if (known == failed.findings.end()) failed.findings.push_back(std::move(finding));
    else ++known->count;
  }
  tell_findings(failed, program, console);
}

} // namespace

bool runs_as_program(const SourceInput& source, const source::Overrides& overrides) {
  if ((overrides.grid && overrides.block) || !document::is_program(source.text)) return false;
  // A main() alone launches nothing: "there is no kernel" is what helps.
  return source.text.find("__global__") != std::string::npos ||
         source.text.find("#include") != std::string::npos;
}

std::shared_ptr<const whole::Replay> program_launch(const SourceInput& source,
                                                    const source::Overrides& overrides,
                                                    const ProgramChoice& choice, const Device& device,
                                                    Console& console) {
  auto replay = std::make_shared<whole::Replay>();
  program::ProgramSources& sources = replay->sources;
  sources.files.push_back({absolute_path(source.file), source.text});
  for (const std::string& folder : choice.include_folders)
    sources.include_folders.push_back(absolute_path(folder));
  for (const auto& [name, value] : overrides.parameters) sources.macros.push_back({name, value});
  sources.compute_capability = device.cc_major * 10 + device.cc_minor;
  std::optional<program::CompiledProgram> compiled = compile_program(sources, console);
  if (!compiled) return nullptr;

  const whole::ScratchFolder scratch;
  whole::Request request;
  request.program = std::move(*compiled);
  request.device = device;
  request.arguments.push_back("./" + std::filesystem::path(source.file).stem().string());
  for (const std::string& carried : choice.arguments)
    request.arguments.push_back(carried.substr(carried.starts_with(':') ? 1 : 0));
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    request.environment.emplace_back(*entry);
  request.folder = std::filesystem::current_path().string();
  request.scratch = scratch.path();
  if (source.file != "<stdin>") request.streams.input = STDIN_FILENO;
  request.streams.terminal = isatty(STDIN_FILENO) != 0;
  request.cancel = &interrupted();
  const std::string kernel = overrides.kernel.value_or("");
  whole::Outcome outcome = whole::capture(request, choice.launch, kernel);
  if (!outcome.failed.empty()) complain(console, outcome.failed);
  else if (!outcome.snapshot && outcome.record.end.cancelled) complain(console, "stopped");
  else if (!outcome.snapshot)
    say_that_it_never_came(outcome.record, choice, kernel, request.program, console);
  if (!outcome.snapshot) return nullptr;
  say_what_failed(outcome.record, request.program, console);
  replay->snapshot = std::move(outcome.snapshot);
  return replay;
}

} // namespace warpscope::cli
