// A beside B in the window, and moving what is larger than the stage.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "app/view/pair_view.h"
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
using test::headline;
using test::settle;
using test::type_into;

class CompareUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    gui()->session().unpin();
    gui()->ui().presenter = false;
  }
};

std::string picture_text() {
  std::string said;
  if (const view::Picture* picture = gui()->ui().stage.picture.get())
    for (const view::Shape& shape : picture->shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape)) said += text->text + "|";
  return said;
}

TEST_F(CompareUi, PinEditStepAndUnpinByKeys) {
  drive("pin", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts where 1 would do");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
    c->Yield(2);
    IM_CHECK(session.pair().pinned() != nullptr);
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts in both");
    c->SetRef("expression");
    type_into(c, "##declaration", "__shared__ float tile[32][33]");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(headline().c_str(), "32 → 1 wavefront · 32× fewer");
    // Both halves are there.
    IM_CHECK(c->ItemInfo("//stage/##picture_a").ID != 0);
    IM_CHECK(c->ItemInfo("//stage/##picture").ID != 0);
    c->MouseMove("//stage/##picture");
    c->MouseClick();
    ImGui::ClearActiveID();
    session.play(false);
    session.time().seek(0);
    c->Yield(2);
    for (int i = 0; i < 3; ++i) c->KeyPress(ImGuiKey_RightArrow);
    IM_CHECK_EQ(session.moments()->a.wavefront, 3u);
    IM_CHECK_EQ(session.moments()->b.wavefront, 0u);
    IM_CHECK(session.moments()->done_b);
    c->KeyPress(ImGuiKey_LeftArrow);
    IM_CHECK_EQ(session.moments()->a.wavefront, 2u);
    // Undo changes B only.
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session.pair().pinned() != nullptr);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(headline().c_str(), "32 → 1 wavefront · 32× fewer");
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
    c->Yield(2);
    IM_CHECK(session.pair().pinned() == nullptr);
    IM_CHECK(headline().starts_with("1 wavefront"));
  });
}

TEST_F(CompareUi, ButtonsSwapAndUnpin) {
  drive("swap", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->ItemClick("//stage/##pin");
    c->Yield(2);
    session.edit()->set_expression("tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(settle(c));
    c->Yield(2);
    IM_CHECK_STR_EQ(headline().c_str(), "32 → 1 wavefront · 32× fewer");
    c->ItemClick("//expression/##edit_a");
    IM_CHECK(settle(c));
    c->Yield(2);
    IM_CHECK_STR_EQ(session.document().expression.c_str(), "tile[threadIdx.x][threadIdx.y]");
    IM_CHECK_STR_EQ(headline().c_str(), "1 → 32 wavefronts · 32× more");
    c->ItemClick("//stage/##swap");
    IM_CHECK(settle(c));
    c->Yield(2);
    IM_CHECK_STR_EQ(session.document().expression.c_str(), "tile[threadIdx.y][threadIdx.x]");
    c->ItemClick("//stage/##unpin");
    c->Yield(2);
    IM_CHECK(session.pair().pinned() == nullptr);
    // Each scene, and the presenter, with both halves.
    c->ItemClick("//stage/##pin");
    for (const view::SceneKind scene :
         {view::SceneKind::Array, view::SceneKind::Block, view::SceneKind::Banks}) {
      gui()->ui().scene = scene;
      c->Yield(12);
      gui()->ui().presenter = true;
      c->Yield(4);
      gui()->ui().presenter = false;
      c->Yield(4);
    }
  });
}

TEST_F(CompareUi, HoveringOneHalfLightsBoth) {
  drive("hover both", [](ImGuiTestContext* c) {
    gui()->session().pin();
    c->Yield(4);
    const ImRect a = c->ItemInfo("//stage/##picture_a").RectFull;
    bool found = false;
    for (float y = .02f; y < .3f && !found; y += .02f) {
      c->MouseMoveToPos({a.Min.x + a.GetWidth() * .6f, a.Min.y + a.GetHeight() * y});
      c->Yield(2);
      found = gui()->ui().hover.lanes != 0;
    }
    IM_CHECK(found);
    c->Yield(2);
    // B's half shows the same lane lit: its note tells that lane's address.
    IM_CHECK(gui()->ui().hover.line != 0);
  });
}

