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

/// "A|B in lockstep by cycle": A need not have been looked at in this scene before.
TEST_F(MultiprocessorUi, WhatWasPinnedElsewhereStandsBesideItAtTheSameCycle) {
  drive("multiprocessor_pair", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    session().play(false);
    IM_CHECK(session().pin());
    session().edit()->set_choice("PAD", "1");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_6);
    c->Yield(3);
    IM_CHECK(machine_arrives(c));
    for (int i = 0;
         i < 1500 && (!session().runs().machine_beside_is_current() ||
                      session().runs().machine_beside_is_due() || session().runs().machine_is_due());
         ++i)
      c->SleepNoSkip(.02f, .02f);
    c->Yield(3);
    const playback::MachinePtr a = session().runs().machine_beside(), b = session().runs().machine();
    IM_CHECK(a != nullptr);
    IM_CHECK(a->problem.empty());
    IM_CHECK_GT(a->timeline.cycles, b->timeline.cycles); // it has the bank conflicts
    IM_CHECK_EQ(a->read, b->read);
    IM_CHECK(test::headline().find(grouped(a->timeline.cycles) + " → ") == 0);
    c->KeyPress(ImGuiKey_Home);
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(3);
    const std::vector<panels::StageView::Pane>& panes = gui()->ui().stage.panes;
    IM_CHECK_EQ(panes.size(), 3u); // the frame, A and B
    for (const std::size_t half : {1, 2}) {
      const std::vector<view::Shape>& shapes = panes[half].picture->shapes;
      IM_CHECK(std::any_of(shapes.begin(), shapes.end(), [](const view::Shape& shape) {
        const auto* text = std::get_if<view::TextShape>(&shape);
        return text != nullptr && text->text.find("cycle 1 · ") == 0;
      }));
    }
  });
}

/// One code for the estimate and for the picture: read where this machine can, predicted where it cannot.
TEST_F(MultiprocessorUi, ThePictureIsOfTheCodeThatTheEstimateIsOf) {
  drive("multiprocessor_code", [](ImGuiTestContext* c) {
    session().edit()->set_lab("transpose_tile");
    IM_CHECK(settle(c));
    c->KeyPress(ImGuiKey_6);
    c->Yield(3);
    IM_CHECK(machine_arrives(c));
    jobs::Runs& runs = session().runs();
    const auto agree = [&] {
      return !runs.machine_is_due() && runs.estimate() && runs.estimate()->made &&
             runs.machine()->read == (runs.estimate()->made->code == run::Code::Read) && !runs.estimates();
    };
    for (int i = 0; i < 1500 && !(agree() && runs.machine()->read); ++i) c->SleepNoSkip(.02f, .02f);
    c->Yield(3);
    IM_CHECK(agree());
    IM_CHECK(picture_says(runs.machine()->read ? "code read" : "code predicted"));
    IM_CHECK_EQ(runs.machine()->seconds, runs.estimate()->made->seconds);
  });
}

/// An estimate that runs is ended by the next key press.
TEST_F(MultiprocessorUi, AKeyPressEndsAnEstimateThatRuns) {
  drive("multiprocessor_cancel", [](ImGuiTestContext* c) {
    session().edit()->set_lab("matmul_wmma"); // whose estimate takes longest: the key must come before its
                                              // end
    IM_CHECK(settle(c));
    // A text that no test before this one has had estimated.
    session().edit()->set_kernel_text(*session().document().kernel_text + "// and no more\n");
    const jobs::Runs& runs = session().runs();
    gui()->ui().results = panels::ResultsTab::Table; // which says the estimate
    const std::uint64_t before = runs.cancelled_estimates();
    for (int i = 0; i < 10'000 && !runs.estimates(); ++i) c->SleepNoSkip(.002f, .002f);
    IM_CHECK(runs.estimates());
    const std::uint64_t generation = runs.generation();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    for (int i = 0; i < 3000 && runs.cancelled_estimates() == before; ++i) c->SleepNoSkip(.002f, .002f);
    IM_CHECK_GT(runs.generation(), generation);
    IM_CHECK_EQ(runs.cancelled_estimates(), before + 1);
    IM_CHECK(settle(c));
  });
}

} // namespace
} // namespace warpscope
