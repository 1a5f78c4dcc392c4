// Checks a launch, runs it on the program's memory and describes what happened.
#include "sim/whole/launch_service.h"

#include "sim/base/number_text.h"
#include "sim/launch/fault_text.h"
#include "sim/launch/launch_memory.h"
#include "sim/model/occupancy.h"
#include "sim/program/kernel_name.h"
#include "sim/races/hazard_story.h"
#include "sim/run/estimate.h"
#include "sim/run/estimate_error.h"
#include "sim/run/hazard_text.h"
#include "sim/run/speed_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::size_t most_launches = 100'000;                ///< in the record
constexpr std::size_t most_with_lines = 5'000;                ///< of them with counts by line and site
constexpr std::size_t longest_why = 1000;                     ///< bytes of a sentence of the guest
constexpr std::size_t most_estimated = 200;                   ///< different launches
constexpr std::uint64_t most_seen = std::uint64_t{256} << 20; ///< bytes that an estimated launch may see
constexpr std::uint64_t most_snapshot = std::uint64_t{1} << 30;

CudaError error_of(const exec::RunResult& run) {
  if (run.status == exec::RunStatus::Done) return cuda_success;
  if (run.status != exec::RunStatus::Faulted || run.faults.empty()) return cuda_timeout;
  switch (run.faults.front().kind) {
  case trace::FaultKind::OutOfBounds:
  case trace::FaultKind::NullPointer:
  case trace::FaultKind::ReadOnly: return cuda_illegal_address;
  case trace::FaultKind::Misaligned: return cuda_misaligned;
  case trace::FaultKind::StackOverflow: return cuda_stack_error;
  case trace::FaultKind::Assert: return cuda_assert;
  default: return cuda_launch_failure;
  }
}

std::string kind_word(trace::FaultKind kind) {
  std::string word(trace::name_of(kind));
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

/// The executor names the option of `sim`.
void name_option(std::string& message) {
  constexpr std::string_view theirs = "--max-seconds";
  if (const std::size_t at = message.find(theirs); at != std::string::npos)
    message.replace(at, theirs.size(), "--launch-limit");
}

/// Whether the kernel itself has an access that the host may watch while it runs: volatile, of cuda::atomic,
/// or an atomic of system scope, outside shared memory.
bool speaks_with_host(const Context& context, std::uint32_t kernel) {
  const program::Program& device = context.device;
  const program::Function& function = device.functions[device.kernels[kernel].function];
  return std::any_of(device.sites.begin(), device.sites.end(), [&](const program::Site& site) {
    if (site.pc < function.entry || site.pc >= function.end || site.space == Space::Shared ||
        site.space == Space::Local)
      return false;
    return site.is_volatile || site.is_atomic ||
           context.line(site.span).find("_system(") != std::string_view::npos;
  });
}

constexpr double slow_seconds[] = {5, 30};

std::string slow_text(const LaunchRecord& launch, double seconds, std::uint64_t done, std::uint64_t total,
                      double most_seconds) {
  std::string text = fmt::format(
      "the kernel {}{} has run for {:g} s, {} of its {} done; what it prints is shown "
      "when it has ended",
      launch.result.launch.kernel, launch.place.known() ? " of " + line_text(launch.place) : "", seconds,
      grouped(done), counted(total, "block"));
  if (most_seconds > 0) text += fmt::format(", or has used {:g} s of processor time", most_seconds);
  return text;
}

std::string box(Dim3 d) {
  if (d.z != 1) return fmt::format("({}, {}, {})", d.x, d.y, d.z);
  return d.y != 1 ? fmt::format("({}, {})", d.x, d.y) : fmt::format("{}", d.x);
}

} // namespace

LaunchService::LaunchService(Context& context) : context_(context) {
  for (const program::SourceFile& text : context.request.program.texts) texts_.push_back(text.text);
}

