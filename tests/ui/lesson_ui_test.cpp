// A lab's question and its answer stand below the picture in full: they wrap, and scroll where the picture
// needs the room.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class LessonUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

ImGuiWindow* words_window() {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && std::string(window->Name).find("lesson/##words") != std::string::npos)
      return window;
  return nullptr;
}

/// The words below the picture; `lowest`: the lower end of the last line.
std::string said_below(ImGuiTestContext* c, float& lowest) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  const ImGuiWindow* whole = ImGui::FindWindowByName("lesson");
  std::string all;
  lowest = 0;
  const ImGuiWindow* words = words_window();
  for (const panels::PaintLog::Item& item : log.items) {
    const ImDrawList* list = words != nullptr ? words->DrawList : whole->DrawList;
    if (item.text.empty() || item.list != list || item.text == "Show me") continue;
    while (!all.empty() && all.back() == ' ') all.pop_back();
    all += (all.empty() ? "" : " ") + item.text;
    lowest = std::max(lowest, item.box.y + item.box.h);
    EXPECT_LE(item.box.x + item.box.w, whole->Rect().Max.x);
  }
  while (!all.empty() && all.back() == ' ') all.pop_back();
  return all;
}

TEST_F(LessonUi, QuestionAndAnswerAreNeverCut) {
  drive("lesson", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    for (const char* lab : {"matmul_tile16_edges", "copy_offset"}) {
      IM_CHECK(session.edit()->set_lab(lab));
      IM_CHECK(settle(c));
      session.settings.speed = 64;
      for (const bool answered : {false, true}) {
        if (answered) {
          c->ItemClick("//lesson/##show_me");
          for (int i = 0; i < 6000 && session.lesson_state() != lesson::Tutor::State::Answered; ++i)
            c->Yield();
          IM_CHECK(session.lesson_state() == lesson::Tutor::State::Answered);
        }
        for (const auto& [w, h] : {std::pair{1280, 720}, std::pair{1920, 1080}})
          for (const float zoom : {1.f, 1.5f, 2.f}) {
            glfwSetWindowSize(gui()->window(), w, h);
            session.settings.zoom = zoom;
            c->Yield(8);
            float lowest = 0;
            std::string said = said_below(c, lowest);
            for (int i = 0; i < 60 && said.empty(); ++i) said = said_below(c, lowest); // fonts of a new size
            const std::string& question = session.runs().picture()->scenario.question;
            if (said.find(question) == std::string::npos)
              c->LogError("%s %dx%d at %.1f: %s", lab, w, h, static_cast<double>(zoom), said.c_str());
            IM_CHECK_NE(said.find(question), std::string::npos);
            if (answered) IM_CHECK_NE(said.find(session.lesson().answer()->sentence), std::string::npos);
            const float end = ImGui::FindWindowByName("lesson")->Rect().Max.y;
            const ImGuiWindow* words = words_window();
            IM_CHECK(words != nullptr);
            if (lowest > end) IM_CHECK_GT(words->ScrollMax.y, 1.f);
          }
        glfwSetWindowSize(gui()->window(), 1280, 720);
        session.settings.zoom = 1;
        c->Yield(6);
      }
    }
  });
}

/// Opens a lab in a window of 1280 x 720 and lets it show its answer; returns what is then painted.
panels::PaintLog answered_at_720p(ImGuiTestContext* c, const char* lab) {
  session::Session& session = gui()->session();
  EXPECT_TRUE(session.edit()->set_lab(lab));
  EXPECT_TRUE(settle(c));
  session.settings.speed = 64;
  glfwSetWindowSize(gui()->window(), 1280, 720);
  c->Yield(8);
  c->ItemClick("//lesson/##show_me");
  for (int i = 0; i < 6000 && session.lesson_state() != lesson::Tutor::State::Answered; ++i) c->Yield();
  EXPECT_TRUE(session.lesson_state() == lesson::Tutor::State::Answered);
  c->Yield(8);
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  return log;
}

/// The room of a program's lab in a small window is two lines high: both are whole, and nothing peeps in.
TEST_F(LessonUi, TheRoomOfTwoLinesHoldsWholeLines) {
  drive("lesson_lines", [](ImGuiTestContext* c) {
    const panels::PaintLog log = answered_at_720p(c, "memory_latency");
    const ImGuiWindow* words = words_window();
    IM_CHECK(words != nullptr);
    IM_CHECK_GT(words->ScrollMax.y, 1.f); // else there is nothing that could be cut
    std::vector<float> tops;              // of the answer's lines, which are the last
    for (const panels::PaintLog::Item& item : log.items)
      if (!item.text.empty() && item.list == words->DrawList) tops.push_back(item.box.y);
    IM_CHECK_GE(tops.size(), 2u);
    const float row = tops.back() - tops[tops.size() - 2], lines = words->Size.y / row;
    IM_CHECK_LT(std::abs(lines - std::round(lines)), .05f);
  });
}

/// A short answer leaves the small stage a row for the store that is aligned, beside the load that is not.
TEST_F(LessonUi, BesideTheAnswerOfAnOffsetStandsTheAlignedStore) {
  drive("lesson_offset", [](ImGuiTestContext* c) {
    (void)answered_at_720p(c, "copy_offset");
    const panels::StageView::Pane* pane = gui()->ui().stage.present();
    IM_CHECK(pane != nullptr);
    IM_CHECK(pane->picture != nullptr);
    std::string said;
    for (const view::Shape& shape : pane->picture->shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape)) said += text->text + "|";
    IM_CHECK_NE(said.find("|line 31 of the text|4 sectors|"), std::string::npos);
  });
}

