// The session over a simulator that does what the test says: texts, results, undo, remedies.
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using test::FakeControls;
using test::FakeSimulator;

class SessionTest : public testing::Test {
 protected:
  SessionTest()
      : session_(test::small_catalog(), std::make_unique<FakeSimulator>(controls_), [this] { ++wakes_; }) {
    session_.clock = [this] { return seconds_; };
  }
  /// Waits until the worker has answered everything.
  void settle() {
    const auto end = std::chrono::steady_clock::now() + 5s;
    while (session_.busy() && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(1ms);
    }
    session_.poll();
    ASSERT_FALSE(session_.busy());
  }
  void edit_later() { seconds_ += 10; } ///< the next edit becomes an undo step of its own

  std::shared_ptr<FakeControls> controls_ = std::make_shared<FakeControls>();
  std::atomic<int> wakes_{0};
  double seconds_ = 0;
  session::Session session_;
};

TEST_F(SessionTest, StartsWithAPlayingPicture) {
  settle();
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_GT(wakes_.load(), 0);
  EXPECT_FALSE(session_.runs().stale());
  EXPECT_TRUE(session_.time().playing());
  EXPECT_EQ(session_.time().track().steps(), 32u) << "one warp's access, 32 wavefronts";
  EXPECT_EQ(session_.warps(), 8u);
  ASSERT_FALSE(session_.results().rows().empty());
  EXPECT_EQ(session_.results().rows()[0].warp, 32u);
  EXPECT_EQ(session_.results().rows()[0].block, 256u);
  EXPECT_EQ(session_.results().rows()[0].ideal_warp, 1u);
}

TEST_F(SessionTest, FollowsTheText) {
  settle();
  session_.edit()->set_declaration("__shared__ float tile[32][33]");
  settle();
  EXPECT_EQ(session_.time().track().steps(), 1u);
  EXPECT_EQ(session_.results().rows()[0].warp, 1u);
  EXPECT_FALSE(session_.results().rows()[0].over_ideal);
}

TEST_F(SessionTest, ATextThatDoesNotCompileKeepsThePicture) {
  settle();
  const run::Result* before = session_.runs().picture();
  session_.edit()->set_expression("tile[garbage][threadIdx.y]");
  settle();
  EXPECT_TRUE(session_.runs().stale());
  EXPECT_EQ(session_.runs().picture(), before);
  EXPECT_EQ(session_.time().track().steps(), 32u);
  const Diagnostic* error = session_.runs().error_in("expression");
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->span.line, 1u);
  EXPECT_EQ(error->span.column, 6u) << "in the field, not in the kernel around it";
  session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y]");
  settle();
  EXPECT_FALSE(session_.runs().stale());
  EXPECT_TRUE(session_.runs().diagnostics().empty());
}

TEST_F(SessionTest, FieldsThatAreWrongSaySoAtOnce) {
  settle();
  session_.edit()->set_expression("   ");
  EXPECT_NE(session_.runs().error_in("expression"), nullptr);
  EXPECT_TRUE(session_.runs().stale());
  session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y]");
  for (const char* block : {"64 x 32", "0", "-1", "many", ""}) {
    session_.edit()->set_block(block);
    EXPECT_NE(session_.runs().error_in("block"), nullptr) << block;
    EXPECT_TRUE(session_.runs().stale());
  }
  session_.edit()->set_block("64");
  settle();
  EXPECT_EQ(session_.runs().error_in("block"), nullptr);
  EXPECT_EQ(session_.warps(), 2u);
}

TEST_F(SessionTest, AnOlderResultNeverReplacesANewerText) {
  settle();
  controls_->slow_ms = 30;
  session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y + 0]");
  session_.edit()->set_expression(""); // nothing is submitted, but the older job's answer is no longer asked
                                       // for
  settle();
  EXPECT_TRUE(session_.runs().stale());
  EXPECT_NE(session_.runs().error_in("expression"), nullptr);
}

