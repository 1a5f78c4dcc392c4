// Lessons in the real window: every lesson is walked with two keys and its headlines are read; what is hidden
// is a question mark, and nothing that the audience reads is cut, at 720p and at 1080p.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "sim/base/number_text.h"
#include "sim/labs/lessons.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

namespace warpscope {
namespace {

using lesson::Course;
using test::drive;
using test::gui;
using test::settle;

class CourseUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->session().know_class_scores({}); // of whatever lesson ran before in this process
  }
  void TearDown() override {
    gui()->session().leave_lesson();
    gui()->ui().presenter = false;
    gui()->ui().stage.pen = false;
    gui()->ui().stage.strokes.clear();
    glfwSetWindowSize(gui()->window(), 1280, 720);
  }
};

const Course* course() { return gui()->session().course(); }

/// What stands above the picture and below it, line by line.
std::vector<std::string> texts(ImGuiTestContext* c, bool& fits) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  std::vector<std::string> all;
  fits = true;
  for (const char* name : {"course_head", "course_foot"}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(name);
    if (window == nullptr || !window->WasActive) continue;
    for (const panels::PaintLog::Item& item : log.items) {
      if (item.text.empty() || item.list != window->DrawList) continue;
      all.push_back(item.text);
      const bool inside = item.box.x >= window->Pos.x && item.box.y >= window->Pos.y - 1 &&
                          item.box.x + item.box.w <= window->Pos.x + window->Size.x + 1 &&
                          item.box.y + item.box.h <= window->Pos.y + window->Size.y + 1;
      if (inside && item.text.find("…") == std::string::npos) continue;
      fits = false;
      c->LogError("%s: \"%s\" is cut", name, item.text.c_str());
    }
  }
  return all;
}

bool has(const std::vector<std::string>& lines, const std::string& text) {
  std::string all;
  for (const std::string& line : lines) all += line + " ";
  return all.find(text) != std::string::npos;
}

/// What stands large above the answer: what was asked for, where the picture's own sentence is of another
/// count of the access; an alarm stays, and so does the sentence of a scene that is about more.
std::string headline_of(const labs::Moment& moment) {
  const view::Headline& shown = gui()->ui().stage.headline;
  const view::SceneKind scene = gui()->ui().scene;
  const bool counts = scene == view::SceneKind::Banks || scene == view::SceneKind::Sectors ||
                      scene == view::SceneKind::Array;
  if (moment.ask.empty() || !counts || shown.tone == view::Headline::Tone::Hazard) return shown.strong;
  if (moment.right > 0) return moment.choices[*course()->right()].substr(1); // behind a capital
  const auto counted = course()->counts().find(moment.count);
  if (counted == course()->counts().end()) return shown.strong;
  return grouped(counted->second) + " " + std::string(lesson::unit_of_count(moment.count, counted->second));
}

/// Until the moment's run is there and its picture drawn.
bool met(ImGuiTestContext* c) {
  for (int i = 0; i < 4000 && course() != nullptr && course()->phase() == Course::Phase::Waiting; ++i)
    c->Yield();
  c->Yield(3);
  return course() != nullptr && course()->phase() != Course::Phase::Waiting;
}

void play(ImGuiTestContext* c, const std::string& name) {
  gui()->ui().commands.add(panels::PlayLesson{name});
  c->Yield(3);
}

