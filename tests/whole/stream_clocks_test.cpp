// The modelled clocks of streams: what waits for what, and the two directions of the link.
#include "sim/whole/stream_clocks.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using whole::StreamClocks;

TEST(StreamClocks, TheLinkCarriesOneCopyAtATimeInEachDirection) {
  StreamClocks clocks;
  for (const std::uint64_t stream : {1, 2, 3}) ASSERT_TRUE(clocks.create_stream(stream, false));
  EXPECT_EQ(clocks.run(1, 4, StreamClocks::Engine::ToDevice), 0);
  EXPECT_EQ(clocks.run(2, 4, StreamClocks::Engine::ToDevice), 4)
      << "behind the first, though on another stream";
  EXPECT_EQ(clocks.run(3, 4, StreamClocks::Engine::ToHost), 0) << "the other direction is free";
  EXPECT_EQ(clocks.run(1, 1), 4) << "a kernel needs no link";
  EXPECT_EQ(clocks.run(3, 1), 4);
  EXPECT_EQ(clocks.run(1, 2, StreamClocks::Engine::ToHost), 5) << "its stream is later than the link";
  EXPECT_EQ(clocks.last(), 8);
}

} // namespace
} // namespace warpscope
