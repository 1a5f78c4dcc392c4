// The chart of a sweep.
#include "app/view/chart.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

view::ChartInput strides(std::size_t n) {
  view::ChartInput input;
  input.title = "shared load, wavefronts";
  input.axis = "STRIDE";
  for (std::size_t i = 1; i <= n; ++i) {
    const std::size_t power = i & ~(i - 1), cost = std::min<std::size_t>(power, 32);
    input.bars.push_back({std::to_string(i), std::to_string(cost), static_cast<double>(cost), 1.0, i == 8});
  }
  return input;
}

std::size_t texts(const view::Picture& picture, std::string_view text) {
  std::size_t found = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* t = std::get_if<view::TextShape>(&shape)) found += t->text == text ? 1 : 0;
  return found;
}

/// Bars: filled rectangles of a colour that stand on the same line.
std::vector<view::Box> bars(const view::Picture& picture, view::Color color) {
  std::vector<view::Box> found;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* r = std::get_if<view::RectShape>(&shape))
      if (r->fill == color && r->box.y + r->box.h < picture.height - 70) found.push_back(r->box);
  return found;
}

TEST(Chart, BarsAreAsHighAsTheirValues) {
  const view::Picture picture = view::build_chart(strides(33));
  const std::vector<view::Box> over = bars(picture, view::dark_theme().conflict),
                               good = bars(picture, view::dark_theme().now);
  EXPECT_EQ(over.size(), 16u) << "every even stride conflicts";
  EXPECT_GE(good.size(), 17u);
  float least = 1e9f, most = 0;
  for (const view::Box& box : over) {
    least = std::min(least, box.h);
    most = std::max(most, box.h);
  }
  EXPECT_NEAR(most / least, 16, .1) << "32 against 2 wavefronts";
  EXPECT_EQ(picture.hits.size(), 33u);
  EXPECT_EQ(texts(picture, "shared load, wavefronts"), 1u);
  EXPECT_EQ(texts(picture, "STRIDE"), 1u);
}

TEST(Chart, WhatWasMeasuredStandsBesideWhatWasSimulated) {
  view::ChartInput input = strides(8);
  input.device = "NVIDIA H200";
  for (view::ChartBar& bar : input.bars) bar.measured = *bar.value * (bar.label == "8" ? 2 : 1);
  const view::Picture picture = view::build_chart(input);
  const std::vector<view::Box> measured = bars(picture, view::dark_theme().broadcast);
  ASSERT_EQ(measured.size(), 8u);
  std::vector<view::Box> simulated = bars(picture, view::dark_theme().conflict);
  std::sort(simulated.begin(), simulated.end(),
            [](const view::Box& a, const view::Box& b) { return a.x < b.x; });
  ASSERT_EQ(simulated.size(), 4u); // 2, 4, 6, 8
  EXPECT_NEAR(measured[1].h, simulated[0].h, .01);
  EXPECT_NEAR(measured[7].h, 2 * simulated[3].h, .01);
  EXPECT_GE(measured[1].x, simulated[0].x + simulated[0].w);
  EXPECT_EQ(texts(picture, "measured on NVIDIA H200"), 1u);
  // Times alone: whole bars, a line from quartile to quartile, and nothing of an ideal.
  for (view::ChartBar& bar : input.bars) bar = {bar.label, "", {}, {}, false, 5.0, 4.5, 5.5};
  const view::Picture times = view::build_chart(input);
  EXPECT_EQ(bars(times, view::dark_theme().broadcast).size(), 8u);
  EXPECT_EQ(texts(times, "ideal"), 0u);
}

/// Colour alone does not tell them apart.
TEST(Chart, TimesByTheModelAreHollowAndHaveTheirInterval) {
  view::ChartInput input = strides(8);
  for (view::ChartBar& bar : input.bars) {
    bar = {bar.label, "", {}, {}, false, {}, {}, {}};
    bar.estimated = 5.0, bar.low = 2.5, bar.high = 10.0;
  }
  const auto hollow = [](const view::Picture& picture) {
    std::vector<view::Box> found;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* r = std::get_if<view::RectShape>(&shape))
        if (r->stroke == view::dark_theme().broadcast && r->stroke_width > 0 && r->box.h > 20)
          found.push_back(r->box);
    return found;
  };
  const auto reaching = [](const view::Picture& picture, float height) {
    std::size_t found = 0;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* l = std::get_if<view::CurveShape>(&shape))
        found += l->p0.x == l->p3.x && std::abs(std::abs(l->p0.y - l->p3.y) - height) < .5F ? 1 : 0;
    return found;
  };
  const view::Picture alone = view::build_chart(input);
  EXPECT_EQ(bars(alone, view::dark_theme().broadcast).size(), 0u) << "nothing was measured";
  ASSERT_EQ(hollow(alone).size(), 8u);
  EXPECT_EQ(reaching(alone, 1.5F * hollow(alone)[0].h), 8u) << "from half to twice the bar";
  EXPECT_EQ(texts(alone, "by the model"), 1u);
  EXPECT_EQ(texts(alone, "ideal"), 0u);
  input.device = "NVIDIA H200";
  for (view::ChartBar& bar : input.bars) bar.measured = 4.0;
  const view::Picture both = view::build_chart(input);
  const std::vector<view::Box> measured = bars(both, view::dark_theme().broadcast);
  ASSERT_EQ(measured.size(), 8u);
  ASSERT_EQ(hollow(both).size(), 8u);
  EXPECT_GE(measured[0].x, hollow(both)[0].x + hollow(both)[0].w) << "beside each other";
  EXPECT_NEAR(hollow(both)[0].h / measured[0].h, 5. / 4, .02);
}

TEST(Chart, NoTextTouchesAnotherAtAnySize) {
  for (const auto& [w, h] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}}) {
    view::ChartInput input = strides(33);
    input.width = static_cast<float>(w);
    input.height = static_cast<float>(h);
    input.theme = &view::light_theme();
    const view::Picture picture = view::build_chart(input);
    std::vector<view::Box> boxes;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* t = std::get_if<view::TextShape>(&shape)) {
        EXPECT_GE(t->size, 13);
        const float width = view::text_width(t->text, t->font, t->size);
        const float x = t->anchor == view::Anchor::Start    ? t->at.x
                        : t->anchor == view::Anchor::Middle ? t->at.x - width / 2
                                                            : t->at.x - width;
        boxes.push_back({x, t->at.y - t->size * .72f, width, t->size * .72f});
        EXPECT_GE(x, 0) << t->text;
        EXPECT_LE(x + width, input.width) << t->text;
      }
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (std::size_t k = i + 1; k < boxes.size(); ++k) {
        const view::Box &a = boxes[i], &b = boxes[k];
        EXPECT_FALSE(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
            << w << "x" << h << " texts " << i << " and " << k;
      }
  }
}

TEST(Chart, APointWithoutACountLeavesAGap) {
  view::ChartInput input = strides(4);
  input.bars[1].value.reset();
  input.bars[1].ideal.reset();
  EXPECT_EQ(bars(view::build_chart(input), view::dark_theme().conflict).size(), 1u);
  input.bars.clear();
  EXPECT_TRUE(view::build_chart(input).hits.empty());
}

} // namespace
} // namespace warpscope