TEST_F(SessionTest, UndoBringsBackTextAndPlayback) {
  settle();
  session_.play(false);
  session_.time().seek(7);
  edit_later();
  session_.edit()->set_declaration("__shared__ float tile[32][33]");
  settle();
  EXPECT_EQ(session_.time().step(), 0u) << "there is one step only";
  session_.edit()->undo();
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][32]");
  EXPECT_EQ(session_.time().step(), 7u);
  session_.edit()->redo();
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][33]");
  EXPECT_FALSE(session_.edits().can_redo());
}

TEST_F(SessionTest, TypingIsOneUndoStep) {
  settle();
  for (const char* text : {"t", "ti", "til", "tile[threadIdx.x][1]"}) {
    session_.edit()->set_expression(text);
    seconds_ += .1;
  }
  settle();
  session_.edit()->undo();
  EXPECT_EQ(session_.document().expression, document::Document{}.expression);
  EXPECT_FALSE(session_.edits().can_undo());
}

TEST_F(SessionTest, RemediesAreSimulatedBeforeTheyAreOffered) {
  settle();
  const std::vector<results::Remedy> remedies = session_.remedies();
  ASSERT_EQ(remedies.size(), 2u);
  EXPECT_EQ(remedies[0].label, "Pad");
  EXPECT_EQ(remedies[0].outcome, "1");
  EXPECT_EQ(remedies[1].label, "Swizzle");
  session_.apply(remedies[0]);
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][33]");
  EXPECT_EQ(session_.time().track().steps(), 1u);
  EXPECT_TRUE(session_.remedies().empty()) << "nothing to cure";
  session_.edit()->undo();
  settle();
  EXPECT_EQ(session_.time().track().steps(), 32u);
}

TEST_F(SessionTest, ExamplesShowTheirCounts) {
  settle();
  ASSERT_GE(session_.examples().size(), 4u);
  std::size_t current = 0;
  for (const results::Example& example : session_.examples()) current += example.current ? 1 : 0;
  EXPECT_EQ(current, 1u);
  EXPECT_TRUE(session_.examples()[1].cost.valid);
  EXPECT_EQ(session_.examples()[1].cost.value, 32u);
  session_.set_example(session_.examples()[0]);
  settle();
  EXPECT_EQ(session_.document().expression, session_.examples()[0].expression);
  EXPECT_TRUE(session_.examples()[0].current);
}

TEST_F(SessionTest, StepsForwardBackAndLoops) {
  settle();
  session_.step_forward();
  EXPECT_FALSE(session_.time().playing()) << "a step by hand pauses";
  EXPECT_EQ(session_.time().step(), 1u);
  session_.step_back();
  session_.step_back();
  EXPECT_EQ(session_.time().step(), 0u);
  session_.time().go_end();
  EXPECT_EQ(session_.time().step(), 31u);
  session_.step_forward();
  EXPECT_EQ(session_.time().step(), 31u);
  session_.time().seek(1'000'000);
  EXPECT_EQ(session_.time().step(), 31u);
  session_.play(true);
  session_.settings.speed = 4;
  session_.advance(.30); // the last step ends; the expression starts over
  EXPECT_EQ(session_.time().step(), 0u);
  session_.advance(.25);
  EXPECT_EQ(session_.time().step(), 1u);
}

TEST_F(SessionTest, MotionEndsAndCanBeReduced) {
  settle();
  session_.play(false);
  session_.time().seek(3);
  EXPECT_LT(session_.progress(), 1);
  EXPECT_TRUE(session_.animating());
  session_.advance(.2);
  EXPECT_EQ(session_.progress(), 1);
  EXPECT_FALSE(session_.animating()) << "nothing is drawn when nothing moves";
  session_.settings.reduce_motion = true;
  session_.time().seek(4);
  EXPECT_FALSE(session_.animating());
}

