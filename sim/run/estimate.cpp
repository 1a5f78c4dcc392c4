// Records the steps of one multiprocessor's blocks, simulates them, extrapolates to all of its blocks.
#include "sim/run/estimate.h"

#include "sim/devices/devices.h"
#include "sim/devices/nearest.h"
#include "sim/model/occupancy.h"
#include "sim/multiprocessor/registers.h"
#include "sim/multiprocessor/spills.h"
#include "sim/run/block_plan.h"
#include "sim/run/carve_out.h"
#include "sim/run/estimate_error.h"
#include "sim/run/footprint.h"
#include "sim/run/last_block.h"
#include "sim/run/neighbours.h"
#include "sim/run/recording.h"
#include "sim/run/stages.h"
#include "sim/sass/run.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace warpscope::run {

namespace {

/// Rounds of blocks that are simulated: two at least, more as long as they are small.
constexpr std::uint64_t rounds = 2, most_rounds = 32;
constexpr std::size_t few_steps = 120'000;

/// By how much the multiprocessor is ahead of the mean that takes the first of the blocks that are left.
/// Judged: an H200, 2026-11-30, 1,200 blocks of equal length, eight at a time: all take eight, one takes five
/// more, since five of its eight have ended between 18,989 and 19,271 cycles; of a product whose loads come
/// from L1 the blocks of a round end farther apart.
constexpr double ahead = 0.005;

/// Bounds of the second run of these blocks: some 0.1 us for an instruction.
constexpr std::uint64_t most_instructions = 3'000'000, most_of_code = 6'000'000;
/// Of a block that alone has more: bound of the run in which its instructions are counted; and instructions
/// of all warps that reside together of which the steps are recorded.
constexpr std::uint64_t most_of_long_block = 30'000'000, most_of_pieces = 600'000;
/// Of predicted code with atomics that take locks: where a lane of the warp that holds the lock waits for
/// those that spin, as the optimised loop may have it and machine code has not, it never ends.
constexpr std::uint64_t most_with_locks = 200'000;

/// Blocks of the whole grid whose instructions are counted: a few to see whether they differ, and more where
/// they do. Of blocks that differ so many instructions are recorded.
constexpr std::size_t few_counted = 16, most_counted = 512;
constexpr std::uint64_t most_to_see = 60'000, most_to_count = 500'000, most_of_uneven = 400'000;

/// Hardly any line is loaded by several multiprocessors; few loads are in no order; few lines are loaded
/// again while L2 has them. Judged, not measured.
constexpr double most_to_come_again = 0.9, most_irregular = 0.1, few_again = 0.1;

std::uint64_t shared_bytes_of(const program::Program& program, const exec::Launch& launch) {
  return std::uint64_t{program.kernels[launch.kernel].shared_bytes} + launch.dynamic_shared_bytes;
}

/// The kernel, or a function that is not another kernel's, waits for all blocks of the grid: the executor
/// then runs all of them in turns, and the recorder knows one at a time.
bool waits_for_grid(const program::Program& program, std::uint32_t kernel) {
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    const bool another = f != program.kernels[kernel].function &&
                         std::any_of(program.kernels.begin(), program.kernels.end(),
                                     [&](const program::Kernel& k) { return k.function == f; });
    const auto code = program.code.begin();
    if (!another &&
        std::any_of(code + program.functions[f].entry, code + program.functions[f].end,
                    [](const program::Instruction& in) { return in.op == program::Opcode::GridSync; }))
      return true;
  }
  return false;
}

std::uint64_t warps_of(const exec::Launch& launch) {
  return (launch.block.count() + warp_size - 1) / warp_size;
}

/// Compares and swaps, or exchanges: what a lock is taken with.
bool may_take_locks(const program::Program& program) {
  using program::Opcode;
  return std::any_of(program.code.begin(), program.code.end(), [](const program::Instruction& in) {
    const auto op = static_cast<program::AtomicOp>(in.components);
    return (in.op == Opcode::AtomGlobal || in.op == Opcode::AtomShared || in.op == Opcode::AtomGeneric) &&
           (op == program::AtomicOp::Cas || op == program::AtomicOp::Exch);
  });
}

