// The scenes Array and Block: the properties of every picture (picture_check.h) and those of these two.
#include "app/view/array_grid.h"
#include "app/view/scene.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace warpscope {
namespace {

using namespace testing;

struct Size {
  float width, height, scale;
};
constexpr Size sizes[] = {{640, 360, 0},  {1280, 720, 0},  {1920, 1080, 0}, {3840, 2160, 0},
                          {1190, 598, 1}, {792, 376, .8F}, {397, 240, .8F}, {2380, 1196, 2}};

/// A column of an array of `columns`, in whose rows all of the first `used` columns are written before.
Sample written_then_read(std::uint32_t columns, std::uint32_t used, std::uint32_t column) {
  Sample s;
  s.variable("tile", Space::Shared, {32, columns}, "float", 4);
  s.add("tile", "tile[tx][c]", Space::Shared, AccessKind::Load, 4,
        [=](std::uint32_t t) { return 4 * (t * columns + column); });
  for (std::uint32_t c = 0; c < used; ++c)
    s.add("tile", "tile[tx][c]", Space::Shared, AccessKind::Store, 4,
          [=](std::uint32_t t) { return 4 * (t * columns + c); });
  return s;
}

Sample three_dimensions() {
  Sample s;
  s.variable("cube", Space::Shared, {4, 32, 33}, "unsigned char", 1);
  s.add("cube", "cube[2][t][5]", Space::Shared, AccessKind::Store, 1,
        [](std::uint32_t t) { return (2 * 32 + t) * 33 + 5; });
  return s;
}

Sample large_array() {
  Sample s;
  s.variable("big", Space::Shared, {160, 200}, "float", 4);
  s.add("big", "big[100 + t][150]", Space::Shared, AccessKind::Load, 4,
        [](std::uint32_t t) { return 4 * ((100 + t) * 200 + 150); });
  return s;
}

Sample dynamic_array() {
  Sample s;
  s.variable("dyn", Space::Shared, {}, "float", 4);
  s.program.variables.back().size = 0;
  s.add("dyn", "dyn[t * 3]", Space::Shared, AccessKind::Load, 4, [](std::uint32_t t) { return 12 * t; });
  return s;
}

Sample no_array() {
  Sample s;
  s.add("", "*p", Space::Shared, AccessKind::Atomic, 4, [](std::uint32_t t) { return 4 * (t % 5); });
  return s;
}

std::string problem_of(const view::Picture& picture) {
  for (const std::string& problem : {unsound(picture), overlapping(picture), low_contrast(picture)})
    if (!problem.empty()) return problem;
  return {};
}

void expect_good_at_every_size(const char* name, const Sample& sample, view::SceneKind scene,
                               const std::vector<playback::Moment>& moments) {
  std::vector<std::string> problems;
  const playback::RunPtr run = sample.run();
  for (const Size& size : sizes) {
    for (const bool presenter : {false, true}) {
      for (const bool light : {false, true}) {
        for (const playback::Moment moment : moments) {
          view::SceneRequest in = sample.input(size.width, size.height);
          if (size.scale > 0) in.options.frame.scale = size.scale;
          in.run = run;
          in.moment = moment;
          in.options.frame.presenter = presenter;
          in.options.frame.theme = light ? &view::light_theme() : &view::dark_theme();
          const view::SceneSourceLine lines[] = {{7, "s[t] = in[i];", "1", "wavefront", false, false},
                                                 {8, "float v = s[t * k];", "32", "wavefronts", true, true}};
          if (presenter) in.options.frame.source_lines.assign(std::begin(lines), std::end(lines));
          for (const std::optional<std::uint32_t> lane :
               {std::optional<std::uint32_t>(), std::optional(17u)}) {
            in.options.pointed.lane = lane;
            const view::Picture picture = view::build_scene(scene, in);
            const std::string problem = problem_of(picture);
            if (!problem.empty() && problems.size() < 10)
              problems.push_back(std::string(name) + " at " + std::to_string(std::lround(size.width)) +
                                 (presenter ? ", presenter" : "") + (light ? ", light" : "") + ", event " +
                                 std::to_string(moment.event) + '.' + std::to_string(moment.wavefront) +
                                 ": " + problem);
            EXPECT_GT(texts(picture).size(), 1u) << name;
          }
        }
      }
    }
  }
  EXPECT_EQ(problems, std::vector<std::string>());
}

TEST(ArrayScene, KeepsItsTextsApartReadableAndInsideAtEverySize) {
  const std::vector<playback::Moment> moments{{0, 0}, {0, 1}, {0, 9}, {0, 31}};
  expect_good_at_every_size("column", column_read(), view::SceneKind::Array, moments);
  expect_good_at_every_size("padded", written_then_read(33, 32, 20), view::SceneKind::Array, moments);
  expect_good_at_every_size("stride 2", shared_stride(2), view::SceneKind::Array, moments);
  expect_good_at_every_size("stride 16", shared_stride(16), view::SceneKind::Array, moments);
  expect_good_at_every_size("broadcast of 4", shared_broadcast(4), view::SceneKind::Array, moments);
  expect_good_at_every_size("one word", shared_broadcast(32), view::SceneKind::Array, moments);
  expect_good_at_every_size("one lane", shared_stride(1, 0x00010000), view::SceneKind::Array, moments);
  expect_good_at_every_size("64 bit", shared_vector(8), view::SceneKind::Array, moments);
  expect_good_at_every_size("128 bit", shared_vector(16), view::SceneKind::Array, moments);
  expect_good_at_every_size("bytes in three dimensions", three_dimensions(), view::SceneKind::Array, moments);
  expect_good_at_every_size("large", large_array(), view::SceneKind::Array, moments);
  expect_good_at_every_size("dynamic", dynamic_array(), view::SceneKind::Array, moments);
  expect_good_at_every_size("no array", no_array(), view::SceneKind::Array, moments);
}

TEST(BlockScene, KeepsItsTextsApartReadableAndInsideAtEverySize) {
  const std::vector<playback::Moment> moments{{0, 0}, {2, 0}, {4, 0}, {9, 1}, {30, 0}};
  for (const std::uint32_t warps : {1u, 2u, 8u, 16u, 17u, 32u})
    for (const std::uint32_t rounds : {1u, 5u})
      expect_good_at_every_size(
          (std::to_string(warps) + " warps, " + std::to_string(rounds) + " rounds").c_str(),
          block_of(warps, rounds, 32), view::SceneKind::Block, moments);
  expect_good_at_every_size("one column read", column_read(), view::SceneKind::Block, {{0, 0}, {0, 17}});
  expect_good_at_every_size("constant", constant_read(4), view::SceneKind::Block, {{0, 0}});
}

TEST(ArrayGrid, ReadsTheDimensions) {
  const playback::BlockIndex none;
  const Sample tile = column_read(33);
  const view::ArrayGrid grid = view::array_grid(&tile.program, &tile.program.sites[0],
                                                program::window_base + 4, none);
  EXPECT_EQ(grid.declaration, "float tile[32][33]");
  EXPECT_EQ(grid.columns, 33u);
  EXPECT_EQ(grid.rows, 32u);
  EXPECT_EQ(grid.row_label(5), "5");
  EXPECT_EQ(grid.bank_of(33), 1u);
  EXPECT_TRUE(grid.holds(program::window_base + 4 * 32 * 33 - 1));
  EXPECT_FALSE(grid.holds(program::window_base + 4 * 32 * 33));
  const Sample vector = shared_stride(1);
  const view::ArrayGrid wrapped = view::array_grid(&vector.program, &vector.program.sites[0],
                                                   program::window_base, none);
  EXPECT_EQ(wrapped.columns, 32u);
  EXPECT_EQ(wrapped.rows, 32u);
  EXPECT_EQ(wrapped.row_label(2), "64");
  const Sample wide = shared_vector(16);
  const view::ArrayGrid four = view::array_grid(&wide.program, &wide.program.sites[0], program::window_base,
                                                none);
  EXPECT_EQ(four.columns, 8u);
  EXPECT_EQ(four.rows, 4u);
  const Sample cube = three_dimensions();
  const view::ArrayGrid flat = view::array_grid(&cube.program, &cube.program.sites[0], program::window_base,
                                                none);
  EXPECT_EQ(flat.rows, 128u);
  EXPECT_EQ(flat.columns, 33u);
  EXPECT_EQ(flat.row_label(69), "[2][5]");
  const Sample dynamic = dynamic_array();
  const view::ArrayGrid open = view::array_grid(&dynamic.program, &dynamic.program.sites[0],
                                                program::window_base,
                                                playback::BlockIndex{playback::Playback(dynamic.trace)});
  EXPECT_EQ(open.declaration, "float dyn[]");
  EXPECT_EQ(open.count, 94u);
  Sample declared = dynamic_array(); // as the front end says it
  declared.program.variables[0].dimensions = {0};
  EXPECT_EQ(
      view::array_grid(&declared.program, &declared.program.sites[0], program::window_base, none).declaration,
      "float dyn[]");
  const view::ArrayGrid words = view::array_grid(nullptr, nullptr, program::window_base + 40, none);
  EXPECT_EQ(words.element, 4u);
  EXPECT_TRUE(words.holds(program::window_base + 40));
}

std::optional<view::ColumnRange> untouched(const Sample& s) {
  const playback::BlockIndex index{playback::Playback(s.trace)};
  return view::untouched_columns(
      view::array_grid(&s.program, &s.program.sites[0], program::window_base, index), index);
}

TEST(ArrayGrid, CallsUntouchedOnlyWhatNoAccessTouches) {
  EXPECT_EQ(untouched(written_then_read(33, 32, 20)), (view::ColumnRange{32, 33}));
  EXPECT_EQ(untouched(written_then_read(33, 33, 20)), std::nullopt);
  EXPECT_EQ(untouched(written_then_read(36, 32, 3)), (view::ColumnRange{32, 36}));
  EXPECT_EQ(untouched(written_then_read(17, 16, 3)), (view::ColumnRange{16, 17}));
  // Half a row that is not used yet is no padding; the column behind the 32 banks still is.
  EXPECT_EQ(untouched(written_then_read(32, 8, 3)), std::nullopt);
  EXPECT_EQ(untouched(written_then_read(33, 8, 3)), (view::ColumnRange{32, 33}));
  EXPECT_EQ(untouched(shared_stride(2)), std::nullopt);
}

std::size_t hatched(const view::Picture& picture) {
  return static_cast<std::size_t>(
      std::count_if(picture.shapes.begin(), picture.shapes.end(), [](const view::Shape& shape) {
        const auto* rect = std::get_if<view::RectShape>(&shape);
        return rect != nullptr && rect->hatch.period > 0;
      }));
}

TEST(ArrayScene, HatchesAndNamesTheNeverTouchedColumn) {
  const view::Picture padded = view::build_scene(view::SceneKind::Array,
                                                 written_then_read(33, 32, 20).input(1920, 1080));
  EXPECT_EQ(hatched(padded), 2u); // the column and its legend
  EXPECT_NE(all_text(padded).find("never touched"), std::string::npos);
  bool told = false;
  for (const view::Hit& hit : padded.hits)
    told = told || hit.tooltip.find("No access of this block touches column 32.") != std::string::npos;
  EXPECT_TRUE(told);
  const view::Picture full = view::build_scene(view::SceneKind::Array,
                                               written_then_read(32, 32, 20).input(1920, 1080));
  EXPECT_EQ(hatched(full), 0u);
  EXPECT_EQ(all_text(full).find("never touched"), std::string::npos);
}

TEST(ArrayScene, RingsTheServedCellAndLetsTheOthersWait) {
  const view::Picture picture = view::build_scene(view::SceneKind::Array,
                                                  column_read().input(1920, 1080, 11));
  std::size_t now = 0;
  std::size_t waits = 0;
  for (const view::Shape& shape : picture.shapes) {
    const auto* rect = std::get_if<view::RectShape>(&shape);
    if (rect == nullptr || rect->stroke.a == 0) continue;
    if (rect->stroke == view::dark_theme().now && rect->stroke_width >= 2.9F) ++now;
    if (rect->stroke == view::dark_theme().conflict && rect->dash.on > 0) ++waits;
  }
  EXPECT_EQ(now, 1u);
  EXPECT_EQ(waits, 21u); // 20 lanes and the legend
  const std::string all = all_text(picture);
  EXPECT_NE(all.find("lane 11|tile[11][13]|(11*32+13)*4|= 1460 B|bank 13"), std::string::npos) << all;
  EXPECT_NE(all.find("32 words in bank 13"), std::string::npos);
  EXPECT_EQ(std::count_if(picture.hits.begin(), picture.hits.end(),
                          [](const view::Hit& h) { return h.kind == view::HitKind::Lane; }),
            32);
  EXPECT_EQ(std::count_if(picture.hits.begin(), picture.hits.end(),
                          [](const view::Hit& h) { return h.kind == view::HitKind::Cell; }),
            32 * 31);
}

TEST(ArrayScene, CountsLanesThatShareACell) {
  const std::string all = all_text(
      view::build_scene(view::SceneKind::Array, shared_broadcast(4).input(1920, 1080)));
  EXPECT_NE(all.find("lane 0 and 3 more"), std::string::npos);
  EXPECT_NE(all.find("+3"), std::string::npos);
}

TEST(ArrayScene, ShowsAWindowAroundWhatIsTouchedAndMovesIt) {
  const Sample s = large_array();
  view::SceneRequest in = s.input(1280, 720);
  const view::ArrayWindow around = view::array_window(in);
  EXPECT_EQ(around.all_rows, 160u);
  EXPECT_EQ(around.all_columns, 200u);
  EXPECT_LE(around.first_row, 100u);
  EXPECT_GT(around.first_row + around.rows, 100u + around.rows / 2); // what is served, and what comes then
  EXPECT_TRUE(around.shows_focus);
  EXPECT_LE(around.first_column, 150u);
  EXPECT_GT(around.first_column + around.columns, 150u);
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Array, in)).find("of 160"), std::string::npos);
  in.options.window.row = 0;
  in.options.window.column = 0;
  EXPECT_EQ(view::array_window(in).first_row, 0u);
  EXPECT_EQ(problem_of(view::build_scene(view::SceneKind::Array, in)), "");
  in.options.window.row = 1u << 31;
  EXPECT_EQ(view::array_window(in).first_row + view::array_window(in).rows, 160u);
  const Sample global = global_read(1, 0);
  EXPECT_EQ(view::array_window(global.input(1280, 720)), view::ArrayWindow());
}

