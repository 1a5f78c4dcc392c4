// The counts beside the lines: both of a line, in one style, apart from the code, no wider than needed.
#define GLFW_INCLUDE_NONE
#include "app/panels/window/paint.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

class GutterUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    glfwGetWindowSize(gui()->window(), &width_, &height_);
    glfwSetWindowSize(gui()->window(), 1280, 720);
  }
  void TearDown() override {
    glfwSetWindowSize(gui()->window(), width_, height_);
    test::start_over();
  }

 private:
  int width_ = 0, height_ = 0;
};

session::Session& session() { return gui()->session(); }

/// What is drawn beside the text's window, in the rows of its lines.
struct Gutter {
  float side = 0, end = 0;                                           ///< its left edge, the panel's right one
  std::vector<panels::PaintLog::Item> numbers, words, means, others; ///< others: of a second count in words
};

Gutter gutter(ImGuiTestContext* c) {
  session().play(false);
  c->Yield(10);
  panels::PaintLog log;
  panels::Paint::log = &log;
  c->Yield(2);
  panels::Paint::log = nullptr;
  const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
  const ImGuiWindow* panel = c->GetWindowByRef("//kernel");
  Gutter all;
  all.side = text->Pos.x + text->Size.x;
  all.end = panel->Pos.x + panel->Size.x;
  const std::set<std::string> units = {"wavefront", "wavefronts", "sector", "sectors", "pass", "passes"};
  std::set<std::string> counts;
  for (const results::GutterRow& row : session().results().gutter()) {
    counts.insert(row.number);
    for (const results::GutterCost& more : row.more) counts.insert(more.number);
  }
  std::set<std::pair<float, float>> seen; // two frames are drawn
  for (const panels::PaintLog::Item& item : log.items) {
    if (item.box.y < text->Pos.y || item.box.y > text->Pos.y + text->Size.y || item.box.x >= all.end ||
        item.text.empty() || !seen.insert({item.box.x, item.box.y}).second)
      continue;
    if (units.contains(item.text)) all.words.push_back(item);
    if (item.text.starts_with("+ ")) all.others.push_back(item);
    if (item.box.x < all.side) continue;
    if (counts.contains(item.text)) all.numbers.push_back(item);
    if (item.text == "avg") all.means.push_back(item);
  }
  return all;
}

void open_lab(ImGuiTestContext* c, const char* id) {
  IM_CHECK(session().edit()->set_lab(id));
  const std::string& title = session().catalog().find_lab(id)->title;
  // The picture is enough: the whole grid of a big lab takes its time.
  for (int i = 0; i < 4000 && (session().runs().stale() || session().runs().picture() == nullptr ||
                               session().runs().picture()->scenario.title != title);
       ++i)
    c->Yield();
  IM_CHECK_STR_EQ(session().runs().picture()->scenario.title.c_str(), title.c_str());
}

TEST_F(GutterUi, BothSectorCountsOfALineStandBesideIt) {
  drive("two of a kind", [](ImGuiTestContext* c) {
    open_lab(c, "copy_offset");
    session().edit()->set_choice("OFFSET", "1");
    IM_CHECK(settle(c));
    const Gutter all = gutter(c);
    // out[i] = in[i + OFFSET]: 4 and 5. In words the second stands before the first, in signs in a column.
    bool both = false;
    for (const panels::PaintLog::Item& one : all.numbers) {
      if (one.text != "5") continue;
      for (const panels::PaintLog::Item& other : all.others)
        both = both || (other.text == "+ 4 sectors" && std::abs(other.box.y - one.box.y) < 6);
      for (const panels::PaintLog::Item& other : all.numbers)
        both = both || (other.text == "4" && other.box.y == one.box.y && other.box.x < one.box.x);
    }
    IM_CHECK(both);
  });
}

