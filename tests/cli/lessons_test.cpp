// What the reader of scenario files cannot check: that the scene of each lab's lesson is one of the window's.
#include "app/view/scene.h"
#include "sim/labs/labs.h"
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Lessons, ScenesOfTheLabsAreThere) {
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    if (!scenario.lesson || scenario.lesson->scene.empty()) continue;
    EXPECT_TRUE(view::scene_by_id(scenario.lesson->scene)) << lab.id << ": " << scenario.lesson->scene;
  }
  EXPECT_TRUE(view::scene_by_id("banks"));
  EXPECT_FALSE(view::scene_by_id("bank"));
}

} // namespace
} // namespace warpscope
