// Properties of HazardSink that no kernel shows quickly: its memory bounds.
#include "sim/races/hazards.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

/// Two blocks that write words 0 … words - 1 of global memory, and both write word 0 of shared memory with
/// two lanes.
races::HazardSink::Found written_twice(std::uint64_t words, std::uint64_t most) {
  races::HazardSink sink(std::make_shared<races::GlobalAccesses>(most));
  for (std::uint64_t block = 0; block < 2; ++block) {
    sink.on_block_begin(block);
    trace::AccessEvent event;
    event.block = block;
    event.kind = AccessKind::Store;
    event.space = Space::Shared;
    event.access.mask = 3;
    sink.on_access(event);
    event.space = Space::Global;
    event.access.mask = 1;
    for (std::uint32_t word = 0; word < words; ++word) {
      event.access.offset[0] = word * 4;
      sink.on_access(event);
    }
    sink.on_block_end(block);
  }
  return races::HazardSink::merged({&sink});
}

TEST(Hazards, GlobalMemoryBeyondTheBoundIsGivenUpAsAWhole) {
  const races::HazardSink::Found all = written_twice(100, 100);
  EXPECT_EQ(all.given_up, "");
  ASSERT_EQ(all.hazards.size(), 2u);
  EXPECT_TRUE(all.hazards[0].between_blocks());
  EXPECT_EQ(all.hazards[0].count, 100u);
  EXPECT_EQ(all.hazards[1].count, 2u); // a pair of lanes in each block
  const races::HazardSink::Found part = written_twice(101, 100);
  EXPECT_NE(part.given_up.find("more than 100 words"), std::string::npos) << part.given_up;
  ASSERT_EQ(part.hazards.size(), 1u);
  EXPECT_EQ(part.hazards[0].space, Space::Shared);
}

/// One block writes, and one reads elsewhere: nothing races, but the notes alone exceed the bound.
TEST(Hazards, NotesBeyondTheirBoundAreGivenUp) {
  const auto read = [](std::uint32_t accesses) {
    races::HazardSink sink(std::make_shared<races::GlobalAccesses>(1)); // a MiB of notes, one word that races
    for (std::uint64_t block = 0; block < 2; ++block) {
      sink.on_block_begin(block);
      trace::AccessEvent event;
      event.block = block;
      event.kind = block == 0 ? AccessKind::Store : AccessKind::Load;
      event.space = Space::Global;
      event.access.mask = ~0u;
      event.access.width = 4;
      for (std::uint32_t i = 0; i < accesses; ++i) {
        for (std::uint32_t lane = 0; lane < 32; ++lane)
          event.access.offset[lane] = static_cast<std::uint32_t>(block << 24) + i % 8 * 128 + lane * 4;
        sink.on_access(event);
      }
      sink.on_block_end(block);
    }
    return races::HazardSink::merged({&sink}).given_up;
  };
  EXPECT_EQ(read(10'000), "");
  EXPECT_NE(read(20'000).find("would take more than 1 MiB"), std::string::npos) << read(20'000);
}

/// An interval of more accesses than the quick look keeps is examined all the same.
TEST(Hazards, AnIntervalWithoutEndIsReplayed) {
  races::HazardSink sink;
  sink.on_block_begin(0);
  trace::AccessEvent event;
  event.space = Space::Shared;
  event.kind = AccessKind::Store;
  event.access.mask = 1;
  std::uint32_t value = 7;
  event.values = reinterpret_cast<const std::uint8_t*>(&value);
  sink.on_access(event);
  event.kind = AccessKind::Atomic;
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    event.access.offset[0] = 4 + i % 100 * 4;
    sink.on_access(event);
  }
  event.kind = AccessKind::Load;
  event.warp = 1;
  event.access.offset[0] = 0;
  value = 5;
  sink.on_access(event);
  sink.on_block_end(0);
  const races::HazardSink::Found found = races::HazardSink::merged({&sink});
  const auto race = std::find_if(found.hazards.begin(), found.hazards.end(),
                                 [](const races::Hazard& h) { return h.kind == races::HazardKind::Raw; });
  ASSERT_NE(race, found.hazards.end());
  EXPECT_EQ(race->count, 1u);
  EXPECT_EQ(race->first.value, 7u);
  EXPECT_EQ(race->second.value, 5u);
  EXPECT_EQ(race->second.value_bytes, 0xf);
}

/// A hundred lines that write the same word: every two of them race.
TEST(Hazards, OfManyPairsTheFirstOfTheTextAreKept) {
  const auto found_by = [](const std::vector<std::uint32_t>& sites) {
    races::HazardSink sink;
    sink.on_block_begin(0);
    trace::AccessEvent event;
    event.space = Space::Shared;
    event.kind = AccessKind::Store;
    event.access.mask = 1;
    event.access.width = 4;
    for (const std::uint32_t site : sites)
      for (event.warp = 0; event.warp < 2; ++event.warp) {
        event.site = site;
        sink.on_access(event);
      }
    sink.on_block_end(0);
    return races::HazardSink::merged({&sink});
  };
  std::vector<std::uint32_t> sites(100);
  for (std::uint32_t i = 0; i < sites.size(); ++i) sites[i] = i;
  const races::HazardSink::Found found = found_by(sites);
  ASSERT_EQ(found.hazards.size(), races::most_hazards);
  EXPECT_NE(found.in_part.find("more than 2000 pairs of places race"), std::string::npos) << found.in_part;
  sites.resize(60);
  const races::HazardSink::Found few = found_by(sites);
  EXPECT_EQ(few.in_part, "") << "60 lines make 1,830 pairs";
  for (std::size_t i = 0; i < few.hazards.size(); ++i)
    EXPECT_EQ(few.hazards[i], found.hazards[i]) << "what is kept has its whole count";
}

/// Ten thousand places at one word: holding each against each would be fifty million pairs.
TEST(Hazards, TooManyPlacesAtAWordAreLookedAtInPart) {
  const auto in_part = [](std::uint32_t places) {
    races::HazardSink sink;
    sink.on_block_begin(0);
    trace::AccessEvent event;
    event.space = Space::Shared;
    event.kind = AccessKind::Store;
    event.access.mask = 3;
    event.access.width = 4;
    for (event.site = 0; event.site < places; ++event.site) sink.on_access(event);
    sink.on_block_end(0);
    return races::HazardSink::merged({&sink}).in_part;
  };
  EXPECT_EQ(in_part(50), "");
  EXPECT_NE(in_part(10'000).find("races were looked for in a part"), std::string::npos) << in_part(10'000);
}

TEST(Hazards, NothingIsFoundOnceItIsCancelled) {
  std::atomic<bool> cancel = true;
  races::HazardOptions options;
  options.cancel = &cancel;
  races::HazardSink sink(std::make_shared<races::GlobalAccesses>(), options);
  sink.on_block_begin(0);
  trace::AccessEvent event;
  event.space = Space::Shared;
  event.kind = AccessKind::Store;
  event.access.mask = 3;
  sink.on_access(event);
  sink.on_block_end(0);
  EXPECT_TRUE(races::HazardSink::merged({&sink}).hazards.empty());
}

} // namespace
} // namespace warpscope
