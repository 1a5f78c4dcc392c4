// The loop of the simulation: the next block that ends or the next instruction that is issued, whichever
// comes first.
#include "sim/multiprocessor/engine.h"

#include <algorithm>

namespace warpscope::multiprocessor {

namespace {

constexpr std::uint64_t most_warps = 1 << 12;
/// Greater for a block that started before, in a block for a warp of a higher number.
std::uint64_t rank_of(std::uint64_t block, std::uint32_t warp) {
  return ~(block * most_warps + (most_warps - 1 - warp));
}
std::uint64_t block_of(std::uint64_t rank) { return ~rank / most_warps; }

} // namespace

Engine::Engine(const Work& work, const Figures& figures, const Options& options)
    : work_(work), figures_(figures), options_(options), memory_(figures, work.meetings) {
  for (const Block& block : work.blocks)
    warps_per_block_ = std::max(warps_per_block_, static_cast<std::uint32_t>(block.warps.size()));
  const std::uint32_t all = (warps_per_block_ * work.resident + figures.partitions - 1) / figures.partitions;
  const auto places = std::size_t{std::max(all, work.partition_warps)} * figures.partitions;
  warps_.resize(places);
  place_free_.resize(places);
  partitions_.resize(figures.partitions);
  for (std::size_t place = 0; place < places; ++place) {
    Partition& partition = partitions_[place % figures.partitions];
    partition.ready.push_back(never);
    partition.rank.push_back(0);
    partition.need.push_back(Nothing);
  }
  for (Partition& partition : partitions_) partition.served.resize(figures.queue);
  residents_.resize(std::max(work.resident, work.most_resident));
  if (options.lookups) memory_.record(&result_.lookups);
}

Result Engine::run() {
  start_blocks(work_.resident, 0);
  for (Partition& partition : partitions_) find_next(partition);
  for (;;) {
    std::uint64_t now = never;
    std::uint32_t who = 0;
    for (std::uint32_t p = 0; p < partitions_.size(); ++p)
      if (partitions_[p].next < now) now = partitions_[p].next, who = p;
    const std::uint64_t end = next_end_;
    if (end == never && now == never) break;
    if (result_.events >= options_.events) {
      result_.status = Status::OverBudget;
      result_.message = "the simulation was not finished: its budget of events is used up";
      last_end_ = std::max(last_end_, std::min(now, end));
      break;
    }
    if ((result_.events++ & 0xFFF) == 0 && options_.cancel != nullptr && *options_.cancel) {
      result_.status = Status::Cancelled;
      result_.message = "the simulation was cancelled";
      last_end_ = std::max(last_end_, std::min(now, end));
      break;
    }
    if (end <= now) {
      take_ended();
      ++result_.blocks_ended;
      if (result_.block_ends.size() < options_.most_rows) result_.block_ends.push_back(end);
      start_blocks(static_cast<std::uint32_t>(residents_.size()), end);
    } else {
      issue(who);
    }
  }
  finish(result_);
  return std::move(result_);
}

/// The block that ends next is no longer resident.
void Engine::take_ended() {
  std::uint32_t ended = 0;
  while (residents_[ended].free != next_end_) ++ended;
  residents_[ended].taken = false;
  memory_.set_blocks(--taken_, warps_per_block_);
  residents_[ended].free = next_end_ = never;
  for (const Resident& resident : residents_) next_end_ = std::min(next_end_, resident.free);
}

/// Starts as many as find places.
void Engine::start_blocks(std::uint32_t most, std::uint64_t now) {
  for (std::uint32_t place = 0; place < most && next_block_ < work_.block_count; ++place)
    if (!residents_[place].taken &&
        find_places(place, work_.blocks[next_block_ % work_.blocks.size()].warps.size(), now))
      start_block(place, now);
}

bool Engine::find_places(std::uint32_t block_place, std::size_t count, std::uint64_t now) {
  std::vector<std::uint32_t>& found = residents_[block_place].places;
  found.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    std::size_t at = partition_of(block_place, i, warps_per_block_, figures_.partitions);
    while (at < place_free_.size() && place_free_[at] > now) at += figures_.partitions;
    if (at >= place_free_.size()) {
      for (const std::uint32_t place : found) place_free_[place] = now;
      return false;
    }
    place_free_[at] = never;
    found.push_back(static_cast<std::uint32_t>(at));
  }
  return true;
}

