// The presenter's pen: taken by a key, it draws with the left button and touches nothing under it.
#include "tests/ui/ui_driver.h"

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class PenUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

const std::vector<std::vector<view::Point>>& strokes() { return gui()->ui().stage.strokes; }

void stroke(ImGuiTestContext* c, ImVec2 from, ImVec2 to, ImGuiMouseButton button = ImGuiMouseButton_Left) {
  c->MouseMoveToPos(from);
  c->MouseDown(button);
  for (int i = 1; i <= 8; ++i)
    c->MouseMoveToPos({from.x + (to.x - from.x) * static_cast<float>(i) / 8,
                       from.y + (to.y - from.y) * static_cast<float>(i) / 8});
  c->MouseUp(button);
  c->Yield(2);
}

/// The middle of a lane in the window.
ImVec2 lane(std::uint32_t number) {
  for (const view::Hit& hit : gui()->ui().stage.picture->hits)
    if (hit.kind == view::HitKind::Lane && hit.index == number)
      return {hit.box.x + hit.box.w / 2, hit.box.y + hit.box.h / 2};
  return {0, 0};
}

TEST_F(PenUi, PTakesItTheLeftButtonDrawsAndEscLeaves) {
  drive("pen", [](ImGuiTestContext* c) {
    IM_CHECK(gui()->session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    gui()->session().edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    const auto choices = gui()->session().document().choices;
    gui()->ui().stage.strokes.clear();
    c->KeyPress(ImGuiKey_P);
    c->Yield(2);
    IM_CHECK(!gui()->ui().stage.pen); // there is a pen in the presenter view alone
    c->KeyPress(ImGuiKey_F5);
    c->Yield(4);
    IM_CHECK(gui()->ui().presenter);
    const ImVec2 on_lane = lane(7), away{on_lane.x + 300, on_lane.y + 200};
    stroke(c, on_lane, away);
    stroke(c, on_lane, away, ImGuiMouseButton_Right);
    IM_CHECK(strokes().empty()); // no hand draws without it

    c->KeyPress(ImGuiKey_P);
    c->Yield(2);
    IM_CHECK(gui()->ui().stage.pen);
    c->MouseMoveToPos(on_lane);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().hover.lanes, 0u); // the lane under the pen is not pointed at
    const playback::Moment before = gui()->session().time().moment();
    stroke(c, on_lane, away);
    IM_CHECK_EQ(strokes().size(), 1u);
    IM_CHECK_GE(strokes()[0].size(), 4u);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    IM_CHECK_LT(std::abs(strokes()[0].front().x * size.x - on_lane.x), 4.f);
    IM_CHECK_LT(std::abs(strokes()[0].back().y * size.y - away.y), 4.f);
    IM_CHECK(gui()->session().time().moment() == before);
    stroke(c, away, {away.x + 100, away.y});
    stroke(c, away, {away.x, away.y + 60});
    IM_CHECK_EQ(strokes().size(), 3u);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    c->Yield(2);
    IM_CHECK_EQ(strokes().size(), 2u);
    IM_CHECK(gui()->session().document().choices == choices); // the text's own undo is not meant
    c->KeyPress(ImGuiKey_RightArrow);                         // a step goes on under the strokes
    c->Yield(2);
    IM_CHECK_EQ(strokes().size(), 2u);
    c->KeyPress(ImGuiKey_E);
    c->Yield(2);
    IM_CHECK(strokes().empty());
    stroke(c, on_lane, away);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(!gui()->ui().stage.pen);
    IM_CHECK(gui()->ui().presenter);
    IM_CHECK_EQ(strokes().size(), 1u);
    stroke(c, on_lane, away);
    IM_CHECK_EQ(strokes().size(), 1u);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(!gui()->ui().presenter);
    gui()->ui().stage.strokes.clear();
  });
}

} // namespace
} // namespace warpscope
