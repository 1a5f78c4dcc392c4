// Groups L1's lookups into accesses, counts what was fetched twice, and plays the cells over.
#include "app/playback/cache.h"

#include "app/playback/machine.h"
#include "app/playback/run.h"
#include "sim/program/program.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace warpscope::playback {

namespace {

using multiprocessor::Lookup;
using multiprocessor::Op;

/// Sectors that miss though they were asked of L2 before.
std::uint64_t asked_again(std::span<const Lookup> lookups) {
  std::unordered_map<std::uint32_t, std::uint32_t> asked; // by line: its sectors
  std::uint64_t again = 0;
  for (const Lookup& lookup : lookups) {
    if (lookup.misses == 0) continue;
    std::uint32_t& before = asked[lookup.line];
    again += static_cast<std::uint64_t>(std::popcount(before & lookup.misses));
    before |= lookup.misses;
  }
  return again;
}

/// Whether an event of the trace goes through L1: loads and stores do.
bool passes_l1(const trace::BlockTrace::Event& event) {
  if (event.kind != trace::StepKind::Access || event.mask == 0) return false;
  if (event.access_kind == AccessKind::Load)
    return event.space == Space::Global || event.space == Space::Local;
  return event.access_kind == AccessKind::Store &&
         (event.space == Space::Global || event.space == Space::Local);
}

/// What a warp loads, or stores, in a line of the text, as the trace has it.
bool is_access_of(const Run& run, const trace::BlockTrace::Event& event, std::uint32_t warp,
                  std::uint32_t line, bool stores) {
  return passes_l1(event) && event.warp == warp && (event.access_kind == AccessKind::Store) == stores &&
         run.program().sites[event.site_or_pc].span.line == line;
}

/// Of local memory the warp's own line is the one that holds the word; the event's warp is known.
bool touches_line(const Run& run, std::size_t event, std::uint32_t line) {
  const WarpAccess access = run.trace().access(event);
  const std::optional<std::uint32_t> word = local_word(line);
  if (word.has_value() != (run.trace().event(event).space == Space::Local)) return false;
  const std::uint32_t bytes = word ? 4 : multiprocessor::line_bytes, number = word.value_or(line);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0 && access.offset[lane] / bytes <= number &&
        (access.offset[lane] + access.width - 1) / bytes >= number)
      return true;
  return false;
}

} // namespace

std::optional<std::uint32_t> local_word(std::uint32_t line) {
  if (line < multiprocessor::local_lines) return std::nullopt;
  return line & 0xFFFF;
}

Found found_of(const Lookup& lookup) {
  if (lookup.stores) return Found::Stored;
  return lookup.misses != 0 ? Found::Miss : lookup.pending != 0 ? Found::Pending : Found::Hit;
}

std::uint64_t bytes_in_use(const multiprocessor::Work& work, std::uint64_t resident) {
  std::vector<std::uint32_t> lines;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(resident, work.blocks.size()); ++i)
    for (const auto& steps : work.blocks[i].warps)
      for (const multiprocessor::Step& step : steps)
        if (step.op == Op::Load || step.op == Op::Copy || step.op == Op::Store)
          for (std::uint32_t at = 0; at < step.count; ++at)
            lines.push_back(work.blocks[i].lines[step.first + at].number);
  std::sort(lines.begin(), lines.end());
  return static_cast<std::uint64_t>(std::unique(lines.begin(), lines.end()) - lines.begin()) *
         multiprocessor::line_bytes;
}

Cache cache_of(const multiprocessor::Work& work, const multiprocessor::Figures& figures,
               multiprocessor::Result& result) {
  Cache out;
  out.sets = figures.l1_sets;
  out.ways = figures.l1_sets == 0 ? 0 : figures.l1_ways;
  out.bytes = std::uint64_t{multiprocessor::lines_held(figures)} * multiprocessor::line_bytes;
  out.lookups = std::move(result.lookups);
  out.complete = !result.lookups_left_out;
  out.hits = result.counters.l1_hits;
  out.pending = result.counters.l1_pending;
  out.misses = result.counters.l1_misses;
  out.evictions = result.counters.evictions;
  out.written = result.counters.written_sectors;
  out.atomics = result.counters.atomic_turns;
  out.again = asked_again(out.lookups);
  out.in_use = bytes_in_use(work, work.resident);
  for (std::uint32_t at = 0; at < out.lookups.size(); ++at) {
    const Lookup& lookup = out.lookups[at];
    if (lookup.place != Lookup::nothing) out.ways_used = std::max(out.ways_used, lookup.place % out.ways + 1);
    const bool same = at > 0 && out.lookups[at - 1].row == lookup.row &&
                      out.lookups[at - 1].step == lookup.step;
    if (!same) {
      const multiprocessor::WarpRow& row = result.rows[lookup.row];
      const multiprocessor::Step& step = work.blocks[row.block % work.blocks.size()]
                                             .warps[row.warp][lookup.step];
      out.accesses.push_back(
          {.first = at, .block = row.block, .warp = row.warp, .place = row.place, .origin = step.origin});
    }
    CacheAccess& access = out.accesses.back();
    ++access.count;
    access.found = std::max(access.found, found_of(lookup));
    if (lookup.stores) out.stored += static_cast<std::uint64_t>(std::popcount(unsigned{lookup.sectors}));
  }
  return out;
}

