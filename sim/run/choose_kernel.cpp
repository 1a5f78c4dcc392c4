// Finds the requested kernel, and explains what the text contains when there is none.
#include "sim/program/kernel_name.h"
#include "sim/run/stages.h"
#include "sim/source/kernel_templates.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpscope::run {

namespace {

using program::without_blanks;

std::string kernel_list(const program::Program& program) {
  std::string list;
  for (const program::Kernel& kernel : program.kernels) list += (list.empty() ? "" : ", ") + kernel.name;
  return list;
}

Span span_of_key(const source::Scenario& scenario, std::string_view key) {
  for (const auto& [name, span] : scenario.key_spans)
    if (name == key) return span;
  return {};
}

/// The choice among the kernels of one compiled text.
class Choice {
 public:
  Choice(const Input& input, const source::Scenario& scenario, const Compiled& compiled,
         source::ResolvedLaunch& launch, Diagnostics& diagnostics)
      : input_(input), scenario_(scenario), compiled_(compiled), program_(*compiled.program), launch_(launch),
        diagnostics_(diagnostics) {}

  std::optional<std::uint32_t> run() {
    const std::string& name = launch_.kernel;
    if (program_.kernels.empty()) {
      say_that_there_is_none();
      return std::nullopt;
    }
    return name.empty() ? only_candidate() : named(name);
  }

 private:
  void error(Span span, std::string message) {
    diagnostics_.push_back(input_.source.error(span, std::move(message)));
  }

  std::uint32_t take(std::uint32_t kernel) {
    launch_.kernel = program_.kernels[kernel].name;
    return kernel;
  }

  void say_that_there_is_none() {
    if (!launch_.kernel.empty() && say_template(launch_.kernel)) return;
    if (!compiled_.text.refused.empty()) {
      for (const auto& [kernel, why] : compiled_.text.refused) diagnostics_.push_back(why);
      return;
    }
    const std::vector<source::KernelTemplate> templates = source::kernel_templates(input_.request.text);
    const auto used = std::find_if(templates.begin(), templates.end(),
                                   [](const source::KernelTemplate& one) { return !one.used.empty(); });
    if (templates.empty()) diagnostics_.push_back(no_kernel(input_));
    else
      ask_for_arguments(used == templates.end() ? templates.front() : *used,
                        " and nothing here says which one is meant", {});
  }

  void ask_for_arguments(const source::KernelTemplate& one, std::string_view why, std::string_view more) {
    error(one.span,
          fmt::format("'{}' is a kernel template{}: give its arguments, as in --kernel '{}'{}", one.written,
                      why, one.offered().empty() ? one.name + "<…>" : one.offered(), more));
  }

  /// The kernel that is asked for is in the text and cannot be run. False when it is another.
  bool say_why_refused(const std::string& name) {
    const std::size_t before = diagnostics_.size();
    for (const auto& [kernel, why] : compiled_.text.refused)
      if (without_blanks(kernel) == without_blanks(name) ||
          without_blanks(kernel).ends_with("::" + without_blanks(name)))
        diagnostics_.push_back(why);
    return diagnostics_.size() != before;
  }

  /// Overloads have one name: nothing says which of them is meant.
  bool say_overloads(const std::string& name) {
    std::string lines;
    int count = 0;
    for (const program::Kernel& kernel : program_.kernels)
      if (without_blanks(kernel.name) == without_blanks(name)) {
        lines += fmt::format("{}{}", count == 0 ? "" : " and ", kernel.span.line);
        ++count;
      }
    if (count < 2) return false;
    error({}, fmt::format("the text has {} kernels named '{}' (lines {}): give them names of their own, so "
                          "that one can be meant",
                          count, name, lines));
    return true;
  }

  /// A template that is asked for without its arguments.
  bool say_template(const std::string& name) {
    const std::string base = name.substr(0, name.find('<'));
    for (const source::KernelTemplate& one : source::kernel_templates(input_.request.text)) {
      if (one.name != base) continue;
      ask_for_arguments(one, "", " (a template that is launched with a lambda has no name to give)");
      return true;
    }
    return false;
  }

