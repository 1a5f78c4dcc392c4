// A Run is a value: its tables are made once, from any thread, and it lives as long as it is held.
#include "app/playback/run.h"
#include "sim/run/simulate.h"
#include "sim/tiling/tiling.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace warpscope {
namespace {

/// Two warps that each read global memory once and store to shared memory twice, with a conflict.
std::shared_ptr<run::Result> traced() {
  auto program = std::make_shared<program::Program>();
  auto trace = std::make_shared<trace::BlockTrace>(0);
  for (const Space space : {Space::Global, Space::Shared}) {
    program::Site site;
    site.space = space;
    site.kind = space == Space::Global ? AccessKind::Load : AccessKind::Store;
    program->sites.push_back(site);
  }
  for (std::uint32_t warp = 0; warp < 2; ++warp)
    for (const std::uint32_t site : {0u, 1u, 1u}) {
      trace::AccessEvent event;
      event.warp = warp;
      event.site = site;
      event.space = program->sites[site].space;
      event.kind = program->sites[site].kind;
      event.access.mask = ~0u;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        event.access.offset[lane] = program::window_base + lane * (site == 1 ? 8 : 4);
      trace->on_access(event);
    }
  auto result = std::make_shared<run::Result>();
  result->program = program;
  result->trace = trace;
  result->launch.block = {32, 2, 1};
  run::PlacedBuffer in;
  in.name = "in";
  in.offset = program::window_base;
  in.bytes = 4096;
  in.element_size = 4;
  in.contents.assign(4096, 0);
  result->buffers.push_back(std::move(in));
  return result;
}

TEST(Run, HasWhatTheResultHas) {
  const auto result = traced();
  const playback::RunPtr run = playback::Run::of(result);
  EXPECT_EQ(&run->result(), result.get());
  EXPECT_EQ(&run->program(), result->program.get());
  EXPECT_EQ(&run->trace(), result->trace.get());
  EXPECT_EQ(run->block(), (Dim3{32, 2, 1}));
  ASSERT_EQ(run->buffers().size(), 1u);
  EXPECT_EQ(run->buffers().front(), static_cast<const program::NamedMemory&>(result->buffers.front()));
}

TEST(Run, EachHasAnIdOfItsOwn) {
  const auto result = traced();
  const playback::RunPtr one = playback::Run::of(result), other = playback::Run::of(result);
  EXPECT_NE(one->id(), 0u);
  EXPECT_NE(one->id(), other->id());
}

TEST(Run, KeepsAllItNeeds) {
  auto result = traced();
  const playback::RunPtr run = playback::Run::of(result);
  result.reset();
  EXPECT_EQ(run->playback().steps(), 2u * (1 + 2 + 2)) << "a stride of two words takes two wavefronts";
  EXPECT_EQ(run->block_index().steps(), run->playback().steps());
  EXPECT_EQ(run->site_index().events(1).size(), 4u);
  EXPECT_EQ(run->served_index().between(run->playback(), 0, 3).total.accesses, 2u);
}

TEST(Run, MakesItsTablesOnceHoweverManyAskAtATime) {
  const playback::RunPtr run = playback::Run::of(traced());
  struct Seen {
    const void* playback = nullptr;
    const void* index = nullptr;
    const void* sites = nullptr;
    const void* served = nullptr;
    const void* tiling = nullptr;
    bool operator==(const Seen&) const = default;
  };
  std::array<Seen, 4> seen;
  {
    std::vector<std::jthread> threads;
    for (Seen& mine : seen)
      threads.emplace_back([&] {
        mine = {&run->playback(), &run->block_index(), &run->site_index(), &run->served_index(),
                run->tiling().get()};
      });
  }
  for (const Seen& one : seen) EXPECT_EQ(one, seen.front());
}

TEST(Run, LaysItsBuffersOutAsAsked) {
  const playback::RunPtr run = playback::Run::of(traced());
  const auto plain = run->tiling();
  EXPECT_EQ(run->tiling(), plain);
  const auto rows = run->tiling({{"in", 64}});
  EXPECT_EQ(rows->buffers().front().row_length, 64u);
  EXPECT_NE(plain->buffers().front().row_length, 64u) << "the earlier one is still there, unchanged";
}

} // namespace
} // namespace warpscope
