// Recorded traces: events come back, shapes are shared, limits hold.
#include "sim/trace/block_trace.h"
#include "sim/trace/dump.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

trace::AccessEvent access(std::uint32_t base, std::uint32_t step, std::uint32_t mask = ~0u) {
  trace::AccessEvent event;
  event.block = 3;
  event.warp = 1;
  event.site = 7;
  event.space = Space::Shared;
  event.kind = AccessKind::Store;
  event.access.mask = mask;
  for (std::uint32_t i = 0; i < warp_size; ++i) event.access.offset[i] = base + i * step;
  return event;
}

TEST(BlockTrace, GivesBackWhatItWasTold) {
  trace::BlockTrace trace(3);
  const trace::AccessEvent events[] = {access(0x1000, 4),           access(0x2000, 4),
                                       access(0x1000, 0xfffffffcu), access(0x1010, 128, 0xff00ff00u),
                                       access(0xfffffff0u, 4),      access(0x1000, 0, 0x80000000u)};
  for (const trace::AccessEvent& event : events) trace.on_access(event);
  trace.on_barrier({3, 2, 44, 0xff, trace::BarrierPhase::Arrive});
  trace.on_barrier({3, 0, 44, 0, trace::BarrierPhase::Release});
  trace.on_access(access(0x1000, 4, 1)); // and one of another block, not kept
  trace::AccessEvent other = access(0x1000, 4);
  other.block = 4;
  trace.on_access(other);
  ASSERT_EQ(trace.size(), 9u);
  for (std::size_t i = 0; i < std::size(events); ++i) {
    const WarpAccess got = trace.access(i);
    EXPECT_EQ(got.mask, events[i].access.mask);
    EXPECT_EQ(got.width, events[i].access.width);
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      if (((got.mask >> lane) & 1) == 0) continue;
      EXPECT_EQ(got.offset[lane], events[i].access.offset[lane]);
    }
    EXPECT_EQ(trace.event(i).warp, 1u);
    EXPECT_EQ(trace.event(i).site_or_pc, 7u);
    EXPECT_EQ(trace.event(i).space, Space::Shared);
    EXPECT_EQ(trace.event(i).access_kind, AccessKind::Store);
  }
  EXPECT_EQ(trace.event(6).kind, trace::StepKind::BarrierArrive);
  EXPECT_EQ(trace.event(6).site_or_pc, 44u);
  EXPECT_EQ(trace.event(7).kind, trace::StepKind::BarrierRelease);
  EXPECT_EQ(trace.shape_count(), 5u); // the first two and the one that wraps share one
}

TEST(BlockTrace, InactiveLanesDoNotMakeShapes) {
  trace::BlockTrace trace(3);
  for (std::uint32_t i = 0; i < 100; ++i) {
    trace::AccessEvent event = access(0x1000 + 64 * i, 4, 0x0000fff0);
    event.access.offset[0] = i; // no meaning
    trace.on_access(event);
  }
  EXPECT_EQ(trace.shape_count(), 1u);
}

TEST(BlockTrace, ALongRegularLoopIsSmallAndManyShapesAreFound) {
  trace::BlockTrace trace(3);
  for (std::uint32_t i = 0; i < 1'000'000; ++i) trace.on_access(access(0x1000 + i * 16, 4 * (i % 2000)));
  EXPECT_EQ(trace.size(), 1'000'000u);
  EXPECT_EQ(trace.shape_count(), 2000u);
  EXPECT_LT(trace.bytes(), 64u << 20);
  EXPECT_EQ(trace.access(999'999).offset[5], 0x1000u + 999'999 * 16 + 5 * 4 * 1999);
}

TEST(BlockTrace, StopsAtItsLimits) {
  trace::BlockTrace few(3, 10);
  for (std::uint32_t i = 0; i < 20; ++i) few.on_access(access(i, 4));
  EXPECT_EQ(few.size(), 10u);
  EXPECT_TRUE(few.truncated());
  trace::BlockTrace small(3, 1'000'000, 1u << 20);
  for (std::uint32_t i = 0; i < 100'000; ++i) small.on_access(access(0x1000, i));
  EXPECT_TRUE(small.truncated());
  EXPECT_LE(small.bytes(), 1u << 20);
  EXPECT_GT(small.size(), 1000u);
}

TEST(Dump, FoldsRegularRuns) {
  trace::BlockTrace trace(3);
  trace.on_access(access(0x1000, 4));
  trace::AccessEvent odd = access(0x1000, 4, 0x7);
  odd.access.offset = {0x1000, 0x1040, 0x1004};
  trace.on_access(odd);
  trace.on_access(access(0x2000, static_cast<std::uint32_t>(-8), 0xf));
  trace.on_barrier({3, 2, 44, 0xff, trace::BarrierPhase::Arrive});
  trace.on_barrier({3, 0, 44, 0, trace::BarrierPhase::Release});
  EXPECT_EQ(trace::dump(trace), "0 warp 1 shared store site 7 width 4 mask ffffffff 0x1000+4*32\n"
                                "1 warp 1 shared store site 7 width 4 mask 00000007 0x1000 0x1040 0x1004\n"
                                "2 warp 1 shared store site 7 width 4 mask 0000000f 0x2000-8*4\n"
                                "3 warp 2 barrier arrive pc 44 mask 000000ff\n"
                                "4 warp 0 barrier release pc 44\n");
  EXPECT_EQ(trace::dump(trace, 1),
            "0 warp 1 shared store site 7 width 4 mask ffffffff 0x1000+4*32\n... 4 more\n");
}

TEST(FaultKind, NamesAreThoseOfTheDocument) {
  EXPECT_EQ(trace::name_of(trace::FaultKind::OutOfBounds), "out_of_bounds");
  EXPECT_EQ(trace::name_of(trace::FaultKind::Unsupported), "unsupported");
  EXPECT_EQ(trace::name_of(static_cast<trace::FaultKind>(200)), "unknown");
}

} // namespace
} // namespace warpscope
