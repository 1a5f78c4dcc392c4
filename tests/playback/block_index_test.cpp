// The tables of a block against its trace, event by event.
#include "app/playback/block_index.h"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

void access(trace::BlockTrace& trace, std::uint32_t warp, Space space, std::uint32_t stride,
            AccessKind kind = AccessKind::Load) {
  trace::AccessEvent event;
  event.warp = warp;
  event.space = space;
  event.kind = kind;
  event.access.mask = ~0u;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.offset[lane] = 0x1000 + 4 * lane * stride;
  trace.on_access(event);
}

void barrier(trace::BlockTrace& trace, trace::BarrierPhase phase, std::uint32_t warp, std::uint32_t pc = 7) {
  trace::BarrierEvent event;
  event.warp = warp;
  event.pc = pc;
  event.phase = phase;
  event.mask = phase == trace::BarrierPhase::Arrive ? ~0u : 0;
  trace.on_barrier(event);
}

/// Steps: 0 global w0 | 1-4 shared x4 w0 | arrive w0 | 5 global w1 | arrive w1 | 6 release | 7-38 shared x32
/// w0 | 39 shared store w1
std::shared_ptr<trace::BlockTrace> example() {
  auto trace = std::make_shared<trace::BlockTrace>(0);
  access(*trace, 0, Space::Global, 1);
  access(*trace, 0, Space::Shared, 4);
  barrier(*trace, trace::BarrierPhase::Arrive, 0);
  access(*trace, 1, Space::Global, 1);
  barrier(*trace, trace::BarrierPhase::Arrive, 1);
  barrier(*trace, trace::BarrierPhase::Release, 0);
  access(*trace, 0, Space::Shared, 32);
  access(*trace, 1, Space::Shared, 1, AccessKind::Store);
  return trace;
}

std::vector<playback::WarpPhase> phases(const playback::BlockIndex& index, std::uint32_t warp) {
  const auto list = index.phases(warp);
  return {list.begin(), list.end()};
}

TEST(BlockIndex, KnowsWhoRanAndWhoWaited) {
  const playback::BlockIndex index{playback::Playback(example())};
  EXPECT_EQ(index.warps(), 2u);
  EXPECT_EQ(index.steps(), 40u);
  EXPECT_EQ(phases(index, 0), (std::vector<playback::WarpPhase>{{0, 5, 6, true}, {7, 39, 39, false}}));
  EXPECT_EQ(phases(index, 1), (std::vector<playback::WarpPhase>{{5, 6, 6, true}, {39, 40, 40, false}}));
  EXPECT_TRUE(index.phases(9).empty());
  EXPECT_EQ(index.waiting_at(4), 0u);
  EXPECT_EQ(index.waiting_at(5), 1u);
  EXPECT_EQ(index.waiting_at(6), 0u);
  ASSERT_EQ(index.releases().size(), 1u);
  EXPECT_EQ(index.releases()[0], (playback::BlockIndex::Release{6, 5, 7}));
}

TEST(BlockIndex, CountsRangesOfAWarpsAccesses) {
  const playback::BlockIndex index{playback::Playback(example())};
  EXPECT_EQ(index.sum(0, 0, 3), (playback::AccessSum{3, 2, 2, 0, 0, 1}));
  EXPECT_EQ(index.sum(0, 0, 1), (playback::AccessSum{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(index.sum(1, 1, 99), (playback::AccessSum{1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(index.sum(1, 5, 2), playback::AccessSum());
  EXPECT_EQ(index.sum(5, 0, 2), playback::AccessSum());
  EXPECT_TRUE(index.is_conflict(0, 1));
  EXPECT_FALSE(index.is_conflict(0, 0));
  EXPECT_EQ(index.steps_of(0, 2), 32u);
}

TEST(BlockIndex, KnowsWhichWordsAreTouched) {
  const playback::BlockIndex index{playback::Playback(example())};
  EXPECT_TRUE(index.touches_shared(0x1000, 4));
  EXPECT_TRUE(index.touches_shared(0x1000 + 4 * 31, 4));
  EXPECT_TRUE(index.touches_shared(0x1000 + 4 * 32 * 31 + 3, 1));
  EXPECT_FALSE(index.touches_shared(0x1000 + 4 * 32 * 31 + 4, 4000));
  EXPECT_FALSE(index.touches_shared(0x1000 + 4 * 33, 4));
  EXPECT_FALSE(index.touches_shared(0, 4000));
  EXPECT_EQ(index.shared_end(), 0x1000u + 4 * (32 * 31 + 1));
}

TEST(BlockIndex, WaitsForABarrierThatNobodyReleasesLastToTheEnd) {
  auto trace = std::make_shared<trace::BlockTrace>(0);
  access(*trace, 0, Space::Shared, 1);
  barrier(*trace, trace::BarrierPhase::Arrive, 0);
  access(*trace, 1, Space::Shared, 2);
  const playback::BlockIndex index{playback::Playback(trace)};
  EXPECT_EQ(phases(index, 0), (std::vector<playback::WarpPhase>{{0, 1, 3, true}}));
  EXPECT_EQ(index.waiting_at(2), 1u);
}

TEST(BlockIndex, IsEmptyOfNothingAndSurvivesSenselessOffsets) {
  EXPECT_EQ(playback::BlockIndex{playback::Playback()}.warps(), 0u);
  EXPECT_EQ(playback::BlockIndex().shared_end(), 0x1000u);
  trace::AccessEvent far;
  far.space = Space::Shared;
  far.access.mask = 3;
  far.access.offset[0] = 0xFFFF'FFFEu;
  far.access.offset[1] = 5;
  auto playable = std::make_shared<trace::BlockTrace>(0);
  playable->on_access(far);
  const playback::BlockIndex index{playback::Playback(playable)};
  EXPECT_EQ(index.shared_end(), 0x1000u);
  EXPECT_EQ(index.warps(), 1u);
}

TEST(BlockIndex, AgreesWithTheTraceEventByEvent) {
  std::mt19937 engine(5);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  auto trace = std::make_shared<trace::BlockTrace>(0);
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t warp = random() % 5;
    if (random() % 10 == 0) barrier(*trace, trace::BarrierPhase::Arrive, warp);
    if (random() % 40 == 0) barrier(*trace, trace::BarrierPhase::Release, 0);
    access(*trace, warp, random() % 2 == 0 ? Space::Shared : Space::Global, random() % 33);
  }
  const playback::Playback playback(trace);
  const playback::BlockIndex index(playback);
  std::size_t accesses = 0;
  for (std::uint32_t warp = 0; warp < index.warps(); ++warp) {
    const auto list = index.accesses(warp);
    accesses += list.size();
    ASSERT_EQ(list.size(), playback.accesses_of_warp(warp).size());
    std::uint32_t conflicts = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      ASSERT_EQ(index.starts(warp)[i], playback.first_step(list[i]));
      ASSERT_EQ(index.steps_of(warp, i), playback.steps_of(list[i]));
      conflicts += playback.steps_of(list[i]) > 1 ? 1u : 0u;
    }
    EXPECT_EQ(index.sum(warp, 0, list.size()).conflicts, conflicts);
    std::uint64_t last = 0;
    for (const playback::WarpPhase& p : index.phases(warp)) {
      ASSERT_LE(last, p.from);
      ASSERT_LE(p.from, p.arrived);
      ASSERT_LE(p.arrived, p.released);
      last = p.released;
    }
  }
  EXPECT_EQ(accesses, 3000u);
}

} // namespace
} // namespace warpscope