TEST_F(SessionTest, PlayingOneStepForEverDrawsNothing) {
  session_.edit()->set_declaration("__shared__ float tile[32][33]");
  settle();
  ASSERT_EQ(session_.time().track().steps(), 1u);
  session_.play(true);
  session_.advance(10);
  EXPECT_FALSE(session_.animating()) << "the same step again and again is no motion";
  EXPECT_EQ(session_.time().step(), 0u);
}

TEST_F(SessionTest, PlaysALoopRoundAndRound) {
  settle();
  session_.play(false);
  session_.time().seek(4);
  session_.time().loop_in();
  session_.time().seek(6);
  session_.time().loop_out();
  EXPECT_EQ(session_.time().marks().range, (playback::LoopRange{4, 6}));
  EXPECT_TRUE(session_.time().marks().looping);
  session_.time().seek(20);
  session_.settings.speed = 1;
  session_.play(true);
  std::vector<std::uint64_t> seen{session_.time().step()};
  for (int i = 0; i < 5; ++i) {
    session_.advance(1);
    seen.push_back(session_.time().step());
  }
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{4, 5, 6, 4, 5, 6}));
  session_.advance(7); // many steps at once stay inside
  EXPECT_EQ(session_.time().step(), 4u);
  session_.time().switch_loop();
  session_.advance(3);
  EXPECT_EQ(session_.time().step(), 7u) << "switched off, it plays on";
  session_.edit()->undo();
  EXPECT_TRUE(session_.time().marks().range.has_value()) << "no part of undo";
}

TEST_F(SessionTest, ALoopOfOneStepDrawsNothing) {
  settle();
  session_.play(false);
  session_.time().loop_range(5, 5);
  session_.play(true);
  session_.advance(1);
  EXPECT_EQ(session_.time().step(), 5u);
  EXPECT_FALSE(session_.animating());
  EXPECT_LT(session_.next_change(true), 0);
}

TEST_F(SessionTest, MarksFollowTheTextAsFarAsTheyCan) {
  settle();
  session_.play(false);
  session_.time().loop_range(3, 9);
  session_.time().seek(12);
  session_.time().pin_moment();
  session_.edit()->set_declaration("__shared__ float tile[32][33]"); // one step is left
  settle();
  EXPECT_FALSE(session_.time().marks().range.has_value());
  ASSERT_TRUE(session_.time().marks().pin.has_value());
  EXPECT_EQ(session_.time().track().step_of(*session_.time().marks().pin), 0u);
  session_.time().unpin_moment();
  EXPECT_FALSE(session_.time().marks().pin.has_value());
  session_.time().pin_moment();
  session_.edit()->set_lab("first"); // another text altogether
  settle();
  EXPECT_EQ(session_.time().marks(), playback::TimeMarks{});
}

TEST_F(SessionTest, SavedMarksComeBackWithTheFirstPicture) {
  playback::TimeMarks saved;
  saved.range = playback::LoopRange{2, 400};
  saved.looping = true;
  saved.pin = playback::Moment{0, 7};
  session_.edit()->set_warp(0); // whose access is event 0
  session_.time().set_marks(saved);
  settle();
  EXPECT_EQ(session_.time().marks().range, (playback::LoopRange{2, 31}));
  EXPECT_EQ(session_.time().marks().pin, (playback::Moment{0, 7}));
  EXPECT_TRUE(session_.time().marks().looping);
}

