// The scene Layouts: what stands in the picture, at every size, and what a click does.
#include "app/view/scene.h"
#include "app/view/scene_parts.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

using namespace testing;
using layouts::Unit;

view::SceneRequest layouts_request(float width = 1920, float height = 1080) {
  view::SceneRequest in;
  in.options = view::page_options(width, height, view::dark_theme());
  return in;
}
view::Picture layouts_picture(const view::SceneRequest& in) {
  return view::build_scene(view::SceneKind::Layouts, in);
}
bool layouts_say(const view::Picture& picture, const std::string& words) {
  return all_text(picture).find(words) != std::string::npos;
}
const view::Hit* layouts_hit(const view::Picture& picture, view::HitKind kind, std::uint32_t index) {
  const auto found = std::find_if(picture.hits.begin(), picture.hits.end(), [&](const view::Hit& hit) {
    return hit.kind == kind && hit.index == index;
  });
  return found == picture.hits.end() ? nullptr : &*found;
}

TEST(LayoutsScene, ShowsBothTilesTheBitsAndTheTrap) {
  const view::SceneRequest in = layouts_request();
  const view::Headline said = view::make_headline(in, view::SceneKind::Layouts);
  EXPECT_EQ(said.strong + said.rest, "8 wavefronts become 1");
  EXPECT_EQ(said.lead, "8 lanes read 16 bytes each");
  EXPECT_EQ(said.explanation, "columns 16–23 of half, a row for each lane");
  const view::Picture picture = layouts_picture(in);
  EXPECT_EQ(unsound(picture), "");
  EXPECT_EQ(overlapping(picture), "");
  for (const char* words :
       {"as it lies", "through Swizzle<3,3,3>", "row 5, column 16: offset 336",
        "becomes offset 376, byte 752", "010 ^ 101 = 111", "banks 8–11 become 28–31", "32 of 64 misaligned",
        "Swizzle<3,4,3>", "TMA: 128-byte swizzle", "8 words in each of 4 banks", "1 word in each of 32 banks",
        "read, S = 3", "changed, B = 3", "kept, M = 3",
        "On elements M = 3 keeps 16 bytes together, on bytes 8:", "ldmatrix wants them whole"})
    EXPECT_TRUE(layouts_say(picture, words)) << words << " in " << all_text(picture);
}

TEST(LayoutsScene, EachBankIsBelowItsColumnAndNoBarCrossesTheSentence) {
  for (const auto& [width, height] : {std::pair{1920.F, 1080.F}, {1280.F, 720.F}}) {
    const view::Picture picture = layouts_picture(layouts_request(width, height));
    float left = width, right = 0; // of the column of bank 31 in A, where it is not moved
    const view::TextShape* sentence = nullptr;
    for (const view::TextShape* text : texts(picture)) {
      if (text->text == "1 word in each of 32 banks") sentence = text;
      if (text->text != "31" || text->at.y > height / 2) continue;
      const view::Box box = view::text_box(*text);
      left = std::min(left, box.x + box.w / 2);
      right = std::max(right, box.x + box.w / 2);
    }
    EXPECT_LT(right - left, 1.5F) << width;
    ASSERT_NE(sentence, nullptr);
    const view::Box words = view::text_box(*sentence);
    for (const view::Shape& shape : picture.shapes) {
      const auto* bar = std::get_if<view::RectShape>(&shape);
      if (bar == nullptr || bar->box.w >= 40) continue;
      EXPECT_FALSE(bar->fill == sentence->color && bar->box.x < words.x + words.w &&
                   words.x < bar->box.x + bar->box.w && bar->box.y < sentence->at.y &&
                   sentence->at.y - .7F * sentence->size < bar->box.y + bar->box.h)
          << "a bar at " << bar->box.y << " crosses the sentence at " << sentence->at.y;
    }
  }
}