TEST_F(CourseUi, EveryLessonIsWalkedAndItsHeadlinesRead) {
  std::size_t moments = 0, size = 0;
  for (const labs::CourseLesson& lesson : labs::course_lessons())
    drive("course_walk_" + lesson.id, [&](ImGuiTestContext* c) { // the engine ends what takes a minute
      gui()->session().settings.reduce_motion = true;
      const bool large = size++ % 4 == 2; // large frames take long by software
      glfwSetWindowSize(gui()->window(), large ? 1920 : 1280, large ? 1080 : 720);
      c->Yield(4);
      play(c, lesson.id);
      IM_CHECK(course() != nullptr);
      IM_CHECK(gui()->ui().presenter);
      for (std::size_t i = 0; i < lesson.moments.size(); ++i, ++moments) {
        const labs::Moment& moment = lesson.moments[i];
        IM_CHECK(met(c));
        IM_CHECK_EQ(course()->index(), i);
        const std::string where = lesson.id + ", moment " + std::to_string(i + 1);
        bool fits = true;
        std::vector<std::string> lines = texts(c, fits);
        if (!fits) c->LogError("%s", where.c_str());
        IM_CHECK(has(lines, std::to_string(i + 1) + " of " + std::to_string(lesson.moments.size())));
        if (!moment.ask.empty()) {
          IM_CHECK(has(lines, moment.ask));
          if (moment.hide) {
            IM_CHECK(has(lines, "?"));
            IM_CHECK(!has(lines, course()->sentence()));
            IM_CHECK(gui()->ui().stage.present()->request.options.question.hide_counts);
            IM_CHECK(test::headline().find_first_of("0123456789") == std::string::npos);
          }
          if (!moment.choices.empty()) c->KeyPress(ImGuiKey_A);
          c->Yield();
          IM_CHECK(moment.choices.empty() || course()->chosen() == 0u);
          c->KeyPress(ImGuiKey_RightArrow);
          c->Yield(4);
          lines = texts(c, fits);
          if (!fits) c->LogError("%s, shown", where.c_str());
        }
        IM_CHECK(course()->phase() == Course::Phase::Shown);
        IM_CHECK_EQ(course()->problem(), "");
        IM_CHECK(!course()->moved());
        IM_CHECK(!test::headline().empty());
        IM_CHECK(has(lines, headline_of(moment)));
        IM_CHECK(has(lines, course()->sentence()));
        if (moment.scene == "banks" && moment.count == "wavefronts" && moment.access != "atomic" &&
            gui()->ui().stage.headline.tone != view::Headline::Tone::Hazard)
          IM_CHECK(has({test::headline()}, std::to_string(*moment.counted) + " wavefront"));
        c->KeyPress(ImGuiKey_RightArrow);
        c->Yield(2);
      }
      IM_CHECK_EQ(course()->index() + 1, lesson.moments.size());
      IM_CHECK(course()->ended());
      bool fits = true; // and what is said at the end
      const std::vector<std::string> end = texts(c, fits);
      if (!fits) c->LogError("%s, the end", lesson.id.c_str());
      if (const lesson::CourseTitle* next = lesson::next_course(lesson.id))
        IM_CHECK(has(end, next->title + ", " + std::to_string(next->minutes) + " minutes"));
      c->KeyPress(ImGuiKey_Escape);
      c->Yield(3);
      IM_CHECK(course() == nullptr);
      IM_CHECK(!gui()->ui().presenter);
    });
  EXPECT_GE(moments, 90u);
}

/// In lessons whose labs are whole programs their launches stand below the picture.
TEST_F(CourseUi, TheRowOfLaunchesIsReadFromTheBack) {
  drive("course_launches", [](ImGuiTestContext* c) {
    gui()->session().settings.reduce_motion = true;
    for (const auto& [width, height, least] : {std::tuple{1280, 720, 14.F}, std::tuple{1920, 1080, 18.F}}) {
      glfwSetWindowSize(gui()->window(), width, height);
      c->Yield(4);
      play(c, "launches");
      IM_CHECK(met(c));
      c->Yield(4);
      panels::PaintLog log;
      panels::Paint::log = &log;
      c->Yield();
      panels::Paint::log = nullptr;
      const ImGuiWindow* row = ImGui::FindWindowByName("launches");
      IM_CHECK(row != nullptr);
      std::size_t seen = 0;
      for (const panels::PaintLog::Item& item : log.items) {
        if (item.text.empty() || item.list != row->DrawList) continue;
        ++seen;
        if (item.size < least)
          c->LogError("%dx%d: \"%s\" has %g px", width, height, item.text.c_str(),
                      static_cast<double>(item.size));
      }
      IM_CHECK_GT(seen, 3u);
      c->KeyPress(ImGuiKey_RightArrow); // a question and its answer of two lines each leave it its room
      IM_CHECK(met(c));
      c->KeyPress(ImGuiKey_RightArrow);
      c->Yield(4);
      IM_CHECK(course()->phase() == Course::Phase::Shown);
      IM_CHECK(row->WasActive);
      gui()->session().leave_lesson();
      gui()->ui().presenter = false;
      c->Yield(4);
    }
  });
}

