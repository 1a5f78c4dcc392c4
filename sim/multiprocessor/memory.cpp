// The times of memory accesses, by the rules LSU to copies of multiprocessor.h.
#include "sim/multiprocessor/memory.h"

#include "sim/model/tags.h"

#include <algorithm>
#include <utility>

namespace warpscope::multiprocessor {

namespace {

constexpr std::uint64_t cycles_up(std::uint64_t ticks) {
  return (ticks + ticks_per_cycle - 1) / ticks_per_cycle;
}

/// Of a line: the bits of its mask. A table, as not every processor that this is compiled for counts bits.
std::uint64_t sectors_of(const Line& line) {
  constexpr std::uint8_t bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  return bits[line.sectors & 15];
}

/// Bits of pairs, of bits of sectors.
std::uint32_t pairs_of_sectors(std::uint32_t sectors) {
  return ((sectors & 3) != 0 ? 1u : 0u) | ((sectors & 12) != 0 ? 2u : 0u);
}

} // namespace

std::uint64_t lookup_cycles(std::span<const Line> lines, std::uint32_t at_once) {
  if (at_once != model::tag_banks) return (lines.size() + at_once - 1) / at_once;
  model::TagWavefronts wavefronts;
  for (const Line& line : lines) wavefronts.add(line.number);
  return wavefronts.count();
}

bool is_apart(std::span<const Line> lines, std::size_t i) {
  const auto is_beside = [&](std::size_t other) {
    return lines[other].number + 1 == lines[i].number || lines[other].number == lines[i].number + 1;
  };
  return lines.size() > 1 && !(i > 0 && is_beside(i - 1)) && !(i + 1 < lines.size() && is_beside(i + 1));
}

bool straddles(std::span<const Line> lines) {
  if (lines.size() < 2) return false;
  const auto is_prefix = [](std::uint32_t sectors) { return (sectors & (sectors + 1)) == 0; };
  const auto mask = [&](std::size_t i) { return lines[i].sectors & 15; };
  const std::uint32_t first = mask(0), last = mask(lines.size() - 1);
  if (first == 0 || last == 0) return false;
  if (!is_prefix(last) || !is_prefix(~first & 15)) return false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].number != lines[0].number + i) return false;
    if (i + 1 < lines.size() && mask(i) != 15) return false;
  }
  return first != 15 || last != 15;
}

/// The cycles that an access's lines take which the constant cache does not hold. They are there from now on.
std::uint64_t Memory::constant_misses(std::span<const Line> lines) {
  std::uint64_t first = 0, again = 0;
  for (const Line& line : lines) {
    const auto found = std::find(constant_cache_.begin(), constant_cache_.end(), line.number);
    const bool held = found != constant_cache_.end();
    if (held) constant_cache_.erase(found);
    constant_cache_.push_back(line.number);
    if (constant_cache_.size() > figures_.constant_lines) constant_cache_.pop_front();
    const bool read_before = !constants_.insert(line.number).second;
    if (!read_before) first += figures_.constant_miss;
    else if (!held) again += figures_.constant_again;
  }
  return again == 0 ? first : first + again + figures_.constant_again_first;
}

/// When a uniform register has what it loads.
std::uint64_t Memory::uniform(std::span<const Line> lines, std::uint64_t now, std::uint32_t partition) {
  Uniform& held = uniforms_[partition];
  std::uint64_t first = 0, missed = 0;
  for (const Line& line : lines) {
    if (constants_.insert(line.number).second) first += figures_.constant_miss;
    uniform_lines_.insert(line.number);
    bool is_held = std::erase(held.lines, line.number) != 0;
    if (is_held) held.lost += uniform_lost(uniform_lines_.size(), blocks_here_, figures_.uniform_lines);
    if (held.lost >= 64) held.lost -= 64, is_held = false;
    if (!is_held) missed += figures_.uniform_miss;
    held.lines.push_back(line.number);
    if (held.lines.size() > figures_.uniform_lines) held.lines.erase(held.lines.begin());
  }
  if (first + missed == 0) return now + 1;
  const std::uint64_t from = first == 0 ? now + 1 : constant_.serve(now + 1, first) + first;
  return held.port.serve(from, missed) + missed;
}

