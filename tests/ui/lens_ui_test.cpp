// The lens over the stage: larger letters around the pointer, in the window and before a class.
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

panels::StageView& stage() { return gui()->ui().stage; }

/// A text of a picture with the point in its middle.
struct Seen {
  view::TextShape text;
  view::Point middle;
};
std::optional<Seen> find_text(const view::Picture& picture, std::string_view words) {
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape);
        text != nullptr && text->text == words && text->anchor == view::Anchor::Middle)
      return Seen{*text, {text->at.x, text->at.y - text->size * .364f}};
  return std::nullopt;
}

class LensUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() == nullptr) return;
    stage().lens = {};
    stage().strokes.clear();
    gui()->ui().presenter = false;
    test::start_over();
  }
};

/// Points at the number of a lane; returns where in the window.
view::Point point_at_lane(ImGuiTestContext* c, std::string_view lane) {
  const ImGuiWindow* window = c->GetWindowByRef("//stage");
  const std::optional<Seen> seen = find_text(*stage().picture, lane);
  if (!seen || window == nullptr) return {};
  const ImGuiTestItemInfo picture = c->ItemInfo("//stage/##picture");
  const view::Point at{picture.RectFull.Min.x + seen->middle.x, picture.RectFull.Min.y + seen->middle.y};
  c->MouseMoveToPos({at.x, at.y});
  c->Yield(3);
  return at;
}

void shows_the_lane_larger(ImGuiTestContext* c) {
  const view::Point at = point_at_lane(c, "9");
  IM_CHECK(at.x > 0);
  IM_CHECK(stage().lens.picture == nullptr);
  c->KeyPress(ImGuiKey_G);
  c->Yield(3);
  const panels::StageView::Lens& lens = stage().lens;
  IM_CHECK(lens.picture != nullptr);
  // What is pointed at stays under the pointer, in letters as much larger as the lens says.
  const std::optional<Seen> before = find_text(*stage().picture, "9"), now = find_text(*lens.picture, "9");
  IM_CHECK(before && now);
  IM_CHECK(lens.factor >= 2 && lens.factor <= 4);
  IM_CHECK(std::abs(now->text.size - before->text.size * lens.factor) < .1f);
  IM_CHECK(std::abs(lens.box.x + now->middle.x - at.x) < 2.5f * lens.factor);
  IM_CHECK(std::abs(lens.box.y + now->middle.y - at.y) < 2.5f * lens.factor);
  // The wheel brings it nearer up to four times, and down to two; the picture below stays.
  const view::Picture below = *stage().picture;
  c->MouseWheelY(30);
  c->Yield(3);
  IM_CHECK_EQ(lens.factor, 4.f);
  c->MouseWheelY(-60);
  c->Yield(3);
  IM_CHECK_EQ(lens.factor, 2.f);
  IM_CHECK(*stage().picture == below);
  // Keys do the same.
  c->KeyPress(ImGuiKey_Z);
  c->Yield(2);
  IM_CHECK_GT(lens.factor, 2.f);
  c->KeyPress(ImGuiMod_Shift | ImGuiKey_Z);
  c->KeyPress(ImGuiMod_Shift | ImGuiKey_Z);
  const view::Point pointed = lens.at;
  c->KeyPress(ImGuiMod_Alt | ImGuiKey_RightArrow);
  c->Yield(2);
  IM_CHECK_GT(lens.at.x, pointed.x);
  IM_CHECK_EQ(lens.at.y, pointed.y);
}

TEST_F(LensUi, ShowsWhatIsPointedAtLargerAndEscTakesItAway) {
  drive("lens", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape); // the first-run cards, where they are open
    IM_CHECK(settle(c));
    shows_the_lane_larger(c);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(stage().lens.picture == nullptr);
    c->KeyPress(ImGuiKey_G);
    c->Yield(2);
    IM_CHECK(stage().lens.picture != nullptr);
    c->KeyPress(ImGuiKey_G);
    c->Yield(2);
    IM_CHECK(stage().lens.picture == nullptr);
  });
}

TEST_F(LensUi, BeforeAClassEscTakesTheLensFirst) {
  drive("lens presented", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape); // the first-run cards, where they are open
    gui()->ui().presenter = true;
    c->Yield(6);
    IM_CHECK(settle(c));
    shows_the_lane_larger(c);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(stage().lens.picture == nullptr);
    IM_CHECK(gui()->ui().presenter);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(!gui()->ui().presenter);
  });
}

TEST_F(LensUi, StaysInsideTheStageAndKeepsThePointInSightAtItsEdges) {
  drive("lens edges", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape); // the first-run cards, where they are open
    IM_CHECK(settle(c));
    const ImGuiTestItemInfo picture = c->ItemInfo("//stage/##picture");
    const ImRect all = picture.RectFull;
    c->KeyPress(ImGuiKey_G);
    for (const ImVec2 at : {ImVec2{all.Min.x + 3, all.Min.y + 3}, ImVec2{all.Max.x - 4, all.Min.y + 3},
                            ImVec2{all.Min.x + 3, all.Max.y - 4}, ImVec2{all.Max.x - 4, all.Max.y - 4}}) {
      c->MouseMoveToPos(at);
      c->Yield(3);
      const view::Box& box = stage().lens.box;
      IM_CHECK(stage().lens.picture != nullptr);
      IM_CHECK(box.contains({at.x, at.y}));
      IM_CHECK(box.x >= all.Min.x - 1 && box.x + box.w <= all.Max.x + 1);
      IM_CHECK(box.y >= all.Min.y - 1 && box.y + box.h <= all.Max.y + 1);
    }
  });
}

TEST_F(LensUi, OverAPairItShowsBothHalves) {
  drive("lens over a pair", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape); // the first-run cards, where they are open
    session::Session& session = gui()->session();
    IM_CHECK(session.edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session.play(false);
    IM_CHECK(session.pin());
    session.edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    c->Yield(4);
    IM_CHECK_GT(stage().panes.size(), 2u);
    const ImRect a = c->ItemInfo("//stage/##picture_a").RectFull,
                 b = c->ItemInfo("//stage/##picture").RectFull;
    const bool stacked = b.Min.y > a.Min.y + 10;
    c->MouseMoveToPos(stacked ? ImVec2{a.Min.x + 200, (a.Max.y + b.Min.y) / 2}
                              : ImVec2{(a.Max.x + b.Min.x) / 2, a.Min.y + 60});
    c->KeyPress(ImGuiKey_G);
    c->Yield(3);
    IM_CHECK(stage().lens.picture != nullptr);
    IM_CHECK_GT(stage().lens.picture->shapes.size(), 10u);
    session.unpin();
  });
}

} // namespace
} // namespace warpscope
