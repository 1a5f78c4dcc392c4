// What is under the pointer belongs to lanes, and these light up in every scene.
#include "app/view/scene.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <bit>

namespace warpscope {
namespace {

using namespace testing;

/// s[t] of the thread's own array.
Sample local_access(std::uint32_t mask = ~0u) {
  Sample s;
  s.variable("own", Space::Local, {16}, "float", 4);
  s.add(
      "own", "own[i]", Space::Local, AccessKind::Store, 4, [](std::uint32_t t) { return 4 * (t % 3); }, mask);
  return s;
}

int white_rings(const view::Picture& picture) {
  int rings = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* rect = std::get_if<view::RectShape>(&shape))
      rings += rect->stroke == view::dark_theme().t1 && rect->stroke_width >= 1.5F ? 1 : 0;
  return rings;
}

struct Case {
  const char* name;
  Sample sample;
  view::SceneKind scene;
};

std::vector<Case> cases() {
  return {{"banks", column_read(32), view::SceneKind::Banks},
          {"array", column_read(33), view::SceneKind::Array},
          {"sectors", global_read(2, 1), view::SceneKind::Sectors},
          {"constant", constant_read(4), view::SceneKind::Banks},
          {"local", local_access(), view::SceneKind::Banks},
          {"128 bit", shared_vector(16), view::SceneKind::Banks},
          {"broadcast", shared_broadcast(4), view::SceneKind::Array}};
}

TEST(Hover, EveryPlaceOfALaneKnowsItsLanes) {
  for (const Case& c : cases()) {
    const view::Picture picture = view::build_scene(c.scene, c.sample.input(1190, 598));
    std::uint32_t all = 0;
    for (const view::Hit& hit : picture.hits) {
      if (hit.kind == view::HitKind::Lane) {
        EXPECT_NE(hit.lanes, 0u) << c.name;
        EXPECT_TRUE((hit.lanes >> hit.index & 1u) != 0) << c.name;
      }
      all |= hit.lanes;
    }
    EXPECT_EQ(all, ~0u) << c.name << ": every lane can be pointed at";
  }
}

TEST(Hover, AllLanesOfAPlaceLightUp) {
  for (const Case& c : cases()) {
    view::SceneRequest input = c.sample.input(1190, 598);
    const int none = white_rings(view::build_scene(c.scene, input));
    input.options.pointed.lanes = 1u << 5;
    const int one = white_rings(view::build_scene(c.scene, input));
    input.options.pointed.lanes = 0x00FF00F0;
    const int many = white_rings(view::build_scene(c.scene, input));
    EXPECT_GT(one, none) << c.name;
    EXPECT_GT(many, one) << c.name;
  }
}

TEST(Hover, AWordOfSeveralLanesNamesThemAll) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                  shared_broadcast(4).input(1190, 598));
  int words = 0;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Word) {
      EXPECT_EQ(std::popcount(hit.lanes), 4);
      ++words;
    }
  EXPECT_EQ(words, 8);
}

TEST(Hover, AWholeBanksWordsGoToItsLanes) {
  const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                  column_read(32, 13).input(1190, 598));
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Bank) {
      EXPECT_EQ(hit.lanes, hit.index == 13 ? ~0u : 0u);
    }
}

TEST(Hover, ALineLightsItsAccessesInTheBlock) {
  const Sample s = block_of(4, 1);
  view::SceneRequest input = s.input(1190, 598);
  const int none = white_rings(view::build_scene(view::SceneKind::Block, input));
  input.options.pointed.line = 8; // the stores
  EXPECT_EQ(white_rings(view::build_scene(view::SceneKind::Block, input)), none + 4);
  input.options.pointed.line = 99;
  EXPECT_EQ(white_rings(view::build_scene(view::SceneKind::Block, input)), none);
}

TEST(Local, EachLaneTouchesItsOwn) {
  for (const auto& [w, h] : {std::pair{1190.F, 598.F}, {792.F, 376.F}, {397.F, 240.F}, {1920.F, 1080.F}}) {
    const view::Picture picture = view::build_scene(view::SceneKind::Banks,
                                                    local_access(0x0000FFFF).input(w, h));
    EXPECT_EQ(unsound(picture), "");
    EXPECT_EQ(overlapping(picture), "");
    EXPECT_EQ(low_contrast(picture), "");
  }
  const Sample s = local_access(0x0000FFFF);
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, s.input(1190, 598));
  int lanes = 0;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Lane) {
      ++lanes;
      EXPECT_NE(hit.tooltip.find(hit.index < 16 ? "own[" : "inactive"), std::string::npos) << hit.tooltip;
    }
  EXPECT_EQ(lanes, 32);
}

/// The same word of eight lanes is one sector: three indices among sixteen lanes are three for each eight.
TEST(Local, TheHeadlineSaysWhatTheAccessCosts) {
  const Sample apart = local_access(0x0000FFFF);
  const view::Headline costly = view::make_headline(apart.input(1190, 598), view::SceneKind::Banks);
  EXPECT_EQ(costly.strong + costly.rest, "6 sectors where 2 would do");
  EXPECT_EQ(costly.tone, view::Headline::Tone::Conflict);
  EXPECT_TRUE(costly.explanation.starts_with("16 lanes at 3 different indices")) << costly.explanation;
  Sample together;
  together.variable("own", Space::Local, {16}, "float", 4);
  together.add("own", "own[i]", Space::Local, AccessKind::Load, 4, [](std::uint32_t) { return 8u; });
  const view::Headline best = view::make_headline(together.input(1190, 598), view::SceneKind::Banks);
  EXPECT_EQ(best.strong + best.rest, "4 sectors, and no fewer would do");
  EXPECT_EQ(best.tone, view::Headline::Tone::Good);
}

/// Each touched sector is outlined, and the picture uses its height: the lowest row is in the lower third.
TEST(Local, ThePictureHasASectorForEachThatIsCountedAndFillsTheStage) {
  for (const auto& [w, h] : {std::pair{1190.F, 598.F}, {792.F, 376.F}}) {
    const view::Picture picture = view::build_scene(view::SceneKind::Banks, local_access().input(w, h));
    const view::Color tone = view::dark_theme().conflict;
    int sectors = 0;
    float lowest = 0;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* rect = std::get_if<view::RectShape>(&shape)) {
        lowest = std::max(lowest, rect->box.y + rect->box.h);
        sectors += rect->stroke == tone && rect->stroke_width == 2.F ? 1 : 0;
      }
    EXPECT_EQ(sectors, 12) << "three words of four times eight lanes";
    EXPECT_GT(lowest, .67F * h);
  }
}

} // namespace
} // namespace warpscope