Memory::Access Memory::access(const Step& step, std::span<const Line> lines, std::uint64_t now,
                              std::uint32_t partition) {
  if (step.op == Op::Constant) {
    // A uniform register's load takes no pass.
    if (step.service == 0) return {now + 1, uniform(lines, now, partition)};
    const std::uint64_t missed = constant_misses(lines), passes = step.service, pass = figures_.constant_pass;
    counters_.constant_passes += passes;
    const std::uint64_t start = constant_.serve(now + 1, passes * pass + missed);
    return {start, start - 1 + missed + (passes - 1) * pass + figures_.constant_latency};
  }
  const bool reads = step.op == Op::Load || step.op == Op::Copy;
  const bool writes = step.op == Op::Store || step.op == Op::Atomic;
  std::uint64_t from = now + 1, lookups = 0, data = std::max<std::uint64_t>(1, step.service);
  if (reads) lookups = lookups_of(lines);
  if (step.op == Op::Shuffle) data = 1;
  if (step.op == Op::Shared) data += turn_of(!step.stores);
  if (writes) {
    lookups = data = std::max<std::uint64_t>(1, lines.size());
    const std::uint64_t written = cycles_up(l2_write_.free());
    from = std::max({from, data_.free(), written - std::min<std::uint64_t>(written, figures_.write_backlog)});
  }
  last_conflict_ = step.op == Op::Shared && data > 1 ? data : 0;
  const std::uint64_t start = tags_.serve(from, lookups);
  std::uint64_t arrives = 0;
  if (reads) {
    const Loaded loaded = load(lines, start);
    arrives = loaded.arrives;
    tags_.extend(extension_of(loaded, lookups));
    data = std::max(data, loaded.missing - std::min(loaded.missing, miss_overlap));
  }
  const std::uint64_t served = data_.serve(reads ? start + lookups - 1 : start, data);
  const std::uint64_t ends = std::max(data_.free(), reads ? tags_.free() : 0);
  Access out{.served = served};
  out.shown = std::max(shown_until_, reads ? start : served);
  out.length = ends - std::min(ends, out.shown);
  shown_until_ = std::max(shown_until_, ends);
  // What a sub-partition gets, or sends, takes two cycles a wavefront, whatever the others do.
  const auto reaches_all = [&](std::uint64_t wavefronts, std::uint64_t latency) {
    const std::uint64_t reaches = std::max(served, conflict_ends_[partition]);
    const std::uint64_t others = (wavefronts - 1) * figures_.shared_wavefront;
    conflict_ends_[partition] = reaches + 1 + others;
    return reaches - 1 + others + latency;
  };
  switch (step.op) {
  case Op::Shuffle: out.result = served - 1 + figures_.shuffle_latency; break;
  case Op::Shared:
    counters_.shared_wavefronts += std::max<std::uint64_t>(1, step.service);
    out.result = reaches_all(data, figures_.shared_latency);
    if (step.work == AtomicWork::Swaps && step.count > 0) out.result += figures_.swap_latency;
    break;
  case Op::Copy:
    counters_.shared_wavefronts += step.service;
    out.result = std::max(served + data - 2 + figures_.l1_latency, arrives);
    break;
  case Op::Load:
    out.result = std::max(reaches_all(std::max<std::uint64_t>(1, step.service), figures_.l1_latency),
                          arrives);
    break;
  case Op::Atomic: out.result = start - 1 + cycles_up(turns(step, lines, start)) + figures_.l2_latency; break;
  default: store(lines, start, partition); out.result = start;
  }
  return out;
}

/// Cycles of the tags in which a load's lines are looked up.
std::uint64_t Memory::lookups_of(std::span<const Line> lines) {
  std::uint64_t lookups = std::max<std::uint64_t>(1, lookup_cycles(lines, figures_.l1_lines));
  if (!straddles(lines)) return lookups;
  half_lookups_ += lookups;
  lookups += half_lookups_ / 2;
  half_lookups_ %= 2;
  return lookups;
}

/// Cycles of the tags that a load takes beyond its lookups.
std::uint64_t Memory::extension_of(const Loaded& loaded, std::uint64_t lookups) {
  if (loaded.missing > 0) return loaded.missing - std::min(loaded.missing, lookups);
  if (loaded.waiting <= 2 * lookups) return 0;
  half_lookups_ += std::min(loaded.waiting - 2 * lookups, halves_under_way);
  const std::uint64_t cycles = half_lookups_ / 2;
  half_lookups_ %= 2;
  return cycles;
}

/// Cycles in which shared memory turns round.
std::uint64_t Memory::turn_of(bool loads) {
  if (std::exchange(shared_loads_, loads) == loads) return 0;
  const std::uint64_t turn = ++half_turns_ / 2;
  half_turns_ %= 2;
  counters_.shared_turns += turn;
  return turn;
}

void Memory::hold_at_barrier(std::uint64_t now) {
  const std::uint64_t held = std::min<std::uint64_t>(last_conflict_, figures_.barrier_drain);
  if (data_.free() <= now + 1) return;
  data_.extend(held);
  counters_.barrier_drains += held;
}

