// The roofline as a Picture, at every size.
#include "app/view/roofline.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

view::RooflineInput roofline_input(float width, float height) {
  view::RooflineInput input;
  input.roofs = {{"device memory", 4.8e12, false}, {"L2", 6.5e12, true}, {"shared memory", 33e12, false}};
  input.peak = 67e12;
  input.peak_name = "FP32 peak 67 TFLOP/s";
  input.points = {{42, 5e12, "", false, false},
                  {3.8, 5e12, "simulated", false, true},
                  {1, 5e12, "", false, false},
                  {3.8, 4e12, "measured: H200, 2026-11-22", true, false}};
  input.width = width;
  input.height = height;
  input.scale = view::scale_for(width * 2.5F, height * 3, 1);
  return input;
}

TEST(RooflinePicture, IsSoundAndItsTextsStayApart) {
  for (const auto& [w, h] : {std::pair{200.F, 100.F}, {430.F, 170.F}, {640.F, 240.F}, {1200.F, 700.F}})
    for (const bool light : {false, true}) {
      view::RooflineInput input = roofline_input(w, h);
      input.theme = light ? &view::light_theme() : &view::dark_theme();
      const view::Picture picture = view::build_roofline(input);
      EXPECT_EQ(testing::unsound(picture), "") << w;
      EXPECT_EQ(testing::overlapping(picture), "") << w;
      EXPECT_GT(testing::texts(picture).size(), 4u) << w;
    }
}

TEST(RooflinePicture, SaysWhichPointIsTheLaunchAndWhichWasMeasured) {
  const view::Picture picture = view::build_roofline(roofline_input(900, 400));
  std::string all;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) all += text->text + "|";
  for (const char* said : {"simulated|", "measured: H200, 2026-11-22|", "L2|", "device memory|", "FP32 peak"})
    EXPECT_NE(all.find(said), std::string::npos) << said << " in " << all;
}

TEST(RooflinePicture, AnIntervalIsALineThroughItsPoint) {
  view::RooflineInput input = roofline_input(900, 400);
  const auto upright = [](const view::Picture& picture) {
    float longest = 0;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* line = std::get_if<view::CurveShape>(&shape))
        if (line->p0.x == line->p3.x && line->from == view::dark_theme().t1)
          longest = std::max(longest, std::abs(line->p0.y - line->p3.y));
    return longest;
  };
  EXPECT_EQ(upright(view::build_roofline(input)), 0);
  input.points[1].low = 2.5e12, input.points[1].high = 10e12;
  const float factor_4 = upright(view::build_roofline(input));
  EXPECT_GT(factor_4, 10);
  EXPECT_EQ(testing::unsound(view::build_roofline(input)), "");
  EXPECT_EQ(testing::overlapping(view::build_roofline(input)), "");
  input.points[1].low = 5e12 / 4, input.points[1].high = 20e12;
  EXPECT_NEAR(upright(view::build_roofline(input)) / factor_4, 2, .2) << "on a logarithmic axis";
}

TEST(RooflinePicture, WithoutOperationsThereAreRoofsAlone) {
  view::RooflineInput input = roofline_input(640, 240);
  input.points = {{0, 0, "simulated", false, true}};
  EXPECT_EQ(testing::unsound(view::build_roofline(input)), "");
}

TEST(RooflinePicture, NumbersKeepThreeDigits) {
  EXPECT_EQ(view::prefixed(0), "0");
  EXPECT_EQ(view::prefixed(67e12), "67 T");
  EXPECT_EQ(view::prefixed(4.8e12), "4.8 T");
  EXPECT_EQ(view::prefixed(350e9), "350 G");
  EXPECT_EQ(view::prefixed(999.7e6), "1 G");
  EXPECT_EQ(view::prefixed(7.864e12), "7.86 T");
}

} // namespace
} // namespace warpscope
