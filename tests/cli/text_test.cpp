// Small pieces of the command line: numbers, lanes, tables, splitting.
#include "app/cli/launch_options.h"
#include "app/cli/style.h"
#include "app/cli/table.h"

#include <gtest/gtest.h>

namespace warpscope::cli {
namespace {

TEST(Style, NumbersAndWords) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615ull), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "block"), "1 block");
  EXPECT_EQ(counted(2048, "block"), "2,048 blocks");
  EXPECT_EQ(box_text(32, 8, 1), "32 × 8");
  EXPECT_EQ(box_text(32, 1, 1), "32");
  EXPECT_EQ(box_text(1, 1, 4), "1 × 1 × 4");
}

TEST(Style, LanesAsRuns) {
  EXPECT_EQ(lane_list(0), "none");
  EXPECT_EQ(lane_list(0xffffffffu), "0-31");
  EXPECT_EQ(lane_list(0x80000001u), "0, 31");
  EXPECT_EQ(lane_list(0x0000f00bu), "0, 1, 3, 12-15");
}

TEST(Style, TextIsMeasuredInCharacters) {
  EXPECT_EQ(columns_of("32 × 8"), 6u);
  EXPECT_EQ(clipped("héllo wörld", 6), "héllo…");
  EXPECT_EQ(clipped("short", 5), "short");
  EXPECT_EQ(tinted("x", Tint::Bad, false), "x");
  EXPECT_EQ(tinted("x", Tint::Good, true), "\x1b[32mx\x1b[0m");
}

TEST(Table, AlignsAndGivesWay) {
  Table table;
  table.column("n").column("text", Table::Align::Left);
  table.row({{"1"}, {"one"}});
  table.rule();
  table.row({{"1,000"}});
  EXPECT_EQ(table.text(false, 80), "      n  text\n"
                                   "  ───────────\n"
                                   "      1  one\n"
                                   "  ───────────\n"
                                   "  1,000\n");
  Table wide;
  wide.column("text", Table::Align::Left).column("n");
  wide.row({{std::string(100, 'x')}, {"7"}});
  EXPECT_EQ(wide.text(false, 40).substr(0, 40).find("text"), 2u);
  const std::string row = wide.text(false, 40);
  EXPECT_NE(row.find("…  7\n"), std::string::npos) << row;
}

TEST(Options, CommasInsideBracketsDoNotSplit) {
  EXPECT_EQ(split_at_commas("32, 8"), (std::vector<std::string>{"32", "8"}));
  EXPECT_EQ(split_at_commas("min(4,2),max(1,(2,3))"), (std::vector<std::string>{"min(4,2)", "max(1,(2,3))"}));
  EXPECT_EQ(split_at_commas("32,"), (std::vector<std::string>{"32", ""}));
}

} // namespace
} // namespace warpscope::cli
