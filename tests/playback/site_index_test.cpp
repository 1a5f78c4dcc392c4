// Accesses numbered by site and by warp.
#include "app/playback/site_index.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

void access(trace::BlockTrace& trace, std::uint32_t warp, std::uint32_t site) {
  trace::AccessEvent event;
  event.warp = warp;
  event.site = site;
  event.space = Space::Shared;
  event.access.mask = ~0u;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) event.access.offset[lane] = 0x1000 + 4 * lane;
  trace.on_access(event);
}

TEST(SiteIndex, CountsAccessesBySiteAndByWarp) {
  trace::BlockTrace trace(0);
  for (std::uint32_t round = 0; round < 3; ++round)
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      access(trace, warp, 4);
      access(trace, warp, 1);
    }
  trace::BarrierEvent barrier;
  barrier.phase = trace::BarrierPhase::Release;
  trace.on_barrier(barrier);
  access(trace, 1, 4);
  const playback::SiteIndex index(trace);
  EXPECT_EQ(index.events(4).size(), 7u);
  EXPECT_EQ(index.events(4, 0).size(), 3u);
  EXPECT_EQ(index.events(4, 1).size(), 4u);
  EXPECT_TRUE(index.events(0).empty());
  EXPECT_TRUE(index.events(9).empty());
  EXPECT_TRUE(index.events(4, 7).empty());
  EXPECT_EQ(index.place_of(6), (playback::SiteIndex::Place{4, 1, 1, 3})) << "event 6: round 1, warp 1";
  EXPECT_EQ(index.place_of(13), (playback::SiteIndex::Place{4, 1, 3, 6})) << "after the barrier";
  EXPECT_FALSE(index.place_of(12)) << "a barrier";
  EXPECT_FALSE(index.place_of(99));
  // Every access is where its place says.
  for (std::size_t event = 0; event < trace.size(); ++event)
    if (const auto place = index.place_of(event)) {
      EXPECT_EQ(index.events(place->site)[place->overall], event);
      EXPECT_EQ(index.events(place->site, place->warp)[place->n], event);
    }
}

} // namespace
} // namespace warpscope