bool has_atomics(const program::Program& program, const std::vector<multiprocessor::Block>& blocks) {
  std::vector<bool> atomic(program.code.size(), false);
  for (const program::Site& site : program.sites)
    if (site.kind == AccessKind::Atomic && site.pc < atomic.size()) atomic[site.pc] = true;
  for (const multiprocessor::Block& block : blocks)
    for (const auto& steps : block.warps)
      for (const multiprocessor::Step& step : steps)
        if (step.origin < atomic.size() && atomic[step.origin]) return true;
  return false;
}

bool has_atomics(const sass::MachineCode& code, const std::vector<multiprocessor::Block>& blocks) {
  for (const multiprocessor::Block& block : blocks)
    for (const auto& steps : block.warps)
      for (const multiprocessor::Step& step : steps)
        if (step.origin < code.instructions.size() && sass::is_atomic(code.instructions[step.origin].text))
          return true;
  return false;
}

Request for_estimate(const Request& request) {
  Request asked = request;
  asked.run_checks = asked.races = false;
  asked.trace_block.reset();
  asked.schedule = {};
  asked.sample_blocks = 0;
  asked.progress = nullptr;
  return asked;
}

/// Atomics of global memory whose results are waited for.
bool takes_results(const std::vector<multiprocessor::Block>& blocks) {
  for (const multiprocessor::Block& block : blocks)
    for (const auto& steps : block.warps)
      for (const multiprocessor::Step& step : steps)
        if (step.op == multiprocessor::Op::Atomic && step.keeps) return true;
  return false;
}

/// Of the whole grid, if all blocks are like those that were counted.
std::uint64_t instructions_of(const BlockWeights& weights, std::uint64_t grid) {
  std::uint64_t all = 0;
  for (const auto& [block, weight] : weights) all += weight.all;
  return weights.empty() ? 0 : all / weights.size() * grid;
}

/// Counts a sample of the grid's blocks; where they differ, returns those of the multiprocessor that ends
/// last. What the blocks leave in memory is no longer what a launch finds.
BlockPlan plan_of_uneven(Recording& counted, const exec::Launch& launch, exec::DeviceMemory& memory,
                         exec::RunOptions options, const MachineInput& input, std::uint64_t multiprocessors) {
  const std::uint64_t grid = launch.grid.count();
  Rows rows;
  if (launch.grid.y > 1)
    rows = {launch.grid.x, static_cast<double>(launch.block.x), static_cast<double>(launch.block.y)};
  counted.stop_recording();
  const auto count = [&](std::size_t blocks, std::uint64_t most) {
    options.blocks = spread_over(grid, blocks, counted.weights(), rows);
    options.budget.warp_instructions = most;
    if (options.blocks.empty()) return true;
    std::sort(options.blocks.begin(), options.blocks.end());
    const exec::RunStatus ran = counted.run(launch, memory, options);
    return ran == exec::RunStatus::Done || ran == exec::RunStatus::BudgetExceeded;
  };
  // To be told about cost the recorded ones more than as many instructions cost now.
  std::uint64_t instructions = 0;
  for (const auto& [block, weight] : counted.weights()) instructions += weight.all;
  const std::size_t recorded = counted.weights().size();
  if (!count(few_counted, std::max(most_to_see, instructions))) return {};
  // The first of them takes more than all that were recorded, so it tells more than they do.
  if (counted.weights().size() == recorded && !count(few_counted, most_to_count)) return {};
  if (counted.weights().empty()) return {};
  const double of_recorded = static_cast<double>(instructions) /
                             static_cast<double>(std::max<std::size_t>(1, recorded));
  instructions = 1;
  for (const auto& [block, weight] : counted.weights()) instructions += weight.all;
  const double of_all = static_cast<double>(instructions) / static_cast<double>(counted.weights().size());
  if (of_all < uneven_from * of_recorded && !are_uneven(counted.weights(), grid)) return {};
  const bool one_warp = counted.count_one_warp(launch); // so that more blocks can be afforded
  const std::uint64_t warps = one_warp ? warps_of(launch) : 1;
  const std::uint64_t affordable = most_to_count * warps * counted.weights().size() / instructions;
  if (!count(std::min<std::uint64_t>(most_counted, affordable), 2 * most_to_count)) return {};
  return plan_of_last(counted.weights(), grid, multiprocessors, input.work.resident, rows);
}

