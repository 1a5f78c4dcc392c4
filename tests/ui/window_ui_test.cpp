// The window itself: sizes, zoom, theme, idling, and machines without a display or without OpenGL.
#include <chrono>
#include <cstdio>
#include <string>
#include <sys/wait.h>

#define GLFW_INCLUDE_NONE
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class WindowUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() != nullptr) glfwSetWindowSize(gui()->window(), 1280, 720);
  }
};

TEST_F(WindowUi, EverySizeZoomAndTheme) {
  for (const auto& [w, h] :
       {std::pair{640, 360}, {800, 600}, {1280, 720}, {1366, 768}, {1920, 1080}, {640, 1000}, {1900, 400}}) {
    glfwSetWindowSize(gui()->window(), w, h);
    drive("size " + std::to_string(w) + "x" + std::to_string(h), [](ImGuiTestContext* c) {
      session::Session& session = gui()->session();
      for (const char* lab : {"", "transpose_tile", "copy_stride"}) {
        if (*lab == 0) session.edit()->set_mode(document::SourceMode::Expression);
        else session.edit()->set_lab(lab);
        IM_CHECK(settle(c));
        session.play(true);
        for (const float zoom : {.7f, 1.f, 2.5f})
          for (const bool dark : {true, false}) {
            session.settings.zoom = zoom;
            session.settings.dark = dark;
            c->Yield(6);
          }
        session.settings = session::Settings{};
      }
    });
  }
}

TEST_F(WindowUi, ZoomsByKeys) {
  drive("zoom", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
    IM_CHECK_GT(session.settings.zoom, 1.05f);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus);
    IM_CHECK_LT(session.settings.zoom, .95f);
    c->KeyPress(ImGuiMod_Ctrl | ImGuiKey_0);
    IM_CHECK_EQ(session.settings.zoom, 1.f);
    c->SetRef("bar");
    c->ItemClick("##help");
    c->Yield(2);
    c->KeyPress(ImGuiKey_Escape);
  });
}

TEST_F(WindowUi, PresenterIsTheStageAloneAndKeysDriveIt) {
  drive("presenter", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    ImGuiWindow* stage = ImGui::FindWindowByName("stage");
    IM_CHECK(stage != nullptr);
    const float before = stage->Size.x;
    c->KeyPress(ImGuiKey_F5);
    c->Yield(4);
    IM_CHECK(gui()->ui().presenter);
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    IM_CHECK_EQ(stage->Size.x, whole.x);
    IM_CHECK_EQ(stage->Size.y, whole.y);
    IM_CHECK(!ImGui::FindWindowByName("bar")->WasActive);
    const std::uint64_t step = session.time().step();
    c->KeyPress(ImGuiKey_RightArrow);
    IM_CHECK_EQ(session.time().step(), step + 1);
    IM_CHECK_STR_EQ(gui()->ui().stage.headline.strong.c_str(), "32 wavefronts");
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(6);
    IM_CHECK(!gui()->ui().presenter);
    IM_CHECK_EQ(stage->Size.x, before);
    c->KeyPress(ImGuiKey_F5);
    c->Yield(4);
    c->KeyPress(ImGuiKey_F5);
    c->Yield(6);
    IM_CHECK(!gui()->ui().presenter);
    IM_CHECK_EQ(stage->Size.x, before);
  });
}

TEST_F(WindowUi, SleepsWhenNothingMoves) {
  gui()->session().play(false);
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(gui()->frame(.02));
  ASSERT_FALSE(gui()->session().animating());
  // At rest a frame waits for an event; without one it waits as long as it may.
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(gui()->frame(.1));
  const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GT(waited, .4);
  EXPECT_LT(static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC, waited);
}

struct Ended {
  int code = -1;
  std::string said;
};

Ended run_window(const std::string& environment) {
  const std::string command = "env " + environment +
                              " " WARPSCOPE_BINARY_DIR "/warpscope_window --measure-start 2>&1";
  Ended ended;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) ended.said += buffer;
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

TEST(NoWindow, WithoutADisplayTheCommandLineIsOffered) {
  const Ended ended = run_window("-u DISPLAY -u WAYLAND_DISPLAY");
  EXPECT_EQ(ended.code, 2) << ended.said;
  EXPECT_NE(ended.said.find("no display"), std::string::npos) << ended.said;
  EXPECT_NE(ended.said.find("warpscope --help"), std::string::npos) << ended.said;
}

TEST(NoWindow, WithoutOpenGl33TheCommandLineIsOffered) {
  const Ended ended = run_window("MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLSL_VERSION_OVERRIDE=120");
  EXPECT_EQ(ended.code, 2) << ended.said;
  EXPECT_NE(ended.said.find("OpenGL"), std::string::npos) << ended.said;
  EXPECT_NE(ended.said.find("warpscope --help"), std::string::npos) << ended.said;
}

} // namespace
} // namespace warpscope
