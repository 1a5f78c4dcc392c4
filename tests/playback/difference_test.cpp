// What lies between two moments: accesses served, words written.
#include "app/playback/difference.h"
#include "sim/program/program.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace warpscope {
namespace {

struct Traced {
  std::shared_ptr<trace::BlockTrace> trace = std::make_shared<trace::BlockTrace>(0);

  /// Lane i goes to word `first + i * stride`; a store writes `value + i`.
  void access(Space space, AccessKind kind, std::uint32_t site, std::uint32_t stride, std::uint32_t first = 0,
              std::uint32_t value = 0, std::uint32_t mask = ~0u) {
    trace::AccessEvent event;
    event.space = space;
    event.kind = kind;
    event.site = site;
    event.access.mask = mask;
    std::uint32_t values[warp_size];
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      event.access.offset[lane] = program::window_base + 4 * (first + lane * stride);
      values[lane] = value + lane;
    }
    std::uint8_t raw[sizeof values];
    std::memcpy(raw, values, sizeof raw);
    event.values = raw;
    trace->on_access(event);
  }
};

/// Steps: 0 global read | 1 store of 100.. to words 0.. | 2-5 a store of 200.. with stride 4 (4 wavefronts) |
/// 6 read | 7 atomic
Traced example() {
  Traced t;
  t.access(Space::Global, AccessKind::Load, 0, 1);
  t.access(Space::Shared, AccessKind::Store, 1, 1, 0, 100);
  t.access(Space::Shared, AccessKind::Store, 2, 4, 0, 200);
  t.access(Space::Shared, AccessKind::Load, 3, 1);
  t.access(Space::Shared, AccessKind::Atomic, 4, 1, 0, 0, 1);
  return t;
}

TEST(Difference, NothingBetweenAMomentAndItself) {
  const playback::Playback playback(example().trace);
  const playback::ServedIndex index(playback);
  EXPECT_EQ(playback.steps(), 8u);
  for (std::uint64_t step = 0; step < playback.steps(); ++step) {
    const playback::MomentDifference d = index.between(playback, step, step);
    EXPECT_TRUE(d.sites.empty() && d.words.empty());
  }
}

TEST(Difference, CountsWhatWasServedByLine) {
  const playback::Playback playback(example().trace);
  const playback::MomentDifference d = playback::ServedIndex(playback).between(playback, 0, 6);
  ASSERT_EQ(d.sites.size(), 3u) << "the read at the pin itself is done";
  EXPECT_EQ(d.sites[0], (playback::SiteServed{1, 1, 1, 0, 0}));
  EXPECT_EQ(d.sites[1], (playback::SiteServed{2, 1, 4, 0, 0}));
  EXPECT_EQ(d.sites[2], (playback::SiteServed{3, 1, 1, 0, 0}));
  EXPECT_EQ(d.total.wavefronts, 6u);
  Traced other = example();
  other.access(Space::Global, AccessKind::Load, 5, 2);
  const playback::Playback longer(other.trace);
  EXPECT_EQ(playback::ServedIndex(longer).between(longer, 7, 8).total.sectors, 8u);
}

TEST(Difference, SaysWhatAWordHeldThenAndHoldsNow) {
  const playback::Playback playback(example().trace);
  const playback::ServedIndex index(playback);
  const playback::MomentDifference first = index.between(playback, 0, 1);
  ASSERT_EQ(first.words.size(), 32u);
  EXPECT_EQ(first.words[3], (playback::WordChange{program::window_base + 12, 1, std::nullopt, 103}));
  const playback::MomentDifference second = index.between(playback, 1, 5);
  ASSERT_EQ(second.words.size(), 32u);
  EXPECT_EQ(second.words[1], (playback::WordChange{program::window_base + 16, 1, 104, 201}))
      << "word 4 is lane 1's";
  ASSERT_NE(second.at(program::window_base + 17), nullptr) << "any byte of the word";
  EXPECT_EQ(second.at(program::window_base + 4), nullptr) << "not written between";
  const playback::MomentDifference atomic = index.between(playback, 6, 7);
  ASSERT_EQ(atomic.words.size(), 1u);
  EXPECT_EQ(atomic.words[0].then, 200u);
  EXPECT_FALSE(atomic.words[0].now.has_value()) << "what an atomic leaves is not traced";
}

TEST(Difference, AHalfServedStoreHasWrittenHalf) {
  const playback::Playback playback(example().trace);
  const playback::ServedIndex index(playback);
  for (std::uint64_t step = 2; step <= 5; ++step)
    EXPECT_EQ(index.between(playback, 1, step).words.size(), 8 * (step - 1))
        << "a wavefront of stride 4 gives eight words";
}

TEST(Difference, BackwardsIsTheSameTheOtherWayRound) {
  const playback::Playback playback(example().trace);
  const playback::ServedIndex index(playback);
  for (std::uint64_t a = 0; a < playback.steps(); ++a)
    for (std::uint64_t b = a + 1; b < playback.steps(); ++b) {
      const playback::MomentDifference on = index.between(playback, a, b),
                                       back = index.between(playback, b, a);
      EXPECT_EQ(on.sites, back.sites);
      EXPECT_TRUE(back.backwards());
      ASSERT_EQ(on.words.size(), back.words.size());
      for (std::size_t i = 0; i < on.words.size(); ++i) {
        EXPECT_EQ(on.words[i].then, back.words[i].now);
        EXPECT_EQ(on.words[i].now, back.words[i].then);
        EXPECT_EQ(on.words[i].writes, back.words[i].writes);
      }
    }
}

TEST(Difference, BytesOfAWordAreKnownOnceAllAreWritten) {
  Traced t;
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    trace::AccessEvent event;
    event.space = Space::Shared;
    event.kind = AccessKind::Store;
    event.access.width = 1;
    event.access.mask = 1;
    event.access.offset[0] = program::window_base + byte;
    const auto value = static_cast<std::uint8_t>(0x10 + byte);
    event.values = &value;
    t.trace->on_access(event);
  }
  t.access(Space::Global, AccessKind::Load, 0, 1);
  const playback::Playback playback(t.trace);
  const playback::ServedIndex index(playback);
  EXPECT_FALSE(index.between(playback, 0, 2).words[0].now.has_value());
  EXPECT_EQ(index.between(playback, 0, 3).words[0].now, 0x13121110u);
}

/// The checkpoints must not show: a long trace agrees with a plain count.
TEST(Difference, CheckpointsDoNotShow) {
  Traced t;
  std::mt19937 random(7);
  for (int i = 0; i < 5000; ++i) {
    const auto number = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
    const auto kind = number(3) == 0 ? AccessKind::Store : AccessKind::Load;
    t.access(number(4) == 0 ? Space::Global : Space::Shared, kind, number(3), 1u << number(3), number(16),
             number(1000));
  }
  const playback::Playback playback(t.trace);
  const playback::ServedIndex index(playback);
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t a = random() % playback.steps(), b = random() % playback.steps();
    const playback::MomentDifference d = index.between(playback, a, b);
    std::uint64_t shared = 0;
    for (std::uint64_t step = std::min(a, b) + 1; step <= std::max(a, b); ++step)
      shared += t.trace->event(playback.moment_at(step).event).space == Space::Shared ? 1 : 0;
    EXPECT_EQ(d.total.wavefronts, shared);
    for (const playback::WordChange& word : d.words) EXPECT_TRUE(word.now.has_value() || b < a);
  }
  EXPECT_LT(index.bytes(), 32u << 20);
}

} // namespace
} // namespace warpscope
