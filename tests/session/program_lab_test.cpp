// A lab that is a whole program, in the window's state: it runs when it is chosen and again when a parameter
// is turned, and its answer counts all of it.
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

namespace warpscope {
namespace {

class ProgramLab : public testing::Test {
 protected:
  ProgramLab() : session_(document::make_catalog(), jobs::make_simulator(), [this] { ++wakes_; }) {
    session_.settings.reduce_motion = true;
  }
  /// The program has ended and the launch that is looked into is there.
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    int quiet = 0;
    while (quiet < 5 && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      quiet = session_.busy() ? 0 : quiet + 1;
    }
    ASSERT_EQ(quiet, 5);
  }
  std::string answer() {
    const std::string why_not = session_.show_me();
    if (!why_not.empty()) return "cannot: " + why_not;
    return session_.lesson().answer() != nullptr ? session_.lesson().answer()->sentence : "none";
  }
  std::atomic<int> wakes_{0};
  session::Session session_;
};

TEST_F(ProgramLab, AnswersWithTheNumbersOfItsRun) {
  ASSERT_TRUE(session_.edit()->set_lab("streams_overlap"));
  EXPECT_TRUE(session_.is_program());
  settle();
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_FALSE(session_.runs().picture()->scenario.question.empty());
  ASSERT_EQ(session_.parameters().size(), 3u);
  EXPECT_EQ(session_.parameters()[0].name, "STREAMS");
  const std::string four = answer();
  EXPECT_NE(four.find(" of 13 steps begin"), std::string::npos) << four;
  EXPECT_NE(four.find("in 4 streams"), std::string::npos) << four;
  EXPECT_NE(session_.lesson().answer()->place.line, 0u) << "the launch on the stage has the access";

  session_.edit()->set_choices({{"STREAMS", "1"}});
  settle();
  const std::string one = answer();
  EXPECT_TRUE(one.starts_with("By the modelled clock 0 of 13 steps begin")) << one;
  EXPECT_NE(one.find("in 1 stream of"), std::string::npos) << one;
}

/// The expression's run, which was on its way when the lab was opened, takes neither the first look at the
/// program's nor the place that a moment names: it opened on its last step.
TEST_F(ProgramLab, OpensOnItsFirstLookAndNotWhereTheTextBeforeStood) {
  settle();
  wakes_ = 0;
  session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y] + tile[threadIdx.y][threadIdx.x]");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (wakes_ == 0 && std::chrono::steady_clock::now() < end) // with the expression's run, which nobody
                                                                // takes
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(session_.edit()->set_lab("streams_overlap"));
  session_.poll();
  ASSERT_NE(session_.runs().shown(), nullptr) << "the expression's run comes first";
  ASSERT_EQ(session_.runs().request().replay, nullptr);
  settle();
  ASSERT_NE(session_.runs().request().replay, nullptr);
  EXPECT_EQ(session_.time().step(), 0u) << "of " << session_.time().track().steps();
}

