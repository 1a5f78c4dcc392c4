// Counts each access by its space's rule and sums by site; equal shapes are counted once.
#include "sim/model/tally.h"

#include "sim/model/constant.h"
#include "sim/model/local.h"

#include <bit>
#include <cassert>

namespace warpscope::model {

SharedTotals& SharedTotals::operator+=(const SharedTotals& other) {
#define WARPSCOPE_SHARED_COUNTER(name, field, rule) field += other.field;
#include "sim/model/counters.def"
  return *this;
}

GlobalTotals& GlobalTotals::operator+=(const GlobalTotals& other) {
#define WARPSCOPE_GLOBAL_COUNTER(name, field, rule) field += other.field;
#include "sim/model/counters.def"
  return *this;
}

ConstantTotals& ConstantTotals::operator+=(const ConstantTotals& other) {
#define WARPSCOPE_CONSTANT_COUNTER(name, field, rule) field += other.field;
#include "sim/model/counters.def"
  return *this;
}

LocalTotals& LocalTotals::operator+=(const LocalTotals& other) {
#define WARPSCOPE_LOCAL_COUNTER(name, field, rule) field += other.field;
#include "sim/model/counters.def"
  return *this;
}

Totals& Totals::operator+=(const Totals& other) {
#define WARPSCOPE_ADD_Banks(key)                                                                             \
  for (unsigned kind = 0; kind < 3; ++kind) key[kind] += other.key[kind];
#define WARPSCOPE_ADD_Sectors(key) WARPSCOPE_ADD_Banks(key)
#define WARPSCOPE_ADD_Passes(key) key += other.key;
#define WARPSCOPE_ADD_Uncounted(key)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...) WARPSCOPE_ADD_##cost(key)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_ADD_Banks
#undef WARPSCOPE_ADD_Sectors
#undef WARPSCOPE_ADD_Passes
#undef WARPSCOPE_ADD_Uncounted
  for (unsigned kind = 0; kind < 2; ++kind) local[kind] += other.local[kind];
  return *this;
}

namespace {

std::uint64_t counted(const SharedTotals& totals, CounterKind kind) {
  switch (kind) {
#define WARPSCOPE_SHARED_COUNTER(name, field, rule)                                                          \
  case CounterKind::name: return totals.field;
#include "sim/model/counters.def"
  default: return 0;
  }
}
std::uint64_t counted(const GlobalTotals& totals, CounterKind kind) {
  switch (kind) {
#define WARPSCOPE_GLOBAL_COUNTER(name, field, rule)                                                          \
  case CounterKind::name: return totals.field;
#include "sim/model/counters.def"
  default: return 0;
  }
}
std::uint64_t counted(const ConstantTotals& totals, CounterKind kind) {
  switch (kind) {
#define WARPSCOPE_CONSTANT_COUNTER(name, field, rule)                                                        \
  case CounterKind::name: return totals.field;
#include "sim/model/counters.def"
  default: return 0;
  }
}
std::uint64_t counted(const LocalTotals& totals, CounterKind kind) {
  switch (kind) {
#define WARPSCOPE_LOCAL_COUNTER(name, field, rule)                                                           \
  case CounterKind::name: return totals.field;
#include "sim/model/counters.def"
  default: return 0;
  }
}

/// Adds what `count` accesses cost that have `lanes` active lanes each. Field by field, since counts that
/// were stored one by one are not loaded in pairs.
void add(SharedTotals& sum, const BankCounts& counts, std::uint64_t lanes, std::uint64_t count) {
#define WARPSCOPE_SHARED_COUNTER(name, field, rule) sum.field += (rule) * count;
#include "sim/model/counters.def"
}
void add(GlobalTotals& sum, const SectorCounts& counts, std::uint64_t lanes, std::uint64_t count) {
#define WARPSCOPE_GLOBAL_COUNTER(name, field, rule) sum.field += (rule) * count;
#include "sim/model/counters.def"
}
void add(ConstantTotals& sum, const ConstantCounts& counts, std::uint64_t lanes, std::uint64_t count) {
#define WARPSCOPE_CONSTANT_COUNTER(name, field, rule) sum.field += (rule) * count;
#include "sim/model/counters.def"
}
void add(LocalTotals& sum, const LocalCounts& counts, std::uint64_t lanes, std::uint64_t count) {
#define WARPSCOPE_LOCAL_COUNTER(name, field, rule) sum.field += (rule) * count;
#include "sim/model/counters.def"
}

} // namespace

std::uint64_t count_of(const Totals& totals, CounterId id) {
  const CounterRow& row = row_of(id.kind);
  if (row.of) return row.factor * count_of(totals, {id.group, *row.of});
  const CounterGroupRow& group = row_of(id.group);
  const auto access = static_cast<std::size_t>(group.access);
  if (group.memory == CounterMemory::Local) return access < 2 ? counted(totals.local[access], id.kind) : 0;
  switch (group.memory) {
#define WARPSCOPE_COUNT_Banks(key) counted(totals.key[access], id.kind)
#define WARPSCOPE_COUNT_Sectors(key) counted(totals.key[access], id.kind)
#define WARPSCOPE_COUNT_Passes(key) counted(totals.key, id.kind)
#define WARPSCOPE_COUNT_Uncounted(key) 0
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...)                              \
  case CounterMemory::name: return WARPSCOPE_COUNT_##cost(key);
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_COUNT_Banks
#undef WARPSCOPE_COUNT_Sectors
#undef WARPSCOPE_COUNT_Passes
#undef WARPSCOPE_COUNT_Uncounted
  default: return 0;
  }
}

