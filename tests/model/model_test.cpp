// The fast model against the obvious one, on every small pattern and many random ones; and the properties of
// a service.
#include "sim/model/bank_words.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"
#include "tests/model/reference_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>
#include <string>

namespace {

using namespace warpscope;

constexpr AccessKind kinds[] = {AccessKind::Load, AccessKind::Store, AccessKind::Atomic};

std::string describe(const WarpAccess& a, AccessKind kind) {
  std::string text = std::string(name_of(kind)) + " width " + std::to_string(a.width) + " mask " +
                     std::to_string(a.mask) + ":";
  for (const std::uint32_t offset : a.offset) text += " " + std::to_string(offset);
  return text;
}

bool banks_agree(const WarpAccess& a, AccessKind kind) {
  const model::BankCounts fast = model::count_banks(a, kind);
  const reference::Banks slow = reference::banks(a, kind);
  return fast ==
         model::BankCounts{slow.requests, slow.wavefronts, slow.groups, slow.wavefronts - slow.groups};
}

bool sectors_agree(const WarpAccess& a, AccessKind kind) {
  const model::SectorCounts fast = model::count_sectors(a, kind);
  const reference::Sectors slow = reference::sectors(a, kind);
  return fast == model::SectorCounts{a.mask != 0, slow.sectors, (slow.used_bytes + 31) / 32,
                                     slow.lines,  slow.bytes,   slow.used_bytes};
}
bool sectors_agree(const WarpAccess& a) {
  for (const AccessKind kind : kinds)
    if (!sectors_agree(a, kind)) return false;
  return true;
}

/// As a loop whose lanes all change their words.
WarpAccess as_loop(WarpAccess a, std::mt19937& random) {
  a.form = AtomicForm::Loop;
  a.round.fill(0x7F);
  const std::uint32_t half = a.width == 8 ? 16 : 32, unit = std::max(4u, a.width);
  std::uint32_t left = a.mask;
  for (std::uint8_t number = 0; left != 0; ++number) {
    std::set<std::uint32_t> changed;
    for (std::uint32_t first = 0; first < 32; first += half) {
      std::set<std::uint32_t> busy, here;
      for (std::uint32_t lane = first; lane < first + half; ++lane) {
        if ((left >> lane & 1u) == 0 || !busy.insert(a.offset[lane] / unit % (128 / unit)).second ||
            changed.contains(a.offset[lane]))
          continue;
        a.round[lane] = number;
        here.insert(a.offset[lane]);
      }
      changed = here;
    }
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if (a.round[lane] == number) left &= ~(1u << lane);
  }
  for (std::uint32_t lane = 0; lane < 32; ++lane) // some leave instead
    if (random() % 16 == 0) a.round[lane] |= WarpAccess::leaves;
  return a;
}

bool atomics_agree(const WarpAccess& a) {
  const reference::AtomicCost slow = reference::atomic_cost(a);
  const auto same = [](const model::BankCounts& fast, const reference::Served& s) {
    return fast == model::BankCounts{s.requests, s.wavefronts, s.ideal, s.conflicts};
  };
  if (!same(model::count_banks(a, AccessKind::Atomic), slow.atomic)) return false;
  if (a.form != AtomicForm::Loop) return true;
  const model::LoopCounts loop = model::count_loop(a);
  return same(loop.swaps, slow.atomic) && same(loop.loads, slow.load) &&
         loop.swap_lanes == slow.atomic.lanes && loop.load_lanes == slow.load.lanes;
}

/// Checks that every word of every active lane is served once, with one word per bank and wavefront, and the
/// counts of count_banks.
std::string fault_in_service(const WarpAccess& a, AccessKind kind) {
  const model::BankService service = model::serve_banks(a, kind);
  if (service.counts != model::count_banks(a, kind)) return "other counts than count_banks";
  if (service.wavefronts.size() != service.counts.wavefronts) return "wavefronts are not as many as counted";
  if (service.groups.size() != service.counts.ideal_wavefronts) return "groups are not as many as counted";
  std::uint32_t next = 0, active = 0;
  for (std::size_t g = 0; g < service.groups.size(); ++g) {
    const model::BankGroup& group = service.groups[g];
    if (group.first_wavefront != next) return "a group does not begin where the one before ends";
    if (group.active == 0 || (group.active & ~group.lanes) != 0)
      return "a group's active lanes are not its lanes";
    if ((active & group.lanes) != 0) return "groups share lanes";
    active |= group.active;
    for (std::uint32_t w = next; w < next + group.wavefronts; ++w) {
      if (service.wavefronts[w].group != g) return "a wavefront names another group";
      if ((service.wavefronts[w].lanes & ~group.active) != 0)
        return "a wavefront serves a lane of another group";
      if (service.wavefronts[w].banks == 0) return "an empty wavefront";
    }
    next += group.wavefronts;
  }
  if (next != service.counts.wavefronts) return "groups do not cover the wavefronts";
  if (active != a.mask) return "groups do not cover the active lanes";
  std::map<std::pair<unsigned, std::uint64_t>, int> served; // (lane, word) -> times
  for (const model::BankWavefront& wavefront : service.wavefronts) {
    std::uint32_t lanes = 0;
    for (unsigned bank = 0; bank < 32; ++bank) {
      if ((wavefront.banks >> bank & 1u) == 0) {
        if (wavefront.lanes_of_bank[bank] != 0) return "a silent bank serves lanes";
        continue;
      }
      if (wavefront.word[bank] % 32 != bank) return "a word in a bank that is not its own";
      if (wavefront.lanes_of_bank[bank] == 0) return "a bank gives a word to nobody";
      if (kind == AccessKind::Atomic && !std::has_single_bit(wavefront.lanes_of_bank[bank]))
        return "two lanes in one atomic";
      lanes |= wavefront.lanes_of_bank[bank];
      for (unsigned lane = 0; lane < 32; ++lane)
        if ((wavefront.lanes_of_bank[bank] >> lane & 1u) != 0) ++served[{lane, wavefront.word[bank]}];
    }
    if (lanes != wavefront.lanes) return "a wavefront's lanes are not those of its banks";
  }
  std::map<std::pair<unsigned, std::uint64_t>, int> wanted;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((a.mask >> lane & 1u) != 0)
      for (unsigned byte = 0; byte < a.width; ++byte)
        wanted[{lane, (std::uint64_t{a.offset[lane]} + byte) / 4}] = 1;
  if (served != wanted) return "a lane's word is missing, foreign, or served twice";
  return {};
}

TEST(Banks, EveryKindOfVectorInstructionsCountsTheSame) {
  std::mt19937 random(11);
  int compared = 0;
  for (int round = 0; round < 4000; ++round) {
    WarpAccess access;
    access.width = 4;
    access.mask = round % 3 == 0 ? ~0u : static_cast<std::uint32_t>(random()) | 1u << random() % 32;
    const std::uint32_t range = 1u << random() % 15, step = 1u << random() % 6;
    for (std::uint32_t& offset : access.offset)
      offset = static_cast<std::uint32_t>(random() % range * step % 32768 * 4);
    model::model_detail::WordKeys keys;
    ASSERT_TRUE(model::model_detail::fill_words(access, keys));
    const std::uint32_t expected = reference::banks(access, AccessKind::Load).wavefronts;
    for (const model::model_detail::CountPasses count : model::model_detail::pass_counters()) {
      EXPECT_EQ(count(keys), expected) << "round " << round;
      ++compared;
    }
  }
  EXPECT_GE(compared, 4000);
}

TEST(Model, EveryStrideOffsetWidthMaskAndKind) {
  std::mt19937 random(7);
  const std::uint32_t masks[] = {0xFFFFFFFF, 0x55555555, 0xAAAAAAAA, 0x0000FFFF, 0xFFFF0000, 0x00000100, 0};
  for (std::uint32_t stride = 0; stride <= 64; ++stride) {
    for (std::uint32_t offset = 0; offset <= 32; ++offset) {
      for (const std::uint32_t width : {1u, 2u, 4u, 8u, 16u}) {
        for (unsigned m = 0; m < 8; ++m) {
          WarpAccess a;
          a.width = width;
          a.mask = m < 7 ? masks[m] : static_cast<std::uint32_t>(random());
          for (std::uint32_t lane = 0; lane < 32; ++lane) a.offset[lane] = 4 * (offset + stride * lane);
          for (const AccessKind kind : kinds) ASSERT_TRUE(banks_agree(a, kind)) << describe(a, kind);
          ASSERT_TRUE(sectors_agree(a)) << describe(a, AccessKind::Load);
          ASSERT_EQ(model::count_constant(a), (model::ConstantCounts{a.mask != 0, reference::passes(a)}))
              << describe(a, AccessKind::Load);
        }
      }
    }
  }
}

TEST(Model, EveryStrideInBytesForNarrowWidths) {
  for (std::int32_t stride = -70; stride <= 70; ++stride)
    for (std::uint32_t offset = 0; offset < 8; ++offset)
      for (const std::uint32_t width : {1u, 2u, 4u, 8u, 16u, 32u}) {
        WarpAccess a;
        a.width = width;
        a.mask = 0xFFFFFFFF;
        for (std::int32_t lane = 0; lane < 32; ++lane)
          a.offset[static_cast<std::size_t>(lane)] = 4096 + offset +
                                                     static_cast<std::uint32_t>(stride * lane);
        for (const AccessKind kind : kinds) ASSERT_TRUE(banks_agree(a, kind)) << describe(a, kind);
        ASSERT_TRUE(sectors_agree(a)) << describe(a, AccessKind::Load);
      }
}

/// Random patterns such as kernels have: near and far gathers, few distinct addresses, pairs and quads that
/// agree, two-dimensional blocks, ends of the window.
WarpAccess random_access(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  WarpAccess a;
  a.width = 1u << below(6);
  switch (below(4)) {
  case 0: a.mask = 0xFFFFFFFF; break;
  case 1: a.mask = static_cast<std::uint32_t>(random() & random()); break;
  case 2: a.mask = 0xFFFFFFFFu >> below(32); break;
  default: a.mask = static_cast<std::uint32_t>(random()); break;
  }
  const std::uint32_t shape = below(7), range = 1u << below(20), stride = below(80), row = below(400),
                      base = below(4096);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::uint32_t key = 0;
    switch (shape) {
    case 0: key = below(range); break;
    case 1: key = below(4) * stride; break;
    case 2: key = (lane >> 1) * stride; break;
    case 3: key = (lane & ~2u) * stride; break;
    case 4: key = lane % 16 * stride + lane / 16 * row; break;
    case 5: key = lane % 8 * stride + lane / 8 * row; break;
    default: key = (0u - 1u - below(range)) / a.width; break;
    }
    if (below(64) == 0) key = below(range);
    a.offset[lane] = (key + (shape == 6 ? 0 : base)) * a.width;
  }
  if (shape != 6 && below(16) == 0) // not aligned: the hardware faults, but the counts stay defined
    for (std::uint32_t& offset : a.offset) offset += below(a.width);
  return a;
}