TEST_F(CompareUi, AnArrayLargerThanTheStageIsScrolledAndZoomed) {
  drive("scroll", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    session.edit()->set_declaration("__shared__ float tile[150][80]");
    session.edit()->set_expression("tile[threadIdx.x][threadIdx.y]");
    IM_CHECK(settle(c));
    session.play(false);
    gui()->ui().scene = view::SceneKind::Array;
    c->Yield(12);
    const ImRect box = c->ItemInfo("//stage/##picture").RectFull;
    c->MouseMoveToPos({box.Min.x + box.GetWidth() * .4f, box.Min.y + box.GetHeight() * .5f});
    c->Yield(4);
    const std::string before = picture_text();
    IM_CHECK_NE(before.find("rows 0–"), std::string::npos);
    c->MouseWheelY(-3);
    c->Yield(4);
    const std::string below = picture_text();
    IM_CHECK_EQ(below.find("rows 0–"), std::string::npos);
    // A step does not bring it back while the access is in sight, a double click does.
    c->MouseDoubleClick();
    c->Yield(4);
    IM_CHECK_NE(picture_text().find("rows 0–"), std::string::npos);
    c->MouseMoveToPos({box.Min.x + box.GetWidth() * .4f, box.Min.y + box.GetHeight() * .5f});
    c->MouseDragWithDelta({0, -60});
    c->Yield(4);
    IM_CHECK_EQ(picture_text().find("rows 0–"), std::string::npos);
    ImGui::ClearActiveID();
    c->KeyPress(ImGuiKey_0);
    c->Yield(4);
    IM_CHECK_NE(picture_text().find("rows 0–"), std::string::npos);
    c->KeyPress(ImGuiKey_PageDown);
    c->Yield(4);
    IM_CHECK_EQ(picture_text().find("rows 0–"), std::string::npos);
    const std::string at_rest = picture_text();
    c->KeyPress(ImGuiKey_Z);
    c->Yield(4);
    IM_CHECK_NE(picture_text(), at_rest);
    c->KeyPress(ImGuiKey_0);
    c->MouseMoveToPos({box.Min.x + box.GetWidth() * .4f, box.Min.y + box.GetHeight() * .5f});
    c->Yield(4);
    IM_CHECK_STR_EQ(picture_text().c_str(), before.c_str());
  });
}

TEST_F(CompareUi, TheLinesAccessesAreAClickAway) {
  drive("accesses", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    c->Yield(4);
    const std::optional<playback::SiteIndex::Place> first = session.runs().run()->site_index().place_of(
        session.time().moment().event);
    IM_CHECK(first.has_value());
    c->ItemClick("//stage/##access_after");
    c->Yield(2);
    const std::optional<playback::SiteIndex::Place> next = session.runs().run()->site_index().place_of(
        session.time().moment().event);
    IM_CHECK_EQ(next->site, first->site);
    IM_CHECK_EQ(next->overall, first->overall + 1);
    c->ItemClick("//stage/##access_before");
    c->Yield(2);
    IM_CHECK_EQ(session.runs().run()->site_index().place_of(session.time().moment().event)->overall,
                first->overall);
  });
}

/// Texts drawn in the row of the scenes' tabs in the next frame.
std::vector<std::string> strip_texts(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  const ImGuiTestItemInfo tab = c->ItemInfo("//stage/##scene_banks");
  std::vector<std::string> found;
  for (const panels::PaintLog::Item& item : log.items)
    if (!item.text.empty() && item.box.y >= tab.RectFull.Min.y && item.box.y < tab.RectFull.Max.y &&
        item.box.x >= tab.RectFull.Min.x)
      found.push_back(item.text);
  return found;
}