/// Its first picture is of the launch that its lesson speaks of, which is not the longest, and comes while
/// the program still copies 256 MB. At its end nothing is simulated again.
TEST_F(ProgramLab, OpensWithTheLaunchOfItsLessonBeforeTheProgramHasEnded) {
  ASSERT_TRUE(session_.edit()->set_lab("memory_latency"));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto is_there = [&] {
    return session_.programs().replay() != nullptr && !session_.runs().stale() &&
           session_.runs().shown_generation() == session_.runs().generation();
  };
  while (!is_there() && std::chrono::steady_clock::now() < end) {
    session_.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(session_.programs().phase(), jobs::Programs::Phase::Running);
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_EQ(session_.runs().picture()->launch.kernel, "follow");
  EXPECT_EQ(session_.runs().picture()->compile_seconds, 0) << "what ran was compiled already";
  const std::uint64_t generation = session_.runs().generation();
  settle();
  EXPECT_EQ(session_.programs().phase(), jobs::Programs::Phase::Ended);
  ASSERT_TRUE(session_.programs().looked_into().has_value());
  EXPECT_EQ(session_.programs().record()->launches[*session_.programs().looked_into()].number, 2u);
  EXPECT_EQ(session_.runs().generation(), generation);

  session_.choose_launch(0);
  settle();
  EXPECT_EQ(session_.runs().picture()->launch.kernel, "follow_shared");
  session_.edit()->set_choices({{"STEPS", "256"}});
  settle();
  EXPECT_EQ(session_.runs().picture()->launch.kernel, "follow_shared") << "what was chosen stays";
}

TEST_F(ProgramLab, OneThatGoesWrongIsAnsweredToo) {
  ASSERT_TRUE(session_.edit()->set_lab("bug_host_pointer"));
  settle();
  EXPECT_NE(answer().find("1 finding in this run"), std::string::npos) << answer();
  session_.edit()->set_choices({{"FIXED", "1"}});
  settle();
  EXPECT_NE(answer().find("0 findings in this run"), std::string::npos) << answer();
  EXPECT_EQ(session_.programs().record()->end.code, 0);
}

/// No launch of it ends, and the one that began has no access that took place: there is an answer all the
/// same.
TEST_F(ProgramLab, ErrorsNobodyReadsAreAnswered) {
  ASSERT_TRUE(session_.edit()->set_lab("bug_error_not_read"));
  settle();
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_TRUE(session_.time().track().empty());
  EXPECT_TRUE(answer().starts_with("Of 2 launches 2 failed.")) << answer();
}

/// No launch of it begins, so that nothing comes onto the stage: what it asks and its parameters are those of
/// its header, and its answer counts the launches.
TEST_F(ProgramLab, WhereNoLaunchRunsItsQuestionStandsAndIsAnswered) {
  ASSERT_TRUE(session_.edit()->set_lab("column_read"));
  settle();
  ASSERT_NE(session_.runs().picture(), nullptr);
  const std::string path = testing::TempDir() + "warpscope-none-runs.cu";
  std::ofstream(path)
      << "/* warpscope\ntitle = \"None\"\nquestion = \"Who began?\"\n[params]\nFIXED = [0, 1]\n"
         "[program]\nprints = \"done\"\n[lesson]\nat = \"*p = 1\"\n"
         "answer = \"{failed_launches} of {launches launch} failed.\"\n*/\n"
         "#include <cstdio>\n#ifndef FIXED\n#define FIXED 0\n#endif\n__global__ void k(int *p) {\n  *p = "
         "1;\n}\n"
         "int main() {\n  int *p;\n  cudaMalloc(&p, 4);\n"
         "  k<<<1, FIXED ? 1 : 2048>>>(p);\n  puts(\"done\");\n}\n";
  ASSERT_EQ(session_.edit()->open_file(path), "");
  settle();
  ASSERT_TRUE(session_.is_program());
  EXPECT_TRUE(session_.runs().stale()) << "what is on the stage is the lab's before";
  ASSERT_NE(session_.scenario(), nullptr);
  EXPECT_EQ(session_.scenario()->question, "Who began?");
  EXPECT_EQ(session_.parameters().size(), 1u);
  EXPECT_EQ(answer(), "1 of 1 launch failed.");
  EXPECT_EQ(session_.lesson_state(), lesson::Tutor::State::Answered);
  session_.edit()->set_choices({{"FIXED", "1"}});
  settle();
  EXPECT_EQ(answer(), "0 of 1 launch failed.");
  EXPECT_NE(session_.lesson().answer()->place.line, 0u) << "it is on the stage now";
}

/// What a GPU printed stands beside the lab's own text alone.
TEST_F(ProgramLab, TheRecordingBelongsToTheLabsText) {
  ASSERT_TRUE(session_.edit()->set_lab("graph_launches"));
  const auto recorded = session_.recorded_output();
  if (recorded.empty()) GTEST_SKIP() << "no GPU has run this lab yet";
  EXPECT_NE(recorded.front().on.find("LAUNCHES=100"), std::string::npos) << recorded.front().on;
  session_.edit()->set_choices({{"LAUNCHES", "20"}});
  ASSERT_EQ(session_.recorded_output().size(), 1u);
  EXPECT_NE(session_.recorded_output().front().on.find("LAUNCHES=20"), std::string::npos);
  session_.edit()->set_kernel_text(*session_.document().kernel_text + "\n");
  EXPECT_TRUE(session_.recorded_output().empty());
}

} // namespace
} // namespace warpscope