TEST_F(SessionTest, APredictionHidesEveryCountUntilItIsAnswered) {
  settle();
  session_.play(true);
  session_.time().seek(9);
  ASSERT_FALSE(session_.results().rows().empty());
  ASSERT_FALSE(session_.results().gutter().empty());
  ASSERT_FALSE(session_.remedies().empty());
  const std::uint64_t version = session_.version();
  session_.ask();
  EXPECT_TRUE(session_.counts_hidden());
  EXPECT_FALSE(session_.time().playing());
  EXPECT_EQ(session_.time().step(), 0u) << "at the access's beginning: later steps count aloud";
  EXPECT_GT(session_.version(), version) << "what was drawn with the counts is drawn again";
  EXPECT_TRUE(session_.results().rows().empty());
  EXPECT_TRUE(session_.results().gutter().empty());
  EXPECT_TRUE(session_.remedies().empty());
  for (const results::Example& example : session_.examples())
    EXPECT_FALSE(example.cost.valid) << example.expression;
  session_.step_forward();
  EXPECT_EQ(session_.time().step(), 0u) << "steps inside the access would count it";
  EXPECT_TRUE(session_.verdict().empty());
  session_.type_guess('8');
  session_.answer();
  EXPECT_FALSE(session_.counts_hidden());
  EXPECT_EQ(session_.verdict(), "You said 8, it is 32");
  EXPECT_FALSE(session_.results().rows().empty());
  EXPECT_FALSE(session_.remedies().empty());
  for (const results::Example& example : session_.examples())
    if (example.current) {
      EXPECT_TRUE(example.cost.valid);
    }
  session_.step_forward();
  EXPECT_FALSE(session_.verdict().empty()) << "still the same access";
  session_.dismiss_verdict();
  EXPECT_TRUE(session_.verdict().empty());
}

TEST_F(SessionTest, APredictionIsAboutTheTextAtHand) {
  settle();
  session_.ask();
  session_.edit()->set_declaration("__shared__ float tile[32][33]");
  settle();
  EXPECT_TRUE(session_.counts_hidden()) << "an edit does not tell";
  session_.type_guess('1');
  session_.answer();
  EXPECT_EQ(session_.verdict(), "Right: it is 1");
  session_.edit()->set_declaration("__shared__ float tile[32][32]");
  settle();
  EXPECT_TRUE(session_.verdict().empty()) << "it was about another text";
  session_.ask();
  session_.play(true);
  EXPECT_FALSE(session_.counts_hidden()) << "who plays wants to see";
  EXPECT_TRUE(session_.verdict().empty());
}

TEST_F(SessionTest, ThePinsDifferenceFollowsThePlayheadBothWays) {
  settle();
  session_.play(false);
  EXPECT_EQ(session_.difference(), nullptr);
  session_.time().seek(10);
  session_.time().pin_moment();
  ASSERT_NE(session_.difference(), nullptr);
  EXPECT_TRUE(session_.difference()->sites.empty());
  session_.time().seek(14);
  ASSERT_EQ(session_.difference()->sites.size(), 1u);
  EXPECT_EQ(session_.difference()->total.wavefronts, 4u);
  session_.time().seek(7);
  EXPECT_EQ(session_.difference()->total.wavefronts, 3u);
  EXPECT_TRUE(session_.difference()->backwards());
  session_.time().seek(14);
  EXPECT_EQ(session_.difference()->total.wavefronts, 4u) << "however one came there";
  session_.ask();
  EXPECT_EQ(session_.difference(), nullptr) << "it counts";
  session_.reveal();
  session_.time().unpin_moment();
  EXPECT_EQ(session_.difference(), nullptr);
}

TEST_F(SessionTest, NothingIsAskedAboutAStalePicture) {
  settle();
  session_.edit()->set_expression("tile[garbage][threadIdx.y]");
  settle();
  session_.ask();
  EXPECT_FALSE(session_.counts_hidden());
}

TEST_F(SessionTest, KnowsWhenTheNextFrameIsDue) {
  settle();
  session_.settings.speed = 2;
  session_.play(true);
  session_.time().seek(3);
  session_.advance(.2); // the motion is over
  EXPECT_EQ(session_.next_change(true), 0) << "the playhead glides";
  EXPECT_NEAR(session_.next_change(false), .3, 1e-6) << "without one only the step counts";
  session_.settings.reduce_motion = true;
  EXPECT_NEAR(session_.next_change(true), .3, 1e-6);
  session_.play(false);
  EXPECT_LT(session_.next_change(true), 0);
}

