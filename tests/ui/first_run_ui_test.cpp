// The first three steps and the help windows, by mouse and by keys.
#define GLFW_INCLUDE_NONE
#include "app/language/language.h"
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <utility>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class FirstRunUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

bool plate_there() {
  const ImGuiWindow* window = ImGui::FindWindowByName("first steps");
  return window != nullptr && window->WasActive;
}

TEST_F(FirstRunUi, IsNotThereUnlessAskedFor) {
  drive("no plates", [](ImGuiTestContext* c) {
    c->Yield(4);
    IM_CHECK(!plate_there());
  });
}

TEST_F(FirstRunUi, ThreePlatesThenNeverAgain) {
  drive("next next done", [](ImGuiTestContext* c) {
    gui()->ui().preferences.first_run_seen = false;
    gui()->ui().commands.add(panels::Ask::FirstSteps);
    c->Yield(3);
    IM_CHECK(plate_there());
    c->SetRef("//first steps");
    c->ItemClick("##next");
    c->Yield(2);
    IM_CHECK(plate_there());
    IM_CHECK(!gui()->ui().preferences.first_run_seen);
    c->ItemClick("##next");
    c->Yield(2);
    c->ItemClick("##next");
    c->Yield(2);
    IM_CHECK(!plate_there());
    IM_CHECK(gui()->ui().preferences.first_run_seen);
  });
}

/// The tip of the line that leads from the plate to what it speaks of: the last thing drawn of it.
struct Pointer {
  bool there = false;
  ImVec2 tip;
};
Pointer pointer(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  Pointer found;
  for (const panels::PaintLog::Item& item : log.items)
    if (item.text.empty() && item.color == view::dark_theme().now && item.box.w == 2 && item.box.h == 2)
      found = {true, {item.box.x + 1, item.box.y + 1}};
  return found;
}

/// The plates lie beside the picture and what stands under it at every size, point at what they speak of, and
/// Enter is theirs, whatever else has the focus.
TEST_F(FirstRunUi, CoversNothingOfThePicturePointsAtItsSubjectAndTakesEnterAtOnce) {
  drive("plates", [](ImGuiTestContext* c) {
    for (const bool kernel : {false, true}) {
      if (kernel) {
        gui()->session().edit()->set_lab("transpose_tile");
        IM_CHECK(settle(c));
      }
      for (const auto& [w, h] : {std::pair{1280, 720}, std::pair{1920, 1080}})
        for (const float zoom : {1.f, 1.5f}) {
          glfwSetWindowSize(gui()->window(), w, h);
          gui()->session().settings.zoom = zoom;
          gui()->ui().commands.add(panels::Ask::FirstSteps);
          c->Yield(8);
          for (int step = 0; step < 3; ++step) {
            IM_CHECK(plate_there());
            const ImRect plate = ImGui::FindWindowByName("first steps")->Rect();
            const ImRect picture = c->ItemInfo("//stage/##picture").RectFull;
            if (plate.Max.x > picture.Min.x || plate.Min.y < 0 || plate.Max.y > static_cast<float>(h))
              c->LogError("%dx%d at %.1f, plate %d", w, h, static_cast<double>(zoom), step + 1);
            IM_CHECK_LE(plate.Max.x, picture.Min.x);
            IM_CHECK_GE(plate.Min.y, 0.f);
            IM_CHECK_LE(plate.Max.y, static_cast<float>(h));
            panels::PaintLog log;
            panels::Paint::log = &log;
            c->Yield(2);
            panels::Paint::log = nullptr;
            for (const panels::PaintLog::Item& item : log.items)
              if (item.text == "Pad" || item.text == "Swizzle")
                IM_CHECK(!plate.Overlaps(
                    ImRect(item.box.x, item.box.y, item.box.x + item.box.w, item.box.y + item.box.h)));
            const Pointer to = pointer(c);
            IM_CHECK(to.there);
            if (step == 0 && !kernel) {
              const ImRect field = c->ItemInfo("//expression/##expression").RectFull;
              IM_CHECK(to.tip.x > field.Min.x && to.tip.x < field.Max.x);
              IM_CHECK_LT(std::abs(to.tip.y - field.Max.y), 8.f);
            }
            if (step == 1)
              IM_CHECK_LT(std::abs(to.tip.y - c->ItemInfo("//timeline/##play").RectFull.Min.y), 60.f);
            if (step == 1 && !kernel) {
              const ImRect play = c->ItemInfo("//timeline/##play").RectFull;
              IM_CHECK(to.tip.x > play.Min.x - 8 && to.tip.x < play.Max.x + 8);
            }
            if (step == 2) { // the headline: the largest words of the picture
              const view::TextShape* largest = nullptr;
              for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
                if (const auto* text = std::get_if<view::TextShape>(&shape))
                  if (largest == nullptr || text->size > largest->size) largest = text;
              IM_CHECK(largest != nullptr);
              IM_CHECK_LT(std::abs(to.tip.y - (picture.Min.y + largest->at.y - .36f * largest->size)), 12.f);
              IM_CHECK_LT(std::abs(to.tip.x - (picture.Min.x + largest->at.x)), 12.f);
            }
            c->NavMoveTo("//timeline/##play");
            const bool playing = gui()->session().time().playing();
            c->KeyPress(ImGuiKey_Enter);
            c->Yield(2);
            IM_CHECK_EQ(gui()->session().time().playing(), playing);
          }
          IM_CHECK(!plate_there());
        }
    }
    glfwSetWindowSize(gui()->window(), 1280, 720);
    gui()->session().settings.zoom = 1;
    c->Yield(4);
  });
}

