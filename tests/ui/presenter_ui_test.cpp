// The presenter view in the real window, at 720p and at 1080p: the scenes of some labs, and every lab's
// answer. No text of a picture is smaller than the back row of a lecture hall can read, no word is cut, no
// shape leaves the picture. There are no exceptions. Lessons, whose stage is lower, are not walked here.
#define GLFW_INCLUDE_NONE
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <variant>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

struct Size {
  int width, height;
  float least; ///< of a text, in pixels
};
constexpr Size sizes[] = {{1280, 720, 14}, {1920, 1080, 18}};

class PresenterUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    gui()->ui().presenter = false;
    gui()->session().settings = session::Settings{};
    glfwSetWindowSize(gui()->window(), 1280, 720);
    for (int i = 0; i < 4; ++i) (void)gui()->frame(.002);
  }

  /// Into the presenter view, in a window: the test sets its size.
  static void present(ImGuiTestContext* c) {
    gui()->ui().presenter = true;
    c->Yield(3);
    if (glfwGetWindowMonitor(gui()->window()) != nullptr) c->KeyPress(ImGuiKey_F11);
    c->Yield(3);
  }

  /// Smaller texts of what the stage shows now: "13 px: “lane”".
  void look(ImGuiTestContext* c, const std::string& what) {
    const auto scene = std::string(view::info_of(gui()->ui().scene).id);
    for (const Size& size : sizes) {
      glfwSetWindowSize(gui()->window(), size.width, size.height);
      const panels::StageView::Pane* pane = nullptr;
      for (int i = 0; i < 60; ++i) {
        c->Yield(2);
        pane = gui()->ui().stage.present();
        if (pane == nullptr || pane->picture == nullptr ||
            static_cast<int>(pane->picture->width) == size.width)
          break;
      }
      if (pane == nullptr || pane->picture == nullptr) continue; // a program that does not run
      IM_CHECK_EQ(static_cast<int>(pane->picture->width), size.width);
      std::map<int, std::pair<int, std::string>> small; // by size: how many, and the first of them
      int texts = 0;
      for (const view::Shape& shape : pane->picture->shapes) {
        if (const auto* rect = std::get_if<view::RectShape>(&shape))
          if (rect->box.x < -8 || rect->box.x + rect->box.w > pane->picture->width + 1)
            found_.push_back(scene + " " + std::to_string(size.height) + "p " + what +
                             ": a shape leaves the picture");
        const auto* text = std::get_if<view::TextShape>(&shape);
        if (text == nullptr || text->text.empty()) continue;
        ++texts;
        const bool code = text->font == view::Font::Mono || text->font == view::Font::MonoBold;
        if (!code && text->text.size() > 3 && text->text.ends_with("…"))
          found_.push_back(scene + " " + std::to_string(size.height) + "p " + what + ": “" + text->text +
                           "” is cut");
        if (text->size >= size.least - .01f) continue;
        auto& [count, first] = small[static_cast<int>(text->size)];
        if (count++ == 0) first = text->text;
      }
      looked_ += texts;
      for (const auto& [px, seen] : small) {
        const std::string at = scene + " " + std::to_string(size.height) + "p " + what + ": " +
                               std::to_string(seen.first) + " of " + std::to_string(texts) + " at " +
                               std::to_string(px) + " px, “" + seen.second + "”";
        found_.push_back(at);
      }
    }
  }

  std::string found() const {
    std::string all;
    for (const std::string& problem : found_) all += "\n  " + problem;
    return all;
  }

  std::vector<std::string> found_;
  int looked_ = 0;
};

TEST_F(PresenterUi, NoLabsAnswerIsDrawnTooSmallForTheBackRow) {
  const test::WithoutPixels quick;
  for (const document::LabEntry& lab : gui()->session().catalog().labs) {
    SCOPED_TRACE(lab.id);
    drive("presented " + lab.id, [&](ImGuiTestContext* c) {
      session::Session& session = gui()->session();
      IM_CHECK(session.edit()->set_lab(lab.id));
      IM_CHECK(settle(c));
      session.settings.reduce_motion = true; // it jumps to the access
      (void)session.show_me();
      IM_CHECK(settle(c));
      present(c);
      look(c, lab.id);
      gui()->ui().presenter = false;
    });
  }
  EXPECT_GT(looked_, 10000);
  EXPECT_TRUE(found_.empty()) << found();
}

TEST_F(PresenterUi, NoSceneIsDrawnTooSmallForTheBackRow) {
  const test::WithoutPixels quick;
  for (const char* lab : {"transpose_tile", "matmul_tile16", "matmul_mma", "matmul_wmma", "reduction_strided",
                          "access_width", "constant_serialised", "local_array", "copy_stages"})
    drive(std::string("scenes of ") + lab, [&](ImGuiTestContext* c) {
      session::Session& session = gui()->session();
      IM_CHECK(session.edit()->set_lab(lab));
      IM_CHECK(settle(c));
      session.settings.reduce_motion = true;
      present(c);
      session.time().seek(session.time().track().steps() / 2);
      for (const view::SceneInfo& scene : view::scenes()) {
        gui()->ui().scene = scene.kind;
        c->Yield(3);
        IM_CHECK(settle(c));
        look(c, lab);
      }
      gui()->ui().presenter = false;
    });
  EXPECT_GT(looked_, 1000);
  EXPECT_TRUE(found_.empty()) << found();
}

} // namespace
} // namespace warpscope
