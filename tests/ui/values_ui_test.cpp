// The Values tab: variables at each step, watches typed and dropped, a wrong one with its caret.
#include "app/panels/window/paint.h"
#include "app/playback/lane_values.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class ValuesUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    gui()->ui().results = panels::ResultsTab::Table;
    gui()->ui().watches.clear();
  }
};

session::Session& session() { return gui()->session(); }

/// One line for each text of the frame.
bool shown(ImGuiTestContext* c, const std::string& text) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  for (const panels::PaintLog::Item& item : log.items)
    if (item.text == text) return true;
  return false;
}

/// The third read of As by warp 0: k is 2 in all lanes, tx differs from lane to lane.
void to_third_turn(ImGuiTestContext* c) {
  IM_CHECK(session().edit()->set_lab("matmul_tile16"));
  session().edit()->set_choice("N", "128");
  IM_CHECK(settle(c));
  session().play(false);
  session().time().go_home();
  std::uint32_t seen = 0;
  const playback::RunPtr run = session().time().run();
  for (const std::uint32_t event : run->playback().accesses_of_warp(0)) {
    if (run->program().sites[run->trace().event(event).site_or_pc].span.line != 49 || ++seen != 3) continue;
    session().time().seek_moment({event, 0});
    break;
  }
  gui()->ui().results = panels::ResultsTab::Values;
  c->Yield(2);
}

TEST_F(ValuesUi, AStepShowsWhatTheVariablesHold) {
  drive("values/step", [](ImGuiTestContext* c) {
    to_third_turn(c);
    IM_CHECK(shown(c, "k"));
    IM_CHECK(shown(c, "2"));
    IM_CHECK(shown(c, "in all 32 lanes"));
    IM_CHECK(shown(c, "no value yet: nothing is assigned before this step")); // a and b, of this turn
    IM_CHECK(shown(c, "warp 0, line 49, before this step"));
    // Back a turn, by the keyboard's own way.
    for (int i = 0; i < 40 && !shown(c, "warp 0, line 50, before this step"); ++i) session().step_back();
    IM_CHECK(shown(c, "warp 0, line 50, before this step"));
    IM_CHECK(shown(c, "1"));
  });
}

TEST_F(ValuesUi, AWatchIsTypedShownAndDropped) {
  drive("values/watch", [](ImGuiTestContext* c) {
    to_third_turn(c);
    test::type_into(c, "//results/##watch", "k * 100 + n");
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().watches.size(), 1u);
    IM_CHECK(shown(c, "k * 100 + n"));
    IM_CHECK(shown(c, "328"));
    // What does not parse stays in the field, with a caret.
    test::type_into(c, "//results/##watch", "k +");
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().watches.size(), 1u);
    IM_CHECK(shown(c, "an expression ends here too early"));
    IM_CHECK(shown(c, "^"));
    c->SetRef(c->WindowInfo("//results/##values").ID);
    c->ItemClick("$$0/##drop_watch");
    c->Yield(2);
    IM_CHECK(gui()->ui().watches.empty());
  });
}

/// At 1280 x 720 five rows have room: what somebody asked for is among them, and so is the field.
TEST_F(ValuesUi, AWatchIsInSightWithoutScrolling) {
  drive("values/in sight", [](ImGuiTestContext* c) {
    gui()->ui().watches = {"k * 100 + n"};
    to_third_turn(c);
    const ImGuiWindow* list = c->WindowInfo("//results/##values").Window;
    IM_CHECK_EQ(list->Scroll.y, 0.f);
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield(2);
    panels::Paint::log = nullptr;
    IM_CHECK(std::any_of(log.items.begin(), log.items.end(), [&](const panels::PaintLog::Item& item) {
      return item.text == "k * 100 + n" && item.box.y > list->Pos.y &&
             item.box.y + item.box.h < list->Pos.y + list->Size.y;
    }));
    const ImGuiTestItemInfo field = c->ItemInfo("//results/##watch");
    IM_CHECK(field.ID != 0);
    IM_CHECK_LE(field.RectFull.Max.y, list->Pos.y + list->Size.y);
  });
}

TEST_F(ValuesUi, AWatchThatNamesNothingHereSaysSo) {
  drive("values/unknown", [](ImGuiTestContext* c) {
    gui()->ui().watches = {"nonsense + 1"};
    to_third_turn(c);
    IM_CHECK(shown(c, "nothing here is called 'nonsense'"));
  });
}

/// Stepping both ways, cells hold what was stored there up to the step; what nobody stored yet is a dash.
TEST_F(ValuesUi, TheArraysCellsShowValuesAtTheStep) {
  drive("values/cells", [](ImGuiTestContext* c) {
    IM_CHECK(session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session().play(false);
    const playback::RunPtr run = session().time().run();
    std::vector<std::size_t> stores;
    for (std::size_t event = 0; event < run->trace().size() && stores.size() < 2; ++event) {
      const trace::BlockTrace::Event& at = run->trace().event(event);
      if (at.kind == trace::StepKind::Access && at.space == Space::Shared) stores.push_back(event);
    }
    IM_CHECK_EQ(stores.size(), 2u);
    gui()->ui().scene = view::SceneKind::Array;
    const auto at = [&](std::size_t event) {
      session().time().seek_moment({event, 0});
      c->Yield(3);
      std::map<std::string, int> texts;
      for (const view::Shape& shape : gui()->ui().stage.picture->shapes)
        if (const auto* text = std::get_if<view::TextShape>(&shape)) ++texts[text->text];
      return texts;
    };
    IM_CHECK_EQ(at(stores[0])["–"], 0);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_V);
    const std::map<std::string, int> first = at(stores[0]);
    std::map<std::string, int> second = at(stores[1]);
    IM_CHECK_GT(first.at("–"), 0);
    IM_CHECK_EQ(static_cast<int>(first.contains("8192")), 0); // in[8][0], which the second store brings
    IM_CHECK_EQ(second["8192"], 1);
    IM_CHECK(at(stores[0]) == first);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_V);
    IM_CHECK_EQ(at(stores[0])["–"], 0);
  });
}

} // namespace
} // namespace warpscope
