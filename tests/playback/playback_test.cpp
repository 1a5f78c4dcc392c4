// Steps and moments: counting, walking, jumping.
#include "app/playback/playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warpscope {
namespace {

void access(trace::BlockTrace& trace, std::uint32_t warp, Space space, std::uint32_t stride,
            std::uint32_t site = 0) {
  trace::AccessEvent event;
  event.warp = warp;
  event.space = space;
  event.site = site;
  event.access.mask = ~0u;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.offset[lane] = 0x1000 + 4 * lane * stride;
  trace.on_access(event);
}

void barrier(trace::BlockTrace& trace, trace::BarrierPhase phase, std::uint32_t warp) {
  trace::BarrierEvent event;
  event.warp = warp;
  event.phase = phase;
  event.mask = phase == trace::BarrierPhase::Arrive ? ~0u : 0;
  trace.on_barrier(event);
}

/// Events: 0 global w0 | 1 shared x4 w0 | 2 arrive w0 | 3 global w1 | 4 arrive w1 | 5 release | 6 shared x32
/// w0 | 7 shared x1 w1
std::shared_ptr<trace::BlockTrace> example() {
  auto trace = std::make_shared<trace::BlockTrace>(0);
  access(*trace, 0, Space::Global, 1, 1);
  access(*trace, 0, Space::Shared, 4, 2);
  barrier(*trace, trace::BarrierPhase::Arrive, 0);
  access(*trace, 1, Space::Global, 1, 1);
  barrier(*trace, trace::BarrierPhase::Arrive, 1);
  barrier(*trace, trace::BarrierPhase::Release, 0);
  access(*trace, 0, Space::Shared, 32, 3);
  access(*trace, 1, Space::Shared, 1, 3);
  return trace;
}

TEST(Playback, CountsAStepForEachWavefrontAndOneForOtherEvents) {
  const playback::Playback playback(example());
  EXPECT_EQ(playback.steps(), 1u + 4 + 0 + 1 + 0 + 1 + 32 + 1);
  EXPECT_EQ(playback.steps_of(1), 4u);
  EXPECT_EQ(playback.steps_of(2), 0u);
  EXPECT_EQ(playback.steps_of(5), 1u);
  EXPECT_EQ(playback.steps_of(6), 32u);
  EXPECT_EQ(playback.steps_of(99), 0u);
  EXPECT_EQ(playback.warps(), 2u);
}

TEST(Playback, StepsAndMomentsAreInverse) {
  const playback::Playback playback(example());
  for (std::uint64_t step = 0; step < playback.steps(); ++step) {
    const playback::Moment moment = playback.moment_at(step);
    EXPECT_EQ(playback.step_of(moment), step);
    EXPECT_LT(moment.wavefront, playback.steps_of(moment.event));
  }
  EXPECT_EQ(playback.moment_at(4), (playback::Moment{1, 3}));
  EXPECT_EQ(playback.moment_at(5), (playback::Moment{3, 0}));
  EXPECT_EQ(playback.moment_at(1'000'000), (playback::Moment{7, 0}));
}

TEST(Playback, MomentsThatDoNotExistBecomeTheNearestOnes) {
  const playback::Playback playback(example());
  EXPECT_EQ(playback.settle({1, 400}), (playback::Moment{1, 3}));
  EXPECT_EQ(playback.settle({400, 2}), (playback::Moment{7, 0}));
  EXPECT_EQ(playback.settle({2, 0}), (playback::Moment{3, 0}))
      << "an arrival is no step: the next one that is";
}

TEST(Playback, WalksForwardAndBackThroughTheSameMoments) {
  const playback::Playback playback(example());
  std::vector<playback::Moment> there{playback.moment_at(0)};
  while (const auto next = playback.next(there.back(), playback::Stride::Step)) there.push_back(*next);
  EXPECT_EQ(there.size(), playback.steps());
  std::vector<playback::Moment> back{there.back()};
  while (const auto previous = playback.previous(back.back(), playback::Stride::Step))
    back.push_back(*previous);
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(there, back);
}

TEST(Playback, StaysWithAWarp) {
  const playback::Playback playback(example());
  EXPECT_EQ(playback.next({1, 3}, playback::Stride::Step, 0), (playback::Moment{6, 0}));
  EXPECT_EQ(playback.next({1, 2}, playback::Stride::Step, 0), (playback::Moment{1, 3}));
  EXPECT_EQ(playback.next({1, 2}, playback::Stride::Step, 1), (playback::Moment{3, 0}));
  EXPECT_EQ(playback.previous({7, 0}, playback::Stride::Step, 0), (playback::Moment{6, 31}));
  EXPECT_EQ(playback.previous({6, 0}, playback::Stride::Step, 0), (playback::Moment{1, 3}));
  EXPECT_EQ(playback.next({7, 0}, playback::Stride::Step, 0), std::nullopt);
  EXPECT_EQ(playback.next({0, 0}, playback::Stride::Step, 9), std::nullopt);
  EXPECT_EQ(playback.accesses_of_warp(1).size(), 2u);
  EXPECT_TRUE(playback.accesses_of_warp(9).empty());
}

TEST(Playback, JumpsByAccessAndBarrier) {
  const playback::Playback playback(example());
  EXPECT_EQ(playback.next({1, 1}, playback::Stride::Access), (playback::Moment{3, 0}));
  EXPECT_EQ(playback.previous({6, 9}, playback::Stride::Access), (playback::Moment{6, 0}))
      << "first to its own beginning";
  EXPECT_EQ(playback.previous({6, 0}, playback::Stride::Access), (playback::Moment{3, 0}));
  EXPECT_EQ(playback.next({0, 0}, playback::Stride::Barrier), (playback::Moment{5, 0}));
  EXPECT_EQ(playback.next({5, 0}, playback::Stride::Barrier), std::nullopt);
  EXPECT_EQ(playback.previous({7, 0}, playback::Stride::Barrier), (playback::Moment{5, 0}));
}

TEST(Playback, FindsAccessesOfASiteFromHereThenFromTheBeginning) {
  const playback::Playback playback(example());
  EXPECT_EQ(playback.next_access_of_site(3, {0, 0}), (playback::Moment{6, 0}));
  EXPECT_EQ(playback.next_access_of_site(3, {7, 0}), (playback::Moment{7, 0}));
  EXPECT_EQ(playback.next_access_of_site(2, {7, 0}), (playback::Moment{1, 0}));
  EXPECT_EQ(playback.next_access_of_site(42, {0, 0}), std::nullopt);
}

TEST(Playback, OfNothingHasNoSteps) {
  for (const playback::Playback& playback : {playback::Playback(), playback::Playback(nullptr),
                                             playback::Playback(std::make_shared<trace::BlockTrace>(0))}) {
    EXPECT_TRUE(playback.empty());
    EXPECT_EQ(playback.moment_at(3), playback::Moment{});
    EXPECT_EQ(playback.step_of({3, 1}), 0u);
    EXPECT_EQ(playback.next({}, playback::Stride::Step), std::nullopt);
    EXPECT_EQ(playback.previous({}, playback::Stride::Barrier), std::nullopt);
    EXPECT_EQ(playback.next_access_of_site(0, {}), std::nullopt);
  }
}

TEST(Playback, AgreesWithCountingThroughARandomTrace) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  auto trace = std::make_shared<trace::BlockTrace>(0);
  for (int i = 0; i < 500; ++i) {
    if (random() % 8 == 0)
      barrier(*trace, random() % 2 == 0 ? trace::BarrierPhase::Arrive : trace::BarrierPhase::Release, 0);
    else access(*trace, random() % 4, random() % 2 == 0 ? Space::Shared : Space::Global, random() % 33);
  }
  const playback::Playback playback(trace);
  std::uint64_t step = 0;
  for (std::size_t event = 0; event < trace->size(); ++event) {
    EXPECT_EQ(playback.first_step(event), step);
    for (std::uint32_t wavefront = 0; wavefront < playback.steps_of(event); ++wavefront, ++step) {
      EXPECT_EQ(playback.moment_at(step), (playback::Moment{event, wavefront}));
    }
  }
  EXPECT_EQ(step, playback.steps());
}

} // namespace
} // namespace warpscope
