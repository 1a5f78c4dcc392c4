// The scene Cache: what stands in the picture, from steps that are made up and simulated.
#include "app/playback/machine_of.h"
#include "app/view/scene_cache.h"
#include "app/view/text_metrics.h"
#include "app/view/wording.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

namespace warpscope {
namespace {

using namespace testing;
using multiprocessor::Op;
using playback::CacheCell;
using playback::Machine;

/// A program whose instruction at pc stands in line pc + 1 and loads a[pc].
std::shared_ptr<const program::Program> loads_program() {
  auto made = std::make_shared<program::Program>();
  for (std::uint32_t pc = 0; pc < 4; ++pc) {
    made->spans.push_back({pc + 1, 1, pc + 1, 9});
    made->code.emplace_back().span = pc;
    program::Site site;
    site.pc = pc;
    site.space = Space::Global;
    site.text = "a[" + std::to_string(pc) + "]";
    made->sites.push_back(site);
  }
  return made;
}

/// Warps that load lines in turn and use each at once. An L1 of `sets` sets of `ways` ways.
struct Loads {
  std::uint32_t sets = 16, ways = 8, warps = 1, blocks = 1;
  std::vector<std::uint32_t> lines; ///< of each warp, plus its number times `apart`
  std::uint32_t apart = 0;
  bool wait = true;
};
std::shared_ptr<run::MachineInput> input_of(const Loads& loads) {
  auto input = std::make_shared<run::MachineInput>();
  for (std::uint32_t b = 0; b < loads.blocks; ++b) {
    multiprocessor::Block block;
    for (std::uint32_t w = 0; w < loads.warps; ++w) {
      std::vector<multiprocessor::Step> steps;
      for (std::uint32_t i = 0; i < loads.lines.size(); ++i) {
        steps.push_back({.op = Op::Load,
                         .token = 1,
                         .keeps = true,
                         .count = 1,
                         .first = static_cast<std::uint32_t>(block.lines.size()),
                         .origin = i % 4});
        if (loads.wait) steps.push_back({.op = Op::Wait, .token = 1, .origin = i % 4});
        block.lines.push_back({loads.lines[i] + (b * loads.warps + w) * loads.apart, 15});
      }
      block.warps.push_back(std::move(steps));
    }
    input->work.blocks.push_back(std::move(block));
  }
  input->work.block_count = loads.blocks;
  input->work.resident = std::max(1u, loads.blocks / 2);
  input->blocks = loads.blocks;
  input->figures.figures.clock_hz = 1.5e9;
  input->figures.figures.l1_sets = loads.sets;
  input->figures.figures.l1_ways = loads.ways;
  input->figures.assumed.push_back({"l1_ways", "not measured"});
  input->program = loads_program();
  return input;
}
playback::MachinePtr machine_with(const Loads& loads) {
  return playback::machine_of(input_of(loads), "H200");
}

view::SceneRequest cache_request(playback::MachinePtr machine, std::size_t access, float width = 1920,
                                 float height = 1080) {
  view::SceneRequest in = column_read().input(width, height);
  in.options.frame.scale = height < 500 ? .8F : 1;
  in.options.machine.machine = std::move(machine);
  in.options.cache.access = access;
  return in;
}
view::Picture cache_picture(const view::SceneRequest& in) {
  return view::build_scene(view::SceneKind::Cache, in);
}
view::Headline headline_of_cache(const view::SceneRequest& in) {
  return view::make_headline(in, view::SceneKind::Cache);
}

bool cache_says(const view::Picture& picture, std::string_view words) {
  const auto all = texts(picture);
  return std::any_of(all.begin(), all.end(), [&](const view::TextShape* text) {
    return text->text.find(words) != std::string::npos;
  });
}

/// The rectangle that a place's cell is drawn with; null: none.
const view::RectShape* cell_of(const view::Picture& picture, std::uint32_t place) {
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::CachePlace && hit.index == place)
      for (const view::Shape& shape : picture.shapes)
        if (const auto* rect = std::get_if<view::RectShape>(&shape))
          if (std::abs(rect->box.x - hit.box.x) < 4 && std::abs(rect->box.y - hit.box.y) < 4 &&
              std::abs(rect->box.w - hit.box.w) < 6 && std::abs(rect->box.h - hit.box.h) < 6)
            return rect;
  return nullptr;
}

std::string tip_of(const view::Picture& picture, view::HitKind kind, std::uint32_t index) {
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == kind && hit.index == index) return hit.tooltip;
  return {};
}

