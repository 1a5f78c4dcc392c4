// Runs a launch: workers take blocks, warps take turns as the schedule says, and the results are merged.
#include "sim/exec/run.h"

#include "sim/base/number_text.h"
#include "sim/exec/block.h"
#include "sim/exec/endless_loop.h"
#include "sim/exec/independent.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <time.h>
#include <tuple>
#include <utility>

namespace warpscope::exec {
namespace {

using namespace exec;
using Clock = std::chrono::steady_clock;

/// Returns the processor time that the calling thread has used.
double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// The state that the host threads of a launch share.
struct Shared {
  Shared(const RunOptions& options_in, std::uint64_t count_in, std::uint64_t total_in)
      : options(options_in), count(count_in), total(total_in), start(Clock::now()) {}

  /// The first reason to end the launch wins.
  void stop(RunStatus why, std::string message) {
    const std::lock_guard lock(mutex);
    if (stopped.load(std::memory_order_relaxed)) return;
    status = why;
    budget_message = std::move(message);
    stopped.store(true, std::memory_order_release);
  }

  const RunOptions& options;
  const std::uint64_t count, total; ///< blocks to run; blocks in the grid
  const Clock::time_point start;
  std::atomic<std::uint64_t> next{0}, done{0};
  std::atomic<std::uint64_t> warp_instructions{0}; ///< of blocks that have ended
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  RunStatus status = RunStatus::Done; ///< why the launch was stopped
  std::string budget_message;
};

/// The work of one host thread: it takes the next block until none is left.
class Worker {
 public:
  Worker(const program::Program& program, const Launch& launch, DeviceMemory& memory, Shared& shared,
         trace::TraceSink& sink, bool first, bool alone)
      : shared_(shared), options_(shared.options), sink_(sink), run_leaf_(pick_run_leaf(shared.options.code)),
        tells_progress_(first && shared.options.progress), last_progress_(shared.start) {
    block_.prepare(program, launch, memory, shared.options.budget, sink, result_);
    block_.printed = &printed_;
    block_.first_lanes = shared.options.schedule.first_lanes;
    block_.others_run = !alone;
  }

  /// Ends early when the host is out of memory; the launch keeps what was counted until then.
  void run() {
    processor_begin_ = processor_seconds(); // of this thread, which need not be the one that made the worker
    try {
      run_blocks();
    } catch (const std::bad_alloc&) {
      shared_.stop(RunStatus::BudgetExceeded, out_of_memory(block_.threads));
    }
  }

  static std::string out_of_memory(std::uint64_t threads) {
    return "this machine has no memory left for blocks of " + std::to_string(threads) +
           " threads (use fewer at a time with --threads, or smaller ones)";
  }

  // -- one block at a time, for launches whose blocks wait for each other -------------------------