std::optional<std::uint64_t> ideal_of(const Totals& totals, CounterId id) {
  const CounterRow& row = row_of(id.kind);
  if (row.excess) return 0;
  if (row.ideal) return count_of(totals, {id.group, *row.ideal});
  if (!row.of) return std::nullopt;
  const std::optional<std::uint64_t> ideal = ideal_of(totals, {id.group, *row.of});
  return ideal ? std::optional(row.factor * *ideal) : std::nullopt;
}

const BankCounts& Tally::banks_of(const trace::AccessEvent& event) {
  Known& known = known_[event.site];
  if (event.shape == 0 || known.shape != event.shape) {
    known.shape = event.shape;
    known.banks = count_banks(event.access, event.kind);
    known.phases = 0;
  }
  return known.banks;
}

const LoopCounts& Tally::loop_of(const trace::AccessEvent& event) {
  Known& known = known_[event.site];
  if (event.shape == 0 || known.shape != event.shape) {
    known.shape = event.shape;
    known.loop = count_loop(event.access);
    known.phases = 0;
  }
  return known.loop;
}

const SectorCounts& Tally::sectors_of(const trace::AccessEvent& event) {
  Known& known = known_[event.site];
  if (event.shape == 0 || known.shape != event.shape) {
    known.shape = event.shape;
    known.phases = 0;
  }
  const std::uint32_t base = event.access.offset[static_cast<unsigned>(std::countr_zero(event.access.mask))];
  const std::uint32_t phase = base / 4 % 32;
  if ((known.phases >> phase & 1u) == 0) {
    known.sectors[phase] = count_sectors(event.access, event.kind);
    known.phases |= 1u << phase;
  }
  return known.sectors[phase];
}

/// A loop consists of loads and atomics.
void Tally::add_loop(const trace::AccessEvent& event, SharedTotals* totals, std::uint64_t count) {
  const LoopCounts& loop = loop_of(event);
  add(totals[static_cast<unsigned>(AccessKind::Atomic)], loop.swaps, loop.swap_lanes, count);
  add(totals[static_cast<unsigned>(AccessKind::Load)], loop.loads, loop.load_lanes, count);
}

void Tally::add_loop(const trace::AccessEvent& event, GlobalTotals* totals, std::uint64_t count) {
  std::uint64_t lanes = 0;
  for (const std::uint32_t left : lanes_by_round(event.access))
    lanes += static_cast<std::uint64_t>(std::popcount(left));
  add(totals[static_cast<unsigned>(AccessKind::Atomic)], count_sectors(event.access, AccessKind::Atomic),
      lanes, count);
  const WarpAccess words = words_around(event.access, event.access.mask, AtomicForm::Turns);
  add(totals[static_cast<unsigned>(AccessKind::Load)], count_sectors(words, AccessKind::Load),
      static_cast<std::uint64_t>(std::popcount(words.mask)), count);
}

void Tally::on_alike(const trace::AccessEvent& event, std::uint64_t count) {
  assert(event.site < sites_.size());
  Totals& site = sites_[event.site];
  const unsigned kind = static_cast<unsigned>(event.kind);
  const bool of_another = event.access.bulk || event.access.goes_on; // or of no instruction's request
  const auto lanes = of_another ? 0 : static_cast<std::uint64_t>(std::popcount(event.access.mask));
  if (event.space == Space::Local) {
    if (kind < 2) add(site.local[kind], count_local(event.access), lanes, count);
    return;
  }
  switch (event.space) {
#define WARPSCOPE_TELL_Banks(key)                                                                            \
  if (loops(event.access, event.kind)) [[unlikely]]                                                          \
    add_loop(event, site.key, count);                                                                        \
  else add(site.key[kind], banks_of(event), lanes, count)
#define WARPSCOPE_TELL_Sectors(key)                                                                          \
  if (loops(event.access, event.kind)) [[unlikely]]                                                          \
    add_loop(event, site.key, count);                                                                        \
  else add(site.key[kind], sectors_of(event), lanes, count)
#define WARPSCOPE_TELL_Passes(key) add(site.key, count_constant(event.access), lanes, count)
#define WARPSCOPE_TELL_Uncounted(key) static_cast<void>(0)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...)                              \
  case Space::name: WARPSCOPE_TELL_##cost(key); break;
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_TELL_Banks
#undef WARPSCOPE_TELL_Sectors
#undef WARPSCOPE_TELL_Passes
#undef WARPSCOPE_TELL_Uncounted
  }
}

Totals Tally::total() const {
  Totals sum;
  for (const Totals& site : sites_) sum += site;
  return sum;
}

Tally& Tally::operator+=(const Tally& other) {
  assert(other.sites_.size() == sites_.size());
  for (std::size_t i = 0; i < sites_.size(); ++i) sites_[i] += other.sites_[i];
  return *this;
}

} // namespace warpscope::model
