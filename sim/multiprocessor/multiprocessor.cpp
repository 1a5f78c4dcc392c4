// Checks the input, runs the engine, names the bottleneck.
#include "sim/multiprocessor/multiprocessor.h"

#include "sim/multiprocessor/engine.h"

#include <algorithm>
#include <new>

namespace warpscope::multiprocessor {

namespace {

/// Returns what is wrong with the input, in one sentence; empty: nothing.
std::string wrong_with(const Work& work, const Figures& figures) {
  if (figures.partitions == 0 || figures.queue == 0 || figures.warps == 0)
    return "a multiprocessor needs a sub-partition, a place in the queue and a place for a warp";
  if (figures.l1_sets != 0 && figures.l1_ways == 0) return "a set of L1 needs a way";
  if (figures.l1_latency == 0 || figures.shared_latency == 0 || figures.l2_latency == 0 ||
      figures.dram_latency == 0 || figures.constant_latency == 0)
    return "a result takes a cycle at least";
  if (work.blocks.empty() || work.block_count == 0) return "there is no block to run";
  if (work.resident == 0) return "the multiprocessor cannot hold such a block";
  std::size_t most = 0;
  for (const Block& block : work.blocks) {
    if (block.warps.empty()) return "a block has no warps";
    most = std::max(most, block.warps.size());
    for (const std::vector<Step>& steps : block.warps)
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (step.token >= token_count) return "a step names a result that no warp can have under way";
        if (step.op == Op::Run && step.slots == 0) return "a run of instructions is empty";
        if (step.op == Op::Shared && step.stall != 0 &&
            (step.stall > i || steps[i - step.stall].op != Op::Shared || steps[i - step.stall].count != 0 ||
             steps[i - step.stall].work != AtomicWork::Swaps))
          return "a loop of compare-and-swaps goes back to something else than its load";
        if (std::uint64_t{step.first} + step.count > block.lines.size())
          return "an access names lines that its block does not have";
      }
  }
  if (most * work.resident > figures.warps ||
      std::uint64_t{work.partition_warps} * figures.partitions > figures.warps)
    return "the resident blocks have more warps than the multiprocessor has places";
  return {};
}

/// Cycles for which each resource was busy.
std::array<std::pair<Limit, double>, 8> busy_cycles(const Counters& counters, const Figures& figures) {
  const auto ticks = [](std::uint64_t busy) {
    return static_cast<double>(busy) / static_cast<double>(ticks_per_cycle);
  };
  return {{{Limit::Issue, static_cast<double>(counters.issue_slots) / figures.partitions},
           {Limit::Lsu, static_cast<double>(std::max(counters.lsu_busy, counters.tags_busy))},
           {Limit::L2Read, ticks(counters.l2_read_busy)},
           {Limit::L2Write, ticks(counters.l2_write_busy)},
           {Limit::Dram, ticks(counters.dram_busy)},
           {Limit::Constant, static_cast<double>(counters.constant_busy)},
           {Limit::Atomics, ticks(counters.atomic_busy)},
           {Limit::Barrier, ticks(counters.barrier_busy)}}};
}

Limit limit_of(const Result& result, const Figures& figures) {
  if (result.counters.issue_slots == 0) return Limit::Nothing;
  const auto busy = busy_cycles(result.counters, figures);
  const auto* longest = std::max_element(busy.begin(), busy.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
  if (longest->second >= busy_share * static_cast<double>(result.cycles)) return longest->first;
  const auto waited = [&](State state) { return result.states[static_cast<std::size_t>(state)]; };
  const std::pair<Limit, std::uint64_t> waits[] = {
      {Limit::Memory, waited(State::Memory)},
      {Limit::Barrier, waited(State::Barrier)},
      {Limit::Dependency, waited(State::Dependency) + waited(State::Pipe)},
      {Limit::Blocks, waited(State::Slot)},
      {Limit::Lsu, waited(State::Queue)},
      {Limit::Issue, waited(State::Ready) + waited(State::Issue)}};
  return std::max_element(std::begin(waits), std::end(waits),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

} // namespace

double longest_busy(const Result& result, const Figures& figures) {
  double longest = 0;
  for (const auto& [limit, cycles] : busy_cycles(result.counters, figures))
    longest = std::max(longest, cycles);
  return longest;
}

Result simulate(const Work& work, const Figures& figures, const Options& options) {
  Result result;
  result.message = wrong_with(work, figures);
  if (!result.message.empty()) {
    result.status = Status::Invalid;
    return result;
  }
  result = Engine(work, figures, options).run();
  result.limit = limit_of(result, figures);
  return result;
}

} // namespace warpscope::multiprocessor
