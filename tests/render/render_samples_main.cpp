// Renders the sample accesses of tests/view/fixture.h as PNG and SVG into a folder, to be looked at by a
// person.
#include "app/export/export_picture.h"
#include "app/render/offscreen.h"
#include "tests/view/fixture.h"

#include <cstdio>
#include <filesystem>
#include <string>

using namespace warpscope;
using namespace warpscope::testing;

namespace {

struct Job {
  std::string name;
  Sample sample;
  view::SceneKind scene;
  std::uint32_t wavefront;
  float width, height;
  bool light = false, presenter = false;
  float scale = 0; ///< 0: that of the size
  int hovered = -1;
};

std::vector<Job> jobs() {
  const auto banks = view::SceneKind::Banks;
  const auto sectors = view::SceneKind::Sectors;
  return {
      {"column-stage", column_read(), banks, 11, 1190, 598, false, false, 1},
      {"column-stage-720", column_read(), banks, 11, 792, 376, false, false, .8F},
      {"first-stage-720", column_read(32, 0), banks, 2, 792, 376, false, false, .8F},
      {"column-1080", column_read(), banks, 11, 1920, 1080},
      {"column-720-light", column_read(), banks, 11, 1280, 720, true},
      {"padded-1080", column_read(33), banks, 0, 1920, 1080},
      {"broadcast-1080", shared_broadcast(4), banks, 0, 1920, 1080},
      {"broadcast-stage", shared_broadcast(32), banks, 0, 1190, 598, false, false, 1},
      {"vector16-1080", shared_vector(16), banks, 1, 1920, 1080},
      {"vector16-stage", shared_vector(16), banks, 1, 1190, 598, false, false, 1},
      {"vector8-merged-stage", shared_vector(8, 2), banks, 0, 1190, 598, false, false, 1},
      {"stride4-presenter-light", shared_stride(4), banks, 1, 1920, 1080, true, true},
      {"stride2-hover-stage", shared_stride(2), banks, 0, 1190, 598, false, false, 1, 20},
      {"partial-atomic-stage", shared_stride(8, 0x0000FF0F, AccessKind::Atomic), banks, 2, 1190, 598, false,
       false, 1},
      {"column-640", column_read(), banks, 11, 640, 360},
      {"constant-4-stage", constant_read(4), banks, 0, 1190, 598, false, false, 1},
      {"constant-32-1080", constant_read(32), banks, 0, 1920, 1080},
      {"constant-1-720-light", constant_read(1), banks, 0, 1280, 720, true},
      {"global-offset-1080", global_read(1, 1), sectors, 0, 1920, 1080},
      {"global-stride2-stage", global_read(2, 0), sectors, 0, 1190, 598, false, false, 1},
      {"global-unit-stage-720", global_read(1, 0), sectors, 0, 792, 376, false, false, .8F},
      {"global-stride32-1080-light", global_read(32, 0), sectors, 0, 1920, 1080, true},
      {"global-stride32-stage", global_read(32, 0), sectors, 0, 1190, 598, false, false, 1},
      {"global-float4-1080", global_read(1, 0, 16), sectors, 0, 1920, 1080},
      {"global-bytes-presenter", global_read(1, 3, 1), sectors, 0, 1920, 1080, true, true},
      {"global-640", global_read(2, 0), sectors, 0, 640, 360},
  };
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::puts("usage: render_samples FOLDER [NAME-PART]");
    return 2;
  }
  std::filesystem::create_directories(argv[1]);
  for (const Job& job : jobs()) {
    if (argc > 2 && job.name.find(argv[2]) == std::string::npos) continue;
    view::SceneRequest in = job.sample.input(job.width, job.height, job.wavefront);
    if (job.scale > 0) in.options.frame.scale = job.scale;
    in.options.frame.presenter = job.presenter;
    in.options.frame.theme = job.light ? &view::light_theme() : &view::dark_theme();
    if (job.hovered >= 0) in.options.pointed.lane = static_cast<std::uint32_t>(job.hovered);
    const view::SceneSourceLine lines[] = {
        {7, "s[t] = in[i];", "1", "wavefront", false, false},
        {9, "float v = " + job.sample.program.sites[0].text + ";", "4", "wavefronts", true, true}};
    if (job.presenter) in.options.frame.source_lines.assign(std::begin(lines), std::end(lines));
    const view::Picture picture = view::build_scene(job.scene, in);
    for (const char* ending : {".png", ".svg"}) {
      const std::string path = std::string(argv[1]) + '/' + job.name + ending;
      const std::string error = exporting::export_picture(
          picture, path, static_cast<int>(job.width), static_cast<int>(job.height), render::render_offscreen);
      if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());
    }
  }
  return 0;
}