std::uint64_t Memory::fence(std::uint64_t now, std::uint64_t answered, bool for_host) {
  l1_.forget();
  forgot_ = true;
  const std::uint64_t start = fences_.serve(now + 1, figures_.fence_each);
  return std::max(start, answered) - 1 + (for_host ? figures_.fence_system_latency : figures_.fence_latency);
}

Memory::Loaded Memory::load(std::span<const Line> lines, std::uint64_t start) {
  Loaded out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t cycle = start + i / figures_.l1_lines;
    const bool passes = (lines[i].sectors & past_l1) != 0;
    L1::Entry past;
    L1::Entry& entry = passes ? past : l1_.touch(lines[i].number);
    const std::uint32_t sectors = lines[i].sectors & 15, misses = sectors & ~entry.asked;
    if (misses != 0) {
      const std::uint64_t count = sectors_of(Line{0, misses});
      const std::uint64_t arrives = fetch({lines[i].number, misses}, is_apart(lines, i), cycle);
      for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector)
        if ((misses >> sector & 1u) != 0) entry.arrives[sector] = arrives;
      entry.asked |= misses;
      counters_.l1_misses += count;
    }
    std::uint64_t arrives = 0;
    std::uint32_t pending = 0;
    for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector) {
      if ((sectors >> sector & 1u) == 0) continue;
      const bool here = entry.arrives[sector] <= cycle;
      if ((misses >> sector & 1u) == 0) {
        ++(here ? counters_.l1_hits : counters_.l1_pending);
        pending |= here ? 0u : 1u << sector;
      }
      arrives = std::max(arrives, entry.arrives[sector]);
    }
    out.arrives = std::max(out.arrives, arrives);
    if (lookups_ != nullptr) {
      const L1::Touched touched = passes ? L1::Touched{} : l1_.touched();
      lookups_->push_back({.line = lines[i].number,
                           .place = touched.place,
                           .evicted = touched.replaced,
                           .left = touched.left,
                           .sectors = static_cast<std::uint8_t>(sectors),
                           .pending = static_cast<std::uint8_t>(pending),
                           .misses = static_cast<std::uint8_t>(misses),
                           .allocates = touched.allocated,
                           .forgotten = std::exchange(forgot_, false),
                           .cycle = cycle,
                           .arrives = arrives});
    }
    out.missing += misses != 0 ? 1 : 0;
    out.waiting += misses == 0 && pending != 0 ? 1 : 0;
  }
  return out;
}

/// Asks for a line that comes to L2, where it is the latest from now on; the one that was asked for longest
/// ago has to leave when there are too many.
Memory::InL2& Memory::in_l2(std::uint32_t line) {
  const auto found = l2_.find(line);
  if (found != l2_.end()) {
    l2_order_.splice(l2_order_.end(), l2_order_, found->second.place);
    return found->second;
  }
  if (figures_.l2_kept_lines != 0 && l2_order_.size() == figures_.l2_kept_lines) {
    l2_.erase(l2_order_.front());
    l2_order_.pop_front();
  }
  InL2& here = l2_[line];
  here.place = l2_order_.insert(l2_order_.end(), line);
  return here;
}

/// The pairs of sectors (bits) of a line that L2 does not hold and that nobody has fetched before; they are
/// from now on.
std::uint32_t Memory::fresh_pairs(const Line& line) {
  if (!comes_from_dram(line.number, figures_)) return 0;
  std::uint32_t& fetched = in_l2(line.number).fetched;
  const std::uint32_t asked = pairs_of_sectors(line.sectors);
  const std::uint32_t fresh = asked & ~fetched;
  fetched |= asked;
  return fresh;
}

/// What DRAM is asked for from now on belongs to this cycle's window.
void Memory::open_window(std::uint64_t cycle) {
  const std::uint64_t window = cycle / crowd_window;
  if (window == window_) return;
  loads_before_ = window == window_ + 1 ? loads_of_dram_ : 0;
  for (; window_ != window && (writes_before_ | writes_of_dram_) != 0; ++window_)
    writes_before_ = mean_of_writes(writes_before_, std::exchange(writes_of_dram_, 0));
  loads_of_dram_ = 0;
  window_ = window;
}