/// The answer pushes its question out of sight before a class has to scroll to its end.
TEST_F(LessonUi, AnAnswerOfThreeLinesNeedsNoScrollAt720p) {
  drive("lesson_three", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    const panels::PaintLog log = answered_at_720p(c, "matmul_layouts");
    const ImGuiWindow* words = words_window();
    IM_CHECK(words != nullptr);
    std::string seen;
    std::size_t lines = 0;
    for (const panels::PaintLog::Item& item : log.items) {
      if (item.text.empty() || item.list != words->DrawList || item.box.y < words->Pos.y - 1 ||
          item.box.y + item.box.h > words->Pos.y + words->Size.y + 1)
        continue;
      std::string line = item.text;
      while (!line.empty() && line.back() == ' ') line.pop_back();
      seen += (seen.empty() ? "" : " ") + line;
      ++lines;
    }
    IM_CHECK_STR_EQ(seen.c_str(), session.lesson().answer()->sentence.c_str());
    IM_CHECK_EQ(lines, 3u);
    IM_CHECK_GE(c->ItemInfo("//stage/##picture").RectFull.GetHeight(), 260.f); // the picture keeps its room
  });
}

/// The answer is one sentence; why it is so stands below it, for whoever learns alone.
TEST_F(LessonUi, BelowTheAnswerStandsTheExplanation) {
  drive("lesson_why", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    const panels::PaintLog before = answered_at_720p(c, "shared_wide");
    ImGuiWindow* words = words_window();
    IM_CHECK(words != nullptr);
    IM_CHECK_GT(words->ScrollMax.y, 1.f);
    IM_CHECK_EQ(words->Scroll.y, 0.f); // question and answer have room
    ImGui::SetScrollY(words, words->ScrollMax.y);
    c->Yield(4);
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield();
    panels::Paint::log = nullptr;
    std::string seen;
    for (const panels::PaintLog::Item& item : log.items)
      if (!item.text.empty() && item.list == words->DrawList && item.box.y >= words->Pos.y - 1 &&
          item.box.y + item.box.h <= words->Pos.y + words->Size.y + 1)
        seen += item.text + " ";
    const std::string& why = session.runs().picture()->scenario.explanation;
    const std::string end = why.substr(why.rfind(' ') + 1);
    IM_CHECK_NE(seen.find(end), std::string::npos);
  });
}

/// What a key does must be seen, too: a person's font scale takes away neither question nor buttons (D10).
TEST_F(LessonUi, ShowMeAndPinStayAtEveryFontScale) {
  drive("buttons", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    for (const auto& [w, h] : {std::pair{1280, 720}, std::pair{1920, 1080}})
      for (const float zoom : {1.f, 1.5f, 2.f}) {
        glfwSetWindowSize(gui()->window(), w, h);
        session.settings.zoom = zoom;
        c->Yield(8);
        for (const char* item : {"//stage/##pin", "//lesson/##show_me"}) {
          if (!c->ItemExists(item)) c->LogError("%s %dx%d at %.1f", item, w, h, static_cast<double>(zoom));
          IM_CHECK(c->ItemExists(item));
          const ImRect rect = c->ItemInfo(item).RectFull;
          IM_CHECK_GE(rect.GetWidth(), 20.f);
          IM_CHECK(rect.Min.x >= 0 && rect.Max.x <= static_cast<float>(w) &&
                   rect.Max.y <= static_cast<float>(h));
        }
        float lowest = 0;
        IM_CHECK_NE(said_below(c, lowest).find(session.runs().picture()->scenario.question),
                    std::string::npos);
      }
    glfwSetWindowSize(gui()->window(), 1280, 720);
    session.settings.zoom = 1;
    c->Yield(6);
  });
}

/// A notice covers no bank, no question, and no button that cures a conflict (D13, D36).
TEST_F(LessonUi, ANoticeCoversNeitherPictureNorQuestionNorCure) {
  drive("notice", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    for (const bool lab : {false, true}) {
      if (lab) {
        IM_CHECK(session.edit()->set_lab("transpose_tile"));
        IM_CHECK(settle(c));
      }
      for (const auto& [w, h] : {std::pair{1280, 720}, std::pair{1920, 1080}})
        for (const float zoom : {1.f, 1.5f, 2.f}) {
          glfwSetWindowSize(gui()->window(), w, h);
          session.settings.zoom = zoom;
          c->Yield(6);
          gui()->ui().say("Nothing in this text touches global memory.", false);
          c->Yield(4);
          const ImGuiWindow* notice = ImGui::FindWindowByName("notice");
          IM_CHECK(notice != nullptr && notice->WasActive);
          const ImRect covers = notice->Rect();
          for (const char* item :
               {"//stage/##picture", "//stage/##remedy_Pad", "//stage/##remedy_Swizzle",
                "//kernel/##remedy_Pad", "//kernel/##remedy_Swizzle", "//lesson/##show_me"}) {
            if (!c->ItemExists(item)) continue;
            const bool over = covers.Overlaps(c->ItemInfo(item).RectFull);
            if (over) c->LogError("%s %dx%d at %.1f", item, w, h, static_cast<double>(zoom));
            IM_CHECK(!over);
          }
          const ImGuiWindow* question = ImGui::FindWindowByName("lesson");
          if (question != nullptr && question->WasActive) IM_CHECK(!covers.Overlaps(question->Rect()));
        }
    }
    glfwSetWindowSize(gui()->window(), 1280, 720);
    session.settings.zoom = 1;
    gui()->ui().commands.add(panels::Notice{});
    c->Yield(6);
  });
}

} // namespace
} // namespace warpscope