  void begin(std::uint64_t linear) {
    block_.begin(linear);
    alone_ = {{&block_}, 0};
    block_.cluster = &alone_;
    accounted_ = 0;
    sink_.on_block_begin(linear);
    block_.each = sink_.wants_each(linear);
    notes_ = sink_.wants_values(linear);
    if (notes_) block_.index_notes();
    instructions_ = sink_.wants_instructions(linear);
    fits_ = frame_fits();
    turns_ = {};
  }
  BlockEnd resume() { return fits_ ? run_block() : BlockEnd::Faulted; }
  void end(BlockEnd how) {
    finish(how);
    block_.ended = true;
    sink_.on_block_end(block_.linear);
    if (how != BlockEnd::Budget && how != BlockEnd::Stopped)
      shared_.done.fetch_add(1, std::memory_order_relaxed);
  }
  /// Several workers report to one sink, so each numbers its shapes in a range of its own.
  void number_shapes(std::uint64_t nth) { block_.shape_ids = nth << 40; }
  /// The block is one of this cluster.
  void join(Cluster& cluster) {
    block_.cluster = &cluster;
    if (block_.rank >= cluster.blocks.size()) cluster.blocks.resize(block_.rank + 1, nullptr);
    cluster.blocks[block_.rank] = &block_;
  }
  [[nodiscard]] const Block& block() const { return block_; }
  /// Reports another block's access of this one's shared memory that nothing orders before its end. The run
  /// came through; on a device the launch may fail.
  void check_end() {
    const Block::Visit& visit = block_.visit;
    if (result_.status != RunStatus::Done || !visit.any || block_.cluster->signals ||
        block_.cluster_waits > visit.arrivals)
      return;
    std::vector<trace::Fault>& found = result_.undefined;
    if (std::any_of(found.begin(), found.end(), [&](const trace::Fault& f) { return f.pc == visit.pc; }))
      return;
    trace::Fault fault;
    fault.kind = trace::FaultKind::OutOfBounds;
    fault.block = visit.block;
    fault.thread = visit.thread;
    fault.pc = visit.pc;
    fault.message =
        "accesses the shared memory of another block of its cluster (rank " + std::to_string(block_.rank) +
        "), which may have ended by then: no barrier of the cluster comes between the access and that "
        "block's end (on a device the launch may fail)";
    found.push_back(std::move(fault));
  }
  /// After all blocks of the cluster have come to wait for each other: what it waits for never happens.
  void give_up() {
    block_.report_deadlock();
    end(BlockEnd::Deadlock);
  }
  void tell_alike() { block_.tell_alike(); }
  /// Adds what the block has executed so far to the launch's total, even while the block waits.
  void account() {
    shared_.warp_instructions.fetch_add(block_.executed - accounted_, std::memory_order_relaxed);
    accounted_ = block_.executed;
  }
  void pass_grid_barrier(std::uint64_t age) {
    block_.come_of_age(age);
    block_.release_barrier(true);
  }
  [[nodiscard]] std::uint64_t oldest() const { return block_.oldest(); }
  /// Reports threads that wait for blocks that have ended or are elsewhere.
  void strand() {
    for (const Warp& warp : block_.warps) {
      if (warp.leaves.empty()) continue;
      const Node& node = warp.nodes[warp.leaves.front()];
      block_.fault.thread = warp.index * warp_size + static_cast<std::uint32_t>(__builtin_ctz(node.mask));
      block_.fault.pc = node.pc;
      break;
    }
    block_.fault.kind = trace::FaultKind::Deadlock;
    block_.fault.block = block_.linear;
    block_.fault.message = "the block waits in grid_group::sync for others that have ended without it";
    end(BlockEnd::Deadlock);
  }

  RunResult result_;
  std::vector<Printed> printed_;

 private:
  void run_blocks() {
    while (!shared_.stopped.load(std::memory_order_acquire)) {
      const std::uint64_t i = shared_.next.fetch_add(1, std::memory_order_relaxed);
      if (i >= shared_.count) break;
      const std::uint64_t nth = options_.schedule.descending ? shared_.count - 1 - i : i;
      const std::uint64_t linear = options_.blocks.empty() ? nth : options_.blocks[nth];
      if (linear >= shared_.total) continue;
      if (!keep_going()) break;
      begin(linear);
      end(resume());
    }
    block_.tell_alike();
  }

  /// Checks the kernel's own local memory; that of the functions it calls is checked at each call.
  bool frame_fits() {
    const program::Function& function = block_.program->functions[block_.kernel->function];
    const std::uint32_t limit = options_.budget.local_bytes_per_thread;
    if (limit == 0 || function.local_bytes <= limit) return true;
    block_.warps.front().pc = function.entry;
    block_.warps.front().fault(trace::FaultKind::StackOverflow, 0,
                               "needs " + std::to_string(function.local_bytes) +
                                   " bytes of local memory, and may have " + std::to_string(limit));
    return false;
  }

  void finish(BlockEnd end) {
    result_.warp_instructions += block_.executed;
    account();
    switch (end) {
    case BlockEnd::Done: ++result_.simulated_blocks; break;
    case BlockEnd::Faulted:
    case BlockEnd::Deadlock:
      ++result_.simulated_blocks;
      ++result_.faulted_blocks;
      describe_fault();
      if (result_.status == RunStatus::Done || end == BlockEnd::Deadlock) {
        result_.status = end == BlockEnd::Deadlock ? RunStatus::Deadlock : RunStatus::Faulted;
      }
      break;
    case BlockEnd::Budget: describe_fault(); break;
    case BlockEnd::Stopped:
    case BlockEnd::Grid:
    case BlockEnd::Cluster:
    case BlockEnd::Turn: break;
    }
  }

  void describe_fault() {
    if (options_.budget.faults == 0 || result_.faults.size() < options_.budget.faults) {
      result_.faults.push_back(block_.fault);
    }
  }