TEST(SceneCache, ItsNumbersAreTheEngines) {
  const Loads loads{.warps = 4, .blocks = 4, .lines = {1, 2, 1, 2, 3, 1}, .apart = 1};
  const auto input = input_of(loads);
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  ASSERT_EQ(machine->problem, "");
  const playback::Cache& cache = machine->cache;
  const multiprocessor::Result plain = multiprocessor::simulate(input->work, input->figures.figures);
  EXPECT_EQ(cache.hits, plain.counters.l1_hits);
  EXPECT_EQ(cache.pending, plain.counters.l1_pending);
  EXPECT_EQ(cache.misses, plain.counters.l1_misses);
  EXPECT_EQ(cache.asked(), 4u * 4 * 6 * 4) << "blocks, warps, loads, sectors";
  EXPECT_EQ(cache.accesses.size(), 4u * 4 * 6);
  EXPECT_GT(cache.pending, 0u) << "warps that start together ask for the same lines";
  EXPECT_EQ(cache.again, 0u);
  std::uint64_t sectors = 0;
  for (const playback::CacheAccess& access : cache.accesses)
    for (std::uint32_t at = access.first; at < access.first + access.count; ++at)
      sectors += static_cast<std::uint64_t>(std::popcount(unsigned{cache.lookups[at].sectors}));
  EXPECT_EQ(sectors, cache.asked());
  const view::Headline headline = headline_of_cache(cache_request(machine, 0));
  EXPECT_EQ(headline.strong, grouped(cache.found()) + " of 384 sectors");
  EXPECT_EQ(headline.rest, " are found in L1");
  EXPECT_NE(headline.explanation.find("sets and ways are assumed"), std::string::npos)
      << headline.explanation;
  const view::Picture picture = cache_picture(cache_request(machine, 0));
  EXPECT_TRUE(cache_says(picture, view::percent(cache.found(), cache.asked())));
  EXPECT_TRUE(
      cache_says(picture, "L2 is asked for " + view::kilobytes(32 * cache.misses) + " of 12 KB read"));
  EXPECT_TRUE(cache_says(picture, "16 sets of 8 ways, room for 16 KB (assumed)"));
}

/// One set of two ways: three lines in turn drive each other out.
TEST(SceneCache, EachStateHasAFormOfItsOwn) {
  const playback::MachinePtr machine = machine_with({.sets = 1, .ways = 3, .lines = {1, 1, 2, 3, 4, 2}});
  const playback::Cache& cache = machine->cache;
  ASSERT_EQ(cache.accesses.size(), 6u);
  EXPECT_EQ(cache.evictions, 1u);
  EXPECT_EQ(cache.accesses[1].found, playback::Found::Hit);
  const std::vector<CacheCell> cells = playback::cells_after(cache, 4);
  EXPECT_EQ(cells[0].line, 4u);
  EXPECT_EQ(cells[0].evicted, 1u) << "read longest ago";

  const view::Picture first = cache_picture(cache_request(machine, 0));
  const view::RectShape *miss = cell_of(first, 0), *empty = cell_of(first, 1);
  ASSERT_NE(miss, nullptr);
  ASSERT_NE(empty, nullptr);
  EXPECT_GT(miss->dash.on, 0);
  EXPECT_FLOAT_EQ(miss->stroke_width, 3.5F);
  EXPECT_EQ(empty->dash.on, 0);
  EXPECT_FLOAT_EQ(empty->stroke_width, 1.5F);

  const view::RectShape hit = *cell_of(cache_picture(cache_request(machine, 1)), 0);
  EXPECT_EQ(hit.fill, view::dark_theme().now);
  const view::Picture evicted = cache_picture(cache_request(machine, 4));
  EXPECT_TRUE(cache_says(evicted, "4"));
  EXPECT_NE(tip_of(evicted, view::HitKind::CachePlace, 0).find("1 had to leave for it"), std::string::npos)
      << tip_of(evicted, view::HitKind::CachePlace, 0);
  const view::RectShape recent = *cell_of(evicted, 1);
  EXPECT_EQ(recent.fill, view::dark_theme().bg3);
  for (const char* word : {"hit", "miss, asked for now", "in flight", "evicted for it", "used lately",
                           "waited for", "older", "empty"})
    EXPECT_TRUE(cache_says(evicted, word)) << word;
}

