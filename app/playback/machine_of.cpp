// Simulates a launch's multiprocessor over time, and how many warps hide its waits.
#include "app/playback/machine_of.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::playback {

namespace {

using multiprocessor::Op;
using multiprocessor::Work;

constexpr std::size_t most_points = 12; // of the curve
constexpr std::uint64_t most_events_of_point = 400'000;

bool is_cancelled(const std::atomic<bool>* cancel) { return cancel != nullptr && cancel->load(); }

/// By pc: wavefronts of a full warp's access to shared memory without conflicts, 128 bytes each.
std::vector<std::uint32_t> least_wavefronts(const program::Program& program) {
  std::vector<std::uint32_t> least(program.code.size(), 1);
  for (const program::Site& site : program.sites)
    if (site.pc < least.size()) least[site.pc] = std::max(1u, site.width / 4);
  return least;
}

/// The same steps as if no lanes met in a bank. False: none did.
bool remove_conflicts(Work& work, const std::vector<std::uint32_t>& least) {
  bool any = false;
  for (multiprocessor::Block& block : work.blocks)
    for (std::vector<multiprocessor::Step>& warp : block.warps)
      for (multiprocessor::Step& step : warp) {
        if (step.op != Op::Shared || step.origin >= least.size() || step.service <= least[step.origin])
          continue;
        step.service = static_cast<std::uint16_t>(least[step.origin]);
        any = true;
      }
  return any;
}

multiprocessor::Result simulated(const Work& work, const multiprocessor::Figures& figures,
                                 const std::atomic<bool>* cancel) {
  return multiprocessor::simulate(work, figures, {.events = most_events_of_point, .cancel = cancel});
}

double issue_share(const multiprocessor::Result& result, const multiprocessor::Figures& figures) {
  return result.cycles == 0 ? 0
                            : static_cast<double>(result.counters.issue_slots) /
                                  (static_cast<double>(result.cycles) * figures.partitions);
}

double found_share(const multiprocessor::Counters& counters) {
  const std::uint64_t found = counters.l1_hits + counters.l1_pending, asked = found + counters.l1_misses;
  return asked == 0 ? 0 : static_cast<double>(found) / static_cast<double>(asked);
}

/// So many blocks and no more, also where some of their warps have ended.
void hold(Work& work, std::uint32_t resident) {
  if (resident == work.resident) return;
  work.resident = resident;
  work.most_resident = work.partition_warps = 0;
}

/// Holds 1, 2, … of the recorded blocks at once, as far as there are places and recorded blocks: a block that
/// is run twice would find its lines in L1.
void add_curve(Machine& machine, const run::MachineInput& input, const std::atomic<bool>* cancel) {
  const multiprocessor::Figures& figures = input.figures.figures;
  const std::uint64_t recorded = std::min<std::uint64_t>(input.work.block_count, input.work.blocks.size());
  const std::uint64_t most = std::clamp<std::uint64_t>(figures.warps / std::max(1u, machine.warps_of_block),
                                                       1, std::max<std::uint64_t>(1, recorded));
  Work with = input.work;
  Work without = input.work;
  machine.conflicts = remove_conflicts(without, machine.least_wavefronts);
  const std::uint64_t step = (most + most_points - 1) / most_points;
  for (std::uint64_t resident = 1; resident <= most && !is_cancelled(cancel);) {
    hold(with, static_cast<std::uint32_t>(resident));
    hold(without, static_cast<std::uint32_t>(resident));
    Machine::Point point{with.resident, with.resident * machine.warps_of_block};
    const multiprocessor::Result result = simulated(with, figures, cancel);
    point.used = issue_share(result, figures);
    point.without_conflicts = machine.conflicts ? issue_share(simulated(without, figures, cancel), figures)
                                                : point.used;
    point.found = found_share(result.counters);
    point.in_use = bytes_in_use(input.work, resident);
    machine.curve.push_back(point);
    if (resident == most) break;
    resident = std::min(most, resident + step);
  }
}

/// By pc: whether it is an access to local memory.
std::vector<bool> local_accesses(const program::Program& program) {
  std::vector<bool> local(program.code.size(), false);
  for (const program::Site& site : program.sites)
    if (site.pc < local.size()) local[site.pc] = site.space == Space::Local;
  return local;
}

/// 0 where there are none.
std::uint32_t median_of(std::vector<std::uint32_t>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void add_times(Machine& machine, const multiprocessor::Figures& figures, const program::Program& program) {
  std::vector<std::uint64_t> issued(figures.partitions, 0);
  std::vector<std::uint32_t> waits, fences;
  const std::vector<bool> local = local_accesses(program);
  const auto is_global = [&](const multiprocessor::Piece& piece) {
    return (piece.what == Op::Load || piece.what == Op::Atomic || piece.what == Op::Copy) &&
           (piece.cause >= local.size() || !local[piece.cause]);
  };
  machine.warps = 0;
  for (const multiprocessor::PlaceRow& row : machine.timeline.rows) {
    machine.warps += row.lives.empty() ? 0 : 1;
    for (const multiprocessor::Life& life : row.lives)
      for (const multiprocessor::Piece& piece : life.pieces) {
        const MachineState state = state_of(piece);
        const std::uint64_t cycles = piece.end - piece.begin;
        machine.cycles[static_cast<std::size_t>(state)] += cycles;
        if (state == MachineState::Issues) issued[row.partition] += cycles;
        if (state == MachineState::Memory && is_global(piece))
          waits.push_back(static_cast<std::uint32_t>(cycles));
        if (state == MachineState::Fence) fences.push_back(static_cast<std::uint32_t>(cycles));
      }
  }
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, machine.timeline.cycles));
  for (const std::uint64_t cycles : issued) machine.issued.push_back(static_cast<double>(cycles) / all);
  std::uint64_t busy = 0;
  for (const multiprocessor::LsuPiece& piece : machine.timeline.lsu) {
    busy += piece.end - piece.begin;
    if (machine.is_conflict(piece))
      machine.worst_conflict = std::max(machine.worst_conflict, static_cast<std::uint32_t>(piece.wavefronts));
  }
  machine.lsu_busy = static_cast<double>(busy) / all;
  machine.load_cycles = median_of(waits);
  machine.fence_cycles = median_of(fences);
}

