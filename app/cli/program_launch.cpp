// Runs a program up to the launch that is asked for.
#include "app/cli/program_launch.h"

#include "app/cli/interrupt.h"
#include "app/cli/program_build.h"
#include "app/cli/program_report.h"
#include "app/cli/subcommand.h"
#include "app/document/program_text.h"
#include "sim/whole/scratch_folder.h"
#include "sim/whole/session.h"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <unistd.h>

extern char** environ;

namespace warpscope::cli {

namespace {

std::string wanted_text(const ProgramChoice& choice, const std::string& kernel) {
  if (choice.launch != 0) return fmt::format("launch {}", choice.launch);
  return kernel.empty() ? "a kernel" : fmt::format("the kernel '{}'", kernel);
}

/// Why the launch never came: what the program did instead.
void say_that_it_never_came(const whole::Record& record, const ProgramChoice& choice,
                            const std::string& kernel, const program::CompiledProgram& program,
                            Console& console) {
  std::string made;
  std::size_t listed = 0;
  for (const whole::LaunchRecord& launch : record.launches) {
    if (++listed > 12) break;
    made += fmt::format("{}{} {} (line {})", made.empty() ? "" : ", ", launch.number,
                        launch.result.launch.kernel, launch.place.line);
  }
  if (record.launches.size() > 12) made += ", …";
  complain(console, fmt::format("the program never launches {}{}", wanted_text(choice, kernel),
                                made.empty() ? fmt::format("; it ended with code {}", record.end.code)
                                             : fmt::format("; its launches: {}", made)));
  constexpr std::size_t most = 2000; // of what it printed: the reason is likely at the end
  for (const std::string& printed : {record.output, record.error_output}) {
    if (printed.empty() || !record.launches.empty()) continue;
    console.err << "it printed: " << printed.substr(printed.size() - std::min(printed.size(), most));
    if (!printed.ends_with('\n')) console.err << "\n";
  }
  console.err << program_findings(record, program.texts,
                                  {.color = console.color_err,
                                   .width = console.width,
                                   .folder = std::filesystem::current_path().string()});
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
  replay->snapshot = std::move(outcome.snapshot);
  return replay;
}

} // namespace warpscope::cli
