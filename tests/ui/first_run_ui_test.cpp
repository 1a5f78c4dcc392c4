// The first three steps and the help windows, by mouse and by keys.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

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
