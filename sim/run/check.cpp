// Compares what the launch left in its outputs with what the reference kernels of [check] leave.
#include "sim/launch/fault_text.h"
#include "sim/run/stages.h"
#include "sim/source/compare_outputs.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace warpscope::run {

namespace {

/// What a reference kernel leaves in its buffers.
struct Reference {
  exec::DeviceMemory memory;
  std::vector<launch::Buffer> buffers;
  std::string failed; ///< why there is nothing to compare with; empty if there is
  exec::RunStatus status = exec::RunStatus::Done;
};

Reference run_reference(const Input& input, const Prepared& prepared, const Executed& executed,
                        std::uint32_t kernel_index) {
  const program::Program& program = prepared.program();
  const program::Kernel& kernel = program.kernels[kernel_index];
  const std::vector<source::ResolvedArgument>& arguments = prepared.launch.arguments;
  Reference reference{exec::DeviceMemory(program), {}, {}, {}};
  Diagnostics problems;
  const launch::Binding binding = launch::bind_arguments(kernel, arguments, true, input.source, problems);
  exec::Launch launch = executed.launch;
  launch.kernel = kernel_index;
  if (!has_errors(problems))
    reference.buffers = launch::prepare_memory(kernel, arguments, binding, input.request.folder, input.source,
                                               reference.memory, launch, problems);
  launch::fill_variables(program, prepared.bound->variables, input.request.folder, input.source,
                         reference.memory, problems);
  if (has_errors(problems)) {
    reference.failed = problems.front().message;
    return reference;
  }
  trace::TraceSink nobody; // has no state, so that all threads may call it
  const std::vector<trace::TraceSink*> each(host_threads(input.request.threads), &nobody);
  exec::RunOptions options = run_options(input.request, *prepared.bound);
  options.schedule = {};
  const exec::RunResult run = exec::run(program, launch, reference.memory, options, each);
  reference.status = run.status;
  if (run.status == exec::RunStatus::Faulted && !run.faults.empty())
    reference.failed = launch::describe_fault(run.faults.front(), program, launch,
                                              launch::variables_of(program, launch));
  else if (run.status == exec::RunStatus::BudgetExceeded) reference.failed = run.budget_message;
  else if (run.status != exec::RunStatus::Done)
    reference.failed = run.status == exec::RunStatus::Cancelled ? "it was stopped" : "it did not end";
  return reference;
}

const launch::Buffer* find_buffer(const source::ResolvedLaunch& launch,
                                  const std::vector<launch::Buffer>& buffers, const std::string& argument) {
  for (const launch::Buffer& buffer : buffers)
    if (launch.arguments[buffer.argument].name == argument) return &buffer;
  return nullptr;
}

CheckResult compare(const Prepared& prepared, const Executed& executed, const Reference& reference,
                    const std::string& output, const std::string& reference_name) {
  const launch::Buffer* actual = find_buffer(prepared.launch, executed.buffers, output);
  const launch::Buffer* expected = find_buffer(prepared.launch, reference.buffers, output);
  CheckResult check;
  check.output = output;
  if (!reference.failed.empty() || actual == nullptr || expected == nullptr) {
    const std::string why = !reference.failed.empty() ? reference.failed
                                                      : "it has no parameter for " + output;
    check.first = fmt::format("not compared, the reference kernel '{}' failed: {}", reference_name, why);
    check.mismatches = 1;
    return check;
  }
  const program::Parameter&
      parameter = prepared.program().kernels[*prepared.kernel].parameters[actual->parameter];
  const source::Comparison comparison = source::compare_outputs(
      {parameter.element, parameter.element_size}, output,
      executed.memory.bytes(Space::Global, actual->offset, actual->bytes),
      reference.memory.bytes(Space::Global, expected->offset, expected->bytes));
  check.mismatches = comparison.mismatches;
  check.first = comparison.first;
  return check;
}

} // namespace

Checked check_outputs(const Input& input, const Prepared& prepared, const Executed& executed,
                      Diagnostics& diagnostics) {
  Checked checked;
  std::map<std::uint32_t, Reference> references;
  for (const auto& [output, name] : prepared.launch.checks) {
    const std::optional<std::uint32_t> index = find_reference(input, prepared, output, name, diagnostics);
    if (!index) {
      checked.status = Status::UserError;
      return checked;
    }
    auto found = references.find(*index);
    if (found == references.end())
      found = references.emplace(*index, run_reference(input, prepared, executed, *index)).first;
    if (found->second.status == exec::RunStatus::Cancelled) {
      checked.status = Status::Cancelled;
      return checked;
    }
    checked.results.push_back(compare(prepared, executed, found->second, output, name));
    if (checked.results.back().mismatches != 0) checked.status = Status::CheckFailed;
  }
  return checked;
}

} // namespace warpscope::run
