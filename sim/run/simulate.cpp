#include "sim/run/simulate.h"

#include "sim/base/fnv.h"
#include "sim/base/line_index.h"
#include "sim/launch/fault_text.h"
#include "sim/launch/found_launch.h"
#include "sim/launch/launch_memory.h"
#include "sim/run/sample.h"
#include "sim/source/compare_outputs.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <thread>

namespace warpscope::run {

namespace {

constexpr std::size_t most_threads = 256;
constexpr std::uint64_t most_kept = 1u << 20;    ///< bytes of a buffer, as MeasureLimits::value_bytes
constexpr std::uint64_t most_hashed = 64u << 20; ///< bytes of a buffer: some 60 ms

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Counts everything that one thread runs, keeps one block. Only the thread that runs that block touches what
/// is kept of it.
class CountAndKeep final : public trace::TraceSink {
 public:
  /// `hazards`: null when races are not looked for.
  CountAndKeep(std::size_t sites, trace::BlockTrace* kept, std::unique_ptr<races::HazardSink> hazards)
      : tally_(sites), kept_(kept), hazards_(std::move(hazards)) {}
  void on_access(const trace::AccessEvent& event) override {
    tally_.on_access(event);
    if (kept_ != nullptr && event.block == kept_->block()) kept_->on_access(event);
    if (hazards_) hazards_->on_access(event);
  }
  bool wants_each(std::uint64_t block) override {
    return hazards_ != nullptr || (kept_ != nullptr && block == kept_->block());
  }
  void on_block_begin(std::uint64_t block) override {
    if (hazards_) hazards_->on_block_begin(block);
  }
  void on_block_end(std::uint64_t block) override {
    if (hazards_) hazards_->on_block_end(block);
  }
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override {
    if (hazards_) hazards_->on_warp_sync(block, warp, lanes);
  }
  void on_order(const trace::OrderEvent& event) override {
    if (kept_ != nullptr && event.block == kept_->block()) kept_->on_order(event);
    if (hazards_) hazards_->on_order(event);
  }
  void on_alike(const trace::AccessEvent& like, std::uint64_t count) override {
    tally_.on_alike(like, count);
  }
  void on_barrier(const trace::BarrierEvent& event) override {
    if (kept_ != nullptr && event.block == kept_->block()) kept_->on_barrier(event);
    if (hazards_) hazards_->on_barrier(event);
  }

  [[nodiscard]] const model::Tally& tally() const { return tally_; }
  [[nodiscard]] const races::HazardSink* hazards() const {
    return hazards_.get();
  } ///< null when races were not asked for

 private:
  model::Tally tally_;
  trace::BlockTrace* kept_;
  std::unique_ptr<races::HazardSink> hazards_;
};

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\t') out += c;
  return out;
}

/// Names as the text has them: spaces do not matter in "tile<16, float>", nor does the namespace of a name
/// that only one kernel has.
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

class Simulation {
 public:
  Simulation(compile::Compiler& compiler, const SimulationRequest& request)
      : compiler_(compiler), request_(request), source_{request.file, request.text}, lines_(request.text) {}

  SimulationResult run() {
    if (prepare()) execute();
    return std::move(result_);
  }

  PreparedLaunch prepare_only() {
    PreparedLaunch prepared;
    if (prepare() && bind_references(prepared.checks)) {
      prepared.device_text = std::move(device_text_);
      prepared.kernel = {result_.kernel, binding_};
      prepared.variables = std::move(variables_);
    }
    prepared.result = std::move(result_);
    return prepared;
  }

 private:
  [[nodiscard]] bool fine() const { return !has_errors(result_.diagnostics); }
  void error(Span span, std::string message) {
    result_.diagnostics.push_back(source_.error(span, std::move(message)));
  }

