// The lessons of all labs, run for real; and the filling of a sentence by hand-made numbers.
#include "app/lesson/lesson.h"
#include "app/session/session.h"
#include "sim/labs/labs.h"
#include "sim/model/banks.h"
#include "sim/model/local.h"
#include "sim/model/sectors.h"
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace warpscope {
namespace {

TEST(Lesson, FillsNamesAndInflectsNouns) {
  const std::map<std::string, std::uint64_t> counts = {
      {"wavefronts", 32}, {"passes", 1}, {"line_requests", 2048}};
  EXPECT_EQ(lesson::fill_answer("a {wavefronts wavefront}, {passes pass}, {line_requests}, PAD {PAD}.",
                                counts, {{"PAD", "1"}}),
            "a 32 wavefronts, 1 pass, 2,048, PAD 1.");
  EXPECT_EQ(lesson::fill_answer("{passes pass}", {{"passes", 2}}, {}), "2 passes");
  EXPECT_EQ(lesson::fill_answer("{sectors}", counts, {}), std::nullopt);
  EXPECT_EQ(lesson::fill_answer("{wavefronts", counts, {}), std::nullopt);
  EXPECT_EQ(lesson::fill_answer("", counts, {}), "");
}

TEST(Lesson, TheLineIsSoughtBehindTheHeader) {
  Diagnostics diagnostics;
  const source::Scenario scenario = source::parse_scenario(
      "a.cu",
      "// x\n/* warpscope\n[lesson]\nat = \"tile[i]\"\nanswer = \"a\"\n*/\n\n  x = tile[i];\n  y = tile[i];",
      diagnostics);
  EXPECT_EQ(format_diagnostics(diagnostics), "");
  EXPECT_EQ(lesson::line_with(scenario, "tile[i]"), 8u);
  EXPECT_EQ(lesson::line_with(scenario, "answer"), 0u);
  EXPECT_EQ(lesson::line_with(scenario, ""), 0u);
}

class Lessons : public testing::Test {
 protected:
  Lessons() : session_(document::make_catalog(), jobs::make_simulator(), [] {}) {}
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    do {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session_.busy() && std::chrono::steady_clock::now() < end);
    session_.poll();
  }
  /// The picture of the text as it is now; the whole grid of a big lab takes its time and is not needed.
  void picture() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while ((session_.runs().stale() || session_.runs().picture() == nullptr ||
            session_.runs().picture()->scenario.text != *session_.document().kernel_text) &&
           std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  session::Session session_;
};

TEST_F(Lessons, EveryLabShowsItsAnswerAtThePromisedLine) {
  ASSERT_GE(session_.catalog().labs.size(), 18u);
  for (const document::LabEntry& lab : session_.catalog().labs) {
    SCOPED_TRACE(lab.id);
    EXPECT_FALSE(lab.question.empty());
    if (labs::find_lab(lab.id)->program) continue; // program_lab_test.cpp, and whole_tests: ProgramLabs
    ASSERT_TRUE(session_.edit()->set_lab(lab.id));
    picture();
    ASSERT_NE(session_.runs().picture(), nullptr);
    ASSERT_TRUE(session_.runs().picture()->scenario.lesson);
    const source::Lesson lesson = *session_.runs().picture()->scenario.lesson;
    EXPECT_EQ(session_.lesson_state(), lesson::Tutor::State::Asked);
    EXPECT_EQ(session_.show_me(), "");
    for (int i = 0; i < 60'000 && session_.lesson().answer() == nullptr; ++i) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_NE(session_.lesson().answer(), nullptr) << session_.lesson().problem();
    EXPECT_EQ(session_.lesson_state(), lesson::Tutor::State::Playing);
    for (int i = 0; i < 1000 && session_.time().playing(); ++i) session_.advance(.05);
    EXPECT_FALSE(session_.time().playing()) << "it stops there by itself";
    EXPECT_EQ(session_.lesson_state(), lesson::Tutor::State::Answered);

    // The playhead stands at the promised access.
    const lesson::LessonAnswer& answer = *session_.lesson().answer();
    const std::uint32_t site = session_.time().site();
    ASSERT_NE(site, ~0u);
    EXPECT_EQ(session_.runs().picture()->program->sites[site].span.line,
              lesson::line_with(session_.runs().picture()->scenario, lesson.at));
    EXPECT_EQ(session_.time().moment().event, answer.place.event);
    if (!lesson.access.empty()) {
      EXPECT_EQ(name_of(session_.time().playback().trace()->event(answer.place.event).access_kind),
                lesson.access);
    }
    // What the lesson sets is set, and its sentence has numbers and no braces.
    for (const auto& [name, value] : lesson.set)
      for (const document::Parameter& parameter : session_.parameters())
        EXPECT_TRUE(parameter.name != name || parameter.value == value) << name << " is " << parameter.value;
    EXPECT_EQ(answer.sentence.find_first_of("{}"), std::string::npos) << answer.sentence;
    EXPECT_NE(answer.sentence.find_first_of("0123456789"), std::string::npos) << answer.sentence;

    // The counts are the models' of that very access.
    const trace::BlockTrace& trace = *session_.time().playback().trace();
    const auto counts = lesson::lesson_counts(trace, answer.place);
    const WarpAccess access = trace.access(answer.place.event);
    const trace::BlockTrace::Event& event = trace.event(answer.place.event);
    if (event.space == Space::Shared) {
      EXPECT_EQ(counts.at("wavefronts"), model::count_banks(access, event.access_kind).wavefronts);
      EXPECT_EQ(counts.count("sectors"), 0u);
    } else if (event.space == Space::Global || event.space == Space::Cluster) {
      EXPECT_EQ(counts.at("sectors"), model::count_sectors(access, event.access_kind).sectors);
      EXPECT_EQ(counts.at("fetched"), 32 * counts.at("sectors"));
    } else if (event.space == Space::Local) {
      EXPECT_EQ(counts.at("sectors"), model::count_local(access).sectors);
      EXPECT_EQ(counts.count("used_percent"), 0u);
    } else {
      EXPECT_EQ(event.space, Space::Constant);
    }
    if (std::getenv("WARPSCOPE_PRINT_LESSONS") != nullptr)
      std::printf("%s: %s\n", lab.id.c_str(), answer.sentence.c_str());
  }
}

TEST_F(Lessons, SaysWhyWhenThePlaceIsGone) {
  ASSERT_TRUE(session_.edit()->set_lab("transpose_padded"));
  picture();
  std::string text = *session_.document().kernel_text;
  const std::string piece = "= tile[tx][ty + j];";
  text.replace(text.rfind(piece), piece.size(), "= tile[tx][j + ty];");
  session_.edit()->set_kernel_text(text);
  picture();
  EXPECT_NE(session_.show_me().find("no longer in the text"), std::string::npos);
  EXPECT_EQ(session_.lesson().answer(), nullptr);
}

TEST_F(Lessons, AnEditTakesTheAnswerBackAndUndoTheParameter) {
  ASSERT_TRUE(session_.edit()->set_lab("bank_stride"));
  picture();
  session_.settings.reduce_motion = true;
  EXPECT_EQ(session_.show_me(), "");
  settle();
  ASSERT_NE(session_.lesson().answer(), nullptr);
  EXPECT_EQ(session_.lesson_state(), lesson::Tutor::State::Answered) << "reduce motion: it jumps there";
  session_.edit()->set_choice("STRIDE", "3");
  EXPECT_EQ(session_.lesson().answer(), nullptr) << "its numbers were another text's";
  settle();
  session_.edit()->undo();
  session_.edit()->undo();
  EXPECT_TRUE(session_.document().choices.empty());
}

TEST_F(Lessons, AQuestionAboutTheAccessTakesTheAnswerBack) {
  ASSERT_TRUE(session_.edit()->set_lab("transpose_tile"));
  picture();
  session_.settings.reduce_motion = true;
  EXPECT_EQ(session_.show_me(), "");
  settle();
  ASSERT_NE(session_.lesson().answer(), nullptr);
  session_.ask();
  EXPECT_TRUE(session_.counts_hidden());
  EXPECT_EQ(session_.lesson().answer(), nullptr) << "its sentence has the count that is asked for";
  session_.reveal();
  EXPECT_EQ(session_.show_me(), "");
  EXPECT_NE(session_.lesson().answer(), nullptr);
}

TEST_F(Lessons, WithoutALessonItSaysSo) {
  settle();
  EXPECT_NE(session_.show_me(), "");
}

} // namespace
} // namespace warpscope