TEST(ArrayScene, IsSoundForThousandsOfRandomAccesses) {
  std::mt19937 engine(21);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 1500; ++i) {
    const std::uint32_t width = 1u << random() % 5;
    const std::uint32_t mask = random() % 3 == 0 ? ~0u : random() | 1u << random() % 32;
    const std::uint32_t range = random() % 2 == 0 ? 64u : 4096u;
    Sample s;
    std::vector<std::uint32_t> dimensions;
    for (std::uint32_t d = random() % 4; d > 0; --d) dimensions.push_back(1 + random() % 40);
    const std::uint32_t element = random() % 4 == 0 ? 12 : 1u << random() % 5;
    if (random() % 8 != 0) s.variable("v", Space::Shared, dimensions, "T", element);
    const auto kind = static_cast<AccessKind>(random() % 3);
    s.add(
        "v", "v[?]", Space::Shared, kind, width, [&](std::uint32_t) { return random() % range * width; },
        mask);
    view::SceneRequest in = s.input(static_cast<float>(1 + random() % 2500),
                                    static_cast<float>(1 + random() % 1400), random() % 40);
    in.options.progress = static_cast<float>(random() % 11) / 10;
    in.options.frame.presenter = random() % 4 == 0;
    if (random() % 3 == 0) in.options.pointed.lane = random() % 34;
    if (random() % 3 == 0) in.options.window.row = random() % 100;
    ASSERT_EQ(unsound(view::build_scene(view::SceneKind::Array, in)), "") << "try " << i;
  }
}