/// Loads that nobody waits for: the first lines are still on their way when the last is asked for.
TEST(SceneCache, WhatIsOnItsWayIsDashedAndSaysWhoWaits) {
  const playback::MachinePtr machine = machine_with(
      {.sets = 1, .ways = 4, .lines = {1, 2, 1}, .wait = false});
  const playback::Cache& cache = machine->cache;
  ASSERT_EQ(cache.accesses.size(), 3u);
  EXPECT_EQ(cache.accesses[2].found, playback::Found::Pending);
  const view::Picture picture = cache_picture(cache_request(machine, 2));
  const view::RectShape* flight = cell_of(picture, 1);
  ASSERT_NE(flight, nullptr);
  EXPECT_GT(flight->dash.on, 0);
  EXPECT_FLOAT_EQ(flight->stroke_width, 2);
  const std::string tip = tip_of(picture, view::HitKind::CachePlace, 0);
  EXPECT_NE(tip.find("It arrives in "), std::string::npos) << tip;
  EXPECT_NE(tip.find("Waited for by warp 0 of block 0, line 3"), std::string::npos) << tip;
}

TEST(SceneCache, OldLinesAreDimmed) {
  std::vector<std::uint32_t> lines{1};
  for (int i = 0; i < 120; ++i) lines.push_back(2);
  const playback::MachinePtr machine = machine_with({.sets = 1, .ways = 2, .lines = lines});
  const view::Picture picture = cache_picture(cache_request(machine, lines.size() - 1));
  EXPECT_EQ(cell_of(picture, 0)->fill, view::dark_theme().bg2);
  std::size_t bars = 0;
  for (const view::Hit& hit : picture.hits) bars += hit.kind == view::HitKind::CacheStep;
  EXPECT_EQ(bars, view::cache_history);
}

TEST(SceneCache, AccessesOfOneWarpStandAboveWithTheirText) {
  const playback::MachinePtr machine = machine_with({.warps = 2, .lines = {1, 2, 3, 4, 5}, .apart = 100});
  std::size_t last = 0; // of warp 1
  for (std::size_t i = 0; i < machine->cache.accesses.size(); ++i)
    if (machine->cache.accesses[i].warp == 1) last = i;
  const view::SceneRequest in = cache_request(machine, last);
  const view::CacheParts parts = view::cache_parts(in);
  ASSERT_EQ(parts.accesses.size(), 4u);
  EXPECT_EQ(parts.accesses.back(), last);
  for (const std::size_t access : parts.accesses) EXPECT_EQ(machine->cache.accesses[access].warp, 1u);
  const view::Picture picture = cache_picture(in);
  EXPECT_TRUE(cache_says(picture, "a[1]"));
  EXPECT_TRUE(cache_says(picture, "line 2"));
  EXPECT_TRUE(cache_says(picture, "warp 1"));
  // A strand for each of their lines.
  std::size_t strands = 0;
  for (const view::Shape& shape : picture.shapes)
    if (const auto* curve = std::get_if<view::CurveShape>(&shape))
      strands += curve->p0.y < parts.sets_y && curve->p3.y > parts.sets_y - 4 && curve->p3.y < parts.sets_y;
  EXPECT_EQ(strands, 5u) << "four, and the halo of the current one";
}

TEST(SceneCache, ALargeL1IsSeenThroughALens) {
  std::vector<std::uint32_t> lines;
  for (std::uint32_t i = 0; i < 40; ++i) lines.push_back(7 * i);
  const playback::MachinePtr machine = machine_with({.sets = 128, .ways = 16, .lines = lines});
  const view::SceneRequest in = cache_request(machine, 39);
  const view::CacheParts parts = view::cache_parts(in);
  EXPECT_TRUE(parts.lens);
  ASSERT_EQ(parts.sets.size(), 16u);
  EXPECT_TRUE(std::is_sorted(parts.sets.begin(), parts.sets.end()));
  const playback::Cache& cache = machine->cache;
  for (const std::size_t access : parts.accesses)
    EXPECT_TRUE(std::binary_search(parts.sets.begin(), parts.sets.end(),
                                   cache.lookups[cache.accesses[access].first].place / 16))
        << "the touched sets are in it";
  EXPECT_GT(parts.all.w, 128) << "every set";
  EXPECT_LE(parts.small_w, 8);
  EXPECT_TRUE(cache_says(cache_picture(in), "all 128"));
  EXPECT_EQ(parts.ways, std::max(4u, cache.ways_used)) << "ways that stay empty take no room";
  // Few sets are all shown.
  EXPECT_FALSE(view::cache_parts(cache_request(machine_with({.lines = lines}), 39)).lens);
}