  BlockEnd run_block() {
    for (bool behind_barrier = true;;) {
      bool more = false;
      if (const BlockEnd end = run_turns(behind_barrier, more); end != BlockEnd::Done) return end;
      behind_barrier = false;
      if (std::all_of(block_.warps.begin(), block_.warps.end(), [](const Warp& warp) { return warp.done(); }))
        return BlockEnd::Done;
      if (more && (options_.schedule.together || others())) return BlockEnd::Turn;
      if (more || std::exchange(block_.woken, false)) continue;
      if (block_.release_barrier()) behind_barrier = true;
      else if (!block_.cluster->advance()) break;
    }
    if (block_.at_grid_barrier()) return BlockEnd::Grid;
    if (others()) return BlockEnd::Cluster;
    block_.report_deadlock();
    return BlockEnd::Deadlock;
  }

  /// Gives each warp a turn, in the schedule's order.
  BlockEnd run_turns(bool behind_barrier, bool& more) {
    const Schedule& schedule = options_.schedule;
    const std::uint64_t slice = schedule.slice != 0 ? std::min<std::uint64_t>(schedule.slice, warp_slice)
                                                    : warp_slice;
    const std::size_t count = block_.warps.size();
    Warp* apart = schedule.apart < count ? &block_.warps[schedule.apart] : nullptr;
    BlockEnd end = BlockEnd::Done;
    if (apart != nullptr && behind_barrier && schedule.head != 0) {
      bool head_ended = true;
      end = run_warp(*apart, std::min<std::uint64_t>(schedule.head, warp_slice), head_ended);
    }
    for (std::size_t i = 0; i < count && end == BlockEnd::Done; ++i) {
      Warp& warp = block_.warps[schedule.descending ? count - 1 - i : i];
      if (&warp != apart && !warp.done()) end = run_warp(warp, slice, more);
    }
    // The others may be waiting for a flag that this warp sets, so it is not held back for longer than a
    // slice without a barrier.
    if (apart != nullptr && end == BlockEnd::Done && !apart->done() && (!more || slice == warp_slice))
      end = run_warp(*apart, slice, more);
    return end;
  }

  /// Runs the warp until every leaf waits or has ended, or until it has used its `slice` instructions: then
  /// there is `more` to do.
  BlockEnd run_warp(Warp& warp, std::uint64_t slice, bool& more) {
    std::size_t position = slice < leaf_slice ? next_leaf_++ : 0; // a short turn runs a single leaf
    std::size_t yields = 0; ///< of its leaves, each of which asks for what others have to do
    for (std::uint64_t used = 0; used < slice;) {
      if (!warp.choose(position) && !(warp.release_warp_syncs() && warp.choose(position)))
        return BlockEnd::Done;
      position = static_cast<std::size_t>(std::find(warp.leaves.begin(), warp.leaves.end(), warp.current) -
                                          warp.leaves.begin());
      const std::uint64_t fuel = std::min({std::uint64_t{leaf_slice}, slice - used, instructions_left()});
      if (fuel == 0) return out_of_instructions(warp);
      warp.fuel = block_.slice = fuel;
      const Flow flow = notes_ || instructions_ ? run_leaf_noting(warp, notes_, instructions_)
                                                : run_leaf_(warp);
      const std::uint64_t spent = fuel - warp.fuel;
      used += spent;
      block_.executed += spent;
      warp.age += spent;
      if (flow == Flow::Fault) return BlockEnd::Faulted;
      if (warp.current != none) {
        warp.save();
        turns_.note(warp.index, warp.pc);
      }
      if (std::exchange(block_.yields, false) && (++position, ++yields) >= warp.leaves.size()) break;
      if (warp.fuel == 0) {
        // The slice is used up: lanes that this leaf may be waiting for come first now.
        ++position;
        warp.release_warp_syncs();
        if (!keep_going()) {
          if (out_of_time_.empty()) return BlockEnd::Stopped;
          return over_budget(warp, out_of_time_);
        }
      }
    }
    more = true;
    return BlockEnd::Done;
  }

  [[nodiscard]] std::uint64_t instructions_left() const {
    const Budget& budget = options_.budget;
    const auto left = [](std::uint64_t limit, std::uint64_t used) {
      return limit == 0 ? ~std::uint64_t{0} : limit - std::min(limit, used);
    };
    return std::min(left(budget.warp_instructions_per_block, block_.executed),
                    left(budget.warp_instructions, shared_.warp_instructions.load(std::memory_order_relaxed) +
                                                       block_.executed - accounted_));
  }

