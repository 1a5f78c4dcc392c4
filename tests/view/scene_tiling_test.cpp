// The Tiling scene on a hand-made block.
#include "app/view/pair_view.h"
#include "app/view/scene.h"
#include "app/view/tiling_view.h"
#include "tests/view/picture_check.h"
#include "tests/view/tiled_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace warpscope {
namespace {

using namespace testing;

/// The last event of the kind's site in a phase (from 1): found by walking, not by counting on the trace's
/// layout.
std::size_t event_of(const Sample& s, std::uint32_t site, std::uint32_t nth) {
  for (std::size_t e = 0, n = 0; e < s.trace->size(); ++e)
    if (s.trace->event(e).kind == trace::StepKind::Access && s.trace->event(e).site_or_pc == site &&
        n++ == nth)
      return e;
  ADD_FAILURE() << "no such event";
  return 0;
}

std::size_t hatched(const view::Picture& picture) {
  std::size_t count = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* rect = std::get_if<view::RectShape>(&shape)) count += rect->hatch.period > 0;
  return count;
}

TEST(TilingScene, SaysWhatATileIsFor) {
  const Sample s = tiled_block(70, 16, 4, 4);
  const view::SceneRequest in = tiled_input(s, 16, 1280, 720,
                                            event_of(s, tiled_detail::ReadBs, 3 * 8 * 16 + 40));
  const view::Headline h = view::make_headline(in, view::SceneKind::Tiling);
  // Each of 6 x 6 threads with a result would load both factors of 16 products.
  EXPECT_EQ(h.strong + h.rest, "192 loads serve 1,152 reads: 6 times fewer");
  EXPECT_EQ(h.lead, "Phase 4 of 5");
  // 6 rows of A's and 6 columns of B's tile exist: 2 * 6 * 16 of 512.
  EXPECT_EQ(
      h.explanation,
      "edge block (0, 0), 6 × 6 of its 16 × 16 threads have a result; in an inner block 512 loads serve "
      "8,192 reads, 16 times fewer; 192 elements loaded once, 320 cells filled with zero, every cell read "
      "16 times");
  // A block without an edge has nothing to say about one.
  const Sample inner = tiled_block(70, 16, 1, 1);
  EXPECT_EQ(view::make_headline(tiled_input(inner, 16, 1280, 720, event_of(inner, tiled_detail::ReadBs, 40)),
                                view::SceneKind::Tiling)
                .explanation.find("edge"),
            std::string::npos);
}

TEST(TilingScene, HatchesTheCellsThatAreFilledAndTheTilesOverhang) {
  const Sample edge = tiled_block(70, 16, 4, 4), inside = tiled_block(70, 16, 1, 1);
  const view::Picture at_edge = view::build_scene(
      view::SceneKind::Tiling, tiled_input(edge, 16, 1920, 1080, event_of(edge, tiled_detail::ReadBs, 0)));
  const view::Picture within = view::build_scene(
      view::SceneKind::Tiling,
      tiled_input(inside, 16, 1920, 1080, event_of(inside, tiled_detail::ReadBs, 0)));
  EXPECT_EQ(hatched(within), 0u);
  EXPECT_NE(all_text(at_edge).find("not stored"), std::string::npos) << "the threads beyond the edge";
  EXPECT_EQ(all_text(within).find("not stored"), std::string::npos);
  EXPECT_EQ(hatched(at_edge), 2u + 2); // As's rows, Bs's columns, a stretch of A's and B's tile
}

TEST(TilingScene, EachCellTellsWhatItHolds) {
  const Sample s = tiled_block(8, 4, 1, 0);
  // Behind the first warp's reads of k = 0 in the second phase.
  const view::Picture picture = view::build_scene(
      view::SceneKind::Tiling, tiled_input(s, 4, 1280, 720, event_of(s, tiled_detail::ReadBs, 4)));
  std::vector<std::string> tips;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Cell) tips.push_back(hit.tooltip);
  ASSERT_EQ(tips.size(), 32u);
  EXPECT_EQ(std::count(tips.begin(), tips.end(), "As[2][1] holds A[2][5]; read by 0 lanes in this phase."),
            1);
  EXPECT_EQ(std::count(tips.begin(), tips.end(), "As[2][0] holds A[2][4]; read by 4 lanes in this phase."),
            1);
  EXPECT_EQ(std::count(tips.begin(), tips.end(), "Bs[0][3] holds B[4][7]; read by 4 lanes in this phase."),
            1);
}

