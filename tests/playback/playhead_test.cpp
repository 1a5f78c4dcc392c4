// The playhead by itself: no session, no document. A run goes on the stage, an edited one takes its place,
// and what was looked at stays on the stage.
#include "app/playback/playhead.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpscope {
namespace {

using playback::Playhead;

/// Each of four warps reads once at line 3, in `wavefronts` steps.
playback::RunPtr run_of(std::uint32_t wavefronts, std::uint32_t line = 3) {
  auto program = std::make_shared<program::Program>();
  program->spans.push_back({});
  program::Site site;
  site.space = Space::Shared;
  site.span = {line, 1, line, 9};
  program->sites.push_back(site);
  auto trace = std::make_shared<trace::BlockTrace>(0);
  for (std::uint32_t warp = 0; warp < 4; ++warp) {
    trace::AccessEvent event;
    event.warp = warp;
    event.space = Space::Shared;
    event.access.mask = ~0u;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = program::window_base + 4 * lane * wavefronts;
    trace->on_access(event);
  }
  auto result = std::make_shared<run::Result>();
  result->program = std::move(program);
  result->trace = std::move(trace);
  return playback::Run::of(std::move(result));
}

std::uint32_t same_line(std::uint32_t line) { return line; }

TEST(Playhead, StandsAtTheMostTellingAccessOfANewText) {
  Playhead time;
  EXPECT_TRUE(time.track().empty());
  time.show_afresh(run_of(8), {});
  EXPECT_EQ(time.track().steps(), 32u);
  EXPECT_EQ(time.step(), 0u);
}

TEST(Playhead, AnEditedRunKeepsTheWarpUnderIt) {
  Playhead time;
  time.show_afresh(run_of(8), {});
  time.seek(2 * 8 + 5); // warp 2, wavefront 5
  time.show(run_of(1), {}, same_line);
  EXPECT_EQ(time.step(), 2u) << "step 21 is beyond the new run's end";
  time.show(run_of(16, 7), {}, [](std::uint32_t line) { return line + 4; });
  EXPECT_EQ(time.step(), 2u * 16) << "the line was moved by the edit";
}

TEST(Playhead, ARangeIsCutToTheNewTrackAndThePinFollowsItsWarp) {
  Playhead time;
  time.show_afresh(run_of(8), {});
  time.loop_range(2, 30);
  time.seek(3 * 8);
  time.pin_moment();
  time.show(run_of(2), {}, same_line);
  EXPECT_EQ(time.marks().range, (playback::LoopRange{2, 7}));
  ASSERT_TRUE(time.marks().pin);
  EXPECT_EQ(time.track().step_of(*time.marks().pin), 6u);
}

TEST(Playhead, PlaysThroughToAStepAndStops) {
  Playhead time;
  time.show_afresh(run_of(8), {});
  time.play_through(1, 3);
  EXPECT_TRUE(time.plays_through());
  for (int i = 0; i < 9; ++i) time.advance(.5, {.speed = 2});
  EXPECT_EQ(time.step(), 3u);
  EXPECT_FALSE(time.playing());
  EXPECT_FALSE(time.plays_through());
  time.play_through(1, 3);
  time.seek(9);
  EXPECT_FALSE(time.plays_through()) << "whoever takes the playhead has it";
}

/// What plays by itself is over before anybody looks when it is short; what a person plays ends at its end.
TEST(Playhead, AShortRunThatPlaysByItselfRestsWhereItOpened) {
  Playhead time;
  time.show_afresh(run_of(2), {});
  const std::uint64_t first = time.step();
  time.advance(.5, {.speed = 4});
  EXPECT_NE(time.step(), first);
  for (int i = 0; i < 9; ++i) time.advance(.5, {.speed = 4});
  EXPECT_EQ(time.step(), first);
  EXPECT_FALSE(time.playing());
  time.play(true);
  for (int i = 0; i < 9; ++i) time.advance(.5, {.speed = 4});
  EXPECT_EQ(time.step(), time.track().steps() - 1);
}

/// Needs three steps more for every access.
struct Slower final : playback::Companion {
  [[nodiscard]] std::uint32_t overtime_of(std::size_t) const override { return 3; }
};

TEST(Playhead, WaitsForTheCompanionBehindEachAccess) {
  Playhead time;
  time.show_afresh(run_of(2), {});
  time.play_beside(std::make_shared<Slower>());
  for (int i = 0; i < 4; ++i) time.step_forward();
  EXPECT_EQ(time.step(), 1u);
  EXPECT_EQ(time.overtime(), 3u);
  time.step_forward();
  EXPECT_EQ(time.step(), 2u);
  time.step_back();
  EXPECT_EQ(time.step(), 1u);
  EXPECT_EQ(time.overtime(), 3u) << "back to the companion's end of the access before";
}

} // namespace
} // namespace warpscope
