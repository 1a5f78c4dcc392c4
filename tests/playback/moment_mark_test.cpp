// A moment of one run is found again in the run of an edited text: the same warp, line and occurrence.
#include "app/playback/moment_mark.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpscope {
namespace {

/// Two warps store at line 10, meet at the barrier of line 11, then each reads at line 12; `rounds` times. A
/// read takes `stride` wavefronts.
struct Rounds {
  program::Program program;
  playback::Playback playback;

  explicit Rounds(std::uint32_t stride, std::uint32_t rounds = 3, std::uint32_t lines_before = 0,
                  std::uint32_t warps = 2) {
    for (const std::uint32_t line : {10u, 12u}) {
      program::Site site;
      site.space = Space::Shared;
      site.kind = line == 10 ? AccessKind::Store : AccessKind::Load;
      site.span = {line + lines_before, 1, line + lines_before, 9};
      program.sites.push_back(site);
    }
    program.spans = {{}, {11 + lines_before, 1, 11 + lines_before, 9}};
    program::Instruction barrier;
    barrier.op = program::Opcode::BarSync;
    barrier.span = 1;
    program.code.push_back(barrier);
    auto trace = std::make_shared<trace::BlockTrace>(0);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      for (std::uint32_t warp = 0; warp < warps; ++warp) access(*trace, warp, 0, 1);
      trace::BarrierEvent release;
      release.phase = trace::BarrierPhase::Release;
      trace->on_barrier(release);
      for (std::uint32_t warp = 0; warp < warps; ++warp) access(*trace, warp, 1, stride);
    }
    playback = playback::Playback(std::move(trace));
  }
  void access(trace::BlockTrace& trace, std::uint32_t warp, std::uint32_t site, std::uint32_t stride) const {
    trace::AccessEvent event;
    event.warp = warp;
    event.site = site;
    event.space = Space::Shared;
    event.kind = program.sites[site].kind;
    event.access.mask = ~0u;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = program::window_base + 4 * lane * stride;
    trace.on_access(event);
  }
  /// Event number of warp `warp`'s read in round `round`, with two warps.
  static std::size_t read(std::uint32_t round, std::uint32_t warp) { return 5 * round + 3 + warp; }
};

using playback::find;
using playback::mark_of;
using playback::Moment;

TEST(MomentMark, EveryMomentOfARunIsFoundInIt) {
  const Rounds run(4);
  for (std::uint64_t step = 0; step < run.playback.steps(); ++step) {
    const Moment moment = run.playback.moment_at(step);
    const auto mark = mark_of(run.playback, run.program, moment);
    ASSERT_TRUE(mark) << step;
    EXPECT_EQ(find(*mark, run.playback, run.program), moment) << step;
  }
}

TEST(MomentMark, FewerWavefrontsDoNotMoveItToAnotherWarp) {
  const Rounds conflicts(32), none(1);
  const auto mark = mark_of(conflicts.playback, conflicts.program, {Rounds::read(1, 1), 7});
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->warp, 1u);
  EXPECT_EQ(mark->line, 12u);
  EXPECT_EQ(mark->occurrence, 1u);
  EXPECT_EQ(mark->wavefront, 7u);
  EXPECT_EQ(find(*mark, none.playback, none.program), (Moment{Rounds::read(1, 1), 0}));
}

TEST(MomentMark, ALineThatMovedIsFollowed) {
  const Rounds before(4), after(4, 3, 2);
  const auto mark = mark_of(before.playback, before.program, {Rounds::read(2, 0), 3});
  const auto now = playback::moved(*mark, [](std::uint32_t line) { return line + 2; });
  EXPECT_EQ(find(now, after.playback, after.program), (Moment{Rounds::read(2, 0), 3}));
  const auto barrier = playback::moved(*mark_of(before.playback, before.program, {7, 0}),
                                       [](std::uint32_t line) { return line + 2; });
  EXPECT_EQ(find(barrier, after.playback, after.program), (Moment{7, 0}));
}

TEST(MomentMark, ALoopThatEndsEarlierKeepsItsLastRound) {
  const Rounds before(4), after(4, 2);
  const auto mark = mark_of(before.playback, before.program, {Rounds::read(2, 1), 1});
  EXPECT_EQ(find(*mark, after.playback, after.program), (Moment{Rounds::read(1, 1), 1}));
}

TEST(MomentMark, ABarrierThatIsGoneLeavesTheAccessBeforeIt) {
  const Rounds before(4);
  Rounds after(4);
  const auto mark = mark_of(before.playback, before.program, {2, 0});
  ASSERT_TRUE(mark && mark->release);
  after.program.spans[1] = {99, 1, 99, 9}; // no barrier on its line any more
  EXPECT_EQ(find(*mark, after.playback, after.program), (Moment{1, 0}));
}

TEST(MomentMark, AnAccessThatIsGoneLeavesTheWarpsAccessOfItsNumber) {
  const Rounds before(4);
  Rounds after(4);
  const auto mark = mark_of(before.playback, before.program, {Rounds::read(1, 0), 0});
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->nth_access, 3u) << "store, read, store, read";
  after.program.sites[1].span.line = 99;
  EXPECT_EQ(find(*mark, after.playback, after.program), (Moment{Rounds::read(1, 0), 0}));
}

TEST(MomentMark, AWarpThatIsGoneIsNotReplaced) {
  const Rounds before(4), after(4, 3, 0, 1);
  EXPECT_FALSE(find(*mark_of(before.playback, before.program, {1, 0}), after.playback, after.program));
  EXPECT_FALSE(mark_of({}, {}, {}));
}

} // namespace
} // namespace warpscope
