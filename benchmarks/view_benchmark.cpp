// One frame of the stage at 1920x1080: the Picture from the trace, then its triangles. The design allows 4 ms
// for both.
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
  case 0:
    return column_read();
  case 1:
    return shared_broadcast(4);
  case 2:
    return shared_vector(16);
  case 3:
    return global_read(2, 0);
  default:
    return global_read(32, 0);
  }
}
SceneKind scene(int which) {
  return which < 3 ? SceneKind::Banks : SceneKind::Sectors;
}
constexpr const char* names[] = {"banks: 32-way conflict", "banks: broadcast", "banks: 128 bit",
                                 "sectors: stride 2", "sectors: stride 32"};

void build_picture(benchmark::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const Sample s = sample(which);
  std::uint32_t wavefront = 0;
  std::size_t shapes = 0;
  for (auto _ : state) {
    const Picture picture = build_scene(scene(which), s.input(1920, 1080, wavefront++ % 32));
    shapes = picture.shapes.size();
    benchmark::DoNotOptimize(picture.shapes.data());
  }
  state.counters["shapes"] = static_cast<double>(shapes);
  state.SetLabel(names[which]);
}
BENCHMARK(build_picture)->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);

#ifdef WARPSCOPE_BENCHMARK_RENDER
void build_draw_data(benchmark::State& state) {
  const auto which = static_cast<int>(state.range(0));
  const Sample s = sample(which);
  const Picture picture = build_scene(scene(which), s.input(1920, 1080, 1));
  GlyphAtlas atlas;
  PictureGeometry geometry;
  for (auto _ : state) {
    geometry.build(picture, 1, atlas);
    benchmark::DoNotOptimize(geometry.vertices.data());
  }
  state.counters["vertices"] = static_cast<double>(geometry.vertices.size());
  state.SetLabel(names[which]);
}
BENCHMARK(build_draw_data)->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);
#endif

} // namespace
