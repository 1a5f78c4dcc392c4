// Scrubbing, loops, zoom, the pin, predictions: in the real window.
#include <chrono>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

#define GLFW_INCLUDE_NONE
#include "app/panels/results/since_pin.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::headline;
using test::settle;

session::Session& session() { return gui()->session(); }

void open_lab(ImGuiTestContext* c, std::uint64_t step) {
  session().edit()->set_lab("transpose_tile");
  IM_CHECK(settle(c));
  session().settings.reduce_motion = true;
  session().play(false);
  session().time().seek(step);
  gui()->ui().scene = view::SceneKind::Banks;
  c->Yield(4);
}

ImRect item(ImGuiTestContext* c, const char* name) { return c->ItemInfo(name).RectFull; }
ImVec2 in(const ImRect& rect, float share) {
  return {rect.Min.x + share * rect.GetWidth(), rect.GetCenter().y};
}

/// The window's pixels from `top` on and right of `left`, once it is at rest.
std::vector<std::uint8_t> picture(ImGuiTestContext* c, float left, float top) {
  c->Yield(6);
  // Tests run on a thread of their own, OpenGL belongs to the window's.
  int w = 0, h = 0;
  std::vector<std::uint8_t> all;
  const std::function<void()> after_swap = gui()->after_swap;
  gui()->after_swap = [&] {
    after_swap();
    if (all.empty()) all = gui()->pixels(w, h);
  };
  for (int frame = 0; frame < 100 && all.empty(); ++frame) c->Yield();
  gui()->after_swap = after_swap;
  std::vector<std::uint8_t> part;
  for (int y = static_cast<int>(top); y < h; ++y)
    part.insert(part.end(), all.begin() + (static_cast<std::ptrdiff_t>(y) * w + static_cast<int>(left)) * 4,
                all.begin() + static_cast<std::ptrdiff_t>(y + 1) * w * 4);
  return part;
}

/// The stage's own pixels; the rest of the window may count on.
std::vector<std::uint8_t> stage(ImGuiTestContext* c) {
  const ImRect box = item(c, "//stage/##picture");
  const std::vector<std::uint8_t> below = picture(c, box.Min.x, box.Min.y);
  const std::size_t width = static_cast<std::size_t>(ImGui::GetIO().DisplaySize.x - std::floor(box.Min.x)) *
                            4;
  const std::size_t used = static_cast<std::size_t>(box.GetWidth()) * 4,
                    rows = static_cast<std::size_t>(box.GetHeight());
  std::vector<std::uint8_t> pixels;
  for (std::size_t y = 0; y < rows && (y + 1) * width <= below.size(); ++y)
    pixels.insert(pixels.end(), below.begin() + static_cast<std::ptrdiff_t>(y * width),
                  below.begin() + static_cast<std::ptrdiff_t>(y * width + used));
  return pixels;
}

class TimeUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() == nullptr) return;
    session().reveal();
    session().dismiss_verdict();
    session().time().set_marks({});
    gui()->ui().presenter = false;
  }
};

TEST_F(TimeUi, ScrubbingBackGivesTheSamePicture) {
  drive("scrub", [](ImGuiTestContext* c) {
    open_lab(c, 0);
    c->SetRef("timeline");
    const ImRect rows = item(c, "##scrub");
    c->MouseMoveToPos(in(rows, .4f));
    c->MouseDown();
    c->Yield(2);
    const std::uint64_t there = session().time().step();
    IM_CHECK_GT(there, 300u);
    const std::vector<std::uint8_t> before = stage(c);
    const view::Picture shapes = *gui()->ui().stage.picture;
    c->MouseMoveToPos(in(rows, .8f));
    IM_CHECK_GT(session().time().step(), there + 300);
    IM_CHECK(stage(c) != before);
    IM_CHECK(!(*gui()->ui().stage.picture == shapes));
    c->MouseMoveToPos(in(rows, .1f));
    IM_CHECK_LT(session().time().step(), there);
    c->MouseMoveToPos(in(rows, .4f));
    c->Yield(2);
    const std::uint64_t back = session().time().step();
    session().time().seek(there); // a click chooses among the steps under a pixel, a drag takes the first
    IM_CHECK_LT(there > back ? there - back : back - there, 4u);
    IM_CHECK(stage(c) == before);
    IM_CHECK(*gui()->ui().stage.picture == shapes);
    c->MouseUp();
  });
}