TEST(BlockScene, IsSoundForRandomBlocksAndRanges) {
  std::mt19937 engine(22);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 400; ++i) {
    Sample s = block_of(1 + random() % 40, random() % 6, random() % 33);
    if (s.trace->size() == 0) s = column_read();
    view::SceneRequest in = s.input(static_cast<float>(1 + random() % 2500),
                                    static_cast<float>(1 + random() % 1400), random() % 40,
                                    random() % s.trace->size());
    in.options.progress = static_cast<float>(random() % 11) / 10;
    in.options.frame.presenter = random() % 4 == 0;
    in.options.window.first_step = random() % 500;
    in.options.window.end_step = random() % 1000;
    ASSERT_EQ(unsound(view::build_scene(view::SceneKind::Block, in)), "") << "try " << i;
  }
}

TEST(BlockScene, SaysWhoRunsAndWhoWaits) {
  const Sample s = block_of(4, 1, 32);
  const auto head = [&](std::size_t event) {
    const view::Headline h = view::make_headline(s.input(1280, 720, 0, event), view::SceneKind::Block);
    return h.strong + h.rest + " / " + h.lead + " / " + h.explanation;
  };
  EXPECT_EQ(head(0), "Warp 0 reads in[], no warp waits at a barrier / Line 7 / 4 sectors; step 1 of 137");
  EXPECT_EQ(head(4),
            "Warp 1 writes s[], 1 of 4 warps waits at the barrier / Line 8 / 1 wavefront; step 4 of 137");
  EXPECT_EQ(head(9),
            "Warp 3 reads in[], the other three wait at the barrier / Line 7 / 4 sectors; step 7 of 137");
  EXPECT_EQ(head(2),
            "Warp 0 arrives at the barrier / Barrier / it goes on when the last of the 4 warps has arrived");
  EXPECT_EQ(head(12), "All 4 warps go on past the barrier / Barrier released / warp 0 stood there longest: 6 "
                      "steps of others; step 9 of 137");
  EXPECT_EQ(head(13),
            "Warp 0 reads s[], no warp waits at a barrier / Line 9 / 32 wavefronts where 1 would do; "
            "step 10 of 137");
}

