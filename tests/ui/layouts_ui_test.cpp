// The scene Layouts in the window: its key, typing, clicks and U, with a text that compiles and without one.
#include "app/view/scene_choices.h"
#include "tests/ui/ui_driver.h"

#include <functional>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class LayoutsUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->ui().layouts = {};
    view::leave_access(gui()->ui().layouts); // the example, whatever the text is
  }
};

view::LayoutOptions& typed_layout() { return gui()->ui().layouts; }

std::string layouts_sentence() {
  const view::Headline& headline = gui()->ui().stage.headline;
  return headline.strong + headline.rest;
}

/// Moves the pointer onto what the stage shows, and clicks it.
bool click_layout(ImGuiTestContext* c, view::HitKind kind, std::uint32_t index) {
  const ImVec2 stage = c->ItemInfo("//stage/##picture").RectFull.Min;
  for (const view::Hit& hit : gui()->ui().stage.picture->hits)
    if (hit.kind == kind && hit.index == index) {
      c->MouseMoveToPos({stage.x + hit.box.x + hit.box.w / 2, stage.y + hit.box.y + hit.box.h / 2});
      c->Yield(2);
      c->MouseClick();
      c->Yield(3);
      return true;
    }
  return false;
}

TEST_F(LayoutsUi, TypingRedrawsAtEachKeyAndAFaultKeepsTheLastPicture) {
  drive("layouts_typing", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Layouts);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 1");
    test::type_into(c, "//stage/##layout_swizzle", "Swizzle<2,3,3>");
    c->Yield(3);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 2");
    c->ItemInput("//stage/##layout_swizzle");
    c->KeyPress(ImGuiKey_End);
    c->KeyPress(ImGuiKey_Backspace, 2);
    c->Yield(3);
    IM_CHECK_STR_EQ(typed_layout().drawn_swizzle.c_str(), "Swizzle<2,3,3>");
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 2");
    c->ItemInput("//stage/##layout_swizzle");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    c->KeyPress(ImGuiKey_Delete);
    c->Yield(3);
    IM_CHECK_STR_EQ(typed_layout().drawn_swizzle.c_str(), "");
    test::type_into(c, "//stage/##layout_tile", "(32,32): row*33 + col");
    c->Yield(3);
    IM_CHECK_STR_EQ(typed_layout().drawn_tile.c_str(), "(32,32): row*33 + col");
  });
}

TEST_F(LayoutsUi, ClicksFlipBitsAndChooseAccesses) {
  drive("layouts_clicks", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    IM_CHECK(click_layout(c, view::HitKind::Bit, 6));
    IM_CHECK((typed_layout().cell == layouts::Cell{4, 16}));
    IM_CHECK(click_layout(c, view::HitKind::Place, 2 * 64 + 40));
    IM_CHECK((typed_layout().cell == layouts::Cell{2, 40}));
    IM_CHECK_EQ(typed_layout().reading.index, 40u);
    IM_CHECK(click_layout(c, view::HitKind::Across, 2 * 3 + 1));
    IM_CHECK(!typed_layout().reading.column);
    IM_CHECK_EQ(typed_layout().reading.index, 3u);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "1 wavefront, with the swizzle and without");
    c->KeyPress(ImGuiKey_U);
    c->Yield(3);
    IM_CHECK(typed_layout().unit == layouts::Unit::Bytes);
    IM_CHECK(gui()->ui().stage.headline.tone == view::Headline::Tone::Hazard);
    IM_CHECK(
        click_layout(c, view::HitKind::Choice, static_cast<std::uint32_t>(view::LayoutChoice::Elements)));
    IM_CHECK(typed_layout().unit == layouts::Unit::Elements);
    c->KeyPress(ImGuiKey_1);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Banks);
    c->KeyPress(ImGuiKey_U);
    c->Yield(2);
    IM_CHECK(typed_layout().unit == layouts::Unit::Elements); // another scene's key
  });
}

TEST_F(LayoutsUi, ItNeedsNoTextThatCompiles) {
  drive("layouts_alone", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_expression("tile[");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Layouts);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 1");
    gui()->ui().presenter = true;
    c->Yield(3);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 1");
    gui()->ui().presenter = false;
  });
}

