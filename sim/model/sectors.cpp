// Counts sectors and lines: closed forms for regular accesses, comparisons for the others.
#include "sim/model/sectors.h"

#include "sim/model/async_copies.h"
#include "sim/model/banks.h"
#include "sim/model/distinct.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace warpscope::model {

namespace {

constexpr std::uint32_t sector_shift = 5, line_shift = 7;

SectorCounts finished(SectorCounts counts) {
  counts.ideal_sectors = (counts.used_bytes + 31) >> sector_shift;
  return counts;
}

/// All lanes active at a constant step: closed forms. `low` is the lowest offset, `size` the absolute step.
SectorCounts count_affine(std::uint32_t width, std::uint32_t low, std::uint32_t size) {
  SectorCounts counts;
  counts.requests = 1;
  counts.bytes = warp_size * width;
  counts.used_bytes = size == 0 ? width : counts.bytes;
  const std::uint32_t high = low + 31 * size;
  counts.sectors = size >= 32 ? warp_size : (high >> sector_shift) - (low >> sector_shift) + 1;
  counts.lines = size >= 128 ? warp_size : (high >> line_shift) - (low >> line_shift) + 1;
  return finished(counts);
}

/// Offsets that never decrease from lane to lane: an address, sector or line is new when it differs from the
/// previous lane's.
bool count_rising(const model_detail::ActiveLanes& lanes, std::uint32_t width, SectorCounts& counts) {
  std::uint32_t falls = 0, addresses = 1, sectors = 1, lines = 1;
  for (std::uint32_t i = 1; i < lanes.count; ++i) {
    const std::uint32_t before = lanes.offset[i - 1], now = lanes.offset[i];
    falls += now < before;
    addresses += now != before;
    sectors += now >> sector_shift != before >> sector_shift;
    lines += now >> line_shift != before >> line_shift;
  }
  if (falls != 0) return false;
  counts.used_bytes = addresses * width;
  counts.sectors = sectors;
  counts.lines = lines;
  return true;
}

/// Offsets in any order. As many lines as lanes implies as many sectors and addresses, so lines are counted
/// first.
void count_any(const model_detail::ActiveLanes& lanes, std::uint32_t width, SectorCounts& counts) {
  const auto distinct = [&](int shift) {
    return model_detail::count_distinct(lanes.offset, lanes.count, shift);
  };
  counts.lines = distinct(line_shift);
  counts.sectors = counts.lines == lanes.count ? lanes.count : distinct(sector_shift);
  counts.used_bytes = width * (counts.sectors == lanes.count ? lanes.count : distinct(0));
}

/// Offsets that are not multiples of the width, which the hardware faults on: byte by byte.
SectorCounts count_unaligned(const WarpAccess& access) {
  std::vector<std::uint64_t> bytes;
  SectorCounts counts;
  counts.requests = 1;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    counts.bytes += access.width;
    for (std::uint32_t byte = 0; byte < access.width; ++byte)
      bytes.push_back(std::uint64_t{access.offset[lane]} + byte);
  }
  const auto distinct = [&](int shift) {
    for (std::uint64_t& b : bytes) b >>= shift;
    bytes.erase(std::unique(bytes.begin(), bytes.end()), bytes.end());
    return static_cast<std::uint32_t>(bytes.size());
  };
  std::sort(bytes.begin(), bytes.end());
  counts.used_bytes = distinct(0);
  counts.sectors = distinct(sector_shift);
  counts.lines = distinct(line_shift - sector_shift);
  return finished(counts);
}

bool is_aligned(const model_detail::ActiveLanes& lanes, std::uint32_t width) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < lanes.count; ++i) bits |= lanes.offset[i];
  return (bits & (width - 1)) == 0;
}

/// Of a load or store. In a function of its own, so that atomics do not make it slower.
__attribute__((noinline)) SectorCounts count_touched(const WarpAccess& access) {
  if (access.mask == 0) return {};
  std::int32_t step = 0;
  if (model_detail::is_affine(access, step) &&
      ((access.offset[0] | static_cast<std::uint32_t>(step)) & (access.width - 1)) == 0)
    return count_affine(access.width, std::min(access.offset[0], access.offset[31]),
                        static_cast<std::uint32_t>(step < 0 ? -step : step));
  const model_detail::ActiveLanes lanes = model_detail::active_lanes(access);
  if (!is_aligned(lanes, access.width)) return count_unaligned(access);
  SectorCounts counts;
  counts.requests = 1;
  counts.bytes = lanes.count * access.width;
  if (!count_rising(lanes, access.width, counts)) count_any(lanes, access.width, counts);
  return finished(counts);
}

