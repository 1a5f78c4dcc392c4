// A beside B: headline, differences, layout.
#include "app/view/pair_view.h"
#include "app/view/wording.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

using namespace testing;

view::PairRequest pair_of(const Sample& a, const Sample& b, view::SceneKind scene, float width, float height,
                          std::uint32_t step_a = 0, std::uint32_t step_b = 0) {
  view::PairRequest input;
  input.frame.width = width;
  input.frame.height = height;
  input.frame.scale = view::scale_for(width / .62F, height / .55F, 1);
  input.a.request = a.input(width, height, step_a);
  input.b.request = b.input(width, height, step_b);
  input.a.scene = input.b.scene = scene;
  input.a.name = "float tile[32][32]";
  input.b.name = "float tile[32][33]";
  return input;
}

TEST(PairView, TheHeadlineIsTheDifferenceAndTheRatio) {
  const Sample a = column_read(32);
  const Sample b = column_read(33);
  view::PairRequest input = pair_of(a, b, view::SceneKind::Banks, 1190, 598);
  view::Headline h = view::pair_headline(input);
  EXPECT_EQ(h.strong + h.rest, "32 → 1 wavefront · 32× fewer");
  EXPECT_EQ(h.lead, "32-way conflict → No conflict");
  EXPECT_EQ(h.tone, view::Headline::Tone::Good);
  std::swap(input.a.request, input.b.request);
  h = view::pair_headline(input);
  EXPECT_EQ(h.strong + h.rest, "1 → 32 wavefronts · 32× more");
  EXPECT_EQ(h.tone, view::Headline::Tone::Conflict);
  input = pair_of(a, a, view::SceneKind::Banks, 1190, 598);
  input.a.name = input.b.name = "";
  h = view::pair_headline(input);
  EXPECT_EQ(h.strong + h.rest, "32 wavefronts in both");
  EXPECT_EQ(h.lead, "A and B are the same");
  const Sample global = global_read(2, 0);
  input = pair_of(a, global, view::SceneKind::Sectors, 1190, 598);
  input.a.scene = view::SceneKind::Banks;
  h = view::pair_headline(input);
  EXPECT_EQ(h.strong + h.rest, "32 wavefronts → 8 sectors") << "no ratio of unlike things";
}

TEST(PairView, RatioInWords) {
  EXPECT_EQ(view::ratio_words(32, 1), "32× fewer");
  EXPECT_EQ(view::ratio_words(3, 2), "33 % fewer");
  EXPECT_EQ(view::ratio_words(4, 5), "25 % more");
  EXPECT_EQ(view::ratio_words(5, 2), "2.5× fewer");
  EXPECT_EQ(view::ratio_words(1121, 129), "8.7× fewer");
  EXPECT_EQ(view::ratio_words(7, 7), "equal");
  EXPECT_EQ(view::ratio_words(31, 0), "none left");
  EXPECT_EQ(view::ratio_words(0, 4), "new");
  EXPECT_EQ(view::ratio_words(1'000'000, 1), "1,000,000× fewer");
  EXPECT_EQ(view::ratio_words(1001, 1000), "slightly fewer");
  EXPECT_EQ(view::ratio_words(1000, 1001), "slightly more");
  EXPECT_EQ(view::difference_words(32, 1), "−31");
  EXPECT_EQ(view::difference_words(4, 2052), "+2,048");
  EXPECT_EQ(view::difference_words(4, 4), "0");
}

TEST(PairView, DifferencesAreLanesInOtherBanksAndBanksWithOtherCounts) {
  const Sample a = column_read(32, 13);
  const Sample b = column_read(33, 13);
  const view::SceneDifference d = view::difference_of(a.input(600, 400), b.input(600, 400));
  EXPECT_EQ(d.lanes, 0xFFFFFFFEu) << "lane 0 stays in bank 13";
  EXPECT_EQ(d.banks, 0xFFFFFFFFu) << "32 words became one, none became one";
  EXPECT_FALSE(view::difference_of(a.input(600, 400), a.input(600, 400)).any());
}

TEST(PairView, DifferencesOfSectorsAreThoseOnlyOneSideFetches) {
  const Sample a = global_read(1, 0);
  const Sample b = global_read(1, 1);
  const view::SceneDifference in_b = view::difference_of(b.input(600, 400), a.input(600, 400));
  EXPECT_EQ(in_b.sectors, (std::vector<std::uint32_t>{program::window_base / 32 + 4})) << "the fifth";
  EXPECT_TRUE(view::difference_of(a.input(600, 400), b.input(600, 400)).sectors.empty());
  EXPECT_EQ(in_b.lanes, 0x80808080u) << "the last lane of each sector lies in the next one";
}

