// Counts summed by site and over sites.
#include "sim/model/local.h"
#include "sim/model/tally.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope;

trace::AccessEvent event(Space space, AccessKind kind, std::uint32_t site, std::uint32_t stride) {
  trace::AccessEvent e;
  e.space = space;
  e.kind = kind;
  e.site = site;
  e.access.mask = 0xFFFFFFFF;
  for (std::uint32_t lane = 0; lane < 32; ++lane) e.access.offset[lane] = 4 * stride * lane;
  return e;
}

TEST(Tally, SumsByAndOverSites) {
  model::Tally tally(3);
  tally.on_access(event(Space::Shared, AccessKind::Load, 0, 32));
  tally.on_access(event(Space::Shared, AccessKind::Load, 0, 1));
  tally.on_access(event(Space::Shared, AccessKind::Store, 1, 2));
  tally.on_access(event(Space::Global, AccessKind::Load, 2, 1));
  tally.on_access(event(Space::Constant, AccessKind::Load, 2, 1));
  EXPECT_EQ(tally.sites()[0].shared[0], (model::SharedTotals{2, 64, 33, 2, 31}));
  EXPECT_EQ(tally.sites()[1].shared[1], (model::SharedTotals{1, 32, 2, 1, 1}));
  EXPECT_EQ(tally.sites()[2].global[0], (model::GlobalTotals{1, 32, 4, 4, 1, 128}));
  EXPECT_EQ(tally.sites()[2].constant, (model::ConstantTotals{1, 32, 32}));
  const model::Totals sum = tally.total();
  EXPECT_EQ(sum.shared[0].wavefronts, 33u);
  EXPECT_EQ(sum.shared[2], model::SharedTotals{});
  model::Tally twice = tally;
  twice += tally;
  EXPECT_EQ(twice.total().shared[0].wavefronts, 66u);
  EXPECT_EQ(twice.total().constant.passes, 64u);
}

TEST(Tally, CountsLocalMemory) {
  model::Tally tally(1);
  tally.on_access(event(Space::Local, AccessKind::Load, 0, 0));  // one word of each lane
  tally.on_access(event(Space::Local, AccessKind::Store, 0, 1)); // each lane another one
  EXPECT_EQ(tally.total().local[0], (model::LocalTotals{1, 32, 4}));
  EXPECT_EQ(tally.total().local[1], (model::LocalTotals{1, 32, 32}));
  model::Tally twice = tally;
  twice += tally;
  EXPECT_EQ(twice.total().local[1].local_sectors, 64u);
}

TEST(LocalMemory, ASectorHoldsAWordOfEightLanes) {
  WarpAccess access;
  access.mask = 0xFFFFFFFF;
  access.width = 16;
  EXPECT_EQ(model::count_local(access), (model::LocalCounts{1, 16})) << "four words, four sectors each";
  access.width = 1;
  for (std::uint32_t lane = 0; lane < 32; ++lane) access.offset[lane] = lane % 4;
  EXPECT_EQ(model::count_local(access), (model::LocalCounts{1, 4})) << "bytes of one word";
  access.width = 4;
  for (std::uint32_t lane = 0; lane < 32; ++lane) access.offset[lane] = 4 * (lane % 2);
  EXPECT_EQ(model::count_local(access), (model::LocalCounts{1, 8}));
  access.mask = 0x00000100;
  EXPECT_EQ(model::count_local(access), (model::LocalCounts{1, 1}));
  access.width = 8;
  access.mask = 0x3; // words 0 and 1, and words 1 and 2
  EXPECT_EQ(model::count_local(access), (model::LocalCounts{1, 3}));
  access.mask = 0;
  EXPECT_EQ(model::count_local(access), model::LocalCounts{});
}

TEST(Tally, LocalMemoryIsCountedAndParametersAreNot) {
  model::Tally tally(1);
  tally.on_access(event(Space::Param, AccessKind::Load, 0, 1));
  EXPECT_EQ(tally.total(), model::Totals{});
  tally.on_access(event(Space::Local, AccessKind::Load, 0, 1));
  EXPECT_NE(tally.total(), model::Totals{});
}

} // namespace
