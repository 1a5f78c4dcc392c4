// The scene Sectors at an access to another block's shared memory: its lines are numbered in that block.
#include "sim/base/access.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace testing;

TEST(SectorsScene, LinesOfAnotherBlocksSharedMemoryAreNumberedThere) {
  Sample sample;
  sample.block = {32, 1, 1};
  sample.add("neighbour", "neighbour[t]", Space::Cluster, AccessKind::Load, 4, [](std::uint32_t lane) {
    // Behind the first byte of the window, where the fixture puts it: the second line of block 3.
    return cluster_address(3, 128 + 4 * lane);
  });
  const view::Picture picture = view::build_scene(view::SceneKind::Sectors, sample.input(1280, 720));
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  EXPECT_NE(all_text(picture).find("line 1 of block 3"), std::string::npos) << all_text(picture);
}

} // namespace
} // namespace warpscope