  /// Everything that can be the person's mistake before a thread runs.
  bool prepare() {
    result_.scenario = source::parse_scenario(request_.file, request_.text, result_.diagnostics);
    if (!fine()) return false;
    source::Overrides overrides = request_.overrides;
    const std::optional<source::FoundLaunch> found = launch::offer_found_launch(result_.scenario, overrides,
                                                                                source_, result_.diagnostics);
    if (!fine()) return false;
    const std::size_t before_resolving = result_.diagnostics.size();
    std::optional<source::ResolvedLaunch> launch = source::resolve(result_.scenario, overrides,
                                                                   result_.diagnostics);
    if (!launch || !fine()) {
      if (!result_.scenario.has_header && request_.text.find("__global__") == std::string::npos)
        say_what_the_text_lacks(before_resolving);
      return false;
    }
    result_.launch = std::move(*launch);
    if (!compile()) return false;
    if (!pick_kernel()) return false;
    const program::Kernel& kernel = result_.program->kernels[result_.kernel];
    check_the_launch(kernel);
    variables_ = launch::take_variables(*result_.program, kernel, result_.launch.arguments);
    say_what_the_host_copies(kernel);
    if (found) launch::add_found_arguments(*found, kernel, result_.launch, source_, result_.diagnostics);
    if (!fine()) return false;
    binding_ = launch::bind_arguments(kernel, result_.launch.arguments, false, source_, result_.diagnostics);
    return fine() && check_blocks();
  }

  /// Variables that the host's part fills, which is not run: what they hold here is said.
  void say_what_the_host_copies(const program::Kernel& kernel) {
    const program::Function& function = result_.program->functions[kernel.function];
    for (const program::Variable& variable : result_.program->variables) {
      const bool used = std::any_of(
          result_.program->sites.begin(), result_.program->sites.end(), [&](const program::Site& site) {
            return site.variable == variable.name && site.pc >= function.entry && site.pc < function.end;
          });
      const bool given = std::any_of(
          variables_.begin(), variables_.end(),
          [&](const source::ResolvedArgument& a) { return a.name == variable.name; });
      const std::size_t copy = used && !given ? copied_by_host(variable.name) : std::string::npos;
      if (copy == std::string::npos) continue;
      const Span span = lines_.span(copy, copy + std::string_view(symbol_copy).size());
      Diagnostic note = source_.error(
          span, fmt::format("the host fills {0} here, and the host's part is not run: {0} begins as it is "
                            "initialised, else as zero; --arg {0}={1} gives other contents",
                            variable.name, variable.dimensions.empty() ? "VALUE" : "ramp[COUNT]"));
      note.severity = Severity::Note;
      result_.diagnostics.push_back(std::move(note));
    }
  }

  static constexpr const char* symbol_copy = "cudaMemcpyToSymbol";
  [[nodiscard]] std::size_t copied_by_host(const std::string& name) const {
    const std::string& text = request_.text;
    for (std::size_t at = text.find(symbol_copy); at != std::string::npos;
         at = text.find(symbol_copy, at + 1)) {
      std::size_t i = text.find('(', at);
      if (i == std::string::npos) break;
      i = text.find_first_not_of(" \t\r\n(&", i);
      if (i == std::string::npos || text.compare(i, name.size(), name) != 0) continue;
      const char next = i + name.size() < text.size() ? text[i + name.size()] : ' ';
      if (next == ',' || next == ' ' || next == '[' || next == ')') return at;
    }
    return std::string::npos;
  }

  /// A text without a kernel has no launch either, but asking for its grid would help nobody: what the
  /// compiler finds wrong
  /// (`__gobal__`), or that there is no kernel, is said instead.
  void say_what_the_text_lacks(std::size_t before_resolving) {
    result_.diagnostics.resize(before_resolving);
    if (compile()) {
      pick_kernel();
      return;
    }
    // What a text of another language has that CUDA C++ has not helps nobody; a misspelt marker has its cure
    // with it.
    const bool cured = std::any_of(
        result_.diagnostics.begin(), result_.diagnostics.end(), [](const Diagnostic& d) {
          return std::any_of(d.fixes.begin(), d.fixes.end(),
                             [](const FixIt& fix) { return fix.text.starts_with("__"); });
        });
    if (cured || result_.program != nullptr) return;
    result_.diagnostics.resize(before_resolving);
    say_no_kernel();
  }

  void say_no_kernel() {
    error({}, fmt::format("{}: there is no kernel in this text; write a function with __global__ before it",
                          request_.file.empty() ? "text" : request_.file));
  }