/// In the places that find_places() found.
void Engine::start_block(std::uint32_t block_place, std::uint64_t now) {
  const Block& block = work_.blocks[next_block_ % work_.blocks.size()];
  const std::uint64_t start = std::max(now + figures_.block_start, starts_from_);
  const auto count = static_cast<std::uint32_t>(block.warps.size());
  starts_from_ = start + std::max<std::uint64_t>(figures_.block_interval,
                                                 std::uint64_t{count} * figures_.block_interval_warp);
  const std::vector<std::uint32_t> places = std::move(residents_[block_place].places);
  residents_[block_place] = {.number = next_block_, .taken = true, .places = places, .warps = count};
  memory_.set_blocks(++taken_, warps_per_block_);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t at = places[i];
    Warp& warp = warps_[at];
    warp = {.block = &block, .steps = &block.warps[i], .place = block_place, .since = now};
    const std::uint64_t begins = start + std::uint64_t{i} * figures_.warp_start;
    warp.row = {.block = next_block_, .warp = i, .place = at, .taken = now, .started = begins};
    if (result_.rows.size() < options_.most_rows) {
      warp.row_index = static_cast<std::uint32_t>(result_.rows.size());
      result_.rows.push_back(warp.row);
    }
    partitions_[at % figures_.partitions].rank[at / figures_.partitions] = rank_of(next_block_, i);
  }
  ++next_block_;
  // All are there before one of them can end or wait for the others.
  for (const std::uint32_t at : places) {
    spend(warps_[at], State::Slot, warps_[at].row.started, Interval::no_step);
    advance(at, warps_[at].row.started);
  }
}

/// The warp goes on at `now`: passes its waits and finds out when it can issue.
void Engine::advance(std::uint32_t place, std::uint64_t now) {
  Warp& warp = warps_[place];
  const std::vector<Step>& steps = *warp.steps;
  for (; warp.next < steps.size() && steps[warp.next].op == Op::Wait; ++warp.next) {
    const std::uint64_t result = warp.results[steps[warp.next].token];
    if (result > now) {
      spend(warp, State::Memory, result, warp.next);
      now = result;
    }
  }
  if (warp.next == steps.size()) {
    spend(warp, State::Memory, warp.stored, Interval::no_step);
    end_warp(place, std::max(now, warp.stored));
    return;
  }
  const Step& step = steps[warp.next];
  Need need = Queue;
  if (step.op == Op::Run || step.op == Op::Barrier || step.op == Op::Constant || step.op == Op::Fence)
    need = Nothing;
  Partition& partition = partitions_[place % figures_.partitions];
  const std::uint32_t local = place / figures_.partitions;
  partition.ready[local] = now;
  partition.need[local] = need;
  const std::uint64_t earliest = std::max({now, partition.open[need], partition.port});
  partition.next = std::min(partition.next, earliest);
}

void Engine::end_warp(std::uint32_t place, std::uint64_t now) {
  Warp& warp = warps_[place];
  partitions_[place % figures_.partitions].ready[place / figures_.partitions] = never;
  warp.row.ended = place_free_[place] = now;
  last_end_ = std::max(last_end_, now);
  if (warp.row_index < result_.rows.size()) result_.rows[warp.row_index] = warp.row;
  Resident& block = residents_[warp.place];
  block.latest = std::max(block.latest, now);
  if (++block.ended == block.warps) {
    block.free = block.latest;
    next_end_ = std::min(next_end_, block.free);
  } else {
    release_if_complete(warp.place);
  }
}

void Engine::release_if_complete(std::uint32_t block_place) {
  Resident& block = residents_[block_place];
  if (block.arrived == 0 || block.arrived + block.ended < block.warps) return;
  const std::uint64_t release = block.latest + figures_.barrier;
  block.arrived = 0;
  ++result_.counters.barriers;
  for (const std::uint32_t place : std::vector(block.places)) {
    if (!warps_[place].at_barrier || warps_[place].place != block_place) continue;
    Warp& warp = warps_[place];
    warp.at_barrier = false;
    const std::uint32_t at = warp.next - 1;
    const std::uint64_t goes_on = std::max(release + (*warp.steps)[at].service, warp.own_time);
    spend(warp, State::Barrier, goes_on, at);
    advance(place, goes_on);
  }
}

void Engine::find_next(Partition& partition) {
  std::uint64_t earliest = never;
  const std::uint64_t* const ready = partition.ready.data();
  const Need* const need = partition.need.data();
  for (std::size_t i = 0, count = partition.ready.size(); i < count; ++i)
    earliest = std::min(earliest, std::max(ready[i], partition.open[need[i]]));
  partition.next = earliest == never ? never : std::max(earliest, partition.port);
}

