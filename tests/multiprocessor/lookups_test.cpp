// The record of L1's lookups beside the counters of the same simulation, and beside a cache that is played
// over from the record alone.
#include "tests/multiprocessor/small.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>

namespace {

using namespace small;

std::uint64_t bits(unsigned mask) { return static_cast<std::uint64_t>(std::popcount(mask)); }

/// The lines that each place of L1 holds.
struct Played {
  struct Held {
    std::uint32_t line = 0;
    unsigned sectors = 0; ///< that have been asked for
  };
  std::map<std::uint32_t, Held> places;
  std::uint64_t evictions = 0;
};

TEST(MultiprocessorLookups, TheyAreTheCountersSectors) {
  std::uint64_t seen = 0, evicted = 0, pending = 0, stored = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed + 20'000);
    const Figures figures = random_figures(random);
    const Work work = random_work(random);
    const Result plain = simulate(work, figures), result = simulate(work, figures, {.lookups = true});
    SCOPED_TRACE("seed " + std::to_string(seed));
    EXPECT_TRUE(plain.lookups.empty());
    EXPECT_EQ(plain.counters, result.counters) << "recording changes nothing";
    EXPECT_EQ(plain.cycles, result.cycles);
    EXPECT_FALSE(result.lookups_left_out);
    std::uint64_t hits = 0, waited = 0, misses = 0;
    std::map<std::uint32_t, std::uint64_t> by_set;
    for (const Lookup& lookup : result.lookups) {
      EXPECT_EQ(lookup.misses & lookup.pending, 0);
      EXPECT_EQ((lookup.misses | lookup.pending) & ~lookup.sectors, 0);
      ASSERT_LT(lookup.row, result.rows.size());
      const WarpRow& row = result.rows[lookup.row];
      const Step& step = work.blocks[row.block % work.blocks.size()].warps[row.warp][lookup.step];
      if (lookup.stores) {
        EXPECT_EQ(step.op, Op::Store);
        stored += bits(lookup.sectors);
        continue;
      }
      EXPECT_TRUE(step.op == Op::Load || step.op == Op::Copy);
      waited += bits(lookup.pending);
      misses += bits(lookup.misses);
      hits += bits(lookup.sectors) - bits(lookup.pending) - bits(lookup.misses);
      by_set[lookup.place == Lookup::nothing ? 0 : lookup.place / figures.l1_ways] += bits(lookup.sectors);
      if (lookup.misses != 0 || lookup.pending != 0) {
        EXPECT_GT(lookup.arrives, lookup.cycle);
      } else {
        EXPECT_LE(lookup.arrives, lookup.cycle) << "a hit is there";
      }
    }
    const Counters& counters = result.counters;
    EXPECT_EQ(hits, counters.l1_hits);
    EXPECT_EQ(waited, counters.l1_pending);
    EXPECT_EQ(misses, counters.l1_misses);
    EXPECT_EQ(counters.l2_hits + counters.l2_misses, misses) << "bytes in are bytes out";
    std::uint64_t over_sets = 0;
    for (const auto& [set, sectors] : by_set) over_sets += sectors;
    EXPECT_EQ(over_sets, counters.l1_hits + counters.l1_pending + counters.l1_misses);
    seen += result.lookups.size();
    evicted += counters.evictions;
    pending += waited;
  }
  EXPECT_GT(seen, 1000u);
  EXPECT_GT(evicted, 100u);
  EXPECT_GT(pending, 20u);
  EXPECT_GT(stored, 100u);
}

/// Whoever plays the record over finds in each place what the lookups say of it.
TEST(MultiprocessorLookups, APlaceHoldsWhatWasAllocatedThere) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed + 40'000);
    Figures figures = random_figures(random);
    figures.l1_sets = random.between(1, 3);
    const Result result = simulate(random_work(random), figures, {.lookups = true});
    SCOPED_TRACE("seed " + std::to_string(seed));
    Played played;
    for (const Lookup& lookup : result.lookups) {
      if (lookup.forgotten) played.places.clear();
      if (lookup.place == Lookup::nothing) {
        EXPECT_EQ(lookup.misses, lookup.sectors) << "past L1";
        continue;
      }
      ASSERT_LT(lookup.place, figures.l1_sets * figures.l1_ways);
      EXPECT_EQ(lookup.place / figures.l1_ways, l1_set_of(lookup.line, figures.l1_sets));
      const auto at = played.places.find(lookup.place);
      if (lookup.allocates) {
        const auto left = played.places.find(lookup.left);
        EXPECT_EQ(lookup.evicted, left == played.places.end() ? Lookup::nothing : left->second.line);
        played.evictions += lookup.evicted != Lookup::nothing;
        if (at != left) {
          EXPECT_EQ(at, played.places.end()) << "its own place was free";
        }
        if (left != played.places.end()) played.places.erase(left);
        EXPECT_EQ(lookup.misses, lookup.stores ? 0 : lookup.sectors) << "nothing of a new line is there";
        played.places[lookup.place] = {lookup.line, lookup.sectors};
        continue;
      }
      ASSERT_NE(at, played.places.end());
      EXPECT_EQ(at->second.line, lookup.line);
      EXPECT_EQ(lookup.evicted, Lookup::nothing);
      EXPECT_EQ(lookup.left, Lookup::nothing);
      EXPECT_EQ(lookup.misses, lookup.stores ? 0 : lookup.sectors & ~at->second.sectors)
          << "sectors come one by one";
      at->second.sectors |= lookup.sectors;
    }
    EXPECT_EQ(played.evictions, result.counters.evictions);
    std::set<std::uint32_t> lines;
    for (const auto& [place, held] : played.places) EXPECT_TRUE(lines.insert(held.line).second);
  }
}

TEST(MultiprocessorLookups, WithoutSetsNothingIsHeld) {
  Figures figures = small::figures();
  figures.l1_sets = 0;
  const Result result = simulate(work({load(0, 1), await(), load(0, 1), await()}, 1, 1, 1, {{7, 15}}),
                                 figures, {.lookups = true});
  ASSERT_EQ(result.lookups.size(), 2u);
  for (const Lookup& lookup : result.lookups) {
    EXPECT_EQ(lookup.place, Lookup::nothing);
    EXPECT_EQ(lookup.misses, 15);
  }
}

TEST(MultiprocessorLookups, TheRecordEndsWithoutAGap) {
  const Work all = work({load(0, 2), load(2, 2), load(4, 2)}, 1, 1, 1,
                        {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}});
  const Result result = simulate(all, small::figures(), {.lookups = true, .most_lookups = 5});
  ASSERT_EQ(result.lookups.size(), 4u) << "the third load's two would be six";
  EXPECT_TRUE(result.lookups_left_out);
  EXPECT_EQ(result.lookups.back().line, 4u);
  EXPECT_EQ(result.counters.l1_misses, 6u);
}

} // namespace