TEST(TilingScene, ThePhasesLeadToTheirBeginnings) {
  const Sample s = tiled_block(70, 16, 0, 0);
  const view::Picture picture = view::build_scene(view::SceneKind::Tiling, tiled_input(s, 16, 1280, 720, 0));
  std::vector<std::uint32_t> events;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Event) events.push_back(hit.index);
  ASSERT_EQ(events.size(), 5u);
  for (std::uint32_t p = 0; p < 5; ++p) EXPECT_EQ(events[p], event_of(s, tiled_detail::LoadA, 8 * p)) << p;
}

/// Each phase says which products it adds; the last one of an edge how much of its tile is zero.
TEST(TilingScene, EachPhaseSaysWhichProductsItAdds) {
  const Sample s = tiled_block(70, 16, 4, 4);
  const view::Picture picture = view::build_scene(
      view::SceneKind::Tiling,
      tiled_input(s, 16, 1920, 1080, event_of(s, tiled_detail::ReadBs, 4 * 8 * 16 + 3)));
  for (const char* words : {"K = 0…15", "K = 48…63", "K = 64…69, rest zero"})
    EXPECT_NE(all_text(picture).find(words), std::string::npos) << words << " in " << all_text(picture);
  EXPECT_EQ(overlapping(picture), "");
}

TEST(TilingScene, TheFollowedThreadIsTiedToItsResult) {
  const Sample s = tiled_block(32, 16, 0, 0);
  const auto lines = [&](std::size_t event) {
    std::size_t count = 0;
    for (const view::Shape& shape :
         view::build_scene(view::SceneKind::Tiling, tiled_input(s, 16, 1280, 720, event)).shapes)
      count += std::holds_alternative<view::CurveShape>(shape);
    return count;
  };
  const std::size_t idle = lines(0), used = lines(event_of(s, tiled_detail::ReadBs, 3));
  EXPECT_EQ(used, idle + 2); // from As and from Bs
}

/// The boxes of the cells of both tiles of 16 columns, As's first.
std::vector<std::vector<view::Box>> cells_of(const view::Picture& picture) {
  std::vector<std::vector<view::Box>> tiles;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Cell) {
      if (tiles.empty() || (hit.index % 16 == 0 && std::abs(hit.box.x - tiles.back().front().x) > 1))
        tiles.emplace_back(); // a row that begins elsewhere
      tiles.back().push_back(hit.box);
    }
  return tiles;
}

/// The stage alone, in the window at both sizes, and in the presenter view.
struct Stage {
  float w, h, scale;
  bool presenter;
};
constexpr Stage stages[] = {{1280, 720, .8F, false}, {1920, 1080, 1, false}, {794, 376, .8F, false},
                            {780, 281, .8F, false},  {1190, 598, 1, false},  {1280, 720, 1, true},
                            {1920, 1080, 1, true}};

view::SceneRequest staged(const Sample& s, std::uint32_t t, const Stage& stage, std::size_t event) {
  view::SceneRequest in = tiled_input(s, t, stage.w, stage.h, event);
  in.options.frame.scale = stage.scale;
  in.options.frame.presenter = stage.presenter;
  if (stage.presenter) in.options.frame.source_lines.resize(2);
  return in;
}