  BlockEnd out_of_instructions(const Warp& warp) {
    const Budget& budget = options_.budget;
    const bool block = budget.warp_instructions_per_block != 0 &&
                       block_.executed >= budget.warp_instructions_per_block;
    const std::uint64_t limit = block ? budget.warp_instructions_per_block : budget.warp_instructions;
    const std::string message = std::string(block ? "a block" : "the launch") + " ran " + grouped(limit) +
                                " warp instructions, the most it may (raise it with --max-instructions)";
    shared_.stop(RunStatus::BudgetExceeded, message);
    return over_budget(warp, message);
  }

  BlockEnd over_budget(const Warp& warp, std::string message) {
    block_.report_budget(warp, std::move(message), turns_.loop_of(*block_.program, warp.index, warp.pc));
    return BlockEnd::Budget;
  }

  /// Describes the limit of time that the launch has met; empty: none. No thread uses more processor time
  /// than the wall clock shows, so that the system is asked late and rarely.
  std::string met_limit(Clock::time_point now) {
    const Budget& budget = options_.budget;
    const double wall = std::chrono::duration<double>(now - shared_.start).count();
    if (budget.seconds <= 0 || wall <= budget.seconds || now < next_look_) return {};
    next_look_ = now + std::chrono::milliseconds(5);
    char text[160];
    if (processor_seconds() - processor_begin_ > budget.seconds)
      std::snprintf(
          text, sizeof text,
          "the simulation used %g s of processor time, the most it may (raise it with --max-seconds)",
          budget.seconds);
    else if (wall > budget.wall_factor * budget.seconds)
      std::snprintf(
          text, sizeof text,
          "the simulation took %g s by the clock, %g times the processor time that it may use (raise "
          "it with --max-seconds)",
          budget.wall_factor * budget.seconds, budget.wall_factor);
    else return {};
    return text;
  }

  /// Checks the clock and the stop flag; false when the launch has to end.
  bool keep_going() {
    if (shared_.stopped.load(std::memory_order_acquire)) return false; // another thread stopped it
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      shared_.stop(RunStatus::Cancelled, {});
      return false;
    }
    const Clock::time_point now = Clock::now();
    if (out_of_time_ = met_limit(now); !out_of_time_.empty()) {
      shared_.stop(RunStatus::BudgetExceeded, out_of_time_);
      return false;
    }
    if (tells_progress_ && now - last_progress_ > std::chrono::milliseconds(5)) {
      last_progress_ = now;
      options_.progress(shared_.done.load(std::memory_order_relaxed), shared_.count);
    }
    return true;
  }

  Shared& shared_;
  const RunOptions& options_;
  trace::TraceSink& sink_;
  RunLeaf run_leaf_;
  bool tells_progress_;
  bool notes_ = false;                           ///< the sink wants the values of this block
  bool instructions_ = false;                    ///< the sink wants the instructions of this block
  std::string out_of_time_;                      ///< the limit of time that this thread saw met
  double processor_begin_ = processor_seconds(); ///< of the thread that runs the blocks
  Clock::time_point next_look_{};                ///< at the processor time
  bool fits_ = true;                             ///< the block's frame fits local memory
  std::size_t next_leaf_ = 0; ///< the leaf whose turn comes next, in schedules with short turns
  LastTurns turns_;
  std::uint64_t accounted_ = 0; ///< how much of block_.executed is already in the shared total
  Clock::time_point last_progress_;
  Block block_;
  Cluster alone_; ///< the block's own, where it has no other
  [[nodiscard]] bool others() const { return block_.cluster->blocks.size() > 1; }
};

/// Merges the results of all threads into the result that a single thread would have produced. Each thread
/// took its blocks in ascending order, so the first N reports of the launch are among the first N of each
/// thread.
class Merge {
 public:
  /// `beside`: this many blocks run at the same time, for the order of what they print; 0: one after the
  /// other.
  Merge(const Budget& budget, std::uint64_t beside, std::span<const std::unique_ptr<Worker>> workers)
      : budget_(budget), beside_(beside), workers_(workers) {}