/// The local place of the warp that issues at `now`, in which some warp can.
std::uint32_t Engine::choose(const Partition& partition, std::uint64_t now) const {
  const auto can = [&](std::size_t i) {
    return partition.ready[i] <= now && partition.open[partition.need[i]] <= now;
  };
  if (partition.last < partition.ready.size() && can(partition.last)) return partition.last;
  constexpr std::uint32_t none = ~0u;
  std::uint64_t since = never;
  std::uint32_t chosen = none, queued = 0;
  const auto goes_before = [&](std::uint32_t i, std::uint32_t other) {
    if (other == none) return true;
    const bool same_block = block_of(partition.rank[i]) == block_of(partition.rank[other]);
    if (same_block && partition.ready[i] != partition.ready[other])
      return partition.ready[i] < partition.ready[other];
    return partition.rank[i] > partition.rank[other];
  };
  for (std::uint32_t i = 0; i < partition.ready.size(); ++i) {
    if (!can(i)) continue;
    if (goes_before(i, chosen)) chosen = i;
    const bool has_queued = partition.need[i] == Queue && partition.ready[i] < partition.open[Queue];
    if (!has_queued || partition.ready[i] > since) continue;
    if (partition.ready[i] < since || partition.rank[i] > partition.rank[queued])
      since = partition.ready[i], queued = i;
  }
  return since != never ? queued : chosen;
}

void Engine::issue(std::uint32_t number) {
  Partition& partition = partitions_[number];
  std::uint64_t now = partition.next;
  const std::uint32_t local = choose(partition, now);
  const std::uint32_t place = local * figures_.partitions + number;
  Warp& warp = warps_[place];
  const Need need = partition.need[local];
  const std::uint32_t at = warp.next++;
  const Step& step = (*warp.steps)[at];
  const std::uint64_t open = std::min(partition.open[need], now);
  if (open > warp.since) spend(warp, State::Queue, open, at);
  spend(warp, State::Ready, now, at);
  const auto pipe = static_cast<std::size_t>(step.pipe);
  if (step.op == Op::Run && step.pipe != Pipe::None && partition.place_free[pipe] > now) {
    now = partition.place_free[pipe]; // and nobody else issues
    spend(warp, State::Pipe, now, at);
  }
  partition.last = local;
  const std::uint64_t slots = std::max<std::uint64_t>(1, step.slots);
  result_.counters.issue_slots += slots;
  partition.port = now + slots;
  spend(warp, State::Issue, now + slots, at);
  // Until advance() finds another time for it.
  partition.ready[local] = never;
  std::uint64_t goes_on = now + slots;
  bool waits = false;
  if (step.op == Op::Run) {
    std::uint64_t starts = now;
    if (step.pipe != Pipe::None) {
      starts = partition.place_free[pipe] = std::max(now, partition.pipe_free[pipe]);
      partition.pipe_free[pipe] = starts + step.service;
    }
    if (starts > now) spend(warp, State::Pipe, starts + slots, at);
    goes_on = starts + slots + step.stall;
    spend(warp, State::Dependency, goes_on, at);
  } else if (step.op == Op::Barrier) {
    waits = true;
  } else {
    const std::span<const Line> lines(warp.block->lines.data() + step.first, step.count);
    const std::size_t lookups = result_.lookups.size();
    Memory::Access access = step.op == Op::Fence ? Memory::Access{}
                                                 : memory_.access(step, lines, now, number);
    if (result_.lookups.size() > lookups) note_lookups(warp, at, lookups);
    if (access.length > 0) note_service(warp, at, access);
    if (step.op == Op::Copy) access.result = warp.copied = std::max(warp.copied, access.result);
    if (step.op == Op::Store) {
      warp.stored = std::max(warp.stored, access.served + figures_.store_end);
      warp.answered = std::max(warp.answered, access.served + figures_.store_answer);
    }
    if (step.op == Op::Fence) access.result = memory_.fence(now, warp.answered, step.service != 0);
    if (step.keeps && step.op != Op::Store) warp.results[step.token] = access.result;
    if (step.op != Op::Constant && step.op != Op::Fence) {
      partition.served[partition.head] = access.served;
      if (++partition.head == partition.served.size()) partition.head = 0;
      // The instruction that is `queue` places behind can join when this one leaves.
      const std::uint64_t leaves = partition.served[partition.head];
      if (leaves > now + 1) partition.open[Queue] = leaves;
    }
    if (step.op == Op::Shared && step.work == AtomicWork::Swaps) goes_on = swap(warp, at, access, goes_on);
  }
  if (waits) {
    Resident& block = residents_[warp.place];
    warp.at_barrier = true;
    warp.own_time = goes_on + step.stall;
    ++block.arrived;
    const std::uint64_t each = block.arrived == 1 ? barrier_first(figures_.barrier_arrival)
                                                  : figures_.barrier_arrival;
    const std::uint64_t ticks = barriers_.serve(goes_on * ticks_per_cycle, each) + each;
    block.arrival = std::max(std::max(block.arrival, goes_on) + figures_.barrier_each_warp,
                             (ticks + ticks_per_cycle - 1) / ticks_per_cycle);
    block.latest = std::max(block.latest, block.arrival);
    if (block.arrived == block.warps) memory_.hold_at_barrier(now);
    release_if_complete(warp.place);
  } else {
    advance(place, goes_on);
  }
  find_next(partition);
}

