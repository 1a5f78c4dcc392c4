// "How many wavefronts?": questions, typed answers, verdicts.
#include "app/lesson/prediction.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

trace::BlockTrace traced(Space space, std::uint32_t stride) {
  trace::BlockTrace trace(0);
  trace::AccessEvent event;
  event.space = space;
  event.access.mask = ~0u;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    event.access.offset[lane] = 0x1000 + 4 * lane * stride;
  trace.on_access(event);
  trace::BarrierEvent barrier;
  barrier.phase = trace::BarrierPhase::Release;
  trace.on_barrier(barrier);
  return trace;
}

TEST(Prediction, AsksInTheUnitOfTheMemory) {
  const auto shared = lesson::question_about(traced(Space::Shared, 8), 0);
  ASSERT_TRUE(shared.has_value());
  EXPECT_EQ(shared->answer, 8u);
  EXPECT_EQ(shared->many, "wavefronts");
  EXPECT_EQ(shared->reason, "32 lanes in 4 of 32 banks");
  const auto global = lesson::question_about(traced(Space::Global, 2), 0);
  ASSERT_TRUE(global.has_value());
  EXPECT_EQ(global->answer, 8u);
  EXPECT_EQ(global->many, "sectors");
  const auto constant = lesson::question_about(traced(Space::Constant, 1), 0);
  ASSERT_TRUE(constant.has_value());
  EXPECT_EQ(constant->answer, 32u);
  EXPECT_FALSE(lesson::question_about(traced(Space::Local, 1), 0).has_value());
  EXPECT_FALSE(lesson::question_about(traced(Space::Shared, 1), 1).has_value())
      << "a barrier costs nothing that is counted";
  EXPECT_FALSE(lesson::question_about(traced(Space::Shared, 1), 7).has_value());
}

TEST(Prediction, TakesDigitsOnly) {
  lesson::Prediction p;
  for (const char c : {'x', '0', '3', '-', '2'}) lesson::type_digit(p, c);
  EXPECT_EQ(p.typed, "32") << "no leading zero";
  lesson::erase_digit(p);
  EXPECT_EQ(p.typed, "3");
  for (int i = 0; i < 10; ++i) lesson::type_digit(p, '1');
  EXPECT_EQ(p.typed.size(), lesson::most_digits);
  for (int i = 0; i < 10; ++i) lesson::erase_digit(p);
  EXPECT_TRUE(p.typed.empty());
}

TEST(Prediction, SaysWhetherItWasRight) {
  lesson::Question question;
  question.answer = 32;
  lesson::Prediction p;
  p.phase = lesson::Prediction::Phase::Asking;
  EXPECT_EQ(lesson::verdict_of(p), "") << "not before it is answered";
  lesson::type_digit(p, '8');
  EXPECT_EQ(lesson::verdict_of(lesson::answered(p, 4, question, true)), "You said 8, it is 32");
  EXPECT_EQ(lesson::verdict_of(lesson::answered(p, 4, question, false)), "")
      << "who asks to see has said nothing";
  question.answer = 8;
  const lesson::Prediction done = lesson::answered(p, 4, question, true);
  EXPECT_TRUE(done.right());
  EXPECT_EQ(lesson::verdict_of(done), "Right: it is 8");
  lesson::erase_digit(p);
  EXPECT_EQ(lesson::answered(p, 4, question, true).said, std::nullopt);
}

} // namespace
} // namespace warpscope
