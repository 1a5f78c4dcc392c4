// The results' table: filters, sorting, what is copied; and the words of its counters.
#include "app/results/table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

constexpr model::CounterId shared_load_wavefronts{model::CounterGroup::SharedLoad,
                                                  model::CounterKind::Wavefronts};
constexpr model::CounterId shared_store_wavefronts{model::CounterGroup::SharedStore,
                                                   model::CounterKind::Wavefronts};
constexpr model::CounterId shared_load_conflicts{model::CounterGroup::SharedLoad,
                                                 model::CounterKind::BankConflicts};
constexpr model::CounterId global_load_sectors{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors};

results::ResultRow row(std::uint32_t line, const char* code, model::CounterId counter, std::uint64_t requests,
                       std::uint64_t ideal, std::uint64_t launch) {
  results::ResultRow r;
  r.line = line;
  r.site = line == 0 ? ~0u : line;
  r.code = code;
  r.counter = counter;
  r.requests = requests;
  r.has_ideal = true;
  r.ideal = ideal;
  r.block = launch / 4;
  r.has_launch = true;
  r.launch = launch;
  r.over_ideal = launch > ideal;
  if (ideal > 0) r.ratio = static_cast<double>(launch) / static_cast<double>(ideal);
  return r;
}

std::vector<results::ResultRow> transpose() {
  return {row(8, "tile[ty][tx]", shared_store_wavefronts, 32768, 32768, 32768),
          row(9, "in[y * width + x]", global_load_sectors, 32768, 131072, 131072),
          row(15, "tile[tx][ty]", shared_load_wavefronts, 32768, 32768, 1048576),
          row(15, "tile[tx][ty]", shared_load_conflicts, 32768, 0, 1015808),
          row(0, "", shared_load_wavefronts, 32768, 32768, 1048576)};
}

std::vector<std::size_t> kept(const char* filter, results::ResultOrder order = {}) {
  std::string problem;
  std::vector<std::size_t> indices = results::arrange(transpose(), filter, order, problem);
  EXPECT_EQ(problem, "") << filter;
  return indices;
}

using Indices = std::vector<std::size_t>;

TEST(ResultTable, FiltersByWordsAndByNumbers) {
  EXPECT_EQ(kept(""), (Indices{0, 1, 2, 3, 4}));
  EXPECT_EQ(kept("TILE"), (Indices{0, 2, 3}));
  EXPECT_EQ(kept("tile wavefronts"), (Indices{0, 2}));
  EXPECT_EQ(kept("wavefronts>40000"), (Indices{2, 4}));
  EXPECT_EQ(kept("wavefronts > 40,000"), (Indices{2, 4}));
  EXPECT_EQ(kept("  tile   each >= 32 "), (Indices{2}));
  EXPECT_EQ(kept("ratio=1"), (Indices{0, 1}));
  EXPECT_EQ(kept("line!=15"), (Indices{0, 1})) << "a total has no line";
  EXPECT_EQ(kept("15"), (Indices{2, 3}));
  EXPECT_EQ(kept("all lines"), (Indices{4}));
  EXPECT_EQ(kept("sectors<1"), (Indices{}));
  EXPECT_EQ(kept("tx]>"), (Indices{})) << "text that only looks like a comparison";
}

TEST(ResultTable, SaysWhatIsWrongWithAFilterAndIgnoresThatWord) {
  std::string problem;
  EXPECT_EQ(results::arrange(transpose(), "bananas>3 line=9", {}, problem), (Indices{1}));
  EXPECT_NE(problem.find("bananas"), std::string::npos);
  EXPECT_EQ(results::arrange(transpose(), "sectors>", {}, problem).size(), 5u)
      << "half typed: nothing vanishes";
  EXPECT_NE(problem.find("needs a number"), std::string::npos);
}

TEST(ResultTable, SortsByEveryColumnWithTotalsLast) {
  const std::vector<results::ResultRow> rows = transpose();
  for (const results::ColumnInfo& column : results::result_columns())
    for (const bool descending : {false, true}) {
      std::string problem;
      const Indices order = results::arrange(rows, "", {column.column, descending}, problem);
      ASSERT_EQ(order.size(), rows.size());
      EXPECT_EQ(order.back(), 4u) << column.key;
    }
  EXPECT_EQ(kept("", {results::ResultColumn::Launch, true}), (Indices{2, 3, 1, 0, 4}));
  EXPECT_EQ(kept("", {results::ResultColumn::Launch, false}), (Indices{0, 1, 3, 2, 4}));
  EXPECT_EQ(kept("", {results::ResultColumn::Code, false}), (Indices{1, 2, 3, 0, 4}));
}

TEST(ResultTable, ThreeClicksGoThereBackAndHome) {
  results::ResultOrder order;
  order = order.after_click(results::ResultColumn::Launch);
  EXPECT_EQ(order, (results::ResultOrder{results::ResultColumn::Launch, true}));
  order = order.after_click(results::ResultColumn::Launch);
  EXPECT_EQ(order, (results::ResultOrder{results::ResultColumn::Launch, false}));
  EXPECT_EQ(order.after_click(results::ResultColumn::Launch), results::ResultOrder{});
  EXPECT_EQ(order.after_click(results::ResultColumn::Code),
            (results::ResultOrder{results::ResultColumn::Code, false}));
  EXPECT_EQ(results::ResultOrder{}.after_click(results::ResultColumn::Line),
            (results::ResultOrder{results::ResultColumn::Line, false}));
}

TEST(ResultTable, CopiesAsTsvAndCsv) {
  std::vector<results::ResultRow> rows = transpose();
  rows[0].code = "f(a, \"b\")\tc";
  rows[2].has_launch = false;
  const std::string tsv = results::table_text(rows, {2, 0, 4}, results::TableFormat::Tsv);
  EXPECT_EQ(
      tsv,
      "line\taccess\tcounter\tncu\trequests\tideal\twarp\tblock\tlaunch\tto_ideal\twhy\n"
      "15\ttile[tx][ty]\tshared load, "
      "wavefronts\tl1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum\t32768\t32768\t\t262144\t\t32\t\n"
      "8\tf(a, \"b\") c\tshared store, "
      "wavefronts\tl1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\t32768\t32768\t\t8192\t32768\t1\t\n"
      "\tall lines\tshared load, "
      "wavefronts\tl1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld."
      "sum\t32768\t32768\t\t262144\t1048576\t32\t\n");
  const std::string csv = results::table_text(rows, {0}, results::TableFormat::Csv);
  EXPECT_NE(csv.find("\n8,\"f(a, \"\"b\"\")\tc\",\"shared store, wavefronts\",l1tex__"), std::string::npos)
      << csv;
}

TEST(Counters, EachHasADefinitionItsUnitAndItsRange) {
  for (const results::CounterInfo& info : results::all_counters()) {
    const std::string tip = results::tooltip_of(info.id);
    EXPECT_EQ(results::info_of(info.id).label, info.label);
    for (const std::string_view part : {info.definition, info.best, info.worst, info.unit, info.units})
      EXPECT_FALSE(part.empty()) << info.label;
    EXPECT_NE(tip.find("At best "), std::string::npos);
    EXPECT_NE(tip.find("At worst "), std::string::npos);
    EXPECT_TRUE(info.id.group == model::CounterGroup::ConstantLoad
                    ? info.ncu.empty()
                    : tip.find("\nncu: ") != std::string::npos);
  }
}

} // namespace
} // namespace warpscope
