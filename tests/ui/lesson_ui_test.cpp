// A lab's question and its answer stand below the picture in full: they wrap, and scroll where the picture
// needs the room.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
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

} // namespace
} // namespace warpscope
