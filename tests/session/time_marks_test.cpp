// The loop and the pin of a track.
#include "app/playback/time_marks.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TimeMarks, BothEndsBelongToTheLoop) {
  playback::TimeMarks marks;
  playback::set_loop_in(marks, 3, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{3, 9})) << "no end yet: the track's";
  EXPECT_TRUE(marks.looping);
  playback::set_loop_out(marks, 5, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{3, 5}));
  EXPECT_EQ(marks.range->length(), 3u);
  EXPECT_EQ(playback::wrap(*marks.range, 5), 5u);
  EXPECT_EQ(playback::wrap(*marks.range, 6), 3u);
  EXPECT_EQ(playback::wrap(*marks.range, 6 + 3 * 7 + 1), 4u);
  EXPECT_EQ(playback::wrap(*marks.range, 0), 3u);
}

TEST(TimeMarks, AnEndBehindItsBeginningMovesTheOther) {
  playback::TimeMarks marks;
  playback::set_loop_range(marks, 7, 4, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{4, 7}));
  playback::set_loop_in(marks, 8, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{8, 9}));
  playback::set_loop_out(marks, 2, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{0, 2}));
  playback::set_loop_out(marks, 99, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{0, 9}));
  playback::set_loop_range(marks, 50, 60, 10);
  EXPECT_EQ(marks.range, (playback::LoopRange{9, 9}));
}

TEST(TimeMarks, TogglesAndFits) {
  playback::TimeMarks marks;
  playback::toggle_loop(marks, 0);
  EXPECT_FALSE(marks.looping) << "nothing to play";
  playback::toggle_loop(marks, 6);
  EXPECT_EQ(marks.range, (playback::LoopRange{0, 5}));
  EXPECT_TRUE(marks.looping);
  playback::toggle_loop(marks, 6);
  EXPECT_FALSE(marks.looping);
  EXPECT_TRUE(marks.range.has_value()) << "the range stays for the next time";
  playback::set_loop_range(marks, 2, 5, 6);
  playback::fit(marks, 4);
  EXPECT_EQ(marks.range, (playback::LoopRange{2, 3}));
  playback::fit(marks, 2);
  EXPECT_FALSE(marks.range.has_value());
  EXPECT_FALSE(marks.looping);
}

} // namespace
} // namespace warpscope