/// Asks L2, and DRAM where L2 does not hold the line, for some sectors of a line; returns the cycle in which
/// they arrive.
std::uint64_t Memory::fetch(const Line& line, bool apart, std::uint64_t cycle) {
  const std::uint32_t fresh = fresh_pairs(line);
  const std::uint64_t sectors = sectors_of(line), pairs = (fresh & 1) + (fresh >> 1);
  const std::uint64_t came = cycle * ticks_per_cycle, last = (sectors - 1) * figures_.l2_read_sector;
  const std::uint64_t length = std::max<std::uint64_t>(sectors * figures_.l2_read_sector,
                                                       figures_.l2_read_line);
  const std::uint64_t start = l2_read_.serve(came, length);
  const std::uint64_t crossing = crossing_ticks(length, last_write_, figures_);
  if (crossing != 0) l2_write_.serve(came, crossing);
  std::uint64_t wait = start + last - came, latency = figures_.l2_latency;
  if (pairs != 0) {
    const std::uint64_t sector = apart ? figures_.dram_sector_apart : figures_.dram_sector;
    const std::uint64_t from = dram_.serve(start + length, 2 * pairs * sector);
    wait = from - length + (2 * pairs - 1) * sector - came;
    open_window(cycle);
    latency = latency_of(line.number, figures_) + (pairs == 2 ? figures_.dram_halves : 0) +
              crowd_wait(loads_before_, figures_.dram_crowd) +
              turning_wait(line.number, writes_before_, figures_.dram_turning);
    loads_of_dram_ += 2 * pairs * sector;
    counters_.dram_bytes += 2 * pairs * sector_bytes;
  }
  const std::uint32_t missed = line.sectors & ((fresh & 1) * 3 | (fresh >> 1) * 12);
  const std::uint64_t misses = sectors_of(Line{0, missed});
  counters_.l2_misses += misses;
  counters_.l2_hits += sectors - misses;
  std::uint64_t arrives = cycle - 1 + cycles_up(wait) + latency;
  // A slice that has fallen behind its atomics serves the loads of its lines behind these.
  if (const auto slice = slices_.find(slice_of(line.number));
      slice != slices_.end() &&
      slice->second.free() > came + std::uint64_t{figures_.slice_behind} * ticks_per_cycle) {
    const std::uint64_t ticks = slice_ticks(sectors, pairs, figures_);
    arrives = std::max(arrives, cycles_up(slice->second.serve(came, ticks) + ticks) + latency);
  }
  if (!comes_from_dram(line.number, figures_)) return arrives;
  // A pair that another request has asked DRAM for comes when that one comes.
  InL2& here = l2_.find(line.number)->second;
  const std::uint32_t asked = pairs_of_sectors(line.sectors);
  for (std::uint32_t pair = 0; pair < 2; ++pair)
    if ((asked >> pair & 1u) != 0 && (fresh >> pair & 1u) == 0)
      arrives = std::max(arrives, here.arrives[pair]);
  for (std::uint32_t pair = 0; pair < 2; ++pair)
    if ((fresh >> pair & 1u) != 0) here.arrives[pair] = arrives;
  return arrives;
}

void Memory::store(std::span<const Line> lines, std::uint64_t start, std::uint32_t partition) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Line line = lines[i];
    if (is_apart(lines, i)) line.sectors |= apart_from_others;
    put_together(partition, line, start + i);
    keep(line, start + i);
  }
}

/// What a warp stores is in L1 from then on.
void Memory::keep(const Line& line, std::uint64_t cycle) {
  L1::Entry& entry = l1_.touch(line.number);
  const std::uint32_t fresh = line.sectors & 15 & ~entry.asked;
  for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector)
    if ((fresh >> sector & 1u) != 0) entry.arrives[sector] = cycle;
  entry.asked |= fresh;
  if (lookups_ == nullptr) return;
  const L1::Touched& touched = l1_.touched();
  lookups_->push_back({.line = line.number,
                       .place = touched.place,
                       .evicted = touched.replaced,
                       .left = touched.left,
                       .sectors = static_cast<std::uint8_t>(line.sectors & 15),
                       .allocates = touched.allocated,
                       .stores = true,
                       .forgotten = std::exchange(forgot_, false),
                       .cycle = cycle,
                       .arrives = cycle});
}

/// Joins a store to the one of its sub-partition that waits for the same line, or lets it wait, for which
/// another may have to go.
void Memory::put_together(std::uint32_t partition, const Line& line, std::uint64_t cycle) {
  last_store_ = cycle;
  std::vector<Line>& together = together_[partition];
  const auto same = std::find_if(together.begin(), together.end(),
                                 [&](const Line& other) { return other.number == line.number; });
  Line joined = line;
  if (same != together.end()) {
    joined.sectors = (line.sectors | same->sectors) & (15 | apart_from_others);
    together.erase(same);
  }
  together.push_back(joined);
  if (together.size() <= most_together_) return;
  const auto goes = together.begin() +
                    static_cast<std::ptrdiff_t>(makes_room(made_room_[partition]++, most_together_));
  write(*goes, cycle);
  together.erase(goes);
}

