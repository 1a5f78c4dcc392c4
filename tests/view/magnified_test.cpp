// A part of a Picture, larger: everything keeps its place relative to everything else, and its letters.
#include "app/view/magnified.h"
#include "app/view/scene.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Magnified, ScalesWhatLiesInThePartAndLeavesTheRestOut) {
  view::Picture picture;
  picture.width = 400;
  picture.height = 300;
  picture.background = {1, 2, 3, 255};
  view::RectShape rect;
  rect.box = {100, 60, 20, 10};
  rect.radius = 2;
  rect.stroke_width = 1;
  rect.dash = {3, 2};
  picture.shapes.emplace_back(rect);
  view::TextShape text;
  text.at = {110, 70};
  text.size = 14;
  text.text = "32";
  picture.shapes.emplace_back(text);
  text.at = {390, 290}; // elsewhere
  picture.shapes.emplace_back(text);
  picture.hits.push_back({});

  const view::Picture large = view::magnified(picture, {90, 50, 80, 40}, 3);
  EXPECT_EQ(large.width, 240);
  EXPECT_EQ(large.height, 120);
  EXPECT_EQ(large.background, picture.background);
  EXPECT_TRUE(large.hits.empty());
  ASSERT_EQ(large.shapes.size(), 2u);
  rect.box = {30, 30, 60, 30};
  rect.radius = 6;
  rect.stroke_width = 3;
  rect.dash = {9, 6};
  EXPECT_EQ(large.shapes[0], view::Shape(rect));
  text.at = {60, 60};
  text.size = 42;
  EXPECT_EQ(large.shapes[1], view::Shape(text));
}

TEST(Magnified, KeepsEveryKindOfShapeOfAScene) {
  const testing::Sample sample = testing::column_read();
  const view::SceneRequest request = sample.input(1280, 720);
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, request);
  const view::Picture whole = view::magnified(picture, {0, 0, picture.width, picture.height}, 1);
  EXPECT_EQ(whole.shapes, picture.shapes);
  const view::Picture corner = view::magnified(picture, {0, 0, 200, 200}, 2.5F);
  EXPECT_GT(corner.shapes.size(), 3u);
  EXPECT_LT(corner.shapes.size(), picture.shapes.size());
}

} // namespace
} // namespace warpscope