  bool compile() {
    compile::CompileRequest compile;
    compile.file = request_.file;
    compile.text = request_.text;
    compile.macros = result_.launch.macros;
    compile.compute_capability = 10 * request_.device.cc_major + request_.device.cc_minor;
    compile.instances = instances_of(result_.launch);
    compile::CompileResult compiled = compiler_.compile(compile);
    result_.compile_seconds = compiled.seconds;
    result_.diagnostics.insert(result_.diagnostics.end(), compiled.diagnostics.begin(),
                               compiled.diagnostics.end());
    result_.program = std::move(compiled.program);
    device_text_ = std::move(compiled.device_text);
    refused_ = std::move(compiled.refused);
    return result_.program != nullptr && fine() && leave_out_barriers();
  }

  /// The text stays as it is; the instruction does nothing.
  bool leave_out_barriers() {
    if (request_.without_barriers.empty()) return true;
    intact_ = result_.program;
    auto changed = std::make_shared<program::Program>(*result_.program);
    for (const std::uint32_t line : request_.without_barriers) {
      std::uint32_t found = 0;
      for (std::uint32_t pc = 0; pc < changed->code.size(); ++pc) {
        program::Instruction& instruction = changed->code[pc];
        if ((instruction.op != program::Opcode::BarSync && instruction.op != program::Opcode::BarrierWait) ||
            result_.program->span_of(pc).line != line)
          continue;
        instruction.op = program::Opcode::Nop;
        ++found;
      }
      if (found == 0)
        error({line, 1, line, 2},
              fmt::format("there is no __syncthreads() on line {} that could be left out", line));
    }
    result_.program = std::move(changed);
    return fine();
  }

  /// The kernel that is asked for is in the text and cannot be run. False when it is another.
  bool say_why_refused(const std::string& name) {
    const std::size_t before = result_.diagnostics.size();
    for (const auto& [kernel, why] : refused_)
      if (without_blanks(kernel) == without_blanks(name) ||
          without_blanks(kernel).ends_with("::" + without_blanks(name)))
        result_.diagnostics.push_back(why);
    return result_.diagnostics.size() != before;
  }

  /// Overloads have one name: nothing says which of them is meant.
  bool say_overloads(const std::string& name) {
    std::string lines;
    int count = 0;
    for (const program::Kernel& kernel : result_.program->kernels)
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
    const std::vector<std::string> templates = source::kernel_templates(request_.text);
    if (std::find(templates.begin(), templates.end(), base) == templates.end()) return false;
    error(
        {},
        fmt::format(
            "'{0}' is a kernel template: give its arguments, as in --kernel '{0}<float>' (a template that is "
            "launched with a lambda has no name to give)",
            base));
    return true;
  }

  bool pick_kernel() {
    const program::Program& program = *result_.program;
    if (program.kernels.empty() && !result_.launch.kernel.empty() && say_template(result_.launch.kernel))
      return false;
    if (program.kernels.empty() && !refused_.empty()) {
      for (const auto& [kernel, why] : refused_) result_.diagnostics.push_back(why);
      return false;
    }
    if (program.kernels.empty()) {
      if (const auto templates = source::kernel_templates(request_.text); !templates.empty()) {
        error(
            {},
            fmt::format(
                "'{0}' is a kernel template and nothing here says which one is meant: give its arguments, as "
                "in --kernel '{0}<float>'",
                templates.front()));
        return false;
      }
      say_no_kernel();
      return false;
    }
    const std::string& name = result_.launch.kernel;
    if (!name.empty()) {
      if (say_overloads(name)) return false;
      if (const auto found = find_kernel(program, name)) {
        result_.kernel = *found;
        result_.launch.kernel = program.kernels[*found].name;
        return true;
      }
      if (say_why_refused(name) || say_template(name)) return false;
      std::vector<std::string> names;
      for (const program::Kernel& kernel : program.kernels) names.push_back(kernel.name);
      const std::string meant = source::nearest_name(name, names);
      error(request_.overrides.kernel ? Span{} : span_of_key(result_.scenario, "kernel"),
            fmt::format("there is no kernel '{}' in this text; it has {}{}", name, kernel_list(program),
                        meant.empty() ? "" : fmt::format(" (did you mean '{}'?)", meant)));
      return false;
    }
    std::vector<std::uint32_t> candidates; // a reference kernel of [check] is not meant when no name is given
    for (std::uint32_t k = 0; k < program.kernels.size(); ++k) {
      const bool reference = std::any_of(
          result_.launch.checks.begin(), result_.launch.checks.end(),
          [&](const auto& check) { return find_kernel(program, check.second) == k; });
      if (!reference) candidates.push_back(k);
    }
    if (!refused_.empty()) { // the others may well be meant: the first that cannot be run is said beside
      Diagnostic beside = refused_.front().second;
      beside.severity = Severity::Note;
      beside.message = fmt::format("kernel '{}' is left out: {}", refused_.front().first, beside.message);
      result_.diagnostics.push_back(std::move(beside));
    }
    if (candidates.size() == 1 || program.kernels.size() == 1) {
      result_.kernel = candidates.empty() ? 0 : candidates.front();
      result_.launch.kernel = program.kernels[result_.kernel].name;
      return true;
    }
    error({},
          fmt::format("the text has {} kernels, say which one to run with --kernel or kernel = \"NAME\": {}",
                      program.kernels.size(), kernel_list(program)));
    return false;
  }

