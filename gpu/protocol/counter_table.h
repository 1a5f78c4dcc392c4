// What is counted, under the names that `warpscope sim --json` uses where it counts the same: a group (an
// instruction's kind) and a counter in it. A row of the table below for each that a profiler's metric gives;
// a new one is a new row.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace warpscope::protocol {

enum class CounterGroup : std::uint8_t {
  SharedLoad,
  SharedStore,
  SharedAtomic,
  GlobalLoad,
  GlobalStore,
  GlobalAtomic,
  AsyncCopy,
  ConstantLoad,
  LocalLoad,
  LocalStore,
  Other
};
inline constexpr std::array<std::string_view, 11> counter_groups = {
    "shared_load", "shared_store",  "shared_atomic", "global_load", "global_store", "global_atomic",
    "async_copy",  "constant_load", "local_load",    "local_store", "other"};

/// executed: warp instructions, also those without an active lane; width_N: those of them that move N bytes a
/// lane; lanes: threads that they moved data for. tags: passes through the tag stage, four lines each.
enum class CounterKind : std::uint8_t {
  Executed,
  Width1,
  Width2,
  Width4,
  Width8,
  Width16,
  Lanes,
  Requests,
  Wavefronts,
  IdealWavefronts,
  BankConflicts,
  Sectors,
  IdealSectors,
  Tags,
  LocalSectors,
  Misses
};
inline constexpr std::array<std::string_view, 16> counter_kinds = {
    "executed",      "width_1",    "width_2",          "width_4",        "width_8", "width_16",      "lanes",
    "requests",      "wavefronts", "ideal_wavefronts", "bank_conflicts", "sectors", "ideal_sectors", "tags",
    "local_sectors", "misses"};

using CounterKey = std::pair<CounterGroup, CounterKind>;
using Counters = std::map<CounterKey, std::uint64_t>;

/// A total of a launch, from the hardware's counters (CUPTI range profiler, l1tex and idc units).
struct TotalMetric {
  CounterKey key;
  const char* metric;
};
[[nodiscard]] std::span<const TotalMetric> total_metrics();

/// A count of each instruction (CUPTI SASS metrics). `executes`: the group that an instruction belongs to
/// when it counts here; else `kind` says what is counted, in whichever group the instruction is.
struct SassMetric {
  std::optional<CounterGroup> executes;
  CounterKind kind;
  const char* metric;
  bool needed = true; ///< the others are left out where CUPTI does not take them all
};
[[nodiscard]] std::span<const SassMetric> sass_metrics();

/// What SASS metrics counted of one instruction, as counters: a generic load that went to shared and to
/// global memory counts in both groups, its wavefronts in the shared one and its sectors in the global one.
[[nodiscard]] Counters
instruction_counters(std::span<const std::pair<const SassMetric*, std::uint64_t>> counted);

} // namespace warpscope::protocol