TEST(BlockScene, DrawsRowsBarriersAndOneHitForEachEvent) {
  const Sample s = block_of(4, 1, 2);
  const view::Picture picture = view::build_scene(view::SceneKind::Block, s.input(1920, 1080, 0, 3));
  const std::string all = all_text(picture);
  for (const char* say :
       {"warp 0|", "warp 3|", "barrier|", "step 3|", "waits at a barrier|", "shared store|"})
    EXPECT_NE(all.find(say), std::string::npos) << say << " in " << all;
  std::vector<std::uint32_t> events;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Event) events.push_back(hit.index);
  std::sort(events.begin(), events.end());
  EXPECT_EQ(events, (std::vector<std::uint32_t>{0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 14, 15, 16}));
  EXPECT_EQ(hatched(picture), 3u + 1); // the last to arrive does not wait; the legend
}

TEST(BlockScene, ZoomsIntoARangeOfSteps) {
  const Sample s = block_of(4, 3, 32);
  view::SceneRequest in = s.input(1920, 1080, 0, 13);
  in.options.window.first_step = 9;
  in.options.window.end_step = 20;
  const view::Picture picture = view::build_scene(view::SceneKind::Block, in);
  EXPECT_NE(all_text(picture).find("step 10|"), std::string::npos);
  EXPECT_NE(all_text(picture).find("20 of "), std::string::npos);
  EXPECT_EQ(std::count_if(picture.hits.begin(), picture.hits.end(),
                          [](const view::Hit& h) { return h.kind == view::HitKind::Event; }),
            1);
}

