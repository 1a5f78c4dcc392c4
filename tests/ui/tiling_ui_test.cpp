// The scene Tiling in the window: a matrix's name asks how long its rows are.
#include "tests/ui/ui_driver.h"

#include <algorithm>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class TilingUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

session::Session& session() { return gui()->session(); }

/// In the window, the middle of the name of the buffer of this number.
bool caption(ImGuiTestContext* c, std::uint32_t buffer, ImVec2& at) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  if (picture == nullptr) return false;
  for (const view::Hit& hit : picture->hits)
    if (hit.kind == view::HitKind::Rows && hit.index == buffer) {
      const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
      at = {pane.x + hit.box.x + hit.box.w / 2, pane.y + hit.box.y + hit.box.h / 2};
      return true;
    }
  return false;
}

/// The scene says that somebody has said a row's length, and draws the buffer with so many columns.
bool said() {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  return picture != nullptr &&
         std::any_of(picture->hits.begin(), picture->hits.end(), [&](const view::Hit& hit) {
           return hit.kind == view::HitKind::Rows && hit.tooltip.find("as you said") != std::string::npos;
         });
}
bool shows(const std::string& words) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  return picture != nullptr &&
         std::any_of(picture->shapes.begin(), picture->shapes.end(), [&](const view::Shape& shape) {
           const auto* text = std::get_if<view::TextShape>(&shape);
           return text != nullptr && text->text.find(words) != std::string::npos;
         });
}

TEST_F(TilingUi, AMatrixsNameAsksForItsRows) {
  drive("rows", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_4);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Tiling);
    ImVec2 at;
    const auto open = [&] {
      IM_CHECK(caption(c, 0, at));
      c->MouseMoveToPos(at);
      c->MouseClick();
      c->Yield(3);
      IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    };
    const auto closed = [] {
      return !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    };
    const auto type = [&](const char* text) {
      c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
      c->KeyPress(ImGuiKey_Delete);
      c->KeyChars(text);
      c->KeyPress(ImGuiKey_Enter);
      c->Yield(3);
    };
    IM_CHECK(!said());
    open();
    for (const char* wrong : {"0", "-1", "abc", "1000000000000"}) {
      type(wrong);
      IM_CHECK(!closed()); // said in the field, which stays
      IM_CHECK(session().edits().row_lengths().empty());
    }
    type("32");
    IM_CHECK(closed());
    IM_CHECK_EQ(session().edits().row_lengths().size(), 1u);
    IM_CHECK(said());
    IM_CHECK(shows(" × 32"));
    open();
    c->KeyChars("9");
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(closed());
    IM_CHECK_EQ(session().edits().row_lengths().begin()->second, 32u); // Esc leaves it as it was
    IM_CHECK(gui()->ui().scene == view::SceneKind::Tiling);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session().edits().row_lengths().empty());
    IM_CHECK(!said());
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
    IM_CHECK(settle(c));
    IM_CHECK(said());
    open();
    type("auto");
    IM_CHECK(closed());
    IM_CHECK(session().edits().row_lengths().empty());
    IM_CHECK(!said());
  });
}

TEST_F(TilingUi, TheTableOfTileSizesComesAndGoes) {
  drive("sizes", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_4);
    c->Yield(3);
    const auto press = [&] {
      const view::Picture* picture = gui()->ui().stage.picture.get();
      for (const view::Hit& hit : picture->hits)
        if (hit.kind == view::HitKind::Button) {
          const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
          c->MouseMoveToPos({pane.x + hit.box.x + hit.box.w / 2, pane.y + hit.box.y + hit.box.h / 2});
          c->MouseClick();
          c->Yield(3);
          return;
        }
      IM_CHECK(false);
    };
    IM_CHECK(!shows("no such block"));
    press();
    IM_CHECK(shows("no such block")); // 64 x 64 threads
    IM_CHECK(shows("registers"));     // counted or not: it is said
    press();
    IM_CHECK(!shows("no such block"));
  });
}

} // namespace
} // namespace warpscope
