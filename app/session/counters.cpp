#include "app/session/counters.h"

#include <array>

namespace warpscope {

namespace {

constexpr std::string_view wavefronts =
    "Passes of the shared memory's data stage: each lets every bank give one 4-byte word.";
constexpr std::string_view atomic_wavefronts =
    "Passes of the shared memory's data stage: lanes of one bank are served one after another, equal words too.";
constexpr std::string_view conflicts =
    "Wavefronts beyond what the same bytes need without conflicts. On hardware this counter also adds up to 1 % arbitration.";
constexpr std::string_view sectors =
    "Distinct 32-byte sectors that the lanes of a warp touch, summed over the requests.";

constexpr std::string_view words_fit = "1 a request with 4 bytes a lane, 2 with 8, 4 with 16; fewer lanes or shared words can need less";
constexpr std::string_view sectors_fit = "4 a request with 4 bytes a lane, 8 with 8, 16 with 16: the bytes that are used, and no others";

constexpr std::array<CounterInfo, static_cast<std::size_t>(Counter::Count)> table{{
    {Counter::SharedLoadWavefronts, "shared load, wavefronts", wavefronts,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "wavefront", "wavefronts", words_fit, "32: one a lane"},
    {Counter::SharedStoreWavefronts, "shared store, wavefronts", wavefronts,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "wavefront", "wavefronts", words_fit, "32: one a lane"},
    {Counter::SharedAtomicWavefronts, "shared atomic, wavefronts", atomic_wavefronts,
     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", "wavefront", "wavefronts", "1: every lane has a bank of its own",
     "every lane after the other"},
    {Counter::SharedLoadConflicts, "shared load, bank conflicts", conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "conflict", "conflicts", "0", "31: every lane waits for the ones before it"},
    {Counter::SharedStoreConflicts, "shared store, bank conflicts", conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "conflict", "conflicts", "0", "31: every lane waits for the ones before it"},
    {Counter::SharedAtomicConflicts, "shared atomic, bank conflicts", conflicts,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", "conflict", "conflicts", "0", "every lane waits for the ones before it"},
    {Counter::GlobalLoadSectors, "global load, sectors", sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", "sectors",
     sectors_fit, "32: one a lane"},
    {Counter::GlobalStoreSectors, "global store, sectors", sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", "sectors",
     sectors_fit, "32: one a lane"},
    {Counter::GlobalAtomicSectors, "global atomic, sectors", sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector", "sectors",
     sectors_fit, "32: one a lane"},
    {Counter::ConstantPasses, "constant load, passes",
     "One pass of the constant cache for each distinct address among the lanes.", "", "pass", "passes",
     "1: all lanes read one address", "32: every lane another"},
}};

constexpr std::size_t kind_of(Counter counter, Counter first) {
  return static_cast<std::size_t>(counter) - static_cast<std::size_t>(first);
}

} // namespace

const CounterInfo& info_of(Counter counter) { return table[static_cast<std::size_t>(counter)]; }
std::span<const CounterInfo> all_counters() { return table; }

CounterValue value_of(const Totals& totals, Counter counter) {
  switch (counter) {
  case Counter::SharedLoadWavefronts:
  case Counter::SharedStoreWavefronts:
  case Counter::SharedAtomicWavefronts: {
    const SharedTotals& t = totals.shared[kind_of(counter, Counter::SharedLoadWavefronts)];
    return {t.requests, t.wavefronts, t.ideal_wavefronts};
  }
  case Counter::SharedLoadConflicts:
  case Counter::SharedStoreConflicts:
  case Counter::SharedAtomicConflicts: {
    const SharedTotals& t = totals.shared[kind_of(counter, Counter::SharedLoadConflicts)];
    return {t.requests, t.bank_conflicts, 0};
  }
  case Counter::GlobalLoadSectors:
  case Counter::GlobalStoreSectors:
  case Counter::GlobalAtomicSectors: {
    const GlobalTotals& t = totals.global[kind_of(counter, Counter::GlobalLoadSectors)];
    return {t.requests, t.sectors, t.ideal_sectors};
  }
  case Counter::ConstantPasses: return {totals.constant.requests, totals.constant.passes, totals.constant.requests};
  case Counter::Count: break;
  }
  return {};
}

std::string tooltip_of(Counter counter) {
  const CounterInfo& info = info_of(counter);
  std::string text(info.definition);
  text.append("\nAt best ").append(info.best).append(".\nAt worst ").append(info.worst).append(".");
  if (!info.ncu.empty()) text.append("\nncu: ").append(info.ncu);
  return text;
}

} // namespace warpscope
