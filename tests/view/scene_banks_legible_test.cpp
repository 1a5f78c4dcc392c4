// What a class reads of the scene Banks stays: on a low stage, in half a stage, at a larger font.
#include "app/view/scene.h"
#include "app/view/text_metrics.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpscope {
namespace {

using namespace testing;

view::Picture banks(const Sample& s, float w, float h, float scale, std::uint32_t wavefront = 0) {
  view::SceneRequest in = s.input(w, h, wavefront);
  in.options.frame.scale = scale;
  return view::build_scene(view::SceneKind::Banks, in);
}

const view::TextShape* text_that_begins(const view::Picture& picture, const std::string& words) {
  for (const view::TextShape* text : texts(picture))
    if (text->text.starts_with(words)) return text;
  return nullptr;
}

/// The numbers of 0 to 31 on the topmost row of numbers: the lanes'.
std::vector<const view::TextShape*> lane_numbers(const view::Picture& picture) {
  std::vector<const view::TextShape*> numbers;
  for (const view::TextShape* text : texts(picture))
    if (text->definition == view::definition::lane && !text->text.empty() &&
        std::all_of(text->text.begin(), text->text.end(), [](char c) { return c >= '0' && c <= '9'; }))
      numbers.push_back(text);
  return numbers;
}

TEST(BanksLegible, TheCalloutTakesTheFreeSideOfTheStack) {
  const Sample s = column_read(32, 16);
  for (const auto& [w, h, scale] : {std::tuple{780.F, 300.F, .8F}, {794.F, 376.F, .8F}, {1190.F, 598.F, 1.F}})
    for (const std::uint32_t wavefront : {0u, 19u}) {
      const view::Picture picture = banks(s, w, h, scale, wavefront);
      const view::TextShape *words = text_that_begins(picture, "32 words"),
                            *callout = text_that_begins(picture,
                                                        "lane " + std::to_string(wavefront) + " is served");
      ASSERT_NE(words, nullptr) << w << "x" << h;
      ASSERT_NE(callout, nullptr) << w << "x" << h;
      EXPECT_EQ(words->anchor, view::Anchor::End); // left of the bracket
      EXPECT_EQ(callout->anchor, view::Anchor::Start) << w << "x" << h << ", wavefront " << wavefront;
      EXPECT_GT(callout->at.x, words->at.x);
    }
}

TEST(BanksLegible, HalfAStageKeepsItsWordsItsLegendAndItsNumbersInPlace) {
  const Sample s = column_read(32, 16);
  std::vector<std::string> problems;
  for (std::uint32_t wavefront = 0; wavefront < 9; ++wavefront) {
    view::SceneRequest in = s.input(384, 310, wavefront);
    in.options.frame.scale = .8F;
    in.options.frame.with_headline = false; // it stands over both halves
    const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
    for (const char* words : {"lanes", "banks", "words"})
      if (text_that_begins(picture, words) == nullptr)
        problems.push_back(std::string("no ") + words + " in wavefront " + std::to_string(wavefront));
    const auto numbers = lane_numbers(picture);
    EXPECT_GE(numbers.size(), 4u);
    for (const view::TextShape* number : numbers)
      if (const auto lane = static_cast<std::uint32_t>(std::stoul(number->text));
          lane != wavefront && lane % 4 != 0)
        problems.push_back("lane " + number->text + " has a number in wavefront " +
                           std::to_string(wavefront));
  }
  EXPECT_EQ(problems, std::vector<std::string>());
}

TEST(BanksLegible, HalfAStageKeepsItsLegend) {
  std::vector<std::string> problems;
  for (const std::uint32_t bank : {0u, 1u, 5u, 13u, 16u, 20u, 31u})
    for (const float height : {310.F, 420.F}) // with the results open, and closed
      for (const std::uint32_t wavefront : {0u, 3u, 15u, 30u, 31u}) {
        view::SceneRequest in = column_read(32, bank).input(384, height, wavefront);
        in.options.frame.scale = .8F;
        in.options.frame.with_headline = false;
        const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
        for (const char* words : {"now", "served", "waits"}) {
          const bool there = std::string(words) == "served"  ? wavefront > 0
                             : std::string(words) == "waits" ? wavefront < 31
                                                             : true;
          if (there && text_that_begins(picture, words) == nullptr)
            problems.push_back(std::string("no ") + words + " with bank " + std::to_string(bank) +
                               " in wavefront " + std::to_string(wavefront) + ", height " +
                               std::to_string(height));
        }
      }
  EXPECT_EQ(problems, std::vector<std::string>());
}

TEST(BanksLegible, TheFontsSizeReachesHeadlineLanesAndCallout) {
  const Sample s = column_read(32, 16);
  struct Seen {
    float headline = 0, lanes = 0;
  };
  const auto seen = [&](float w, float h, float scale) {
    const view::Picture picture = banks(s, w, h, scale);
    Seen all;
    for (const view::TextShape* text : texts(picture)) all.headline = std::max(all.headline, text->size);
    for (const view::TextShape* text : lane_numbers(picture)) all.lanes = std::max(all.lanes, text->size);
    EXPECT_NE(text_that_begins(picture, "lane 0 is served"), nullptr) << w << "x" << h << " at " << scale;
    return all;
  };
  // The stage in a window of 1280x720 and of 1920x1080, whose bars take more at a larger font.
  const Seen low = seen(792, 420, .8F), low_more = seen(792, 420, 1.2F), low_most = seen(792, 420, 1.6F);
  EXPECT_GT(low_more.headline, low.headline);
  EXPECT_GE(low_most.headline, low_more.headline);
  EXPECT_GT(low_more.lanes, low.lanes);
  EXPECT_GE(low_most.lanes, low_more.lanes);
  const Seen high = seen(1190, 598, 1), high_more = seen(1190, 500, 1.5F);
  EXPECT_GT(high_more.lanes, 1.15F * high.lanes);
  EXPECT_GE(high_more.headline, high.headline);
}

} // namespace
} // namespace warpscope
