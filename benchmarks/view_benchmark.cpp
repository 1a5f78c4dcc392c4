// One frame of the stage at 1920x1080: the Picture from the trace, then its triangles. The design allows 4 ms
// for both.
#include "app/view/pair_view.h"
#include "app/view/scene.h"
#include "tests/view/fixture.h"

#include <benchmark/benchmark.h>
#ifdef WARPSCOPE_BENCHMARK_RENDER
#include "app/render/geometry.h"
#endif

namespace {

using namespace warpscope;
using namespace warpscope::testing;

Sample sample(int which) {
  switch (which) {
  case 0: return column_read();
  case 1: return shared_broadcast(4);
  case 2: return shared_vector(16);
  case 3: return global_read(2, 0);
  case 4: return global_read(32, 0);
  case 5: return column_read();
  case 6: {
    Sample s;
    s.variable("big", Space::Shared, {200, 280}, "float", 4);
    s.add("big", "big[t][7]", Space::Shared, AccessKind::Load, 4,
          [](std::uint32_t t) { return 4 * (280 * t + 7); });
    return s;
  }
  case 7: return block_of(8, 4, 32);
  case 8: // 10^6 events, 32 warps: each warp's turn is longer than a column of pixels
    return block_of(32, 7800, 32);
  default: // the same with turns far shorter than that: all warps are busy in every column
    return block_of(32, 7800, 1);
  }
}
view::SceneKind scene(int which) {
  return which < 3   ? view::SceneKind::Banks
         : which < 5 ? view::SceneKind::Sectors
         : which < 7 ? view::SceneKind::Array
                     : view::SceneKind::Block;
}
constexpr const char* names[] = {
    "banks: 32-way conflict", "banks: broadcast",           "banks: 128 bit",
    "sectors: stride 2",      "sectors: stride 32",         "array: tile[32][32]",
    "array: big[200][280]",   "block: 8 warps, 100 events", "block: 10^6 events, conflicts",
    "block: 10^6 events"};

void build_picture(benchmark::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const Sample s = sample(which);
  view::SceneRequest input = s.input(1920, 1080);
  std::uint32_t wavefront = 0;
  std::size_t shapes = 0;
  for (auto _ : state) {
    input.moment.wavefront = wavefront++ % 32;
    const view::Picture picture = view::build_scene(scene(which), input);
    shapes = picture.shapes.size();
    benchmark::DoNotOptimize(picture.shapes.data());
  }
  state.counters["shapes"] = static_cast<double>(shapes);
  state.SetLabel(names[which]);
}
BENCHMARK(build_picture)->DenseRange(0, 9)->Unit(benchmark::kMicrosecond);

/// A beside B: layout, differences, headline and both halves. The design allows 8 ms.
void build_both(benchmark::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const Sample a = sample(which);
  const Sample b = which == 5 ? column_read(33) : sample(which);
  view::PairRequest both;
  both.frame.width = 1920;
  both.frame.height = 1080;
  both.a.request = a.input(1920, 1080);
  both.b.request = b.input(1920, 1080);
  std::uint32_t wavefront = 0;
  std::size_t shapes = 0;
  for (auto _ : state) {
    both.a.request.moment.wavefront = both.b.request.moment.wavefront = wavefront++ % 32;
    both.a.scene = both.b.scene = scene(which);
    both.a.name = "A";
    both.b.name = "B";
    const view::Picture picture = view::build_pair(both);
    shapes = picture.shapes.size();
    benchmark::DoNotOptimize(picture.shapes.data());
  }
  state.counters["shapes"] = static_cast<double>(shapes);
  state.SetLabel(names[which]);
}
BENCHMARK(build_both)->DenseRange(0, 9)->Unit(benchmark::kMicrosecond);

/// Once for a trace, in front of the first picture of it.
void build_index(benchmark::State& state) {
  const Sample s = sample(static_cast<int>(state.range(0)));
  const playback::Playback playback(s.trace);
  std::size_t bytes = 0;
  for (auto _ : state) {
    const playback::BlockIndex index(playback);
    bytes = index.bytes();
    benchmark::DoNotOptimize(bytes);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
  state.SetLabel(names[state.range(0)]);
}
BENCHMARK(build_index)->DenseRange(7, 9)->Unit(benchmark::kMillisecond);

#ifdef WARPSCOPE_BENCHMARK_RENDER
void build_draw_data(benchmark::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const Sample s = sample(which);
  const view::SceneRequest input = s.input(1920, 1080, 1);
  const view::Picture picture = view::build_scene(scene(which), input);
  render::GlyphAtlas atlas;
  render::PictureGeometry geometry;
  for (auto _ : state) {
    geometry.build(picture, 1, atlas);
    benchmark::DoNotOptimize(geometry.vertices.data());
  }
  state.counters["vertices"] = static_cast<double>(geometry.vertices.size());
  state.SetLabel(names[which]);
}
BENCHMARK(build_draw_data)->DenseRange(0, 9)->Unit(benchmark::kMicrosecond);
#endif

} // namespace