  void check_the_launch(const program::Kernel& kernel) {
    const std::size_t first_new = result_.diagnostics.size();
    source::check_launch(result_.launch, kernel.shared_bytes, request_.device, request_.file,
                         result_.diagnostics);
    if (kernel.max_threads != 0 && result_.launch.block.count() > kernel.max_threads)
      error(kernel.span,
            fmt::format(
                "kernel '{}' says __launch_bounds__({}), and the block has {} threads: such a launch fails; "
                "use a smaller block or raise the bound",
                kernel.name, kernel.max_threads, result_.launch.block.count()));
    if (kernel.uses_dynamic_shared && result_.launch.dynamic_shared_bytes == 0) {
      Diagnostic d = source_.error(
          kernel.span, fmt::format("kernel '{}' uses an extern __shared__ array, and no shared memory is "
                                   "given for it: use --shared BYTES or shared = BYTES",
                                   kernel.name));
      d.severity = Severity::Warning;
      result_.diagnostics.push_back(std::move(d));
    }
    for (std::size_t i = first_new; i < result_.diagnostics.size(); ++i)
      if (result_.diagnostics[i].source_line.empty())
        result_.diagnostics[i].source_line = std::string(lines_.line(result_.diagnostics[i].span.line));
  }

  bool check_blocks() {
    const std::uint64_t total = result_.launch.grid.count();
    blocks_ = request_.blocks;
    if (request_.sample_blocks != 0 && request_.sample_blocks < total && blocks_.empty()) {
      blocks_ = spread_blocks(request_.sample_blocks, total);
      result_.scaled = true;
    }
    if (request_.trace_block && *request_.trace_block >= total)
      error({}, fmt::format("there is no block {}: the grid has {} block{}", *request_.trace_block, total,
                            total == 1 ? "" : "s"));
    for (std::size_t i = 0; i < request_.blocks.size(); ++i)
      if (request_.blocks[i] >= total || (i > 0 && request_.blocks[i] <= request_.blocks[i - 1])) {
        error({}, fmt::format(
                      "block {} cannot be run: blocks are numbered 0 to {} and are given once each, in order",
                      request_.blocks[i], total - 1));
        break;
      }
    return fine();
  }

  [[nodiscard]] std::size_t thread_count() const {
    const std::size_t wanted = request_.threads != 0 ? request_.threads
                                                     : std::max(1u, std::thread::hardware_concurrency());
    return std::min(wanted, most_threads);
  }

  [[nodiscard]] exec::RunOptions run_options() const {
    exec::RunOptions options;
    options.budget = request_.budget;
    options.cancel = request_.cancel;
    options.progress = request_.progress;
    options.blocks = blocks_;
    options.schedule = request_.schedule;
    return options;
  }