  RunResult result() {
    if (workers_.size() == 1) {
      RunResult& only = workers_.front()->result_;
      first_of_each(only.undefined);
      if (beside_ != 0) only.printf_output = joined_texts();
      return std::move(only);
    }
    for (const std::unique_ptr<Worker>& worker : workers_) {
      RunResult& part = worker->result_;
      all_.warp_instructions += part.warp_instructions;
      all_.barriers += part.barriers;
      all_.float_operations += part.float_operations;
      all_.double_operations += part.double_operations;
      all_.simulated_blocks += part.simulated_blocks;
      all_.faulted_blocks += part.faulted_blocks;
      if (part.status == RunStatus::Deadlock || all_.status == RunStatus::Done) all_.status = part.status;
      std::move(part.faults.begin(), part.faults.end(), std::back_inserter(all_.faults));
      std::move(part.undefined.begin(), part.undefined.end(), std::back_inserter(all_.undefined));
      std::move(part.barrier_divergence.begin(), part.barrier_divergence.end(),
                std::back_inserter(all_.barrier_divergence));
    }
    join_touched();
    keep_lowest(all_.faults, budget_.faults == 0 ? all_.faults.size() : budget_.faults);
    keep_lowest(all_.barrier_divergence, max_divergence_reports);
    first_of_each(all_.undefined);
    all_.printf_output = joined_texts();
    return std::move(all_);
  }

 private:
  /// Sorts by pc and keeps the report of the lowest block for each.
  static void first_of_each(std::vector<trace::Fault>& reports) {
    std::sort(reports.begin(), reports.end(), [](const trace::Fault& a, const trace::Fault& b) {
      return a.pc != b.pc ? a.pc < b.pc : a.block < b.block;
    });
    reports.erase(std::unique(reports.begin(), reports.end(),
                              [](const trace::Fault& a, const trace::Fault& b) { return a.pc == b.pc; }),
                  reports.end());
  }

  template <class Report> static void keep_lowest(std::vector<Report>& reports, std::size_t most) {
    std::stable_sort(reports.begin(), reports.end(),
                     [](const Report& a, const Report& b) { return a.block < b.block; });
    if (reports.size() > most)
      reports.erase(reports.begin() + static_cast<std::ptrdiff_t>(most), reports.end());
  }

  void join_touched() {
    std::map<std::uint32_t, TouchedBuffer> all;
    for (const std::unique_ptr<Worker>& worker : workers_)
      for (const TouchedBuffer& part : worker->result_.touched) {
        TouchedBuffer& one = all[part.offset];
        one = {part.offset, one.read || part.read, one.written || part.written};
      }
    for (const auto& [offset, one] : all) all_.touched.push_back(one);
  }

  /// Joins what the blocks printed, up to the limit. A thread that dropped output kept its first `limit`
  /// bytes, and the whole output never contains more than those of it. As long as blocks fit on the device
  /// together they run beside each other: all print their first line before one prints its second.
  std::string joined_texts() {
    struct Piece {
      std::uint64_t wave, time, block;
      std::string_view text;
    };
    std::vector<Piece> pieces;
    std::size_t bytes = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      const std::string_view text = worker->result_.printf_output;
      const std::vector<Printed>& printed = worker->printed_;
      all_.printf_truncated = all_.printf_truncated || worker->result_.printf_truncated;
      for (std::size_t i = 0; i < printed.size(); ++i) {
        const std::size_t end = i + 1 < printed.size() ? printed[i + 1].begin : text.size();
        pieces.push_back({beside_ == 0 ? printed[i].block : printed[i].block / beside_,
                          beside_ == 0 ? 0 : printed[i].time, printed[i].block,
                          text.substr(printed[i].begin, end - printed[i].begin)});
      }
      bytes += text.size();
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
      return std::tie(a.wave, a.time, a.block) < std::tie(b.wave, b.time, b.block);
    });
    std::string all;
    all.reserve(bytes);
    for (const Piece& piece : pieces) all += piece.text;
    if (budget_.printf_bytes != 0 && all.size() > budget_.printf_bytes) {
      all.resize(budget_.printf_bytes);
      all_.printf_truncated = true;
    }
    return all;
  }

  const Budget& budget_;
  const std::uint64_t beside_;
  std::span<const std::unique_ptr<Worker>> workers_;
  RunResult all_;
};

/// True when the kernel, or a function that it may call, waits for all blocks of the grid.
bool waits_for_grid(const program::Program& program, std::uint32_t kernel) {
  const auto waits = [&](const program::Function& function) {
    return std::any_of(program.code.begin() + function.entry, program.code.begin() + function.end,
                       [](const program::Instruction& in) { return in.op == program::Opcode::GridSync; });
  };
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    const bool another = std::any_of(program.kernels.begin(), program.kernels.end(),
                                     [&](const program::Kernel& k) { return k.function == f; }) &&
                         f != program.kernels[kernel].function;
    if (!another && waits(program.functions[f])) return true;
  }
  return false;
}

