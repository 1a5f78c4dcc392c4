// The expression screen, driven as a person would.
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::headline;
using test::settle;
using test::type_into;

class ExpressionUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
};

TEST_F(ExpressionUi, OpensOnAConflict) {
  drive("first screen", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts where 1 would do");
    IM_CHECK_EQ(gui()->session().time().track().steps(), 32u);
  });
}

/// The column lies in the midst of the banks: strands come from both sides.
TEST_F(ExpressionUi, TheFirstColumnLiesMidRow) {
  drive("first column", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    const playback::RunPtr run = gui()->session().time().run();
    const playback::Moment now = gui()->session().time().moment();
    const WarpAccess access = run->trace().access(now.event);
    const std::uint32_t bank = access.offset[0] / 4 % 32;
    IM_CHECK_GE(bank, 11u);
    IM_CHECK_LE(bank, 20u);
    for (const std::uint32_t offset : access.offset) IM_CHECK_EQ(offset / 4 % 32, bank);
    IM_CHECK_GT(run->trace().event(now.event).warp, 0u);
  });
}

/// Where it does not fit, what is typed last is in sight, and what is wrong with it is underlined there.
TEST_F(ExpressionUi, ALongExpressionScrolls) {
  drive("long expression", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    type_into(c, "##expression",
              "tile[threadIdx.x + 0 * (threadIdx.y + threadIdx.y + threadIdx.y + 17)][threadIdx.z + foo]");
    IM_CHECK(settle(c));
    const ImRect field = c->ItemInfo("##expression").RectFull;
    panels::PaintLog log;
    panels::Paint::log = &log;
    c->Yield();
    panels::Paint::log = nullptr;
    float text_end = 0;
    int underlines = 0;
    for (const panels::PaintLog::Item& item : log.items) {
      if (item.scrolls && item.box.y > field.Min.y - 4 && item.box.y < field.Max.y)
        text_end = std::max(text_end, item.box.x + item.box.w);
      if (!item.text.empty() || item.box.h != 2 || item.box.y < field.Min.y || item.box.y > field.Max.y)
        continue;
      ++underlines;
      IM_CHECK_GE(item.box.x, field.Min.x + field.GetWidth() / 2);
      IM_CHECK_LE(item.box.x + item.box.w, field.Max.x);
    }
    IM_CHECK_EQ(underlines, 1);
    IM_CHECK_LE(text_end, field.Max.x);
    IM_CHECK_GE(text_end, field.Max.x - 60);
  });
}

TEST_F(ExpressionUi, ThePictureFollowsEveryKey) {
  drive("typing", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    type_into(c, "##expression", "tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().expression.c_str(), "tile[threadIdx.y][threadIdx.x]");
    IM_CHECK(!gui()->session().runs().stale());
    IM_CHECK_NE(headline().find("1 wavefront"), std::string::npos);
    IM_CHECK_EQ(headline().find("31"), std::string::npos);
  });
}

TEST_F(ExpressionUi, PaddingByHandMakesTheConflictFallApart) {
  drive("declaration", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    type_into(c, "##declaration", "__shared__ float tile[32][33]");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(gui()->session().time().track().steps(), 1u);
    IM_CHECK_NE(headline().find("1 wavefront"), std::string::npos);
  });
}

TEST_F(ExpressionUi, OneClickPadsAndUndoTakesItBack) {
  drive("pad", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->SetRef("expression");
    c->ItemClick("//stage/##remedy_Pad");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().declaration.c_str(), "__shared__ float tile[32][33]");
    IM_CHECK_EQ(gui()->session().time().track().steps(), 1u);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().declaration.c_str(), "__shared__ float tile[32][32]");
    IM_CHECK_STR_EQ(headline().c_str(), "32 wavefronts where 1 would do");
    c->ItemClick("//stage/##remedy_Swizzle");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(gui()->session().time().track().steps(), 1u);
  });
}

TEST_F(ExpressionUi, TheCuresLieUnderThePictureThatTheyChange) {
  drive("cures", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->Yield(3);
    const ImRect picture = c->ItemInfo("//stage/##picture").RectFull;
    for (const char* button : {"//stage/##remedy_Pad", "//stage/##remedy_Swizzle"}) {
      const ImRect box = c->ItemInfo(button).RectFull;
      IM_CHECK_GE(box.Min.y, picture.Max.y);
      IM_CHECK_GE(box.Min.x, picture.Min.x);
      IM_CHECK_LE(box.Max.x, picture.Max.x);
    }
    // They are in one place only.
    IM_CHECK(!c->ItemExists("//expression/##remedy_Pad"));
    c->ItemClick("//stage/##remedy_Pad");
    IM_CHECK(settle(c));
    c->Yield(3);
    IM_CHECK(!c->ItemExists("//stage/##remedy_Pad"));
  });
}

/// Everything that the window draws in the next frames, as one text.
std::string drawn(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  std::string all;
  for (const panels::PaintLog::Item& item : log.items) all += item.text + " ";
  return all;
}

