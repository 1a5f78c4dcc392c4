// The scene Multiprocessor in the window: its key, its headline, its cycles, and what is said where there is
// none.
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class MultiprocessorUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

session::Session& session() { return gui()->session(); }

/// It is simulated in the background.
bool machine_arrives(ImGuiTestContext* c) {
  for (int i = 0; i < 1500 && !session().runs().machine_is_current(); ++i) {
    c->Yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  c->Yield(3);
  return session().runs().machine_is_current();
}

bool picture_says(const std::string& words) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  return picture != nullptr &&
         std::any_of(picture->shapes.begin(), picture->shapes.end(), [&](const view::Shape& shape) {
           const auto* text = std::get_if<view::TextShape>(&shape);
           return text != nullptr && text->text.find(words) != std::string::npos;
         });
}

/// Where the slider's last stop is on the screen. False: there is none.
bool last_latency(ImGuiTestContext* c, ImVec2& at) {
  const view::Picture* picture = gui()->ui().stage.picture.get();
  if (picture == nullptr) return false;
  bool found = false;
  const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
  for (const view::Hit& hit : picture->hits)
    if (hit.kind == view::HitKind::Latency) {
      at = {pane.x + hit.box.x + hit.box.w / 2, pane.y + hit.box.y + hit.box.h / 2};
      found = true;
    }
  return found;
}

TEST_F(MultiprocessorUi, ItsKeyShowsWhatIsWaitedForAndArrowsMoveByCycles) {
  drive("multiprocessor", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    session().play(false);
    c->Yield(2);
    c->KeyPress(ImGuiKey_6);
    c->Yield(3);
    IM_CHECK(gui()->ui().scene == view::SceneKind::Multiprocessor);
    IM_CHECK(machine_arrives(c));
    const playback::MachinePtr machine = session().runs().machine();
    IM_CHECK(machine->problem.empty());
    IM_CHECK(gui()->ui().stage.headline.strong.find(" of the time") != std::string::npos);
    IM_CHECK(picture_says("part 0"));
    const std::uint64_t step = session().time().step();
    c->KeyPress(ImGuiKey_Home);
    c->KeyPress(ImGuiKey_RightArrow);
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.cycle, 2.);
    IM_CHECK(picture_says("cycle 2 "));
    IM_CHECK_EQ(session().time().step(), step); // the trace's time stands still
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
    c->Yield(2);
    IM_CHECK(gui()->ui().machine.cycle > 2);
    c->KeyPress(ImGuiKey_End);
    c->Yield(2);
    IM_CHECK_EQ(gui()->ui().machine.cycle, static_cast<double>(machine->timeline.cycles));
    c->KeyPress(ImGuiKey_Home);
    c->KeyPress(ImGuiKey_Space);
    c->Yield(10);
    IM_CHECK(gui()->ui().machine.playing);
    IM_CHECK(gui()->ui().machine.cycle > 0);
    c->KeyPress(ImGuiKey_Space);
    c->Yield(2);
    IM_CHECK(!gui()->ui().machine.playing);
  });
}

TEST_F(MultiprocessorUi, AnEditSimulatesItAgainAndADeviceWithoutRatesSaysSo) {
  drive("multiprocessor_again", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_6);
    c->Yield(3);
    IM_CHECK(machine_arrives(c));
    const playback::MachinePtr before = session().runs().machine();
    session().edit()->set_lab("transpose_padded");
    c->Yield(2);
    IM_CHECK(!session().runs().machine_is_current());
    IM_CHECK(settle(c));
    IM_CHECK(machine_arrives(c));
    IM_CHECK(session().runs().machine() != before);
    session().edit()->set_device("cc75");
    IM_CHECK(settle(c));
    IM_CHECK(machine_arrives(c));
    IM_CHECK(picture_says("estimated from Hopper (H200)"));
  });
}

TEST_F(MultiprocessorUi, TheSliderForTheLatencySimulatesItAgain) {
  drive("multiprocessor_latency", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_6);
    c->Yield(3);
    IM_CHECK(machine_arrives(c));
    const std::uint64_t cycles = session().runs().machine()->timeline.cycles;
    ImVec2 last;
    IM_CHECK(last_latency(c, last));
    c->MouseMoveToPos(last);
    c->MouseClick(0);
    c->Yield(3);
    IM_CHECK_EQ(gui()->ui().machine.latency, 4.);
    IM_CHECK(machine_arrives(c));
    IM_CHECK(session().runs().machine()->timeline.cycles > cycles);
    session().edit()->set_lab("transpose_padded"); // another launch: as on the device
    IM_CHECK(settle(c));
    IM_CHECK(machine_arrives(c));
    IM_CHECK_EQ(gui()->ui().machine.latency, 1.);
  });
}

} // namespace
} // namespace warpscope