TEST_F(GutterUi, EveryCountHasItsUnitInTheSameStyleAndAGapBeforeIt) {
  drive("one style", [](ImGuiTestContext* c) {
    for (const char* lab : {"transpose_tile", "matmul_tile16", "aos_soa", "bank_stride", "copy_offset"}) {
      open_lab(c, lab);
      const Gutter all = gutter(c);
      IM_CHECK(!all.numbers.empty());
      if (!all.words.empty() && all.words.size() < all.numbers.size())
        IM_ERRORF("%s: %d counts, but %d units in words", lab, static_cast<int>(all.numbers.size()),
                  static_cast<int>(all.words.size()));
      for (const panels::PaintLog::Item& number : all.numbers)
        if (number.box.x < all.side + 6)
          IM_ERRORF("%s: %s stands %.1f from the code", lab, number.text.c_str(), number.box.x - all.side);
    }
  });
}

/// The first cost in words is not always the costliest of its line: bug_proxy_fence has a line with one
/// wavefront and two times four sectors.
TEST_F(GutterUi, AUnitInWordsIsNeverCut) {
  drive("units", [](ImGuiTestContext* c) {
    open_lab(c, "bug_proxy_fence");
    for (const auto& [w, h] : {std::pair{1280, 720}, {1920, 1080}}) {
      glfwSetWindowSize(gui()->window(), w, h);
      const Gutter all = gutter(c);
      IM_CHECK(!all.words.empty());
      for (const panels::PaintLog::Item& word : all.words)
        if (word.box.x + word.box.w > all.end - 8)
          IM_ERRORF("%dx%d: %s ends %.1f behind the panel's margin", w, h, word.text.c_str(),
                    word.box.x + word.box.w - all.end + 8);
    }
  });
}

/// copy_pipeline makes its pipeline in one line, which stores to shared memory and waits at a barrier.
TEST_F(GutterUi, ABarriersScissorsCoverNoCount) {
  drive("scissors", [](ImGuiTestContext* c) {
    open_lab(c, "copy_pipeline");
    const Gutter all = gutter(c);
    int pairs = 0;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->WasActive || std::string_view(window->Name).find("##cut_") == std::string_view::npos)
        continue;
      for (const panels::PaintLog::Item& number : all.numbers) {
        if (std::abs(number.box.y - window->Pos.y) > window->Size.y) continue;
        ++pairs;
        if (number.box.x < window->Pos.x + window->Size.x && window->Pos.x < number.box.x + number.box.w)
          IM_ERRORF("the scissors at %.0f are over %s", window->Pos.x, number.text.c_str());
      }
    }
    IM_CHECK_GT(pairs, 0);
  });
}

TEST_F(GutterUi, OneCountTakesNoMoreRoomThanItNeeds) {
  drive("width", [](ImGuiTestContext* c) {
    open_lab(c, "aos_soa");
    const Gutter all = gutter(c);
    float left = all.end, right = 0;
    for (const panels::PaintLog::Item& number : all.numbers) left = std::min(left, number.box.x);
    for (const panels::PaintLog::Item& word : all.words) right = std::max(right, word.box.x + word.box.w);
    if (all.words.empty()) return; // signs: their columns are as wide as their digits
    IM_CHECK_LT(left - all.side, 24.f);
    IM_CHECK_LT(all.end - right, 24.f);
  });
}

TEST_F(GutterUi, AMeanIsToldAsOne) {
  drive("mean", [](ImGuiTestContext* c) {
    session().edit()->set_mode(document::SourceMode::Kernel);
    session().edit()->set_kernel_text("/* warpscope\nkernel = \"k\"\ngrid = [2]\nblock = [64]\n[args]\n"
                                      "in = \"ramp[4096]\"\nout = \"zero[4096]\"\n*/\n"
                                      "__global__ void k(const float *in, float *out) {\n"
                                      "  int t = blockIdx.x * 64 + threadIdx.x;\n"
                                      "  float sum = 0;\n"
                                      "  for (int i = 0; i < 3; ++i)\n"
                                      "    sum += in[t + i];\n"
                                      "  out[t] = sum;\n"
                                      "}\n");
    IM_CHECK(settle(c));
    const Gutter all = gutter(c);
    IM_CHECK_EQ(all.means.size(), 1u); // in[t + i]: 4, 5 and 5 sectors; out[t] always has 4
  });
}

} // namespace
} // namespace warpscope