TEST(TilingScene, EveryStageHasOneArrangementThatStaysAndReadableNumbers) {
  struct Shown {
    const char* name;
    Sample sample;
    std::uint32_t phases;
  };
  const Shown all[] = {{"edges", tiled_block(70, 16, 4, 4, true), 5},
                       {"inner", tiled_block(64, 16, 1, 1, true), 4}};
  for (const Shown& shown : all)
    for (const Stage& stage : stages) {
      SCOPED_TRACE(std::string(shown.name) + " " + std::to_string(stage.w) + (stage.presenter ? "p" : ""));
      std::optional<view::Point> as_at, bs_at;
      // The first store to Bs, loading in the second phase, and reading in it.
      for (const std::size_t event : {event_of(shown.sample, tiled_detail::StoreBs, 0),
                                      event_of(shown.sample, tiled_detail::StoreAs, 9),
                                      event_of(shown.sample, tiled_detail::ReadBs, 8 * 16 + 9)}) {
        const view::Picture picture = view::build_scene(view::SceneKind::Tiling,
                                                        staged(shown.sample, 16, stage, event));
        const auto tiles = cells_of(picture);
        ASSERT_EQ(tiles.size(), 2u);
        const view::Box as = tiles[0].front(), bs = tiles[1].front();
        EXPECT_GE(bs.x, as.x + 16 * as.w);      // As is at the left of the sums
        EXPECT_GE(as.y, tiles[1].back().y + 2); // and Bs above them
        if (as_at) {
          EXPECT_EQ(as_at->x, as.x);
          EXPECT_EQ(as_at->y, as.y);
          EXPECT_EQ(bs_at->x, bs.x);
          EXPECT_EQ(bs_at->y, bs.y);
        }
        as_at = view::Point{as.x, as.y}, bs_at = view::Point{bs.x, bs.y};
      }
      // Numbers of 13 pixels or more, also of the cells that are read now.
      const view::Picture reads = view::build_scene(
          view::SceneKind::Tiling,
          staged(shown.sample, 16, stage, event_of(shown.sample, tiled_detail::ReadBs, 8 * 16 + 16 + 9)));
      std::size_t numbers = 0, bold = 0;
      for (const view::Shape& shape : reads.shapes)
        if (const auto* text = std::get_if<view::TextShape>(&shape);
            text != nullptr && text->definition == view::definition::cell) {
          ++numbers, bold += text->font == view::Font::MonoBold;
          EXPECT_GE(text->size, 13);
        }
      EXPECT_GE(numbers, 16u * 3 + 6u * 3);
      EXPECT_GE(bold, 1u + 6u);
      EXPECT_EQ(overlapping(reads), "");
    }
}

TEST(TilingScene, LoadsWithAndWithoutTilesStandBesideEachOther) {
  const Sample s = tiled_block(70, 16, 4, 4, true);
  for (const Stage& stage : stages) {
    if (stage.h < 600) continue; // SCENES3: docked, only the shared group
    const std::string text = all_text(view::build_scene(
        view::SceneKind::Tiling, staged(s, 16, stage, event_of(s, tiled_detail::ReadBs, 3 * 8 * 16 + 25))));
    for (const char* words : {"192 with tiles", "1,152 without", "512 with tiles", "8,192 without",
                              "49,000 with tiles", "686,000 without", "14 times fewer"})
      EXPECT_NE(text.find(words), std::string::npos) << stage.w << "x" << stage.h << ": " << words;
  }
}

TEST(TilingScene, TheMatricesAreASmallStripWhereTheStageIsLow) {
  const Sample s = tiled_block(70, 16, 4, 4, true);
  const view::Picture picture = view::build_scene(
      view::SceneKind::Tiling, staged(s, 16, {780, 281, .8F, false}, event_of(s, tiled_detail::ReadBs, 25)));
  std::size_t plates = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* rect = std::get_if<view::RectShape>(&shape); rect != nullptr && rect->box.h >= 50 &&
                                                                 std::abs(rect->box.w - rect->box.h) < .5F &&
                                                                 rect->fill == view::dark_theme().bg2)
      ++plates;
  EXPECT_EQ(plates, 3u);
}