/// Blocks that wait for each other; a device holds fewer.
constexpr std::uint64_t most_blocks_together = 4096;

/// Blocks that are resident together, in the order of their turns.
using Together = std::vector<std::uint64_t>;

/// Returns the blocks that are asked for, in the order in which they begin.
Together asked_blocks(const RunOptions& options, std::uint64_t total) {
  Together blocks = options.blocks;
  if (blocks.empty()) {
    blocks.resize(total);
    std::iota(blocks.begin(), blocks.end(), std::uint64_t{0});
  }
  std::erase_if(blocks, [&](std::uint64_t linear) { return linear >= total; });
  if (options.schedule.descending) std::reverse(blocks.begin(), blocks.end());
  return blocks;
}

/// Returns the clusters that these blocks are of, whole, in the order of their first ones.
std::vector<Together> clusters_of(const Together& blocks, const Dim3& grid, const Dim3& size) {
  std::vector<Together> clusters;
  std::set<std::uint64_t> seen;
  for (const std::uint64_t linear : blocks) {
    const std::uint64_t x = linear % grid.x / size.x * size.x, y = linear / grid.x % grid.y / size.y * size.y,
                        z = linear / grid.x / grid.y / size.z * size.z;
    if (!seen.insert(x + grid.x * (y + grid.y * z)).second) continue;
    Together& cluster = clusters.emplace_back();
    for (std::uint64_t k = z; k < z + size.z; ++k)
      for (std::uint64_t j = y; j < y + size.y; ++j)
        for (std::uint64_t i = x; i < x + size.x; ++i) cluster.push_back(i + grid.x * (j + grid.y * k));
  }
  return clusters;
}

/// Runs blocks that are resident at once and take turns, each until it ends, waits for the others or has used
/// its turn (Schedule::together). `workers` has one for each.
void run_in_turns(std::span<const std::unique_ptr<Worker>> workers, Shared& shared, const Together& blocks,
                  const Dim3& grid, const Dim3& cluster_size) {
  std::vector<Worker*> running, waiting;
  std::map<std::uint64_t, Cluster> clusters; ///< by the lowest block
  for (std::size_t i = 0; i < blocks.size() && !shared.stopped.load(); ++i) {
    Worker& worker = *workers[i];
    worker.begin(blocks[i]);
    if (cluster_size.count() > 1)
      worker.join(clusters[clusters_of({blocks[i]}, grid, cluster_size).front().front()]);
    running.push_back(&worker);
  }
  bool all = true; ///< every block has reached the barrier
  std::uint64_t rounds_without = 0;
  while (!running.empty()) {
    std::vector<Worker*> again;
    const bool stuck = rounds_without >= 2; // every one has looked at what the others did
    bool any = false;
    for (Worker* worker : running) {
      if (shared.stopped.load()) {
        worker->end(BlockEnd::Stopped);
        continue;
      }
      const std::uint64_t before = worker->block().executed, phase = worker->block().cluster->phase;
      const BlockEnd how = worker->resume();
      worker->account();
      any = any || how != BlockEnd::Cluster || worker->block().executed != before ||
            worker->block().cluster->phase != phase;
      if (how == BlockEnd::Grid) waiting.push_back(worker);
      else if (how == BlockEnd::Cluster && stuck && !any) worker->give_up(), all = false, any = true;
      else if (how == BlockEnd::Turn || how == BlockEnd::Cluster) again.push_back(worker);
      else worker->end(how), all = false;
    }
    rounds_without = any ? 0 : rounds_without + 1;
    running = std::move(again);
    if (!running.empty() || !all || shared.stopped.load()) continue;
    std::uint64_t age = 0;
    for (const Worker* worker : waiting) age = std::max(age, worker->oldest());
    for (Worker* worker : waiting) worker->pass_grid_barrier(age);
    running = std::move(waiting);
    waiting.clear();
  }
  for (Worker* worker : waiting)
    if (shared.stopped.load()) worker->end(BlockEnd::Stopped);
    else worker->strand();
  for (std::size_t i = 0; i < blocks.size() && cluster_size.count() > 1 && !shared.stopped.load(); ++i)
    workers[i]->check_end();
}