TEST_F(TimeUi, ALoopMarkedOnTheRulerPlaysRoundAndRound) {
  drive("loop", [](ImGuiTestContext* c) {
    open_lab(c, 0);
    c->SetRef("timeline");
    const ImRect ruler = item(c, "##ruler");
    c->MouseMoveToPos(in(ruler, .6f));
    c->MouseDown();
    c->MouseMoveToPos(in(ruler, .59f)); // to the left, as well
    c->MouseMoveToPos(in(ruler, .57f));
    c->MouseUp();
    IM_CHECK(session().time().marks().range.has_value());
    const playback::LoopRange range = *session().time().marks().range;
    IM_CHECK_GT(range.first, 500u);
    IM_CHECK_LT(range.length(), 60u);
    session().settings.speed = 64;
    c->ItemClick("##play");
    bool wrapped = false;
    std::uint64_t last = session().time().step();
    for (int frame = 0; frame < 4000 && !wrapped; ++frame) {
      c->Yield();
      IM_CHECK_SILENT(range.contains(session().time().step()));
      wrapped = session().time().step() < last;
      last = session().time().step();
    }
    IM_CHECK(wrapped);
    c->ItemClick("##loop");
    IM_CHECK(!session().time().marks().looping);
    c->MouseMoveToPos(in(ruler, .3f));
    c->MouseClick(1);
    IM_CHECK(!session().time().marks().range.has_value());
  });
}

TEST_F(TimeUi, TheWheelZoomsAndAClickOnATickGoesThere) {
  drive("zoom", [](ImGuiTestContext* c) {
    open_lab(c, 0);
    c->SetRef("timeline");
    IM_CHECK(!c->ItemExists("##range"));
    const ImRect rows = item(c, "##scrub");
    c->MouseMoveToPos(in(rows, .5f));
    for (int i = 0; i < 8; ++i) c->MouseWheelY(1);
    c->Yield(2);
    IM_CHECK(c->ItemExists("##range"));
    // The row of warp 3 at the middle of the block: its access, whichever step lies under the pointer.
    c->MouseMoveToPos({rows.GetCenter().x, rows.Min.y + (3.5f / 8) * rows.GetHeight()});
    c->MouseClick();
    const trace::BlockTrace::Event& event = session().time().playback().trace()->event(
        session().time().moment().event);
    IM_CHECK_EQ(static_cast<int>(event.kind), static_cast<int>(trace::StepKind::Access));
    IM_CHECK_EQ(event.warp, 3u);
    const ImRect bar = item(c, "##range");
    c->MouseMoveToPos(in(bar, .02f));
    c->MouseDown();
    c->Yield(2);
    c->MouseUp();
    c->MouseMoveToPos(in(rows, 0.f));
    c->MouseClick();
    IM_CHECK_LT(session().time().step(), 40u); // the beginning is in sight now
    for (int i = 0; i < 12; ++i) c->MouseWheelY(-1);
    c->Yield(2);
    IM_CHECK(!c->ItemExists("##range"));
  });
}

TEST_F(TimeUi, TheButtonsStepByWhatIsChosen) {
  drive("stride", [](ImGuiTestContext* c) {
    open_lab(c, 500);
    c->SetRef("timeline");
    c->ItemClick("##next");
    IM_CHECK_EQ(session().time().step(), 501u);
    c->ComboClick("##stride/by access");
    c->ItemClick("##next");
    IM_CHECK_GT(session().time().step(), 502u);
    IM_CHECK_EQ(session().time().moment().wavefront, 0u);
    c->ComboClick("##stride/by barrier");
    c->ItemClick("##previous");
    const trace::BlockTrace::Event& event = session().time().playback().trace()->event(
        session().time().moment().event);
    IM_CHECK_EQ(static_cast<int>(event.kind), static_cast<int>(trace::StepKind::BarrierRelease));
    c->ComboClick("##stride/by wavefront");
  });
}

TEST_F(TimeUi, ThePinTellsWhatIsBetweenBothWays) {
  drive("pin", [](ImGuiTestContext* c) {
    open_lab(c, 0);
    session().time().next_barrier();
    const std::uint64_t barrier = session().time().step();
    IM_CHECK_GT(barrier, 10u);
    c->SetRef("timeline");
    c->ItemClick("##pin");
    IM_CHECK(session().time().marks().pin.has_value());
    session().time().seek(0);
    c->Yield(4);
    const auto back = session().difference();
    IM_CHECK(back != nullptr);
    IM_CHECK(back->backwards());
    IM_CHECK_EQ(back->words.size(), 1024u); // the tile is loaded up to the barrier
    for (const playback::WordChange& word : back->words) IM_CHECK_SILENT(word.then.has_value());
    IM_CHECK_NE(panels::since_pin_sentence(session()).find("1,024 words written"), std::string::npos);
    session().time().seek(barrier + 32);
    c->Yield(4);
    const auto on = session().difference();
    IM_CHECK(!on->backwards());
    IM_CHECK_EQ(on->total.wavefronts, 32u);
    IM_CHECK_EQ(on->words.size(), 0u);
    c->ItemClick("##pin");
    IM_CHECK(session().difference() == nullptr);
  });
}