TEST(TilingScene, NothingIsWrittenOverAnotherThing) {
  for (const Sample& s : {tiled_block(70, 16, 4, 4, true), tiled_block(64, 16, 0, 0, true)})
    for (const Stage& stage : stages)
      for (const std::uint32_t nth : {4u, 9u}) {
        const view::Picture picture = view::build_scene(
            view::SceneKind::Tiling, staged(s, 16, stage, event_of(s, tiled_detail::StoreBs, nth)));
        std::vector<view::Box> lines, rings;
        for (const view::Shape& shape : picture.shapes) {
          const auto* rect = std::get_if<view::RectShape>(&shape);
          if (rect == nullptr) continue;
          const bool thin = std::min(rect->box.w, rect->box.h) <= 6 &&
                            std::max(rect->box.w, rect->box.h) > 50;
          if (thin && rect->fill == view::dark_theme().t1) lines.push_back(rect->box);
          if (rect->stroke_width >= 1.6F && rect->stroke == view::dark_theme().t1) rings.push_back(rect->box);
        }
        ASSERT_EQ(lines.size(), 2u); // the row of A and the column of B
        for (const view::Box& ring : rings) EXPECT_GE(ring.w, 7) << "a ring in a narrow column reads as a 0";
        for (const view::Shape& shape : picture.shapes)
          if (const auto* text = std::get_if<view::TextShape>(&shape))
            for (const view::Box& line : lines) {
              const float w = view::text_width(text->text, text->font, text->size);
              const float x = text->anchor == view::Anchor::Start ? text->at.x
                              : text->anchor == view::Anchor::End ? text->at.x - w
                                                                  : text->at.x - w / 2;
              const bool over = line.x < x + w && x < line.x + line.w && line.y < text->at.y &&
                                text->at.y - .7F * text->size < line.y + line.h;
              EXPECT_FALSE(over) << text->text << " at " << stage.w << "x" << stage.h;
            }
      }
}

std::vector<std::string> texts_of(const view::Picture& picture) {
  std::vector<std::string> texts;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* text = std::get_if<view::TextShape>(&shape)) texts.push_back(text->text);
  return texts;
}

TEST(TilingScene, TheSumIsThatOfTheProductsOfTheRowAndTheColumn) {
  constexpr std::uint32_t n = 70, t = 16;
  const Sample s = tiled_block(n, t, 4, 4, true);
  // In the fourth phase, behind the reads of k = 48 + 9 by the second warp: rows 66 and 67.
  const std::size_t event = event_of(s, tiled_detail::ReadBs, 3 * 8 * 16 + 16 + 9);
  for (const auto& [w, h] : {std::pair{1280.F, 720.F}, {1920.F, 1080.F}, {794.F, 376.F}, {1190.F, 598.F}}) {
    const view::Picture picture = view::build_scene(view::SceneKind::Tiling, tiled_input(s, t, w, h, event));
    const std::vector<std::string> texts = texts_of(picture);
    const auto has = [&](const std::string& words) {
      return std::find(texts.begin(), texts.end(), words) != texts.end();
    };
    // The thread that is followed says which element it has.
    std::uint32_t row = 0, column = 0, done = 0, of = 0;
    for (const std::string& text : texts) {
      const std::size_t at = text.find("C[");
      if (at != std::string::npos && text.starts_with("thread")) {
        ASSERT_EQ(std::sscanf(text.c_str() + at, "C[%u][%u]", &row, &column), 2) << text;
      }
      const std::size_t product = text.find("product ");
      if (product != std::string::npos) {
        ASSERT_EQ(std::sscanf(text.c_str() + product, "product %u of %u", &done, &of), 2) << text;
      }
    }
    EXPECT_GE(row, 66u);
    EXPECT_LE(row, 67u);
    EXPECT_GE(column, 64u);
    EXPECT_LT(column, n);
    EXPECT_EQ(done, 58u);
    EXPECT_EQ(of, n);
    int sum = 0, before = 0;
    for (std::uint32_t k = 0; k < done; ++k) {
      before = sum;
      sum += static_cast<int>(number_of_a(row, k) * number_of_b(k, column));
    }
    ASSERT_GT(sum, 100);
    ASSERT_LT(sum, 1000);
    EXPECT_TRUE(has(std::to_string(sum))) << all_text(picture);
    EXPECT_TRUE(has(std::to_string(before) + " + " + std::to_string(static_cast<int>(number_of_a(row, 57))) +
                    " × " + std::to_string(static_cast<int>(number_of_b(57, column))) + " = " +
                    std::to_string(sum)))
        << all_text(picture);
  }
}