TEST(SceneCache, CellsCarryTheLineTheWarpOrTheLineOfTheText) {
  const playback::MachinePtr machine = machine_with({.warps = 3, .lines = {50, 51}, .apart = 10});
  view::SceneRequest in = cache_request(machine, 5);
  EXPECT_TRUE(cache_says(cache_picture(in), "71"));
  in.options.cache.names = view::CacheNames::Warp;
  EXPECT_TRUE(cache_says(cache_picture(in), "w2"));
  EXPECT_FALSE(cache_says(cache_picture(in), "71"));
  in.options.cache.names = view::CacheNames::Source;
  EXPECT_TRUE(cache_says(cache_picture(in), "L2"));
}

TEST(SceneCache, TheCellUnderThePointerLightsItsAccessesUp) {
  const playback::MachinePtr machine = machine_with({.sets = 1, .ways = 4, .lines = {1, 2, 1, 2, 1}});
  view::SceneRequest in = cache_request(machine, 4);
  const auto lit = [&] {
    const view::Picture picture = cache_picture(in);
    const view::CacheParts parts = view::cache_parts(in);
    std::size_t count = 0;
    for (const view::Shape& shape : picture.shapes)
      if (const auto* rect = std::get_if<view::RectShape>(&shape))
        count += rect->box.y >= parts.history.y - 1 &&
                 rect->box.y + rect->box.h <= parts.history.y + parts.history.h + 1 &&
                 (rect->fill == view::dark_theme().t1 || rect->stroke == view::dark_theme().t1);
    return count;
  };
  EXPECT_EQ(lit(), 0u);
  in.options.cache.pointed = 0;
  EXPECT_EQ(lit(), 3u) << "the loads of line 1";
}

TEST(SceneCache, TheNextMissIsFoundBothWays) {
  const playback::Cache& cache = machine_with({.lines = {1, 1, 1, 2, 2, 1, 3}})->cache;
  EXPECT_EQ(playback::next_miss(cache, 0, false), 3u);
  EXPECT_EQ(playback::next_miss(cache, 3, false), 6u);
  EXPECT_EQ(playback::next_miss(cache, 6, false), std::nullopt);
  EXPECT_EQ(playback::next_miss(cache, 5, true), 3u);
  EXPECT_EQ(playback::next_miss(cache, 0, true), std::nullopt);
}

TEST(SceneCache, TheCurveFallsWhereTheBytesInUseLeaveL1) {
  // Each block reads 16 lines of its own twice; an L1 of 64 lines holds four of them.
  std::vector<std::uint32_t> lines;
  for (int twice = 0; twice < 2; ++twice)
    for (std::uint32_t i = 0; i < 16; ++i) lines.push_back(i);
  const playback::MachinePtr machine = machine_with(
      {.sets = 1, .ways = 64, .blocks = 16, .lines = lines, .apart = 16});
  ASSERT_GT(machine->curve.size(), 5u);
  const Machine::Point &one = machine->curve.front(), &all = machine->curve.back();
  EXPECT_EQ(one.in_use, 16u * 128);
  EXPECT_EQ(all.in_use, all.resident * 16u * 128);
  EXPECT_DOUBLE_EQ(one.found, .5);
  EXPECT_LT(all.found, .1);
  const view::Picture picture = cache_picture(cache_request(machine, 0));
  EXPECT_TRUE(cache_says(picture, "How much fits?"));
  EXPECT_TRUE(cache_says(picture, "L1: 8 KB"));
  EXPECT_TRUE(cache_says(picture, "lines are evicted before they are read again"));
  EXPECT_NE(tip_of(picture, view::HitKind::Resident, one.resident).find("2 KB: 50 % found"),
            std::string::npos)
      << tip_of(picture, view::HitKind::Resident, one.resident);
}

