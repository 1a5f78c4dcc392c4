// Accesses to other blocks' shared memory, and bulk copies, as an H200 counted them.
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace warpscope {
namespace {

TEST(ClusterAccesses, CostTheSectorsThatTheyCostAnH200) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_cluster_accesses.tsv");
  ASSERT_TRUE(file);
  int rows = 0, others = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("op\t")) continue;
    std::istringstream in(line);
    std::string op, mask, offsets;
    std::uint32_t own = 0, requests = 0, sectors = 0, crossed = 0, wavefronts = 0;
    WarpAccess access;
    ASSERT_TRUE(in >> op >> access.width >> mask >> own >> requests >> sectors >> crossed >> wavefronts >>
                offsets)
        << line;
    access.mask = static_cast<std::uint32_t>(std::stoul(mask, nullptr, 16));
    std::istringstream list(offsets);
    std::string one;
    for (std::uint32_t lane = 0; lane < warp_size && std::getline(list, one, ','); ++lane)
      access.offset[lane] = static_cast<std::uint32_t>(std::stoul(one));
    const AccessKind kind = op.starts_with("ld")   ? AccessKind::Load
                            : op.starts_with("st") ? AccessKind::Store
                                                   : AccessKind::Atomic;
    ++rows;
    if (own != 0) { // its own memory, by its rank: no more than a shared access
      EXPECT_EQ(requests, 0u) << line;
      EXPECT_EQ(model::count_banks(access, kind).wavefronts, wavefronts) << line;
      continue;
    }
    EXPECT_EQ(requests, 1u) << line;
    const std::uint32_t ours = model::count_sectors(access, kind).sectors;
    if (kind == AccessKind::Atomic && ours != sectors) ++others;
    else EXPECT_EQ(ours, sectors) << line;
  }
  EXPECT_EQ(rows, 191);
  EXPECT_EQ(others, 2); // one pattern of random elements, with and without the old value: three sectors more
}

/// The sectors of a bulk copy's rows: as sim/exec/bulk_copy.cpp cuts them.
std::uint32_t sectors_of_copy(std::uint32_t global, std::uint32_t shared, std::uint32_t bytes) {
  std::uint32_t sectors = 0;
  while (bytes != 0) {
    WarpAccess row;
    row.bulk = true;
    row.mask = 1;
    row.offset[0] = global;
    row.width = std::min({bytes, 128 - global % 128, 128 - shared % 128});
    sectors += model::count_sectors(row, AccessKind::Load).sectors;
    global += row.width, shared += row.width, bytes -= row.width;
  }
  return sectors;
}

TEST(BulkCopies, CostTheSectorsThatTheyCostAnH200) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_bulk_copies.tsv");
  ASSERT_TRUE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("kind")) continue;
    std::istringstream in(line);
    std::string kind;
    std::uint32_t from = 0, to = 0, bytes = 0, loaded = 0, stored = 0, crossed = 0;
    ASSERT_TRUE(in >> kind >> from >> to >> bytes >> loaded >> stored >> crossed) << line;
    if (kind == "multicast" || kind == "to_cluster" || kind == "add_cluster") continue; // not modelled
    EXPECT_EQ(sectors_of_copy(from, to, bytes), kind == "to_shared" ? loaded : stored) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 93);
}

} // namespace
} // namespace warpscope
