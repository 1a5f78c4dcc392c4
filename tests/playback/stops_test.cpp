// Breakpoints: which steps they are, and that playing stops there.
#include "app/playback/playhead.h"
#include "app/playback/stops.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using playback::Stop;

/// Two warps. Line 5: a load of global memory; line 6: a store to shared memory, twice, with a conflict (each
/// lane to bank 0) the second time and by the lower half of the lanes only.
playback::RunPtr traced() {
  auto program = std::make_shared<program::Program>();
  auto trace = std::make_shared<trace::BlockTrace>(0);
  for (const Space space : {Space::Global, Space::Shared}) {
    program::Site site;
    site.space = space;
    site.kind = space == Space::Global ? AccessKind::Load : AccessKind::Store;
    site.span = {space == Space::Global ? 5u : 6u, 1, 6, 2};
    program->sites.push_back(site);
  }
  for (std::uint32_t warp = 0; warp < 2; ++warp)
    for (std::uint32_t nth = 0; nth < 3; ++nth) {
      trace::AccessEvent event;
      event.warp = warp;
      event.site = nth == 0 ? 0 : 1;
      event.space = program->sites[event.site].space;
      event.kind = program->sites[event.site].kind;
      event.access.mask = nth == 2 ? 0xffffu : ~0u;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        event.access.offset[lane] = program::window_base + lane * (nth == 2 ? 128 : 4);
      trace->on_access(event);
    }
  auto result = std::make_shared<run::Result>();
  result->program = program;
  result->trace = trace;
  result->launch.block = {64, 1, 1};
  return playback::Run::of(result);
}

std::vector<std::uint64_t> steps(const std::vector<Stop>& stops) {
  const playback::RunPtr run = traced();
  playback::Playhead head;
  head.show_afresh(run, {});
  return playback::stop_steps(*run, head.track(), stops);
}

/// A warp's steps: its load, its first store, 16 wavefronts of its second one.
TEST(Stops, AreTheFirstStepsOfTheirLinesAccesses) {
  EXPECT_EQ(steps({{5}}), (std::vector<std::uint64_t>{0, 18}));
  EXPECT_EQ(steps({{6}}), (std::vector<std::uint64_t>{1, 2, 19, 20}));
  EXPECT_EQ(steps({{5}, {6}}).size(), 6u);
  EXPECT_TRUE(steps({{7}}).empty());
  EXPECT_TRUE(steps({}).empty());
}

TEST(Stops, OnlyLinesWithAnAccessOrABarrierCanStop) {
  EXPECT_EQ(playback::lines_to_stop_at(*traced()), (std::vector<std::uint32_t>{5, 6}));
}

TEST(Stops, AConditionLeavesOthersOut) {
  EXPECT_EQ(steps({{6, Stop::When::Conflict}}), (std::vector<std::uint64_t>{2, 20}));
  EXPECT_EQ(steps({{6, Stop::When::Lane, 20}}), (std::vector<std::uint64_t>{1, 19}))
      << "the upper half is out";
  EXPECT_EQ(steps({{6, Stop::When::Lane, 7}}).size(), 4u);
  EXPECT_TRUE(steps({{5, Stop::When::Conflict}}).empty());
}

TEST(Stops, PlayingStopsThereAndGoesOn) {
  playback::Playhead head;
  const playback::RunPtr run = traced();
  head.show_afresh(run, {});
  head.set_stops(playback::stop_steps(*run, head.track(), {{6, Stop::When::Conflict}}));
  head.go_home();
  head.play(true);
  head.advance(100, {64, true}); // as far as it likes
  EXPECT_EQ(head.step(), 2u);
  EXPECT_FALSE(head.playing());
  head.play(true);
  head.advance(100, {64, true});
  EXPECT_EQ(head.step(), 20u);
  head.play(true);
  head.advance(100, {64, true});
  EXPECT_EQ(head.step(), head.track().steps() - 1) << "no stop is left";
  EXPECT_FALSE(head.next_stop());
  EXPECT_TRUE(head.previous_stop());
  EXPECT_EQ(head.step(), 20u);
  EXPECT_TRUE(head.previous_stop());
  EXPECT_EQ(head.step(), 2u);
  EXPECT_FALSE(head.previous_stop());
  EXPECT_TRUE(head.next_stop());
  EXPECT_EQ(head.step(), 20u);
}

TEST(Stops, AreKeptAsATable) {
  playback::StopTable table;
  for (const Stop& stop : {Stop{49}, Stop{7, Stop::When::Conflict}, Stop{120, Stop::When::Lane, 31}})
    playback::put_stop(table, stop);
  EXPECT_EQ(table, (playback::StopTable{{"49", 1}, {"7", 2}, {"120", 34}}));
  EXPECT_EQ(playback::stops_from(table),
            (std::vector<Stop>{{7, Stop::When::Conflict}, {49}, {120, Stop::When::Lane, 31}}));
  EXPECT_TRUE(playback::stops_from({{"x", 1}, {"0", 1}, {"4", 0}, {"5", 99}}).empty());
}

} // namespace
} // namespace warpscope