TEST(SceneCache, ASmallerL1IsSimulatedAgainAndSaysSo) {
  std::vector<std::uint32_t> lines;
  for (int twice = 0; twice < 2; ++twice)
    for (std::uint32_t i = 0; i < 300; ++i) lines.push_back(i);
  const auto input = input_of({.sets = 128, .ways = 16, .lines = lines});
  const playback::MachinePtr device = playback::machine_of(input, "H200");
  EXPECT_EQ(device->cache.misses, 300u * 4);
  EXPECT_EQ(device->cache.again, 0u);
  const playback::MachinePtr small = playback::machine_of(
      input, "H200", {.l1_bytes = playback::machine_l1_bytes[0], .known = device});
  EXPECT_EQ(small->cache.sets, 16u);
  EXPECT_EQ(small->cache.ways, 8u);
  EXPECT_EQ(small->cache.device_bytes, device->cache.bytes);
  EXPECT_GT(small->cache.misses, device->cache.misses);
  EXPECT_EQ(small->cache.again, small->cache.misses - 300 * 4);
  const view::Headline headline = headline_of_cache(cache_request(small, 0));
  EXPECT_EQ(headline.tone, view::Headline::Tone::Conflict);
  EXPECT_NE(headline.explanation.find("are asked of L2 again"), std::string::npos);
  const view::Picture picture = cache_picture(cache_request(small, 0));
  std::set<std::uint32_t> stops;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::L1Size) stops.insert(hit.index);
  EXPECT_EQ(stops.size(), std::size(playback::machine_l1_bytes));
}

/// A warp stores word 5 of its own array `count`, in line 1 of the text, reads it in line 2 and a[1] as well.
std::shared_ptr<run::MachineInput> own_array() {
  auto input = input_of({.lines = {1}});
  auto made = std::make_shared<program::Program>(*loads_program());
  for (program::Site& site : made->sites)
    if (site.pc < 2) {
      site.space = Space::Local;
      site.variable = "count";
      site.text = "count[i]";
    }
  made->sites[0].kind = AccessKind::Store;
  input->program = made;
  multiprocessor::Block& block = input->work.blocks[0];
  const std::uint32_t first = multiprocessor::local_lines + program::window_base / 4;
  block.lines = {{first, 15}, {first + 5, 15}, {first + 5, 15}, {1, 15}};
  block.warps[0] = {{.op = Op::Store, .count = 2, .first = 0, .origin = 0},
                    {.op = Op::Load, .token = 1, .keeps = true, .count = 1, .first = 2, .origin = 1},
                    {.op = Op::Wait, .token = 1, .origin = 1},
                    {.op = Op::Load, .token = 2, .keeps = true, .count = 1, .first = 3, .origin = 2},
                    {.op = Op::Wait, .token = 2, .origin = 2}};
  return input;
}

TEST(SceneCache, AStoreToAThreadsOwnArrayIsStoredAndIsNoHit) {
  const playback::MachinePtr machine = playback::machine_of(own_array(), "H200");
  ASSERT_EQ(machine->problem, "");
  const playback::Cache& cache = machine->cache;
  ASSERT_EQ(cache.accesses.size(), 3u);
  EXPECT_EQ(cache.accesses[0].found, playback::Found::Stored);
  EXPECT_EQ(cache.accesses[1].found, playback::Found::Hit) << "what was stored is there";
  EXPECT_EQ(cache.accesses[2].found, playback::Found::Miss);
  EXPECT_EQ(cache.stored, 8u) << "sectors";
  EXPECT_EQ(playback::bytes_in_use(machine->input->work, 1), 3u * 128) << "two lines of the array, one of a";
  const view::Headline headline = headline_of_cache(cache_request(machine, 0));
  EXPECT_EQ(headline.strong, "4 of 8 sectors") << "of loads alone";
  EXPECT_NE(headline.explanation.find("what is stored stays in L1"), std::string::npos)
      << headline.explanation;

  const view::Picture stored = cache_picture(cache_request(machine, 0));
  EXPECT_TRUE(cache_says(stored, "stored here now")) << "the legend";
  EXPECT_TRUE(cache_says(stored, "lowest: a store"));
  EXPECT_TRUE(cache_says(stored, "count.5")) << "the word of the array, as its line";
  EXPECT_TRUE(cache_says(stored, "8 sectors stored, which stay in L1")) << "line by line";
  EXPECT_TRUE(cache_says(stored, "4 of 4 sectors found"));
  std::size_t chips = 0; // which says what it found
  for (const view::TextShape* text : texts(stored)) chips += text->text == "stored";
  EXPECT_EQ(chips, 1u);
  const std::string chip = tip_of(stored, view::HitKind::CacheAccess, 0);
  EXPECT_NE(chip.find("2 lines, 8 sectors stored: they stay in L1, and L2 gets them too"), std::string::npos)
      << chip;
  const std::uint32_t place = cache.lookups[1].place;
  const std::string tip = tip_of(stored, view::HitKind::CachePlace, place);
  EXPECT_NE(tip.find("count.5, put here by a store of warp 0 of block 0, line 1"), std::string::npos) << tip;
  const view::Theme& theme = view::dark_theme();
  bool outlined = false, filled = false;
  for (const view::Hit& hit : stored.hits)
    if (hit.kind == view::HitKind::CachePlace && hit.index == place)
      for (const view::Shape& shape : stored.shapes)
        if (const auto* rect = std::get_if<view::RectShape>(&shape))
          if (std::abs(rect->box.x - hit.box.x) < 4 && std::abs(rect->box.y - hit.box.y) < 4) {
            outlined |= rect->stroke == theme.now && rect->stroke_width > 2 && rect->dash.on == 0;
            filled |= rect->fill == theme.now;
          }
  EXPECT_TRUE(outlined);
  EXPECT_FALSE(filled) << "that is a hit's form";
  EXPECT_FALSE(cache_says(cache_picture(cache_request(machine_with({.lines = {1}}), 0)), "stored"))
      << "where no array is stored nothing speaks of it";
}