TEST(PairView, HalvesLieInsideAndApart) {
  const Sample a = column_read(32);
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const auto width = static_cast<float>(60 + random() % 3800);
    const auto height = static_cast<float>(60 + random() % 2100);
    view::PairRequest input = pair_of(a, a, static_cast<view::SceneKind>(random() % 3), width, height);
    input.frame.presenter = random() % 4 == 0;
    const view::PairLayout l = view::pair_layout(input);
    for (const view::Box& box : {l.a, l.b, l.tag_a, l.tag_b}) {
      EXPECT_GE(box.x, 0);
      EXPECT_GE(box.y, 0);
      EXPECT_LE(box.x + box.w, width + .5F);
      EXPECT_LE(box.y + box.h, height + .5F);
      EXPECT_GT(box.w, 0);
    }
    EXPECT_TRUE(l.stacked ? l.a.y + l.a.h <= l.tag_b.y + .5F : l.a.x + l.a.w <= l.b.x + .5F);
  }
}

TEST(PairView, WideStagesStandSideBySideAndNarrowOnesStack) {
  const Sample a = column_read(32);
  EXPECT_FALSE(view::pair_layout(pair_of(a, a, view::SceneKind::Array, 1190, 598)).stacked);
  EXPECT_TRUE(view::pair_layout(pair_of(a, a, view::SceneKind::Array, 500, 900)).stacked);
  const Sample s = global_read(2, 0);
  EXPECT_TRUE(view::pair_layout(pair_of(s, s, view::SceneKind::Sectors, 1190, 598)).stacked)
      << "32 words in a row need the width";
}

TEST(PairView, ArraysBesideEachOtherHaveEqualCells) {
  const Sample a = column_read(32);
  const Sample b = column_read(37);
  for (const auto& [w, h] : {std::pair{1190.F, 598.F}, {792.F, 376.F}, {1920.F, 1080.F}}) {
    view::PairRequest input = pair_of(a, b, view::SceneKind::Array, w, h);
    view::PairRequest alone = pair_of(b, b, view::SceneKind::Array, w, h);
    view::set_halves(alone, view::pair_layout(alone));
    const std::uint32_t columns = view::array_window(alone.b.request).columns;
    view::set_halves(input, view::pair_layout(input));
    const view::ArrayWindow in_a = view::array_window(input.a.request);
    const view::ArrayWindow in_b = view::array_window(input.b.request);
    EXPECT_EQ(in_a.cell_width, in_b.cell_width);
    EXPECT_EQ(in_a.cell_height, in_b.cell_height);
    EXPECT_GE(in_b.columns, columns) << "equal cells cost nothing of what was in sight";
  }
}

TEST(PairView, PicturesAreSoundAtEverySize) {
  const Sample banks[] = {column_read(32), column_read(33), shared_stride(8, 0x0000FF0F), shared_broadcast(4),
                          shared_vector(16, 2)};
  const Sample sectors[] = {global_read(1, 0), global_read(2, 0), global_read(32, 1), global_read(1, 1)};
  const auto check = [](const Sample& a, const Sample& b, view::SceneKind scene, std::uint32_t step) {
    for (const auto& [w, h] : {std::pair{1190.F, 598.F},
                               {792.F, 376.F},
                               {397.F, 240.F},
                               {1920.F, 1080.F},
                               {2380.F, 1196.F},
                               {640.F, 900.F}})
      for (const bool presenter : {false, true})
        for (const bool dark : {false, true}) {
          view::PairRequest input = pair_of(a, b, scene, w, h, step, step);
          input.frame.presenter = presenter;
          input.frame.theme = dark ? &view::dark_theme() : &view::light_theme();
          const std::vector<view::SceneSourceLine> lines{
              {12, "tile[ty][tx] = in[i];", "1", "wavefront", false, false},
              {14, "out[i] = tile[tx][ty];", "32", "wavefronts", true, true}};
          if (presenter) input.frame.source_lines = lines;
          const view::Picture picture = view::build_pair(input);
          const std::string where = std::to_string(w) + "x" + std::to_string(h) +
                                    (presenter ? " presenter" : "");
          EXPECT_EQ(unsound(picture), "") << where;
          if (w > 700 && h > 360) {
            EXPECT_EQ(overlapping(picture), "") << where << all_text(picture);
          }
        }
  };
  for (const Sample& a : banks)
    for (const Sample& b : banks) {
      check(a, b, view::SceneKind::Banks, 3);
      check(a, b, view::SceneKind::Array, 0);
    }
  for (const Sample& a : sectors)
    for (const Sample& b : sectors) check(a, b, view::SceneKind::Sectors, 0);
}

