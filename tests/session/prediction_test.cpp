#include "app/lesson/prediction.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

BlockTrace traced(Space space, std::uint32_t stride) {
  BlockTrace trace(0);
  AccessEvent event;
  event.space = space;
  event.access.mask = ~0u;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.offset[lane] = 0x1000 + 4 * lane * stride;
  trace.on_access(event);
  BarrierEvent barrier;
  barrier.phase = BarrierPhase::Release;
  trace.on_barrier(barrier);
  return trace;
}

TEST(Prediction, AsksInTheUnitOfTheMemory) {
  const auto shared = question_about(traced(Space::Shared, 8), 0);
  ASSERT_TRUE(shared.has_value());
  EXPECT_EQ(shared->answer, 8u);
  EXPECT_EQ(shared->many, "wavefronts");
  EXPECT_EQ(shared->reason, "32 lanes in 4 of 32 banks");
  const auto global = question_about(traced(Space::Global, 2), 0);
  ASSERT_TRUE(global.has_value());
  EXPECT_EQ(global->answer, 8u);
  EXPECT_EQ(global->many, "sectors");
  const auto constant = question_about(traced(Space::Constant, 1), 0);
  ASSERT_TRUE(constant.has_value());
  EXPECT_EQ(constant->answer, 32u);
  EXPECT_FALSE(question_about(traced(Space::Local, 1), 0).has_value());
  EXPECT_FALSE(question_about(traced(Space::Shared, 1), 1).has_value())
      << "a barrier costs nothing that is counted";
  EXPECT_FALSE(question_about(traced(Space::Shared, 1), 7).has_value());
}

TEST(Prediction, TakesDigitsOnly) {
  Prediction p;
  for (const char c : {'x', '0', '3', '-', '2'}) type_digit(p, c);
  EXPECT_EQ(p.typed, "32") << "no leading zero";
  erase_digit(p);
  EXPECT_EQ(p.typed, "3");
  for (int i = 0; i < 10; ++i) type_digit(p, '1');
  EXPECT_EQ(p.typed.size(), most_digits);
  for (int i = 0; i < 10; ++i) erase_digit(p);
  EXPECT_TRUE(p.typed.empty());
}

TEST(Prediction, SaysWhetherItWasRight) {
  Question question;
  question.answer = 32;
  Prediction p;
  p.phase = Prediction::Phase::Asking;
  EXPECT_EQ(verdict_of(p), "") << "not before it is answered";
  type_digit(p, '8');
  EXPECT_EQ(verdict_of(answered(p, 4, question, true)), "You said 8, it is 32");
  EXPECT_EQ(verdict_of(answered(p, 4, question, false)), "") << "who asks to see has said nothing";
  question.answer = 8;
  const Prediction done = answered(p, 4, question, true);
  EXPECT_TRUE(done.right());
  EXPECT_EQ(verdict_of(done), "Right: it is 8");
  erase_digit(p);
  EXPECT_EQ(answered(p, 4, question, true).said, std::nullopt);
}

} // namespace
} // namespace warpscope
