// Checks everything that can be the person's mistake before a thread runs: the header, the launch, its
// arguments.
#include "sim/run/sample.h"
#include "sim/run/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::run {

namespace {

constexpr std::string_view symbol_copy = "cudaMemcpyToSymbol";

/// A text without a kernel has no launch either, but asking for its grid would help nobody: what the compiler
/// finds wrong (`__gobal__`), or that there is no kernel, is said instead.
void say_what_the_text_lacks(compile::Compiler& compiler, const Input& input, Prepared& prepared,
                             std::size_t before_resolving) {
  Diagnostics& diagnostics = prepared.diagnostics;
  diagnostics.resize(before_resolving);
  prepared.compiled = compile_launch(compiler, input, prepared.launch, diagnostics);
  if (prepared.compiled.program != nullptr && !has_errors(diagnostics)) {
    prepared.kernel = choose_kernel(input, prepared.scenario, prepared.compiled, prepared.launch,
                                    diagnostics);
    return;
  }
  // What a text of another language has that CUDA C++ has not helps nobody; a misspelt marker has its cure
  // with it.
  const bool cured = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
    return std::any_of(d.fixes.begin(), d.fixes.end(),
                       [](const FixIt& fix) { return fix.text.starts_with("__"); });
  });
  if (cured || prepared.compiled.program != nullptr) return;
  diagnostics.resize(before_resolving);
  diagnostics.push_back(no_kernel(input));
}

constexpr std::uint64_t most_portable_cluster = 8; // blocks; more need an attribute that only a host can set

void check_the_launch(const Input& input, const source::ResolvedLaunch& launch, const program::Kernel& kernel,
                      Diagnostics& diagnostics) {
  const std::size_t first_new = diagnostics.size();
  source::check_launch(launch, kernel.shared_bytes, input.request.device, input.request.file, diagnostics);
  if (kernel.max_threads != 0 && launch.block.count() > kernel.max_threads)
    diagnostics.push_back(input.source.error(
        kernel.span,
        fmt::format(
            "kernel '{}' says __launch_bounds__({}), and the block has {} threads: such a launch fails; "
            "use a smaller block or raise the bound",
            kernel.name, kernel.max_threads, launch.block.count())));
  const Dim3& cluster = kernel.cluster;
  const auto refuse = [&](std::string why) {
    diagnostics.push_back(input.source.error(kernel.span, std::move(why)));
  };
  if (cluster.x != 0 && (cluster.count() == 0 || cluster.count() > most_portable_cluster))
    refuse(fmt::format("kernel '{}' says __cluster_dims__({}, {}, {}): a cluster has 1 to {} blocks",
                       kernel.name, cluster.x, cluster.y, cluster.z, most_portable_cluster));
  else if (cluster.x != 0 && (launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 ||
                              launch.grid.z % cluster.z != 0))
    refuse(fmt::format(
        "kernel '{}' says __cluster_dims__({}, {}, {}), and the grid has {} x {} x {} blocks: in every "
        "direction it must have whole clusters, else such a launch fails",
        kernel.name, cluster.x, cluster.y, cluster.z, launch.grid.x, launch.grid.y, launch.grid.z));
  if (kernel.uses_dynamic_shared && launch.dynamic_shared_bytes == 0) {
    Diagnostic d = input.source.error(
        kernel.span, fmt::format("kernel '{}' uses an extern __shared__ array, and no shared memory is given "
                                 "for it: use --shared BYTES or shared = BYTES",
                                 kernel.name));
    d.severity = Severity::Warning;
    diagnostics.push_back(std::move(d));
  }
  for (std::size_t i = first_new; i < diagnostics.size(); ++i)
    if (diagnostics[i].source_line.empty())
      diagnostics[i].source_line = std::string(input.lines.line(diagnostics[i].span.line));
}

/// Returns where the host copies to the variable; npos: nowhere.
std::size_t copied_by_host(std::string_view text, const std::string& name) {
  for (std::size_t at = text.find(symbol_copy); at != std::string_view::npos;
       at = text.find(symbol_copy, at + 1)) {
    std::size_t i = text.find('(', at);
    if (i == std::string_view::npos) break;
    i = text.find_first_not_of(" \t\r\n(&", i);
    if (i == std::string_view::npos || text.compare(i, name.size(), name) != 0) continue;
    const char next = i + name.size() < text.size() ? text[i + name.size()] : ' ';
    if (next == ',' || next == ' ' || next == '[' || next == ')') return at;
  }
  return std::string_view::npos;
}

