// The moment on the stage survives an edit: the same warp, line and occurrence in the new run.
#include "tests/session/session_fixture.h"

namespace warpscope {
namespace {

/// Eight warps, each with one read of 32 wavefronts; padded, of one.
class MomentTest : public test::SessionFixture {
 protected:
  MomentTest() {
    session_.edit()->set_lab("first");
    settle();
    session_.play(false);
    edit_later();
  }
  [[nodiscard]] std::uint32_t warp_now() const {
    return session_.time().playback().trace()->event(session_.time().moment().event).warp;
  }
  void pad() {
    std::string padded = text();
    padded.replace(padded.find("[32][32]"), 8, "[32][33]");
    edit_later();
    session_.edit()->set_kernel_text(std::move(padded));
    settle();
  }
};

TEST_F(MomentTest, PaddingKeepsTheWarpThoughEveryStepMoves) {
  session_.time().seek(40); // warp 1, wavefront 8
  ASSERT_EQ(warp_now(), 1u);
  pad();
  ASSERT_EQ(session_.time().track().steps(), 8u);
  EXPECT_EQ(warp_now(), 1u) << "step 40 is no step of the padded text";
  EXPECT_EQ(session_.time().step(), 1u);
}

TEST_F(MomentTest, LinesTypedAboveItDoNotMoveIt) {
  session_.time().seek(40);
  session_.edit()->set_kernel_text("// one\n// two\n" + text());
  settle();
  EXPECT_EQ(warp_now(), 1u);
  EXPECT_EQ(session_.time().moment().wavefront, 8u);
}

TEST_F(MomentTest, ThePinnedMomentStaysWithItsWarp) {
  session_.time().seek(3 * 32 + 5);
  session_.time().pin_moment();
  session_.time().seek(40);
  pad();
  ASSERT_TRUE(session_.time().marks().pin);
  EXPECT_EQ(session_.time().track().step_of(*session_.time().marks().pin), 3u);
}

TEST_F(MomentTest, TheSecondEditStartsFromTheFirstOnesMoment) {
  session_.time().seek(40);
  pad();
  edit_later();
  session_.edit()->set_kernel_text("// one\n" + text());
  settle();
  EXPECT_EQ(warp_now(), 1u);
  session_.edit()->undo();
  session_.edit()->undo();
  settle();
  EXPECT_EQ(session_.time().step(), 40u) << "undo brings back the moment of before, its wavefront too";
}

TEST_F(MomentTest, BesideAPinnedTextBStaysAndAGoesWithIt) {
  session_.time().seek(40);
  ASSERT_TRUE(session_.pin());
  pad();
  const auto both = session_.moments();
  ASSERT_TRUE(both);
  EXPECT_EQ(warp_now(), 1u);
  EXPECT_EQ(session_.pair().pinned()->picture->trace->event(both->a.event).warp, 1u);
}

} // namespace
} // namespace warpscope
