// Every moment of every lesson is met in its run: its count is what was recorded, one choice is right, and
// each number of its sentence is this run's. And how a lesson is played: asks first, then shows, then goes
// on.
#include "app/lesson/course.h"
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <thread>

namespace warpscope {
namespace {

using lesson::Course;
using Phase = Course::Phase;

class Courses : public testing::Test {
 protected:
  Courses() : session_(document::make_catalog(), jobs::make_simulator(), [] {}) {
    session_.settings.reduce_motion = true;
  }
  const Course& course() const { return *session_.course(); }
  /// The moment's run is there, or it is known that there will be none.
  void meet() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (course().phase() == Phase::Waiting && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_NE(course().phase(), Phase::Waiting);
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + "warpscope-course-" + name + ".toml";
    std::ofstream(path) << text;
    return path;
  }
  session::Session session_;
};

/// The numbers in a text, "1,024" as 1024; what stands in braces is computed anyway.
std::vector<std::uint64_t> numbers_in(const std::string& text) {
  std::vector<std::uint64_t> all;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '}') inside = text[i] == '{';
    if (inside || text[i] < '0' || text[i] > '9') continue;
    if (i > 0 && (std::isalpha(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_'))
      continue; // the 4 of float4
    std::uint64_t n = 0;
    for (; i < text.size() &&
           ((text[i] >= '0' && text[i] <= '9') ||
            (text[i] == ',' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9'));
         ++i)
      if (text[i] != ',') n = 10 * n + static_cast<std::uint64_t>(text[i] - '0');
    all.push_back(n);
    --i;
  }
  return all;
}

TEST_F(Courses, EveryMomentIsWhatWasRecorded) {
  const bool prints = std::getenv("WARPSCOPE_PRINT_LESSONS") != nullptr;
  std::size_t moments = 0, asked = 0;
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    ASSERT_EQ(session_.play_lesson(lesson.id), "");
    for (std::size_t i = 0; i < lesson.moments.size(); ++i) {
      const labs::Moment& moment = lesson.moments[i];
      SCOPED_TRACE(lesson.id + ", moment " + std::to_string(i + 1) + ": " + moment.lab);
      meet();
      ASSERT_EQ(course().index(), i);
      EXPECT_EQ(course().problem(), "");
      ASSERT_TRUE(course().place());
      EXPECT_EQ(session_.time().moment().event, course().place()->event);
      EXPECT_EQ(session_.counts_hidden(), moment.hide);
      if (prints) {
        std::printf("@ %s %zu", lesson.id.c_str(), i);
        for (const auto& [name, n] : course().counts())
          std::printf(" %s=%llu", name.c_str(), static_cast<unsigned long long>(n));
        std::printf("\n%s\n", course().sentence().c_str());
      }
      if (course().moved())
        ADD_FAILURE() << "recorded " << course().moved()->recorded << ", now " << course().moved()->now;
      EXPECT_EQ(course().sentence().find_first_of("{}"), std::string::npos) << course().sentence();
      if (!moment.choices.empty()) {
        ++asked;
        ASSERT_TRUE(course().right()) << "none of the choices is right";
        EXPECT_EQ(std::set<std::string>(moment.choices.begin(), moment.choices.end()).size(),
                  moment.choices.size());
      }
      // A number that is written out is the lab's, this run's or the hardware's.
      std::set<std::uint64_t> known = {4, 16, 32, 128};
      for (const auto& [name, n] : course().counts()) known.insert(n);
      for (const std::uint64_t n : numbers_in(session_.runs().picture()->scenario.text)) known.insert(n);
      for (const std::uint64_t n : numbers_in(moment.say))
        EXPECT_TRUE(known.contains(n)) << n << " in: " << moment.say;
      if (!moment.ask.empty()) session_.next_in_lesson();
      EXPECT_EQ(course().phase(), Phase::Shown);
      EXPECT_FALSE(session_.counts_hidden());
      session_.next_in_lesson();
      ++moments;
    }
    EXPECT_EQ(course().index() + 1, lesson.moments.size()) << "the last moment stays";
  }
  EXPECT_GE(moments, 130u);
  EXPECT_GE(asked, 95u);
}

/// What the class answered is kept when the lesson ends, travels with the session's state, and goes when it
/// is cleared.
TEST_F(Courses, TheClassesScoreIsKeptUntilItIsCleared) {
  const auto answer_first_question = [&] {
    ASSERT_EQ(session_.play_lesson("banks"), "");
    meet();
    session_.next_in_lesson();
    meet();
    session_.choose_in_lesson(1);
    session_.next_in_lesson();
  };
  answer_first_question();
  EXPECT_EQ(session_.class_score(), (document::ClassScore{1, 1}));
  document::SavedSession saved;
  saved.scores = session_.class_scores();
  session_.leave_lesson();
  EXPECT_EQ(session_.class_score(), document::ClassScore{}) << "no lesson is played";
  EXPECT_EQ(session_.class_scores(), saved.scores);

  session::Session later(document::make_catalog(), jobs::make_simulator(), [] {});
  later.know_class_scores(document::saved_session_from(document::to_json(saved)).value().scores);
  EXPECT_EQ(later.class_scores(), (session::Session::ClassScores{{"banks", {1, 1}}}));
  ASSERT_EQ(later.play_lesson("banks"), "");
  EXPECT_EQ(later.class_score(), (document::ClassScore{1, 1})) << "the class of the last start";

  answer_first_question();
  EXPECT_EQ(session_.class_score(), (document::ClassScore{2, 2})) << "another class, on top of the first";
  session_.clear_class_score();
  EXPECT_EQ(session_.class_score(), document::ClassScore{});
  EXPECT_TRUE(session_.class_scores().empty());
  session_.ask_in_lesson();
  session_.choose_in_lesson(0);
  session_.next_in_lesson();
  EXPECT_EQ(session_.class_score(), (document::ClassScore{0, 1})) << "asked again, it counts again";
}

/// Somebody who learns alone finds the place of yesterday, and after the end the next lesson.
TEST_F(Courses, ThePlaceIsKeptAndTheEndLeadsToTheNextLesson) {
  ASSERT_EQ(session_.play_lesson("banks"), "");
  meet();
  EXPECT_FALSE(session_.left_at()) << "it was never begun";
  for (int moment = 0; moment < 2; ++moment) {
    if (course().phase() == Phase::Asked) session_.next_in_lesson();
    session_.next_in_lesson();
    meet();
  }
  ASSERT_EQ(course().index(), 2u);
  document::SavedSession saved;
  saved.places = session_.lesson_places();
  saved.lesson = course().lesson().id;
  const document::SavedSession read = document::saved_session_from(document::to_json(saved)).value();
  EXPECT_EQ(read.places, (document::LessonPlaces{{"banks", 2}}));
  EXPECT_EQ(read.lesson, "banks");

  // The next day.
  session_.leave_lesson();
  session_.know_lesson_places(read.places);
  ASSERT_EQ(session_.play_lesson("banks"), "");
  meet();
  EXPECT_EQ(course().index(), 0u) << "a class begins at the beginning";
  EXPECT_EQ(session_.left_at(), 2u);
  EXPECT_EQ(session_.lesson_places(), read.places) << "looking at the beginning loses nothing";
  session_.go_on_in_lesson();
  meet();
  EXPECT_EQ(course().index(), 2u);
  EXPECT_FALSE(session_.left_at());

  // To the end: it is said once, then the next lesson begins.
  const std::size_t last = course().lesson().moments.size() - 1;
  while (course().index() < last || course().phase() != Phase::Shown) {
    session_.next_in_lesson();
    meet();
  }
  EXPECT_TRUE(session_.lesson_places().empty()) << "whoever has seen the end begins anew";
  EXPECT_FALSE(course().ended());
  session_.next_in_lesson();
  EXPECT_TRUE(course().ended());
  session_.back_in_lesson();
  EXPECT_FALSE(course().ended());
  EXPECT_EQ(course().index(), last);
  session_.next_in_lesson();
  session_.next_in_lesson();
  meet();
  const lesson::CourseTitle* next = lesson::next_course("banks");
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(course().lesson().id, next->id);
  EXPECT_EQ(course().index(), 0u);
  EXPECT_EQ(lesson::next_course(lesson::course_titles().back().id), nullptr);
}

TEST_F(Courses, AskFirstThenShowThenGoOn) {
  ASSERT_EQ(session_.play_lesson("banks"), "");
  meet();
  EXPECT_EQ(course().phase(), Phase::Shown) << "the first moment asks nothing";
  session_.next_in_lesson();
  EXPECT_EQ(course().index(), 1u);
  EXPECT_TRUE(session_.counts_hidden()) << "already while its run is on its way";
  session_.next_in_lesson();
  EXPECT_EQ(course().index(), 1u) << "no step skips a moment that has not come";
  meet();
  EXPECT_EQ(course().phase(), Phase::Asked);
  EXPECT_TRUE(session_.counts_hidden());
  EXPECT_TRUE(session_.results().gutter().empty() || session_.pair_rows().empty());
  session_.choose_in_lesson(7);
  EXPECT_EQ(course().chosen(), std::nullopt) << "there is no such choice";
  session_.choose_in_lesson(0);
  session_.choose_in_lesson(1); // the class may change its mind
  EXPECT_EQ(course().chosen(), 1u);
  EXPECT_EQ(course().score(), (Course::Score{0, 0})) << "nothing is right before it is shown";
  session_.next_in_lesson();
  EXPECT_EQ(course().phase(), Phase::Shown);
  EXPECT_FALSE(session_.counts_hidden());
  EXPECT_EQ(course().right(), 1u);
  EXPECT_EQ(course().score(), (Course::Score{1, 1}));
  session_.choose_in_lesson(2);
  EXPECT_EQ(course().chosen(), 1u) << "it is too late";

  session_.next_in_lesson();
  meet();
  session_.choose_in_lesson(2);
  session_.next_in_lesson();
  EXPECT_EQ(course().score(), (Course::Score{1, 2}));
  session_.ask_in_lesson(); // asked again: the first answer counts
  EXPECT_EQ(course().phase(), Phase::Asked);
  session_.choose_in_lesson(0);
  session_.next_in_lesson();
  EXPECT_EQ(course().score(), (Course::Score{1, 2}));

  session_.back_in_lesson();
  meet();
  EXPECT_EQ(course().index(), 1u);
  EXPECT_EQ(course().phase(), Phase::Shown) << "back: as it was shown";
  EXPECT_EQ(course().chosen(), 1u);
  session_.back_in_lesson();
  meet();
  session_.back_in_lesson();
  EXPECT_EQ(course().index(), 0u);
  session_.leave_lesson();
  EXPECT_EQ(session_.course(), nullptr);
  EXPECT_EQ(session_.document().lab, "bank_stride");
}

TEST_F(Courses, AQuestionIsPutAsideAndComesBack) {
  ASSERT_EQ(session_.play_lesson("banks", 1), "");
  meet();
  EXPECT_TRUE(course().question_in_sight());
  session_.ask_in_lesson();
  EXPECT_FALSE(course().question_in_sight());
  EXPECT_TRUE(session_.counts_hidden()) << "only the question goes";
  session_.ask_in_lesson();
  EXPECT_TRUE(course().question_in_sight());
}

/// A lab that is a whole program: the launch of the named kernel is on the stage, and what the program counts
/// may be in the sentence.
TEST_F(Courses, AMomentMayBeOfALaunchOfAProgram) {
  const std::string moment = "[[moment]]\nlab = \"memory_latency\"\nset = { STEPS = 256 }\nturn = 1\n"
                             "say = \"{launches}: {requests} of {follow.load_requests}\"\n";
  const std::string path = file("program", "title = \"t\"\nminutes = 20\n" + moment +
                                               "kernel = \"follow_shared\"\naccess = \"store\"\n" +
                                               "at = \"chain[i] = (i + 33)\"\n" + moment +
                                               "kernel = \"follow\"\n" + "at = \"place = chain[place];\"\n" +
                                               moment + "kernel = \"nobody\"\nat = \"chain[i] = (i\"\n");
  ASSERT_EQ(session_.play_lesson(path), "");
  meet();
  EXPECT_EQ(course().problem(), "");
  EXPECT_EQ(session_.runs().picture()->launch.kernel, "follow_shared");
  session_.next_in_lesson();
  meet();
  EXPECT_EQ(course().problem(), "");
  EXPECT_EQ(session_.runs().picture()->launch.kernel, "follow");
  EXPECT_EQ(course().sentence(), "4: 1 of 9,088") << "128, 8,192 and no steps before the 256 that are timed";
  session_.next_in_lesson();
  meet();
  EXPECT_NE(course().problem(), "") << "no launch is of that kernel, and this one has no such access";
  session_.back_in_lesson();
  meet();
  EXPECT_EQ(course().problem(), "");
}

TEST_F(Courses, ACountThatMovedIsSaid) {
  const std::string path = file(
      "moved",
      "title = \"t\"\nminutes = 20\n[[moment]]\nlab = \"bank_stride\"\nset = { STRIDE = 8 }\n"
      "at = \"words[(threadIdx.x * STRIDE)\"\naccess = \"load\"\ncount = \"wavefronts\"\ncounted = 4\n"
      "ask = \"How many?\"\nchoices = [4, 16]\nhide = true\nsay = \"{wavefronts wavefront}.\"\n");
  ASSERT_EQ(session_.play_lesson(path), "");
  meet();
  ASSERT_TRUE(course().moved());
  EXPECT_EQ(course().moved()->recorded, 4u);
  EXPECT_EQ(course().moved()->now, 8u);
  EXPECT_EQ(course().sentence(), "8 wavefronts.");
  EXPECT_EQ(course().right(), std::nullopt) << "no tick where none of the choices is right";
  session_.choose_in_lesson(0);
  session_.next_in_lesson();
  EXPECT_EQ(course().score(), (Course::Score{0, 0})) << "and nothing to score";
}

TEST_F(Courses, WhatCannotBeShownIsSaidAndPassed) {
  const std::string moment = "\n[[moment]]\naccess = \"load\"\nsay = \"s\"\n";
  const std::string path = file(
      "gone", "title = \"t\"\nminutes = 20\n" + moment + "lab = \"no_such_lab\"\nat = \"x\"\n" + moment +
                  "lab = \"bank_stride\"\nat = \"no such line\"\n" + moment +
                  "lab = \"bank_stride\"\nset = { STRIDE = 1 }\nat = \"words[(\"\n");
  ASSERT_EQ(session_.play_lesson(path), "");
  EXPECT_NE(course().problem().find("no_such_lab"), std::string::npos) << course().problem();
  session_.next_in_lesson();
  meet();
  EXPECT_NE(course().problem().find("no such line"), std::string::npos) << course().problem();
  session_.next_in_lesson();
  meet();
  EXPECT_EQ(course().problem(), "");
  EXPECT_NE(session_.play_lesson("bank"), "");
  EXPECT_NE(session_.play_lesson(path + "x.toml"), "");
}

TEST_F(Courses, WhileItIsAskedNoSceneOfTheWholeBlockTellsTheAnswer) {
  const std::string path = file("scene",
                                "title = \"t\"\nminutes = 20\n[[moment]]\nlab = \"bank_stride\"\n"
                                "set = { STRIDE = 8 }\nscene = \"block\"\nat = \"words[(\"\naccess = "
                                "\"load\"\nask = \"How many?\"\nhide = true\nsay = \"s\"\n");
  ASSERT_EQ(session_.play_lesson(path), "");
  meet();
  const auto scene = [&] {
    std::string last;
    for (const session::Event& event : session_.take_events())
      if (event.kind == session::Event::Kind::ShowScene) last = event.scene;
    return last;
  };
  EXPECT_EQ(scene(), "banks");
  session_.next_in_lesson();
  EXPECT_EQ(scene(), "block");
}

/// A lab of the catalog whose text no longer compiles.
TEST(CoursesOfBrokenLabs, TheLabIsNamedWithTheMessage) {
  document::Catalog catalog = document::make_catalog();
  for (document::LabEntry& lab : catalog.labs)
    if (lab.id == "bank_stride") lab.text.replace(lab.text.find("__global__"), 10, "__global__ oops");
  session::Session session(std::move(catalog), jobs::make_simulator(), [] {});
  ASSERT_EQ(session.play_lesson("banks"), "");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (session.course()->phase() == Phase::Waiting && std::chrono::steady_clock::now() < end) {
    session.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NE(session.course()->problem().find("bank_stride"), std::string::npos)
      << session.course()->problem();
  EXPECT_NE(session.course()->problem().find("oops"), std::string::npos) << session.course()->problem();
  EXPECT_FALSE(session.course()->moved());
}

} // namespace
} // namespace warpscope
