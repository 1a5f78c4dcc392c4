// Small inputs for the tests: figures that are easy to count with, steps by name, random work.
#pragma once

#include "sim/multiprocessor/multiprocessor.h"

#include <random>

namespace small {

using namespace warpscope::multiprocessor;

/// Nothing costs anything but what a test sets.
inline Figures figures() {
  Figures f;
  f.shared_latency = 20;
  f.l1_latency = 30;
  f.l2_latency = 200;
  f.dram_latency = 500;
  f.constant_latency = 25;
  f.barrier = 10;
  f.barrier_each_warp = 1;
  f.l1_sets = 4;
  f.l1_ways = 4;
  return f;
}

inline Step run(std::uint16_t slots, std::uint16_t stall = 0) { return {.slots = slots, .stall = stall}; }
inline Step shared(std::uint16_t wavefronts, std::uint8_t token = 0) {
  return {.op = Op::Shared, .token = token, .keeps = true, .service = wavefronts};
}
inline Step await(std::uint8_t token = 0) { return {.op = Op::Wait, .token = token}; }
inline Step barrier() { return {.op = Op::Barrier}; }
inline Step access(Op op, std::uint32_t first, std::uint16_t count, std::uint8_t token = 0) {
  return {.op = op, .token = token, .keeps = op != Op::Store, .service = 1, .count = count, .first = first};
}
inline Step load(std::uint32_t first, std::uint16_t count, std::uint8_t token = 0) {
  return access(Op::Load, first, count, token);
}

/// A multiprocessor with `blocks` blocks, each of `warps` warps that take the same steps.
inline Work work(std::vector<Step> steps, std::uint32_t warps = 1, std::uint64_t blocks = 1,
                 std::uint32_t resident = 1, std::vector<Line> lines = {}) {
  Work out;
  out.blocks.push_back({std::vector<std::vector<Step>>(warps, std::move(steps)), std::move(lines)});
  out.block_count = blocks;
  out.resident = resident;
  return out;
}

struct Random {
  std::mt19937 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  std::uint32_t operator()(std::uint32_t below) { return static_cast<std::uint32_t>(engine() % below); }
  std::uint32_t between(std::uint32_t least, std::uint32_t most) { return least + (*this)(most - least + 1); }
};

inline Figures random_figures(Random& random) {
  Figures f;
  f.partitions = random.between(1, 4);
  f.queue = random.between(1, 5);
  f.shared_latency = random.between(2, 30);
  f.l1_latency = random.between(2, 40);
  f.l2_latency = random.between(20, 90);
  f.dram_latency = random.between(60, 200);
  f.constant_latency = random.between(2, 30);
  f.constant_pass = random.between(1, 4);
  f.barrier = random(12);
  f.barrier_each_warp = random(3);
  f.l1_sets = random(4);
  f.l1_ways = random.between(1, 3);
  f.l1_held = random(2) * random.between(1, 5);
  f.l2_read_sector = random.between(1, 700);
  f.l2_write_sector = random.between(1, 700);
  f.l2_write_line = random.between(1, 900);
  f.dram_sector = random.between(1, 900);
  f.atomic_turn = random.between(1, 90);
  f.atomic_request = random(2) * random(60);
  f.write_backlog = random(40);
  f.slice_behind = f.write_backlog / 2; // no draw of its own: seeds keep their work
  f.dram_share = random(3) * 30'000;
  f.dram_share_written = random(3) * 30'000;
  f.l2_kept_lines = random(2) * random(12);
  f.dram_first = random(3) * 32'768;
  f.block_start = random(2) * random(60);
  f.block_interval = random(2) * random(60);
  f.block_interval_warp = random(4);
  f.warp_start = random(4);
  f.store_end = random(2) * random(50);
  f.shuffle_latency = random.between(2, 30);
  f.shared_wavefront = random.between(1, 3);
  f.constant_miss = random(60);
  f.barrier_arrival = random(900);
  f.l1_lines = random.between(1, 4);
  f.l2_read_line = random.between(1, 900);
  f.l2_write_narrow = random(500);
  f.write_lines = random(4);
  f.dram_sector_apart = random.between(1, 900);
  f.dram_write_sector = random.between(1, 900);
  f.dram_turn = random(3) * 20;
  f.dram_halves = random(2) * random(40);
  f.dram_spread = random(2) * random(90);
  f.barrier_drain = random(2) * random(30);
  f.dram_crowd = random(2) * random(200);
  f.dram_turning = random(2) * random(100'000);
  f.dram_first_written = random(3) * 32'768;
  f.atomic_sector = random.between(1, 700);
  f.atomic_several = random(2) * random(300);
  f.atomic_again = random(2) * random(300);
  f.atomic_returned = random(2) * random(900);
  f.atomic_swapped = random.between(1, 900);
  f.atomic_word = random.between(1, 200);
  f.dram_partial = random(3) * 32'768;
  f.dram_narrow = 65'536 - f.dram_partial / 2;
  f.l2_crossing = random(2) * random(256);
  f.constant_lines = random.between(1, 8);
  f.constant_again = random(2) * random(20);
  f.constant_again_first = random(30);
  f.uniform_miss = random(30);
  f.uniform_lines = 1 + f.uniform_miss % 3; // no draw of its own
  f.swap_again = f.constant_pass;
  f.swap_latency = f.l1_lines;
  f.fence_latency = random.between(1, 60);
  f.fence_system_latency = random.between(1, 200);
  f.fence_each = random(12);
  f.store_answer = random(60);
  return f;
}

inline Step random_step(Random& random, std::uint32_t lines) {
  Step step;
  step.op = static_cast<Op>(random(op_count));
  step.token = static_cast<std::uint8_t>(random(5));
  step.keeps = random(4) != 0;
  step.stores = !step.keeps;
  step.service = static_cast<std::uint16_t>(random(9));
  if (step.op == Op::Run) {
    step.slots = static_cast<std::uint16_t>(random.between(1, 6));
    step.stall = static_cast<std::uint16_t>(random(3) * random(12));
    step.pipe = static_cast<Pipe>(random(pipe_count));
    step.service = static_cast<std::uint16_t>(random(20));
  } else if (step.op == Op::Barrier) {
    step.stall = static_cast<std::uint16_t>(random(3) * random(30));
  } else if (step.op == Op::Load || step.op == Op::Store || step.op == Op::Atomic || step.op == Op::Copy ||
             step.op == Op::Constant) {
    step.work = static_cast<AtomicWork>(random(atomic_works));
    step.first = random(lines);
    step.count = static_cast<std::uint16_t>(random.between(1, std::min(6u, lines - step.first)));
    step.slots = static_cast<std::uint16_t>(1 + step.service % 3); // no draw of its own
  }
  return step;
}

/// A loop of compare-and-swaps of some of these words, in up to three rounds.
inline void add_swaps(Random& random, std::vector<Step>& steps, std::uint32_t lines) {
  for (std::uint32_t rounds = random.between(1, 3), round = 0; round < rounds; ++round) {
    const auto load = steps.size();
    Step step{.op = Op::Shared, .token = 5, .keeps = true, .work = AtomicWork::Swaps};
    step.service = static_cast<std::uint16_t>(random(3));
    steps.push_back(step);
    steps.push_back(await(5));
    steps.push_back(run(static_cast<std::uint16_t>(random.between(1, 3)), 3));
    step.service = static_cast<std::uint16_t>(random(5));
    step.first = random(lines);
    step.count = static_cast<std::uint16_t>(random.between(1, std::min(4u, lines - step.first)));
    if (round + 1 == rounds) step.stall = static_cast<std::uint16_t>(steps.size() - load);
    steps.push_back(step);
    steps.push_back(await(5));
  }
}

inline Work random_work(Random& random) {
  Work out;
  const std::uint32_t kinds = random.between(1, 3);
  for (std::uint32_t i = 0; i < kinds; ++i) {
    Block block;
    const std::uint32_t apart = random(2) == 0 ? 1 : 9; // in a page of DRAM, or in several
    for (std::uint32_t line = random.between(1, 30); line > 0; --line)
      block.lines.push_back({random(12) * apart + (random(4) == 0 ? local_lines : 0),
                             random.between(1, 15) + narrow * random(2) + past_l1 * (random(5) == 0 ? 1 : 0) +
                                 random(2) * (random(9) << turns_at | random(9) << lanes_at |
                                              random(5) << several_at | random(9) << words_at)});
    for (std::uint32_t warp = random.between(1, 6); warp > 0; --warp) {
      std::vector<Step> steps;
      // A block that ends in the cycle in which it starts leaves its place to another in an order of which
      // the rules say nothing: three of 18,000 pieces of work showed engine and reference apart there.
      if (block.warps.empty()) steps.push_back(run(1)); // not all of it waits for nothing
      for (std::uint32_t step = block.warps.empty() ? random.between(1, 25) : random(25); step > 0; --step)
        steps.push_back(random_step(random, static_cast<std::uint32_t>(block.lines.size())));
      block.warps.push_back(std::move(steps));
    }
    out.blocks.push_back(std::move(block));
  }
  if (random(2) == 0) out.meetings.push_back({random(4), 4 + random(6), random.between(1, 5)});
  out.block_count = random.between(1, 6);
  out.resident = random.between(1, 4);
  if (random(2) == 0) {
    out.most_resident = out.resident + random(4);
    out.partition_warps = random(9);
  }
  return out;
}

} // namespace small