TEST_F(TimeUi, APredictionHidesAndReveals) {
  drive("predict", [](ImGuiTestContext* c) {
    open_lab(c, 500);
    c->SetRef("timeline");
    const std::string before = headline();
    c->ItemClick("##predict");
    c->Yield(3);
    IM_CHECK(session().counts_hidden());
    IM_CHECK_STR_EQ(headline().c_str(), "How many wavefronts?");
    c->WindowFocus("//timeline");
    c->KeyChars("1");
    c->KeyChars("6");
    c->Yield(2);
    IM_CHECK_STR_EQ(session().lesson().prediction().typed.c_str(), "16");
    IM_CHECK(gui()->ui().scene == view::SceneKind::Banks);
    c->KeyPress(ImGuiKey_Backspace);
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(3);
    IM_CHECK_STR_EQ(headline().c_str(), before.c_str());
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "You said 1, it is 32");
    c->KeyPress(ImGuiKey_F5);
    c->Yield(4);
    c->KeyPress(ImGuiKey_R);
    c->Yield(3);
    IM_CHECK_STR_EQ(headline().c_str(), "How many wavefronts?");
    c->KeyChars("32");
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(3);
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.lead.c_str(), "Right: it is 32");
    c->KeyPress(ImGuiKey_R);
    c->KeyPress(ImGuiKey_R);
    c->Yield(3);
    IM_CHECK(!session().counts_hidden());
    IM_CHECK(session().verdict().empty());
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!gui()->ui().presenter);
  });
}

/// PAD = 0 costs 32 wavefronts, PAD = 1 one; the line is the same. While it is asked, no pixel of the stage,
/// the timeline and the results may differ, nor of the presenter.
TEST_F(TimeUi, NothingOnScreenTellsTheAnswer) {
  drive("leaks", [](ImGuiTestContext* c) {
    // What an earlier test was told ("Saved …") goes by itself, in the midst of this one.
    while (!gui()->notice().sentence.empty()) c->Yield();
    std::vector<std::uint8_t> first[3], shown[2];
    for (const char* pad : {"0", "1"}) {
      const int i = *pad - '0';
      open_lab(c, 0);
      session().edit()->set_choice("PAD", pad);
      IM_CHECK(settle(c));
      session().time().next_barrier();
      session().time().next_access(); // the first read of the tile
      c->MouseMoveToPos({4, 4});
      ImGuiWindow* stage = ImGui::FindWindowByName("stage");
      const float left = stage->Pos.x + 2, top = stage->Pos.y + 2;
      shown[i] = picture(c, left, top);
      session().ask();
      IM_CHECK(session().counts_hidden());
      std::vector<std::uint8_t> asked = picture(c, left, top);
      if (i == 0) first[0] = std::move(asked);
      else IM_CHECK(asked == first[0]);
      gui()->ui().presenter = true;
      c->Yield(6);
      c->MouseMoveToPos({4, 4});
      asked = picture(c, 0, 0);
      if (i == 0) first[1] = std::move(asked);
      else IM_CHECK(asked == first[1]);
      gui()->ui().presenter = false;
      c->Yield(6);
      session().reveal();
    }
    IM_CHECK(shown[0] != shown[1]);
  });
}

TEST_F(TimeUi, ALaserDotAtRestDrawsNothing) {
  drive("laser", [](ImGuiTestContext* c) {
    open_lab(c, 500);
    c->KeyPress(ImGuiKey_F5);
    c->Yield(4);
    c->MouseMoveToPos({400, 300});
    c->Yield(2);
    IM_CHECK_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_None);
  });
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(gui()->frame(.02));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(gui()->frame(.1));
  EXPECT_GT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), .4);
}

/// Under reduce motion nothing moves between two steps: a second at 2 steps a second is a handful of frames.
TEST_F(TimeUi, ReducedMotionDrawsStepsOnly) {
  drive("reduced", [](ImGuiTestContext* c) { open_lab(c, 500); });
  session().settings.speed = 2;
  session().play(true);
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(gui()->frame(.01)); // hover and focus come to rest
  const std::uint64_t from = session().time().step();
  const auto begin = std::chrono::steady_clock::now();
  int frames = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 2) {
    ASSERT_TRUE(gui()->frame(1));
    ++frames;
  }
  EXPECT_GE(session().time().step(), from + 3);
  EXPECT_LE(frames, 30) << "it was drawn between the steps";
  session().play(false);
}

} // namespace
} // namespace warpscope
