// The ids of all counters, and counters.def as constant tables: no code except look-ups, so that gpu/ can
// include it too. tally.h has the simulator's counts by these ids.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::model {

enum class CounterGroup : std::uint8_t {
#define WARPSCOPE_COUNTER_GROUP(name, key, memory, access, words) name,
#include "sim/model/counters.def"
};

enum class CounterKind : std::uint8_t {
#define WARPSCOPE_COUNTED(memory, name, key, rule, ...) name,
#define WARPSCOPE_DERIVED(memory, name, key, ...) name,
#define WARPSCOPE_HARDWARE(memory, name, key) name,
#include "sim/model/counters.def"
};

/// One counter, such as shared_load.wavefronts. Its words and its key in files come from the table alone.
struct CounterId {
  CounterGroup group{};
  CounterKind kind{};
  auto operator<=>(const CounterId&) const = default;
};

/// What the instructions of a group access: a memory space, or both ends of an asynchronous copy.
enum class CounterMemory : std::uint8_t {
  Every, ///< of a kind: each group has it
  Copy,
  Other,
#define WARPSCOPE_SPACE(name, ...) name,
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
};
[[nodiscard]] constexpr CounterMemory memory_of(Space space) {
  constexpr CounterMemory memories[] = {
#define WARPSCOPE_SPACE(name, ...) CounterMemory::name,
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  };
  return memories[static_cast<unsigned>(space)];
}
[[nodiscard]] constexpr CostRule cost_rule(CounterMemory memory) {
  for (unsigned space = 0; space < space_count; ++space)
    if (memory_of(static_cast<Space>(space)) == memory) return cost_rule(static_cast<Space>(space));
  return CostRule::Uncounted;
}