TEST(TilingScene, TheTilesShowTheirNumbersWhereTheStageIs720PixelsHigh) {
  const Sample s = tiled_block(70, 16, 4, 4, true);
  const std::size_t event = event_of(s, tiled_detail::ReadBs, 3 * 8 * 16 + 16 + 9);
  for (const bool presenter : {false, true}) {
    view::SceneRequest in = tiled_input(s, 16, 1280, 720, event);
    in.options.frame.presenter = presenter;
    std::size_t numbers = 0;
    for (const view::Shape& shape : view::build_scene(view::SceneKind::Tiling, in).shapes)
      if (const auto* text = std::get_if<view::TextShape>(&shape);
          text != nullptr && text->text.size() == 1 && text->text[0] >= '0' && text->text[0] <= '6' &&
          text->size >= 13 && text->definition == view::definition::cell)
        ++numbers;
    EXPECT_EQ(numbers, 2u * 6 * 16) << presenter; // the rows of A and the columns of B that exist
  }
}

TEST(TilingScene, TheRowOfAAndTheColumnOfBCrossInTheElement) {
  const Sample s = tiled_block(70, 16, 1, 2, true);
  for (const auto& [w, h] : {std::pair{1280.F, 720.F}, {794.F, 376.F}, {1190.F, 598.F}}) {
    const view::SceneRequest in = tiled_input(s, 16, w, h, event_of(s, tiled_detail::ReadBs, 20));
    const view::Picture picture = view::build_scene(view::SceneKind::Tiling, in);
    // Two dotted lines, one along and one down, that end at one place.
    std::vector<const view::CurveShape*> dotted;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* line = std::get_if<view::CurveShape>(&shape);
          line != nullptr && line->dash.on == 2 && line->dash.off == 4)
        dotted.push_back(line);
    ASSERT_EQ(dotted.size(), 2u);
    const view::CurveShape &along = *dotted[0], &down = *dotted[1];
    EXPECT_EQ(along.p0.y, along.p3.y);
    EXPECT_EQ(down.p0.x, down.p3.x);
    EXPECT_NEAR(along.p3.x, down.p3.x, 8);
    EXPECT_NEAR(along.p3.y, down.p3.y, 8);
    EXPECT_LT(along.p0.x, along.p3.x); // A is at the left
    EXPECT_LT(down.p0.y, down.p3.y);   // B is above
  }
}

TEST(TilingScene, SaysWhatToDoWhereNothingIsStaged) {
  const Sample s = global_read(1, 0);
  const view::SceneRequest in = s.input(1280, 720);
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Tiling).strong, "No tile here");
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Tiling, in)).find("__shared__"), std::string::npos);
}

TEST(TilingScene, CellsThatNobodyWroteAreNamed) {
  Sample s;
  s.variable("s", Space::Shared, {40}, "float", 4);
  s.buffer("in", 4096, 4);
  s.add("s", "s[t]", Space::Shared, AccessKind::Store, 4, [](std::uint32_t t) { return 4 * t; });
  s.barrier();
  s.add("s", "s[t + 3]", Space::Shared, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * (t + 3); });
  const view::Headline h = view::make_headline(s.input(1280, 720, 0, 0), view::SceneKind::Tiling);
  EXPECT_EQ(h.strong + h.rest, "3 cells are read that nobody wrote: is the halo loaded?");
  EXPECT_EQ(h.tone, view::Headline::Tone::Conflict);
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Tiling, s.input(1280, 720, 0, s.trace->size() - 1)))
                .find("never written, but read"),
            std::string::npos);
}

TEST(TilingScene, OtherTileSizesStandInATable) {
  const Sample s = tiled_block(70, 16, 4, 4);
  // Alone, and in the window's stage.
  for (const auto& [w, h] : {std::pair{1920.f, 1080.f}, {1190.f, 598.f}}) {
    view::SceneRequest in = tiled_input(s, 16, w, h, 5);
    in.options.frame.scale = 1; // both in a window of 1920 x 1080
    in.options.tiling.tile_sizes = true;
    const std::string text = all_text(view::build_scene(view::SceneKind::Tiling, in));
    // 70 * 70 * (5 + 5) loads where 2 * 70^3 would be.
    EXPECT_NE(text.find("|49,000|14|"), std::string::npos) << text;
    EXPECT_NE(text.find("|686,000|1.0|"), std::string::npos) << text;
    EXPECT_NE(text.find("4,096 threads"), std::string::npos) << text;
  }
  view::SceneRequest without = tiled_input(s, 16, 1920, 1080, 5);
  without.options.tiling.tile_sizes = true;
  without.options.tiling.device = nullptr;
  EXPECT_EQ(all_text(view::build_scene(view::SceneKind::Tiling, without)).find("|686,000|"),
            std::string::npos);
  // Twice as many threads as a tile has cells: not one thread a result.
  view::SceneRequest other = tiled_input(s, 16, 1920, 1080, 5);
  Sample twice = s;
  twice.block = {16, 32, 1};
  other.run = twice.run();
  EXPECT_EQ(all_text(view::build_scene(view::SceneKind::Tiling, other)).find("|686,000|"), std::string::npos);
}