TEST(Model, TwoHundredThousandRandomAccesses) {
  std::mt19937 random(20240611);
  for (int i = 0; i < 200'000; ++i) {
    const WarpAccess a = random_access(random);
    const AccessKind kind = kinds[i % 3];
    ASSERT_TRUE(banks_agree(a, kind)) << describe(a, kind);
    ASSERT_TRUE(sectors_agree(a)) << describe(a, AccessKind::Load);
    ASSERT_EQ(model::count_constant(a).passes, reference::passes(a)) << describe(a, AccessKind::Load);
  }
}

TEST(Model, ServiceServesEveryWordOnce) {
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    const WarpAccess a = random_access(random);
    const AccessKind kind = kinds[random() % 3];
    ASSERT_EQ(fault_in_service(a, kind), "") << describe(a, kind);
  }
}

TEST(Model, AtomicsCostWhatTheSlowRulesSay) {
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    WarpAccess a = random_access(random);
    if (a.width < 4 || a.width > 8) a.width = random() % 2 == 0 ? 4 : 8;
    for (std::uint32_t& offset : a.offset) offset &= ~(a.width - 1);
    for (const AtomicForm form : {AtomicForm::Turns, AtomicForm::Joins, AtomicForm::Swap}) {
      a.form = form;
      ASSERT_TRUE(atomics_agree(a)) << describe(a, AccessKind::Atomic);
    }
    const WarpAccess loop = as_loop(a, random);
    ASSERT_TRUE(atomics_agree(loop)) << describe(loop, AccessKind::Atomic);
    const model::BankService service = model::serve_banks(loop, AccessKind::Atomic);
    ASSERT_EQ(service.wavefronts.size(), service.counts.wavefronts);
    ASSERT_EQ(service.counts, model::count_banks(loop, AccessKind::Atomic));
  }
}

