// The stage's Pictures in the boxes that the window really gives them: every size of the window, zooms from
// 75 to 250 %, with and without a lab's question. Texts stay inside and apart, none is below 13 px, all can
// be read.
#include "app/panels/window/layout.h"
#include "app/view/scene.h"
#include "app/view/theme.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <map>

namespace warpscope {
namespace {

using namespace warpscope::testing;

struct Shown {
  const char* name;
  view::SceneKind scene;
  Sample sample;
};

std::vector<Shown> shown() {
  return {{"banks", view::SceneKind::Banks, column_read()},
          {"banks, 128 bit", view::SceneKind::Banks, shared_vector(16)},
          {"banks, broadcast", view::SceneKind::Banks, shared_broadcast(4)},
          {"array", view::SceneKind::Array, column_read(33)},
          {"sectors", view::SceneKind::Sectors, global_read(2, 0)},
          {"sectors, far apart", view::SceneKind::Sectors, global_read(32, 1)},
          {"constant", view::SceneKind::Banks, constant_read(4)},
          {"block", view::SceneKind::Block, block_of(8, 3)}};
}

TEST(StageSizes, PicturesFitTheStageAtEverySizeAndZoom) {
  std::map<std::string, int> problems;
  for (const Shown& s : shown()) {
    const playback::RunPtr run = s.sample.run();
    for (const auto& [w, h] : {std::pair{640.f, 360.f},
                               {800.f, 600.f},
                               {1280.f, 720.f},
                               {1366.f, 768.f},
                               {1920.f, 1080.f},
                               {2560.f, 1440.f},
                               {3840.f, 2160.f}})
      for (const float zoom : {.75f, 1.f, 1.25f, 1.5f, 2.f, 2.5f})
        for (const float lesson : {0.f, 62.f}) {
          panels::Layout layout = panels::make_layout(w, h, zoom, lesson == 0);
          panels::make_room_for_lesson(layout, lesson * layout.scale);
          if (layout.stage.w < 40 || layout.stage.h < 40) continue;
          for (const bool light : {false, true}) {
            view::SceneRequest in = s.sample.input(std::floor(layout.stage.w), std::floor(layout.stage.h));
            in.options.frame.scale = layout.scale;
            in.run = run;
            in.options.frame.theme = light ? &view::light_theme() : &view::dark_theme();
            in.moment.wavefront = 1;
            const view::Picture picture = view::build_scene(s.scene, in);
            const std::string where = std::string(s.name) + ", " + std::to_string(static_cast<int>(w)) + "x" +
                                      std::to_string(static_cast<int>(h)) + " zoom " +
                                      std::to_string(zoom).substr(0, 4) + (light ? " light" : "") +
                                      (lesson > 0 ? " with a question" : "");
            for (const std::string& problem : {unsound(picture), overlapping(picture), low_contrast(picture)})
              if (!problem.empty() && problems.size() < 40) problems[where + ": " + problem]++;
          }
        }
  }
  std::string all;
  for (const auto& [problem, n] : problems) all += "\n  " + problem;
  EXPECT_TRUE(problems.empty()) << all;
}

} // namespace
} // namespace warpscope
