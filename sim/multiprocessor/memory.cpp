// The times of memory accesses, by the rules LSU to copies of multiprocessor.h.
#include "sim/multiprocessor/memory.h"

#include <algorithm>

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

std::uint64_t sectors_of(std::span<const Line> lines) {
  std::uint64_t sectors = 0;
  for (const Line& line : lines) sectors += sectors_of(line);
  return sectors;
}

} // namespace

bool straddles(std::span<const Line> lines) {
  if (lines.size() < 2) return false;
  const auto is_prefix = [](std::uint32_t sectors) { return (sectors & (sectors + 1)) == 0; };
  const Line &first = lines.front(), &last = lines.back();
  if (first.sectors == 0 || last.sectors == 0) return false;
  if (!is_prefix(last.sectors) || !is_prefix(~first.sectors & 15)) return false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].number != first.number + i) return false;
    if (i + 1 < lines.size() && lines[i].sectors != 15) return false;
  }
  return first.sectors != 15 || last.sectors != 15;
}

Memory::Access Memory::access(const Step& step, std::span<const Line> lines, std::uint64_t now) {
  if (step.op == Op::Constant) {
    const std::uint64_t passes = std::max<std::uint64_t>(1, step.service), pass = figures_.constant_pass;
    const std::uint64_t start = constant_.serve(now + 1, passes * pass);
    counters_.constant_passes += passes;
    return {start, start - 1 + (passes - 1) * pass + figures_.constant_latency, 0};
  }
  const bool reads = step.op == Op::Load || step.op == Op::Copy;
  std::uint64_t length = std::max<std::uint64_t>(1, lines.size());
  if (step.op == Op::Shared) length = std::max<std::uint64_t>(1, step.service);
  if (reads) length = std::max(length, (sectors_of(lines) + sectors_per_line - 1) / sectors_per_line);
  if (reads && straddles(lines)) ++length;
  if (step.op == Op::Copy) length = std::max<std::uint64_t>(length, step.service);
  std::uint64_t from = now + 1;
  if (step.op == Op::Store || step.op == Op::Atomic) {
    const std::uint64_t written = cycles_up(std::max(l2_write_.free(), last_turn_));
    if (written > figures_.write_backlog) from = std::max(from, written - figures_.write_backlog);
  }
  const std::uint64_t start = lsu_.serve(from, length);
  std::uint64_t arrives = 0;
  if (reads) {
    const Loaded loaded = load(lines, start);
    arrives = loaded.arrives;
    length += loaded.fills;
    lsu_.extend(loaded.fills);
  }
  const std::uint64_t last = start + length - 2;
  switch (step.op) {
  case Op::Shared:
    counters_.shared_wavefronts += length;
    return {start, last + figures_.shared_latency, length};
  case Op::Copy: counters_.shared_wavefronts += step.service; [[fallthrough]];
  case Op::Load: return {start, std::max(last + figures_.l1_latency, arrives), length};
  case Op::Atomic: {
    store(lines, start);
    return {start, start - 1 + cycles_up(turns(step, lines, start)) + figures_.l2_latency, length};
  }
  default: store(lines, start); return {start, start, length};
  }
}

Memory::Loaded Memory::load(std::span<const Line> lines, std::uint64_t start) {
  Loaded out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t cycle = start + i;
    bool misses = false;
    L1::Entry& entry = l1_.touch(lines[i].number);
    for (std::uint32_t sector = 0; sector < sectors_per_line; ++sector) {
      if ((lines[i].sectors >> sector & 1u) == 0) continue;
      std::uint64_t& arrives = entry.arrives[sector];
      if ((entry.asked >> sector & 1u) == 0) {
        entry.asked |= 1u << sector;
        arrives = fetch(lines[i].number, sector, cycle);
        ++counters_.l1_misses;
        misses = true;
      } else {
        ++(arrives <= cycle ? counters_.l1_hits : counters_.l1_pending);
      }
      out.arrives = std::max(out.arrives, arrives);
    }
    out.fills += misses ? 1 : 0;
  }
  return out;
}

/// Asks L2, and DRAM where L2 does not hold the line; returns the cycle in which the sector arrives.
std::uint64_t Memory::fetch(std::uint32_t line, std::uint32_t sector, std::uint64_t cycle) {
  const std::uint64_t came = cycle * ticks_per_cycle;
  std::uint64_t start = l2_read_[sector / 2].serve(came, figures_.l2_read_sector);
  std::uint64_t latency = figures_.l2_latency;
  if (is_in_dram(line, figures_.dram_share)) {
    start = dram_.serve(start + figures_.l2_read_sector, figures_.dram_sector) - figures_.l2_read_sector;
    latency = figures_.dram_latency;
    ++counters_.l2_misses;
    counters_.dram_bytes += sector_bytes;
  } else {
    ++counters_.l2_hits;
  }
  return cycle - 1 + cycles_up(start - came) + latency;
}

void Memory::store(std::span<const Line> lines, std::uint64_t start) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t sectors = sectors_of(lines[i]);
    l2_write_.serve((start + i) * ticks_per_cycle,
                    std::max<std::uint64_t>(sectors * figures_.l2_write_sector, figures_.l2_write_line));
    counters_.written_sectors += sectors;
    ++counters_.written_lines;
    if (!is_in_dram(lines[i].number, figures_.dram_share)) continue;
    std::uint32_t& dirty = dirty_[lines[i].number];
    const std::uint64_t fresh = sectors_of(Line{0, lines[i].sectors & ~dirty});
    dirty |= lines[i].sectors;
    if (fresh == 0) continue;
    dram_.serve((start + i) * ticks_per_cycle, fresh * figures_.dram_write_sector);
    counters_.dram_written_bytes += fresh * sector_bytes;
  }
}

/// Lets an atomic's lines take their turns; returns the ticks that the last of them waits for its last turn.
std::uint64_t Memory::turns(const Step& step, std::span<const Line> lines, std::uint64_t start) {
  std::uint64_t longest = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t count = sectors_of(lines[i]) * std::max<std::uint64_t>(1, step.service);
    if (count == 0) continue;
    Server& line = atomics_[lines[i].number];
    const std::uint64_t came = start * ticks_per_cycle, turn = figures_.atomic_turn;
    const std::uint64_t first = line.serve(came, count * turn);
    longest = std::max(longest, first - came + (count - 1) * turn);
    last_turn_ = std::max(last_turn_, line.free());
    counters_.atomic_turns += count;
  }
  return longest;
}

std::uint64_t Memory::drained() const { return cycles_up(std::max(l2_write_.free(), last_turn_)); }

void Memory::tell(Counters& counters) const {
  const std::uint64_t slots = counters.issue_slots, barriers = counters.barriers;
  counters = counters_;
  counters.issue_slots = slots;
  counters.barriers = barriers;
  counters.lsu_busy = lsu_.busy();
  counters.constant_busy = constant_.busy();
  counters.evictions = l1_.evictions();
  counters.l2_read_busy = std::max(l2_read_[0].busy(), l2_read_[1].busy());
  counters.l2_write_busy = l2_write_.busy();
  counters.dram_busy = dram_.busy();
  for (const auto& [line, server] : atomics_)
    counters.atomic_busy = std::max(counters.atomic_busy, server.busy());
}

} // namespace warpscope::multiprocessor