TEST(PairView, BanksAndLinesBesideEachOtherStandInEqualRows) {
  const auto bank_y = [](const view::SceneRequest& input) {
    for (const view::Hit& hit : view::build_scene(view::SceneKind::Banks, input).hits)
      if (hit.kind == view::HitKind::Bank) return hit.box.y;
    return -1.F;
  };
  for (const auto& [w, h] : {std::pair{1190.F, 598.F}, {1920.F, 1080.F}}) {
    const Sample a = column_read(32);
    const Sample b = column_read(33);
    view::PairRequest input = pair_of(a, b, view::SceneKind::Banks, w, h);
    view::set_halves(input, view::pair_layout(input));
    EXPECT_NEAR(bank_y(input.a.request), bank_y(input.b.request), .5F);
    const Sample one = global_read(1, 0);
    const Sample two = global_read(1, 1);
    view::PairRequest lines = pair_of(one, two, view::SceneKind::Sectors, w, h);
    view::set_halves(lines, view::pair_layout(lines));
    EXPECT_EQ(view::sectors_window(lines.a.request).pitch, view::sectors_window(lines.b.request).pitch);
  }
}

TEST(PairView, BlocksBesideEachOtherHaveTheSameScale) {
  const Sample a = block_of(4, 2, 32);
  const Sample b = block_of(4, 2, 1);
  view::PairRequest input = pair_of(a, b, view::SceneKind::Block, 1190, 598);
  const playback::BlockIndex& of_a = input.a.request.run->block_index();
  const playback::BlockIndex& of_b = input.b.request.run->block_index();
  ASSERT_LT(of_b.steps(), of_a.steps());
  view::set_halves(input, view::pair_layout(input));
  EXPECT_EQ(input.a.request.options.beside.axis_steps, of_a.steps());
  EXPECT_EQ(input.b.request.options.beside.axis_steps, of_a.steps());
  const view::Headline h = view::pair_headline(input);
  EXPECT_EQ(h.strong,
            grouped(of_a.steps()) + " → " + language::count_of(of_b.steps(), language::Counted::Step));
  EXPECT_EQ(unsound(view::build_pair(input)), "");
  // The shorter block's last mark stands where its share of the longer one's time ends.
  float last = 0;
  for (const view::Hit& hit : view::build_scene(view::SceneKind::Block, input.b.request).hits)
    if (hit.kind == view::HitKind::Event) last = std::max(last, hit.box.x + hit.box.w);
  EXPECT_LT(last, .75F * input.b.request.options.frame.width);
}

TEST(PairView, AVerdictStandsInFront) {
  const Sample a = column_read(32);
  const Sample b = column_read(33);
  view::PairRequest input = pair_of(a, b, view::SceneKind::Banks, 1190, 598);
  input.verdict = "You said 8, it is 1.";
  EXPECT_EQ(view::pair_headline(input).lead, input.verdict);
}

TEST(PairView, AHalfWithoutPartnerSaysSo) {
  const Sample b = column_read(33);
  view::PairRequest input = pair_of(b, b, view::SceneKind::Banks, 1190, 598);
  input.a.shows = false;
  input.a.missing = "A has no access that goes with this one.";
  const view::Picture picture = view::build_pair(input);
  EXPECT_NE(all_text(picture).find(input.a.missing), std::string::npos);
  const view::Headline h = view::pair_headline(input);
  EXPECT_EQ(h.strong, "1 wavefront");
  EXPECT_EQ(h.lead, "Only in B");
}

TEST(PairView, EachHalfTellsItsStep) {
  const Sample a = column_read(32);
  const Sample b = column_read(33);
  view::PairRequest input = pair_of(a, b, view::SceneKind::Banks, 1190, 598, 6, 0);
  input.b.done = true;
  const std::string said = all_text(view::build_pair(input));
  EXPECT_NE(said.find("now 7|"), std::string::npos) << said;
  EXPECT_NE(said.find("done|"), std::string::npos) << said;
}

} // namespace
} // namespace warpscope
