// Layouts takes an access of the text over: its wavefronts are the text's, or it says that they are not.
#include "sim/model/banks.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using testing::column_read;
using testing::Sample;

std::string words_of_layouts(const view::LayoutOptions& options) {
  view::SceneRequest request;
  request.options = view::page_options(1280, 720, view::dark_theme());
  request.options.layouts = options;
  const view::Headline h = view::make_headline(request, view::SceneKind::Layouts);
  return h.strong + h.rest + " | " + h.lead + " | " + h.explanation;
}

view::LayoutOptions followed(const Sample& sample, std::size_t event = 0, bool expression = false) {
  view::LayoutOptions options;
  view::follow_access(options, sample.input(1280, 720, 0, event), expression);
  return options;
}

TEST(LayoutsAccess, AColumnOfTheTextIsTheColumnOfTheScene) {
  const view::LayoutOptions shown = followed(column_read(32), 0, true);
  EXPECT_EQ(shown.tile, "(32,32):(32,1)");
  EXPECT_EQ(shown.swizzle, "Swizzle<5,0,5>");
  EXPECT_EQ(words_of_layouts(shown),
            "32 wavefronts become 1 | The expression: 32 lanes read 4 bytes each | down "
            "column 13 of float");
  EXPECT_EQ(
      words_of_layouts(followed(column_read(33))),
      "1 wavefront as it lies: no swizzle | Line 1: 32 lanes read 4 bytes each | down column 13 of float");
}

/// Whatever is taken over costs in the scene what it costs in the text.
TEST(LayoutsAccess, CountsAreThoseOfTheAccess) {
  struct Case {
    std::vector<std::uint32_t> dimensions;
    const char* type;
    std::uint32_t element, width;
    AccessKind kind;
    std::uint32_t (*byte)(std::uint32_t lane);
    std::uint32_t mask;
  };
  const Case cases[] = {
      {{16, 17},
       "float",
       4,
       4,
       AccessKind::Store,
       [](std::uint32_t t) { return 4 * (t / 16 * 17 + t % 16); },
       ~0u},
      {{32, 32}, "float", 4, 16, AccessKind::Load, [](std::uint32_t t) { return 128 * t; }, ~0u},
      {{8, 64},
       "half",
       2,
       2,
       AccessKind::Load,
       [](std::uint32_t t) { return 2 * (t % 8 * 64 + t / 8); },
       0x00FF00FFu},
      {{512}, "double", 8, 8, AccessKind::Load, [](std::uint32_t t) { return 8 * (7 * t % 512); }, ~0u},
      {{4, 8, 33}, "float", 4, 4, AccessKind::Load, [](std::uint32_t t) { return 4 * 33 * t; }, ~0u},
      {{64, 64}, "unsigned char", 1, 1, AccessKind::Load, [](std::uint32_t t) { return 64 * t; }, ~0u},
  };
  for (const Case& of : cases) {
    Sample sample;
    sample.variable("tile", Space::Shared, of.dimensions, of.type, of.element);
    sample.add("tile", "tile[i]", Space::Shared, of.kind, of.width, of.byte, of.mask);
    const view::LayoutOptions shown = followed(sample);
    ASSERT_EQ(shown.whose, "Line 1") << of.type << " " << of.width;
    const layouts::Tile tile = layouts::parse_tile(shown.tile).value.value();
    const layouts::Swizzle swizzle = layouts::parse_swizzle(shown.swizzle).value.value();
    const layouts::Study study = layouts::study(tile, swizzle, shown.unit, of.element, shown.reading);
    const model::BankCounts counts = model::serve_banks(sample.run()->trace().access(0), of.kind).counts;
    EXPECT_EQ(study.plain.service.counts.wavefronts, counts.wavefronts) << shown.tile;
    EXPECT_EQ(study.plain.service.counts.ideal_wavefronts, counts.ideal_wavefronts) << shown.tile;
    EXPECT_LE(study.swizzled.service.counts.wavefronts, counts.wavefronts) << shown.swizzle;
    EXPECT_FALSE(study.swizzled.faulty()) << shown.swizzle;
    // What is proposed leaves every element inside the array.
    for (const std::uint32_t byte : study.swizzled.byte)
      EXPECT_LT(byte, tile.end * of.element) << shown.swizzle;
  }
}

TEST(LayoutsAccess, WhatHasNoBanksIsNotTakenOverAndTheHeadlineSaysSo) {
  Sample global;
  global.buffer("a", 4096, 4);
  global.add("a", "a[2 * i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 8 * t; });
  EXPECT_FALSE(view::layouts_of_access(global.input(1280, 720)).has_value());
  EXPECT_EQ(
      words_of_layouts(followed(global)),
      "8 wavefronts become 1 | An example, not line 1 | 8 lanes read 16 bytes each, columns 16–23 of half, "
      "a row for each lane");
  // Between accesses to global memory the warp's nearest shared one is shown, under its own line.
  Sample both = column_read(32);
  both.buffer("a", 4096, 4);
  both.add("a", "a[i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  EXPECT_EQ(followed(both, 1).whose, "Line 1");
  EXPECT_TRUE(words_of_layouts(followed(both, 1)).starts_with("32 wavefronts"));
  // Atomics take turns for reasons that no layout changes.
  Sample atomics;
  atomics.variable("bins", Space::Shared, {32}, "int", 4);
  atomics.add("bins", "atomicAdd", Space::Shared, AccessKind::Atomic, 4, [](std::uint32_t) { return 0u; });
  EXPECT_TRUE(followed(atomics).whose.empty());
}

TEST(LayoutsAccess, WhatAPersonChoseStaysAndIsNamed) {
  const Sample sample = column_read(32);
  view::LayoutOptions options = followed(sample);
  options.swizzle = options.drawn_swizzle = "Swizzle<2,0,5>";
  options.own_swizzle = true;
  view::follow_access(options, sample.input(1280, 720), false);
  EXPECT_EQ(options.swizzle, "Swizzle<2,0,5>");
  EXPECT_TRUE(words_of_layouts(options).starts_with("32 wavefronts become 8 | Line 1: "));
  view::leave_access(options);
  options.tile = options.drawn_tile = "(16,16):(16,1)";
  view::follow_access(options, sample.input(1280, 720), false);
  EXPECT_EQ(options.tile, "(16,16):(16,1)");
  EXPECT_NE(words_of_layouts(options).find("Of the layout typed here, not of line 1"), std::string::npos);
  options.follows = true;
  options.own_swizzle = false;
  view::follow_access(options, sample.input(1280, 720), false);
  EXPECT_EQ(options.tile, "(32,32):(32,1)");
  // Without a text there is nothing to name.
  view::LayoutOptions alone;
  view::follow_access(alone, {}, false);
  EXPECT_EQ(alone, view::LayoutOptions{});
}

} // namespace
} // namespace warpscope
