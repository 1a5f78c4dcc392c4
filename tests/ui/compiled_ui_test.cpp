// PTX and SASS beside the text: the key and the button show them, lines are linked, edits are followed.
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <string>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

panels::CompiledView& shown() { return gui()->ui().compiled; }

/// What the window wrote in one more frame.
std::vector<std::string> texts_of_a_frame(ImGuiTestContext* c) {
  c->Yield(6); // the columns scroll to the line
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield();
  panels::Paint::log = nullptr;
  std::vector<std::string> texts;
  for (const panels::PaintLog::Item& item : log.items)
    if (!item.text.empty()) texts.push_back(item.text);
  return texts;
}
bool writes(ImGuiTestContext* c, std::string_view part) {
  const std::vector<std::string> texts = texts_of_a_frame(c);
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}
/// Draws frames until the code is there. False after a minute: the compiler's own may take a while.
bool code_settles(ImGuiTestContext* c) {
  if (!settle(c)) return false;
  for (int i = 0; i < 6000; ++i) {
    c->SleepNoSkip(.01f, .01f);
    if (shown().on && !shown().due) return true;
  }
  return false;
}

class CompiledUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() != nullptr) shown() = {};
  }
};

TEST_F(CompiledUi, TheKeyShowsTheCodeOfTheLineAndTakesItAwayAgain) {
  drive("compiled", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_lab("matmul_tile16");
    IM_CHECK(settle(c));
    c->WindowFocus("//timeline");
    c->KeyPress(ImGuiKey_C);
    c->Yield(2);
    shown().predicted = true; // the same on every machine
    IM_CHECK(code_settles(c));
    IM_CHECK(!shown().lines.empty());
    IM_CHECK(writes(c, "names of the registers are ours"));
    IM_CHECK(writes(c, "ld.global")); // of the line at the playhead, where the columns begin
    IM_CHECK(writes(c, "as written"));
    // Down: the next line with memory instructions; what is below the code is of that line.
    const std::uint32_t first = shown().shown;
    c->KeyPress(ImGuiKey_DownArrow);
    c->Yield(3);
    IM_CHECK_NE(shown().shown, first);
    IM_CHECK(writes(c, "Line " + std::to_string(shown().shown)));
    c->KeyPress(ImGuiKey_UpArrow);
    c->Yield(3);
    IM_CHECK_EQ(shown().shown, first);
    c->KeyPress(ImGuiKey_C);
    c->Yield(2);
    IM_CHECK(!shown().on);
    IM_CHECK(!writes(c, "ld.global"));
  });
}

TEST_F(CompiledUi, TheButtonOverTheTextDoesWhatTheKeyDoes) {
  drive("compiled button", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    c->SetRef("kernel");
    c->ItemClick("##compiled");
    c->Yield(2);
    IM_CHECK(shown().on);
    c->SetRef("compiled");
    c->ItemClick("##close_compiled");
    c->Yield(2);
    IM_CHECK(!shown().on);
  });
}

TEST_F(CompiledUi, AnEditIsFollowedAndComparedWithWhatIsPinned) {
  drive("compiled edit", [](ImGuiTestContext* c) {
    gui()->session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    shown().on = shown().predicted = true;
    IM_CHECK(code_settles(c));
    IM_CHECK(!writes(c, "−"));
    IM_CHECK(gui()->session().pin());
    c->Yield(3);
    gui()->session().edit()->set_choice("PAD", "1");
    c->Yield(2);
    IM_CHECK(shown().due);
    IM_CHECK(code_settles(c));
    const std::vector<std::string> texts = texts_of_a_frame(c);
    IM_CHECK(std::find(texts.begin(), texts.end(), "+") != texts.end());
    // What went stands farther down than these columns show.
    gui()->session().unpin();
    c->Yield(2);
  });
}

} // namespace
} // namespace warpscope
