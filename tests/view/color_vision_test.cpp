// Colours with a meaning remain distinct for people who see two primaries; where they come close, a second
// cue tells them apart.
#include "app/view/scene.h"
#include "app/view/theme.h"
#include "tests/view/color_vision.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <string>

namespace warpscope {
namespace {

using namespace warpscope::testing;

constexpr std::pair<Vision, const char*> visions[] = {{Vision::Full, "full"},
                                                      {Vision::Protan, "protan"},
                                                      {Vision::Deutan, "deutan"},
                                                      {Vision::Tritan, "tritan"}};

TEST(ColorVision, MatricesKeepGreysAndConfuseWhatTheyShould) {
  for (const auto& [vision, name] : visions) {
    EXPECT_LT(color_distance(seen({128, 128, 128}, vision), {128, 128, 128}), 1) << name;
    EXPECT_LT(color_distance(seen({255, 255, 255}, vision), {255, 255, 255}), 1) << name;
  }
  // Red and green of one lightness: far apart for most, close for a deuteranope.
  const view::Color red{190, 60, 40}, green{75, 125, 40};
  EXPECT_GT(color_distance(red, green), 20);
  EXPECT_LT(color_distance(seen(red, Vision::Deutan), seen(green, Vision::Deutan)),
            color_distance(red, green) / 2);
}

TEST(ColorVision, TheFourMeaningsStayApart) {
  for (const view::Theme* theme : {&view::dark_theme(), &view::light_theme()})
    for (const auto& [vision, name] : visions) {
      const std::pair<view::Color, const char*> meanings[] = {{theme->now, "now"},
                                                              {theme->conflict, "conflict"},
                                                              {theme->broadcast, "broadcast"},
                                                              {theme->hazard, "hazard"}};
      for (std::size_t i = 0; i < std::size(meanings); ++i)
        for (std::size_t k = i + 1; k < std::size(meanings); ++k)
          EXPECT_GT(color_distance(seen(meanings[i].first, vision), seen(meanings[k].first, vision)), 6)
              << meanings[i].second << " and " << meanings[k].second << ", " << name
              << (theme->dark ? ", dark" : ", light");
    }
}

TEST(ColorVision, GroundsAndMeaningsStayApart) {
  for (const view::Theme* theme : {&view::dark_theme(), &view::light_theme()})
    for (const auto& [vision, name] : visions)
      for (const view::Color meaning : {theme->now, theme->conflict, theme->broadcast, theme->hazard})
        for (const view::Color ground : {theme->bg0, theme->bg1, theme->bg3})
          EXPECT_GE(view::contrast(seen(meaning, vision), seen(ground, vision)), 2.2F) << name;
}

/// Now, served and waiting strands of one picture differ in more than colour: width and dashes.
TEST(ColorVision, StrandsHaveASecondCue) {
  const Sample sample = column_read();
  view::SceneRequest in = sample.input(1190, 598, 9);
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
  float now = 0, waits = 0, served = 0;
  bool waits_dashed = true, served_dashed = false;
  const view::Theme& t = view::dark_theme();
  for (const view::Shape& shape : picture.shapes) {
    const auto* curve = std::get_if<view::CurveShape>(&shape);
    if (curve == nullptr) continue;
    const auto is = [&](view::Color c) {
      return curve->from.r == c.r && curve->from.g == c.g && curve->from.b == c.b;
    };
    if (is(t.now)) now = std::max(now, curve->width);
    if (is(t.conflict)) {
      waits = std::max(waits, curve->width);
      waits_dashed = waits_dashed && curve->dash.on > 0;
    }
    if (is(t.edge)) {
      served = std::max(served, curve->width);
      served_dashed = served_dashed || curve->dash.on > 0;
    }
  }
  EXPECT_GT(now, 2 * waits);
  EXPECT_GT(waits, served);
  EXPECT_GT(served, 0);
  EXPECT_TRUE(waits_dashed);
  EXPECT_FALSE(served_dashed);
}

/// Conflict and broadcast say their number in words or signs beside the colour.
TEST(ColorVision, ConflictAndBroadcastAreSaidToo) {
  const Sample column = column_read(), shared = shared_broadcast(4);
  const view::SceneRequest conflict = column.input(1190, 598, 3);
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, conflict)).find("conflict"),
            std::string::npos);
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, shared.input(1190, 598, 0))).find("×4"),
            std::string::npos);
}

} // namespace
} // namespace warpscope