  void execute() {
    const program::Program& program = *result_.program;
    const program::Kernel& kernel = program.kernels[result_.kernel];
    launch_.kernel = result_.kernel;
    launch_.grid = result_.launch.grid;
    launch_.block = result_.launch.block;
    launch_.dynamic_shared_bytes = result_.launch.dynamic_shared_bytes;
    exec::DeviceMemory memory(program);
    const std::vector<launch::Buffer> buffers = launch::prepare_memory(kernel, result_.launch.arguments,
                                                                       binding_, request_.folder, source_,
                                                                       memory, launch_, result_.diagnostics);
    launch::fill_variables(program, variables_, request_.folder, source_, memory, result_.diagnostics);
    if (!fine()) return;
    for (const launch::Buffer& buffer : buffers) {
      const program::Parameter& parameter = kernel.parameters[buffer.parameter];
      result_.buffers.push_back(
          {parameter.name, buffer.offset, buffer.bytes, std::max(parameter.element_size, 1u), {}});
    }

    std::shared_ptr<trace::BlockTrace> kept;
    if (request_.trace_block) kept = std::make_shared<trace::BlockTrace>(*request_.trace_block);
    std::vector<std::unique_ptr<CountAndKeep>> sinks;
    std::vector<trace::TraceSink*> each;
    for (std::size_t i = 0; i < thread_count(); ++i) {
      sinks.push_back(std::make_unique<CountAndKeep>(program.sites.size(), kept.get(), race_sink()));
      each.push_back(sinks.back().get());
    }
    const auto begin = std::chrono::steady_clock::now();
    result_.run = warpscope::exec::run(program, launch_, memory, run_options(), each);
    result_.run_seconds = seconds_since(begin);
    result_.trace = std::move(kept);
    model::Tally tally(program.sites.size());
    for (const auto& sink : sinks) tally += sink->tally();
    collect(tally);
    if (request_.races && result_.run.status != exec::RunStatus::Cancelled) {
      std::vector<const races::HazardSink*> found;
      for (const auto& sink : sinks) found.push_back(sink->hazards());
      take_hazards(races::HazardSink::merged(found));
    }
    name_faults();
    set_status();
    if (result_.status == SimulationStatus::Done && request_.hash_buffers &&
        result_.run.simulated_blocks == result_.run.total_blocks)
      for (PlacedBuffer& buffer : result_.buffers)
        if (buffer.bytes <= most_hashed) {
          const std::span<const std::uint8_t> left = memory.bytes(Space::Global, buffer.offset, buffer.bytes);
          buffer.hash = fnv1a(left);
          if (buffer.bytes <= most_kept) buffer.contents.assign(left.begin(), left.end());
        }
    if (result_.status == SimulationStatus::Done && request_.run_checks && blocks_.empty())
      run_checks(memory, buffers);
    if (request_.search_orders && !result_.hazards.empty() && result_.status != SimulationStatus::Cancelled)
      search_orders(buffers);
  }

  void search_orders(const std::vector<launch::Buffer>& buffers) {
    if (result_.run.status != exec::RunStatus::Done && !intact_) { // it would not do so again: no second wait
                                                                   // for a
                                                                   // budget
      result_.orders.emplace();
      result_.orders->sentence = result_.orders->not_searched =
          "no order of the warps was tried: the kernel does not come to its end";
      return;
    }
    races::Rerun rerun;
    rerun.program = result_.program.get();
    rerun.intact = intact_.get();
    rerun.launch = launch_;
    rerun.options = run_options();
    rerun.buffers = &buffers;
    rerun.hazards = &result_.hazards;
    rerun.pre_volta = request_.pre_volta;
    rerun.checks_pass = !result_.checks.empty() && result_.status == SimulationStatus::Done;
    rerun.prepare = [this](const program::Program& program, exec::DeviceMemory& memory,
                           exec::Launch& launch) {
      Diagnostics known; // said when the launch itself was prepared
      static_cast<void>(launch::prepare_memory(program.kernels[result_.kernel], result_.launch.arguments,
                                               binding_, request_.folder, source_, memory, launch, known));
      launch::fill_variables(program, variables_, request_.folder, source_, memory, known);
    };
    result_.orders = races::search_schedules(rerun, *request_.search_orders);
  }