TEST_F(CourseUi, KeysAskChooseShowAndGoBack) {
  drive("course_keys", [](ImGuiTestContext* c) {
    gui()->session().settings.reduce_motion = true;
    play(c, "banks");
    IM_CHECK(met(c));
    const auto press = [&](ImGuiKeyChord key) {
      c->KeyPress(key);
      c->Yield(3);
    };
    press(ImGuiKey_RightArrow);
    IM_CHECK(met(c));
    IM_CHECK(gui()->session().counts_hidden());
    IM_CHECK(gui()->ui().stage.present()->request.options.question.hide_counts);
    press(ImGuiKey_R); // no guess is typed in a lesson
    IM_CHECK(gui()->session().counts_hidden());
    press(ImGuiKey_Q);
    IM_CHECK(!course()->question_in_sight());
    const float without = ImGui::FindWindowByName("stage")->Size.y;
    press(ImGuiKey_Q);
    IM_CHECK(course()->question_in_sight());
    IM_CHECK_LT(ImGui::FindWindowByName("stage")->Size.y, without); // the stage had its height
    press(ImGuiKey_2);
    IM_CHECK(course()->chosen() == 1u);
    press(ImGuiKey_C);
    IM_CHECK(course()->chosen() == 2u);
    c->ItemClick("//course_foot/$$1/##choice");
    c->Yield(2);
    IM_CHECK(course()->chosen() == 1u);
    press(ImGuiKey_RightArrow);
    IM_CHECK(course()->score() == (Course::Score{1, 1}));
    bool fits = true;
    IM_CHECK(has(texts(c, fits), "class so far: 1 of 1 right"));
    press(ImGuiKey_LeftArrow);
    IM_CHECK(met(c));
    IM_CHECK_EQ(course()->index(), 0u);
    c->ItemClick("//course_foot/##next");
    IM_CHECK(met(c));
    IM_CHECK_EQ(course()->index(), 1u);

    // Strokes stay with their moment; ctrl+Z takes the last one, and no edit.
    const auto text = gui()->session().document().choices;
    press(ImGuiKey_P);
    IM_CHECK(gui()->ui().stage.pen);
    c->MouseMoveToPos({400, 300});
    c->MouseDown();
    c->MouseMoveToPos({500, 380});
    c->MouseUp();
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().stage.strokes.size(), 1u);
    press(ImGuiKey_RightArrow);
    IM_CHECK(met(c));
    IM_CHECK(gui()->ui().stage.strokes.empty());
    press(ImGuiKey_LeftArrow);
    IM_CHECK(met(c));
    IM_CHECK_EQ(gui()->ui().stage.strokes.size(), 1u);
    press(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(gui()->ui().stage.strokes.empty());
    press(ImGuiKey_Escape); // the pen first
    IM_CHECK(!gui()->ui().stage.pen);
    IM_CHECK(course() != nullptr);
    press(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(gui()->session().document().choices == text);
    press(ImGuiKey_F5);
    IM_CHECK(course() == nullptr); // whoever leaves the presenter view leaves the lesson
  });
}

/// Steps on to a moment, from 0, past the questions before it.
bool go_to_moment(ImGuiTestContext* c, std::size_t index) {
  for (std::size_t steps = 0; steps < 100 && met(c) && course()->index() < index; ++steps) {
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(3);
  }
  return met(c) && course()->index() == index;
}

/// The access on the stage is right; the barrier behind it is not, and the class reads so.
TEST_F(CourseUi, WhatIsWrongElsewhereIsSaidUnderTheAnswer) {
  drive("course_elsewhere", [](ImGuiTestContext* c) {
    gui()->session().settings.reduce_motion = true;
    play(c, "divergence");
    IM_CHECK(go_to_moment(c, 7));
    IM_CHECK_STR_EQ(course()->moment().lab.c_str(), "barrier_divergent");
    bool fits = true;
    IM_CHECK(!has(texts(c, fits), "cannot reach"));
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(4);
    const std::vector<std::string> lines = texts(c, fits);
    IM_CHECK(has(lines, "a thread waits at a barrier that 16 of 256 threads cannot reach"));
    IM_CHECK(has(lines, course()->sentence()));
    IM_CHECK(fits);
  });
}

/// A share of hits is asked for, and the count that the moment was recorded with is of sectors.
TEST_F(CourseUi, AQuestionForASentenceAsksForNoCount) {
  drive("course_sentences", [](ImGuiTestContext* c) {
    gui()->session().settings.reduce_motion = true;
    play(c, "caches");
    IM_CHECK(go_to_moment(c, 4));
    IM_CHECK_EQ(course()->moment().right, 2u);
    IM_CHECK_STR_EQ(course()->moment().count.c_str(), "sectors");
    IM_CHECK(course()->hides());
    bool fits = true;
    for (const std::string& line : texts(c, fits)) IM_CHECK_STR_NE(line.c_str(), " sectors");
  });
}

TEST_F(CourseUi, ALessonIsRecordedSavedAndPlayed) {
  drive("course_record", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.settings.reduce_motion = true;
    const std::string path = testing::TempDir() + "warpscope-course-recorded.toml";
    (void)std::remove(path.c_str());
    gui()->ui().commands.add(panels::Ask::RecordLesson);
    c->Yield(2);
    IM_CHECK(session.records());
    c->KeyPress(ImGuiKey_Escape); // the expression's field, which has the keys after the start
    c->KeyPress(ImGuiKey_R);
    c->Yield(3);
    IM_CHECK(gui()->notice().error); // an expression is no lab
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    session.time().seek(500);
    c->Yield(3);
    const playback::Moment first = session.time().moment();
    c->KeyPress(ImGuiKey_R);
    c->Yield(3);
    IM_CHECK_EQ(session.recording().moments.size(), 1u);
    IM_CHECK(!session.counts_hidden()); // R is the recording's now
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    session.ask(); // a question
    c->Yield(2);
    const playback::Moment second = session.time().moment();
    c->KeyPress(ImGuiKey_R);
    c->Yield(3);
    session.reveal();
    IM_CHECK_EQ(session.recording().moments.size(), 2u);
    IM_CHECK(session.recording().moments.back().hide);
    gui()->ui().commands.add(panels::Ask::RecordLesson);
    gui()->ui().commands.add(panels::Ask::SaveLesson);
    c->Yield(3);
    IM_CHECK(!session.records());
    c->SetRef("//$FOCUSED");
    c->ItemInputValue("##file", path.c_str());
    c->Yield(4);
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::string> problems;
    const labs::CourseLesson read = labs::read_lesson("recorded", text, problems);
    IM_CHECK(problems.empty());
    IM_CHECK_EQ(read.moments.size(), 2u);
    IM_CHECK(read.moments == session.recording().moments);

    gui()->ui().commands.add(panels::OpenFile{path});
    c->Yield(3);
    IM_CHECK(met(c));
    IM_CHECK_EQ(session.time().moment().event, first.event);
    IM_CHECK(session.document().choices.empty());
    c->KeyPress(ImGuiKey_RightArrow);
    IM_CHECK(met(c));
    IM_CHECK_EQ(session.time().moment().event, second.event);
    IM_CHECK(session.counts_hidden());
    IM_CHECK(!course()->moved());
    IM_CHECK(course()->right().has_value());
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
  });
}