/// As run(), for a kernel that calls grid_group::sync (`whole`: all blocks at once), or whose blocks form
/// clusters.
void run_together(std::vector<std::unique_ptr<Worker>>& workers, const program::Program& program,
                  const Launch& launch, DeviceMemory& memory, Shared& shared, trace::TraceSink& sink,
                  bool whole) {
  const Dim3 size = cluster_of(program, launch);
  const Together asked = asked_blocks(shared.options, shared.total);
  std::vector<Together> groups;
  if (whole) groups.push_back(asked);
  else groups = clusters_of(asked, launch.grid, size);
  if (whole && shared.count > most_blocks_together) {
    shared.stop(RunStatus::BudgetExceeded, "the kernel calls grid_group::sync (or its blocks are to take "
                                           "turns), for which all blocks have to be there at once: at most " +
                                               std::to_string(most_blocks_together) +
                                               " are simulated together, and the grid has " +
                                               std::to_string(shared.count) + " (use a smaller --grid)");
    return;
  }
  try {
    for (const Together& group : groups) {
      if (shared.stopped.load()) break;
      while (workers.size() < group.size()) {
        workers.push_back(
            std::make_unique<Worker>(program, launch, memory, shared, sink, workers.empty(), true));
        workers.back()->number_shapes(workers.size() - 1);
      }
      run_in_turns(workers, shared, group, launch.grid, size);
    }
  } catch (const std::bad_alloc&) {
    shared.stop(RunStatus::BudgetExceeded, Worker::out_of_memory(launch.block.count()));
  }
  for (const std::unique_ptr<Worker>& worker : workers) worker->tell_alike();
}

} // namespace

RunResult run(const program::Program& program, const Launch& launch, DeviceMemory& memory,
              const RunOptions& options, std::span<trace::TraceSink* const> sinks) {
  assert(launch.kernel < program.kernels.size() && !sinks.empty());
  const std::uint64_t total = launch.grid.count();
  Shared shared(options, options.blocks.empty() ? total : options.blocks.size(), total);
  const bool whole = waits_for_grid(program, launch.kernel) || options.schedule.together;
  const bool in_turns = whole || cluster_of(program, launch).count() > 1;
  const bool together = !in_turns && options.schedule == Schedule{} && sinks.size() > 1 && shared.count > 1 &&
                        blocks_are_independent(program, launch.kernel);
  const std::size_t threads = together ? static_cast<std::size_t>(
                                             std::min<std::uint64_t>(sinks.size(), shared.count))
                                       : 1;
  std::vector<std::unique_ptr<Worker>> workers;
  if (in_turns) run_together(workers, program, launch, memory, shared, *sinks.front(), whole);
  try {
    for (std::size_t i = 0; i < threads && !in_turns; ++i) {
      workers.push_back(
          std::make_unique<Worker>(program, launch, memory, shared, *sinks[i], i == 0, threads == 1));
    }
  } catch (const std::bad_alloc&) {
    if (workers.empty()) shared.stop(RunStatus::BudgetExceeded, Worker::out_of_memory(launch.block.count()));
    // The remaining threads do the work; their number changes no result.
  }
  if (!workers.empty() && !in_turns) {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < workers.size(); ++i)
        others.emplace_back([&worker = *workers[i]] { worker.run(); });
    } catch (const std::system_error&) {
      // The host refuses more threads: those that exist do the work.
    }
    workers.front()->run();
  }
  const bool prints = std::any_of(workers.begin(), workers.end(),
                                  [](const auto& worker) { return !worker->printed_.empty(); });
  // Where blocks wait for what others leave in memory, their own count of instructions is no time.
  const bool in_time = prints && options.schedule == Schedule{} &&
                       (in_turns || blocks_are_independent(program, launch.kernel));
  RunResult result = Merge(options.budget, in_time ? options.blocks_beside : 0, workers).result();
  result.total_blocks = total;
  if (shared.stopped) {
    result.status = shared.status;
    result.budget_message = shared.budget_message;
  }
  if (options.progress) options.progress(shared.done, shared.count);
  return result;
}

RunResult run(const program::Program& program, const Launch& launch, DeviceMemory& memory,
              const RunOptions& options, trace::TraceSink& sink) {
  trace::TraceSink* const one[] = {&sink};
  return run(program, launch, memory, options, one);
}

} // namespace warpscope::exec