TEST(Model, ACompareAndSwapIsShownTwice) {
  WarpAccess a;
  a.mask = 0xFFFFFFFF;
  a.form = AtomicForm::Swap;
  const model::BankService service = model::serve_banks(a, AccessKind::Atomic);
  EXPECT_EQ(service.counts, (model::BankCounts{1, 64, 2, 31}));
  ASSERT_EQ(service.wavefronts.size(), 64u);
  for (std::size_t w = 0; w < 64; ++w) {
    EXPECT_EQ(service.wavefronts[w].lanes, 1u << w / 2);
    EXPECT_EQ(service.wavefronts[w].again, w % 2 == 1);
  }
}

TEST(Model, TouchedSectorsHoldTheUsedBytes) {
  std::mt19937 random(6);
  for (int i = 0; i < 20'000; ++i) {
    const WarpAccess a = random_access(random);
    const AccessKind kind = kinds[random() % 3];
    const model::SectorCounts counts = model::count_sectors(a, kind);
    const std::vector<model::TouchedSector> touched = model::touched_sectors(a, kind);
    std::uint32_t times = 0;
    for (const model::TouchedSector& sector : touched) times += sector.times;
    ASSERT_EQ(times, counts.sectors) << describe(a, kind);
    std::uint32_t used = 0;
    for (std::size_t s = 0; s < touched.size(); ++s) {
      ASSERT_EQ(touched[s].address % 32, 0u);
      ASSERT_TRUE(s == 0 || touched[s - 1].address < touched[s].address);
      used += static_cast<std::uint32_t>(std::popcount(touched[s].used_bytes));
    }
    ASSERT_EQ(used, counts.used_bytes) << describe(a, AccessKind::Load);
  }
}

