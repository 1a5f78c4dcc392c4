// The timeline's bars, from one access to a million events.
#include "app/view/timeline_items.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

using namespace testing;
using Kind = view::TimelineItem::Kind;

playback::TimeAxis axis_of(const playback::BlockIndex& index) {
  playback::TimeAxis axis;
  axis.set_steps(index.steps());
  return axis;
}

std::size_t count(const std::vector<view::TimelineItem>& items, Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [&](const view::TimelineItem& i) { return i.kind == kind; }));
}

TEST(TimelineItems, OneForEachAccessWhereThereIsRoom) {
  const Sample s = block_of(4, 2, 8); // 4 warps, twice: a global read, a store, an 8-way read
  const playback::BlockIndex index{playback::Playback(s.trace)};
  const std::vector<view::TimelineItem> items = view::timeline_items(index, axis_of(index), 2000);
  EXPECT_EQ(items.size(), 4u * 2 * 3);
  EXPECT_EQ(count(items, Kind::Conflict), 8u);
  EXPECT_EQ(count(items, Kind::SharedStore), 8u);
  EXPECT_EQ(count(items, Kind::Other), 8u);
  const double step = 2000.0 / static_cast<double>(index.steps());
  for (const view::TimelineItem& item : items)
    EXPECT_NEAR(item.x1 - item.x0, (item.kind == Kind::Conflict ? 8 : 1) * step, 1e-2)
        << "as long as its steps";
}

TEST(TimelineItems, AMillionEventsCostWhatThePixelsCostAndNoConflictIsLost) {
  const Sample s = block_of(32, 7800, 32);
  const playback::BlockIndex index{playback::Playback(s.trace)};
  const std::vector<view::TimelineItem> items = view::timeline_items(index, axis_of(index), 1500);
  EXPECT_LE(items.size(), 32u * 1500);
  for (std::uint32_t warp = 0; warp < 32; ++warp)
    EXPECT_TRUE(std::any_of(items.begin(), items.end(), [&](const view::TimelineItem& i) {
      return i.row == warp && i.kind == Kind::Conflict;
    })) << warp;
}

/// The legend explains what the block has, and speaks of nothing else.
TEST(TimelineItems, TheLegendNamesWhatTheBlockAccesses) {
  Sample local;
  local.add("count", "count[digit]", Space::Local, AccessKind::Load, 4,
            [](std::uint32_t t) { return 4 * t; });
  local.add("in", "in[i]", Space::Global, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  const auto legend_of = [](const Sample& s) {
    return view::timeline_legend(*s.trace, playback::BlockIndex{playback::Playback(s.trace)});
  };
  const view::TimelineLegend own = legend_of(local);
  EXPECT_EQ(own.others, (std::vector{Space::Global, Space::Local}));
  EXPECT_FALSE(own.shared_loads || own.shared_stores || own.shared_atomics || own.conflicts);
  const view::TimelineLegend tile = legend_of(block_of(4, 2, 8));
  EXPECT_EQ(tile.others, (std::vector{Space::Global}));
  EXPECT_TRUE(tile.shared_loads && tile.shared_stores && tile.conflicts);
  EXPECT_FALSE(tile.shared_atomics);
}

TEST(TimelineItems, ShowsOnlyWhatIsInSight) {
  const Sample s = block_of(8, 40, 4);
  const playback::BlockIndex index{playback::Playback(s.trace)};
  playback::TimeAxis axis = axis_of(index);
  axis.zoom(.5, 20);
  const std::vector<view::TimelineItem> items = view::timeline_items(index, axis, 1000);
  ASSERT_FALSE(items.empty());
  for (const view::TimelineItem& item : items) {
    EXPECT_GE(item.x1, 0);
    EXPECT_LT(item.x0, 1000);
    EXPECT_FALSE(item.several);
  }
  // Together with its neighbours to both sides it shows each access once.
  std::size_t all = 0;
  playback::TimeAxis page = axis_of(index);
  page.zoom(0, 20);
  for (double at = 0; at < static_cast<double>(index.steps()) - 1e-6; at += page.span()) {
    page.pan(at - page.first());
    for (const view::TimelineItem& item : view::timeline_items(index, page, 4000)) {
      const double start = page.first() + static_cast<double>(item.x0) / 4000 * page.span();
      if (start > at - .01 && start < at + page.span() - .01) ++all;
    }
  }
  EXPECT_EQ(all, 8u * 40 * 3);
}

TEST(TimelineItems, FindsTheAccessUnderThePointer) {
  const Sample s = block_of(2, 1, 4);
  const playback::Playback playback(s.trace);
  const playback::BlockIndex index{playback};
  for (std::uint32_t warp = 0; warp < 2; ++warp)
    for (const std::uint32_t event : index.accesses(warp)) {
      const auto first = static_cast<double>(playback.first_step(event));
      EXPECT_EQ(view::access_at(index, warp, first + .5, 0), event);
      EXPECT_EQ(view::access_at(index, warp, first + playback.steps_of(event) - .5, 0), event);
    }
  EXPECT_FALSE(view::access_at(index, 9, 0, 100).has_value()) << "no such warp";
  const auto last = static_cast<double>(index.steps());
  EXPECT_FALSE(view::access_at(index, 0, last + 50, 10).has_value());
  EXPECT_TRUE(view::access_at(index, 1, last + 5, 10).has_value());
}

} // namespace
} // namespace warpscope
