// Records the steps of one multiprocessor's blocks, simulates them, extrapolates to all of its blocks.
#include "sim/run/estimate.h"

#include "sim/model/occupancy.h"
#include "sim/multiprocessor/recorder.h"
#include "sim/run/stages.h"

#include <algorithm>
#include <utility>

namespace warpscope::run {

namespace {

constexpr std::uint64_t rounds = 2;

/// Bounds of the second run of these blocks: some 0.1 us for an instruction.
constexpr std::uint64_t most_instructions = 3'000'000;
constexpr std::size_t most_steps = 1'000'000;

/// Nine of ten times of 100 launches that nothing was fitted to lie within this factor (docs/speed-model.md).
constexpr double nine_of_ten = 2.2;

std::uint64_t shared_bytes_of(const program::Program& program, const exec::Launch& launch) {
  return std::uint64_t{program.kernels[launch.kernel].shared_bytes} + launch.dynamic_shared_bytes;
}

/// Bytes of global memory that a launch touches, by whole lines: what the recorded blocks touch stands for
/// the others, and all of them no more than the buffers hold.
std::uint64_t footprint_of(const std::vector<multiprocessor::Block>& blocks, std::uint64_t grid,
                           const std::vector<launch::Buffer>& buffers) {
  std::vector<std::uint32_t> lines;
  for (const multiprocessor::Block& block : blocks)
    for (const multiprocessor::Line& line : block.lines)
      if (line.number < multiprocessor::local_lines) lines.push_back(line.number);
  std::sort(lines.begin(), lines.end());
  const auto end = std::unique(lines.begin(), lines.end());
  const double touched = static_cast<double>(end - lines.begin()) * multiprocessor::line_bytes;
  std::uint64_t held = 0;
  for (const launch::Buffer& buffer : buffers) held += buffer.bytes;
  const double all = touched * static_cast<double>(grid) / static_cast<double>(blocks.size());
  return static_cast<std::uint64_t>(std::min(all, static_cast<double>(held)));
}

std::vector<std::uint32_t> atomic_lines(const multiprocessor::Block& block) {
  std::vector<std::uint32_t> lines;
  for (const auto& steps : block.warps)
    for (const multiprocessor::Step& step : steps)
      if (step.op == multiprocessor::Op::Atomic)
        for (std::uint32_t i = 0; i < step.count; ++i) lines.push_back(block.lines[step.first + i].number);
  std::sort(lines.begin(), lines.end());
  return lines;
}

bool atomics_meet(const multiprocessor::Block& a, const multiprocessor::Block& b) {
  const std::vector<std::uint32_t> of_a = atomic_lines(a), of_b = atomic_lines(b);
  return std::any_of(of_a.begin(), of_a.end(),
                     [&](std::uint32_t line) { return std::binary_search(of_b.begin(), of_b.end(), line); });
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
  const Device& device = request.device;
  const exec::Launch& launch = placed->launch;
  const std::uint64_t grid = launch.grid.count(), shared = shared_bytes_of(program, launch);
  const model::Occupancy held = model::occupancy(device,
                                                 {.threads = launch.block.count(), .shared_bytes = shared});
  if (!held.illegal.empty()) {
    why_not = held.illegal;
    return std::nullopt;
  }
  const std::uint64_t apart = std::max<std::uint64_t>(1, device.sm_count);
  MachineInput out;
  out.blocks = (grid + apart - 1) / apart;
  out.work.resident = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(out.blocks, 1, std::max<std::uint64_t>(1, held.blocks_per_sm)));
  multiprocessor::Share share;
  share.busy = static_cast<std::uint32_t>(std::min(grid, apart));
  share.resident_shared = out.work.resident * (shared + device.reserved_shared_bytes_per_block);
  if (!multiprocessor::figures_of(device, share, why_not)) return std::nullopt; // before any block runs
  if (const DeviceNumber* overhead = device.find("launch_overhead"); overhead != nullptr)
    out.launch_seconds = overhead->value * 1e-6;
  exec::RunOptions options = run_options(request, *prepared.bound);
  options.progress = nullptr;
  options.budget.warp_instructions = std::min<std::uint64_t>(
      options.budget.warp_instructions == 0 ? most_instructions : options.budget.warp_instructions,
      most_instructions);
  options.blocks.clear();
  out.work.block_count = std::min(out.blocks, rounds * out.work.resident);
  for (std::uint64_t i = 0; i < out.work.block_count; ++i) options.blocks.push_back(i * apart);
  // Another multiprocessor's first block, to see whether their atomics meet.
  const bool beside = grid > 1;
  if (beside) options.blocks.insert(options.blocks.begin() + 1, apart > 1 ? 1 : grid - 1);
  multiprocessor::StepRecorder recorder(program, most_steps, request.as_compiled);
  const exec::RunResult ran = exec::run(program, launch, placed->memory, options, recorder);
  out.work.blocks = recorder.take_blocks();
  if (ran.status == exec::RunStatus::Cancelled) why_not = "the estimate was cancelled";
  else if (ran.status == exec::RunStatus::BudgetExceeded || recorder.truncated())
    why_not = "a block has too many instructions for an estimate";
  else if (ran.status != exec::RunStatus::Done) why_not = "a block does not come to its end";
  // What ended stands for the others, when only the budget is used up.
  const bool some = (ran.status == exec::RunStatus::Done || ran.status == exec::RunStatus::BudgetExceeded) &&
                    !out.work.blocks.empty();
  if (!some) return std::nullopt;
  if (beside && out.work.blocks.size() > 1) {
    share.atomics_meet = atomics_meet(out.work.blocks[0], out.work.blocks[1]);
    out.work.blocks.erase(out.work.blocks.begin() + 1);
  }
  share.footprint = footprint_of(out.work.blocks, grid, placed->buffers);
  auto figures = multiprocessor::figures_of(device, share, why_not);
  if (!figures) return std::nullopt;
  why_not.clear();
  out.figures = std::move(*figures);
  out.code = request.as_compiled ? Code::Predicted : Code::AsWritten;
  out.program = prepared.compiled.program;
  return out;
}

} // namespace

