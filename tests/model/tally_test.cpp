#include "sim/model/tally.h"

#include <gtest/gtest.h>

namespace {

using namespace warpscope;

AccessEvent event(Space space, AccessKind kind, std::uint32_t site, std::uint32_t stride) {
  AccessEvent e;
  e.space = space;
  e.kind = kind;
  e.site = site;
  e.access.mask = 0xFFFFFFFF;
  for (std::uint32_t lane = 0; lane < 32; ++lane) e.access.offset[lane] = 4 * stride * lane;
  return e;
}

TEST(Tally, SumsByAndOverSites) {
  Tally tally(3);
  tally.on_access(event(Space::Shared, AccessKind::Load, 0, 32));
  tally.on_access(event(Space::Shared, AccessKind::Load, 0, 1));
  tally.on_access(event(Space::Shared, AccessKind::Store, 1, 2));
  tally.on_access(event(Space::Global, AccessKind::Load, 2, 1));
  tally.on_access(event(Space::Constant, AccessKind::Load, 2, 1));
  EXPECT_EQ(tally.sites()[0].shared[0], (SharedTotals{2, 33, 2, 31, 64}));
  EXPECT_EQ(tally.sites()[1].shared[1], (SharedTotals{1, 2, 1, 1, 32}));
  EXPECT_EQ(tally.sites()[2].global[0], (GlobalTotals{1, 4, 4, 1, 128, 32}));
  EXPECT_EQ(tally.sites()[2].constant, (ConstantTotals{1, 32}));
  const Totals sum = tally.total();
  EXPECT_EQ(sum.shared[0].wavefronts, 33u);
  EXPECT_EQ(sum.shared[2], SharedTotals{});
  Tally twice = tally;
  twice += tally;
  EXPECT_EQ(twice.total().shared[0].wavefronts, 66u);
  EXPECT_EQ(twice.total().constant.passes, 64u);
}

TEST(Tally, LocalMemoryIsNotCounted) {
  Tally tally(1);
  tally.on_access(event(Space::Local, AccessKind::Load, 0, 1));
  tally.on_access(event(Space::Param, AccessKind::Load, 0, 1));
  EXPECT_EQ(tally.total(), Totals{});
}

} // namespace