TEST(SceneCache, AStoreOfTheTraceIsFoundAmongTheAccessesAndBack) {
  Sample sample;
  sample.block = {32, 1, 1};
  sample.add("count", "count[i]", Space::Local, AccessKind::Store, 4, [](std::uint32_t) { return 20; });
  sample.add("count", "count[i]", Space::Local, AccessKind::Load, 4, [](std::uint32_t) { return 20; });
  sample.add("out", "out[i]", Space::Global, AccessKind::Store, 4, [](std::uint32_t t) { return 4 * t; });
  const playback::RunPtr run = sample.run();
  const playback::MachinePtr machine = playback::machine_of(own_array(), "H200");
  EXPECT_EQ(playback::event_of(*run, *machine, 0), 0u);
  EXPECT_EQ(playback::event_of(*run, *machine, 1), 1u);
  EXPECT_EQ(playback::access_of(*run, *machine, 0), 0u);
  EXPECT_EQ(playback::access_of(*run, *machine, 1), 1u);
  EXPECT_EQ(playback::access_of(*run, *machine, 2), std::nullopt) << "the machine has no store of that line";
}

TEST(SceneCache, NothingFoundIsNoSuccess) {
  const view::Theme& theme = view::dark_theme();
  const auto figure = [&](const view::SceneRequest& in, std::string_view says) {
    view::Color color{};
    float largest = 0;
    for (const view::TextShape* text : texts(cache_picture(in)))
      if (text->text == says && text->size > largest) largest = text->size, color = text->color;
    EXPECT_GT(largest, 0) << says;
    return color;
  };
  const view::SceneRequest none = cache_request(machine_with({.lines = {1, 2, 3}}), 2);
  EXPECT_EQ(headline_of_cache(none).tone, view::Headline::Tone::Plain) << "each line is read once";
  EXPECT_EQ(figure(none, "0 %"), theme.t1);
  const view::SceneRequest few = cache_request(machine_with({.lines = {1, 2, 3, 1}}), 3);
  EXPECT_EQ(headline_of_cache(few).tone, view::Headline::Tone::Plain) << "a tick would praise 25 %";
  const view::SceneRequest most = cache_request(machine_with({.lines = {1, 1, 1, 1}}), 3);
  EXPECT_EQ(headline_of_cache(most).tone, view::Headline::Tone::Good);
  EXPECT_EQ(figure(most, "75 %"), theme.now);
  EXPECT_EQ(
      headline_of_cache(cache_request(machine_with({.sets = 1, .ways = 1, .lines = {1, 2, 1}}), 2)).tone,
      view::Headline::Tone::Conflict)
      << "evicted and asked for again";
}

/// The stage of a window of 1280 x 720 above a lab's question.
constexpr float docked_w = 779, docked_h = 270;

TEST(SceneCache, NamesInADockedPaneAreWhole) {
  const playback::MachinePtr machine = playback::machine_of(own_array(), "H200");
  const view::Picture docked = cache_picture(cache_request(machine, 0, docked_w, docked_h));
  EXPECT_TRUE(cache_says(docked, "co…5") || cache_says(docked, "cou…5")) << "marked as cut";
  EXPECT_FALSE(cache_says(docked, "cou.5"));
  EXPECT_TRUE(cache_says(cache_picture(cache_request(machine, 0, 1280, 600)), "count.5"));
  for (const float width : {1280.F, docked_w, 520.F, 430.F, 300.F})
    for (const float height : {docked_h, 374.F, 600.F}) {
      const view::Picture picture = cache_picture(cache_request(machine, 0, width, height));
      for (const view::TextShape* text : texts(picture)) {
        const bool whole = !text->text.ends_with(".5") || text->text == "count.5";
        EXPECT_TRUE(whole || text->text.find("…") != std::string::npos)
            << text->text << " at " << width << " x " << height;
      }
    }
}