TEST(TilingScene, RunsBecomeRectangles) {
  using view::tiling_view::Rectangle;
  EXPECT_EQ(view::tiling_view::rectangles_of({{3, 2}, {13, 2}, {23, 2}}, 10),
            (std::vector<Rectangle>{{0, 3, 3, 2}}));
  EXPECT_EQ(view::tiling_view::rectangles_of({{8, 15}}, 10),
            (std::vector<Rectangle>{{0, 8, 1, 2}, {1, 0, 1, 10}, {2, 0, 1, 3}}));
  EXPECT_EQ(view::tiling_view::rectangles_of({}, 10), std::vector<Rectangle>{});
}

TEST(TilingScene, IsSoundAtEverySizeAndMoment) {
  struct Shown {
    const char* name;
    std::uint32_t t;
    Sample sample;
  };
  const Shown all[] = {{"edges", 16, tiled_block(70, 16, 4, 4)},
                       {"small", 4, tiled_block(5, 4, 1, 1)},
                       {"32", 32, tiled_block(64, 32, 1, 0)},
                       {"many phases", 4, tiled_block(200, 4, 3, 7)},
                       {"block", 8, block_of(8, 3)},
                       {"one access", 8, column_read()},
                       {"plain", 8, global_read(1, 0)}};
  std::vector<std::string> problems;
  for (const Shown& s : all) {
    const playback::RunPtr run = tiled_input(s.sample, s.t, 1, 1, 0).run;
    for (const auto& [w, h] : {std::pair{640.f, 360.f},
                               {1280.f, 720.f},
                               {1920.f, 1080.f},
                               {3840.f, 2160.f},
                               {794.f, 376.f},
                               {397.f, 240.f},
                               {1190.f, 598.f},
                               {1190.f, 500.f},
                               {794.f, 275.f}})
      for (const int way : {0, 1, 2})
        for (const std::size_t event : {std::size_t{0}, s.sample.trace->size() / 3,
                                        s.sample.trace->size() / 2, s.sample.trace->size() - 1}) {
          view::SceneRequest in = tiled_input(s.sample, s.t, w, h, event);
          in.run = run;
          in.options.frame.presenter = way == 2;
          in.options.frame.theme = way == 1 ? &view::light_theme() : &view::dark_theme();
          const view::Picture picture = view::build_scene(view::SceneKind::Tiling, in);
          for (const std::string& problem : {unsound(picture), overlapping(picture), low_contrast(picture)})
            if (!problem.empty() && problems.size() < 20)
              problems.push_back(std::string(s.name) + " at " + std::to_string(static_cast<int>(w)) + ", " +
                                 std::to_string(way) + ", event " + std::to_string(event) + ": " + problem);
        }
  }
  EXPECT_EQ(problems, std::vector<std::string>());
}

TEST(TilingScene, StandsBesideAnother) {
  const Sample a = tiled_block(70, 16, 4, 4), b = tiled_block(70, 32, 1, 1);
  view::PairRequest pair;
  pair.frame.width = 1600, pair.frame.height = 700;
  pair.a.request = tiled_input(a, 16, 800, 600, 100);
  pair.b.request = tiled_input(b, 32, 800, 600, 100);
  pair.a.scene = pair.b.scene = view::SceneKind::Tiling;
  pair.a.shows = true;
  const view::PairLayout layout = view::pair_layout(pair);
  view::set_halves(pair, layout);
  EXPECT_EQ(unsound(view::build_pair_frame(pair, layout)), "");
  EXPECT_EQ(overlapping(view::build_scene(view::SceneKind::Tiling, pair.a.request)), "");
  EXPECT_FALSE(view::pair_headline(pair).strong.empty());
}

} // namespace
} // namespace warpscope
