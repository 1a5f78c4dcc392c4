// The visible range of a track: zoom, pan, following the playhead.
#include "app/playback/time_axis.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

playback::TimeAxis of(std::uint64_t steps) {
  playback::TimeAxis axis;
  axis.set_steps(steps);
  return axis;
}

TEST(TimeAxis, ShowsAllAtFirst) {
  const playback::TimeAxis axis = of(1000);
  EXPECT_FALSE(axis.zoomed());
  EXPECT_DOUBLE_EQ(axis.share_of(250), .25);
  EXPECT_DOUBLE_EQ(axis.step_at(.25), 250);
  EXPECT_EQ(axis.whole_step_at(0), 0u);
  EXPECT_EQ(axis.whole_step_at(.9999), 999u);
  EXPECT_EQ(axis.whole_step_at(7), 999u) << "a pointer beyond the edge";
  EXPECT_EQ(axis.whole_step_at(-7), 0u);
  EXPECT_EQ(of(0).whole_step_at(.5), 0u);
}

TEST(TimeAxis, ZoomsAroundThePointer) {
  for (const double share : {0.0, .3, .75, 1.0}) {
    playback::TimeAxis axis = of(1000);
    const double at = axis.step_at(share);
    axis.zoom(share, 4);
    EXPECT_DOUBLE_EQ(axis.span(), 250);
    EXPECT_NEAR(axis.step_at(share), at, 1e-9);
    axis.zoom(share, .25);
    EXPECT_FALSE(axis.zoomed());
  }
}

TEST(TimeAxis, StaysInsideTheTrack) {
  playback::TimeAxis axis = of(1000);
  axis.zoom(.5, 1e9);
  EXPECT_DOUBLE_EQ(axis.span(), playback::TimeAxis::fewest);
  axis.pan(-1e9);
  EXPECT_DOUBLE_EQ(axis.first(), 0);
  axis.pan(1e9);
  EXPECT_DOUBLE_EQ(axis.end(), 1000);
  axis.zoom(1, 1e-9);
  EXPECT_DOUBLE_EQ(axis.first(), 0);
  EXPECT_DOUBLE_EQ(axis.end(), 1000);
  playback::TimeAxis few = of(3);
  few.zoom(.5, 100);
  EXPECT_DOUBLE_EQ(few.span(), 3) << "fewer steps than the closest look has";
}

TEST(TimeAxis, TurnsThePageForThePlayhead) {
  playback::TimeAxis axis = of(1000);
  axis.zoom(0, 10); // 0..100
  axis.follow(50);
  EXPECT_DOUBLE_EQ(axis.first(), 0);
  for (std::uint64_t step = 0; step < 1000; ++step) {
    axis.follow(step);
    EXPECT_GE(axis.share_of(static_cast<double>(step)), 0);
    EXPECT_LE(axis.share_of(static_cast<double>(step) + 1), 1 + 1e-9);
  }
  EXPECT_DOUBLE_EQ(axis.end(), 1000);
  for (std::uint64_t step = 1000; step-- > 0;) {
    axis.follow(step);
    EXPECT_GE(axis.share_of(static_cast<double>(step)), 0);
  }
  EXPECT_DOUBLE_EQ(axis.first(), 0);
  const playback::TimeAxis before = axis;
  axis.follow(20);
  EXPECT_EQ(axis, before) << "a step in sight moves nothing";
}

TEST(TimeAxis, KeepsWhatIsInSightWhileTheTrackStaysAsLong) {
  playback::TimeAxis axis = of(1000);
  axis.zoom(.5, 4);
  const playback::TimeAxis before = axis;
  axis.set_steps(1000);
  EXPECT_EQ(axis, before);
  axis.set_steps(500);
  EXPECT_FALSE(axis.zoomed());
}

} // namespace
} // namespace warpscope