TEST(SceneCache, TheNumberOfASetStandsWithinItsFrame) {
  std::vector<std::uint32_t> lines;
  for (std::uint32_t i = 0; i < 400; ++i) lines.push_back(7 * i);
  const playback::MachinePtr machine = machine_with({.sets = 128, .ways = 16, .lines = lines});
  std::size_t framed = 0;
  for (std::size_t access = 0; access < lines.size(); access += 3) {
    const view::SceneRequest in = cache_request(machine, access, docked_w, docked_h);
    const view::CacheParts parts = view::cache_parts(in);
    const view::Picture picture = cache_picture(in);
    for (const view::TextShape* text : texts(picture)) {
      const float y = text->at.y - parts.sets_y;
      if (y < 0 || y > parts.sets_h || text->text.size() != 3 || text->font != view::Font::MonoBold) continue;
      const float room = parts.cell_w - view::text_width(text->text, text->font, text->size);
      EXPECT_GE(room, 2 * 2.5F + 3) << "the frame is 2.5 pixels wide: " << text->text;
      EXPECT_GE(parts.sets_h - .73F * text->size, 2 * 2.5F + 2) << "above and below, too";
      ++framed;
    }
  }
  EXPECT_GT(framed, 20u);
}

TEST(SceneCache, WhereFewWaysAreUsedTheStageIsFilled) {
  const playback::MachinePtr machine = machine_with({.sets = 120, .ways = 16, .lines = {1, 2, 3}});
  for (const auto& [width, height] : {std::pair{1920.F, 1080.F}, {1280.F, 720.F}, {1190.F, 598.F}}) {
    const view::CacheParts parts = view::cache_parts(cache_request(machine, 2, width, height));
    ASSERT_EQ(parts.ways, 4u);
    const float empty = parts.all.y - parts.cells.y - parts.cells.h;
    EXPECT_LT(empty, .1F * height) << width << " x " << height;
    EXPECT_GE(empty, 4) << width << " x " << height;
    EXPECT_LT(parts.all.y + parts.all.h, parts.legend_y);
    EXPECT_LT(parts.legend_y, parts.history.y);
  }
}

/// With one block there is no curve: its lines of the text take the room.
TEST(SceneCache, WithoutACurveTheLinesOfTheTextFillTheColumn) {
  const playback::MachinePtr machine = machine_with({.sets = 120, .ways = 16, .lines = {1, 2, 3, 1, 2}});
  ASSERT_LE(machine->curve.size(), 1u);
  const view::SceneRequest in = cache_request(machine, 2, 1920, 1080);
  const view::CacheParts parts = view::cache_parts(in);
  const view::Picture picture = cache_picture(in);
  EXPECT_TRUE(cache_says(picture, "Line by line"));
  EXPECT_TRUE(cache_says(picture, "no curve by bytes in use"));
  float bar = 0; // as long as what the line asks for
  for (const view::Shape& shape : picture.shapes)
    if (const auto* rect = std::get_if<view::RectShape>(&shape))
      if (rect->box.x >= parts.side.x && rect->stroke_width > 0) bar = std::max(bar, rect->box.w);
  EXPECT_GT(bar, .9F * parts.side.w);
  for (const view::TextShape* text : texts(picture))
    if (text->text.find(" found") != std::string::npos && text->at.x >= parts.side.x) {
      EXPECT_GE(text->size, 15) << text->text;
    }
}

/// Docked at 720p one line has room: that of the access at the playhead.
TEST(SceneCache, WithLittleRoomTheLineAtThePlayheadIsTheOneThatIsShown) {
  const playback::MachinePtr machine = machine_with({.sets = 120, .ways = 16, .lines = {1, 2, 3, 1, 2}});
  for (std::size_t access = 0; access < machine->cache.accesses.size(); access += 2) {
    const view::SceneRequest in = cache_request(machine, access, 780, 270);
    const view::Picture picture = cache_picture(in);
    const std::string name = "line " +
                             std::to_string(machine->line_of(machine->cache.accesses[access].origin));
    const float side = view::cache_parts(in).side.x;
    const auto all = texts(picture);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const view::TextShape* text) {
      return text->text == name && text->at.x >= side;
    })) << name;
    EXPECT_EQ(overlapping(picture), "");
  }
}

