#include "gpu/protocol/counter_table.h"

#include <algorithm>
#include <vector>

namespace warpscope::protocol {

namespace {

using Group = CounterGroup;
using Kind = CounterKind;

constexpr TotalMetric totals[] = {
    {{Group::SharedLoad, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {{Group::SharedLoad, Kind::BankConflicts}, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {{Group::SharedStore, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {{Group::SharedStore, Kind::BankConflicts}, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {{Group::SharedAtomic, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
    {{Group::SharedAtomic, Kind::BankConflicts},
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
    {{Group::GlobalLoad, Kind::Requests}, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {{Group::GlobalLoad, Kind::Sectors}, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {{Group::GlobalStore, Kind::Requests}, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {{Group::GlobalStore, Kind::Sectors}, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {{Group::GlobalAtomic, Kind::Requests}, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    {{Group::LocalLoad, Kind::Requests}, "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"},
    {{Group::LocalLoad, Kind::Sectors}, "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"},
    {{Group::LocalStore, Kind::Requests}, "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"},
    {{Group::LocalStore, Kind::Sectors}, "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"},
    {{Group::ConstantLoad, Kind::Requests}, "idc__requests.sum"},
    {{Group::ConstantLoad, Kind::Misses}, "idc__requests_lookup_miss.sum"},
};

constexpr SassMetric instructions[] = {
    {Group::SharedLoad, Kind::Executed, "smsp__sass_inst_executed_op_shared_ld"},
    {Group::SharedStore, Kind::Executed, "smsp__sass_inst_executed_op_shared_st"},
    {Group::SharedAtomic, Kind::Executed, "smsp__sass_inst_executed_op_shared_atom"},
    {Group::GlobalLoad, Kind::Executed, "smsp__sass_inst_executed_op_global_ld"},
    {Group::GlobalStore, Kind::Executed, "smsp__sass_inst_executed_op_global_st"},
    {Group::GlobalAtomic, Kind::Executed, "smsp__sass_inst_executed_op_global_red"},
    {Group::GlobalAtomic, Kind::Executed, "smsp__sass_inst_executed_op_global_atom"},
    {Group::SharedLoad, Kind::Executed, "smsp__sass_inst_executed_op_ldsm", false},
    {Group::SharedStore, Kind::Executed, "smsp__sass_inst_executed_op_shared_stsm", false},
    {Group::LocalLoad, Kind::Executed, "smsp__sass_inst_executed_op_local_ld", false},
    {Group::LocalStore, Kind::Executed, "smsp__sass_inst_executed_op_local_st", false},
    {Group::AsyncCopy, Kind::Executed, "smsp__sass_inst_executed_op_ldgsts"},
    {std::nullopt, Kind::Wavefronts, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"},
    {std::nullopt, Kind::IdealWavefronts, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal"},
    {std::nullopt, Kind::Sectors, "smsp__sass_sectors_mem_global"},
    {std::nullopt, Kind::IdealSectors, "smsp__sass_sectors_mem_global_ideal"},
    {std::nullopt, Kind::Tags, "smsp__sass_l1tex_tags_mem_global"},
    {std::nullopt, Kind::LocalSectors, "smsp__sass_sectors_mem_local"},
    {std::nullopt, Kind::Width1, "smsp__sass_inst_executed_op_memory_8b", false},
    {std::nullopt, Kind::Width2, "smsp__sass_inst_executed_op_memory_16b", false},
    {std::nullopt, Kind::Width4, "smsp__sass_inst_executed_op_memory_32b", false},
    {std::nullopt, Kind::Width8, "smsp__sass_inst_executed_op_memory_64b", false},
    {std::nullopt, Kind::Width16, "smsp__sass_inst_executed_op_memory_128b", false},
    {std::nullopt, Kind::Lanes, "smsp__sass_thread_inst_executed_op_shared_pred_on", false},
    {std::nullopt, Kind::Lanes, "smsp__sass_thread_inst_executed_op_global_pred_on", false},
    {std::nullopt, Kind::Lanes, "smsp__sass_thread_inst_executed_op_ldgsts_pred_on", false},
};

enum class Memory { Any, Shared, Global, Local };

bool touches(Group group, Memory memory) {
  switch (memory) {
  case Memory::Any: return true;
  case Memory::Shared:
    return group == Group::SharedLoad || group == Group::SharedStore || group == Group::SharedAtomic ||
           group == Group::AsyncCopy;
  case Memory::Global:
    return group == Group::GlobalLoad || group == Group::GlobalStore || group == Group::GlobalAtomic ||
           group == Group::AsyncCopy;
  case Memory::Local: return group == Group::LocalLoad || group == Group::LocalStore;
  }
  return false;
}

Memory memory_of(Kind kind) {
  switch (kind) {
  case Kind::Wavefronts:
  case Kind::IdealWavefronts: return Memory::Shared;
  case Kind::Sectors:
  case Kind::IdealSectors:
  case Kind::Tags: return Memory::Global;
  case Kind::LocalSectors: return Memory::Local;
  default: return Memory::Any;
  }
}

} // namespace

std::span<const TotalMetric> total_metrics() { return totals; }
std::span<const SassMetric> sass_metrics() { return instructions; }

Counters instruction_counters(std::span<const std::pair<const SassMetric*, std::uint64_t>> counted) {
  Counters counters;
  std::vector<Group> groups;
  for (const auto& [metric, count] : counted) {
    if (!metric->executes || count == 0) continue;
    counters[{*metric->executes, Kind::Executed}] += count;
    groups.push_back(*metric->executes);
  }
  for (const auto& [metric, count] : counted) {
    if (metric->executes || count == 0) continue;
    const Memory memory = memory_of(metric->kind);
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](Group g) { return touches(g, memory); });
    counters[{group == groups.end() ? Group::Other : *group, metric->kind}] += count;
  }
  return counters;
}

} // namespace warpscope::protocol