/// Variables that the host's part fills, which is not run: what they hold here is said.
void say_what_the_host_copies(const Input& input, const program::Program& program,
                              const program::Kernel& kernel,
                              const std::vector<source::ResolvedArgument>& given, Diagnostics& diagnostics) {
  const program::Function& function = program.functions[kernel.function];
  for (const program::Variable& variable : program.variables) {
    const bool used = std::any_of(program.sites.begin(), program.sites.end(), [&](const program::Site& site) {
      return site.variable == variable.name && site.pc >= function.entry && site.pc < function.end;
    });
    const bool filled = std::any_of(given.begin(), given.end(), [&](const source::ResolvedArgument& a) {
      return a.name == variable.name;
    });
    if (!used || filled) continue;
    const std::size_t copy = copied_by_host(input.request.text, variable.name);
    if (copy == std::string_view::npos) continue;
    Diagnostic note = input.source.error(
        input.lines.span(copy, copy + symbol_copy.size()),
        fmt::format("the host fills {0} here, and the host's part is not run: {0} begins as it is "
                    "initialised, else as zero; --arg {0}={1} gives other contents",
                    variable.name, variable.dimensions.empty() ? "VALUE" : "ramp[COUNT]"));
    note.severity = Severity::Note;
    diagnostics.push_back(std::move(note));
  }
}

void choose_blocks(const Input& input, const source::ResolvedLaunch& launch, Bound& bound,
                   Diagnostics& diagnostics) {
  const Request& request = input.request;
  const std::uint64_t total = launch.grid.count();
  bound.blocks = request.blocks;
  if (request.sample_blocks != 0 && request.sample_blocks < total && bound.blocks.empty()) {
    bound.blocks = spread_blocks(request.sample_blocks, total);
    bound.scaled = true;
  }
  if (request.trace_block && *request.trace_block >= total)
    diagnostics.push_back(
        input.source.error({}, fmt::format("there is no block {}: the grid has {} block{}",
                                           *request.trace_block, total, total == 1 ? "" : "s")));
  for (std::size_t i = 0; i < request.blocks.size(); ++i)
    if (request.blocks[i] >= total || (i > 0 && request.blocks[i] <= request.blocks[i - 1])) {
      diagnostics.push_back(input.source.error(
          {}, fmt::format("block {} cannot be run: blocks are numbered 0 to {} and are given once each, in "
                          "order",
                          request.blocks[i], total - 1)));
      break;
    }
}

