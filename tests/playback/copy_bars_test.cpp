// Asynchronous copies in hand-made traces: where they begin, which wait ends them, how many are in flight.
#include "app/playback/block_index.h"
#include "app/playback/copy_bars.h"
#include "sim/program/program.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpscope {
namespace {

constexpr std::uint32_t all = ~0u, lower = 0xffffu;

class Made {
 public:
  void access(std::uint32_t warp, std::uint32_t site, AccessKind kind = AccessKind::Store,
              std::uint32_t lanes = all) {
    trace::AccessEvent event;
    event.warp = warp;
    event.site = site;
    event.space = Space::Shared;
    event.kind = kind;
    event.access.mask = lanes;
    event.access.width = 4;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = program::window_base + 4 * lane;
    trace_->on_access(event);
  }
  void order(std::uint32_t warp, trace::OrderKind kind, std::uint32_t prior = 0, std::uint32_t lanes = all) {
    say(warp, kind, lanes, prior, 0);
  }
  void object(std::uint32_t warp, trace::OrderKind kind, std::uint32_t phase) {
    say(warp, kind, all, 0, phase);
  }
  /// One call.
  void copy(std::uint32_t warp, std::uint32_t site, std::uint32_t lanes = all) {
    order(warp, trace::OrderKind::CopyBegin, 0, lanes);
    access(warp, site, AccessKind::Store, lanes);
    order(warp, trace::OrderKind::CopyEnd, 0, lanes);
  }
  void compute(std::uint32_t warp) { access(warp, 9, AccessKind::Load); }
  [[nodiscard]] std::vector<playback::CopyBar> bars() const {
    return playback::copy_bars(playback::Playback(trace_));
  }
  [[nodiscard]] std::shared_ptr<const trace::BlockTrace> trace() const { return trace_; }

