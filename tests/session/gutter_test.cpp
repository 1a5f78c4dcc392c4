// The numbers beside the lines of the source.
#include "app/results/gutter.h"
#include "sim/model/tally.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

/// Line 3: a shared read of 32 wavefronts and a global store of 4 sectors. Line 5: a global read of every
/// other word.
run::Result two_lines(std::uint32_t lanes = 0xffff'ffffu) {
  run::Result result;
  auto program = std::make_shared<program::Program>();
  const auto site = [&](Space space, std::uint32_t line, std::uint32_t column) {
    program::Site s;
    s.space = space;
    s.span = {line, column, line, column + 4};
    s.text = "a[i]";
    program->sites.push_back(s);
  };
  site(Space::Global, 5, 1);
  site(Space::Shared, 3, 9);
  site(Space::Global, 3, 1);
  model::Tally tally(3);
  const auto access = [&](std::uint32_t number, Space space, AccessKind kind, std::uint32_t pitch) {
    trace::AccessEvent event;
    event.site = number;
    event.space = space;
    event.kind = kind;
    event.access.mask = lanes;
    event.access.width = 4;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      event.access.offset[lane] = program::window_base + pitch * lane;
    tally.on_access(event);
  };
  access(0, Space::Global, AccessKind::Load, 8);
  access(1, Space::Shared, AccessKind::Load, 128);
  access(1, Space::Shared, AccessKind::Load, 128);
  access(2, Space::Global, AccessKind::Store, 4);
  result.sites = tally.sites();
  result.totals = tally.total();
  result.program = std::move(program);
  return result;
}

TEST(Gutter, OneRowALineWithItsCostliestAccessFirst) {
  const std::vector<results::GutterRow> rows = results::gutter_rows(two_lines());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].line, 3u);
  EXPECT_EQ(rows[0].number, "32");
  EXPECT_EQ(rows[0].ideal, "1");
  EXPECT_EQ(rows[0].unit, "wavefronts");
  EXPECT_EQ(rows[0].requests, "2");
  EXPECT_EQ(rows[0].share, 1);
  EXPECT_EQ(rows[0].ideal_share, 1.f / 32);
  EXPECT_TRUE(rows[0].over_ideal);
  EXPECT_EQ(rows[0].others, 1u);
  ASSERT_EQ(rows[0].more.size(), 1u);
  EXPECT_EQ(rows[0].more[0].number, "4");
  EXPECT_EQ(rows[0].more[0].unit, "sectors");
  EXPECT_FALSE(rows[0].more[0].over_ideal);
  EXPECT_EQ(rows[1].line, 5u);
  EXPECT_EQ(rows[1].number, "8");
  EXPECT_EQ(rows[1].ideal, "4");
  EXPECT_TRUE(rows[1].more.empty());
}

/// A line that loads from shared memory `accesses` times, each with another conflict.
std::vector<results::GutterRow> loads_of_a_line(std::uint32_t accesses) {
  run::Result result;
  auto program = std::make_shared<program::Program>();
  for (std::uint32_t i = 0; i < accesses; ++i) {
    program::Site site;
    site.span = {7, 4 + i, 7, 8 + i};
    site.space = Space::Shared;
    site.kind = AccessKind::Load;
    program->sites.push_back(site);
  }
  model::Tally tally(accesses);
  for (std::uint32_t i = 0; i < accesses; ++i) {
    trace::AccessEvent event;
    event.site = i;
    event.space = Space::Shared;
    event.kind = AccessKind::Load;
    event.access.mask = ~0u;
    event.access.width = 4;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      event.access.offset[lane] = program::window_base + (4u << i) * lane;
    tally.on_access(event);
  }
  result.sites = tally.sites();
  result.totals = tally.total();
  result.program = std::move(program);
  return results::gutter_rows(result);
}

TEST(Gutter, OfTwoAccessesTheSecondIsToldThoughItsUnitIsTheSame) {
  const std::vector<results::GutterRow> rows = loads_of_a_line(2);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].number, "2");
  ASSERT_EQ(rows[0].more.size(), 1u);
  EXPECT_EQ(rows[0].more[0].number, "1");
}

TEST(Gutter, OfManyAccessesOneOfEachUnitIsTold) {
  const std::vector<results::GutterRow> rows = loads_of_a_line(4);
  EXPECT_EQ(rows[0].number, "8");
  EXPECT_TRUE(rows[0].more.empty());
  EXPECT_EQ(rows[0].others, 3u);
}

TEST(Gutter, TheTooltipNamesEveryAccessAndItsCounter) {
  const std::vector<results::GutterRow> rows = results::gutter_rows(two_lines());
  EXPECT_NE(rows[0].tooltip.find("32 wavefronts an access, 1 would do"), std::string::npos)
      << rows[0].tooltip;
  EXPECT_NE(rows[0].tooltip.find("2 requests"), std::string::npos);
  EXPECT_NE(rows[0].tooltip.find("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"), std::string::npos);
  EXPECT_NE(rows[0].tooltip.find("l1tex__t_sectors_pipe_lsu_mem_global_op_st"), std::string::npos);
}

TEST(Gutter, TheTooltipSaysWhenLanesAreIdle) {
  EXPECT_EQ(results::gutter_rows(two_lines())[0].tooltip.find("ctive lanes"), std::string::npos)
      << "all of them work: nothing to say";
  EXPECT_NE(results::gutter_rows(two_lines(0xffff))[0].tooltip.find("2 requests\nActive lanes: 16 of 32\n"),
            std::string::npos);
}

TEST(Gutter, FindsARowByItsLine) {
  const std::vector<results::GutterRow> rows = results::gutter_rows(two_lines());
  EXPECT_EQ(results::find_row(rows, 3), &rows[0]);
  EXPECT_EQ(results::find_row(rows, 5), &rows[1]);
  EXPECT_EQ(results::find_row(rows, 4), nullptr);
  EXPECT_EQ(results::find_row({}, 1), nullptr);
}

} // namespace
} // namespace warpscope
