// Copies into several blocks of a cluster (.multicast::cluster), as an H200 counted them.
#include "sim/model/sectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <sstream>
#include <string>

namespace warpscope {
namespace {

/// What the rows of a copy cost: sectors of 32 bytes as the simulator counts them, and those of the halves of
/// lines (64 bytes) that they touch.
struct CopiedRows {
  std::uint32_t sectors = 0, of_halves = 0;

  /// As sim/exec/bulk_copy.cpp cuts bytes that lie together on both sides.
  void add(std::uint32_t global, std::uint32_t shared, std::uint32_t bytes) {
    while (bytes != 0) {
      WarpAccess row;
      row.bulk = true;
      row.mask = 1;
      row.offset[0] = global;
      row.width = std::min({bytes, 128 - global % 128, 128 - shared % 128});
      sectors += model::count_sectors(row, AccessKind::Load).sectors;
      of_halves += 2 * ((global + row.width - 1) / 64 - global / 64 + 1);
      global += row.width, shared += row.width, bytes -= row.width;
    }
  }
};

TEST(Multicast, ReadsL2OnceAndArrivesInEachBlock) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_multicast.tsv");
  ASSERT_TRUE(file);
  int held = 0, whole = 0, filled = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("kind")) continue;
    std::istringstream in(line);
    std::string kind;
    std::uint32_t cluster = 0, mask = 0, bytes = 0, width = 0, rows = 0, swizzle = 0, repeat = 0, arrived = 0,
                  most = 0, l2 = 0, requests = 0;
    std::int32_t x = 0, y = 0;
    ASSERT_TRUE(in >> kind >> cluster >> mask >> bytes >> width >> rows >> swizzle >> x >> y >> repeat >>
                arrived >> most >> l2 >> requests)
        << line;
    constexpr std::int32_t columns = 256, lines = 1024; // of the tensor
    const bool bulk = kind.starts_with("bulk");
    if (!bulk && (x < 0 || x + static_cast<std::int32_t>(width) > columns ||
                  y + static_cast<std::int32_t>(rows) > lines)) {
      ++filled; // not modelled
      continue;
    }
    CopiedRows copy;
    if (bulk) copy.add(0, 0, bytes);
    for (std::uint32_t row = 0; row < rows && !bulk; ++row)
      copy.add(((static_cast<std::uint32_t>(y) + row) * columns + static_cast<std::uint32_t>(x)) * 2,
               row * width * 2, width * 2);
    const auto blocks = static_cast<std::uint32_t>(std::popcount(mask));
    if (kind == "tile_each" || kind == "bulk_each" || kind == "tile_one") {
      EXPECT_EQ(arrived, copy.sectors * blocks * repeat) << line;
      EXPECT_EQ(requests, 0u) << line;
      continue; // L2 serves blocks of a cluster that ask for the same at the same time once
    }
    ++held;
    EXPECT_EQ(l2, copy.of_halves * repeat) << line;
    EXPECT_EQ(most, copy.of_halves * repeat) << line;
    EXPECT_EQ(arrived, copy.of_halves * blocks * repeat) << line;
    EXPECT_LE(copy.sectors, copy.of_halves) << line;
    if (copy.sectors != copy.of_halves) continue; // rows that leave a part of a half: not modelled
    ++whole;
    EXPECT_EQ(copy.sectors * repeat, l2) << line;
  }
  EXPECT_EQ(held, 84);
  EXPECT_EQ(whole, 67);
  EXPECT_EQ(filled, 15);
}

} // namespace
} // namespace warpscope
