// The table of counters, with its keys looked up in the language table.
#include "app/results/counters.h"

#include "app/language/language.h"
#include "sim/base/number_text.h"

#include <cstdio>
#include <vector>

namespace warpscope::results {

namespace {

using model::CounterId;

constexpr std::size_t groups = model::counter_group_rows.size(), kinds = model::counter_rows.size();

std::string_view text_of(std::string_view key) { return key.empty() ? key : language::tr(key); }
/// Returns the text for atomics where they have one of their own.
std::string_view text_for(bool special, std::string_view own, std::string_view key) {
  return text_of(special && !own.empty() ? own : key);
}

/// counters.def has no words for them, since in JSON they are counts of code as compiled alone; here the text
/// as written has them too, and the definition says what that means.
CounterInfo local_sectors_info(CounterId id) {
  return {id,
          language::trf("counter.label", language::arg("group", text_of(model::row_of(id.group).words)),
                        language::arg("counter", language::tr("counter.sectors"))),
          language::tr("counter.local_sectors_tip"),
          model::profiler_name({id.group, model::CounterKind::Sectors}),
          language::tr("unit.sector"),
          language::tr("unit.sectors"),
          language::tr("counter.one_index"),
          language::tr("counter.own_indices")};
}

CounterInfo make_info(CounterId id) {
  if (id.kind == model::CounterKind::LocalSectors && model::is_simulated_as_compiled(id))
    return local_sectors_info(id);
  const model::CounterGroupRow& group = model::row_of(id.group);
  const model::CounterRow& row = model::row_of(id.kind);
  if (row.name.empty() || group.words.empty()) return {id, model::key_of(id), {}, {}, {}, {}, {}, {}};
  const bool atomic = model::is_atomic(id.group), local = group.memory == model::CounterMemory::Local;
  return {id,
          language::trf("counter.label", language::arg("group", text_of(group.words)),
                        language::arg("counter", text_of(row.name))),
          local ? text_for(true, row.local_definition, row.definition)
                : text_for(atomic, row.atomic_definition, row.definition),
          model::profiler_name(id),
          text_of(row.unit),
          text_of(row.units),
          text_for(atomic, row.atomic_best, row.best),
          text_for(atomic, row.atomic_worst, row.worst)};
}

bool has_row(CounterId id) {
  if (id.kind == model::CounterKind::LocalSectors) return model::is_simulated_as_compiled(id);
  return model::row_of(id.kind).row && model::is_simulated(id);
}

} // namespace

const CounterInfo& info_of(CounterId id) {
  // One table per thread, so that the worker may ask too.
  const std::vector<CounterInfo>& table = language::made_in_language([] {
    std::vector<CounterInfo> infos;
    infos.reserve(groups * kinds);
    for (const model::CounterGroupRow& group : model::counter_group_rows)
      for (const model::CounterRow& row : model::counter_rows)
        infos.push_back(make_info({group.group, row.kind}));
    return infos;
  });
  return table[static_cast<std::size_t>(id.group) * kinds + static_cast<std::size_t>(id.kind)];
}

std::span<const CounterInfo> all_counters() {
  return language::made_in_language([] {
    std::vector<CounterInfo> infos;
    for (const model::CounterRow& row : model::counter_rows)
      for (const model::CounterGroupRow& group : model::counter_group_rows)
        if (const CounterId id{group.group, row.kind}; has_row(id)) infos.push_back(make_info(id));
    return infos;
  });
}

CounterValue value_of(const model::Totals& totals, CounterId id) {
  return {model::count_of(totals, {id.group, model::CounterKind::Requests}), model::count_of(totals, id),
          model::ideal_of(totals, id).value_or(0)};
}

std::string tooltip_of(CounterId id) {
  const CounterInfo& info = info_of(id);
  std::string text(info.definition);
  if (info.best.empty()) return text;
  text.append("\n").append(language::trf("counter.best_worst", language::arg("best", info.best),
                                         language::arg("worst", info.worst)));
  if (!info.ncu.empty()) text.append("\nncu: ").append(info.ncu);
  return text;
}

std::string lanes_text(std::uint64_t lanes, std::uint64_t requests) {
  if (lanes == 0 || lanes == requests * warp_size) return {};
  return language::trf("counter.lanes_of", language::arg("lanes", mean_text(lanes, requests)));
}

std::string mean_text(std::uint64_t sum, std::uint64_t count) {
  if (count == 0) return "0";
  if (sum % count == 0) return grouped(sum / count);
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(sum) / static_cast<double>(count));
  return text;
}

} // namespace warpscope::results