TEST_F(CompareUi, TheStepperSaysWhichAccessItIsAndPinGivesWay) {
  drive("stepper_words", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    for (const auto& [w, h] : {std::pair{1920, 1080}, std::pair{1280, 720}}) {
      glfwSetWindowSize(gui()->window(), w, h);
      c->Yield(8);
      for (const bool pinned : {false, true}) {
        if (pinned != (session.pair().pinned() != nullptr)) pinned ? (void)session.pin() : session.unpin();
        IM_CHECK(settle(c));
        c->Yield(6);
        const std::optional<playback::SiteIndex::Place> place = session.runs().run()->site_index().place_of(
            session.time().moment().event);
        IM_CHECK(place.has_value());
        const std::size_t all = session.runs().run()->site_index().events(place->site).size();
        const std::string brief = std::to_string(place->overall + 1) + " of " + std::to_string(all);
        const std::vector<std::string> texts = strip_texts(c);
        const auto says = [&](const std::string& words) {
          return std::any_of(texts.begin(), texts.end(),
                             [&](const std::string& text) { return text.find(words) != std::string::npos; });
        };
        std::string together;
        for (const std::string& text : texts) together += text + " | ";
        if (w < 1920 && pinned) { // two buttons leave it its number alone
          IM_CHECK(says(std::to_string(place->overall + 1)));
          continue;
        }
        if (!says(brief)) c->LogError("%d x %d, pinned %d: %s", w, h, pinned ? 1 : 0, together.c_str());
        IM_CHECK(says(brief));
        IM_CHECK(c->ItemExists(pinned ? "//stage/##unpin" : "//stage/##pin"));
        // All nine names of the scenes are there as well.
        for (const char* name : {"Warp → banks", "Array", "Tiling", "Block", "Layouts", "Cache", "Fragment"})
          if (!pinned || w == 1920) IM_CHECK(says(name));
      }
      session.unpin();
    }
    glfwSetWindowSize(gui()->window(), 1280, 720);
    c->Yield(8);
  });
}

TEST_F(CompareUi, SleepsBesideAnA) {
  gui()->session().pin();
  gui()->ui().scene = view::SceneKind::Array;
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(gui()->frame(.02));
  ASSERT_FALSE(gui()->session().animating());
  EXPECT_FALSE(gui()->ui().wake.again);
  EXPECT_LT(gui()->ui().wake.moving_until, ImGui::GetTime());
}

/// The plates say what the two texts write for the access on the stage, each in full (D4).
TEST_F(CompareUi, ThePlatesNameTheLineOnTheStage) {
  drive("plates", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    const std::uint32_t site = session.time().site();
    const std::string before = session.runs().picture()->program->sites.at(site).text;
    IM_CHECK_STR_EQ(before.c_str(), "tile[tx][ty + j]");
    IM_CHECK(session.pin());
    const auto& remedies = session.remedies();
    const auto swizzle = std::find_if(remedies.begin(), remedies.end(), [](const results::Remedy& r) {
      return r.cure == results::Remedy::Cure::Swizzle;
    });
    IM_CHECK(swizzle != remedies.end());
    session.apply(results::Remedy(*swizzle));
    IM_CHECK(settle(c));
    session.play(false);
    c->Yield(4);
    const std::string after = session.runs().picture()->program->sites.at(session.time().site()).text;
    IM_CHECK_STR_NE(after.c_str(), before.c_str());
    const auto plates = [] {
      std::string said;
      for (const view::Shape& shape : gui()->ui().stage.panes.front().picture->shapes)
        if (const auto* text = std::get_if<view::TextShape>(&shape)) said += text->text + "|";
      return said;
    };
    IM_CHECK_STR_EQ(gui()->ui().stage.pair->a.name.c_str(), before.c_str());
    IM_CHECK_STR_EQ(gui()->ui().stage.pair->b.name.c_str(), after.c_str());
    // A text that is typed: what differs, as much of it as the plate holds.
    std::string text = *session.pair().pinned()->document.kernel_text;
    const std::size_t at = text.find("[32 + PAD]");
    IM_CHECK(at != std::string::npos);
    session.edit()->set_kernel_text(text.replace(at, 10, "[34 - PAD]"));
    IM_CHECK(settle(c));
    c->Yield(4);
    if (plates().find("|[|32|+|PA") == std::string::npos || plates().find("|[|34|-|PA") == std::string::npos)
      IM_ERRORF("plates: %s", plates().c_str());
  });
  test::start_over();
}

} // namespace
} // namespace warpscope
