// The tag wavefronts of loads and stores beside those that an H200 counted (h200_warp_accesses.tsv) and those
// that it took the time of (h200_tags.tsv).
#include "sim/model/tags.h"
#include "sim/multiprocessor/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

struct TagsRow {
  std::uint64_t cycles = 0;
  std::vector<multiprocessor::Line> lines;
};

std::vector<TagsRow> tags_rows() {
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_tags.tsv");
  std::vector<TagsRow> rows;
  for (std::string text; std::getline(in, text);) {
    if (text.starts_with('#') || text.starts_with("cycles")) continue;
    std::istringstream cells(text);
    TagsRow row;
    std::uint32_t in_one_bank = 0, number = 0;
    cells >> row.cycles >> in_one_bank;
    while (cells >> number) row.lines.push_back({number, 1});
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(Tags, LinesAreLookedUpAsAnH200Does) {
  const std::vector<TagsRow> rows = tags_rows();
  ASSERT_GE(rows.size(), 300u);
  std::size_t differ_from_four_a_cycle = 0;
  for (const TagsRow& row : rows) {
    ASSERT_FALSE(row.lines.empty());
    EXPECT_EQ(multiprocessor::lookup_cycles(row.lines, 4), row.cycles)
        << row.lines.size() << " lines from " << row.lines.front().number << " on";
    differ_from_four_a_cycle += row.cycles != (row.lines.size() + 3) / 4 ? 1 : 0;
  }
  EXPECT_GE(differ_from_four_a_cycle, rows.size() / 2) << "that would be the rule without banks";
}

/// Nobody looked at these 580 when the banks were found.
TEST(Tags, LoadsAndStoresTakeTheWavefrontsThatAnH200Counted) {
  std::ifstream in(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_warp_accesses.tsv");
  std::size_t compared = 0, beyond = 0;
  for (std::string text; std::getline(in, text);) {
    std::istringstream fields(text);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(fields, cell, '\t');) cells.push_back(cell);
    constexpr std::size_t width = 3, mask = 4, offsets = 5, counted = 10;
    if (cells.size() <= counted || cells[1] != "global" || cells[counted].empty()) continue;
    WarpAccess access;
    access.width = static_cast<std::uint32_t>(std::stoul(cells[width]));
    access.mask = static_cast<std::uint32_t>(std::stoul(cells[mask], nullptr, 16));
    std::istringstream lanes(cells[offsets]);
    std::uint32_t furthest = 0;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      std::string offset;
      std::getline(lanes, offset, ',');
      access.offset[lane] = static_cast<std::uint32_t>(std::stoul(offset));
      if ((access.mask >> lane & 1u) != 0) furthest = std::max(furthest, access.offset[lane]);
    }
    constexpr std::uint32_t known = 1u << 25; // bytes: what lies beyond counts otherwise in each buffer
    if (furthest >= known) {
      ++beyond;
      continue;
    }
    ++compared;
    EXPECT_EQ(model::tag_wavefronts(access), std::stoul(cells[counted])) << text;
  }
  EXPECT_EQ(compared, 569u);
  EXPECT_EQ(beyond, 11u);
}

} // namespace
} // namespace warpscope
