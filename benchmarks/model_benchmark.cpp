// Time of one count for the access patterns that kernels have. The counts run for every warp instruction of a
// grid: some 50 ns for scattered addresses and a few ns for regular ones are wanted.
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace {

using namespace warpscope;

enum Pattern { Coalesced, Broadcast, Stride32, Block16x16, Predicated, Scattered, ScatteredNear };

/// Several accesses of one kind, so that the branch predictor cannot learn a single one by heart.
std::vector<WarpAccess> accesses(Pattern pattern, std::uint32_t width) {
  std::mt19937 random(11);
  std::vector<WarpAccess> list(1024);
  for (WarpAccess& a : list) {
    a.width = width;
    a.mask = pattern == Predicated ? static_cast<std::uint32_t>(random()) | 1u : 0xFFFFFFFFu;
    const std::uint32_t base = static_cast<std::uint32_t>(random() % 64) * 1024;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      std::uint32_t element = lane;
      if (pattern == Broadcast) element = 7;
      if (pattern == Stride32) element = lane * 32;
      if (pattern == Block16x16) element = lane % 16 + lane / 16 * 17;
      if (pattern == Scattered) element = static_cast<std::uint32_t>(random() % (1u << 22));
      if (pattern == ScatteredNear) element = static_cast<std::uint32_t>(random() % 256);
      a.offset[lane] = base + element * width;
    }
  }
  return list;
}

template <typename Count> void run(benchmark::State& state, Count count) {
  const std::vector<WarpAccess> list = accesses(static_cast<Pattern>(state.range(0)),
                                                static_cast<std::uint32_t>(state.range(1)));
  std::size_t at = 0;
  for (auto step : state) {
    static_cast<void>(step);
    benchmark::DoNotOptimize(count(list[at++ % list.size()]));
  }
  constexpr const char* names[] = {"coalesced",  "broadcast", "stride 32",       "16x16 of [17]",
                                   "predicated", "scattered", "scattered in 256"};
  state.SetLabel(names[state.range(0)]);
  state.SetItemsProcessed(state.iterations());
}

void banks_load(benchmark::State& state) {
  run(state, [](const WarpAccess& a) { return model::count_banks(a, AccessKind::Load).wavefronts; });
}
void banks_atomic(benchmark::State& state) {
  run(state, [](const WarpAccess& a) { return model::count_banks(a, AccessKind::Atomic).wavefronts; });
}
void sectors(benchmark::State& state) {
  run(state, [](const WarpAccess& a) { return model::count_sectors(a, AccessKind::Load).sectors; });
}
void constant(benchmark::State& state) {
  run(state, [](const WarpAccess& a) { return model::count_constant(a).passes; });
}

BENCHMARK(banks_load)->ArgsProduct({{0, 1, 2, 3, 4, 5, 6}, {4, 16}});
BENCHMARK(banks_atomic)->ArgsProduct({{0, 1, 5}, {4}});
BENCHMARK(sectors)->ArgsProduct({{0, 1, 2, 3, 4, 5, 6}, {4, 16}});
BENCHMARK(constant)->ArgsProduct({{0, 1, 5}, {4}});

} // namespace
