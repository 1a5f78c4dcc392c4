// Lines & sectors: what is drawn below the access of the moment, and what is praised beside an alarm.
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

using namespace testing;

/// A copy that reads neighbours and writes a column.
Sample transposing() {
  Sample s;
  s.buffer("in", 1 << 16, 4);
  s.add("in", "in[y * n + x]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  s.add("out", "out[2 * x]", Space::Global, AccessKind::Store, 4,
        [](std::uint32_t t) { return 4096 + 8 * t; });
  return s;
}

bool sectors_say(const view::Picture& picture, const std::string& what) {
  const auto all = texts(picture);
  return std::any_of(all.begin(), all.end(),
                     [&](const view::TextShape* text) { return text->text.find(what) != std::string::npos; });
}

TEST(SectorsOthers, TheWarpsOtherAccessIsComparedBelow) {
  const Sample s = transposing();
  for (const auto& [w, h] : {std::pair{1190.F, 540.F}, std::pair{1920.F, 1080.F}}) {
    const view::Picture picture = view::build_scene(view::SceneKind::Sectors, s.input(w, h));
    EXPECT_EQ(overlapping(picture), "") << w;
    EXPECT_EQ(unsound(picture), "") << w;
    EXPECT_TRUE(sectors_say(picture, "line 2 of the text")) << w;
    EXPECT_TRUE(sectors_say(picture, "32 lanes write 4 B each")) << w;
    EXPECT_TRUE(sectors_say(picture, "8")) << "the sectors of the other";
    const auto goes = std::find_if(picture.hits.begin(), picture.hits.end(), [](const view::Hit& hit) {
      return hit.kind == view::HitKind::Event && hit.index == 1;
    });
    EXPECT_NE(goes, picture.hits.end()) << "a click goes there";
  }
  // Before a class and beside another picture the access has the room.
  view::SceneRequest presenter = s.input(1920, 1080);
  presenter.options.frame.presenter = true;
  EXPECT_FALSE(sectors_say(view::build_scene(view::SceneKind::Sectors, presenter), "line 2 of the text"));
}

/// Docked at 1280x720, with a lab's question and without: a row of text for each further access.
TEST(SectorsOthers, ASmallStageHasARowForEachFurtherAccess) {
  const Sample s = transposing();
  for (const std::size_t event : {0u, 1u})
    for (const auto& [w, h] : {std::pair{790.F, 376.F}, std::pair{790.F, 290.F}, std::pair{790.F, 250.F}}) {
      const std::string other = event == 0 ? "line 2 of the text" : "line 1 of the text",
                        count = event == 0 ? "8 sectors" : "4 sectors";
      const view::Picture picture = view::build_scene(view::SceneKind::Sectors, s.input(w, h, 0, event));
      EXPECT_EQ(overlapping(picture), "") << h;
      EXPECT_EQ(unsound(picture), "") << h;
      EXPECT_TRUE(sectors_say(picture, other)) << h;
      const auto all = texts(picture);
      EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const view::TextShape* text) {
        return text->text == count;
      })) << h;
      EXPECT_TRUE(std::any_of(picture.hits.begin(), picture.hits.end(), [&](const view::Hit& hit) {
        return hit.kind == view::HitKind::Event && hit.index == 1 - event;
      })) << "a click goes there";
    }
  // What has no room for its own lines has none for others.
  EXPECT_FALSE(
      sectors_say(view::build_scene(view::SceneKind::Sectors, s.input(400, 150)), "line 2 of the text"));
}

TEST(SectorsOthers, AnAccessAloneIsComparedWithItsBytesSideBySide) {
  Sample s;
  s.buffer("in", 1 << 16, 4);
  s.add("in", "in[2 * i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 8 * t; });
  EXPECT_TRUE(sectors_say(view::build_scene(view::SceneKind::Sectors, s.input(1920, 1080)), "side by side"));
  Sample best;
  best.buffer("in", 1 << 16, 4);
  best.add("in", "in[i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  EXPECT_FALSE(
      sectors_say(view::build_scene(view::SceneKind::Sectors, best.input(1920, 1080)), "side by side"));
}

/// A kernel may have any name; what sim/expression puts around an expression nobody has written.
TEST(SectorsOthers, WhatIsWrittenDecidesAndNotTheKernelsName) {
  Sample s = transposing();
  s.program.kernels.resize(1);
  for (const char* name : {"expression", "expression_templates", "transpose"}) {
    s.program.kernels.front().name = name;
    const auto shows_other = [&](playback::Written written) {
      view::SceneRequest in = s.input(1920, 1080);
      in.run = s.run(written);
      return sectors_say(view::build_scene(view::SceneKind::Sectors, in), "line 2 of the text");
    };
    EXPECT_TRUE(shows_other(playback::Written::Kernel)) << name;
    EXPECT_FALSE(shows_other(playback::Written::Expression)) << name;
  }
}

/// Under an alarm a share of 100 % is no success.
TEST(SectorsOthers, NothingIsPraisedBesideAnAlarm) {
  Sample s;
  s.buffer("in", 1 << 16, 4);
  s.add("in", "in[i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  view::SceneRequest in = s.input(1190, 540);
  const auto praised = [&] {
    const view::Picture picture = view::build_scene(view::SceneKind::Sectors, in);
    const auto all = texts(picture);
    return std::count_if(all.begin(), all.end(),
                         [](const view::TextShape* text) { return text->color == view::dark_theme().now; });
  };
  EXPECT_GT(praised(), 0);
  in.options.told.alarm = "The loop of line 3 does not end";
  in.options.told.alarm_advice = "look at what should end that loop";
  EXPECT_EQ(praised(), 0);
}

/// Behind what is wrong an explanation stands whole or not at all.
TEST(SectorsOthers, NoPieceOfAnExplanationStandsBehindWhatIsWrong) {
  Sample s;
  s.buffer("in", 1 << 16, 4);
  s.add("in", "in[i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  int whole = 0, left_out = 0;
  for (float w = 700; w < 1900; w += 50) {
    view::SceneRequest in = s.input(w, 300);
    in.options.told.alarm = "Fault: ";
    in.options.told.alarm_why = "in[i] reads in[1000], but in has 1000 elements: thread (232, 0, 0)";
    const view::Picture picture = view::build_scene(view::SceneKind::Sectors, in);
    bool said = false;
    for (const view::TextShape* text : texts(picture)) {
      if (text->text.find("of the bytes are used: ") == std::string::npos &&
          !text->text.starts_with("100 % of the bytes a"))
        continue;
      if (text->text.ends_with("…")) ADD_FAILURE() << w << ": " << text->text;
      said |= text->text.find(": ") != std::string::npos;
    }
    ++(said ? whole : left_out);
  }
  EXPECT_GT(whole, 0);
  EXPECT_GT(left_out, 0);
}

} // namespace
} // namespace warpscope
