// Every size, zoom, theme and mode of the window: no panel's text touches another, is cut off, is below 13 px
// or is hard to read. What the panels draw is kept by Paint's log; the Pictures on the stage are checked in
// tests/view and stage_sizes_test.
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#define GLFW_INCLUDE_NONE
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

namespace warpscope {
namespace {

using test::gui;

class LayoutSweep : public testing::Test {
 protected:
  void SetUp() override { test::start_over(); }
  void TearDown() override {
    panels::Paint::log = nullptr;
    if (gui() == nullptr) return;
    gui()->session().settings = session::Settings{};
    gui()->ui().presenter = false;
    glfwSetWindowSize(gui()->window(), 1280, 720);
    for (int i = 0; i < 4; ++i) (void)gui()->frame(.002);
  }
};

view::Box letters(const panels::PaintLog::Item& item) {
  return {item.box.x, item.box.y + item.box.h * .12f, item.box.w, item.box.h * .8f};
}

float overlap(float a, float a_size, float b, float b_size) {
  return std::min(a + a_size, b + b_size) - std::max(a, b);
}

/// What of a text can be seen: from where, and how wide.
float seen_from(const view::Box& box, const panels::PaintLog::Item& item) {
  return std::max(box.x, item.clip.x);
}
float seen_width(const view::Box& box, const panels::PaintLog::Item& item) {
  return std::min(box.x + box.w, item.clip.x + item.clip.w) - seen_from(box, item);
}

std::string quoted(const panels::PaintLog::Item& item) {
  return "“" + item.text + "” at " + std::to_string(static_cast<int>(item.box.x)) + "," +
         std::to_string(static_cast<int>(item.box.y));
}

/// Sentences about what is wrong in one frame.
std::vector<std::string> problems_of(const panels::PaintLog& log, const view::Theme& theme) {
  std::vector<std::string> problems;
  for (std::size_t i = 0; i < log.items.size(); ++i) {
    const panels::PaintLog::Item& text = log.items[i];
    if (text.text.empty()) continue;
    const view::Box a = letters(text);
    // Scrolled out of sight, or only half in it at a scrolled list's edge: that is scrolling, not a cut.
    const bool in_sight = overlap(a.y, a.h, text.clip.y, text.clip.h) >= a.h - 1.5f;
    if (!in_sight || overlap(a.x, a.w, text.clip.x, text.clip.w) <= 0) continue;
    if (text.size < 13) problems.push_back(quoted(text) + " is smaller than 13 px");
    if (!text.scrolls && (a.x < text.clip.x - 1 || a.x + a.w > text.clip.x + text.clip.w + 1))
      problems.push_back(quoted(text) + " is cut off at the side");
    view::Color below = theme.bg1;
    bool ground = false;
    for (std::size_t k = 0; k < i; ++k) {
      const panels::PaintLog::Item& rect = log.items[k];
      if (!rect.text.empty() || rect.list != text.list || !rect.box.contains({a.x + a.w / 2, a.y + a.h / 2}))
        continue;
      below = view::mix({rect.color.r, rect.color.g, rect.color.b, 255}, below,
                        static_cast<float>(rect.color.a) / 255);
      ground = true;
    }
    // On no fill of the panel's own a text lies on its window: bg0 or bg1, whichever is harder.
    if (text.color.a == 255) {
      const float have = ground ? view::contrast(text.color, below)
                                : std::min(view::contrast(text.color, theme.bg0),
                                           view::contrast(text.color, theme.bg1));
      const float needed = text.size >= 28 ? 3.f : 4.5f;
      if (have < needed - .01f)
        problems.push_back(quoted(text) + " has a contrast of " + std::to_string(have));
    }
    for (std::size_t k = i + 1; k < log.items.size(); ++k) {
      const panels::PaintLog::Item& other = log.items[k];
      if (other.text.empty() || other.list != text.list) continue;
      const view::Box b = letters(other);
      if (overlap(b.y, b.h, other.clip.y, other.clip.h) < b.h - 1.5f) continue;
      if (overlap(seen_from(a, text), seen_width(a, text), seen_from(b, other), seen_width(b, other)) > 1 &&
          overlap(a.y, a.h, b.y, b.h) > 1)
        problems.push_back(quoted(text) + " and " + quoted(other) + " overlap");
    }
  }
  return problems;
}

void settle() {
  session::Session& session = gui()->session();
  for (int i = 0;
       i < 2000 && (session.busy() || session.runs().stale() || session.runs().picture() == nullptr); ++i)
    (void)gui()->frame(.002);
}

TEST_F(LayoutSweep, NoTextTouchesAnotherIsCutOffOrTooSmall) {
  struct Mode {
    const char* name;
    const char* lab; ///< empty: the expression
    bool presenter, answer;
    bool measured = false, pair = false;
  };
  const Mode modes[] = {{"expression", "", false, false},
                        {"transpose_tile", "transpose_tile", false, false},
                        {"matmul_tile16_edges", "matmul_tile16_edges", false, true},
                        {"presenter", "column_read", true, false},
                        {"measured", "matmul_tile16", false, false, true},
                        {"measured pair", "transpose_tile", false, false, true, true}};
  const std::pair<int, int> sizes[] = {{640, 360},   {800, 600},   {1280, 720}, {1366, 768},
                                       {1920, 1080}, {2560, 1440}, {3840, 2160}};
  std::map<std::string, std::string> found; // problem -> first place
  for (const Mode& mode : modes) {
    session::Session& session = gui()->session();
    gui()->ui().presenter = false;
    if (*mode.lab == 0) session.edit()->set_mode(document::SourceMode::Expression);
    else ASSERT_TRUE(session.edit()->set_lab(mode.lab));
    settle();
    if (mode.answer) {
      session.settings.reduce_motion = true;
      (void)session.show_me();
      settle();
    }
    session.play(false);
    gui()->ui().results = mode.measured ? panels::ResultsTab::Measured : panels::ResultsTab::Table;
    if (mode.pair) {
      ASSERT_TRUE(session.pin());
      session.edit()->set_choice("PAD", "1");
      settle();
    }
    for (int i = 0;
         mode.measured && i < 500 && (gui()->measuring().table() == nullptr || !gui()->measuring().at_rest());
         ++i)
      (void)gui()->frame(.02);
    for (const auto& [w, h] : sizes) {
      glfwSetWindowSize(gui()->window(), w, h);
      for (const float zoom : {1.f, .75f, 1.5f, 2.5f}) {
        if (w > 1920 && zoom != 1 && zoom != 1.5f && zoom != 2.5f) continue;
        for (const bool dark : {true, false}) {
          if (!dark && zoom != 1) continue; // colours do not depend on sizes
          gui()->ui().presenter = mode.presenter;
          session.settings.zoom = zoom;
          session.settings.dark = dark;
          for (int i = 0; i < 3; ++i) (void)gui()->frame(0);
          panels::PaintLog log;
          panels::Paint::log = &log;
          (void)gui()->frame(0);
          panels::Paint::log = nullptr;
          EXPECT_TRUE(mode.presenter || !log.items.empty());
          const std::string where = std::string(mode.name) + " " + std::to_string(w) + "x" +
                                    std::to_string(h) + " zoom " + std::to_string(zoom).substr(0, 4) +
                                    (dark ? "" : " light");
          for (const std::string& problem : problems_of(log, dark ? view::dark_theme() : view::light_theme()))
            if (found.size() < 60) found.emplace(where + ": " + problem, where);
        }
      }
    }
    session.settings = session::Settings{};
    session.unpin();
    gui()->ui().presenter = false;
    gui()->ui().results = panels::ResultsTab::Table;
    (void)gui()->frame(0);
  }
  std::string all;
  for (const auto& [problem, where] : found) all += "\n  " + problem;
  EXPECT_TRUE(found.empty()) << all;
}

} // namespace
} // namespace warpscope