/// A step of a loop of compare-and-swaps. Returns when the warp goes on.
std::uint64_t Engine::swap(Warp& warp, std::uint32_t at, const Memory::Access& access,
                           std::uint64_t goes_on) {
  const Step& step = (*warp.steps)[at];
  if (step.count == 0) {
    warp.loaded = access.served;
    return goes_on;
  }
  const auto fails = [&](std::uint32_t word) {
    std::uint64_t& changed = residents_[warp.place].swapped[word];
    if (changed > warp.loaded) return true;
    changed = access.served;
    return false;
  };
  std::erase_if(warp.failed, [&](std::uint32_t word) { return !fails(word); });
  if (!warp.repeats)
    for (std::uint32_t i = 0; i < step.count; ++i)
      if (const std::uint32_t word = warp.block->lines[step.first + i].number; fails(word))
        warp.failed.push_back(word);
  if (step.stall == 0) return goes_on;
  goes_on = std::max(goes_on, access.result);
  spend(warp, State::Memory, goes_on, at);
  warp.repeats = !warp.failed.empty();
  if (!warp.repeats) return goes_on;
  warp.next = at - step.stall;
  goes_on += figures_.swap_again;
  spend(warp, State::Dependency, goes_on, at);
  return goes_on;
}

void Engine::spend(Warp& warp, State state, std::uint64_t until, std::uint32_t step) {
  if (until <= warp.since) return;
  const std::uint64_t cycles = until - warp.since;
  warp.row.cycles[static_cast<std::size_t>(state)] += cycles;
  result_.states[static_cast<std::size_t>(state)] += cycles;
  if (options_.intervals) {
    if (warp.row_index != no_row && result_.intervals.size() < options_.most_intervals)
      result_.intervals.push_back({warp.row_index, step, state, warp.since, until});
    else result_.intervals_left_out = true;
  }
  warp.since = until;
}

void Engine::note_service(const Warp& warp, std::uint32_t step, const Memory::Access& access) {
  if (!options_.intervals) return;
  if (warp.row_index != no_row && result_.services.size() < options_.most_intervals)
    result_.services.push_back({warp.row_index, step, access.shown, access.shown + access.length});
  else result_.intervals_left_out = true;
}

/// The lookups from `first` on are of this step. When there are too many the record ends, without a gap.
void Engine::note_lookups(const Warp& warp, std::uint32_t step, std::size_t first) {
  if (warp.row_index == no_row || result_.lookups.size() > options_.most_lookups) {
    result_.lookups.resize(first);
    result_.lookups_left_out = true;
    memory_.record(nullptr);
    return;
  }
  for (std::size_t i = first; i < result_.lookups.size(); ++i) {
    result_.lookups[i].row = warp.row_index;
    result_.lookups[i].step = step;
  }
}

void Engine::finish(Result& result) {
  const std::uint64_t drained = memory_.drained();
  memory_.tell(result.counters);
  result.counters.barrier_busy = barriers_.busy();
  result.cycles = result.status == Status::Done ? std::max(last_end_, drained) : last_end_;
  // Warps that have not ended: as far as their states are known.
  for (const Warp& warp : warps_)
    if (warp.row_index < result.rows.size() && result.rows[warp.row_index].ended == 0) {
      result.rows[warp.row_index] = warp.row;
      result.rows[warp.row_index].ended = warp.since;
    }
}

} // namespace warpscope::multiprocessor
