// The order of a stretch's instructions, and the registers that its loads take.
#include "sim/multiprocessor/registers.h"
#include "sim/multiprocessor/schedule.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpscope::multiprocessor {
namespace {

/// `count` times a load of global memory and the store of its result to shared memory, in turn, as a loop
/// that fills a tile is unrolled.
struct Copies {
  std::vector<Operation> operations;
  std::vector<Dependency> dependencies;
  explicit Copies(std::uint32_t count, std::uint32_t registers = 1) {
    for (std::uint32_t i = 0; i < count; ++i) {
      operations.push_back({.latency = 300, .early = true, .registers = registers});
      const auto first = static_cast<std::uint32_t>(dependencies.size());
      dependencies.push_back({2 * i, true});
      if (i > 0) dependencies.push_back({2 * i - 1, false}); // stores keep their order
      operations.push_back(
          {.latency = 1, .first = first, .count = static_cast<std::uint32_t>(dependencies.size()) - first});
    }
  }
  /// G: a load, S: a store.
  [[nodiscard]] std::string order(std::uint32_t room) const {
    std::string out;
    for (const std::uint32_t i : schedule(operations, dependencies, room)) out += i % 2 == 0 ? 'G' : 'S';
    return out;
  }
};

TEST(Schedule, LoadsComeFirstWhereThereAreRegisters) {
  EXPECT_EQ(Copies(4).order(255), "GGGGSSSS");
  EXPECT_EQ(Copies(4).order(4), "GGGGSSSS");
}

TEST(Schedule, ALoadWaitsForARegister) {
  EXPECT_EQ(Copies(4).order(2), "GGSGSGSS");
  EXPECT_EQ(Copies(4).order(1), "GSGSGSGS");
  EXPECT_EQ(Copies(4, 4).order(8), "GGSGSGSS"); // 16 bytes each
}

TEST(Schedule, ALoadWithoutARegisterGoesWhereNothingElseCan) {
  EXPECT_EQ(Copies(2, 4).order(2), "GSGS"); // wider than the room
  // One instruction reads three results.
  const std::vector<Operation> sum{{.latency = 300, .early = true, .registers = 1},
                                   {.latency = 300, .early = true, .registers = 1},
                                   {.latency = 300, .early = true, .registers = 1},
                                   {.count = 3}};
  const std::vector<Dependency> needs{{0, true}, {1, true}, {2, true}};
  EXPECT_EQ(schedule(sum, needs, 2), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

/// NVRTC 13.0 for sm_90, a product of M sums beside a loop that fills two tiles: 30 registers and the
/// assembler's two up to M = 4, 38 up to 9, 46 up to 12.
TEST(Schedule, TheBudgetGoesByEights) {
  EXPECT_EQ(register_budget(10), 30u);
  EXPECT_EQ(register_budget(30 - temporaries), 30u);
  EXPECT_EQ(register_budget(31 - temporaries), 38u);
  EXPECT_EQ(register_budget(46 - temporaries), 46u);
  EXPECT_EQ(register_budget(1000), 253u);
}

} // namespace
} // namespace warpscope::multiprocessor
