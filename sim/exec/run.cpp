#include "sim/exec/run.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdio>

#include "sim/exec/block.h"

namespace warpscope {
namespace {

using namespace exec;
using Clock = std::chrono::steady_clock;

class Run {
 public:
  Run(const Program& program, const Launch& launch, DeviceMemory& memory, const RunOptions& options, TraceSink& sink)
      : options_(options), sink_(sink), run_leaf_(options.portable_code ? run_leaf_generic : pick_run_leaf()), start_(Clock::now()), last_progress_(start_) {
    block_.prepare(program, launch, memory, options.budget, sink, result_);
    result_.total_blocks = launch.grid.count();
  }

  RunResult run() {
    const std::uint64_t count = options_.blocks.empty() ? result_.total_blocks : options_.blocks.size();
    for (std::uint64_t i = 0; i < count && !stopped_; ++i) {
      const std::uint64_t linear = options_.blocks.empty() ? i : options_.blocks[i];
      if (linear >= result_.total_blocks) continue;
      if (!keep_going()) break;
      block_.begin(linear);
      sink_.on_block_begin(linear);
      finish(frame_fits() ? run_block() : BlockEnd::Faulted);
      sink_.on_block_end(linear);
      if (!stopped_) done_ = i + 1;
    }
    if (options_.progress) options_.progress(done_, count);
    return std::move(result_);
  }

 private:
  /// The kernel's own local memory; that of the functions it calls is looked at when they are called.
  bool frame_fits() {
    const Function& function = block_.program->functions[block_.kernel->function];
    const std::uint32_t limit = options_.budget.local_bytes_per_thread;
    if (limit == 0 || function.local_bytes <= limit) return true;
    block_.warps.front().pc = function.entry;
    block_.warps.front().fault(FaultKind::StackOverflow, 0,
                               "needs " + std::to_string(function.local_bytes) + " bytes of local memory, and may have " +
                                   std::to_string(limit));
    return false;
  }

  void finish(BlockEnd end) {
    result_.warp_instructions += block_.executed;
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
    case BlockEnd::Stopped: break;
    }
  }

  void describe_fault() {
    if (options_.budget.faults == 0 || result_.faults.size() < options_.budget.faults) {
      result_.faults.push_back(block_.fault);
    }
  }

  BlockEnd run_block() {
    while (true) {
      bool alive = false, ran = false;
      for (Warp& warp : block_.warps) {
        if (warp.done()) continue;
        const BlockEnd end = run_warp(warp, ran);
        if (end != BlockEnd::Done) return end;
        alive = alive || !warp.done();
      }
      if (!alive) return BlockEnd::Done;
      if (ran || block_.release_barrier()) continue;
      block_.report_deadlock();
      return BlockEnd::Deadlock;
    }
  }

  /// Until every leaf waits or has ended, or the warp has had its turn. `ran`: something was executed.
  BlockEnd run_warp(Warp& warp, bool& ran) {
    std::size_t position = 0;
    for (std::uint64_t used = 0; used < warp_slice;) {
      if (!warp.choose(position) && !(warp.release_warp_syncs() && warp.choose(position))) return BlockEnd::Done;
      ran = true;
      position = static_cast<std::size_t>(std::find(warp.leaves.begin(), warp.leaves.end(), warp.current) -
                                          warp.leaves.begin());
      const std::uint64_t fuel = std::min<std::uint64_t>(leaf_slice, instructions_left());
      if (fuel == 0) return out_of_instructions(warp);
      warp.fuel = block_.slice = fuel;
      const Flow flow = run_leaf_(warp);
      const std::uint64_t spent = fuel - warp.fuel;
      used += spent;
      block_.executed += spent;
      if (flow == Flow::Fault) return BlockEnd::Faulted;
      if (warp.current != none) warp.save();
      if (warp.fuel == 0) {
        // Out of its slice: lanes that it may be waiting for come first now.
        ++position;
        warp.release_warp_syncs();
        if (!keep_going()) {
          if (result_.status == RunStatus::BudgetExceeded) describe_budget(warp, result_.budget_message);
          return result_.status == RunStatus::BudgetExceeded ? BlockEnd::Budget : BlockEnd::Stopped;
        }
      }
    }
    return BlockEnd::Done;
  }

  [[nodiscard]] std::uint64_t instructions_left() const {
    const Budget& budget = options_.budget;
    const auto left = [](std::uint64_t limit, std::uint64_t used) {
      return limit == 0 ? ~std::uint64_t{0} : limit - std::min(limit, used);
    };
    return std::min(left(budget.warp_instructions_per_block, block_.executed),
                    left(budget.warp_instructions, result_.warp_instructions + block_.executed));
  }

  BlockEnd out_of_instructions(const Warp& warp) {
    const Budget& budget = options_.budget;
    const bool block = budget.warp_instructions_per_block != 0 && block_.executed >= budget.warp_instructions_per_block;
    const std::uint64_t limit = block ? budget.warp_instructions_per_block : budget.warp_instructions;
    stopped_ = true;
    result_.status = RunStatus::BudgetExceeded;
    result_.budget_message = std::string(block ? "a block" : "the launch") + " ran " + std::to_string(limit) +
                             " warp instructions, the most it may (raise it with " +
                             "--max-instructions)";
    describe_budget(warp, result_.budget_message + "; is there a loop that does not end?");
    return BlockEnd::Budget;
  }

  void describe_budget(const Warp& warp, std::string message) {
    const std::uint32_t lane = static_cast<std::uint32_t>(__builtin_ctz(warp.mask));
    block_.fault.kind = FaultKind::Budget;
    block_.fault.block = block_.linear;
    block_.fault.thread = warp.index * warp_size + lane;
    block_.fault.pc = warp.pc;
    block_.fault.message = std::move(message);
  }

  /// Looks at the clock and the flag; false when the launch is to end.
  bool keep_going() {
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      stopped_ = true;
      result_.status = RunStatus::Cancelled;
      return false;
    }
    const Clock::time_point now = Clock::now();
    if (options_.budget.seconds > 0 &&
        std::chrono::duration<double>(now - start_).count() > options_.budget.seconds) {
      stopped_ = true;
      result_.status = RunStatus::BudgetExceeded;
      char seconds[32];
      std::snprintf(seconds, sizeof seconds, "%g", options_.budget.seconds);
      result_.budget_message = std::string("the simulation took longer than ") + seconds +
                               " s, the most it may (raise it with --max-seconds)";
      return false;
    }
    if (options_.progress && now - last_progress_ > std::chrono::milliseconds(5)) {
      last_progress_ = now;
      options_.progress(done_, options_.blocks.empty() ? result_.total_blocks : options_.blocks.size());
    }
    return true;
  }

  const RunOptions& options_;
  TraceSink& sink_;
  RunLeaf run_leaf_;
  Clock::time_point start_, last_progress_;
  RunResult result_;
  Block block_;
  std::uint64_t done_ = 0;
  bool stopped_ = false;
};

} // namespace

RunResult run(const Program& program, const Launch& launch, DeviceMemory& memory, const RunOptions& options,
              TraceSink& sink) {
  assert(launch.kernel < program.kernels.size());
  return Run(program, launch, memory, options, sink).run();
}

} // namespace warpscope