TEST(LayoutsScene, IsGoodAtEverySizeForEveryTile) {
  const std::pair<const char*, const char*> texts_typed[] = {{"Swizzle<3,3,3>", "(8,64):(64,1)"},
                                                             {"", "(8,64):(64,1)"},
                                                             {"Swizzle<5,0,5>", "(32,32):(32,1)"},
                                                             {"Swizzle<2,0,-4>", "(32,32): row*33 + col"},
                                                             {"Swizzle<3,4,3>", "(128,128):(128,1)"},
                                                             {"Swizzle<3,3,9>", "(8,64):(64,1)"},
                                                             {"Swizzle<3,3,3>", "(64,8):(1,64)"},
                                                             {"", "1"},
                                                             {"", "(5,7):(7,1)"},
                                                             {"Swizzle<3,3,3", "(8,64):(64,1)"},
                                                             {"Swizzle<3,3,3>", "(8,64):(64"},
                                                             {"x", "y"}};
  const std::pair<float, float> sizes[] = {{1920, 1080}, {1280, 720}, {1190, 598}, {793, 376},
                                           {500, 300},   {700, 200},  {300, 900}};
  std::uint32_t n = 0;
  for (const auto& [swizzle, tile] : texts_typed)
    for (const auto& [width, height] : sizes) { // types and themes in turn
      const std::uint32_t type = n % 5;
      const bool light = n++ % 2 == 0;
      view::SceneRequest in = layouts_request(width, height);
      in.options.frame.theme = light ? &view::light_theme() : &view::dark_theme();
      view::LayoutOptions& options = in.options.layouts;
      options.swizzle = swizzle;
      options.tile = tile;
      options.type = type;
      options.unit = type % 2 == 0 ? Unit::Bytes : Unit::Elements;
      options.reading.column = type < 3;
      view::settle_layouts(options);
      for (const bool presenter : {false, true}) {
        in.options.frame.presenter = presenter;
        if (presenter && height < 700) continue;
        const view::Picture picture = layouts_picture(in);
        ASSERT_EQ(unsound(picture), "") << swizzle << " " << tile << " " << width << " " << type;
        ASSERT_EQ(overlapping(picture), "") << swizzle << " " << tile << " at " << width << "x" << height
                                            << " type " << type << " presenter " << presenter;
      }
    }
}

TEST(LayoutsScene, ATextThatCannotBeReadDimsTheLastPicture) {
  view::SceneRequest in = layouts_request();
  view::LayoutOptions& options = in.options.layouts;
  options.swizzle = "Swizzle<3,3,2>";
  view::settle_layouts(options);
  EXPECT_EQ(options.drawn_swizzle, "Swizzle<3,3,3>");
  const view::Picture picture = layouts_picture(in);
  EXPECT_TRUE(layouts_say(picture, "S must be 3 at least"));
  EXPECT_TRUE(layouts_say(picture, "through Swizzle<3,3,3>")) << "the last one that could be read";
  options.swizzle = "";
  view::settle_layouts(options);
  EXPECT_TRUE(layouts_say(layouts_picture(in), "no swizzle: offset = address"));
  EXPECT_FALSE(layouts_say(layouts_picture(in), "counted otherwise"));
  options.swizzle = "Swizzle<3,3,9>";
  view::settle_layouts(options);
  EXPECT_TRUE(layouts_say(layouts_picture(in), "nothing changes"));
}

TEST(LayoutsScene, ClicksAreBitsCellsAndRows) {
  const view::SceneRequest in = layouts_request();
  const view::Picture picture = layouts_picture(in);
  EXPECT_NE(layouts_hit(picture, view::HitKind::Bit, 8), nullptr);
  EXPECT_NE(layouts_hit(picture, view::HitKind::Place, 5 * 64 + 16), nullptr);
  EXPECT_NE(layouts_hit(picture, view::HitKind::Across, 2 * 16), nullptr);
  EXPECT_NE(layouts_hit(picture, view::HitKind::Across, 2 * 5 + 1), nullptr);

  view::LayoutOptions options;
  view::flip_bit(options, 6);
  EXPECT_EQ(options.cell, (layouts::Cell{4, 16}));
  view::flip_bit(options, 3);
  EXPECT_EQ(options.cell, (layouts::Cell{4, 24}));
  view::flip_bit(options, 12);
  EXPECT_EQ(options.cell, (layouts::Cell{4, 24})) << "nothing lies there";
  options.unit = Unit::Bytes;
  view::flip_bit(options, 7);
  EXPECT_EQ(options.cell, (layouts::Cell{5, 24}));
  view::flip_bit(options, 0);
  EXPECT_EQ(options.cell, (layouts::Cell{5, 24})) << "bit 0 is within a half";

  view::LayoutOptions taken;
  view::take_counted(taken, 2);
  EXPECT_EQ(taken.unit, Unit::Bytes);
  EXPECT_EQ(taken.drawn_swizzle, "Swizzle<3,4,3>");
  EXPECT_EQ(taken.reading.bytes, 16u);
}

TEST(LayoutsScene, TheSameNumbersOnBytesAreTheTrap) {
  view::SceneRequest in = layouts_request();
  in.options.layouts.unit = Unit::Bytes;
  const view::Headline said = view::make_headline(in, view::SceneKind::Layouts);
  EXPECT_EQ(said.strong + said.rest, "32 of 64 pieces no longer start at a multiple of 16 bytes");
  EXPECT_EQ(said.tone, view::Headline::Tone::Hazard);
  in.options.layouts.swizzle = in.options.layouts.drawn_swizzle = "Swizzle<3,4,3>";
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Layouts).strong, "8 wavefronts");
}

