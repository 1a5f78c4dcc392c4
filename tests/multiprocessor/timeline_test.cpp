// The picture's rows: states without gaps, what a wait waits for, the LSU's row.
#include "sim/multiprocessor/timeline.h"
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

namespace {

using namespace small;

Step from(Step step, std::uint32_t origin) {
  step.origin = origin;
  return step;
}

TEST(MultiprocessorTimeline, AWaitNamesTheAccessThatItWaitsFor) {
  const Figures f = small::figures();
  const Work w = work({from(load(0, 1, 3), 10), from(run(2), 11), from(await(3), 12), from(shared(4, 5), 13),
                       from(await(5), 14), from(run(1), 15)},
                      1, 1, 1, {{7, 15}});
  const Result result = simulate(w, f, {.intervals = true});
  const Timeline timeline = timeline_of(w, f, result);
  ASSERT_EQ(timeline.rows.size(), 1u);
  EXPECT_TRUE(timeline.complete);
  EXPECT_EQ(timeline.cycles, result.cycles);
  ASSERT_EQ(timeline.rows[0].lives.size(), 1u);
  std::vector<Piece> waits;
  for (const Piece& piece : timeline.rows[0].lives[0].pieces)
    if (piece.state == State::Memory) waits.push_back(piece);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].what, Op::Load);
  EXPECT_EQ(waits[0].cause, 10u);
  EXPECT_EQ(waits[0].origin, 12u);
  EXPECT_EQ(waits[1].what, Op::Shared);
  EXPECT_EQ(waits[1].cause, 13u);
  EXPECT_EQ(timeline.shared_cycles, waits[1].end - waits[1].begin);
  ASSERT_EQ(timeline.lsu.size(), 2u);
  EXPECT_EQ(timeline.lsu[1].wavefronts, 4u);
  EXPECT_EQ(timeline.lsu[1].origin, 13u);
  EXPECT_EQ(lsu_at(timeline, timeline.lsu[1].begin + 3), &timeline.lsu[1]);
  EXPECT_EQ(lsu_at(timeline, timeline.lsu[1].end), nullptr);
}

TEST(MultiprocessorTimeline, EveryCycleOfALifeHasOnePiece) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed + 300);
    const Figures f = random_figures(random);
    const Work w = random_work(random);
    const Timeline timeline = timeline_of(w, f, simulate(w, f, {.intervals = true}));
    StateCycles cycles{};
    for (const PlaceRow& row : timeline.rows) {
      EXPECT_EQ(row.partition, row.place % f.partitions);
      std::uint64_t free_from = 0;
      for (const Life& life : row.lives) {
        EXPECT_GE(life.taken, free_from);
        std::uint64_t at = life.taken;
        for (const Piece& piece : life.pieces) {
          ASSERT_EQ(piece.begin, at);
          ASSERT_LT(piece.begin, piece.end);
          EXPECT_EQ(piece_at(row, piece.begin), &piece);
          EXPECT_EQ(piece_at(row, piece.end - 1), &piece);
          cycles[static_cast<std::size_t>(piece.state)] += piece.end - piece.begin;
          at = piece.end;
        }
        EXPECT_EQ(at, life.ended);
        free_from = life.ended;
      }
    }
    EXPECT_EQ(cycles, timeline.states);
    std::uint64_t busy_until = 0;
    for (const LsuPiece& piece : timeline.lsu) {
      EXPECT_GE(piece.begin, busy_until) << "the LSU serves one access at a time";
      busy_until = piece.end;
    }
  }
}

TEST(MultiprocessorTimeline, StepsFromChangeToChange) {
  const Figures f = small::figures();
  const Work w = work({run(3, 4), run(2)});
  const Timeline timeline = timeline_of(w, f, simulate(w, f, {.intervals = true}));
  const PlaceRow& row = timeline.rows.at(0); // issues 0 to 2, waits 3 to 6, issues 7 and 8
  EXPECT_EQ(next_change(row, 0), 3u);
  EXPECT_EQ(next_change(row, 3), 7u);
  EXPECT_EQ(next_change(row, 7), 7u) << "the last";
  EXPECT_EQ(next_change(row, 7, true), 3u);
  EXPECT_EQ(piece_at(row, 9), nullptr) << "after its end the place is free";
}

TEST(MultiprocessorTimeline, SaysWhenSomethingWasLeftOut) {
  const Figures f = small::figures();
  const Work w = work({run(3, 4), run(2)}, 8);
  EXPECT_FALSE(timeline_of(w, f, simulate(w, f, {.intervals = true, .most_intervals = 3})).complete);
  EXPECT_FALSE(timeline_of(w, f, simulate(w, f, {.events = 2, .intervals = true})).complete);
}

} // namespace
