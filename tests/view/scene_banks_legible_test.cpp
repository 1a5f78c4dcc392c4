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

/// The stage at 1280x720 with the font at 150 % and at 200 %, which takes more of the height.
TEST(BanksLegible, TheSentenceDoesNotShrinkAsTheFontGrows) {
  const Sample s = column_read(32, 16);
  float before = 0;
  for (const auto& [w, h, scale] :
       {std::tuple{780.F, 388.F, .78F}, {780.F, 348.F, 1.17F}, {792.F, 290.F, 1.56F}}) {
    const view::Picture picture = banks(s, w, h, scale);
    float size = 0;
    for (const view::TextShape* text : texts(picture)) size = std::max(size, text->size);
    EXPECT_GE(size, before) << "at " << scale;
    EXPECT_NE(text_that_begins(picture, "wavefront "), nullptr) << "at " << scale;
    before = size;
  }
}

/// In a window of 1280x720 a defect and the explanation do not fit into one line: the explanation ends with a
/// whole clause.
TEST(BanksLegible, AnExplanationWithoutRoomEndsWithAWholeClause) {
  Sample s;
  s.variable("counts", Space::Shared, {256}, "unsigned", 4);
  s.add("counts", "counts[threadIdx.x]", Space::Shared, AccessKind::Load, 4,
        [](std::uint32_t t) { return 4 * t; });
  view::SceneRequest in = s.input(780, 388);
  in.options.frame.scale = .78F;
  in.options.told.alarm = "Unwritten: ";
  in.options.told.alarm_why = "line 46 reads shared memory that nobody has written";
  const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
  const view::TextShape* why = text_that_begins(picture, "No conflict");
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->text, "No conflict: 32 lanes, 32 banks");
}

/// The presenter has no tooltips: the words beside the stack are all that a class reads of the lane.
TEST(BanksLegible, EveryLaneThatIsPointedAtHasItsWordsInThePresenter) {
  for (const std::uint32_t bank : {0u, 1u, 7u, 8u, 16u, 31u})
    for (const auto& [w, h] : {std::pair{1280.F, 720.F}, {1920.F, 1080.F}})
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        view::SceneRequest in = column_read(32, bank).input(w, h);
        in.options.frame.presenter = true;
        in.options.frame.source_lines.resize(2);
        in.options.pointed.lane = lane;
        in.options.pointed.lanes = 1u << lane;
        const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
        EXPECT_NE(text_that_begins(picture, "lane " + std::to_string(lane) + " is served"), nullptr)
            << "lane " << lane << " of bank " << bank << " at " << w << "x" << h;
        EXPECT_EQ(overlapping(picture), "") << "lane " << lane << " of bank " << bank;
      }
}

/// On a 4K projector text is large: the callout still stands beside its word, not where its leader would
/// cross what is said of the column.
TEST(BanksLegible, OnALargeScreenTheCalloutIsLevelWithItsWord) {
  for (const auto& [w, h] :
       {std::pair{1280.F, 720.F}, {1920.F, 1080.F}, {2560.F, 1440.F}, {3840.F, 2160.F}}) {
    view::SceneRequest in = column_read(32, 13).input(w, h, 12);
    in.options.frame.presenter = true;
    in.options.frame.scale = view::scale_for(w, h, 1) * std::max(1.F, h / 1080);
    in.options.frame.source_lines.resize(2);
    const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
    const view::TextShape *words = text_that_begins(picture, "32 words"),
                          *callout = text_that_begins(picture, "lane 12 is served");
    ASSERT_NE(words, nullptr) << w << "x" << h;
    ASSERT_NE(callout, nullptr) << w << "x" << h;
    EXPECT_EQ(words->anchor, view::Anchor::End) << w << "x" << h;
    EXPECT_EQ(callout->anchor, view::Anchor::Start) << w << "x" << h << ": on the other side";
    EXPECT_EQ(overlapping(picture), "") << w << "x" << h;
  }
}

/// Four words of bank 0, as the lesson on banks has them: the count below the column and the words beside it
/// keep a gap.
TEST(BanksLegible, TheCalloutKeepsAGapToTheColumnsCount) {
  Sample s;
  s.variable("words", Space::Shared, {1024}, "float", 4);
  s.add("words", "words[threadIdx.x % 4 * 32]", Space::Shared, AccessKind::Load, 4,
        [](std::uint32_t t) { return 4 * (t % 4 * 32); });
  int seen = 0;
  for (const auto& [w, h] :
       {std::pair{1280.F, 320.F}, {1280.F, 400.F}, {1280.F, 440.F}, {1920.F, 480.F}, {1920.F, 660.F}})
    for (std::uint32_t wavefront = 0; wavefront < 4; ++wavefront) {
      view::SceneRequest in = s.input(w, h, wavefront);
      in.options.frame.presenter = true;
      in.options.frame.in_lesson = true;
      const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
      const view::TextShape *count = text_that_begins(picture, "4 words"),
                            *sum = text_that_begins(picture, "words[");
      if (count == nullptr || sum == nullptr) continue;
      ++seen;
      EXPECT_EQ(count->anchor, view::Anchor::Middle);
      const float end = count->at.x + view::text_width(count->text, count->font, count->size) / 2;
      if (std::abs(count->at.y - sum->at.y) < .8F * sum->size) {
        EXPECT_GE(sum->at.x - end, .75F * sum->size) << w << "x" << h << ", wavefront " << wavefront;
      }
    }
  EXPECT_GT(seen, 4);
}

/// 32 lanes add to one word, as the lesson on histograms has them: what is said at the left of the column
/// begins no farther left than the rows do.
TEST(BanksLegible, BeforeAClassTheCalloutKeepsTheMargin) {
  int at_the_left = 0;
  for (std::uint32_t bank = 0; bank < 32; ++bank)
    for (const auto& [w, h] : {std::pair{1280.F, 330.F}, {1920.F, 494.F}, {1920.F, 660.F}}) {
      Sample s;
      s.variable("counts", Space::Shared, {256}, "unsigned", 4);
      s.add("counts", "counts[bin]", Space::Shared, AccessKind::Atomic, 4,
            [&](std::uint32_t) { return 4 * bank; });
      view::SceneRequest in = s.input(w, h, 31);
      in.options.frame.presenter = true;
      in.options.frame.in_lesson = true;
      const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
      const view::TextShape *row = text_that_begins(picture, "lanes"),
                            *sum = text_that_begins(picture, "counts[");
      ASSERT_NE(row, nullptr);
      if (sum == nullptr || sum->anchor != view::Anchor::End) continue;
      ++at_the_left;
      EXPECT_GE(sum->at.x - view::text_width(sum->text, sum->font, sum->size), row->at.x - 1)
          << "bank " << bank << ", " << w << "x" << h;
    }
  EXPECT_GT(at_the_left, 10);
}

} // namespace
} // namespace warpscope
