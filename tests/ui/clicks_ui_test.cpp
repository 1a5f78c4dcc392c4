// Clicks beside the kernel's text: they do what is drawn there and leave the text without the keyboard.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <set>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class ClicksUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override { test::start_over(); }
};

session::Session& session() { return gui()->session(); }

void open_lab(ImGuiTestContext* c, const char* id) {
  session().edit()->set_lab(id);
  IM_CHECK(settle(c));
  session().play(false);
  session().time().set_marks({});
  c->Yield(8);
}

const ImGuiWindow* text_window(ImGuiTestContext* c) { return c->WindowInfo("//kernel/##text").Window; }

/// A letter is a command of the window and changes no text.
void keys_are_commands(ImGuiTestContext* c, const char* clicked) {
  const std::string before = *session().document().kernel_text;
  session().time().unpin_moment();
  c->KeyPress(ImGuiKey_M);
  c->Yield(2);
  if (!session().time().marks().pin) IM_ERRORF("M pinned nothing after a click on %s", clicked);
  c->KeyChars("x");
  c->KeyPress(ImGuiKey_Backspace);
  c->KeyPress(ImGuiKey_Delete);
  c->Yield(2);
  if (*session().document().kernel_text != before)
    IM_ERRORF("a key changed the text after a click on %s", clicked);
}

TEST_F(ClicksUi, AClickOnALineNumberSetsAStopAndTheKeysStayCommands) {
  drive("line number", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const ImGuiWindow* text = text_window(c);
    // Right at the edge, where the mark is, and on the number itself, where the editor would select the line.
    for (const float x : {6.f, 26.f}) {
      const std::size_t stops = session().document().stops.size();
      c->MouseMoveToPos({text->Pos.x + x, text->Pos.y + text->Size.y / 2 + x});
      c->MouseClick();
      c->Yield(2);
      IM_CHECK_NE(session().document().stops.size(), stops);
      keys_are_commands(c, "a line number");
    }
    // Who has worked in the text clicks there, too.
    c->MouseMoveToPos({text->Pos.x + text->Size.x / 2, text->Pos.y + text->Size.y / 2});
    c->MouseClick();
    c->MouseMoveToPos({text->Pos.x + 6, text->Pos.y + text->Size.y / 3});
    c->MouseClick();
    c->Yield(2);
    keys_are_commands(c, "a line number");
  });
}

/// The numbers of lines on which nothing is traced say so: playing does not stop there.
TEST_F(ClicksUi, AStopWhereNothingHappensSaysSo) {
  drive("a stop on an empty line", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const ImGuiWindow* text = text_window(c);
    const float bottom = text->Pos.y + text->Size.y;
    std::set<int> heights; // of the tooltips: with the sentence, and without it
    for (float y = text->Pos.y + 6; y < bottom - 8; y += 12) {
      c->MouseMoveToPos({text->Pos.x + 10, y});
      c->Yield(3);
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0)
          heights.insert(static_cast<int>(window->Size.y));
    }
    IM_CHECK_EQ(heights.size(), 2u);
  });
}

TEST_F(ClicksUi, AClickOnTheCountsOrTheLegendLeavesTheKeysAlone) {
  drive("beside the text", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const ImGuiWindow *text = text_window(c), *panel = c->GetWindowByRef("//kernel");
    const float right = panel->Pos.x + panel->Size.x;
    for (const float y :
         {text->Pos.y + 40, text->Pos.y + text->Size.y / 2, text->Pos.y - 6, panel->Pos.y + 10}) {
      c->MouseMoveToPos({right - 40, y});
      c->MouseClick();
      c->Yield(2);
      session().play(false);
      keys_are_commands(c, "the counts");
    }
    c->ItemClick("//kernel/##header");
    c->Yield(2);
    keys_are_commands(c, "the file's name");
  });
}

TEST_F(ClicksUi, AClickIntoTheTextIsForTyping) {
  drive("typing", [](ImGuiTestContext* c) {
    open_lab(c, "transpose_tile");
    const ImGuiWindow* text = text_window(c);
    c->MouseMoveToPos({text->Pos.x + text->Size.x / 2, text->Pos.y + text->Size.y / 2});
    c->MouseClick();
    const std::string before = *session().document().kernel_text;
    c->KeyChars("x");
    c->Yield(2);
    IM_CHECK(*session().document().kernel_text != before);
    session().edit()->undo();
    IM_CHECK(settle(c));
  });
}

} // namespace
} // namespace warpscope