SectorCounts count_asked(const WarpAccess& access);

SectorCounts count_words_loop(const WarpAccess& access) {
  SectorCounts counts;
  for (const std::uint32_t left : lanes_by_round(access)) {
    const SectorCounts round = count_asked(words_around(access, left, AtomicForm::Turns));
    if (counts.requests == 0) counts = round;
    else ++counts.requests, counts.sectors += round.sectors, counts.bytes += round.bytes;
  }
  return counts;
}

/// Of an atomic, which may be slow.
SectorCounts count_asked(const WarpAccess& access) {
  if (access.form == AtomicForm::Words) return count_words_loop(access);
  SectorCounts counts = count_touched(access);
  if (counts.used_bytes == counts.bytes) return counts; // lanes on elements of their own
  counts.sectors = 0;
  for (const model_detail::AskedSector& asked : model_detail::asked_sectors(access))
    counts.sectors += asked.times;
  return counts;
}

} // namespace

/// Of the load of a copy of 16 bytes: a pair of a sector here and a sector of shared memory counts once.
SectorCounts count_copied(const WarpAccess& access) {
  SectorCounts counts = count_touched(access);
  counts.sectors = 0;
  for (const TouchedSector& sector : touched_sectors(access, AccessKind::Load))
    counts.sectors += sector.times;
  return counts;
}

SectorCounts count_sectors(const WarpAccess& access, AccessKind kind) {
  if (access.copies && model_detail::is_async_copys_load(access, kind)) [[unlikely]]
    return count_copied(access);
  if (access.bulk) { // one lane's row, which is no instruction's request
    const std::uint32_t begin = access.offset[static_cast<std::size_t>(std::countr_zero(access.mask))],
                        last = begin + access.width - 1;
    SectorCounts counts;
    counts.bytes = counts.used_bytes = access.width;
    counts.sectors = counts.ideal_sectors = (last >> sector_shift) - (begin >> sector_shift) + 1;
    counts.lines = 1;
    return counts;
  }
  assert(std::has_single_bit(access.width) && access.width <= 32);
  return kind == AccessKind::Atomic ? count_asked(access) : count_touched(access);
}

std::vector<TouchedSector> touched_sectors(const WarpAccess& access, AccessKind kind) {
  std::vector<TouchedSector> touched;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    std::uint64_t at = access.offset[lane];
    const std::uint64_t end = at + access.width;
    while (at < end) { // one iteration for each sector
      const std::uint64_t piece = std::min(end, (at | 31) + 1) - at;
      const std::uint64_t bits = ((std::uint64_t{1} << piece) - 1) << (at & 31);
      touched.push_back(
          {static_cast<std::uint32_t>(at & ~std::uint64_t{31}), static_cast<std::uint32_t>(bits)});
      at += piece;
    }
  }
  std::sort(touched.begin(), touched.end(),
            [](const TouchedSector& a, const TouchedSector& b) { return a.address < b.address; });
  std::size_t kept = 0;
  for (const TouchedSector& sector : touched) {
    if (kept != 0 && touched[kept - 1].address == sector.address)
      touched[kept - 1].used_bytes |= sector.used_bytes;
    else touched[kept++] = sector;
  }
  touched.resize(kept);
  const auto ask = [&](const WarpAccess& round, bool again) {
    for (const model_detail::AskedSector& asked : model_detail::asked_sectors(round))
      for (TouchedSector& sector : touched)
        if (sector.address == asked.address) sector.times = asked.times + (again ? sector.times : 0);
  };
  if (model_detail::is_async_copys_load(access, kind))
    for (TouchedSector& sector : touched) sector.times = model_detail::times_asked(access, sector.address);
  if (kind != AccessKind::Atomic) return touched;
  if (access.form != AtomicForm::Words) {
    ask(access, false);
    return touched;
  }
  bool again = false;
  for (const std::uint32_t left : lanes_by_round(access)) {
    ask(words_around(access, left, AtomicForm::Turns), again);
    again = true;
  }
  return touched;
}

} // namespace warpscope::model