  /// For one thread; those of a launch share what blocks do to global memory.
  std::unique_ptr<races::HazardSink> race_sink() {
    if (!request_.races) return nullptr;
    if (!global_accesses_) {
      global_accesses_ = std::make_shared<races::GlobalAccesses>();
      hazard_options_ = hazard_options();
    }
    return std::make_unique<races::HazardSink>(global_accesses_, *hazard_options_);
  }

  [[nodiscard]] races::HazardOptions hazard_options() const {
    races::HazardOptions options;
    options.pre_volta = request_.pre_volta;
    options.cancel = request_.cancel;
    for (std::uint32_t pc = 0; pc < result_.program->code.size(); ++pc) {
      const program::Instruction& in = result_.program->code[pc];
      if (in.op == program::Opcode::GridSync) options.grid_barriers.push_back(pc);
      options.fences = options.fences || in.op == program::Opcode::BarrierArrive ||
                       (in.op == program::Opcode::Fence &&
                        in.imm <= static_cast<std::uint32_t>(program::FenceScope::System));
    }
    options.sites = hazard_sites();
    return options;
  }

  /// With the __shared__ array of fixed size that each names.
  [[nodiscard]] std::vector<races::HazardSite> hazard_sites() const {
    const program::Program& program = *result_.program;
    std::vector<races::HazardSite> bounds(program.sites.size());
    std::multimap<std::string_view, const program::Variable*> arrays;
    for (const program::Variable& variable : program.variables)
      if (variable.space == Space::Shared) arrays.emplace(variable.name, &variable);
    const std::vector<std::uint32_t> functions = lines_with_device_markers();
    for (std::size_t s = 0; s < program.sites.size(); ++s) {
      const program::Site& site = program.sites[s];
      bounds[s].is_volatile = site.is_volatile;
      bounds[s].is_atomic = site.is_atomic;
      if (site.space != Space::Shared || site.variable.empty()) continue;
      const auto [named, end] = arrays.equal_range(site.variable);
      if (named == end || std::next(named) != end) continue;
      const program::Variable& array = *named->second;
      if (in_one_function(functions, array.span, site.span))
        bounds[s].offset = array.offset, bounds[s].bytes = array.size;
    }
    return bounds;
  }

