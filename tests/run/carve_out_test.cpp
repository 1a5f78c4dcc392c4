// The share of L1 that becomes shared memory, as ncu had it of kernels on an H200.
#include "sim/run/carve_out.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

using warpscope::run::carved_out;

/// In KB, rounded up to a step of the device's.
std::uint64_t step_of(std::uint64_t bytes) {
  constexpr std::array<std::uint64_t, 10> steps = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228};
  return *std::find_if(steps.begin(), steps.end() - 1, [&](std::uint64_t kb) { return bytes <= kb * 1024; });
}
std::uint64_t chosen(std::uint64_t threads, std::uint64_t kb, std::uint64_t by_registers = 99) {
  const std::uint64_t by_warps = 64 / ((threads + 31) / 32);
  return step_of(carved_out({threads, kb * 1024, std::min(by_warps, by_registers), 228 / (kb + 1)}));
}

TEST(CarveOut, IsWhatAnH200Chose) {
  struct Row {
    std::uint64_t threads;
    std::array<std::uint64_t, 8> of; ///< with 0, 1, 2, 4, 8, 16, 32, 48 KB a block
  };
  for (const Row& row :
       {Row{64, {32, 64, 100, 164, 228, 228, 228, 196}}, Row{128, {32, 64, 100, 132, 164, 228, 228, 196}},
        Row{256, {32, 32, 64, 100, 132, 164, 228, 196}}, Row{512, {16, 16, 32, 64, 100, 132, 132, 196}},
        Row{1024, {8, 8, 8, 16, 32, 64, 100, 100}}}) {
    constexpr std::array<std::uint64_t, 8> kb = {0, 1, 2, 4, 8, 16, 32, 48};
    for (std::size_t i = 0; i < kb.size(); ++i)
      EXPECT_EQ(chosen(row.threads, kb[i]), row.of[i]) << row.threads << " threads, " << kb[i] << " KB";
  }
  // Registers that let four, two or one reside.
  EXPECT_EQ(chosen(256, 4, 4), 64u);
  EXPECT_EQ(chosen(512, 8, 2), 64u);
  EXPECT_EQ(chosen(768, 8, 1), 16u);
  EXPECT_EQ(chosen(512, 0, 1), 8u);
}

} // namespace