TEST(SceneCache, WithoutLoadsItSaysSo) {
  auto input = input_of({.lines = {1}});
  input->work.blocks[0].warps[0] = {{.op = Op::Atomic, .service = 1, .count = 1, .first = 0, .origin = 0},
                                    {.op = Op::Shared, .service = 1, .origin = 1}};
  const view::SceneRequest in = cache_request(playback::machine_of(input, "H200"), 0);
  EXPECT_EQ(headline_of_cache(in).strong, "No access goes through L1");
  EXPECT_TRUE(cache_says(cache_picture(in), "This access does not go through L1"));
  EXPECT_TRUE(cache_says(cache_picture(in), "shared memory lies beside it, atomics go to L2"));
  EXPECT_TRUE(cache_says(cache_picture(in), "turns of atomics"));
  EXPECT_TRUE(cache_says(cache_picture(cache_request(nullptr, 0)), "being simulated"));
  EXPECT_TRUE(cache_says(cache_picture(cache_request(playback::no_machine("there is no clock"), 0)),
                         "there is no clock"));
}

TEST(SceneCache, WhenSharedMemoryTakesAllNothingIsHeld) {
  const playback::MachinePtr machine = machine_with({.sets = 0, .ways = 16, .lines = {1, 1}});
  EXPECT_EQ(machine->cache.misses, 8u);
  const view::SceneRequest in = cache_request(machine, 1);
  EXPECT_NE(headline_of_cache(in).explanation.find("leaves L1 no bytes"), std::string::npos);
  EXPECT_EQ(unsound(cache_picture(in)), "");
}

TEST(SceneCache, AnAccessBeyondTheLastIsTheLast) {
  const playback::MachinePtr machine = machine_with({.lines = {1, 2}});
  EXPECT_EQ(cache_picture(cache_request(machine, 1'000'000)), cache_picture(cache_request(machine, 1)));
  view::SceneRequest in = cache_request(machine, 0);
  view::seek_cache(in, -3);
  EXPECT_EQ(in.options.cache.access, 0u);
  view::seek_cache(in, 7.5);
  EXPECT_EQ(in.options.cache.access, 1u);
}

TEST(SceneCache, EverySizeIsSound) {
  std::vector<std::uint32_t> lines;
  for (int twice = 0; twice < 3; ++twice)
    for (std::uint32_t i = 0; i < 60; ++i) lines.push_back(i);
  const playback::MachinePtr
      few = machine_with({.sets = 4, .ways = 4, .lines = {1, 2, 3}}),
      small = machine_with({.sets = 16, .ways = 8, .warps = 4, .blocks = 8, .lines = lines, .apart = 16}),
      large = machine_with({.sets = 124, .ways = 16, .warps = 8, .blocks = 8, .lines = lines, .apart = 16});
  for (const playback::MachinePtr& machine : {few, small, large})
    for (const auto& [width, height] : {std::pair{1190.F, 598.F},
                                        {793.F, 376.F},
                                        {780.F, 306.F},
                                        {1920.F, 1080.F},
                                        {1280.F, 720.F},
                                        {500.F, 300.F},
                                        {300.F, 160.F},
                                        {80.F, 60.F}})
      for (const bool presenter : {false, true}) {
        view::SceneRequest in = cache_request(machine, machine->cache.accesses.size() * 2 / 3, width, height);
        in.options.frame.presenter = presenter;
        SCOPED_TRACE(std::to_string(width) + " " + std::to_string(height) + (presenter ? " presenter" : ""));
        const view::Picture picture = cache_picture(in);
        EXPECT_EQ(unsound(picture), "");
        if (width >= 500) {
          EXPECT_EQ(overlapping(picture), "");
        }
        EXPECT_EQ(low_contrast(picture), "");
      }
}

TEST(SceneCache, AFilmShowsEveryAccessOrTakesAMinute) {
  std::vector<std::uint32_t> lines(50, 1);
  const playback::MachinePtr machine = machine_with({.lines = lines});
  EXPECT_EQ(playback::cache_film(machine->cache, 4).cycles_a_step, 1u);
  EXPECT_EQ(playback::cache_film(machine->cache, 4).steps, 51u);
  lines.resize(5000, 2);
  const playback::MachineFilm longer = playback::cache_film(machine_with({.lines = lines})->cache, 4);
  EXPECT_LE(static_cast<double>(longer.steps) / 4, 61);
  EXPECT_GE(longer.cycles_a_step * longer.steps, 5000u);
}

} // namespace
} // namespace warpscope