/// Lane i accesses word `row * (i / columns) + column * (i % columns)`.
WarpAccess tile(std::uint32_t width, std::uint32_t columns, std::uint32_t row, std::uint32_t column) {
  WarpAccess a;
  a.width = width;
  a.mask = 0xFFFFFFFF;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    a.offset[lane] = width * (row * (lane / columns) + column * (lane % columns));
  return a;
}

TEST(Model, WhatTextbooksSay) {
  for (const std::uint32_t stride : {1u, 2u, 4u, 8u, 16u, 32u})
    EXPECT_EQ(model::count_banks(tile(4, 32, 0, stride), AccessKind::Load).wavefronts, stride);
  for (std::uint32_t stride = 1; stride < 64; stride += 2)
    EXPECT_EQ(model::count_banks(tile(4, 32, 0, stride), AccessKind::Load).wavefronts, 1u);
  EXPECT_EQ(model::count_banks(tile(4, 32, 0, 0), AccessKind::Load).wavefronts, 1u) << "broadcast";
  EXPECT_EQ(model::count_banks(tile(4, 32, 0, 0), AccessKind::Store).wavefronts, 1u)
      << "all lanes store to one word";
  EXPECT_EQ(model::count_banks(tile(4, 32, 0, 0), AccessKind::Atomic).wavefronts, 32u)
      << "all lanes add to one word";
  EXPECT_EQ(model::count_banks(tile(4, 32, 0, 33), AccessKind::Load).wavefronts, 1u)
      << "a column of [32][33]";
  EXPECT_EQ(model::count_banks(tile(4, 16, 16, 1), AccessKind::Store).wavefronts, 1u)
      << "16x16 rows of [16][16]";
  EXPECT_EQ(model::count_banks(tile(4, 16, 17, 1), AccessKind::Store).wavefronts, 2u)
      << "16x16 rows of [16][17]: padding makes a conflict";
  EXPECT_EQ(model::count_banks(tile(16, 32, 0, 1), AccessKind::Load), (model::BankCounts{1, 4, 4, 0}))
      << "float4 row: four groups, no conflict";
  EXPECT_EQ(model::count_banks(tile(8, 32, 0, 1), AccessKind::Load), (model::BankCounts{1, 2, 2, 0}))
      << "float2 row: two groups, no conflict";

  EXPECT_EQ(model::count_sectors(tile(4, 32, 0, 1), AccessKind::Load),
            (model::SectorCounts{1, 4, 4, 1, 128, 128}));
  WarpAccess shifted = tile(4, 32, 0, 1);
  for (std::uint32_t& offset : shifted.offset) offset += 4;
  EXPECT_EQ(model::count_sectors(shifted, AccessKind::Load), (model::SectorCounts{1, 5, 4, 2, 128, 128}));
  EXPECT_EQ(model::count_sectors(tile(4, 32, 0, 2), AccessKind::Load).sectors, 8u);
  EXPECT_EQ(model::count_sectors(tile(4, 32, 0, 32), AccessKind::Load).sectors, 32u);
  EXPECT_EQ(model::count_sectors(tile(16, 32, 0, 1), AccessKind::Load),
            (model::SectorCounts{1, 16, 16, 4, 512, 512}))
      << "float4";
  EXPECT_EQ(model::count_sectors(tile(32, 32, 0, 1), AccessKind::Load),
            (model::SectorCounts{1, 32, 32, 8, 1024, 1024}))
      << "32 bytes a lane";
}