 private:
  void say(std::uint32_t warp, trace::OrderKind kind, std::uint32_t lanes, std::uint32_t prior,
           std::uint32_t phase) {
    trace::OrderEvent event;
    event.warp = warp;
    event.kind = kind;
    event.lanes = lanes;
    event.prior = prior;
    event.object = program::window_base;
    event.phase = phase;
    event.pc = ++pc_;
    trace_->on_order(event);
  }
  std::shared_ptr<trace::BlockTrace> trace_ = std::make_shared<trace::BlockTrace>(0);
  std::uint32_t pc_ = 0;
};

TEST(CopyBars, AGroupEndsAtTheWaitThatCoversIt) {
  Made made; // each access is a step
  made.copy(0, 1);
  made.copy(0, 2);
  made.order(0, trace::OrderKind::CopyCommit);
  made.copy(0, 3);
  made.order(0, trace::OrderKind::CopyCommit);
  made.compute(0);
  made.order(0, trace::OrderKind::CopyWaitPrior, 1); // the older group
  made.compute(0);
  made.order(0, trace::OrderKind::CopyWaitPrior, 0);
  made.compute(0);
  const std::vector<playback::CopyBar> bars = made.bars();
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_EQ(bars[0], (playback::CopyBar{0, 0, 4, 0, 1, 2, 256, 9, 0}));
  EXPECT_EQ(bars[1], (playback::CopyBar{0, 2, 5, 2, 3, 1, 128, 10, 1})) << "two are in flight";
  EXPECT_EQ(playback::BlockIndex(playback::Playback(made.trace())).copy_depth(), 2u);
  EXPECT_TRUE(playback::BlockIndex(playback::Playback(made.trace())).copies(1).empty());
}

TEST(CopyBars, OneThatNobodyWaitsForIsOpenToTheEnd) {
  Made made;
  made.copy(0, 1);
  made.order(0, trace::OrderKind::CopyCommit);
  made.copy(0, 2); // in no group
  made.order(0, trace::OrderKind::CopyWaitPrior, 1);
  made.compute(0);
  const std::vector<playback::CopyBar> bars = made.bars();
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_FALSE(bars[0].waited());
  EXPECT_EQ(bars[0].to, 3u);
  EXPECT_FALSE(bars[1].waited());
}

TEST(CopyBars, ALaneThatDoesNotWaitKeepsItOpen) {
  Made made;
  made.copy(0, 1);
  made.order(0, trace::OrderKind::CopyCommit);
  made.order(0, trace::OrderKind::CopyWaitPrior, 0, lower);
  made.compute(0);
  EXPECT_FALSE(made.bars().at(0).waited());
  made.order(0, trace::OrderKind::CopyWaitPrior, 0, ~lower);
  EXPECT_TRUE(made.bars().at(0).waited());
  EXPECT_EQ(made.bars().at(0).to, 2u);
}

TEST(CopyBars, TheOldestWaitTakesOneGroupAtATime) {
  Made made;
  for (std::uint32_t k = 0; k < 3; ++k) {
    made.copy(0, k);
    made.order(0, trace::OrderKind::CopyCommit);
  }
  made.order(0, trace::OrderKind::CopyWaitOldest);
  made.copy(0, 3); // takes the place that became free
  made.order(0, trace::OrderKind::CopyCommit);
  made.order(0, trace::OrderKind::CopyWaitOldest);
  const std::vector<playback::CopyBar> bars = made.bars();
  ASSERT_EQ(bars.size(), 4u);
  EXPECT_EQ(bars[0].to, 3u);
  EXPECT_EQ(bars[1].to, 4u);
  EXPECT_FALSE(bars[2].waited());
  EXPECT_EQ(bars[2].level, 2u);
  EXPECT_EQ(bars[3].level, 0u);
}

TEST(CopyBars, AStoreOutsideOfACallIsNone) {
  Made made;
  made.access(0, 1);
  made.order(0, trace::OrderKind::CopyBegin, 0, lower);
  made.access(0, 2, AccessKind::Load); // what it reads
  made.access(1, 3);                   // another warp
  made.access(0, 4);                   // of the other lanes, too
  made.order(0, trace::OrderKind::CopyEnd, 0, lower);
  made.access(0, 5);
  const std::vector<playback::CopyBar> bars = made.bars();
  ASSERT_EQ(bars.size(), 1u);
  EXPECT_EQ(bars[0].site, 4u);
  EXPECT_EQ(bars[0].bytes, 64u);
  EXPECT_TRUE(playback::copy_bars(playback::Playback()).empty());
}

TEST(CopyBars, ABarrierObjectsPhaseEndsAtTheWarpsOwnWaitElseAtAnothers) {
  Made made;
  for (const std::uint32_t warp : {0u, 1u}) {
    made.copy(warp, 1);
    made.object(warp, trace::OrderKind::ObjectCopies, 0);
    made.copy(warp, 2); // the same phase: one bar
    made.object(warp, trace::OrderKind::ObjectCopies, 0);
  }
  made.copy(0, 3);
  made.object(0, trace::OrderKind::ObjectCopies, 1);
  made.order(0, trace::OrderKind::CopyWaitPrior, 0); // of groups, not of phases
  made.object(2, trace::OrderKind::ObjectWait, 0);
  made.compute(2);
  made.object(0, trace::OrderKind::ObjectWait, 0);
  made.compute(0);
  const std::vector<playback::CopyBar> bars = made.bars();
  ASSERT_EQ(bars.size(), 3u);
  EXPECT_EQ(bars[0].bytes, 256u);
  EXPECT_EQ(bars[0].copies, 2u);
  EXPECT_EQ(bars[0].to, 6u) << "its own wait";
  EXPECT_FALSE(bars[1].waited()) << "phase 1";
  EXPECT_EQ(bars[1].level, 1u);
  EXPECT_EQ(bars[2].warp, 1u);
  EXPECT_EQ(bars[2].to, 5u) << "the consumer's wait";
}

} // namespace
} // namespace warpscope