std::vector<LocalArray> local_arrays(const Cache& cache, const program::Program& program) {
  std::unordered_map<std::uint32_t, const std::string*> by_pc;
  for (const program::Site& site : program.sites)
    if (!site.variable.empty()) by_pc[site.pc] = &site.variable;
  std::vector<LocalArray> arrays;
  for (const CacheAccess& access : cache.accesses) {
    const auto named = by_pc.find(access.origin);
    if (named == by_pc.end() || !local_word(cache.lookups[access.first].line)) continue;
    auto array = std::find_if(arrays.begin(), arrays.end(),
                              [&](const LocalArray& other) { return other.name == *named->second; });
    if (array == arrays.end())
      array = arrays.insert(arrays.end(), {*named->second, *local_word(cache.lookups[access.first].line), 0});
    for (std::uint32_t at = access.first; at < access.first + access.count; ++at) {
      const std::uint32_t word = *local_word(cache.lookups[at].line);
      const std::uint32_t end = std::max(array->first + array->words, word + 1);
      array->first = std::min(array->first, word);
      array->words = end - array->first;
    }
  }
  return arrays;
}

std::vector<CacheCell> cells_after(const Cache& cache, std::size_t access) {
  std::vector<CacheCell> cells(std::size_t{cache.sets} * cache.ways);
  const std::size_t end = std::min(cache.accesses.size(), access + 1);
  for (std::uint32_t number = 0; number < end; ++number) {
    const CacheAccess& of = cache.accesses[number];
    for (std::uint32_t at = of.first; at < of.first + of.count; ++at) {
      const Lookup& lookup = cache.lookups[at];
      if (lookup.forgotten) std::fill(cells.begin(), cells.end(), CacheCell{});
      if (lookup.place == Lookup::nothing) continue;
      if (lookup.left != Lookup::nothing) cells[lookup.left] = {};
      CacheCell& cell = cells[lookup.place];
      if (lookup.allocates) cell = {.line = lookup.line, .evicted = lookup.evicted, .loaded = number};
      cell.used = number;
      ++cell.uses;
      cell.arrives = std::max(cell.arrives, lookup.arrives);
    }
  }
  return cells;
}

std::optional<std::size_t> next_miss(const Cache& cache, std::size_t access, bool back) {
  const auto misses = [&](std::size_t at) { return cache.accesses[at].found == Found::Miss; };
  if (back) {
    for (std::size_t at = std::min(access, cache.accesses.size()); at-- > 0;)
      if (misses(at)) return at;
    return std::nullopt;
  }
  for (std::size_t at = access + 1; at < cache.accesses.size(); ++at)
    if (misses(at)) return at;
  return std::nullopt;
}

std::optional<std::size_t> event_of(const Run& run, const Machine& machine, std::size_t access) {
  const Cache& cache = machine.cache;
  if (access >= cache.accesses.size()) return std::nullopt;
  const CacheAccess& wanted = cache.accesses[access];
  const std::uint32_t line = machine.line_of(wanted.origin), memory = cache.lookups[wanted.first].line;
  const bool stores = wanted.found == Found::Stored;
  std::size_t before = 0, before_there = 0; // of the same warp and line of the text; and of memory
  for (std::size_t at = 0; at < access; ++at) {
    const CacheAccess& other = cache.accesses[at];
    if (other.block != wanted.block || other.warp != wanted.warp || machine.line_of(other.origin) != line ||
        (other.found == Found::Stored) != stores)
      continue;
    ++before;
    for (std::uint32_t i = other.first; i < other.first + other.count; ++i)
      if (cache.lookups[i].line == memory) {
        ++before_there;
        break;
      }
  }
  std::vector<std::size_t> all, there;
  for (std::size_t event = 0; event < run.trace().size(); ++event) {
    if (!is_access_of(run, run.trace().event(event), wanted.warp, line, stores)) continue;
    all.push_back(event);
    if (touches_line(run, event, memory)) there.push_back(event);
  }
  if (!there.empty()) return there[std::min(before_there, there.size() - 1)];
  if (!all.empty()) return all[std::min(before, all.size() - 1)];
  return std::nullopt;
}

std::optional<std::size_t> access_of(const Run& run, const Machine& machine, std::size_t event) {
  if (event >= run.trace().size()) return std::nullopt;
  const trace::BlockTrace::Event& of = run.trace().event(event);
  if (!passes_l1(of)) return std::nullopt;
  const std::uint32_t line = run.program().sites[of.site_or_pc].span.line;
  const bool stores = of.access_kind == AccessKind::Store;
  std::size_t before = 0;
  for (std::size_t at = 0; at < event; ++at)
    before += is_access_of(run, run.trace().event(at), of.warp, line, stores);
  // The blocks that reside first stand in for the traced one, whichever it is.
  std::vector<std::size_t> there, all;
  const Cache& cache = machine.cache;
  for (std::size_t at = 0; at < cache.accesses.size(); ++at) {
    const CacheAccess& access = cache.accesses[at];
    if (access.block != 0 || access.warp != of.warp || machine.line_of(access.origin) != line ||
        (access.found == Found::Stored) != stores)
      continue;
    all.push_back(at);
    for (std::uint32_t i = access.first; i < access.first + access.count; ++i)
      if (touches_line(run, event, cache.lookups[i].line)) {
        there.push_back(at);
        break;
      }
  }
  if (!there.empty()) return there.front();
  if (!all.empty()) return all[std::min(before, all.size() - 1)];
  return std::nullopt;
}

} // namespace warpscope::playback