/// Blocks may reside beside those of which some warps have ended, as far as there are places for their warps.
void let_in_where_warps_have_ended(multiprocessor::Work& work, const model::Occupancy& held,
                                   const Device& device, std::uint64_t threads) {
  constexpr std::uint32_t partitions = 4;
  const auto warps = static_cast<std::uint32_t>((threads + 31) / 32);
  work.most_resident = std::max(work.resident, std::min(held.blocks_by_blocks, held.blocks_by_shared));
  work.partition_warps = std::min({held.warps_by_registers / partitions, device.max_warps_per_sm / partitions,
                                   (work.most_resident * warps + partitions - 1) / partitions});
}

/// Gives the input of one choice of code.
std::optional<MachineInput> input_of(compile::Compiler& compiler, const Request& request,
                                     std::string& why_not) {
  const Input input(request);
  Prepared prepared = prepare(compiler, input);
  std::optional<Executed> placed;
  if (prepared.bound) placed = place(input, prepared, prepared.diagnostics);
  if (!placed) {
    why_not = prepared.diagnostics.empty() ? "the launch cannot run" : prepared.diagnostics.front().message;
    return std::nullopt;
  }
  const program::Program& program = prepared.program();
  const sass::MachineCode* const code = request.code.get();
  const devices::Probed probed = devices::probed(request.device);
  const Device& device = probed.device;
  const exec::Launch& launch = placed->launch;
  const std::uint64_t grid = launch.grid.count(), shared = shared_bytes_of(program, launch);
  const std::uint32_t asked = prepared.launch.max_registers;
  const std::uint32_t predicted = request.as_compiled
                                      ? multiprocessor::predicted_registers(program, launch.kernel,
                                                                            launch.block.count(), asked)
                                      : 0;
  const std::uint32_t registers = code ? code->registers : predicted;
  const model::Occupancy held = model::occupancy(
      device, {.threads = launch.block.count(), .registers_per_thread = registers, .shared_bytes = shared});
  if (!held.illegal.empty()) {
    why_not = held.illegal;
    return std::nullopt;
  }
  const std::uint64_t apart = std::max<std::uint64_t>(1, device.sm_count);
  MachineInput out;
  out.blocks = (grid + apart - 1) / apart;
  out.grid = grid;
  out.multiprocessors = static_cast<double>(apart);
  out.work.resident = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(out.blocks, 1, std::max<std::uint64_t>(1, held.blocks_per_sm)));
  let_in_where_warps_have_ended(out.work, held, device, launch.block.count());
  multiprocessor::Share share;
  share.busy = static_cast<std::uint32_t>(std::min(grid, apart));
  share.resident_shared = carved_out({.threads = launch.block.count(),
                                      .shared = shared,
                                      .blocks = std::min(held.blocks_by_registers, held.blocks_by_warps),
                                      .fitting = held.blocks_by_shared});
  const MeasuredDevice* measured = devices::measured_for(device);
  if (measured == nullptr) {
    why_not = "no device has been probed";
    return std::nullopt;
  }
  // Before any block runs.
  if (!multiprocessor::figures_of(device, *measured, share, why_not)) return std::nullopt;
  if (waits_for_grid(program, launch.kernel)) {
    why_not = "the blocks of its grid wait for one another, and the multiprocessor is given its own alone";
    return std::nullopt;
  }
  // Its blocks run in turns, and the recorder knows one at a time.
  if (exec::cluster_of(program, launch).count() > 1) {
    why_not = "the blocks of a cluster work together, and the multiprocessor is given its own alone";
    return std::nullopt;
  }
  exec::RunOptions options = run_options(request, *prepared.bound);
  const bool locks = request.as_compiled && code == nullptr && may_take_locks(program);
  const std::uint64_t most = locks ? most_with_locks : code ? most_of_code : most_instructions;
  options.budget.warp_instructions = std::min<std::uint64_t>(
      options.budget.warp_instructions == 0 ? most : options.budget.warp_instructions, most);
  options.blocks.clear();
  out.work.block_count = std::min(out.blocks, rounds * out.work.resident);
  for (std::uint64_t i = 0; i < out.work.block_count; ++i) options.blocks.push_back(i * apart);
  std::vector<std::uint32_t> spilled;
  if (code == nullptr && request.as_compiled)
    spilled = multiprocessor::spilled_slots(
        program, program.functions[program.kernels[launch.kernel].function],
        multiprocessor::register_limit(program.kernels[launch.kernel], asked));
  Recording recording(program, request, spilled);
  exec::RunStatus ran = recording.run(launch, placed->memory, options);
  for (std::uint64_t round = rounds; round < most_rounds && ran == exec::RunStatus::Done &&
                                     recording.steps() < few_steps && out.work.block_count < out.blocks;
       ++round) {
    options.blocks.clear();
    for (std::uint64_t i = 0; i < out.work.resident && out.work.block_count < out.blocks; ++i)
      options.blocks.push_back(out.work.block_count++ * apart);
    ran = recording.run(launch, placed->memory, options);
  }
  out.work.blocks = recording.take_blocks();
  std::uint32_t instructions = recording.instructions();
  // As it is written it is longer still than what the compiler leaves of it.
  const bool is_last_resort = code == nullptr && !request.as_compiled;
  if (ran == exec::RunStatus::BudgetExceeded && out.work.blocks.empty() && !locks && !is_last_resort)
    if (std::optional<Executed> again = place(input, prepared, prepared.diagnostics)) {
      Recording beginning(program, request, spilled);
      beginning.record_the_first(most_of_pieces /
                                 std::max<std::uint64_t>(1, out.work.resident * warps_of(launch)));
      exec::RunOptions of_one = options;
      of_one.blocks = {0};
      of_one.budget.warp_instructions = most_of_long_block;
      if (beginning.run(launch, again->memory, of_one) == exec::RunStatus::Done && !beginning.truncated()) {
        out.work.blocks = beginning.take_blocks();
        out.times_as_long = beginning.times_as_long();
        instructions = beginning.instructions();
      }
    }
  if (ran == exec::RunStatus::Cancelled) why_not = "the estimate was cancelled";
  else if (ran == exec::RunStatus::BudgetExceeded || recording.truncated())
    why_not = "a block has too many instructions for an estimate";
  else if (ran != exec::RunStatus::Done)
    why_not = recording.why().empty() ? "a block does not come to its end" : recording.why();
  // What ended stands for the others, when only the budget is used up.
  const bool some = (ran == exec::RunStatus::Done || ran == exec::RunStatus::BudgetExceeded) &&
                    !out.work.blocks.empty();
  if (!some) return std::nullopt;
  const Others others{
      program, request, launch, placed->memory, options, instructions_of(recording.weights(), 1), spilled};
  if (std::min(grid, apart) > 1 && !atomic_lines(out.work.blocks[0]).empty()) {
    out.work.meetings = meetings_of(others, out.work.blocks[0], std::min(grid, apart));
  }
  bool is_first = true; // the first recorded block is the grid's first
  if (ran == exec::RunStatus::Done && grid > out.work.blocks.size() && !recording.truncated()) {
    // What a lane finds that compares and swaps hangs on the blocks before: they all run, in order.
    const bool in_order = may_take_locks(program) && takes_results(out.work.blocks) &&
                          instructions_of(recording.weights(), grid) <= most_instructions;
    BlockPlan plan = in_order ? plan_of_any(recording.weights(), grid, apart)
                              : plan_of_uneven(recording, launch, placed->memory, options, out, apart);
    std::optional<Executed> again;
    if (!plan.blocks.empty()) again = place(input, prepared, prepared.diagnostics);
    if (again) {
      const std::uint64_t gets = plan.blocks.size();
      const double left = thin_out(plan, {.instructions = most_of_uneven,
                                          .least = rounds * out.work.resident,
                                          .most = most_rounds * out.work.resident});
      Recording of_plan(program, request, spilled);
      options.blocks = plan.blocks;
      if (in_order) {
        of_plan.record_only(std::exchange(options.blocks, {}));
        options.budget.warp_instructions = 2 * most_instructions;
      }
      if (of_plan.run(launch, again->memory, options) == exec::RunStatus::Done && !of_plan.truncated()) {
        out.blocks = gets;
        out.left = left;
        out.work.block_count = plan.blocks.size();
        out.work.blocks = of_plan.take_blocks();
        instructions = of_plan.instructions();
        is_first = false;
      }
    }
  }
  std::optional<multiprocessor::Block> last;
  if (ran == exec::RunStatus::Done && grid > 2 && takes_results(out.work.blocks))
    if (std::optional<Executed> fresh = place(input, prepared, prepared.diagnostics))
      last = last_block({program, request, launch, fresh->memory, options, 1, spilled}, out.work.blocks);
  set_footprint(share, out.work.blocks, grid, placed->memory.allocations(Space::Global));
  if (out.times_as_long > 1) {
    std::uint64_t all = 0;
    for (const exec::Allocation& buffer : placed->memory.allocations(Space::Global)) all += buffer.bytes;
    const auto whole = [&](std::uint64_t bytes) {
      return static_cast<std::uint64_t>(
          std::min(static_cast<double>(all), static_cast<double>(bytes) * out.times_as_long));
    };
    share.footprint = std::max(share.footprint, whole(share.footprint));
    share.in_no_order = std::max(share.in_no_order, whole(share.in_no_order));
  }
  // What is in no order is asked for again when it has left L2.
  double first = first_share(out.work.blocks, grid, placed->buffers);
  // Blocks load each other's lines, but perhaps so much later that L2 has lost them.
  const DeviceNumber* const l2 = device.find("l2_bytes");
  const double l2_bytes = l2 != nullptr ? l2->value : 0;
  if (is_first && ran == exec::RunStatus::Done &&
      multiprocessor::dram_share_written(*measured, share, l2_bytes) > 0) {
    const Again again = soon_again(others, out.work.blocks[0],
                                   multiprocessor::l2_kept_of(*measured) * l2_bytes);
    share.beside = again.beside;
    if (again.comes_round && first < most_to_come_again && share.irregular < most_irregular &&
        again.loaded < few_again)
      first = 1;
    // What is in no order may have left L2 before others write beside it, unless they soon do.
    const double written = share.written * static_cast<double>(share.footprint);
    const double lost_lines = lost_between_stores(written, static_cast<double>(share.footprint) - written,
                                                  1 / std::max(share.first_written, 1e-6),
                                                  multiprocessor::l2_kept_of(*measured) * l2_bytes);
    share.first_written += share.scattered * (1 - share.first_written) * (1 - again.stored) * lost_lines;
    // Parts that L2 loses before their thread writes the rest are filled each time.
    const double under_way = static_cast<double>(lines_of(out.work.blocks, out.work.resident)) *
                             multiprocessor::line_bytes * share.busy;
    const double lost = 1 - multiprocessor::l2_kept_of(*measured) * l2_bytes / std::max(1.0, under_way);
    const double filled_first = share.scattered * (1 - lost_lines);
    share.partial = std::max(share.partial * (1 - again.stored) * (1 - filled_first), lost);
  }
  share.private_lines = first > most_to_come_again && share.irregular < most_irregular;
  share.rounds = static_cast<double>(grid) / (static_cast<double>(share.busy) * out.work.resident);
  share.first = first + share.irregular * (1 - first);
  auto figures = multiprocessor::figures_of(device, *measured, share, why_not);
  if (!figures) return std::nullopt;
  if (last) {
    multiprocessor::Share alone = share;
    alone.busy = 1;
    if (const auto of_last = multiprocessor::figures_of(device, *measured, alone, why_not))
      out.last = LastBlock{std::move(*last), of_last->figures};
  }
  why_not.clear();
  out.launch_seconds = figures->launch_seconds;
  out.fetch_seconds = std::min(figures->fetch_most_seconds, instructions * figures->fetch_seconds);
  out.figures = std::move(*figures);
  if (!probed.from.empty() && measured->of != device.id)
    out.figures.assumed.push_back({"l2_latency", "the nearest probed device's"});
  out.code = code != nullptr ? Code::Read : request.as_compiled ? Code::Predicted : Code::AsWritten;
  // A probe of its own stands for it, but how far off the estimates are there nobody has measured.
  const bool own_probe = measured->of == device.id;
  out.error_known = probed.from.empty();
  if (!own_probe) out.borrowed_from = probed.from;
  out.probe = measured->file;
  out.atomics = code != nullptr ? has_atomics(*code, out.work.blocks) : has_atomics(program, out.work.blocks);
  out.program = prepared.compiled.program;
  return out;
}

} // namespace