TEST(Model, LoadsOfEightAndSixteenBytesMergeInPairs) {
  EXPECT_EQ(model::count_banks(tile(8, 2, 1, 0), AccessKind::Load).wavefronts, 1u)
      << "lane pairs at one address";
  EXPECT_EQ(model::count_banks(tile(8, 2, 1, 0), AccessKind::Store).wavefronts, 2u) << "stores never merge";
  EXPECT_EQ(model::count_banks(tile(16, 2, 1, 0), AccessKind::Load).wavefronts, 2u);
  WarpAccess lonely = tile(8, 2, 1, 0);
  lonely.offset[31] += 8;
  EXPECT_EQ(model::count_banks(lonely, AccessKind::Load).wavefronts, 2u)
      << "one pair that differs stops the merging";
  lonely.mask = 0x7FFFFFFF;
  EXPECT_EQ(model::count_banks(lonely, AccessKind::Load).wavefronts, 1u)
      << "a partner that is inactive does not";
  const model::BankService service = model::serve_banks(tile(8, 2, 1, 0), AccessKind::Load);
  ASSERT_EQ(service.groups.size(), 1u);
  EXPECT_TRUE(service.groups[0].merged);
  EXPECT_EQ(service.groups[0].lanes, 0xFFFFFFFFu);
}

TEST(Model, NoActiveLaneCostsNothing) {
  const WarpAccess none;
  for (const AccessKind kind : kinds) {
    EXPECT_EQ(model::count_banks(none, kind), model::BankCounts{});
    EXPECT_TRUE(model::serve_banks(none, kind).wavefronts.empty());
  }
  EXPECT_EQ(model::count_sectors(none, AccessKind::Load), model::SectorCounts{});
  EXPECT_EQ(model::count_constant(none), model::ConstantCounts{});
  EXPECT_TRUE(model::touched_sectors(none, AccessKind::Load).empty());
}

TEST(Model, InactiveLanesOffsetsDoNotMatter) {
  std::mt19937 random(8);
  for (int i = 0; i < 20'000; ++i) {
    WarpAccess a = random_access(random);
    WarpAccess b = a;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((a.mask >> lane & 1u) == 0) b.offset[lane] = static_cast<std::uint32_t>(random());
    for (const AccessKind kind : kinds)
      ASSERT_EQ(model::count_banks(a, kind), model::count_banks(b, kind)) << describe(a, kind);
    ASSERT_EQ(model::count_sectors(a, AccessKind::Load), model::count_sectors(b, AccessKind::Load));
    ASSERT_EQ(model::count_constant(a), model::count_constant(b));
  }
}

} // namespace
