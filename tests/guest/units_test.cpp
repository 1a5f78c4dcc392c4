// The guest's parts that need no process: occupancy, the writer of signal handlers, the order of a graph.
#include "guest/protocol/messages.h"
#include "guest/runtime/fixed_writer.h"
#include "guest/runtime/graph.h"
#include "guest/runtime/occupancy.h"

#include <gtest/gtest.h>

namespace warpscope::guest {
namespace {

// What cudaOccupancyMaxActiveBlocksPerMultiprocessor() answered on an H200 for a kernel of few registers.
TEST(Occupancy, IsAnH200s) {
  const OccupancyLimits h200;
  const std::pair<int, int> by_threads[] = {{1, 32},   {32, 32},  {64, 32}, {96, 21}, {100, 16},
                                            {128, 16}, {192, 10}, {256, 8}, {384, 5}, {512, 4},
                                            {768, 2},  {1024, 2}, {1025, 0}};
  for (const auto& [threads, blocks] : by_threads)
    EXPECT_EQ(active_blocks(h200, {threads, 16, 0}), blocks) << threads << " threads";
  const std::pair<std::int64_t, int> by_shared[] = {{0, 16},    {1000, 16},  {10000, 16}, {49152, 4},
                                                    {49153, 4}, {100000, 2}, {232448, 1}, {232449, 0}};
  for (const auto& [bytes, blocks] : by_shared)
    EXPECT_EQ(active_blocks(h200, {128, 16, bytes}), blocks) << bytes << " bytes";
}

// The occupancy calculator's own examples for compute capability 9.0: registers are given in units of 256 a
// warp.
TEST(Occupancy, IsLimitedByRegisters) {
  const OccupancyLimits h200;
  EXPECT_EQ(active_blocks(h200, {256, 32, 0}), 8);
  EXPECT_EQ(active_blocks(h200, {256, 33, 0}), 6);
  EXPECT_EQ(active_blocks(h200, {256, 64, 0}), 4);
  EXPECT_EQ(active_blocks(h200, {256, 128, 0}), 2);
  EXPECT_EQ(active_blocks(h200, {256, 255, 0}), 1);
  EXPECT_EQ(active_blocks(h200, {1024, 65, 0}), 0);
}

TEST(FixedWriter, WritesTheWireForm) {
  Crash crash;
  crash.caller.frames = {0x1234, 0x5678};
  crash.signal = 11;
  crash.address = 64;
  crash.what = "std::runtime_error: no";
  crash.stack = true;
  FixedWriter writer;
  Frames frames;
  frames.add(0x1234), frames.add(0x5678);
  writer.frames(frames);
  writer.number(crash.signal);
  writer.number(crash.address);
  writer.text(crash.what);
  writer.number(std::uint8_t{1});
  EXPECT_EQ(std::vector<std::uint8_t>(writer.bytes().begin(), writer.bytes().end()), wire::encode(crash));
}

TEST(FixedWriter, CutsOffATextThatIsTooLong) {
  FixedWriter writer;
  writer.frames({});
  writer.text("open");
  writer.text(std::string(100000, 'x'));
  Denied denied;
  ASSERT_TRUE(wire::decode<Denied>(writer.bytes(), denied));
  EXPECT_EQ(denied.call, "open");
  EXPECT_GT(denied.detail.size(), 5000u);
}

TEST(Graph, OrdersNodesAndFindsCircles) {
  Graph graph;
  const std::size_t last = graph.add(EmptyOperation{}, {});
  const std::size_t first = graph.add(EmptyOperation{}, {});
  graph.nodes[last].after = {first};
  EXPECT_EQ(graph.order(), (std::vector<std::size_t>{first, last}));
  graph.nodes[first].after = {last};
  EXPECT_TRUE(graph.order().empty());
}

} // namespace
} // namespace warpscope::guest
