// Runs a bound launch on several host threads: counts everything, keeps one block's trace, detects races.
#include "sim/run/stages.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace warpscope::run {

namespace {

constexpr std::size_t most_threads = 256;

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
  [[nodiscard]] const races::HazardSink* hazards() const { return hazards_.get(); }

 private:
  model::Tally tally_;
  trace::BlockTrace* kept_;
  std::unique_ptr<races::HazardSink> hazards_;
};

/// One for each host thread; they share what the launch's blocks do to global memory.
std::vector<std::unique_ptr<CountAndKeep>> sinks_for(const Input& input, const program::Program& program,
                                                     trace::BlockTrace* kept) {
  std::shared_ptr<races::GlobalAccesses> global;
  races::HazardOptions options;
  if (input.request.races) {
    global = std::make_shared<races::GlobalAccesses>();
    options = race_options(input, program);
  }
  std::vector<std::unique_ptr<CountAndKeep>> sinks;
  for (std::size_t i = 0; i < thread_count(input.request); ++i)
    sinks.push_back(std::make_unique<CountAndKeep>(
        program.sites.size(), kept, global ? std::make_unique<races::HazardSink>(global, options) : nullptr));
  return sinks;
}

} // namespace

std::size_t thread_count(const Request& request) {
  const std::size_t wanted = request.threads != 0 ? request.threads
                                                  : std::max(1u, std::thread::hardware_concurrency());
  return std::min(wanted, most_threads);
}

exec::RunOptions run_options(const Request& request, const Bound& bound) {
  exec::RunOptions options;
  options.budget = request.budget;
  options.cancel = request.cancel;
  options.progress = request.progress;
  options.blocks = bound.blocks;
  options.schedule = request.schedule;
  return options;
}

std::optional<Executed> execute(const Input& input, const Prepared& prepared, Diagnostics& diagnostics) {
  const program::Program& program = prepared.program();
  const program::Kernel& kernel = program.kernels[*prepared.kernel];
  const source::ResolvedLaunch& asked = prepared.launch;
  Executed executed{{*prepared.kernel, asked.grid, asked.block, asked.dynamic_shared_bytes, {}},
                    exec::DeviceMemory(program),
                    {},
                    {},
                    model::Tally(program.sites.size()),
                    {},
                    {},
                    0};
  executed.buffers = launch::prepare_memory(kernel, asked.arguments, prepared.bound->binding,
                                            input.request.folder, input.source, executed.memory,
                                            executed.launch, diagnostics);
  launch::fill_variables(program, prepared.bound->variables, input.request.folder, input.source,
                         executed.memory, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;

  std::shared_ptr<trace::BlockTrace> kept;
  if (input.request.trace_block) kept = std::make_shared<trace::BlockTrace>(*input.request.trace_block);
  const std::vector<std::unique_ptr<CountAndKeep>> sinks = sinks_for(input, program, kept.get());
  std::vector<trace::TraceSink*> each;
  for (const auto& sink : sinks) each.push_back(sink.get());
  const auto begin = std::chrono::steady_clock::now();
  executed.run = exec::run(program, executed.launch, executed.memory,
                           run_options(input.request, *prepared.bound), each);
  executed.seconds = seconds_since(begin);
  executed.trace = std::move(kept);
  for (const auto& sink : sinks) executed.tally += sink->tally();
  if (input.request.races && executed.run.status != exec::RunStatus::Cancelled) {
    std::vector<const races::HazardSink*> found;
    for (const auto& sink : sinks) found.push_back(sink->hazards());
    executed.races = races::HazardSink::merged(found);
  }
  return executed;
}

races::ScheduleSearch search_orders(const Input& input, const Prepared& prepared, const Executed& executed,
                                    const std::vector<races::Hazard>& hazards, bool checks_pass) {
  if (executed.run.status != exec::RunStatus::Done && !prepared.compiled.intact) {
    // It would not do so again: no second wait for a budget.
    races::ScheduleSearch none;
    none.sentence = none.not_searched =
        "no order of the warps was tried: the kernel does not come to its end";
    return none;
  }
  races::Rerun rerun;
  rerun.program = &prepared.program();
  rerun.intact = prepared.compiled.intact.get();
  rerun.launch = executed.launch;
  rerun.options = run_options(input.request, *prepared.bound);
  rerun.buffers = &executed.buffers;
  rerun.hazards = &hazards;
  rerun.pre_volta = input.request.pre_volta;
  rerun.checks_pass = checks_pass;
  rerun.prepare = [&](const program::Program& program, exec::DeviceMemory& memory, exec::Launch& launch) {
    Diagnostics known; // said when the launch itself was prepared
    static_cast<void>(launch::prepare_memory(program.kernels[*prepared.kernel], prepared.launch.arguments,
                                             prepared.bound->binding, input.request.folder, input.source,
                                             memory, launch, known));
    launch::fill_variables(program, prepared.bound->variables, input.request.folder, input.source, memory,
                           known);
  };
  return races::search_schedules(rerun, *input.request.search_orders);
}

} // namespace warpscope::run