struct CounterGroupRow {
  CounterGroup group{};
  std::string_view key; ///< in JSON: "shared_load"
  CounterMemory memory{};
  AccessKind access{};
  std::string_view words; ///< key of "shared load" in the language table; empty: never shown
};
inline constexpr std::array counter_group_rows = {
#define WARPSCOPE_COUNTER_GROUP(name, key, memory, access, words)                                            \
  CounterGroupRow{CounterGroup::name, #key, CounterMemory::memory, AccessKind::access, words},
#include "sim/model/counters.def"
};

/// Texts are keys of the language table; those that begin with "atomic" or "local" replace the others for
/// such groups.
struct CounterRow {
  CounterKind kind{};
  std::string_view key; ///< in JSON: "wavefronts"
  CounterMemory memory{};
  bool counted = false;            ///< by the simulator
  std::optional<CounterKind> of{}; ///< derived: `factor` times this counter; so is its ideal
  std::uint32_t factor = 1;
  std::optional<CounterKind> ideal{}; ///< the counter of the same group that is its ideal
  bool excess = false;                ///< its ideal is 0, and it follows from another row's value
  bool row = false;                   ///< has a row in the results, and a number beside the line
  std::string_view name{};            ///< "wavefronts"; empty: never shown
  std::string_view definition{}, atomic_definition{}, local_definition{}; ///< a sentence
  std::string_view unit{}, units{};                                       ///< "wavefront", "wavefronts"
  std::string_view brief{}; ///< "wf", where there is no room for the unit
  /// Of one request, as the end of "At best …".
  std::string_view best{}, atomic_best{}, worst{}, atomic_worst{};
  std::uint8_t chart_place = 0;  ///< its position in the chart's choices, from 1; 0: not offered
  std::string_view chart_name{}; ///< its name in the chart's files, where that differs from `key`
};
inline constexpr std::array counter_rows = {
#define WARPSCOPE_COUNTED(where, id, field, rule, ...)                                                       \
  CounterRow{.kind = CounterKind::id,                                                                        \
             .key = #field,                                                                                  \
             .memory = CounterMemory::where,                                                                 \
             .counted = true __VA_OPT__(, ) __VA_ARGS__},
#define WARPSCOPE_DERIVED(where, id, field, ...)                                                             \
  CounterRow{.kind = CounterKind::id, .key = #field, .memory = CounterMemory::where, __VA_ARGS__},
#define WARPSCOPE_HARDWARE(where, id, field)                                                                 \
  CounterRow{.kind = CounterKind::id, .key = #field, .memory = CounterMemory::where},
#include "sim/model/counters.def"
};

[[nodiscard]] constexpr const CounterGroupRow& row_of(CounterGroup group) {
  return counter_group_rows[static_cast<std::size_t>(group)];
}
[[nodiscard]] constexpr const CounterRow& row_of(CounterKind kind) {
  return counter_rows[static_cast<std::size_t>(kind)];
}
[[nodiscard]] constexpr std::string_view key_of(CounterGroup group) { return row_of(group).key; }
[[nodiscard]] constexpr std::string_view key_of(CounterKind kind) { return row_of(kind).key; }
/// Returns "shared_load.wavefronts", the name in tables of comparisons.
[[nodiscard]] inline std::string key_of(CounterId id) {
  return std::string(key_of(id.group)).append(".").append(key_of(id.kind));
}

/// True when the group is counted in wavefronts of the shared-memory banks.
[[nodiscard]] constexpr bool counts_banks(CounterGroup group) {
  return cost_rule(row_of(group).memory) == CostRule::Banks;
}
[[nodiscard]] constexpr bool is_atomic(CounterGroup group) {
  return row_of(group).access == AccessKind::Atomic;
}
/// True when the instructions of `group` access `memory`, or another that is counted by the same rule; an
/// asynchronous copy accesses global and shared memory.
[[nodiscard]] constexpr bool touches(CounterGroup group, CounterMemory memory) {
  const CounterMemory own = row_of(group).memory;
  const CostRule rule = cost_rule(memory);
  return memory == CounterMemory::Every || own == memory ||
         (rule != CostRule::Uncounted && cost_rule(own) == rule) ||
         (own == CounterMemory::Copy && (memory == CounterMemory::Shared || memory == CounterMemory::Global));
}
/// True when the simulator provides it: counted or derived from counts, for that memory.
[[nodiscard]] constexpr bool is_simulated(CounterId id) {
  const CounterMemory memory = row_of(id.group).memory;
  const CounterRow& row = row_of(id.kind);
  return cost_rule(memory) != CostRule::Uncounted && (row.counted || row.of) && touches(id.group, row.memory);
}
/// True when only a run of code as compiled provides it: local memory (local.h).
[[nodiscard]] constexpr bool is_simulated_as_compiled(CounterId id) {
  const CounterMemory memory = row_of(id.group).memory;
  return memory == CounterMemory::Local && row_of(id.kind).counted &&
         touches(id.group, row_of(id.kind).memory);
}
/// Returns the group of an access; nullopt: accesses of that memory are not counted.
[[nodiscard]] constexpr std::optional<CounterGroup> group_of(Space space, AccessKind access) {
  const CostRule rule = cost_rule(space);
  if (rule == CostRule::Uncounted) return std::nullopt;
  for (const CounterGroupRow& row : counter_group_rows)
    if (row.memory == memory_of(space) && (row.access == access || rule == CostRule::Passes))
      return row.group;
  return std::nullopt;
}

/// The profiler's name of a launch's total; empty: it has none.
[[nodiscard]] constexpr std::string_view profiler_name(CounterId id) {
  struct Named {
    CounterId id;
    std::string_view metric;
  };
  constexpr Named all[] = {
#define WARPSCOPE_TOTAL_METRIC(group, kind, metric) {{CounterGroup::group, CounterKind::kind}, metric},
#define WARPSCOPE_NAMED_METRIC(group, kind, metric) {{CounterGroup::group, CounterKind::kind}, metric},
#include "sim/model/counters.def"
  };
  for (const Named& named : all)
    if (named.id == id) return named.metric;
  return {};
}

/// True when a recording may contain counters of the kind, since some metric provides it.
[[nodiscard]] constexpr bool is_recorded(CounterKind kind) {
  constexpr CounterKind all[] = {
      CounterKind::Executed,
#define WARPSCOPE_TOTAL_METRIC(group, kind, metric) CounterKind::kind,
#define WARPSCOPE_SASS_COUNT(kind, metric, needed) CounterKind::kind,
#include "sim/model/counters.def"
  };
  for (const CounterKind one : all)
    if (one == kind) return true;
  return false;
}

} // namespace warpscope::model
