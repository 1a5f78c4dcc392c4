// The lessons that travel with the program are read without a word, and name labs and values of parameters
// that are there; and what is wrong in a lesson's file is a sentence.
#include "sim/labs/labs.h"
#include "sim/labs/lessons.h"
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpscope {
namespace {

TEST(CourseLessons, AreReadWithoutAWord) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/assets/lessons")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::string> problems;
    (void)labs::read_lesson(entry.path().stem().string(), text, problems);
    EXPECT_EQ(problems, std::vector<std::string>{}) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, labs::course_lessons().size());
  EXPECT_GE(files, 3u);
}

TEST(CourseLessons, NameLabsParametersAndLinesThatAreThere) {
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    EXPECT_GE(lesson.minutes, 15u) << lesson.id;
    EXPECT_FALSE(lesson.aims.empty() || lesson.mistakes.empty()) << lesson.id;
    for (const labs::Moment& moment : lesson.moments) {
      SCOPED_TRACE(lesson.id + ": " + moment.lab + ", " + moment.say);
      const labs::Lab* lab = labs::find_lab(moment.lab);
      ASSERT_NE(lab, nullptr);
      Diagnostics diagnostics;
      const source::Scenario scenario = source::parse_scenario(lab->file_name, lab->text, diagnostics);
      for (const auto& [name, value] : moment.set) {
        const auto parameter = std::find_if(scenario.parameters.begin(), scenario.parameters.end(),
                                            [&, n = name](const auto& one) { return one.name == n; });
        ASSERT_NE(parameter, scenario.parameters.end()) << name;
        EXPECT_EQ(std::count(parameter->choices.begin(), parameter->choices.end(), value), 1)
            << name << "=" << value;
      }
      EXPECT_NE(lab->text.find(moment.at, lab->text.find("*/")), std::string::npos) << moment.at;
      EXPECT_TRUE(moment.ask.empty() || moment.ask.ends_with('?')) << moment.ask;
    }
  }
}

TEST(CourseLessons, AreACourseOfSixteenInTheirOrder) {
  ASSERT_EQ(labs::course_lessons().size(), 16u);
  std::uint32_t number = 0;
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    EXPECT_EQ(lesson.number, ++number) << lesson.id;
    EXPECT_LE(lesson.minutes, 40u) << lesson.id;
    EXPECT_GE(lesson.moments.size(), 7u) << lesson.id;
    EXPECT_FALSE(lesson.task.empty()) << lesson.id;
  }
}

TEST(CourseLessons, AreWrittenAsTheyAreRead) {
  for (labs::CourseLesson lesson : labs::course_lessons()) {
    lesson.moments.front().warp = 3;
    lesson.moments.front().kernel = "follow";
    lesson.moments.front().say += " \"quoted\" \\ and\na line, \t";
    std::vector<std::string> problems;
    const labs::CourseLesson again = labs::read_lesson(lesson.id, labs::write_lesson(lesson), problems);
    EXPECT_EQ(problems, std::vector<std::string>{});
    EXPECT_EQ(again, lesson) << labs::write_lesson(lesson);
  }
}

TEST(CourseLessons, WhatIsWrongIsASentence) {
  const std::string fine = "title = \"t\"\nminutes = 20\n[[moment]]\nlab = \"x\"\nat = \"a\"\nsay = \"s\"\n";
  std::vector<std::string> problems;
  const labs::CourseLesson read = labs::read_lesson(
      "l", fine + "set = { PAD = 1, TYPE = \"char\", ON = true }\nturn = 2", problems);
  EXPECT_EQ(problems, std::vector<std::string>{});
  ASSERT_EQ(read.moments.size(), 1u);
  EXPECT_EQ(read.moments[0].turn, 2u);
  EXPECT_EQ(read.moments[0].set.size(), 3u);
  const std::pair<std::string, std::string> cases[] = {
      {"", "has no title"},
      {"title = ", "line 1 cannot be read"},
      {"title = 3", "title must be a text"},
      {"title = \"t\"\nminutes = 0", "minutes must be a whole number from 1 to 240"},
      {"moment = 3", "moments are written as [[moment]]"},
      {"colour = 3", "unknown key \"colour\""},
      {fine + "turn = 0", "moment 1: turn must be a whole number"},
      {fine + "access = \"read\"", "access must be load, store or atomic"},
      {fine + "hide = true", "what is hidden needs a question"},
      {fine + "hide = 1", "hide must be true or false"},
      {fine + "set = 3", "set must be parameters"},
      {fine + "scene = \"fragment\"\nshow = 3", "show must be what is chosen in the scene"},
      {fine + "show = { lane = 6 }", "show needs the scene in which it is chosen"},
      {fine + "step = 3", "unknown key \"step\""},
      {fine + "kernel = 3", "moment 1: kernel must be a text"},
      {fine + "choices = [1, 2]\ncount = \"sectors\"\ncounted = 1", "choices need a question"},
      {fine + "ask = \"a?\"\nchoices = [\"one\", \"two\"]", "choices need count"},
      {fine + "ask = \"a?\"\nright = 3\nchoices = [\"one\", \"two\"]", "choices need count"},
      {fine + "ask = \"a?\"\nright = 1\nchoices = [1]", "choices must be two or three"},
      {fine + "ask = \"a?\"\nright = 1\nchoices = [true, false]", "choices must be two or three"},
      {fine + "count = \"sectors\"", "count and counted go together"},
      {fine + "counted = 3", "count and counted go together"},
      {fine + "counted = -1", "counted must be a whole number from 0"},
      {fine + "warp = 99", "warp must be a whole number from 0 to 31"},
      {fine + "[[moment]]\nlab = \"x\"", "moment 2: a moment needs lab"},
  };
  for (const auto& [text, sentence] : cases) {
    problems.clear();
    (void)labs::read_lesson("l", text, problems);
    std::string all;
    for (const std::string& problem : problems) all += problem + "\n";
    EXPECT_NE(all.find(sentence), std::string::npos) << text << " said: " << all;
  }
}

} // namespace
} // namespace warpscope