TEST_F(SessionTest, LabsResetAndUnsaved) {
  settle();
  EXPECT_FALSE(session_.edit()->set_lab("no such lab"));
  EXPECT_TRUE(session_.edit()->set_lab("first"));
  settle();
  EXPECT_EQ(session_.document().mode, document::SourceMode::Kernel);
  EXPECT_FALSE(session_.edits().unsaved());
  session_.edit()->set_kernel_text(*session_.document().kernel_text + "// mine\n");
  EXPECT_TRUE(session_.edits().unsaved());
  edit_later();
  EXPECT_TRUE(session_.edit()->set_lab("many")); // what was typed is an undo away
  settle();
  session_.edit()->undo();
  EXPECT_NE(session_.document().kernel_text->find("// mine"), std::string::npos);
  session_.edit()->reset();
  EXPECT_EQ(session_.document().kernel_text->find("// mine"), std::string::npos);
  EXPECT_FALSE(session_.edit()->set_device("cc01"));
  EXPECT_TRUE(session_.edit()->set_device("cc70"));
}

TEST_F(SessionTest, TheGridFollowsThePicture) {
  session_.edit()->set_lab("many");
  settle();
  ASSERT_NE(session_.runs().grid(), nullptr);
  EXPECT_EQ(session_.runs().grid()->launch.grid.count(), 64u);
  EXPECT_FALSE(session_.runs().grid_progress());
  ASSERT_FALSE(session_.results().gutter().empty());
  EXPECT_EQ(session_.results().gutter()[0].line, 3u);
  EXPECT_EQ(session_.results().gutter()[0].number, "32");
  EXPECT_TRUE(session_.results().gutter()[0].over_ideal);
  EXPECT_TRUE(session_.time().seek_line(3));
  EXPECT_FALSE(session_.time().seek_line(1));
}

TEST_F(SessionTest, ParametersAreSetAndUndone) {
  session_.edit()->set_lab("first");
  settle();
  edit_later();
  session_.edit()->set_choice("PAD", "1");
  session_.edit()->set_choice("PAD", "2");
  ASSERT_EQ(session_.document().choices.size(), 1u);
  EXPECT_EQ(session_.document().choices[0].second, "2");
  session_.edit()->undo();
  EXPECT_TRUE(session_.document().choices.empty());
}

TEST_F(SessionTest, ANewTextEndsAHangingCompiler) {
  settle();
  controls_->deaf = true;
  controls_->slow_ms = 20'000;
  session_.edit()->set_expression("tile[threadIdx.x][3]");
  std::this_thread::sleep_for(jobs::Worker::patience + 50ms);
  controls_->slow_ms = 0;
  const auto begin = std::chrono::steady_clock::now();
  session_.edit()->set_expression("tile[threadIdx.x][4]");
  settle();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
  EXPECT_GE(controls_->cancelled.load(), 1);
  EXPECT_FALSE(session_.runs().stale());
}

TEST_F(SessionTest, AStormOfEditsEndsWithTheLast) {
  controls_->slow_ms = 2;
  for (int i = 0; i < 300; ++i)
    session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y + " + std::to_string(i) + "]");
  settle();
  EXPECT_FALSE(session_.runs().stale());
  EXPECT_NE(session_.runs().simulated_text().find("+ 299"), std::string::npos);
}

TEST_F(SessionTest, EndsWhileSimulating) {
  controls_->slow_ms = 8'000;
  auto ending = std::make_unique<session::Session>(test::small_catalog(),
                                                   std::make_unique<FakeSimulator>(controls_), [] {});
  const int before = controls_->calls;
  ending->edit()->set_expression("tile[threadIdx.x][9]");
  for (int i = 0; i < 5'000 && controls_->calls == before; ++i) std::this_thread::sleep_for(1ms);
  ASSERT_GT(controls_->calls.load(), before) << "it is simulating";
  const auto begin = std::chrono::steady_clock::now();
  ending.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 4s) << "it waited for the simulation";
}

} // namespace
} // namespace warpscope