/// Steps are passes through the banks only where banks are on the stage.
TEST_F(FirstRunUi, SpeaksOfWhatIsOpen) {
  drive("of what is open", [](ImGuiTestContext* c) {
    const auto second_plate = [&] {
      gui()->ui().commands.add(panels::Ask::FirstSteps);
      c->Yield(3);
      c->ItemClick("//first steps/##next");
      panels::PaintLog log;
      panels::Paint::log = &log;
      c->Yield(2);
      panels::Paint::log = nullptr;
      c->KeyPress(ImGuiKey_Escape);
      c->Yield(2);
      std::string said;
      for (const panels::PaintLog::Item& item : log.items) said += item.text + " ";
      return said;
    };
    IM_CHECK_NE(second_plate().find("pass through"), std::string::npos);
    gui()->session().edit()->set_expression("a[threadIdx.x]");
    IM_CHECK(settle(c));
    const std::string global = second_plate();
    IM_CHECK_EQ(global.find("pass through"), std::string::npos);
    IM_CHECK_NE(global.find("global memory"), std::string::npos);
  });
}

TEST_F(FirstRunUi, EscapeSkipsAndDoingItMovesOn) {
  drive("skip", [](ImGuiTestContext* c) {
    gui()->ui().preferences.first_run_seen = false;
    gui()->ui().typed = false;
    gui()->ui().commands.add(panels::Ask::FirstSteps);
    c->Yield(3);
    // Typing is the first step's own answer, a step of the playhead the second's.
    c->SetRef("expression");
    test::type_into(c, "##expression", "tile[threadIdx.x][0]");
    IM_CHECK(settle(c));
    const ImGuiWindow* plate = ImGui::FindWindowByName("first steps");
    IM_CHECK(plate_there());
    IM_CHECK_GT(plate->Pos.y + plate->Size.y, 200.f);
    const float second = plate->Pos.y;
    c->SetRef("timeline");
    c->ItemClick("##next");
    c->Yield(3);
    IM_CHECK(plate_there());
    IM_CHECK_NE(plate->Pos.y, second);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!plate_there());
    IM_CHECK(gui()->ui().preferences.first_run_seen);
  });
}

TEST_F(FirstRunUi, HelpShowsKeysAndWhatIsModelled) {
  drive("help", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape);
    gui()->ui().commands.add(panels::Ask::Help);
    c->Yield(3);
    IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    gui()->ui().commands.add(panels::Ask::Modelled);
    c->Yield(3);
    ImGuiWindow* list = nullptr;
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if (window->WasActive && std::string(window->Name).find("##modelled/##list") != std::string::npos)
        list = window;
    IM_CHECK(list != nullptr);
    IM_CHECK_GT(list->ScrollMax.y, 100.f); // more than fits: it scrolls, by keys too
    c->KeyPress(ImGuiKey_PageDown);
    c->Yield(3);
    IM_CHECK_GT(list->Scroll.y, 50.f);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  });
}

/// In two columns, without scrolling: a longer text would make it one.
TEST_F(FirstRunUi, AllKeysAreInSightAt720p) {
  drive("keys at 720p", [](ImGuiTestContext* c) {
    gui()->ui().commands.add(panels::Ask::Help);
    c->Yield(4);
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield(2);
    panels::Paint::log = nullptr;
    c->KeyPress(ImGuiKey_Escape);
    bool seen = false;
    for (const panels::PaintLog::Item& item : log.items)
      seen |= item.text == language::tr("keys.next_field") && item.box.y + item.box.h < 712;
    IM_CHECK(seen);
  });
}

TEST_F(FirstRunUi, ALabShowsItsAnswer) {
  drive("show me", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("column_read"));
    IM_CHECK(settle(c));
    session.settings.speed = 64;
    c->SetRef("lesson");
    c->ItemClick("##show_me");
    for (int i = 0; i < 4000 && session.lesson_state() != lesson::Tutor::State::Answered; ++i) c->Yield();
    IM_CHECK(session.lesson_state() == lesson::Tutor::State::Answered);
    IM_CHECK(!session.time().playing());
    IM_CHECK_NE(session.lesson().answer()->sentence.find("32 wavefronts"), std::string::npos);
    IM_CHECK_EQ(gui()->ui().scene, view::SceneKind::Banks);
    session.edit()->set_mode(document::SourceMode::Expression);
    IM_CHECK(settle(c));
    c->Yield(2);
    IM_CHECK(!ImGui::FindWindowByName("lesson")->WasActive);
  });
}

} // namespace
} // namespace warpscope
