// The table of counters: every row is whole, and the totals made of it are found again by their ids.
#include "sim/model/counters.h"
#include "sim/model/tally.h"

#include <gtest/gtest.h>

#include <set>

namespace warpscope {
namespace {

using model::CounterGroup;
using model::CounterId;
using model::CounterKind;

std::vector<CounterId> all_ids() {
  std::vector<CounterId> ids;
  for (const model::CounterGroupRow& group : model::counter_group_rows)
    for (const model::CounterRow& row : model::counter_rows) ids.push_back({group.group, row.kind});
  return ids;
}

TEST(CounterTable, NamesEachGroupAndKindOnce) {
  std::set<std::string> keys;
  for (const CounterId id : all_ids()) {
    EXPECT_TRUE(keys.insert(model::key_of(id)).second) << model::key_of(id);
    EXPECT_EQ(model::row_of(id.group).group, id.group);
    EXPECT_EQ(model::row_of(id.kind).kind, id.kind);
  }
  EXPECT_EQ(model::key_of(CounterId{CounterGroup::SharedLoad, CounterKind::BankConflicts}),
            "shared_load.bank_conflicts");
}

TEST(CounterTable, WhatIsShownHasItsWords) {
  for (const model::CounterRow& row : model::counter_rows) {
    const bool shown = row.row || row.chart_place > 0;
    EXPECT_EQ(shown, !row.name.empty()) << row.key;
    if (!shown) continue;
    for (const std::string_view text : {row.definition, row.unit, row.units})
      EXPECT_FALSE(text.empty()) << row.key;
    EXPECT_EQ(row.row, !row.best.empty() && !row.worst.empty()) << row.key;
    EXPECT_EQ(row.row, row.ideal.has_value() || row.excess) << row.key;
    EXPECT_EQ(row.row && !row.excess, !row.brief.empty()) << row.key;
  }
}

TEST(CounterTable, TotalsAreFoundByTheirIds) {
  model::Totals totals;
  std::uint64_t next = 0;
  totals.for_each([&](std::uint64_t& count) { count = std::uint64_t{1} << next++; });
  std::uint64_t sum = 0;
  for (const CounterId id : all_ids()) {
    const bool counted = model::row_of(id.kind).counted &&
                         (model::is_simulated(id) || model::is_simulated_as_compiled(id));
    if (counted) sum += model::count_of(totals, id);
    if (counted || model::row_of(id.kind).of) continue;
    EXPECT_EQ(model::count_of(totals, id), 0u) << model::key_of(id);
  }
  EXPECT_EQ(sum, (std::uint64_t{1} << next) - 1) << "each number has one id";
  EXPECT_EQ(model::count_of(totals, {CounterGroup::GlobalStore, CounterKind::Sectors}),
            totals.global[1].sectors);
}

TEST(CounterTable, IdealsAreOfTheSameGroup) {
  model::Totals totals;
  totals.shared[0] = {
      .requests = 4, .lanes = 128, .wavefronts = 128, .ideal_wavefronts = 4, .bank_conflicts = 124};
  totals.global[1] = {.requests = 1, .sectors = 32, .ideal_sectors = 4};
  totals.constant = {.requests = 3, .passes = 96};
  const auto ideal = [&](CounterGroup group, CounterKind kind) {
    return model::ideal_of(totals, {group, kind});
  };
  EXPECT_EQ(ideal(CounterGroup::SharedLoad, CounterKind::Wavefronts), 4u);
  EXPECT_EQ(ideal(CounterGroup::SharedLoad, CounterKind::BankConflicts), 0u);
  EXPECT_EQ(ideal(CounterGroup::GlobalStore, CounterKind::Sectors), 4u);
  EXPECT_EQ(ideal(CounterGroup::GlobalStore, CounterKind::MovedBytes), 128u);
  EXPECT_EQ(model::count_of(totals, {CounterGroup::GlobalStore, CounterKind::MovedBytes}), 1024u);
  EXPECT_EQ(ideal(CounterGroup::ConstantLoad, CounterKind::Passes), 3u);
  EXPECT_EQ(ideal(CounterGroup::SharedLoad, CounterKind::Lanes), std::nullopt);
}

TEST(CounterTable, TellsWhichGroupsHaveAKind) {
  EXPECT_TRUE(model::is_simulated({CounterGroup::ConstantLoad, CounterKind::Lanes}));
  EXPECT_FALSE(model::is_simulated({CounterGroup::GlobalLoad, CounterKind::Wavefronts}));
  EXPECT_FALSE(model::is_simulated({CounterGroup::LocalLoad, CounterKind::Requests}));
  EXPECT_TRUE(model::is_simulated_as_compiled({CounterGroup::LocalStore, CounterKind::LocalSectors}));
  EXPECT_FALSE(model::is_simulated_as_compiled({CounterGroup::LocalLoad, CounterKind::Sectors}));
  EXPECT_FALSE(model::is_simulated_as_compiled({CounterGroup::GlobalLoad, CounterKind::Requests}));
  EXPECT_FALSE(model::is_simulated({CounterGroup::SharedLoad, CounterKind::Executed})) << "a GPU tells it";
  EXPECT_TRUE(model::touches(CounterGroup::AsyncCopy, model::CounterMemory::Shared));
  EXPECT_TRUE(model::touches(CounterGroup::AsyncCopy, model::CounterMemory::Global));
  EXPECT_EQ(model::group_of(Space::Global, AccessKind::Store), CounterGroup::GlobalStore);
  EXPECT_EQ(model::group_of(Space::Local, AccessKind::Load), std::nullopt);
  EXPECT_TRUE(model::is_recorded(CounterKind::Tags));
  EXPECT_FALSE(model::is_recorded(CounterKind::Passes)) << "the hardware tells requests of the constant unit";
}

} // namespace
} // namespace warpscope