TEST(BlockScene, StaysSmallHoweverManyEventsThereAre) {
  const Sample s = block_of(32, 400, 32); // 38,400 accesses, 400 barriers
  const view::SceneRequest in = s.input(1920, 1080, 0, 20000);
  const view::Picture picture = view::build_scene(view::SceneKind::Block, in);
  EXPECT_LT(picture.shapes.size(), 40000u);
  EXPECT_EQ(problem_of(picture), "");
}

/// What the picture contains, without the numbers of lanes, banks, rows and columns.
std::string golden(const view::Picture& picture) {
  std::string s;
  for (const view::TextShape* t : texts(picture)) {
    if (t->text.find_first_not_of("0123456789") == std::string::npos) continue;
    s += t->text + " @" + std::to_string(std::lround(t->at.x)) + ',' + std::to_string(std::lround(t->at.y)) +
         ' ' + std::to_string(std::lround(t->size)) + '\n';
  }
  return s;
}

TEST(Golden, ArrayAlone) {
  EXPECT_EQ(
      golden(view::build_scene(view::SceneKind::Array, written_then_read(33, 32, 20).input(1920, 1080))),
      "1 wavefront @46,82 52\n"
      " serves all 32 lanes @346,82 52\n"
      "wavefront  @1592,123 18\n"
      " of 1 @1692,123 18\n"
      "No conflict @74,123 18\n"
      "32 lanes, 32 banks: each bank gives one word @178,123 18\n"
      "Values @1835,181 15\n"
      "float @92,183 20\n"
      "tile @164,183 20\n"
      "[ @212,183 20\n"
      "][ @248,183 20\n"
      "] @296,183 20\n"
      "row @84,214 14\n"
      "1 word in each of 32 banks @92,995 18\n"
      "bank @84,1025 14\n"
      "lane 0 @1644,238 20\n"
      "tile[0][20] @1644,267 17\n"
      "(0*33+20)*4 @1644,293 17\n"
      "= 80 B @1644,319 17\n"
      "bank 20 @1678,347 20\n"
      "served in this wavefront @1674,1027 16\n"
      "never touched @1674,999 16\n");
}

TEST(Golden, BlockInTheWorkbenchStage) {
  view::SceneRequest in;
  const Sample s = block_of(4, 1, 32);
  in = s.input(1190, 598, 3, 14);
  in.options.frame.scale = 1;
  EXPECT_EQ(golden(view::build_scene(view::SceneKind::Block, in)),
            "Warp 1 reads s[] @31,60 46\n"
            ", no warp waits at a barrier @399,60 46\n"
            "Line 9 @58,95 18\n"
            "32 wavefronts where 1 would do; step 45 of 137 @121,95 18\n"
            "step 45 @450,134 15\n"
            "barrier @155,135 18\n"
            "warp 1 @107,301 18\n"
            "warp 0 @107,213 18\n"
            "warp 2 @107,390 18\n"
            "warp 3 @107,478 18\n"
            "step 1 @121,536 15\n"
            "time in simulator steps: one warp runs at a time @628,536 15\n"
            "shared store @148,570 16\n"
            "shared read @297,570 16\n"
            "bank conflict, as long as its wavefronts @453,570 16\n"
            "waits at a barrier @819,570 16\n"
            "barrier released @986,570 16\n");
}

} // namespace
} // namespace warpscope
