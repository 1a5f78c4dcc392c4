// Compiles the text of a launch, and removes the barriers to be left out.
#include "sim/run/own_headers.h"
#include "sim/run/stages.h"
#include "sim/source/kernel_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpscope::run {

namespace {

/// A name with template arguments has to be instantiated to exist.
std::vector<std::string> instances_of(const source::ResolvedLaunch& launch) {
  std::vector<std::string> instances;
  const auto add = [&](const std::string& name) {
    if (name.find('<') != std::string::npos &&
        std::find(instances.begin(), instances.end(), name) == instances.end())
      instances.push_back(name);
  };
  add(launch.kernel);
  for (const auto& [output, kernel] : launch.checks) add(kernel);
  return instances;
}

/// Returns the program with the barriers on these lines disabled; its text does not change. A line without
/// one is an error.
std::shared_ptr<const program::Program> without_barriers(const program::Program& intact, const Input& input,
                                                         Diagnostics& diagnostics) {
  auto changed = std::make_shared<program::Program>(intact);
  for (const std::uint32_t line : input.request.without_barriers) {
    bool found = false;
    for (std::uint32_t pc = 0; pc < changed->code.size(); ++pc) {
      program::Instruction& instruction = changed->code[pc];
      if ((instruction.op != program::Opcode::BarSync && instruction.op != program::Opcode::BarrierWait) ||
          intact.span_of(pc).line != line)
        continue;
      instruction.op = program::Opcode::Nop;
      found = true;
    }
    if (!found)
      diagnostics.push_back(input.source.error(
          {line, 1, line, 2},
          fmt::format("there is no __syncthreads() on line {} that could be left out", line)));
  }
  return changed;
}

/// The compiler has no place for a name that an option gives: the template that is meant has one.
void place_of_template(Diagnostic& diagnostic, const Input& input) {
  if (diagnostic.severity != Severity::Error || diagnostic.span.known() ||
      !diagnostic.message.starts_with('\''))
    return;
  const std::size_t angle = diagnostic.message.find('<');
  if (angle == std::string::npos || angle > diagnostic.message.find('\'', 1)) return;
  const std::string name = diagnostic.message.substr(1, angle - 1);
  for (const source::KernelTemplate& one : source::kernel_templates(input.request.text)) {
    if (one.name != name) continue;
    std::string message = diagnostic.message;
    if (message.ends_with('.')) message.pop_back();
    message += fmt::format(" (it is {}{})", one.written,
                           one.used.empty() ? "" : "; the text has " + one.used.front());
    diagnostic = input.source.error(one.span, std::move(message));
    return;
  }
}

/// Gives headers their names for a person, in place of their paths.
class HeaderNames {
 public:
  explicit HeaderNames(const OwnHeaders& headers) : headers_(headers) {}
  void rename(Diagnostic& diagnostic) const {
    for (std::size_t i = 0; i < headers_.files.size(); ++i)
      if (diagnostic.file == headers_.files[i].path) diagnostic.file = headers_.names[i];
  }
  /// The texts of these paths.
  std::vector<program::SourceFile> texts(const std::vector<std::string>& paths,
                                         const Request& request) const {
    std::vector<program::SourceFile> all = {{request.file, request.text}};
    for (std::size_t t = 1; t < paths.size(); ++t) {
      all.emplace_back();
      for (std::size_t i = 0; i < headers_.files.size(); ++i)
        if (headers_.files[i].path == paths[t]) all.back() = {headers_.names[i], headers_.files[i].text};
    }
    return all;
  }

 private:
  const OwnHeaders& headers_;
};

} // namespace

Compiled compile_launch(compile::Compiler& compiler, const Input& input, const source::ResolvedLaunch& launch,
                        Diagnostics& diagnostics) {
  const Request& request = input.request;
  Compiled compiled;
  compiled.program = request.program;
  compiled.texts = request.texts;
  if (compiled.program == nullptr) {
    compile::CompileRequest asked;
    asked.file = request.file;
    asked.text = request.text;
    asked.macros = launch.macros;
    asked.compute_capability = 10 * request.device.cc_major + request.device.cc_minor;
    asked.instances = instances_of(launch);
    asked.as_compiled = request.as_compiled;
    asked.listing = request.listing;
    OwnHeaders headers = own_headers(request.text, request.header_folders);
    asked.headers = headers.files;
    asked.header_folders = headers.folders;
    compile::CompileResult result = compiler.compile(asked);
    const HeaderNames names(headers);
    for (Diagnostic& diagnostic : result.diagnostics) names.rename(diagnostic);
    for (auto& [kernel, why] : result.refused) names.rename(why);
    for (Diagnostic& diagnostic : result.diagnostics) place_of_template(diagnostic, input);
    for (Diagnostic& note : headers.notes) note.file = request.file;
    diagnostics.insert(diagnostics.end(), headers.notes.begin(), headers.notes.end());
    if (result.texts.size() > 1) compiled.texts = names.texts(result.texts, request);
    diagnostics.insert(diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    compiled.seconds = result.seconds;
    compiled.text = std::move(result);
    compiled.program = compiled.text.program;
  }
  if (compiled.program == nullptr || has_errors(diagnostics) || request.without_barriers.empty())
    return compiled;
  compiled.intact = compiled.program;
  compiled.program = without_barriers(*compiled.intact, input, diagnostics);
  return compiled;
}

} // namespace warpscope::run