std::optional<MachineInput> machine_input(compile::Compiler& compiler, const Request& request,
                                          std::string& why_not) {
  std::string why_not_read;
  if (request.code != nullptr) {
    // What a compiler has made of it, where that can be run; what else is asked for is of the text.
    Request read = for_estimate(request);
    read.as_compiled = false;
    std::optional<MachineInput> out = input_of(compiler, read, why_not_read);
    if (out) return out;
    why_not = why_not_read;
    if (request.cancel != nullptr && *request.cancel) return std::nullopt;
  }
  Request predicted = for_estimate(request);
  predicted.code.reset();
  predicted.as_compiled = true;
  if (!request.as_compiled) predicted.program.reset();
  std::optional<MachineInput> out = input_of(compiler, predicted, why_not);
  if (out) out->why_not_read = why_not_read;
  if (out || request.as_compiled || (request.cancel != nullptr && *request.cancel)) return out;
  Request written = std::move(predicted);
  written.as_compiled = false;
  written.program = request.program;
  std::string why_not_either;
  out = input_of(compiler, written, why_not_either);
  if (out) out->why_as_written = std::exchange(why_not, {}), out->why_not_read = std::move(why_not_read);
  else why_not = std::move(why_not_either);
  return out;
}

namespace {

/// Of the simulated cycles those that a warp, in the mean, was in one of `states`.
double mean_wait(const multiprocessor::Result& done, std::initializer_list<multiprocessor::State> states) {
  double of = 0, all = 0;
  for (const std::uint64_t state : done.states) all += static_cast<double>(state);
  for (const multiprocessor::State state : states)
    of += static_cast<double>(done.states[static_cast<std::size_t>(state)]);
  return all > 0 ? of / all * static_cast<double>(done.cycles) : 0;
}

void add_parts(const multiprocessor::Figures& figures, Estimate& out) {
  using multiprocessor::Limit, multiprocessor::State;
  const multiprocessor::Result& done = out.simulated;
  const multiprocessor::Counters& busy = done.counters;
  const double cycles = static_cast<double>(std::max<std::uint64_t>(1, done.cycles));
  // Seconds for a simulated cycle.
  const double whole = (out.seconds - out.launch_seconds - out.last_seconds) / cycles;
  const auto part = [&](std::string_view name, double of) { out.parts.push_back({name, of * whole}); };
  const auto ticks = [](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(multiprocessor::ticks_per_cycle);
  };
  const std::uint64_t shared = std::min(busy.shared_wavefronts + busy.shared_turns, busy.lsu_busy);
  part("shared", static_cast<double>(shared));
  part("l1", static_cast<double>(std::max(busy.lsu_busy - shared, busy.tags_busy)));
  part("l2_read", ticks(busy.l2_read_busy));
  part("l2_write", ticks(busy.l2_write_busy));
  part("dram", ticks(busy.dram_busy));
  part("constant", static_cast<double>(busy.constant_busy));
  part("atomics", ticks(busy.atomic_busy));
  part("issue", static_cast<double>(busy.issue_slots) / figures.partitions);
  const auto waits = [&](std::string_view name, std::initializer_list<State> states) {
    part(name, mean_wait(done, states));
  };
  waits("latency", {State::Memory});
  waits("barrier", {State::Barrier});
  waits("dependency", {State::Dependency, State::Pipe});
  waits("block_starts", {State::Slot});
  if (out.last_seconds > 0) out.parts.push_back({"last_block", out.last_seconds});
  out.parts.push_back({"launch", out.launch_seconds});

  struct Words {
    std::string_view name, sentence;
  };
  const auto words = [&]() -> Words {
    if (2 * out.last_seconds > out.seconds) return {"last_block", "the block that comes last"};
    switch (out.bottleneck) {
    case Limit::Nothing: return {"launch", "starting the launch"};
    case Limit::Issue: return {"issue", "instructions to be issued"};
    case Limit::Lsu:
      if (2 * shared >= std::max(busy.lsu_busy, busy.tags_busy))
        return {"shared", "wavefronts of shared memory"};
      return {"l1", "lines that L1 looks up"};
    case Limit::L2Read: return {"l2_read", "sectors read from L2"};
    case Limit::L2Write: return {"l2_write", "sectors and lines written to L2"};
    case Limit::Dram: return {"dram", "bytes of device memory"};
    case Limit::Constant: return {"constant", "passes of constant loads"};
    case Limit::Atomics: return {"atomics", "atomics that take turns"};
    case Limit::Memory: return {"latency", "waiting for loads"};
    case Limit::Barrier: return {"barrier", "waiting at barriers"};
    case Limit::Dependency: return {"dependency", "instructions that wait for one another"};
    case Limit::Blocks: return {"block_starts", "starting the blocks"};
    }
    return {};
  }();
  out.bottleneck_name = words.name;
  out.bottleneck_sentence = words.sentence;
}

Estimate::Traffic traffic_of(const multiprocessor::Result& done, std::uint64_t grid) {
  const multiprocessor::Counters& of = done.counters;
  const double each = done.blocks_ended > 0
                          ? static_cast<double>(grid) / static_cast<double>(done.blocks_ended)
                          : 0;
  const auto all = [&](std::uint64_t count) { return static_cast<double>(count) * each; };
  return {.l1_hits = all(of.l1_hits + of.l1_pending),
          .l1_misses = all(of.l1_misses),
          .l2_written_sectors = all(of.written_sectors),
          .dram_read_bytes = all(of.dram_bytes),
          .dram_written_bytes = all(of.dram_written_bytes)};
}

} // namespace