void Memory::write(const Line& line, std::uint64_t cycle) {
  last_write_ = (line.sectors & narrow) == 0 ? LastWrite::Whole : LastWrite::Narrow;
  l2_write_.serve(
      cycle * ticks_per_cycle,
      std::max<std::uint64_t>(sectors_of(line) * figures_.l2_write_sector, figures_.l2_write_line) +
          narrow_part(line, figures_.l2_write_narrow));
  write_back(line, cycle);
}

/// What is written to a line that L2 does not hold goes to DRAM, each sector once.
void Memory::write_back(const Line& line, std::uint64_t cycle) {
  counters_.written_sectors += sectors_of(line);
  ++counters_.written_lines;
  if (!goes_to_dram(line, figures_)) return;
  InL2& here = in_l2(line.number);
  std::uint32_t& dirty = here.dirty;
  const std::uint32_t before = dirty;
  const bool filled = fills(line, here.fetched, before, figures_);
  const std::uint64_t fresh = sectors_of(Line{0, line.sectors & 15 & ~before});
  dirty |= line.sectors & 15;
  if (fresh == 0) return;
  waiting_writes_ += write_back_ticks(line, line.sectors & 15 & ~before, filled, figures_);
  if (waiting_writes_ >= std::uint64_t{figures_.dram_turn} * ticks_per_cycle) turn_to_writes(cycle);
  counters_.dram_written_bytes += fresh * sector_bytes;
}

void Memory::turn_to_writes(std::uint64_t cycle) {
  if (waiting_writes_ > 0) dram_.serve(cycle * ticks_per_cycle, waiting_writes_);
  open_window(cycle);
  writes_of_dram_ += waiting_writes_;
  waiting_writes_ = 0;
}

/// Lets an atomic's lines take their turns; returns the ticks that the last of them waits for its last turn.
std::uint64_t Memory::turns(const Step& step, std::span<const Line> lines, std::uint64_t start) {
  std::uint64_t longest = 0;
  const std::uint64_t came = start * ticks_per_cycle, lanes = std::max<std::uint64_t>(1, step.service);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t count = turns_of(lines[i], lanes), meeting = meeting_in(lines[i], lanes);
    if (count == 0) continue;
    const std::uint32_t several = multiprocessors_at(lines[i].number, meetings_);
    last_write_ = LastWrite::Atomic;
    l2_write_.serve((start + i) * ticks_per_cycle,
                    atomic_ticks(lines[i], count, step.work, step.keeps, several, figures_));
    write_back(lines[i], start + i);
    const auto take = [&](Server& server, std::uint64_t once, std::uint64_t times, std::uint64_t turn) {
      const std::uint64_t first = server.serve(came, once + times * turn) + once;
      longest = std::max(longest, first - came + (times - 1) * turn);
      last_turn_ = std::max(last_turn_, server.free());
    };
    take(slices_[slice_of(lines[i].number)], std::uint64_t{several} * figures_.atomic_request,
         turns_at_slice(lines[i], count, step.work), std::uint64_t{several} * figures_.atomic_turn);
    if (step.work == AtomicWork::AddsFloats)
      take(words_[lines[i].number], 0, meeting, std::uint64_t{several} * figures_.atomic_word);
    counters_.atomic_turns += count;
  }
  return longest;
}

std::uint64_t Memory::drained() {
  for (std::vector<Line>& together : together_) {
    for (const Line& line : together) write(line, last_store_);
    together.clear();
  }
  turn_to_writes(last_store_);
  return cycles_up(std::max(l2_write_.free(), last_turn_));
}

void Memory::tell(Counters& counters) const {
  const std::uint64_t slots = counters.issue_slots, barriers = counters.barriers;
  counters = counters_;
  counters.issue_slots = slots;
  counters.barriers = barriers;
  counters.lsu_busy = data_.busy();
  counters.tags_busy = tags_.busy();
  counters.constant_busy = constant_.busy();
  counters.evictions = l1_.evictions();
  counters.l2_read_busy = l2_read_.busy();
  counters.l2_write_busy = l2_write_.busy();
  counters.dram_busy = dram_.busy();
  for (const auto* servers : {&slices_, &words_})
    for (const auto& [at, server] : *servers)
      counters.atomic_busy = std::max(counters.atomic_busy, server.busy());
}

} // namespace warpscope::multiprocessor