  std::optional<std::uint32_t> named(const std::string& name) {
    if (say_overloads(name)) return std::nullopt;
    if (const auto found = find_kernel(program_, name)) return take(*found);
    if (say_why_refused(name) || say_template(name)) return std::nullopt;
    std::vector<std::string> names;
    for (const program::Kernel& kernel : program_.kernels) names.push_back(kernel.name);
    const std::string meant = source::nearest_name(name, names);
    error(input_.request.overrides.kernel ? Span{} : span_of_key(scenario_, "kernel"),
          fmt::format("there is no kernel '{}' in this text; it has {}{}", name, kernel_list(program_),
                      meant.empty() ? "" : fmt::format(" (did you mean '{}'?)", meant)));
    return std::nullopt;
  }

  /// When no name is given, a reference kernel of [check] is not meant.
  std::optional<std::uint32_t> only_candidate() {
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t k = 0; k < program_.kernels.size(); ++k) {
      const bool reference = std::any_of(
          launch_.checks.begin(), launch_.checks.end(),
          [&](const auto& check) { return find_kernel(program_, check.second) == k; });
      if (!reference) candidates.push_back(k);
    }
    // The others may well be meant: the first that cannot be run is said beside.
    if (!compiled_.text.refused.empty()) {
      const auto& [kernel, why] = compiled_.text.refused.front();
      Diagnostic beside = why;
      beside.severity = Severity::Note;
      beside.message = fmt::format("kernel '{}' is left out: {}", kernel, beside.message);
      diagnostics_.push_back(std::move(beside));
    }
    if (candidates.size() == 1 || program_.kernels.size() == 1)
      return take(candidates.empty() ? 0 : candidates.front());
    error({},
          fmt::format("the text has {} kernels, say which one to run with --kernel or kernel = \"NAME\": {}",
                      program_.kernels.size(), kernel_list(program_)));
    return std::nullopt;
  }

  const Input& input_;
  const source::Scenario& scenario_;
  const Compiled& compiled_;
  const program::Program& program_;
  source::ResolvedLaunch& launch_;
  Diagnostics& diagnostics_;
};

} // namespace

std::optional<std::uint32_t> find_kernel(const program::Program& program, std::string_view name) {
  const std::string wanted = without_blanks(name);
  std::vector<std::uint32_t> inside;
  for (std::uint32_t k = 0; k < program.kernels.size(); ++k) {
    const std::string full = without_blanks(program.kernels[k].name);
    if (full == wanted) return k;
    if (full.ends_with("::" + wanted)) inside.push_back(k);
  }
  return inside.size() == 1 ? std::optional(inside.front()) : std::nullopt;
}

std::optional<std::uint32_t> choose_kernel(const Input& input, const source::Scenario& scenario,
                                           const Compiled& compiled, source::ResolvedLaunch& launch,
                                           Diagnostics& diagnostics) {
  return Choice(input, scenario, compiled, launch, diagnostics).run();
}

std::optional<std::uint32_t> find_reference(const Input& input, const Prepared& prepared,
                                            const std::string& output, const std::string& name,
                                            Diagnostics& diagnostics) {
  const std::optional<std::uint32_t> index = find_kernel(prepared.program(), name);
  if (!index)
    diagnostics.push_back(
        input.source.error(span_of_key(prepared.scenario, "check." + output),
                           fmt::format("there is no kernel '{}' to check '{}' against; the text has {}", name,
                                       output, kernel_list(prepared.program()))));
  return index;
}

Diagnostic no_kernel(const Input& input) {
  const std::string& file = input.request.file;
  return input.source.error(
      {}, fmt::format("{}: there is no kernel in this text; write a function with __global__ before it",
                      file.empty() ? "text" : file));
}

} // namespace warpscope::run
