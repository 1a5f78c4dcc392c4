#include "app/playback/time_marks.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(TimeMarks, BothEndsBelongToTheLoop) {
  TimeMarks marks;
  set_loop_in(marks, 3, 10);
  EXPECT_EQ(marks.range, (LoopRange{3, 9})) << "no end yet: the track's";
  EXPECT_TRUE(marks.looping);
  set_loop_out(marks, 5, 10);
  EXPECT_EQ(marks.range, (LoopRange{3, 5}));
  EXPECT_EQ(marks.range->length(), 3u);
  EXPECT_EQ(wrap(*marks.range, 5), 5u);
  EXPECT_EQ(wrap(*marks.range, 6), 3u);
  EXPECT_EQ(wrap(*marks.range, 6 + 3 * 7 + 1), 4u);
  EXPECT_EQ(wrap(*marks.range, 0), 3u);
}

TEST(TimeMarks, AnEndBehindItsBeginningMovesTheOther) {
  TimeMarks marks;
  set_loop_range(marks, 7, 4, 10);
  EXPECT_EQ(marks.range, (LoopRange{4, 7}));
  set_loop_in(marks, 8, 10);
  EXPECT_EQ(marks.range, (LoopRange{8, 9}));
  set_loop_out(marks, 2, 10);
  EXPECT_EQ(marks.range, (LoopRange{0, 2}));
  set_loop_out(marks, 99, 10);
  EXPECT_EQ(marks.range, (LoopRange{0, 9}));
  set_loop_range(marks, 50, 60, 10);
  EXPECT_EQ(marks.range, (LoopRange{9, 9}));
}

TEST(TimeMarks, TogglesAndFits) {
  TimeMarks marks;
  toggle_loop(marks, 0);
  EXPECT_FALSE(marks.looping) << "nothing to play";
  toggle_loop(marks, 6);
  EXPECT_EQ(marks.range, (LoopRange{0, 5}));
  EXPECT_TRUE(marks.looping);
  toggle_loop(marks, 6);
  EXPECT_FALSE(marks.looping);
  EXPECT_TRUE(marks.range.has_value()) << "the range stays for the next time";
  set_loop_range(marks, 2, 5, 6);
  fit(marks, 4);
  EXPECT_EQ(marks.range, (LoopRange{2, 3}));
  fit(marks, 2);
  EXPECT_FALSE(marks.range.has_value());
  EXPECT_FALSE(marks.looping);
}

} // namespace
} // namespace warpscope
