// The Roofline tab: what bounds a launch, the measured point, occupancy for any block; and the room that a
// tab of the results keeps at large font scales.
#include "app/panels/results/roofline.h"
#include "app/panels/window/paint.h"
#include "tests/ui/ui_driver.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warpscope {
namespace {

using test::drive;
using test::gui;

class RooflineUi : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    if (gui() == nullptr) return;
    gui()->ui().results_asked = false;
    gui()->session().settings = session::Settings{};
    test::start_over();
  }
};

std::vector<panels::PaintLog::Item> painted(ImGuiTestContext* c) {
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  return std::move(log.items);
}
bool painted_text(ImGuiTestContext* c, std::string_view text) {
  const std::vector<panels::PaintLog::Item> items = painted(c);
  return std::any_of(items.begin(), items.end(),
                     [&](const auto& item) { return item.text.find(text) != std::string::npos; });
}

/// Until nothing is being simulated or run and the whole grid is counted.
bool counted(ImGuiTestContext* c) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
  const session::Session& session = gui()->session();
  int quiet = 0;
  while (std::chrono::steady_clock::now() < end && quiet < 5) {
    c->Yield();
    quiet = session.busy() || session.runs().grid() == nullptr ? 0 : quiet + 1;
  }
  return quiet == 5;
}

void open_roofline(ImGuiTestContext* c, const char* lab) {
  session::Session& session = gui()->session();
  c->KeyPress(ImGuiKey_Escape); // the first-run cards, where they are open
  IM_CHECK(session.edit()->set_lab(lab));
  if (std::string_view(lab).starts_with("matmul")) session.edit()->set_choice("N", "128");
  IM_CHECK(counted(c));
  session.play(false);
  c->ItemClick("//results/##tab_roofline");
  c->Yield(6);
}

TEST_F(RooflineUi, SaysWhatBoundsALaunchAndHowManyBlocksFit) {
  drive("roofline", [](ImGuiTestContext* c) {
    open_roofline(c, "matmul_tile16");
    IM_CHECK(gui()->ui().results == panels::ResultsTab::Roofline);
    IM_CHECK(painted_text(c, "Bound by "));
    IM_CHECK(painted_text(c, "8 blocks on an SM · 64 of 64 warps (100 %)"));
    // Other registers, another block.
    c->ItemInputValue("//results/##occupancy_registers", "128");
    IM_CHECK(painted_text(c, "2 blocks on an SM · 16 of 64 warps (25 %) · limited by registers"));
    c->ItemInputValue("//results/##occupancy_block", "8x4");
    IM_CHECK(painted_text(c, "16 blocks on an SM · 16 of 64 warps (25 %) · limited by registers"));
    c->ItemInputValue("//results/##occupancy_block", "8 by 4");
    IM_CHECK(painted_text(c, "A block is written as"));
    c->ItemClick("//results/##occupancy_of_512");
    IM_CHECK(painted_text(c, "1 block on an SM · 16 of 64 warps (25 %)"));
  });
}

TEST_F(RooflineUi, ShowsTheMeasuredPointWithDeviceAndDate) {
  drive("roofline measured", [](ImGuiTestContext* c) {
    open_roofline(c, "matmul_tile16");
    glfwSetWindowSize(gui()->window(), 1920, 1080);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
    bool seen = false;
    while (!seen && std::chrono::steady_clock::now() < end) seen = painted_text(c, "measured: H");
    IM_CHECK(seen);
    IM_CHECK(painted_text(c, ", 2026-"));
    IM_CHECK(painted_text(c, "by the model ("));
    glfwSetWindowSize(gui()->window(), 1280, 720);
    c->Yield(4);
  });
}

TEST_F(RooflineUi, ATransposeComputesNothing) {
  drive("roofline without operations", [](ImGuiTestContext* c) {
    open_roofline(c, "transpose_tile");
    IM_CHECK(painted_text(c, "Nothing is computed in floating point"));
  });
}

TEST(RooflineShapes, OfBlocks) {
  EXPECT_EQ(panels::threads_of_shape("256"), 256u);
  EXPECT_EQ(panels::threads_of_shape("32x8"), 256u);
  EXPECT_EQ(panels::threads_of_shape("8 x 8 × 4"), 256u);
  for (const char* wrong : {"", "x", "32x", "0", "a", "1x2x3x4", "-3", "32 8"})
    EXPECT_FALSE(panels::threads_of_shape(wrong)) << wrong;
}

/// Slides of a tab or a new size take some frames.
bool comes(ImGuiTestContext* c, const char* said) {
  for (int i = 0; i < 60; ++i) {
    if (painted_text(c, said)) return true;
    c->Yield();
  }
  return false;
}

