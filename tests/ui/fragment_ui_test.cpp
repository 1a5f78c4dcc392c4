// The scene Fragment in the window: the lane by pointer, click and keys, wavefronts of the text's load and
// of the menu's, and the menu.
#include "app/view/fragment_view.h"
#include "tests/ui/ui_driver.h"

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class FragmentUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->ui().fragment = {};
  }
};

std::string fragment_sentence() {
  const view::Headline& headline = gui()->ui().stage.headline;
  return headline.strong + headline.rest;
}

const view::Hit* fragment_hit(view::HitKind kind, std::uint32_t index) {
  for (const view::Hit& hit : gui()->ui().stage.picture->hits)
    if (hit.kind == kind && hit.index == index) return &hit;
  return nullptr;
}
/// Moves the pointer onto what the stage shows.
bool point_at(ImGuiTestContext* c, view::HitKind kind, std::uint32_t index) {
  const ImVec2 stage = c->ItemInfo("//stage/##picture").RectFull.Min;
  const view::Hit* const hit = fragment_hit(kind, index);
  if (hit == nullptr) return false;
  c->MouseMoveToPos({stage.x + hit->box.x + hit->box.w / 2, stage.y + hit->box.y + hit->box.h / 2});
  c->Yield(3);
  return true;
}

void to_fragment(ImGuiTestContext* c) {
  gui()->ui().fragment = {};
  ImGui::ClearActiveID();
  c->MouseMoveToPos({2, 2}); // where nothing of the stage is pointed at
  gui()->ui().scene = view::SceneKind::Fragment;
  c->Yield(4);
}

TEST_F(FragmentUi, WithoutTensorCoresItsMenuIsExplored) {
  drive("fragment_menu", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    to_fragment(c);
    IM_CHECK_STR_EQ(fragment_sentence().c_str(), "Lane 22 holds 16 values");
    c->KeyPress(ImGuiKey_DownArrow);
    c->Yield(3);
    IM_CHECK_STR_EQ(fragment_sentence().c_str(), "Lane 23 holds 16 values");
    c->KeyPress(ImGuiKey_UpArrow);
    c->KeyPress(ImGuiKey_UpArrow);
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().fragment.lane, 21u);
    const playback::Moment before = gui()->session().time().moment();
    c->KeyPress(ImGuiKey_RightArrow);
    c->KeyPress(ImGuiKey_RightArrow);
    c->KeyPress(ImGuiKey_LeftArrow);
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().fragment.wavefront, 1u);
    IM_CHECK(gui()->session().time().moment() == before); // the text's time stands still
    IM_CHECK(point_at(c, view::HitKind::Lane, 3));
    IM_CHECK_STR_EQ(fragment_sentence().c_str(), "Lane 3 holds 16 values");
    IM_CHECK_EQ(gui()->ui().fragment.lane, 21u);
    c->MouseClick();
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().fragment.lane, 3u);
    if (fragment_hit(view::HitKind::Choice, 0) != nullptr) { // where there is room for it
      IM_CHECK(point_at(c, view::HitKind::Choice, 0));
      c->MouseClick();
      c->Yield(3);
      c->SetRef("//$FOCUSED");
      c->ItemClick("m16n8k8  tf32##4_0");
      c->SetRef("");
      c->Yield(3);
      IM_CHECK(gui()->ui().fragment.explore);
      IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "mma.sync.m16n8k8 of tf32, sums of float");
    }
  });
}

TEST_F(FragmentUi, TheTextsLoadIsPlayedWithTheText) {
  drive("fragment_text", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    gui()->session().edit()->set_lab("matmul_mma");
    IM_CHECK(settle(c));
    to_fragment(c);
    const panels::StageView::Pane* shown = gui()->ui().stage.present();
    IM_CHECK(shown != nullptr);
    if (shown == nullptr) return;
    IM_CHECK(!view::fragment_explores(shown->request));
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "mma.sync.m16n8k8 of half, sums of float");
    const view::FragmentDrawn drawn = view::drawn_fragment(shown->request);
    IM_CHECK(drawn.load && drawn.load->event);
    if (!drawn.load || !drawn.load->event) return;
    gui()->session().time().seek_moment({*drawn.load->event, 0});
    c->Yield(4);
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(4);
    IM_CHECK_EQ(gui()->session().time().moment().wavefront, 1u);
    const view::FragmentDrawn after = view::drawn_fragment(gui()->ui().stage.present()->request);
    IM_CHECK_EQ(after.load->wavefront, 1u);
    IM_CHECK_EQ(after.load->plain.wavefronts(), 8u);
    IM_CHECK(after.load->other && after.load->other->wavefronts() == 4);
    IM_CHECK_STR_EQ(after.load->swizzle.c_str(), "Swizzle<1,3,3>");
  });
}

} // namespace
} // namespace warpscope