std::optional<MachineInput> machine_input(compile::Compiler& compiler, const Request& request,
                                          std::string& why_not) {
  Request predicted = request;
  predicted.as_compiled = true;
  if (!request.as_compiled) predicted.program.reset();
  predicted.run_checks = predicted.races = false;
  predicted.trace_block.reset();
  predicted.schedule = {};
  std::optional<MachineInput> out = input_of(compiler, predicted, why_not);
  if (out || request.as_compiled || (request.cancel != nullptr && *request.cancel)) return out;
  Request written = std::move(predicted);
  written.as_compiled = false;
  written.program = request.program;
  std::string why_not_either;
  out = input_of(compiler, written, why_not_either);
  if (out) out->why_as_written = std::exchange(why_not, {});
  else why_not = std::move(why_not_either);
  return out;
}

std::optional<Estimate> estimate_by_machine(const MachineInput& input, const multiprocessor::Options& options,
                                            std::string& why_not) {
  Estimate out;
  out.simulated = multiprocessor::simulate(input.work, input.figures.figures, options);
  const multiprocessor::Result& done = out.simulated;
  const std::uint64_t ended = done.blocks_ended, resident = input.work.resident;
  if (done.status != multiprocessor::Status::Done &&
      (done.status != multiprocessor::Status::OverBudget || ended == 0)) {
    why_not = done.message;
    return std::nullopt;
  }
  const double clock = input.figures.figures.clock_hz;
  const double cycles = static_cast<double>(done.cycles);
  if (const std::uint64_t left = input.blocks - std::min(input.blocks, ended); left > 0) {
    // The blocks after the first round show how long one takes among others.
    const bool second = ended > resident && done.block_ends.size() > resident;
    double each = second ? static_cast<double>(done.block_ends.back() - done.block_ends[resident - 1]) /
                               static_cast<double>(done.block_ends.size() - resident)
                         : cycles / static_cast<double>(ended);
    // In the long run no block takes less than its share of the resource that is busy longest.
    each = std::max(each,
                    multiprocessor::longest_busy(done, input.figures.figures) / static_cast<double>(ended));
    out.extrapolated_seconds = static_cast<double>(left) * each / clock;
  }
  out.launch_seconds = input.launch_seconds;
  out.seconds = out.launch_seconds + cycles / clock + out.extrapolated_seconds;
  out.low = std::max(out.launch_seconds, out.seconds / nine_of_ten);
  out.high = out.seconds * nine_of_ten;
  out.bottleneck = done.limit;
  out.code = input.code;
  out.why_as_written = input.why_as_written;
  const double rest = cycles > 0 ? 1 + out.extrapolated_seconds * clock / cycles : 1;
  const multiprocessor::Counters& busy = done.counters;
  const auto part = [&](multiprocessor::Limit limit, double busy_cycles) {
    out.parts.push_back({name_of(limit), busy_cycles * rest / clock});
  };
  const auto ticks = [](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(multiprocessor::ticks_per_cycle);
  };
  using multiprocessor::Limit;
  part(Limit::Issue, static_cast<double>(busy.issue_slots) / input.figures.figures.partitions);
  part(Limit::Lsu, static_cast<double>(busy.lsu_busy));
  part(Limit::L2Read, ticks(busy.l2_read_busy));
  part(Limit::L2Write, ticks(busy.l2_write_busy));
  part(Limit::Dram, ticks(busy.dram_busy));
  part(Limit::Constant, static_cast<double>(busy.constant_busy));
  part(Limit::Atomics, ticks(busy.atomic_busy));
  out.parts.push_back({"launch", out.launch_seconds});
  return out;
}

std::optional<Estimate> estimate(compile::Compiler& compiler, const Request& request, std::string& why_not) {
  const std::optional<MachineInput> input = machine_input(compiler, request, why_not);
  if (!input) return std::nullopt;
  multiprocessor::Options options;
  options.cancel = request.cancel;
  return estimate_by_machine(*input, options, why_not);
}

} // namespace warpscope::run
