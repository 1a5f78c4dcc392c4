// Runs a bound launch on several host threads: counts everything, keeps one block's trace, detects races.
#include "sim/run/count_launch.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

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
  CountAndKeep(model::Tally empty, trace::BlockTrace* kept, std::unique_ptr<races::HazardSink> hazards,
               std::unique_ptr<trace::TraceSink> watcher)
      : tally_(std::move(empty)), kept_(kept), hazards_(std::move(hazards)), watcher_(std::move(watcher)) {}
  void on_access(const trace::AccessEvent& event) override {
    tally_.on_access(event);
    if (kept_ != nullptr && event.block == kept_->block()) kept_->on_access(event);
    if (hazards_) hazards_->on_access(event);
    if (watcher_) watcher_->on_access(event);
  }
  bool wants_instructions(std::uint64_t block) override {
    return hazards_ != nullptr && hazards_->wants_instructions(block);
  }
  void on_instruction(const trace::InstructionEvent& event) override { hazards_->on_instruction(event); }
  bool wants_values(std::uint64_t block) override { return kept_ != nullptr && kept_->wants_values(block); }
  void on_value(const trace::ValueEvent& event) override { kept_->on_value(event); }
  bool wants_each(std::uint64_t block) override {
    return hazards_ != nullptr || watcher_ != nullptr || (kept_ != nullptr && block == kept_->block());
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
  std::unique_ptr<trace::TraceSink> watcher_;
};

/// One for each host thread; they share what the launch's blocks do to global memory.
std::vector<std::unique_ptr<CountAndKeep>> sinks_for(const program::Program& program,
                                                     const exec::Launch& launch, const CountOptions& options,
                                                     trace::BlockTrace* kept) {
  std::optional<races::HazardOptions> races = options.races;
  if (races) races->grid = launch.grid, races->cluster = exec::cluster_of(program, launch);
  const auto global = options.races ? std::make_shared<races::GlobalAccesses>() : nullptr;
  std::vector<std::unique_ptr<CountAndKeep>> sinks;
  for (std::size_t i = 0; i < std::max<std::size_t>(options.threads, 1); ++i)
    sinks.push_back(std::make_unique<CountAndKeep>(
        model::Tally(program.sites.size()), kept,
        options.races ? std::make_unique<races::HazardSink>(global, *races) : nullptr,
        options.watcher ? options.watcher() : nullptr));
  return sinks;
}

} // namespace

std::size_t host_threads(unsigned wanted) {
  const std::size_t some = wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
  return std::min(some, most_threads);
}

Counted count_launch(const program::Program& program, const exec::Launch& launch, exec::DeviceMemory& memory,
                     const CountOptions& options) {
  Counted counted{{}, model::Tally(program.sites.size()), {}, {}, 0};
  std::shared_ptr<trace::BlockTrace> kept;
  if (options.trace_block) kept = std::make_shared<trace::BlockTrace>(*options.trace_block);
  if (kept != nullptr && options.trace_values) kept->keep_values();
  const std::vector<std::unique_ptr<CountAndKeep>> sinks = sinks_for(program, launch, options, kept.get());
  std::vector<trace::TraceSink*> each;
  for (const auto& sink : sinks) each.push_back(sink.get());
  const auto begin = std::chrono::steady_clock::now();
  counted.run = exec::run(program, launch, memory, options.run, each);
  counted.seconds = seconds_since(begin);
  counted.trace = std::move(kept);
  for (const auto& sink : sinks) counted.tally += sink->tally();
  if (options.races && counted.run.status != exec::RunStatus::Cancelled) {
    std::vector<const races::HazardSink*> found;
    for (const auto& sink : sinks) found.push_back(sink->hazards());
    counted.races = races::HazardSink::merged(found);
  }
  return counted;
}

} // namespace warpscope::run