/// Nobody moves the mouse after an answer: the window draws what it knows, and then sleeps. Not both rows of
/// cures.
TEST_F(ExpressionUi, AfterAnAnswerTheCuresAreThereOnce) {
  drive("cures once", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(4);
    IM_CHECK(gui()->ui().stage.cures);
    gui()->session().ask();
    c->Yield(4);
    IM_CHECK(!gui()->ui().stage.cures);
    gui()->session().reveal();
    const auto cures_drawn = [&] {
      panels::PaintLog log;
      panels::Paint::log = &log;
      c->Yield();
      panels::Paint::log = nullptr;
      return std::count_if(log.items.begin(), log.items.end(),
                           [](const panels::PaintLog::Item& item) { return item.text == "Pad"; });
    };
    bool twice = false;
    for (int frame = 0; frame < 4; ++frame) {
      if (cures_drawn() < 2) continue;
      twice = true; // the expression's panel is drawn first, and cannot know
      IM_CHECK(gui()->ui().wake.again);
    }
    IM_CHECK(twice);
    IM_CHECK(gui()->ui().stage.cures);
    IM_CHECK_EQ(cures_drawn(), 1);
  });
}

TEST_F(ExpressionUi, TheFirstStartSaysWhatALaneAndABankAre) {
  drive("first words", [](ImGuiTestContext* c) {
    gui()->ui().typed = false;
    const std::string first = drawn(c);
    for (const char* words : {"A lane is one thread of the warp", "31 lanes wait", "One click cures it"})
      IM_CHECK(first.find(words) != std::string::npos);
    c->SetRef("expression");
    type_into(c, "##expression", "tile[threadIdx.x][threadIdx.y]");
    IM_CHECK(settle(c));
    IM_CHECK(drawn(c).find("A lane is one thread") == std::string::npos); // nobody needs them twice
  });
}

TEST_F(ExpressionUi, AnIndexIntoGlobalMemory) {
  drive("global", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    type_into(c, "##expression", "a[threadIdx.x * 2]");
    IM_CHECK(settle(c));
    IM_CHECK_EQ(gui()->ui().scene, view::SceneKind::Sectors);
    IM_CHECK_EQ(headline().find("8 sectors"), 0u);
  });
}

TEST_F(ExpressionUi, GarbageKeepsThePictureAndSaysWhy) {
  drive("garbage", [](ImGuiTestContext* c) {
    c->SetRef("expression");
    type_into(c, "##expression", "tile[threadIdx.x][[oops");
    IM_CHECK(settle(c));
    const session::Session& session = gui()->session();
    IM_CHECK(session.runs().stale());
    IM_CHECK(session.runs().error_in("expression") != nullptr);
    IM_CHECK(!session.time().track().empty());
    type_into(c, "##expression", "tile[threadIdx.x][1]");
    IM_CHECK(settle(c));
    IM_CHECK(!gui()->session().runs().stale());
  });
}

TEST_F(ExpressionUi, StepsByKeysAndButtons) {
  drive("steps", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->SetRef("timeline");
    c->ItemClick("##next");
    c->ItemClick("##next");
    IM_CHECK_EQ(session.time().step(), 2u);
    c->ItemClick("##previous");
    IM_CHECK_EQ(session.time().step(), 1u);
    c->KeyPress(ImGuiKey_RightArrow);
    IM_CHECK_EQ(session.time().step(), 2u);
    c->KeyPress(ImGuiKey_LeftArrow);
    c->KeyPress(ImGuiKey_LeftArrow);
    IM_CHECK_EQ(session.time().step(), 0u);
    c->KeyPress(ImGuiKey_End);
    IM_CHECK_EQ(session.time().step(), 31u);
    c->KeyPress(ImGuiKey_Home);
    IM_CHECK_EQ(session.time().step(), 0u);
    c->ItemClick("##play");
    IM_CHECK(session.time().playing());
    c->ItemClick("##play");
    IM_CHECK(!session.time().playing());
  });
}

TEST_F(ExpressionUi, ScrubsByDragging) {
  drive("scrub", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->SetRef("timeline");
    const ImGuiTestItemInfo item = c->ItemInfo("##scrub");
    const ImRect box = item.RectFull;
    c->MouseMoveToPos({box.Min.x + box.GetWidth() * .51f, box.GetCenter().y});
    c->MouseDown();
    c->Yield();
    const std::uint64_t middle = session.time().step();
    c->MouseMoveToPos({box.Min.x + box.GetWidth() * .27f, box.GetCenter().y});
    c->Yield();
    const std::uint64_t quarter = session.time().step();
    c->MouseUp();
    IM_CHECK_EQ(middle, 16u);
    IM_CHECK_EQ(quarter, 8u);
  });
}

TEST_F(ExpressionUi, AnotherWarpAndAnExample) {
  drive("warp", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    c->SetRef("expression");
    c->ComboClick("##warp/3");
    IM_CHECK_EQ(gui()->session().document().warp, 3u);
    c->SetRef("expression");
    c->ItemClick("$$0/##example");
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().expression.c_str(), "tile[threadIdx.y][threadIdx.x]");
    IM_CHECK_NE(headline().find("1 wavefront"), std::string::npos);
  });
}

TEST_F(ExpressionUi, PointingAtALaneLinksIt) {
  drive("hover", [](ImGuiTestContext* c) {
    c->SetRef("stage");
    const ImRect box = c->ItemInfo("##picture").RectFull;
    bool found = false;
    for (float x = .05f; x < 1 && !found; x += .02f)
      for (float y = .1f; y < .5f && !found; y += .04f) {
        c->MouseMoveToPos({box.Min.x + box.GetWidth() * x, box.Min.y + box.GetHeight() * y});
        c->Yield(2);
        found = gui()->ui().hover.lanes != 0;
      }
    IM_CHECK(found);
  });
}

} // namespace
} // namespace warpscope
