// Asynchronous copies with regular lane patterns, as an H200 counted them; and the computed schedule is a
// valid one.
#include "sim/model/banks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace warpscope {
namespace {

/// Positions in units of the width.
WarpAccess copy_of(std::uint32_t width, std::uint32_t mask, const std::array<std::uint32_t, 32>& to,
                   const std::array<std::uint32_t, 32>& from) {
  WarpAccess access;
  access.width = width;
  access.mask = mask;
  access.copies = true;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    access.offset[lane] = to[lane] * width;
    access.from_bank[lane] = static_cast<std::uint8_t>(from[lane] * width / 4 % 32);
  }
  return access;
}

std::array<std::uint32_t, 32> numbers(const std::string& list) {
  std::array<std::uint32_t, 32> all{};
  std::istringstream in(list);
  std::string one;
  for (std::size_t i = 0; i < 32 && std::getline(in, one, ','); ++i)
    all[i] = static_cast<std::uint32_t>(std::stoul(one));
  return all;
}

TEST(AsyncCopies, CostWhatTheyCostAnH200) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_async_copies.tsv");
  ASSERT_TRUE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("width")) continue;
    std::istringstream in(line);
    std::uint32_t width = 0, mask = 0, wavefronts = 0;
    std::string to, from;
    ASSERT_TRUE(in >> width >> mask >> wavefronts >> to >> from) << line;
    const model::BankCounts counts = model::count_banks(copy_of(width, mask, numbers(to), numbers(from)),
                                                        AccessKind::Store);
    EXPECT_EQ(counts.wavefronts, wavefronts) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 148);
}

/// A rule that the table shows and the model does not have yet: WarpAccess knows the bank of a copy's origin
/// alone. The hardware asks for a sector of global memory once for each sector of shared memory that it goes
/// to.
TEST(AsyncCopies, Of16BytesAskForASectorForEachSectorItGoesTo) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_async_copies16.tsv");
  ASSERT_TRUE(file);
  int rows = 0, as_a_load = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("wavefronts")) continue;
    std::istringstream in(line);
    std::uint32_t wavefronts = 0, sectors = 0;
    std::string to, from;
    ASSERT_TRUE(in >> wavefronts >> sectors >> to >> from) << line;
    const auto goes = numbers(to), comes = numbers(from);
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::set<std::uint32_t> origins;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      pairs.insert({comes[lane] / 2, goes[lane] / 2});
      origins.insert(comes[lane] / 2);
    }
    EXPECT_EQ(pairs.size(), sectors) << line;
    as_a_load += origins.size() == sectors ? 1 : 0;
    ++rows;
  }
  EXPECT_EQ(rows, 152);
  EXPECT_EQ(as_a_load, 58) << "rows in which the model's count, that of a load, is right";
}

TEST(AsyncCopies, EachBankOfEitherSideServesOneLaneAWavefront) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int n = 0; n < 20'000; ++n) {
    const std::uint32_t width = n % 2 == 0 ? 4 : 8, range = 1u << (1 + random() % 9), lanes = 128 / width;
    std::array<std::uint32_t, 32> to{}, from{};
    for (std::size_t lane = 0; lane < 32; ++lane) to[lane] = random() % range, from[lane] = random() % range;
    const std::uint32_t mask = random() % 3 == 0 ? random() | 1u : ~0u;
    const model::BankService service = model::serve_banks(copy_of(width, mask, to, from), AccessKind::Store);
    std::uint32_t served = 0, busiest = 0;
    for (std::uint32_t first = 0; first < 32; first += lanes) {
      std::array<std::uint32_t, 32> a{}, b{};
      std::uint32_t most = 0;
      for (std::uint32_t lane = first; lane < first + lanes; ++lane)
        if ((mask >> lane & 1u) != 0) most = std::max({most, ++a[to[lane] % lanes], ++b[from[lane] % lanes]});
      busiest += most;
    }
    for (const model::BankWavefront& w : service.wavefronts) {
      ASSERT_NE(w.lanes, 0u);
      ASSERT_EQ(served & w.lanes, 0u);
      served |= w.lanes;
      std::uint32_t taken = 0, given = 0;
      for (std::uint32_t rest = w.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        ASSERT_EQ(lane / lanes, static_cast<std::size_t>(std::countr_zero(w.lanes)) / lanes);
        ASSERT_EQ(taken >> (to[lane] % lanes) & 1u, 0u) << n;
        ASSERT_EQ(given >> (from[lane] % lanes) & 1u, 0u) << n;
        taken |= 1u << to[lane] % lanes;
        given |= 1u << from[lane] % lanes;
      }
    }
    ASSERT_EQ(served, mask);
    ASSERT_EQ(service.counts.wavefronts, busiest);
    ASSERT_EQ(service.counts, model::count_banks(copy_of(width, mask, to, from), AccessKind::Store));
  }
}

} // namespace
} // namespace warpscope
