// The sets, the room and the replacement of L1 beside what an H200 loses of lines that are read again and
// again (h200_l1_sets.tsv).
#include "sim/devices/devices.h"
#include "sim/multiprocessor/figures.h"
#include "sim/multiprocessor/l1.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

namespace warpscope {
namespace {

/// As the probe goes: three rounds before the four that count.
double share_lost(multiprocessor::L1 l1, const std::vector<std::uint32_t>& lines) {
  std::size_t lost = 0;
  for (int round = 0; round < 7; ++round)
    for (const std::uint32_t line : lines) {
      l1.touch(line);
      lost += round >= 3 && l1.touched().allocated;
    }
  return static_cast<double>(lost) / (4.0 * static_cast<double>(lines.size()));
}

TEST(L1Sets, LoseWhatAnH200Loses) {
  const Device& device = *devices::find_device("cc90");
  std::ifstream table(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_l1_sets.tsv");
  std::mt19937 random(1);
  std::size_t rows = 0, near = 0;
  double all = 0, worst = 0;
  for (std::string line; std::getline(table, line);) {
    std::uint64_t shared_kb = 0;
    std::uint32_t stride = 0, count = 0;
    double measured = 0;
    if (!(std::istringstream(line) >> shared_kb >> stride >> count >> measured)) continue;
    std::string why_not;
    const auto figures = multiprocessor::figures_of(device, *devices::measured_for(device),
                                                    {.busy = 1, .resident_shared = (shared_kb + 1) * 1024},
                                                    why_not);
    ASSERT_TRUE(figures.has_value()) << why_not;
    const multiprocessor::Figures& f = figures->figures;
    const std::uint32_t first = random() % 1024 * 16384;
    std::vector<std::uint32_t> lines;
    for (std::uint32_t i = 0; i < count; ++i)
      lines.push_back(stride == 0 ? random() % (1u << 25) : first + i * stride);
    const double off = std::abs(
        share_lost(multiprocessor::L1(f.l1_sets, f.l1_ways, multiprocessor::lines_held(f)), lines) -
        measured);
    ++rows;
    all += off;
    near += off <= .1;
    worst = std::max(worst, off);
  }
  EXPECT_GT(rows, 2000u);
  EXPECT_LT(all / static_cast<double>(rows), .03);
  EXPECT_GT(near, rows * 93 / 100);
  EXPECT_LT(worst, .6);
  RecordProperty("mean", std::to_string(all / static_cast<double>(rows)));
  std::printf("%zu rows, off by %.4f in the mean, %.3f at worst, %zu within a tenth\n", rows,
              all / static_cast<double>(rows), worst, near);
}

} // namespace
} // namespace warpscope