TEST_F(CourseUi, AMovedCountAndABrokenPlaceAreSaid) {
  drive("course_moved", [](ImGuiTestContext* c) {
    gui()->session().settings.reduce_motion = true;
    const std::string path = testing::TempDir() + "warpscope-course-ui.toml";
    std::ofstream(path) << "title = \"Mine\"\nminutes = 20\n[[moment]]\nlab = \"bank_stride\"\n"
                           "set = { STRIDE = 8 }\nat = \"words[(threadIdx.x * STRIDE)\"\naccess = \"load\"\n"
                           "count = \"wavefronts\"\ncounted = 4\nsay = \"A stride.\"\n"
                           "[[moment]]\nlab = \"bank_stride\"\nat = \"gone[\"\nsay = \"s\"\n";
    gui()->ui().commands.add(panels::OpenFile{path});
    c->Yield(3);
    IM_CHECK(met(c));
    bool fits = true;
    IM_CHECK(has(texts(c, fits), "counted 4 when recorded, 8 now"));
    IM_CHECK(fits);
    c->KeyPress(ImGuiKey_RightArrow);
    IM_CHECK(met(c));
    IM_CHECK(has(texts(c, fits), "gone["));
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    play(c, "no_such_lesson");
    IM_CHECK(course() == nullptr);
    IM_CHECK(gui()->notice().error);
  });
}

} // namespace
} // namespace warpscope