LaunchService::Refusal LaunchService::refusal(const guest::Launch& request,
                                              const program::Kernel& kernel) const {
  const Device& device = context_.request.device;
  const Dim3 grid{request.grid[0], request.grid[1], request.grid[2]},
      block{request.block[0], request.block[1], request.block[2]};
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return {cuda_invalid_configuration, fmt::format("the grid is {}: it has no blocks", box(grid))};
  if (block.x == 0 || block.y == 0 || block.z == 0)
    return {cuda_invalid_configuration, fmt::format("the block is {}: it has no threads", box(block))};
  if (grid.x > 2'147'483'647u || grid.y > 65'535 || grid.z > 65'535)
    return {cuda_invalid_configuration,
            fmt::format("the grid is {}: x may be 2,147,483,647, y and z 65,535", box(grid))};
  if (block.count() > device.max_threads_per_block)
    return {cuda_invalid_configuration,
            fmt::format("a block of {} threads: a device takes {} at most", grouped(block.count()),
                        grouped(device.max_threads_per_block))};
  if (block.x > 1024 || block.y > 1024 || block.z > 64)
    return {cuda_invalid_configuration,
            fmt::format("the block is {}: x and y may be 1,024, z 64", box(block))};
  if (kernel.max_threads != 0 && block.count() > kernel.max_threads)
    return {cuda_out_of_resources, fmt::format("a block of {} threads, and {} says __launch_bounds__({})",
                                               grouped(block.count()), kernel.name, kernel.max_threads)};
  const std::uint64_t most = std::max(device.shared_bytes_per_block_optin, device.shared_bytes_per_block);
  if (request.shared_bytes > most || request.shared_bytes + kernel.shared_bytes > most)
    return {cuda_invalid_value,
            fmt::format("a block needs {} of shared memory: the device has {} for one",
                        bytes_text(request.shared_bytes + kernel.shared_bytes), bytes_text(most))};
  if (request.cooperative) {
    const std::uint64_t resident = model::resident_blocks(
        device, {.threads = block.count(), .shared_bytes = request.shared_bytes + kernel.shared_bytes});
    if (grid.count() > resident)
      return {cuda_cooperative_too_large,
              fmt::format("a cooperative launch of {} blocks: the device holds {} at once",
                          grouped(grid.count()), grouped(resident))};
  }
  return {};
}

bool LaunchService::launch(const guest::Launch& request, guest::Launched& answer) {
  const program::Program& device = context_.device;
  const std::vector<RefusedKernel>& refused = context_.refused;
  if (request.kernel >= device.kernels.size() + refused.size()) return false;
  LaunchRecord record;
  record.number = ++launches_;
  record.place = context_.places.innermost(request.caller);
  record.stream = request.stream;
  record.cluster = {request.cluster[0], request.cluster[1], request.cluster[2]};
  record.cooperative = request.cooperative;
  record.result.launch.grid = {request.grid[0], request.grid[1], request.grid[2]};
  record.result.launch.block = {request.block[0], request.block[1], request.block[2]};
  record.result.program = context_.request.program.program;
  record.result.status = run::Status::UserError;

  const auto refuse = [&](const char* kind, CudaError error, const std::string& why) {
    record.error = error;
    record.error_text = fmt::format("{}<<<{}, {}>>> did not run: {} ({})", record.result.launch.kernel,
                                    box(record.result.launch.grid), box(record.result.launch.block), why,
                                    name_of(error));
    context_.add_error("cudaLaunchKernel", error, record.error_text, record.place);
    context_.findings.add({.kind = kind,
                           .severity = Severity::Error,
                           .place = record.place,
                           .message = record.error_text,
                           .launch = record.number});
    keep(std::move(record));
    answer = {error, 0, context_.clocks.done(request.stream), {}};
    return true;
  };
  if (request.kernel >= device.kernels.size()) {
    const RefusedKernel& kernel = refused[request.kernel - device.kernels.size()];
    record.result.launch.kernel = kernel.name;
    return refuse("unsupported", cuda_invalid_device_function, kernel.why);
  }
  const program::Kernel& kernel = device.kernels[request.kernel];
  if (request.parameters.size() != kernel.parameter_bytes) return false;
  record.result.kernel = request.kernel;
  record.result.launch.kernel = kernel.name;
  if (!context_.clocks.has_stream(request.stream))
    return refuse("launch-failed", cuda_invalid_handle, "its stream does not exist (destroyed?)");
  if (const Refusal why = refusal(request, kernel); why.error != cuda_success)
    return refuse("launch-failed", why.error, why.why);
  record.result.launch.dynamic_shared_bytes = static_cast<std::uint32_t>(request.shared_bytes);

  exec::Launch key{request.kernel,
                   record.result.launch.grid,
                   record.result.launch.block,
                   record.result.launch.dynamic_shared_bytes,
                   request.parameters,
                   record.cluster};
  const MemoryState::Decision decision = context_.state.decide(key, context_.host_written != 0);
  if (decision.plan == MemoryState::Plan::Repeat && decision.earlier <= record_of_.size()) {
    const std::size_t index = record_of_[decision.earlier - 1];
    if (index < context_.record.launches.size()) {
      LaunchRecord& earlier = context_.record.launches[index];
      context_.state.restore(decision);
      --launches_;
      ++earlier.repeats;
      context_.record.saved_seconds += earlier.result.run_seconds;
      context_.print(earlier.result.run.printf_output, earlier.place);
      context_.clocks.run(request.stream, earlier.seconds);
      note_in_flight(earlier, request.stream, 0);
      answer = {0, 0, context_.clocks.done(request.stream), context_.in_flight.take_changes()};
      return true;
    }
  }
  std::vector<exec::ChildLaunch> children;
  execute(request, record, decision, children);
  answer = {0, record.error, 0, {}};
  keep(std::move(record));
  if (answer.sticky == cuda_success)
    answer.sticky = launch_children(std::move(children), request, kernel.name, 1);
  answer.device_seconds = context_.clocks.done(request.stream);
  answer.busy = context_.in_flight.take_changes();
  return true;
}

bool LaunchService::refused(const guest::Refused& request) {
  const program::Program& device = context_.device;
  if (request.kernel >= device.kernels.size() + context_.refused.size()) return false;
  LaunchRecord record;
  record.place = context_.places.innermost(request.caller);
  record.stream = request.stream;
  record.result.launch.grid = {request.grid[0], request.grid[1], request.grid[2]};
  record.result.launch.block = {request.block[0], request.block[1], request.block[2]};
  record.result.launch.kernel = request.kernel < device.kernels.size()
                                    ? device.kernels[request.kernel].name
                                    : context_.refused[request.kernel - device.kernels.size()].name;
  if (request.kernel < device.kernels.size()) record.result.kernel = request.kernel;
  record.result.program = context_.request.program.program;
  record.result.status = run::Status::UserError;
  record.error = request.error;
  record.error_text = fmt::format("never ran: {}", request.why.substr(0, longest_why));
  if (!context_.record.launches.empty()) {
    LaunchRecord& last = context_.record.launches.back();
    if (last.place == record.place && last.error == record.error && last.error_text == record.error_text &&
        last.result.launch.kernel == record.result.launch.kernel &&
        last.result.launch.grid == record.result.launch.grid) {
      ++last.repeats;
      return true;
    }
  }
  record.number = ++launches_;
  keep(std::move(record));
  return true;
}

const LaunchRecord* LaunchService::refused_at(const Place& place) const {
  const std::vector<LaunchRecord>& launches = context_.record.launches;
  const auto found = std::find_if(launches.rbegin(), launches.rend(), [&](const LaunchRecord& launch) {
    return launch.error_text.starts_with("never ran: ") && launch.place == place;
  });
  return found == launches.rend() ? nullptr : &*found;
}

/// The order is one of those that CUDA allows: a grid ends before its children begin, a child's own children
/// run before its next sibling, and what was launched into cudaStreamTailLaunch comes last.
CudaError LaunchService::launch_children(std::vector<exec::ChildLaunch> children, const guest::Launch& parent,
                                         const std::string& launched_by, std::uint32_t depth) {
  constexpr std::uint64_t tail_stream = 3;
  constexpr std::uint32_t most_deep = 24;
  const program::Program& device = context_.device;
  std::stable_partition(children.begin(), children.end(),
                        [](const exec::ChildLaunch& child) { return child.stream != tail_stream; });
  for (exec::ChildLaunch& child : children) {
    const program::Kernel& kernel = device.kernels[child.launch.kernel];
    guest::Launch request = parent;
    request.kernel = child.launch.kernel;
    request.cooperative = false;
    request.shared_bytes = child.launch.dynamic_shared_bytes;
    std::fill(std::begin(request.cluster), std::end(request.cluster), 0u);
    const Dim3 sizes[] = {child.launch.grid, child.launch.block};
    for (std::size_t i = 0; i < 2; ++i) {
      std::uint32_t* const to = i == 0 ? request.grid : request.block;
      to[0] = sizes[i].x, to[1] = sizes[i].y, to[2] = sizes[i].z;
    }
    request.parameters = std::move(child.launch.parameters);

    LaunchRecord record;
    record.number = ++launches_;
    record.stream = request.stream;
    record.place = context_.place_of(device.spans[device.code[child.pc].span], launched_by);
    record.result.launch.grid = child.launch.grid;
    record.result.launch.block = child.launch.block;
    record.result.launch.kernel = kernel.name;
    record.result.launch.dynamic_shared_bytes = child.launch.dynamic_shared_bytes;
    record.result.program = context_.request.program.program;
    record.result.kernel = child.launch.kernel;
    record.result.status = run::Status::UserError;
    Refusal why = refusal(request, kernel);
    if (why.error == cuda_success && depth > most_deep)
      why = {cuda_invalid_configuration,
             fmt::format("kernels launch kernels {} deep, the most there is", most_deep)};
    if (why.error != cuda_success) {
      // A device tells nobody but the thread that launched it, and only there.
      record.error = why.error;
      record.error_text = fmt::format("{}<<<{}, {}>>> from device code did not run: {} ({})", kernel.name,
                                      box(child.launch.grid), box(child.launch.block), why.why,
                                      name_of(why.error));
      context_.findings.add({.kind = "launch-failed",
                             .severity = Severity::Error,
                             .place = record.place,
                             .message = record.error_text,
                             .launch = record.number});
      keep(std::move(record));
      continue;
    }
    MemoryState::Decision decision;
    decision.known = ~std::size_t{0};
    std::vector<exec::ChildLaunch> own;
    execute(request, record, decision, own);
    const auto error = static_cast<CudaError>(record.error);
    keep(std::move(record));
    if (error != cuda_success) return error;
    if (const CudaError deeper = launch_children(std::move(own), request, kernel.name, depth + 1);
        deeper != cuda_success)
      return deeper;
  }
  return cuda_success;
}

void LaunchService::execute(const guest::Launch& request, LaunchRecord& record,
                            const MemoryState::Decision& decision, std::vector<exec::ChildLaunch>& children) {
  const Request& asked = context_.request;
  const exec::Launch launch{request.kernel,
                            record.result.launch.grid,
                            record.result.launch.block,
                            record.result.launch.dynamic_shared_bytes,
                            request.parameters,
                            record.cluster};
  const std::string& name = context_.device.kernels[request.kernel].name;
  const std::vector<program::Kernel>& kernels = context_.device.kernels;
  const auto is_own = [](const program::Kernel& kernel) { return kernel.span.known(); };
  const auto wanted = [&](const Capture& capture) {
    if (capture.number != 0) return capture.number == record.number;
    if (!capture.kernel.empty()) return program::is_named(name, capture.kernel);
    // A library's kernels (Thrust) are nobody's text.
    return is_own(kernels[request.kernel]) || std::none_of(kernels.begin(), kernels.end(), is_own);
  };
  if (!snapshot_ && asked.capture && wanted(*asked.capture))
    if (auto taken = take_snapshot(context_.device, launch, context_.memory, context_.window_file,
                                   most_snapshot)) {
      taken->number = record.number;
      snapshot_ = std::make_shared<const LaunchSnapshot>(std::move(*taken));
      return; // nobody looks at what follows
    }
  if (asked.estimate) estimate_beforehand(launch, record);
  std::shared_ptr<const LaunchSnapshot> seen = seen_by(launch, record.number);
  run::CountOptions options;
  options.run.budget = asked.limits.launch;
  options.run.cancel = &context_.stop;
  const auto begun = std::chrono::steady_clock::now();
  std::size_t told = 0;
  if (asked.progress || asked.slow)
    options.run.progress = [&](std::uint64_t done, std::uint64_t total) {
      if (asked.progress) asked.progress(name, done, total);
      const std::chrono::duration<double> runs = std::chrono::steady_clock::now() - begun;
      if (!asked.slow || told == std::size(slow_seconds) || runs.count() < slow_seconds[told]) return;
      asked.slow(slow_text(record, slow_seconds[told++], done, total, asked.limits.launch.seconds));
    };
  options.run.blocks_beside = model::resident_blocks(
      context_.request.device,
      {.threads = launch.block.count(),
       .shared_bytes = launch.dynamic_shared_bytes + context_.device.kernels[launch.kernel].shared_bytes});
  options.threads = run::host_threads(asked.threads);
  options.trace_block = 0; // for the estimate of its time
  if (asked.races) options.races = run::race_options(context_.device, texts_, false, &context_.stop);
  std::uint32_t work = 0;
  if (context_.watch) {
    work = context_.begin_work(request.stream, {name, record.place, record.number});
    options.watcher = [&] { return context_.watch->watcher(work); };
  }
  run::Counted counted = run::count_launch(context_.device, launch, context_.memory, options);
  context_.record.executing_seconds += counted.seconds;
  // Undefined behaviour depends on more than memory.
  const bool clean = counted.run.status == exec::RunStatus::Done && counted.run.undefined.empty() &&
                     counted.run.barrier_divergence.empty() && counted.run.children.empty() &&
                     !counted.run.used_heap && !asked.check &&
                     (!counted.races || counted.races->hazards.empty());
  if (counted.run.status == exec::RunStatus::Done) children = std::move(counted.run.children);
  fill_result(launch, counted, record.result);
  estimate(record, counted.trace.get());
  if (record.result.run.simulated_blocks != 0) keep_if_longest(std::move(seen), record.seconds);
  record.begin_seconds = context_.clocks.run(request.stream, record.seconds);
  record.error = error_of(record.result.run);
  context_.print(record.result.run.printf_output, record.place);
  if (record.error != cuda_success && record.result.run.status != exec::RunStatus::Cancelled)
    tell_faults(record);
  tell_races(record, counted.trace.get());
  if (context_.watch) tell_watched(record);
  const std::vector<exec::TouchedBuffer>& touched = record.result.run.touched;
  const bool host = std::any_of(touched.begin(), touched.end(), [&](const exec::TouchedBuffer& piece) {
    const AllocationRecord* buffer = context_.buffer_at(piece.offset);
    return buffer != nullptr ? host_touches(buffer->kind) : context_.host_written != 0;
  });
  if (record.error == cuda_success) note_in_flight(record, request.stream, work);
  // What a kernel prints may come from memory that is not among what it touched.
  context_.state.ended(decision, record.number, clean, touched,
                       host || !record.result.run.printf_output.empty());
}

void LaunchService::note_in_flight(const LaunchRecord& launch, std::uint64_t stream, std::uint32_t work) {
  const std::vector<exec::TouchedBuffer>& touched = launch.result.run.touched;
  if (speaks_with_host(context_, launch.result.kernel)) return;
  for (const exec::TouchedBuffer& buffer : touched) {
    const auto memory = context_.host_memory_at(buffer.offset);
    if (!memory) continue;
    if (work == 0)
      work = context_.begin_work(stream, {launch.result.launch.kernel, launch.place, launch.number});
    context_.in_flight.begin(context_.order, work, memory->offset, memory->bytes, buffer.written);
  }
}

void LaunchService::fill_result(const exec::Launch& launch, run::Counted& counted,
                                run::Result& result) const {
  const program::Program& device = context_.device;
  const program::Kernel& kernel = device.kernels[launch.kernel];
  result.run = std::move(counted.run);
  result.run_seconds = counted.seconds;
  result.status = run::status_of(result.run.status);
  result.scenario.file = texts_.empty() ? "" : context_.request.program.texts.front().path;
  run::add_counts(counted.tally.sites(), [&](const Span& span) { return context_.line(span); }, result);
  if (counted.races) {
    result.hazards = std::move(counted.races->hazards);
    for (std::string* limit : {&counted.races->given_up, &counted.races->in_part})
      if (!limit->empty())
        result.diagnostics.push_back({.severity = Severity::Warning, .message = std::move(*limit)});
  }
  for (const launch::Buffer& buffer :
       launch::buffers_of_parameters(kernel, launch.parameters, context_.memory))
    result.buffers.push_back({buffer, {}, {}});
  name_option(result.run.budget_message);
  if (result.run.faults.empty() && result.run.undefined.empty()) return;
  std::vector<program::NamedMemory> objects = launch::variables_of(device, launch);
  objects.insert(objects.end(), result.buffers.begin(), result.buffers.end());
  for (const auto& [offset, index] : context_.buffers) {
    const AllocationRecord& buffer = context_.record.allocations[index];
    objects.push_back({buffer.name, Space::Global, offset, buffer.bytes, 1, ElementType::Other, {}});
  }
  for (std::vector<trace::Fault>* faults : {&result.run.faults, &result.run.undefined})
    for (trace::Fault& fault : *faults) {
      name_option(fault.message);
      // A freed buffer has no name among those that live, and its neighbour is not to blame.
      const bool freed = fault.space == Space::Global &&
                         context_.memory.find_freed(fault.address) != nullptr &&
                         context_.buffer_at(fault.address) == nullptr;
      if (!freed) fault.message = launch::describe_fault(fault, device, launch, objects);
    }
}

void LaunchService::estimate_beforehand(const exec::Launch& launch, LaunchRecord& record) {
  EstimateOf of{launch.kernel, launch.dynamic_shared_bytes, launch.grid, launch.block, launch.parameters};
  const auto known = std::find_if(estimated_.begin(), estimated_.end(),
                                  [&](const Estimated& e) { return e.of == of; });
  if (known != estimated_.end()) {
    record.estimate = known->made, record.why_no_estimate = known->why_not;
    return;
  }
  if (estimated_.size() >= most_estimated) {
    record.why_no_estimate = fmt::format("{} different launches were estimated before", most_estimated);
    return;
  }
  if (auto taken = take_snapshot(context_.device, launch, context_.memory, context_.window_file, most_seen)) {
    taken->number = record.number;
    record.estimate = context_.request.estimate(std::make_shared<const LaunchSnapshot>(std::move(*taken)),
                                                record.why_no_estimate);
  } else {
    record.why_no_estimate = fmt::format("it sees more than {} of memory", bytes_text(most_seen));
  }
  estimated_.push_back({std::move(of), record.estimate, record.why_no_estimate});
}

void LaunchService::estimate(LaunchRecord& launch, const trace::BlockTrace* trace) const {
  if (launch.result.run.status != exec::RunStatus::Done) {
    launch.estimate.reset();
    if (context_.request.estimate) launch.why_no_estimate = run::did_not_end;
    return;
  }
  if (context_.request.estimate && launch.estimate == nullptr)
    if (auto plain = run::plain_estimate(launch.result, trace, context_.request.device,
                                         launch.why_no_estimate, launch.why_no_estimate))
      launch.estimate = std::make_shared<const run::Estimate>(std::move(*plain));
  std::optional<model::SpeedInput> input = run::speed_input(launch.result, context_.request.device, trace);
  if (!input) {
    // A kernel whose first block touches no memory: its time is that of its instructions.
    input.emplace();
    input->totals = launch.result.totals;
    input->warp_instructions = launch.result.scaled_warp_instructions;
    input->blocks = launch.result.launch.grid.count(), input->threads = launch.result.launch.block.count();
  }
  std::string why_not;
  if (const auto estimate = model::estimate_speed(context_.request.device, *input, why_not)) {
    launch.seconds = estimate->seconds;
    launch.modelled = true;
  }
}

/// Adds which allocation the access missed, and where that was made or released.
void LaunchService::relate_to_memory(const trace::Fault& fault, Finding& finding) const {
  if (fault.space == Space::Global && fault.address < guest::window_bytes) {
    const exec::FreedAllocation* old = context_.memory.find_freed(fault.address);
    const exec::Allocation* near = context_.memory.find(Space::Global, fault.address);
    if (old != nullptr) {
      finding.kind = "use-after-free";
      finding.related = "freed here", finding.related_place = context_.place_of(old->freed, {});
    } else if (near != nullptr && !near->variable && near->made.known()) {
      finding.related = fmt::format("{} was allocated here, with {}", near->name, bytes_text(near->bytes));
      finding.related_place = context_.place_of(near->made, {});
    }
  }
}

void LaunchService::tell_faults(LaunchRecord& launch) {
  const run::Result& result = launch.result;
  const auto at = [&](std::uint32_t pc) {
    return context_.place_of(run::at_pc(result, pc, {}).span, result.launch.kernel);
  };
  bool budget_told = false;
  std::string first;
  for (const trace::Fault& fault : result.run.faults) {
    if (fault.kind == trace::FaultKind::Budget && std::exchange(budget_told, true)) continue;
    Finding finding{.kind = kind_word(fault.kind),
                    .severity = Severity::Error,
                    .place = at(fault.pc),
                    .message = fault.message,
                    .launch = launch.number};
    if (const Span loop = launch::loop_span(fault, context_.device); loop.known()) {
      // The executor does not know the texts' names.
      constexpr std::string_view other = " (of another file)";
      if (const std::size_t found = finding.message.find(other); found != std::string::npos)
        finding.message.replace(
            found, other.size(),
            " of " + std::filesystem::path(context_.place_of(loop, {}).file).filename().string());
    }
    relate_to_memory(fault, finding);
    if (first.empty()) first = finding.message;
    context_.findings.add(std::move(finding));
  }
  for (const exec::BarrierDivergence& divergence : result.run.barrier_divergence) {
    const Diagnostic told = run::describe_divergence(result, divergence);
    if (first.empty()) first = told.message;
    context_.findings.add({.kind = "barrier-divergence",
                           .severity = told.severity,
                           .place = context_.place_of(told.span, result.launch.kernel),
                           .message = told.message,
                           .launch = launch.number});
  }
  if (result.run.status == exec::RunStatus::BudgetExceeded && !budget_told) {
    first = result.run.budget_message;
    context_.findings.add({.kind = "limit",
                           .severity = Severity::Error,
                           .place = launch.place,
                           .message = fmt::format("{} was ended: {}", result.launch.kernel, first),
                           .launch = launch.number});
  }
  launch.error_text = std::move(first);
  context_.add_error(result.launch.kernel, static_cast<CudaError>(launch.error), launch.error_text,
                     launch.place);
}

void LaunchService::tell_races(const LaunchRecord& launch, const trace::BlockTrace* trace) {
  for (races::Hazard hazard : launch.result.hazards) {
    // By the two threads that the window names. Of later launches the finding only counts.
    if (trace != nullptr && told_races_.emplace(hazard.kind, hazard.first.site, hazard.second.site).second)
      hazard = races::as_told(hazard, races::tell_hazard(*trace, hazard));
    Diagnostic told = run::describe_hazard(launch.result, hazard);
    const Span first = context_.device.sites[hazard.first.site].span;
    if (first.known() && first.file != told.span.file) {
      const std::string line = fmt::format("line {}", first.line);
      if (const std::size_t at = told.message.find(line); at != std::string::npos)
        told.message.replace(at, line.size(),
                             line_text(context_.place_of(first, {}), context_.place_of(told.span, {})));
    }
    context_.findings.add({.kind = "race",
                           .severity = Severity::Error,
                           .place = context_.place_of(told.span, launch.result.launch.kernel),
                           .message = told.message,
                           .launch = launch.number});
  }
  for (const trace::Fault& fault : launch.result.run.undefined) {
    // An access behind a buffer, in the buffer's last page: the GPU does it and says nothing.
    const bool overrun = fault.kind == trace::FaultKind::OutOfBounds;
    Finding finding{
        .kind = kind_word(fault.kind),
        .severity = overrun ? Severity::Error : Severity::Warning,
        .place = context_.place_of(run::at_pc(launch.result, fault.pc, {}).span, launch.result.launch.kernel),
        .message = fault.message,
        .launch = launch.number};
    // CUB copies arrays of which it has filled a part: the code of a library is not the person's to mend.
    if (!overrun && !finding.place.known()) continue;
    if (overrun) {
      finding.message += "; a GPU does not notice it here, since the page of memory goes on behind the array";
      relate_to_memory(fault, finding);
    }
    context_.findings.add(std::move(finding));
  }
  if (launch.error != cuda_success) return;
  for (const exec::BarrierDivergence& divergence : launch.result.run.barrier_divergence) {
    const Diagnostic told = run::describe_divergence(launch.result, divergence);
    context_.findings.add({.kind = "barrier-divergence",
                           .severity = told.severity,
                           .place = context_.place_of(told.span, launch.result.launch.kernel),
                           .message = told.message,
                           .launch = launch.number});
  }
}

/// Of a read behind what the last copy wrote: the copy, where its size looks like a slip.
std::string LaunchService::copied_in_part(const AllocationRecord& buffer, std::uint64_t offset,
                                          const Place& from) const {
  const auto found = context_.last_copies.find(buffer.offset);
  if (found == context_.last_copies.end()) return {};
  const LastCopy& copy = found->second;
  if (copy.bytes == 0 || copy.bytes >= buffer.bytes || offset - buffer.offset < copy.bytes) return {};
  const std::uint64_t times = buffer.bytes % copy.bytes == 0 ? buffer.bytes / copy.bytes : 0;
  const bool elements = times == 2 || times == 4 || times == 8 || times == 16;
  constexpr std::uint64_t pointer_bytes = 8;
  if (!elements && copy.bytes != pointer_bytes) return {};
  return fmt::format("; {} at {} wrote {} of its {}: {}", copy.function, line_text(copy.place, from),
                     bytes_text(copy.bytes), bytes_text(buffer.bytes),
                     copy.bytes == pointer_bytes
                         ? "is that the size of a pointer, where that of the array is meant?"
                         : "was it given a number of elements where bytes are meant (count * sizeof(T))?");
}

void LaunchService::tell_watched(const LaunchRecord& launch) {
  const std::string& kernel = launch.result.launch.kernel;
  for (const GlobalWatch::Found& found : context_.watch->take_found()) {
    const program::Site& site = context_.device.sites[found.site];
    const std::string what = site.text.empty() ? "an access of " + kernel : site.text;
    const std::string who = fmt::format("thread {} of block {}",
                                        launch::coordinates(found.thread, launch.result.launch.block),
                                        launch::coordinates(found.block, launch.result.launch.grid));
    const AllocationRecord* buffer = context_.buffer_at(found.offset);
    if (found.unwritten && buffer != nullptr && host_touches(buffer->kind)) continue; // the host may have
    Finding finding{.kind = found.unwritten ? "uninitialised-read" : "stream-race",
                    .severity = Severity::Error,
                    .place = context_.place_of(site.span, kernel),
                    .message = {},
                    .launch = launch.number};
    if (found.unwritten) {
      finding.message = fmt::format(
          "{} reads {}, where nothing was written: {}; a device gives whatever lies there (here 0)", what,
          buffer != nullptr
              ? fmt::format("byte {} of {}", grouped(found.offset - buffer->offset), buffer->name)
              : "global memory",
          who);
      if (buffer != nullptr) finding.message += copied_in_part(*buffer, found.offset, finding.place);
      if (buffer != nullptr)
        finding.related = fmt::format("{} was allocated here", buffer->name),
        finding.related_place = buffer->made;
    } else {
      const bool known = found.other != 0 && found.other <= context_.works.size();
      const Work earlier = known ? context_.works[found.other - 1] : Work{"earlier work", {}, 0};
      finding.message = fmt::format(
          "{} {} what {} {}, and nothing orders the two: they are on different streams; wait for an event or "
          "synchronise between them: {}",
          what, site.kind == AccessKind::Load ? "reads" : "writes", earlier.name,
          found.unordered_with_write ? "writes" : "reads", who);
      finding.related = fmt::format("{} is asked for here", earlier.name),
      finding.related_place = earlier.place;
    }
    context_.findings.add(std::move(finding));
  }
}

LaunchRecord& LaunchService::keep(LaunchRecord launch) {
  Record& record = context_.record;
  if (record.launches.size() >= most_with_lines) launch.result.sites.clear(), launch.result.lines.clear();
  launch.result.sites.shrink_to_fit();
  if (record.launches.size() >= most_launches) {
    ++record.launches_left_out;
    record_of_.push_back(~std::size_t{0});
    return record.launches.back();
  }
  record.steps.push_back({Step::Kind::Launch, static_cast<std::uint32_t>(record.launches.size())});
  record_of_.push_back(record.launches.size());
  record.launches.push_back(std::move(launch));
  return record.launches.back();
}

} // namespace warpscope::whole
