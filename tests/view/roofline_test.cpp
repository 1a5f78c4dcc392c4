// The roofline as a Picture, at every size.
#include "app/view/roofline.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

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
