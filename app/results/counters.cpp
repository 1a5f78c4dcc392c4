#include "app/results/counters.h"

#include "app/language/language.h"

#include <array>

namespace warpscope::results {

namespace {

/// Everything but the profiler's names is a key of the language table.
constexpr std::array<CounterInfo, static_cast<std::size_t>(Counter::Count)> keys{{
    {Counter::SharedLoadWavefronts, "counter.shared_load_wavefronts", "counter.wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "unit.wavefront", "unit.wavefronts",
     "counter.words_fit", "counter.one_a_lane"},
    {Counter::SharedStoreWavefronts, "counter.shared_store_wavefronts", "counter.wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "unit.wavefront", "unit.wavefronts",
     "counter.words_fit", "counter.one_a_lane"},
    {Counter::SharedAtomicWavefronts, "counter.shared_atomic_wavefronts", "counter.atomic_wavefronts",
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "unit.wavefront", "unit.wavefronts",
     "counter.own_banks", "counter.one_by_one"},
    {Counter::SharedLoadConflicts, "counter.shared_load_conflicts", "counter.conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "unit.conflict", "unit.conflicts",
     "counter.none", "counter.all_wait"},
    {Counter::SharedStoreConflicts, "counter.shared_store_conflicts", "counter.conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "unit.conflict", "unit.conflicts",
     "counter.none", "counter.all_wait"},
    {Counter::SharedAtomicConflicts, "counter.shared_atomic_conflicts", "counter.conflicts",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "unit.conflict", "unit.conflicts",
     "counter.none", "counter.each_waits"},
    {Counter::GlobalLoadSectors, "counter.global_load_sectors", "counter.sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "unit.sector", "unit.sectors", "counter.sectors_fit",
     "counter.one_a_lane"},
    {Counter::GlobalStoreSectors, "counter.global_store_sectors", "counter.sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "unit.sector", "unit.sectors", "counter.sectors_fit",
     "counter.one_a_lane"},
    {Counter::GlobalAtomicSectors, "counter.global_atomic_sectors", "counter.sectors",
     "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "unit.sector", "unit.sectors", "counter.sectors_fit",
     "counter.one_a_lane"},
    {Counter::ConstantPasses, "counter.constant_load_passes", "counter.passes", "", "unit.pass",
     "unit.passes", "counter.one_address", "counter.every_address"},
}};

/// In the chosen language. A table a thread, so that the worker may ask too.
std::span<const CounterInfo> table() {
  return language::made_in_language([] {
    std::array<CounterInfo, keys.size()> texts{};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const CounterInfo& key = keys[i];
      texts[i] = {key.counter,
                  language::tr(key.label),
                  language::tr(key.definition),
                  key.ncu,
                  language::tr(key.unit),
                  language::tr(key.units),
                  language::tr(key.best),
                  language::tr(key.worst)};
    }
    return texts;
  });
}

constexpr std::size_t kind_of(Counter counter, Counter first) {
  return static_cast<std::size_t>(counter) - static_cast<std::size_t>(first);
}

} // namespace

const CounterInfo& info_of(Counter counter) { return table()[static_cast<std::size_t>(counter)]; }
std::span<const CounterInfo> all_counters() { return table(); }

CounterValue value_of(const model::Totals& totals, Counter counter) {
  switch (counter) {
  case Counter::SharedLoadWavefronts:
  case Counter::SharedStoreWavefronts:
  case Counter::SharedAtomicWavefronts: {
    const model::SharedTotals& t = totals.shared[kind_of(counter, Counter::SharedLoadWavefronts)];
    return {t.requests, t.wavefronts, t.ideal_wavefronts};
  }
  case Counter::SharedLoadConflicts:
  case Counter::SharedStoreConflicts:
  case Counter::SharedAtomicConflicts: {
    const model::SharedTotals& t = totals.shared[kind_of(counter, Counter::SharedLoadConflicts)];
    return {t.requests, t.bank_conflicts, 0};
  }
  case Counter::GlobalLoadSectors:
  case Counter::GlobalStoreSectors:
  case Counter::GlobalAtomicSectors: {
    const model::GlobalTotals& t = totals.global[kind_of(counter, Counter::GlobalLoadSectors)];
    return {t.requests, t.sectors, t.ideal_sectors};
  }
  case Counter::ConstantPasses:
    return {totals.constant.requests, totals.constant.passes, totals.constant.requests};
  case Counter::Count: break;
  }
  return {};
}

std::string tooltip_of(Counter counter) {
  const CounterInfo& info = info_of(counter);
  std::string text(info.definition);
  text.append("\n").append(language::trf("counter.best_worst", language::arg("best", info.best),
                                         language::arg("worst", info.worst)));
  if (!info.ncu.empty()) text.append("\nncu: ").append(info.ncu);
  return text;
}

} // namespace warpscope::results
