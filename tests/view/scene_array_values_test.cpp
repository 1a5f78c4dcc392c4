// Values in the cells of the scene Array: what each element holds once the wavefront on the stage is served.
#include "tests/view/picture_check.h"
#include "tests/view/valued_stores.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using namespace testing;

std::vector<std::string> texts_of(const view::Picture& picture) {
  std::vector<std::string> texts;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) texts.push_back(text->text);
  return texts;
}
std::ptrdiff_t count(const view::Picture& picture, const std::string& text) {
  const std::vector<std::string> all = texts_of(picture);
  return std::count(all.begin(), all.end(), text);
}

view::Picture values_at(const Sample& s, std::size_t event, std::uint32_t wavefront, float width = 1280,
                        float height = 720) {
  view::SceneRequest in = s.input(width, height, wavefront, event);
  in.options.values = true;
  return view::build_scene(view::SceneKind::Array, in);
}

TEST(ArrayValues, ZeroIsNotWhatNobodyStored) {
  const Sample s = valued_stores();
  const view::Picture first = values_at(s, 0, 0);
  EXPECT_EQ(count(first, "1.5"), 1);
  EXPECT_EQ(count(first, "8.5"), 1);
  const std::ptrdiff_t zeros = count(first, "0");
  EXPECT_GE(zeros, 8);
  // 48 of 64 cells hold nothing; the legend has one more.
  EXPECT_EQ(count(first, "–"), 49);
  EXPECT_EQ(unsound(first), "");
}

TEST(ArrayValues, FollowTheWavefrontBothWays) {
  const Sample s = valued_stores();
  // Rows 0 and 1 of column 20: one bank, two wavefronts.
  EXPECT_EQ(count(values_at(s, 0, 0), "100"), 0);
  EXPECT_EQ(count(values_at(s, 1, 0), "100"), 1);
  EXPECT_EQ(count(values_at(s, 1, 0), "101"), 0);
  EXPECT_EQ(count(values_at(s, 1, 1), "101"), 1);
  EXPECT_EQ(values_at(s, 0, 0), values_at(s, 0, 0));
  EXPECT_EQ(count(values_at(s, 0, 0), "101"), 0);
}

TEST(ArrayValues, ATooltipSaysWhatWasThereBefore) {
  const Sample s = valued_stores();
  const view::Picture second = values_at(s, 1, 0);
  const auto told = [&](const std::string& words) {
    return std::count_if(second.hits.begin(), second.hits.end(),
                         [&](const view::Hit& hit) { return hit.tooltip.find(words) != std::string::npos; });
  };
  EXPECT_EQ(told("Held nothing stored yet, now 100."), 1);
  EXPECT_EQ(told("Holds 1.5."), 1);
  EXPECT_EQ(told("Holds nothing stored yet."), 64 - 16 - 1);
}

/// The trace has an atomic's old value: the next access that reads the place has the new one.
TEST(ArrayValues, WhatAnAtomicLeftIsToldByTheNextLoad) {
  const Sample s = valued_stores();
  EXPECT_EQ(count(values_at(s, 1, 0), "9"), count(values_at(s, 2, 0), "9") - 1);
}

TEST(ArrayValues, LanesAreShownUnlessAskedForValues) {
  const Sample s = valued_stores();
  const view::Picture lanes = view::build_scene(view::SceneKind::Array, s.input(1280, 720));
  EXPECT_EQ(count(lanes, "1.5"), 0);
  EXPECT_GE(count(lanes, "Values"), 1);
  EXPECT_GE(count(values_at(s, 0, 0), "Lanes"), 1);
}

/// Cells are made as wide as the values need, and what does not fit is scrolled to.
TEST(ArrayValues, LongValuesMakeCellsWide) {
  Sample s;
  s.trace->keep_values();
  s.variable("s", Space::Shared, {32, 33}, "float", 4);
  add_valued(
      s, AccessKind::Store, [](std::uint32_t t) { return 4 * 33 * t; },
      [](std::uint32_t t) { return 31000 + static_cast<float>(t); });
  for (const auto& [w, h] : {std::pair{790.F, 400.F}, std::pair{1190.F, 600.F}}) {
    const view::Picture picture = values_at(s, 0, 0, w, h);
    EXPECT_EQ(count(picture, "31000"), 1);
    EXPECT_EQ(count(picture, "…"), 0);
    EXPECT_EQ(unsound(picture), "");
    for (const view::Shape& shape : picture.shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape)) {
        EXPECT_GE(text->size, 13) << text->text;
      }
  }
}

} // namespace
} // namespace warpscope
