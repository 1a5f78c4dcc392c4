// The scene Fragment in the window: the lane by pointer, click and keys, wavefronts of the text's load and
// of the menu's, and the menu.
#include "app/view/fragment_view.h"
#include "app/view/scene_choices.h"
#include "tests/ui/ui_driver.h"

#include <fstream>

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

/// Of a lane any of its cells.
const view::Hit* fragment_hit(view::HitKind kind, std::uint32_t index) {
  for (const view::Hit& hit : gui()->ui().stage.picture->hits)
    if (hit.kind == kind && (kind == view::HitKind::Lane ? hit.index % 32 : hit.index) == index) return &hit;
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

TEST_F(FragmentUi, OfASparseProductPatternAndSelectorAreClicked) {
  drive("fragment_sparse", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    to_fragment(c);
    IM_CHECK(point_at(c, view::HitKind::Choice, static_cast<std::uint32_t>(view::FragmentChoice::Menu)));
    c->MouseClick();
    c->Yield(3);
    c->SetRef("//$FOCUSED");
    c->ItemClick("**/m16n8k16  half##34_0");
    c->SetRef("");
    c->Yield(3);
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(),
                    "mma.sp.m16n8k16 of half, sums of float, selector 0");
    const std::uint32_t before = gui()->ui().fragment.pattern;
    IM_CHECK(point_at(c, view::HitKind::Choice, static_cast<std::uint32_t>(view::FragmentChoice::Pattern)));
    c->MouseClick();
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().fragment.pattern, before + 1);
    IM_CHECK(point_at(c, view::HitKind::Choice, static_cast<std::uint32_t>(view::FragmentChoice::Selector)));
    c->MouseClick();
    c->Yield(3);
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(),
                    "mma.sp.m16n8k16 of half, sums of float, selector 1");
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

TEST_F(FragmentUi, WhatIsChosenGoesIntoTheLineAndComesBack) {
  drive("fragment_line", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    gui()->session().edit()->set_lab("matmul_mma");
    IM_CHECK(settle(c));
    to_fragment(c);
    const auto reg = view::register_index({fragments::Operand::A, 1});
    IM_CHECK(point_at(c, view::HitKind::Register, reg));
    IM_CHECK(gui()->ui().fragment.pointed == (view::FragmentRegister{fragments::Operand::A, 1}));
    c->MouseClick();
    c->Yield(3);
    IM_CHECK(point_at(c, view::HitKind::Lane, 6));
    c->MouseClick();
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().fragment.lane, 6u);
    IM_CHECK(gui()->ui().fragment.reg.has_value()); // the clicked cell's
    IM_CHECK(point_at(c, view::HitKind::Register, reg));
    c->MouseClick();
    c->Yield(3);
    c->MouseMoveToPos({2, 2});
    c->Yield(3);
    gui()->ui().fragment.operand = fragments::Operand::B;
    gui()->ui().fragment.product = view::fragment_products(gui()->ui().stage.present()->request).front();
    c->Yield(3);
    const view::FragmentOptions chosen = gui()->ui().fragment;
    const std::string line = gui()->session().state_line(
        "fragment", view::scene_choices(gui()->ui().fragment, gui()->ui().layouts));
    gui()->ui().fragment = {};
    gui()->ui().fragment.lane = 30;
    gui()->ui().scene = view::SceneKind::Banks;
    gui()->session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    IM_CHECK(gui()->session().take_state_line(line));
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Fragment);
    IM_CHECK(view::choices_of(gui()->ui().fragment) == view::choices_of(chosen));
    IM_CHECK(gui()->ui().fragment.product == chosen.product);
    IM_CHECK_EQ(gui()->ui().fragment.lane, 6u);
    IM_CHECK(gui()->ui().fragment.reg == (view::FragmentRegister{fragments::Operand::A, 1}));
    // A line of a scene in which nothing was chosen: nothing is.
    IM_CHECK(gui()->session().take_state_line(gui()->session().state_line("fragment")));
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(gui()->ui().fragment == view::FragmentOptions{});
  });
}

TEST_F(FragmentUi, ALessonsMomentChoosesItsLaneAndRegister) {
  const std::string path = testing::TempDir() + "fragment_lesson.toml";
  std::ofstream(path)
      << "title = \"f\"\nminutes = 5\n[[moment]]\nlab = \"matmul_mma\"\nscene = \"fragment\"\n"
         "show = { instruction = \"m16n8k8.half\", operand = \"A\", lane = 6, register = \"A1\" "
         "}\nat = \"ldmatrix\"\nsay = \"One lane.\"\n"
         "[[moment]]\nlab = \"matmul_mma\"\nscene = \"fragment\"\nshow = { lane = 60 }\nat = "
         "\"ldmatrix\"\nsay = \"No lane.\"\n";
  drive("fragment_lesson", [&](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    gui()->ui().fragment.lane = 30;
    gui()->ui().commands.add(panels::OpenFile{path});
    c->Yield(3);
    IM_CHECK(settle(c));
    c->Yield(8);
    IM_CHECK(gui()->session().course() != nullptr);
    if (gui()->session().course() == nullptr) return;
    if (!gui()->session().course()->problem().empty())
      c->LogError("%s", gui()->session().course()->problem().c_str());
    IM_CHECK(gui()->ui().scene == view::SceneKind::Fragment);
    IM_CHECK_EQ(gui()->ui().fragment.lane, 6u);
    IM_CHECK(gui()->ui().fragment.reg == (view::FragmentRegister{fragments::Operand::A, 1}));
    IM_CHECK(gui()->ui().fragment.operand == fragments::Operand::A);
    IM_CHECK(gui()->ui().fragment.product.has_value());
    // A recording of what stands there has the same.
    gui()->session().start_recording();
    const std::string why_not = gui()->session().record_moment(
        "fragment", view::scene_choices(gui()->ui().fragment, gui()->ui().layouts));
    IM_CHECK_STR_EQ(why_not.c_str(), "");
    const std::string file = gui()->session().recording_file("f.toml");
    gui()->session().stop_recording();
    IM_CHECK(
        file.find("show    = { instruction = \"m16n8k8.half.float\", lane = 6, operand = \"A\", register = "
                  "\"A1\" }") != std::string::npos);
    // What cannot be chosen is said.
    gui()->session().next_in_lesson();
    IM_CHECK(settle(c));
    c->Yield(8);
    IM_CHECK(gui()->notice().sentence.find("lane = 60 is none") != std::string::npos);
    gui()->session().leave_lesson();
    gui()->ui().presenter = false;
    c->Yield(2);
  });
}

} // namespace
} // namespace warpscope