/// A program's launches have a roof each: one scales an array, one computes a polynomial of each element.
TEST_F(RooflineUi, EachLaunchOfAProgramHasItsOwnRoof) {
  static const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                            ("warpscope-roofline-" + std::to_string(::getpid()) + ".cu");
  std::ofstream(path) << "__global__ void scale(float *p, float k) {\n"
                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "  p[i] = p[i] * k;\n"
                         "}\n"
                         "__global__ void polynomial(float *p) {\n"
                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "  float x = p[i], sum = 0;\n"
                         "  for (int n = 0; n < 256; ++n) sum = sum * x + 1;\n"
                         "  p[i] = sum;\n"
                         "}\n"
                         "int main() {\n"
                         "  float *p;\n"
                         "  cudaMalloc(&p, 4 * 8192);\n"
                         "  cudaMemset(p, 0, 4 * 8192);\n"
                         "  scale<<<64, 128>>>(p, 2);\n"
                         "  polynomial<<<32, 256>>>(p);\n"
                         "  cudaFree(p);\n"
                         "}\n";
  drive("roofline of launches", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->KeyPress(ImGuiKey_Escape);
    gui()->ui().commands.add(panels::OpenFile{path.string()});
    c->Yield(3);
    IM_CHECK(counted(c));
    const std::shared_ptr<const whole::Record>& record = session.programs().record();
    IM_CHECK(record != nullptr);
    IM_CHECK_EQ(record->launches.size(), 2u);
    session.play(false);
    // An element is read and written once: 8 bytes of L2, and 4 of device memory, as the array fits into L2.
    // scale multiplies it once, polynomial has 512 operations.
    const char* const bound[] = {"Bound by L2: 0.125 FLOP/B", "Bound by the FP32 peak"};
    const char* const intensity[] = {"0.25", "128"};
    const char* const blocks[] = {"16 blocks on an SM", "8 blocks on an SM"};
    for (const std::size_t launch : {std::size_t{0}, std::size_t{1}, std::size_t{0}}) {
      session.choose_launch(launch);
      IM_CHECK(counted(c));
      IM_CHECK(session.programs().looked_into() == launch);
      session.play(false);
      if (gui()->ui().results != panels::ResultsTab::Roofline) c->ItemClick("//results/##tab_roofline");
      c->Yield(6);
      for (const char* const said : {bound[launch], intensity[launch], blocks[launch]})
        if (!comes(c, said)) IM_ERRORF("launch %d does not say %s", static_cast<int>(launch), said);
      if (painted_text(c, bound[1 - launch]))
        IM_ERRORF("launch %d says %s", static_cast<int>(launch), bound[1 - launch]);
    }
  });
  std::filesystem::remove(path);
}

/// Where a text of the printed output is drawn in full.
int lines_in_sight(ImGuiTestContext* c, std::string_view text) {
  const view::Box box = {0, 0, 1280, 720};
  int count = 0;
  for (const panels::PaintLog::Item& item : painted(c))
    if (item.text.find(text) != std::string::npos && item.box.y >= item.clip.y - 1 &&
        item.box.y + item.box.h <= item.clip.y + item.clip.h + 1 && item.box.y + item.box.h <= box.h)
      ++count;
  return count;
}

TEST_F(RooflineUi, AtAnyFontScaleAClickedOutputShowsThreeLinesAndTheStageStays) {
  static const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                            ("warpscope-output-" + std::to_string(::getpid()) + ".cu");
  std::ofstream(path) << "#include <cstdio>\n"
                         "__global__ void twice(float *p) { p[threadIdx.x] *= 2; }\n"
                         "int main() {\n"
                         "  float *p;\n"
                         "  cudaMalloc(&p, 128);\n"
                         "  twice<<<1, 32>>>(p);\n"
                         "  cudaDeviceSynchronize();\n"
                         "  for (int i = 0; i < 5; ++i) std::printf(\"printed line %d\\n\", i);\n"
                         "}\n";
  drive("output at font scales", [](ImGuiTestContext* c) {
    session::Session& session = gui()->session();
    c->KeyPress(ImGuiKey_Escape);
    gui()->ui().commands.add(panels::OpenFile{path.string()});
    c->Yield(3);
    IM_CHECK(counted(c));
    IM_CHECK(session.programs().record() != nullptr);
    session.play(false);
    for (const float zoom : {1.f, 1.5f, 2.f}) {
      session.settings.zoom = zoom;
      gui()->ui().results = panels::ResultsTab::Table;
      gui()->ui().results_asked = false;
      c->Yield(6);
      c->ItemClick("//results/##tab_output");
      c->Yield(6);
      if (const int lines = lines_in_sight(c, "printed line "); lines < 3)
        IM_ERRORF("%d lines of output at %.1f", lines, static_cast<double>(zoom));
      // The stage, its headline and the timeline are there, too.
      const ImGuiWindow* stage = c->GetWindowByRef("//stage");
      const ImGuiWindow* timeline = c->GetWindowByRef("//timeline");
      IM_CHECK(stage != nullptr && timeline != nullptr);
      IM_CHECK_GE(stage->Size.y, 720 * .34f);
      IM_CHECK_GE(timeline->Size.y, 44.f);
      IM_CHECK(!gui()->ui().stage.panes.empty());
      const ImGuiWindow* kernel = c->GetWindowByRef("//kernel");
      IM_CHECK(kernel != nullptr);
      IM_CHECK_GE(kernel->Size.y, 720 * .34f);
    }
  });
  std::filesystem::remove(path);
}

} // namespace
} // namespace warpscope
