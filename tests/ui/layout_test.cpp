// The window's regions at every size and zoom.
#include "app/panels/window/layout.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warpscope {
namespace {

TEST(Layout, HasTheHeightsOfTheTokens) {
  const panels::Layout big = panels::make_layout(1920, 1080, 1, false);
  EXPECT_EQ(big.bar.h, 56);
  EXPECT_EQ(big.stage_tabs.h, 48);
  EXPECT_EQ(big.timeline.h, 148);
  EXPECT_EQ(big.results_tabs.h + big.results.h, 230);
  EXPECT_EQ(big.source.w, 730); // 38 %
  EXPECT_TRUE(big.big);
  const panels::Layout small = panels::make_layout(1280, 720, 1, false);
  EXPECT_EQ(small.bar.h, 44);
  EXPECT_EQ(small.stage_tabs.h, 38);
  EXPECT_EQ(small.timeline.h, 92);
  EXPECT_EQ(small.results_tabs.h + small.results.h, 170);
}

TEST(Layout, CoversTheWindowAtEverySizeAndZoom) {
  for (const float zoom : {.7f, 1.f, 1.5f, 2.5f})
    for (float w = 320; w <= 3840; w += 220)
      for (float h = 200; h <= 2160; h += 140)
        for (const bool expression : {false, true}) {
          const panels::Layout l = panels::make_layout(w, h, zoom, expression);
          const std::string where = std::to_string(w) + "x" + std::to_string(h) + " zoom " +
                                    std::to_string(zoom);
          for (const view::Box& box : {l.bar, l.source_tabs, l.source, l.stage_tabs, l.stage, l.timeline,
                                       l.results_tabs, l.results}) {
            ASSERT_GE(box.w, 0) << where;
            ASSERT_GE(box.h, 0) << where;
          }
          ASSERT_EQ(l.source.w + l.stage.w, w) << where;
          ASSERT_FLOAT_EQ(l.source.y + l.source.h, l.timeline.y) << where;
          ASSERT_FLOAT_EQ(l.timeline.y + l.timeline.h + l.results_tabs.h + l.results.h, h) << where;
          if (w >= 640 && h >= 360 && zoom <= 1) {
            ASSERT_GE(l.stage.h, h * .35f) << where << ": the picture has room";
          }
        }
}

TEST(Layout, FollowsWhatThePersonMoved) {
  const panels::Layout plain = panels::make_layout(1920, 1080, 1, false);
  settings::PaneSizes panes;
  panes.source = 1.25f;
  panes.timeline = 1.5f;
  panes.results = .5f;
  const panels::Layout moved = panels::make_layout(1920, 1080, 1, false, panes);
  EXPECT_EQ(moved.source.w, 912);
  EXPECT_EQ(moved.timeline.h, 222);
  EXPECT_EQ(moved.results_tabs.h + moved.results.h, 115);
  EXPECT_EQ(moved.results_tabs.h, plain.results_tabs.h);
  // In a smaller window the same proportions.
  EXPECT_EQ(panels::make_layout(1280, 720, 1, false, panes).source.w, std::round(1280 * .39f * 1.25f));
  EXPECT_EQ(panels::make_layout(1280, 720, 1, false, panes).timeline.h, 138);
}

TEST(Layout, ATabThatWasAskedForKeepsItsRoomAndTheStageAThird) {
  for (const float zoom : {1.f, 1.5f, 2.f})
    for (const bool program : {false, true}) {
      const float needed = 103 * .8f * zoom;
      const panels::Layout before = panels::make_layout(1280, 720, zoom, false, {}, program);
      EXPECT_GT(before.results_tabs.h, 0) << zoom << ": a tab can be clicked";
      const panels::Layout l = panels::make_layout(1280, 720, zoom, false, {}, program, needed);
      EXPECT_GE(l.results.h, std::floor(needed)) << zoom;
      EXPECT_GE(l.stage.h, 720 * .34f - 1) << zoom;
      EXPECT_GE(l.timeline.h, 44) << zoom;
      EXPECT_FLOAT_EQ(l.results.y + l.results.h, 720) << zoom;
    }
  // Where there is room, nothing changes.
  const panels::Layout plain = panels::make_layout(1920, 1080, 1, false);
  EXPECT_EQ(panels::make_layout(1920, 1080, 1, false, {}, false, 103).results.h, plain.results.h);
}

TEST(Layout, HidesAndStaysWhole) {
  for (int bits = 0; bits < 8; ++bits)
    for (const float factor : {.1f, .5f, 1.f, 3.f, 10.f})
      for (float w = 320; w <= 3840; w += 320)
        for (float h = 200; h <= 2160; h += 140)
          for (const float zoom : {.75f, 1.f, 2.5f}) {
            const settings::PaneSizes panes{factor,          factor,          factor,
                                            (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
            const panels::Layout l = panels::make_layout(w, h, zoom, false, panes);
            const panels::Layout plain = panels::make_layout(w, h, zoom, false);
            ASSERT_EQ(l.source.w > 0, panes.show_source);
            ASSERT_EQ(l.timeline.h > 0, panes.show_timeline);
            if (!panes.show_results) {
              ASSERT_EQ(l.results.h + l.results_tabs.h, 0);
            }
            ASSERT_EQ(l.source.w + l.stage.w, w);
            ASSERT_GE(l.stage.w, w * .29f);
            ASSERT_GE(l.results.h, 0);
            ASSERT_NEAR(l.timeline.y + l.timeline.h + l.results_tabs.h + l.results.h, h, .01f);
            ASSERT_GE(l.stage.h + 1, std::min(plain.stage.h, h * .25f))
                << w << "x" << h << " zoom " << zoom << " factor " << factor;
          }
}

} // namespace
} // namespace warpscope