/// Drags what the stage shows by so many bits to the left, and holds it there while `held` is looked at.
void drag_bits(ImGuiTestContext* c, view::LayoutBracket bracket, float bits,
               const std::function<void()>& held) {
  const ImVec2 stage = c->ItemInfo("//stage/##picture").RectFull.Min;
  const panels::StageView::Pane& pane = gui()->ui().stage.panes.back();
  const float pitch = view::layout_bit_pitch(pane.request);
  const view::Hit* found = nullptr;
  for (const view::Hit& hit : pane.picture->hits)
    if (hit.kind == view::HitKind::Bracket && hit.index == static_cast<std::uint32_t>(bracket)) {
      found = &hit;
      break;
    }
  IM_CHECK(found != nullptr);
  const ImVec2 at = {stage.x + found->box.x + found->box.w / 2, stage.y + found->box.y + found->box.h / 2};
  c->MouseMoveToPos(at);
  c->Yield(2);
  c->MouseDown(0);
  c->Yield(2);
  c->MouseMoveToPos({at.x - bits * pitch, at.y});
  c->Yield(3);
  held();
  c->MouseUp(0);
  c->Yield(3);
}

TEST_F(LayoutsUi, ABracketIsDraggedWithTheMouseAndTheTextFollows) {
  drive("layouts_drag", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    drag_bits(c, view::LayoutBracket::Read, 1,
              [] { IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<3,3,4>"); });
    IM_CHECK_STR_EQ(typed_layout().drawn_swizzle.c_str(), "Swizzle<3,3,4>");
    drag_bits(c, view::LayoutBracket::Top, -1,
              [] { IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<2,3,4>"); });
    // There and back again while the button is down.
    drag_bits(c, view::LayoutBracket::Changed, 1,
              [] { IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<2,4,4>"); });
    drag_bits(c, view::LayoutBracket::Changed, -1,
              [] { IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<2,3,4>"); });
    // Beyond what a swizzle can be it stops.
    drag_bits(c, view::LayoutBracket::Read, -3,
              [] { IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<2,3,2>"); });
    const auto cell = typed_layout().cell;
    c->MouseMoveToPos({2, 2});
    c->Yield(3);
    IM_CHECK_STR_EQ(typed_layout().swizzle.c_str(), "Swizzle<2,3,2>"); // released: it follows no more
    IM_CHECK(typed_layout().cell == cell);
  });
}

TEST_F(LayoutsUi, WhatIsTypedGoesIntoTheLineAndComesBack) {
  drive("layouts_line", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    test::type_into(c, "//stage/##layout_swizzle", "Swizzle<2,3,3>");
    IM_CHECK(click_layout(c, view::HitKind::Across, 2 * 3 + 1));
    c->MouseMoveToPos({2, 2});
    c->Yield(3);
    const view::LayoutOptions chosen = typed_layout();
    const std::string line = gui()->session().state_line(
        "layouts", view::scene_choices(gui()->ui().fragment, gui()->ui().layouts));
    gui()->ui().layouts = {}; // as in a new window
    gui()->ui().scene = view::SceneKind::Banks;
    IM_CHECK(gui()->session().take_state_line(line));
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Layouts);
    IM_CHECK(typed_layout() == chosen);
    IM_CHECK_STR_EQ(typed_layout().drawn_swizzle.c_str(), "Swizzle<2,3,3>");
  });
}

TEST_F(LayoutsUi, ItOpensWithTheTextsAccessAndSaysSoWhereItShowsAnotherOne) {
  drive("layouts_access", [](ImGuiTestContext* c) {
    gui()->ui().layouts = {}; // as in a new window
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(test::headline().c_str(), "32 wavefronts where 1 would do");
    c->KeyPress(ImGuiKey_7);
    c->Yield(3);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "32 wavefronts become 1");
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "The expression: 32 lanes read 4 bytes each");
    IM_CHECK_STR_EQ(typed_layout().tile.c_str(), "(32,32):(32,1)");
    // It goes with the text.
    gui()->session().edit()->set_declaration("__shared__ float tile[32][33]");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK_STR_EQ(typed_layout().tile.c_str(), "(32,33):(33,1)");
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "1 wavefront as it lies: no swizzle");
    gui()->session().edit()->set_declaration("__shared__ float tile[32][32]");
    IM_CHECK(settle(c));
    // A row that is clicked is the person's; a button goes back.
    IM_CHECK(click_layout(c, view::HitKind::Across, 2 * 3 + 1));
    IM_CHECK(gui()->ui().stage.headline.lead.find("not of the expression") != std::string::npos);
    IM_CHECK(click_layout(c, view::HitKind::Choice, static_cast<std::uint32_t>(view::LayoutChoice::Access)));
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "32 wavefronts become 1");
    // The answer of a question is not told here.
    gui()->session().ask();
    c->Yield(3);
    IM_CHECK(layouts_sentence().find("32") == std::string::npos);
    gui()->session().reveal();
    c->Yield(3);
    // An access to global memory has no banks.
    gui()->session().edit()->set_expression("a[threadIdx.x * 2]");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK_STR_EQ(layouts_sentence().c_str(), "8 wavefronts become 1");
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "An example, not the expression");
  });
}

} // namespace
} // namespace warpscope