namespace {

/// How much longer the last block takes than another one, when all others have ended.
double seconds_of_last(const LastBlock& last, const multiprocessor::Block& usual) {
  const auto cycles = [&](const multiprocessor::Block& block) {
    multiprocessor::Work work;
    work.blocks.push_back(block);
    work.block_count = 1;
    return static_cast<double>(multiprocessor::simulate(work, last.figures).cycles);
  };
  return std::max(0.0, cycles(last.block) - cycles(usual)) / last.figures.clock_hz;
}

} // namespace

namespace {

/// Blocks are given to whichever multiprocessor has room first. Where the blocks of a round end close
/// together one that is a little ahead of the others takes several of those that are left, and ends last:
/// returns how many it takes in all; 0: no more than its share. `done`: its share, simulated.
std::uint64_t taken_by_the_first(const MachineInput& input, const multiprocessor::Result& done) {
  const std::uint64_t resident = input.work.resident, share = input.work.block_count;
  const double mean = static_cast<double>(input.grid) / std::max(1.0, input.multiprocessors);
  if (share != input.blocks || share <= resident || input.left || done.block_ends.size() < share) return 0;
  // When the others have taken all: the last of them at the end of this one of their blocks.
  const auto last = static_cast<std::size_t>(std::max(1.0, std::ceil(mean - static_cast<double>(resident))));
  const double until = static_cast<double>(done.block_ends[last - 1]) * (1 + ahead);
  const auto ends = static_cast<std::uint64_t>(
      std::count_if(done.block_ends.begin(), done.block_ends.end(),
                    [&](std::uint64_t end) { return static_cast<double>(end) <= until; }));
  const double spare = static_cast<double>(input.grid) -
                       input.multiprocessors * static_cast<double>(resident);
  const std::uint64_t takes = resident + std::min(ends, static_cast<std::uint64_t>(std::max(0.0, spare)));
  return takes > share ? takes : 0;
}

} // namespace