  /// Lines on which a function for the device may begin, ascending.
  [[nodiscard]] std::vector<std::uint32_t> lines_with_device_markers() const {
    std::vector<std::uint32_t> lines;
    for (const std::string_view marker : {"__global__", "__device__"})
      for (std::size_t at = request_.text.find(marker); at != std::string::npos;
           at = request_.text.find(marker, at + 1))
        lines.push_back(lines_.line_of_offset(at));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  /// Behind the declaration no other function begins, whose parameter of the same name could be meant.
  [[nodiscard]] static bool in_one_function(const std::vector<std::uint32_t>& functions, const Span& declared,
                                            const Span& used) {
    if (!declared.known() || !used.known() || used.line < declared.line) return false;
    const auto next = std::upper_bound(functions.begin(), functions.end(), declared.line);
    return next == functions.end() || *next > used.line;
  }

  void take_hazards(races::HazardSink::Found found) {
    result_.hazards = std::move(found.hazards);
    if (request_.pre_volta)
      result_.diagnostics.push_back({.severity = Severity::Note,
                                     .message = "races: the lanes of a warp were taken to run in lockstep, "
                                                "as before Volta (--pre-volta); since Volta lanes "
                                                "without a __syncwarp() between them are not ordered"});
    for (std::string* limit : {&found.given_up, &found.in_part})
      if (!limit->empty())
        result_.diagnostics.push_back({.severity = Severity::Warning, .message = std::move(*limit)});
  }

  void collect(const model::Tally& tally) {
    const program::Program& program = *result_.program;
    result_.sites = tally.sites();
    result_.scaled_warp_instructions = result_.run.warp_instructions;
    result_.scaled_barriers = result_.run.barriers;
    if (result_.scaled) {
      const Scale scale(result_.run.total_blocks, result_.run.simulated_blocks);
      for (model::Totals& site : result_.sites) scale(site);
      scale(result_.scaled_warp_instructions);
      scale(result_.scaled_barriers);
    }
    for (const model::Totals& site : result_.sites) result_.totals += site;
    std::map<std::uint32_t, model::Totals> by_line;
    for (std::size_t s = 0; s < program.sites.size(); ++s) {
      if (result_.sites[s] == model::Totals{} || !program.sites[s].span.known()) continue;
      by_line[program.sites[s].span.line] += result_.sites[s];
    }
    for (const auto& [line, totals] : by_line)
      result_.lines.push_back({line, std::string(lines_.line(line)), totals});
  }

  void name_faults() {
    const program::Program& program = *result_.program;
    std::vector<launch::NamedObject> objects = launch::named_objects(program, launch_);
    for (const PlacedBuffer& buffer : result_.buffers)
      objects.push_back({buffer.name, Space::Global, buffer.offset, buffer.bytes, buffer.element_size, {}});
    for (trace::Fault& fault : result_.run.faults)
      fault.message = launch::describe_fault(fault, program, launch_, objects);
    for (trace::Fault& fault : result_.run.undefined) {
      fault.message = launch::describe_fault(fault, program, launch_, objects);
      Diagnostic warning;
      warning.severity = Severity::Warning;
      warning.file = request_.file;
      warning.message = fault.message;
      const program::Site* site = launch::site_at(program, fault.pc);
      warning.span = site != nullptr && site->span.known() ? site->span : program.span_of(fault.pc);
      warning.source_line = std::string(lines_.line(warning.span.line));
      result_.diagnostics.push_back(std::move(warning));
    }
  }

  void set_status() {
    switch (result_.run.status) {
    case exec::RunStatus::Done: result_.status = SimulationStatus::Done; break;
    case exec::RunStatus::Faulted: result_.status = SimulationStatus::Faulted; break;
    case exec::RunStatus::Deadlock: result_.status = SimulationStatus::Deadlock; break;
    case exec::RunStatus::BudgetExceeded: result_.status = SimulationStatus::BudgetExceeded; break;
    case exec::RunStatus::Cancelled: result_.status = SimulationStatus::Cancelled; break;
    }
  }

  bool bind_references(std::vector<PreparedCheck>& checks) {
    for (const auto& [output, name] : result_.launch.checks) {
      const std::optional<std::uint32_t> index = find_reference(output, name);
      if (!index) return false;
      checks.push_back(
          {output,
           {*index, launch::bind_arguments(result_.program->kernels[*index], result_.launch.arguments, true,
                                           source_, result_.diagnostics)}});
    }
    return fine();
  }

  std::optional<std::uint32_t> find_reference(const std::string& output, const std::string& name) {
    const std::optional<std::uint32_t> index = find_kernel(*result_.program, name);
    if (!index)
      error(span_of_key(result_.scenario, "check." + output),
            fmt::format("there is no kernel '{}' to check '{}' against; the text has {}", name, output,
                        kernel_list(*result_.program)));
    return index;
  }

  /// What a reference kernel leaves in its buffers.
  struct Reference {
    exec::DeviceMemory memory;
    std::vector<launch::Buffer> buffers;
    std::string failed; ///< why there is nothing to compare with; empty if there is
    exec::RunStatus status = exec::RunStatus::Done;
  };

  Reference run_reference(std::uint32_t kernel_index) {
    const program::Program& program = *result_.program;
    const program::Kernel& kernel = program.kernels[kernel_index];
    Reference reference{exec::DeviceMemory(program), {}, {}, {}};
    Diagnostics problems;
    const launch::Binding binding = launch::bind_arguments(kernel, result_.launch.arguments, true, source_,
                                                           problems);
    exec::Launch launch = launch_;
    launch.kernel = kernel_index;
    if (!has_errors(problems))
      reference.buffers = launch::prepare_memory(kernel, result_.launch.arguments, binding, request_.folder,
                                                 source_, reference.memory, launch, problems);
    launch::fill_variables(program, variables_, request_.folder, source_, reference.memory, problems);
    if (has_errors(problems)) {
      reference.failed = problems.front().message;
      return reference;
    }
    trace::TraceSink nobody; // has no state, so that all threads may call it
    const std::vector<trace::TraceSink*> each(thread_count(), &nobody);
    exec::RunOptions options = run_options();
    options.schedule = {};
    const exec::RunResult run = warpscope::exec::run(program, launch, reference.memory, options, each);
    reference.status = run.status;
    if (run.status == exec::RunStatus::Faulted && !run.faults.empty())
      reference.failed = launch::describe_fault(run.faults.front(), program, launch,
                                                launch::named_objects(program, launch));
    else if (run.status == exec::RunStatus::BudgetExceeded) reference.failed = run.budget_message;
    else if (run.status != exec::RunStatus::Done)
      reference.failed = run.status == exec::RunStatus::Cancelled ? "it was stopped" : "it did not end";
    return reference;
  }

  void run_checks(exec::DeviceMemory& memory, const std::vector<launch::Buffer>& buffers) {
    const program::Program& program = *result_.program;
    std::map<std::uint32_t, Reference> references;
    for (const auto& [output, reference_name] : result_.launch.checks) {
      const std::optional<std::uint32_t> index = find_reference(output, reference_name);
      if (!index) {
        result_.status = SimulationStatus::UserError;
        return;
      }
      auto found = references.find(*index);
      if (found == references.end()) found = references.emplace(*index, run_reference(*index)).first;
      Reference& reference = found->second;
      if (reference.status == exec::RunStatus::Cancelled) {
        result_.status = SimulationStatus::Cancelled;
        return;
      }
      const launch::Buffer* actual = find_buffer(buffers, output);
      const launch::Buffer* expected = find_buffer(reference.buffers, output);
      CheckResult check;
      check.output = output;
      if (!reference.failed.empty() || actual == nullptr || expected == nullptr) {
        const std::string why = !reference.failed.empty() ? reference.failed
                                                          : "it has no parameter for " + output;
        check.first = fmt::format("not compared, the reference kernel '{}' failed: {}", reference_name, why);
        check.mismatches = 1;
      } else {
        const program::Parameter& parameter = program.kernels[result_.kernel].parameters[actual->parameter];
        const source::Comparison comparison = source::compare_outputs(
            {parameter.element, parameter.element_size}, output,
            memory.bytes(Space::Global, actual->offset, actual->bytes),
            reference.memory.bytes(Space::Global, expected->offset, expected->bytes));
        check.mismatches = comparison.mismatches;
        check.first = comparison.first;
      }
      if (check.mismatches != 0) result_.status = SimulationStatus::CheckFailed;
      result_.checks.push_back(std::move(check));
    }
  }

  [[nodiscard]] const launch::Buffer* find_buffer(const std::vector<launch::Buffer>& buffers,
                                                  const std::string& argument) const {
    for (const launch::Buffer& buffer : buffers)
      if (result_.launch.arguments[buffer.argument].name == argument) return &buffer;
    return nullptr;
  }

  compile::Compiler& compiler_;
  const SimulationRequest& request_;
  launch::SourceText source_;
  LineIndex lines_; ///< of the request's text
  SimulationResult result_;
  std::string device_text_;
  std::shared_ptr<const program::Program> intact_; ///< with the barriers that are left out; null: none is
  launch::Binding binding_;
  std::vector<source::ResolvedArgument> variables_; ///< arguments that fill a __constant__ or __device__
                                                    ///< variable
  std::vector<std::pair<std::string, Diagnostic>> refused_; ///< kernels of the text that cannot be run
  exec::Launch launch_;
  std::shared_ptr<races::GlobalAccesses> global_accesses_; ///< of the launch, where races are looked for
  std::optional<races::HazardOptions> hazard_options_;     ///< the same
  std::vector<std::uint64_t> blocks_;                      ///< to run; empty: all
};

} // namespace

SimulationResult simulate(compile::Compiler& compiler, const SimulationRequest& request) {
  return Simulation(compiler, request).run();
}

PreparedLaunch prepare_launch(compile::Compiler& compiler, const SimulationRequest& request) {
  return Simulation(compiler, request).prepare_only();
}

} // namespace warpscope::run