TEST(LayoutsScene, ABracketIsDraggedAsFarAsASwizzleGoes) {
  using view::LayoutBracket;
  const view::LayoutOptions from;
  const auto dragged = [&](LayoutBracket bracket, int bits) {
    view::LayoutOptions options = from;
    view::drag_bracket(options, from, bracket, bits);
    return options.swizzle;
  };
  EXPECT_EQ(dragged(LayoutBracket::Read, 1), "Swizzle<3,3,4>");
  EXPECT_EQ(dragged(LayoutBracket::Read, -2), "Swizzle<3,3,3>") << "no bit is read and changed";
  EXPECT_EQ(dragged(LayoutBracket::Changed, 2), "Swizzle<3,5,3>");
  EXPECT_EQ(dragged(LayoutBracket::Changed, -9), "Swizzle<3,0,3>");
  EXPECT_EQ(dragged(LayoutBracket::Top, -1), "Swizzle<2,3,3>");
  EXPECT_EQ(dragged(LayoutBracket::Top, -9), "Swizzle<1,3,3>");
  EXPECT_EQ(dragged(LayoutBracket::Top, 5), "Swizzle<3,3,3>") << "S must be B at least";
  EXPECT_EQ(dragged(LayoutBracket::Read, 0), "Swizzle<3,3,3>");
  for (const std::uint32_t index : {0U, 1U, 2U})
    EXPECT_NE(layouts_hit(layouts_picture(layouts_request()), view::HitKind::Bracket, index), nullptr)
        << index;
}

/// Of the pieces that the lanes read, those whose banks can be read in the picture of a tile.
/// The ring, the lane and its banks are of the 16 bytes that the lane reads at once.
TEST(LayoutsScene, WhatALaneReadsAtOnceIsRingedWhole) {
  const auto rings = [](const view::Picture& picture, view::Color color) {
    std::vector<view::Box> found;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* rect = std::get_if<view::RectShape>(&shape))
        if (rect->stroke == color && rect->stroke_width == 3) found.push_back(rect->box);
    return found;
  };
  view::SceneRequest in = layouts_request();
  const view::Picture picture = layouts_picture(in);
  const view::Hit *first = layouts_hit(picture, view::HitKind::Place, 5 * 64 + 16),
                  *last = layouts_hit(picture, view::HitKind::Place, 5 * 64 + 22);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(last, nullptr);
  const std::vector<view::Box> whole = rings(picture, view::dark_theme().t1);
  ASSERT_EQ(whole.size(), 2u) << "in A and in B";
  EXPECT_NEAR(whole[0].x, first->box.x, 1.5F);
  EXPECT_NEAR(whole[0].x + whole[0].w, last->box.x + last->box.w, 1.5F) << "eight halves are four words";
  for (const char* words :
       {"lane 5", "byte 672", "byte 752", "the number is the bank, 4 banks a piece of 16 bytes", "banks 8–11",
        "banks 28–31", "16–23"})
    EXPECT_TRUE(layouts_say(picture, words)) << words;
  // Of a cell that nobody reads, its own bank.
  in.options.layouts.cell = {5, 3};
  const view::Picture other = layouts_picture(in);
  EXPECT_FALSE(layouts_say(other, "lane 5"));
  EXPECT_TRUE(layouts_say(other, "(5, 3)"));
  EXPECT_TRUE(layouts_say(other, "bank 1"));
}

/// What is said of a row stands below it where its column is narrow.
TEST(LayoutsScene, DockedIn1080LinesTheTrapHasItsWords) {
  const view::Picture picture = layouts_picture(layouts_request(1190, 700));
  EXPECT_EQ(overlapping(picture), "");
  for (const char* words :
       {"CuTe, CUTLASS", "32 of 64 misaligned", "TMA: 128-byte swizzle", "banks 8–11 become 28–31"})
    EXPECT_TRUE(layouts_say(picture, words)) << words << " in " << all_text(picture);
}

TEST(LayoutsScene, DockedInASmallWindowThePiecesThatAreReadSayTheirBanks) {
  view::SceneRequest in = layouts_request(794, 422); // the stage beside the text at 1280 x 720
  in.options.frame.scale = view::scale_for(1280, 720, 1);
  const view::Picture picture = layouts_picture(in);
  EXPECT_EQ(overlapping(picture), "");
  std::size_t plain = 0, swizzled = 0;
  for (const view::TextShape* text : texts(picture)) {
    plain += text->text == "8–11" && text->font == view::Font::MonoBold ? 1 : 0;
    swizzled += text->text == "28–31" && text->font == view::Font::MonoBold ? 1 : 0;
  }
  EXPECT_EQ(plain, 8U + 1U) << "every row as it lies, and row 0 of the swizzled tile";
  EXPECT_EQ(swizzled, 1U) << "row 5";
}

} // namespace
} // namespace warpscope