/// Binds the arguments of the kernel's parameters.
std::optional<Bound> bind(const Input& input, const program::Program& program, const program::Kernel& kernel,
                          source::ResolvedLaunch& launch, Diagnostics& diagnostics) {
  Bound bound;
  check_the_launch(input, launch, kernel, diagnostics);
  bound.variables = launch::take_variables(program, kernel, launch.arguments);
  say_what_the_host_copies(input, program, kernel, bound.variables, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;
  bound.binding = launch::bind_arguments(kernel, launch.arguments, false, input.source, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;
  choose_blocks(input, launch, bound, diagnostics);
  return has_errors(diagnostics) ? std::nullopt : std::optional(std::move(bound));
}

std::vector<std::string> texts_of(const Dim3& size) {
  return {std::to_string(size.x), std::to_string(size.y), std::to_string(size.z)};
}

/// The launch as a whole program made it, but for what the options say otherwise. Of its arguments it has
/// only those that options give: the others are the snapshot's.
std::optional<source::ResolvedLaunch> resolve_snapshot(const Input& input, const source::Scenario& scenario,
                                                       Diagnostics& diagnostics) {
  const launch::LaunchSnapshot& snapshot = *input.request.snapshot;
  source::Overrides overrides = input.request.overrides;
  overrides.kernel = snapshot.kernel;
  if (!overrides.grid) overrides.grid = texts_of(snapshot.grid);
  if (!overrides.block) overrides.block = texts_of(snapshot.block);
  if (!overrides.shared) overrides.shared = std::to_string(snapshot.dynamic_shared_bytes);
  return source::resolve(scenario, overrides, diagnostics);
}

/// Puts the numbers that options give into the snapshot's parameters. The program's buffers stay as they are.
std::vector<std::uint8_t> parameters_of(const Input& input, const program::Kernel& kernel,
                                        const std::vector<source::ResolvedArgument>& given,
                                        Diagnostics& diagnostics) {
  std::vector<std::uint8_t> bytes = input.request.snapshot->parameters;
  for (const source::ResolvedArgument& argument : given) {
    const auto parameter = std::find_if(kernel.parameters.begin(), kernel.parameters.end(),
                                        [&](const program::Parameter& p) { return p.name == argument.name; });
    std::string error;
    std::optional<std::vector<std::uint8_t>> value;
    if (parameter == kernel.parameters.end())
      error = fmt::format("kernel '{}' has no parameter '{}'", kernel.name, argument.name);
    else if (parameter->is_pointer || argument.is_buffer)
      error = fmt::format("'{}': the program fills its buffers itself; with --grid, --block and every --arg "
                          "the kernel runs alone",
                          argument.name);
    else value = launch::encode_value(*parameter, argument.value, error);
    if (!value) diagnostics.push_back(input.source.error(argument.span, error));
    else if (parameter->offset + value->size() <= bytes.size())
      std::copy(value->begin(), value->end(), bytes.begin() + parameter->offset);
  }
  return bytes;
}

/// Finds the snapshot's kernel in the text as it is now, and checks that its arguments still fit.
void prepare_snapshot(compile::Compiler& compiler, const Input& input, Prepared& prepared) {
  const launch::LaunchSnapshot& snapshot = *input.request.snapshot;
  Diagnostics& diagnostics = prepared.diagnostics;
  std::optional<source::ResolvedLaunch> launch = resolve_snapshot(input, prepared.scenario, diagnostics);
  if (!launch || has_errors(diagnostics)) return;
  prepared.launch = std::move(*launch);
  prepared.compiled = compile_launch(compiler, input, prepared.launch, diagnostics);
  if (prepared.compiled.program == nullptr || has_errors(diagnostics)) return;
  const program::Program& program = prepared.program();
  for (std::uint32_t k = 0; k < program.kernels.size(); ++k)
    if (program.kernels[k].symbol == snapshot.symbol) prepared.kernel = k;
  if (!prepared.kernel)
    prepared.kernel = choose_kernel(input, prepared.scenario, prepared.compiled, prepared.launch,
                                    diagnostics);
  if (!prepared.kernel) return;
  const program::Kernel& kernel = program.kernels[*prepared.kernel];
  prepared.launch.kernel = kernel.name;
  check_the_launch(input, prepared.launch, kernel, diagnostics);
  if (kernel.parameter_bytes != snapshot.parameters.size())
    diagnostics.push_back(input.source.error(
        kernel.span,
        fmt::format("'{}' has other parameters than when the program launched it: run the program "
                    "again",
                    kernel.name)));
  Bound bound;
  bound.parameters = parameters_of(input, kernel, prepared.launch.arguments, diagnostics);
  prepared.launch.arguments.clear();
  for (const program::Parameter& parameter : kernel.parameters) {
    source::ResolvedArgument& argument = prepared.launch.arguments.emplace_back();
    argument.name = parameter.name;
    argument.is_buffer = parameter.is_pointer;
  }
  if (!has_errors(diagnostics)) choose_blocks(input, prepared.launch, bound, diagnostics);
  if (!has_errors(diagnostics)) prepared.bound = std::move(bound);
}

} // namespace

Prepared prepare(compile::Compiler& compiler, const Input& input) {
  Prepared prepared;
  Diagnostics& diagnostics = prepared.diagnostics;
  const Request& request = input.request;
  if (request.snapshot) {
    prepared.scenario.file = request.file, prepared.scenario.text = request.text;
    prepare_snapshot(compiler, input, prepared);
    return prepared;
  }
  prepared.scenario = source::parse_scenario(request.file, request.text, diagnostics);
  if (has_errors(diagnostics)) return prepared;

  const std::size_t before_resolving = diagnostics.size();
  std::optional<source::ResolvedLaunch> launch = source::resolve(prepared.scenario, request.overrides,
                                                                 diagnostics);
  if (!launch || has_errors(diagnostics)) {
    if (!prepared.scenario.has_header && request.text.find("__global__") == std::string::npos)
      say_what_the_text_lacks(compiler, input, prepared, before_resolving);
    return prepared;
  }
  prepared.launch = std::move(*launch);

  prepared.compiled = compile_launch(compiler, input, prepared.launch, diagnostics);
  if (prepared.compiled.program == nullptr || has_errors(diagnostics)) return prepared;
  prepared.kernel = choose_kernel(input, prepared.scenario, prepared.compiled, prepared.launch, diagnostics);
  if (!prepared.kernel) return prepared;
  const program::Program& program = prepared.program();
  prepared.bound = bind(input, program, program.kernels[*prepared.kernel], prepared.launch, diagnostics);
  return prepared;
}

} // namespace warpscope::run
