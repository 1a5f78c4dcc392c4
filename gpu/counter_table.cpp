#include "gpu/counter_table.h"

namespace warpscope {

namespace {

using Group = CounterGroup;
using Kind = CounterKind;

constexpr TotalMetric totals[] = {
    {{Group::SharedLoad, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {{Group::SharedLoad, Kind::BankConflicts}, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {{Group::SharedStore, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {{Group::SharedStore, Kind::BankConflicts}, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {{Group::SharedAtomic, Kind::Wavefronts}, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
    {{Group::SharedAtomic, Kind::BankConflicts}, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
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
    {Group::AsyncCopy, Kind::Executed, "smsp__sass_inst_executed_op_ldgsts"},
    {std::nullopt, Kind::Wavefronts, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"},
    {std::nullopt, Kind::IdealWavefronts, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal"},
    {std::nullopt, Kind::Sectors, "smsp__sass_sectors_mem_global"},
    {std::nullopt, Kind::IdealSectors, "smsp__sass_sectors_mem_global_ideal"},
    {std::nullopt, Kind::Tags, "smsp__sass_l1tex_tags_mem_global"},
    {std::nullopt, Kind::LocalSectors, "smsp__sass_sectors_mem_local"},
};

} // namespace

std::span<const TotalMetric> total_metrics() { return totals; }
std::span<const SassMetric> sass_metrics() { return instructions; }

} // namespace warpscope