void stretch(multiprocessor::Figures& figures, double times) {
  for (std::uint32_t* latency : {&figures.l1_latency, &figures.l2_latency, &figures.dram_latency})
    *latency = static_cast<std::uint32_t>(std::max(1L, std::lround(times * *latency)));
}

std::uint64_t l1_bytes_of(const multiprocessor::Figures& figures) {
  return std::uint64_t{multiprocessor::lines_held(figures)} * multiprocessor::line_bytes;
}

/// An L1 of so many bytes; the smallest that is offered is seen whole.
void resize_l1(multiprocessor::Figures& figures, std::uint32_t bytes) {
  if (bytes >= l1_bytes_of(figures)) return;
  figures.l1_held = bytes / multiprocessor::line_bytes;
  if (bytes > playback::machine_l1_bytes[0]) return;
  figures.l1_ways = std::min(figures.l1_ways, 8u);
  figures.l1_sets = figures.l1_held / std::max(1u, figures.l1_ways);
}

bool touches_memory(const Work& work) {
  for (const multiprocessor::Block& block : work.blocks)
    for (const std::vector<multiprocessor::Step>& warp : block.warps)
      for (const multiprocessor::Step& step : warp)
        if (step.op != Op::Run && step.op != Op::Barrier && step.op != Op::Wait && step.op != Op::Constant)
          return true;
  return false;
}

} // namespace

MachinePtr no_machine(std::string why) {
  auto none = std::make_shared<Machine>();
  none->problem = std::move(why);
  return none;
}

MachinePtr machine_of(std::shared_ptr<const run::MachineInput> input, std::string device,
                      const MachineChoice& choice, const std::atomic<bool>* cancel) {
  run::MachineInput chosen = *input;
  if (choice.resident != 0) hold(chosen.work, choice.resident);
  if (choice.latency != 1) stretch(chosen.figures.figures, choice.latency);
  if (choice.l1_bytes != 0) resize_l1(chosen.figures.figures, choice.l1_bytes);
  std::string why_not;
  std::optional<run::Estimate> estimate = run::estimate_by_machine(
      chosen, {.events = most_machine_events, .intervals = true, .lookups = true, .cancel = cancel}, why_not);
  if (is_cancelled(cancel)) return nullptr;
  if (!estimate) return no_machine(std::move(why_not));
  auto out = std::make_shared<Machine>();
  const multiprocessor::Figures& figures = chosen.figures.figures;
  out->timeline = multiprocessor::timeline_of(chosen.work, figures, estimate->simulated);
  out->cache = cache_of(chosen.work, figures, estimate->simulated);
  out->cache.device_bytes = l1_bytes_of(input->figures.figures);
  out->cache.assumed = std::any_of(
      chosen.figures.assumed.begin(), chosen.figures.assumed.end(),
      [](const multiprocessor::Assumed& assumed) { return assumed.figure == "l1_ways"; });
  out->clock_hz = figures.clock_hz;
  out->resident = chosen.work.resident;
  for (const multiprocessor::Block& block : chosen.work.blocks)
    out->warps_of_block = std::max(out->warps_of_block, static_cast<std::uint32_t>(block.warps.size()));
  out->least_wavefronts = least_wavefronts(*chosen.program);
  add_times(*out, figures, *chosen.program);
  out->blocks = chosen.blocks;
  out->blocks_shown = estimate->simulated.blocks_ended;
  out->times_as_long = estimate->times_as_long;
  out->touches_memory = touches_memory(chosen.work);
  out->seconds = estimate->seconds;
  out->limit = estimate->bottleneck;
  out->predicted = estimate->code == run::Code::Predicted;
  out->read = estimate->code == run::Code::Read;
  out->why_as_written = estimate->why_as_written;
  out->why_not_read = estimate->why_not_read;
  out->latencies_known = chosen.borrowed_from.empty() &&
                         std::none_of(chosen.figures.assumed.begin(), chosen.figures.assumed.end(),
                                      [](const multiprocessor::Assumed& a) {
                                        return a.figure.ends_with("_latency") &&
                                               a.figure != "constant_latency";
                                      });
  out->device = std::move(device);
  out->borrowed_from = chosen.borrowed_from;
  out->latency = choice.latency;
  out->load_latency = figures.dram_share > 65536 / 2 ? figures.dram_latency : figures.l2_latency;
  const program::Program& program = *chosen.program;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) out->lines.push_back(program.span_of(pc).line);
  out->texts.resize(program.code.size());
  for (const program::Site& site : program.sites)
    if (site.pc < out->texts.size()) out->texts[site.pc] = site.text;
  out->cache.arrays = local_arrays(out->cache, program);
  if (choice.known && choice.known->input == input && choice.known->latency == choice.latency &&
      choice.known->cache.bytes == out->cache.bytes) {
    out->curve = choice.known->curve;
    out->conflicts = choice.known->conflicts;
  } else {
    add_curve(*out, chosen, cancel);
  }
  if (is_cancelled(cancel)) return nullptr;
  out->input = std::move(input);
  return out;
}

} // namespace warpscope::playback