std::optional<Estimate> estimate_by_machine(const MachineInput& input, const multiprocessor::Options& options,
                                            std::string& why_not) {
  Estimate out;
  out.simulated = multiprocessor::simulate(input.work, input.figures.figures, options);
  if (out.simulated.status == multiprocessor::Status::Done)
    if (const std::uint64_t takes = taken_by_the_first(input, out.simulated); takes != 0) {
      multiprocessor::Work work = input.work;
      work.block_count = takes;
      multiprocessor::Result first = multiprocessor::simulate(work, input.figures.figures, options);
      if (first.status == multiprocessor::Status::Done)
        out.first_seconds = std::max(0.0, static_cast<double>(first.cycles) / (1 + ahead) -
                                              static_cast<double>(out.simulated.cycles)) /
                            input.figures.figures.clock_hz;
    }
  const multiprocessor::Result& done = out.simulated;
  const std::uint64_t ended = done.blocks_ended, resident = input.work.resident;
  if (done.status != multiprocessor::Status::Done &&
      (done.status != multiprocessor::Status::OverBudget || ended == 0)) {
    why_not = done.message;
    return std::nullopt;
  }
  const double clock = input.figures.figures.clock_hz;
  const double cycles = static_cast<double>(done.cycles);
  const double ended_not = static_cast<double>(input.blocks - std::min(input.blocks, ended));
  const bool all_ended = ended == input.work.block_count;
  if (const double left = all_ended ? input.left.value_or(ended_not) : ended_not; left > 0) {
    // As many reside together from the first one's end until the first one that no other follows: there it
    // shows how long a block takes among others, and the last ones have the multiprocessor for themselves.
    // Of blocks of unequal length the short ones end first: the mean of that and of all behind the first
    // round.
    const bool second = ended > resident && done.block_ends.size() > resident;
    const std::uint64_t rest = second ? done.block_ends.size() - resident : 0;
    const auto from = [&](std::uint64_t end) {
      return static_cast<double>(done.block_ends[end + rest] - done.block_ends[end]) /
             static_cast<double>(rest);
    };
    double each = !second      ? cycles / static_cast<double>(ended)
                  : input.left ? (from(0) + from(resident - 1)) / 2
                               : from(0);
    // In the long run no block takes less than its share of the resource that is busy longest.
    each = std::max(each,
                    multiprocessor::longest_busy(done, input.figures.figures) / static_cast<double>(ended));
    out.extrapolated_seconds = left * each / clock;
  }
  // Instructions go on arriving while the warps wait for memory or for each other, so that much of their
  // first fetch costs nothing: the probe's body, of which that figure is, waits for nothing.
  const double behind = mean_wait(done, {multiprocessor::State::Memory, multiprocessor::State::Barrier}) /
                        clock;
  // Of launches that follow each other each waits for what the one before has left to be written.
  const double all_blocks = static_cast<double>(ended) +
                            (all_ended ? input.left.value_or(ended_not) : ended_not);
  const double least = multiprocessor::longest_busy(done, input.figures.figures) * all_blocks /
                       static_cast<double>(std::max<std::uint64_t>(1, ended));
  out.extrapolated_seconds = std::max(out.extrapolated_seconds, (least - cycles) / clock);
  if (input.last) out.last_seconds = seconds_of_last(*input.last, input.work.blocks.front());
  out.launch_seconds = input.launch_seconds + std::max(0.0, input.fetch_seconds - behind);
  for (double* of : {&out.extrapolated_seconds, &out.first_seconds, &out.last_seconds})
    *of *= input.times_as_long;
  out.times_as_long = input.times_as_long;
  out.seconds = out.launch_seconds + cycles * input.times_as_long / clock + out.extrapolated_seconds +
                out.first_seconds + out.last_seconds;
  out.bottleneck = done.limit;
  out.code = input.code;
  out.why_as_written = input.why_as_written;
  out.why_not_read = input.why_not_read;
  out.borrowed_from = input.borrowed_from;
  out.error_known = input.error_known;
  out.probe = input.probe;
  out.assumed = input.figures.assumed;
  out.atomics = input.atomics;
  out.interval = interval_of(out);
  add_parts(input.figures.figures, out);
  out.traffic = traffic_of(done, input.grid);
  for (double* of : {&out.traffic.l1_hits, &out.traffic.l1_misses, &out.traffic.l2_written_sectors,
                     &out.traffic.dram_read_bytes, &out.traffic.dram_written_bytes})
    *of *= input.times_as_long;
  return out;
}

namespace {

std::optional<Estimate> simulated(const std::optional<MachineInput>& input, const Request& request,
                                  std::string& why_not) {
  if (!input) return std::nullopt;
  multiprocessor::Options options;
  options.cancel = request.cancel;
  return estimate_by_machine(*input, options, why_not);
}

} // namespace

std::optional<Estimate> estimate(compile::Compiler& compiler, const Request& request, std::string& why_not) {
  return simulated(machine_input(compiler, request, why_not), request, why_not);
}

std::optional<Estimate> estimate_of_code(compile::Compiler& compiler, const Request& request,
                                         std::string& why_not) {
  return simulated(input_of(compiler, for_estimate(request), why_not), request, why_not);
}

} // namespace warpscope::run
