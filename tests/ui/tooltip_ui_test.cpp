// Tooltips lie beside what they explain: over each item of the bar, the source, the timeline and the results.
#include "app/view/text_metrics.h"
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

/// The tooltip in sight; null: there is none.
const ImGuiWindow* tooltip_in_sight() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden) return window;
  return nullptr;
}

TEST(TooltipUi, NeverCoversWhatItExplains) {
  test::start_over();
  drive("tooltips", [](ImGuiTestContext* c) {
    IM_CHECK(settle(c));
    for (const float zoom : {1.f, 1.5f}) {
      gui()->session().settings.zoom = zoom;
      c->Yield(4);
      int seen = 0;
      for (const char* window : {"//bar", "//expression", "//timeline", "//results", "//stage"}) {
        ImGuiTestItemList items;
        c->GatherItems(&items, window, 1);
        for (const ImGuiTestItemInfo& item : items) {
          const std::string name = item.DebugLabel;
          // A list of rows is no item that explains itself: its rows do.
          if (name.empty() || name == "##picture" || name == "##scrub" || item.RectClipped.GetArea() <= 0)
            continue;
          const ImRect rect = item.RectFull;
          c->MouseMoveToPos({5, 5});
          c->Yield(2);
          c->MouseMoveToPos(item.RectClipped.GetCenter());
          c->SleepNoSkip(.3f, .05f);
          const ImGuiWindow* tooltip = tooltip_in_sight();
          if (tooltip == nullptr) continue;
          ++seen;
          const ImRect covers = tooltip->Rect();
          if (covers.Overlaps(rect))
            c->LogError("%s at zoom %.1f: the tooltip %.0f,%.0f–%.0f,%.0f covers %.0f,%.0f–%.0f,%.0f",
                        name.c_str(), zoom, covers.Min.x, covers.Min.y, covers.Max.x, covers.Max.y,
                        rect.Min.x, rect.Min.y, rect.Max.x, rect.Max.y);
          IM_CHECK(!covers.Overlaps(rect));
          const ImVec2 size = ImGui::GetIO().DisplaySize;
          IM_CHECK(covers.Min.x >= 0 && covers.Min.y >= 0 && covers.Max.x <= size.x &&
                   covers.Max.y <= size.y);
        }
      }
      IM_CHECK_GT(seen, 12);
    }
  });
  test::start_over();
}

/// Points on the strands that begin at the lane's chip, in the window.
std::vector<ImVec2> strand_of(const view::Picture& picture, const view::Hit& chip, ImVec2 pane) {
  std::vector<ImVec2> points;
  for (const view::Shape& shape : picture.shapes) {
    const auto* curve = std::get_if<view::CurveShape>(&shape);
    if (curve == nullptr || std::abs(curve->p0.x - chip.box.x - chip.box.w / 2) > chip.box.w / 2 ||
        std::abs(curve->p0.y - chip.box.y - chip.box.h) > 10 || curve->p3.y < curve->p0.y + 20)
      continue;
    for (int i = 0; i <= 20; ++i) {
      const float t = static_cast<float>(i) / 20, u = 1 - t;
      const auto at = [&](float a, float b, float d, float e) {
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
      };
      points.emplace_back(pane.x + at(curve->p0.x, curve->p1.x, curve->p2.x, curve->p3.x),
                          pane.y + at(curve->p0.y, curve->p1.y, curve->p2.y, curve->p3.y));
    }
  }
  return points;
}

TEST(TooltipUi, ALanesTooltipLeavesItsStrandInSight) {
  test::start_over();
  drive("lanes", [](ImGuiTestContext* c) {
    IM_CHECK(gui()->session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    gui()->session().play(false);
    const playback::Track& track = gui()->session().time().track();
    IM_CHECK(!track.empty());
    gui()->session().time().seek(150); // a column of the tile
    c->Yield(4);
    int seen = 0;
    for (std::uint32_t lane = 0; lane < 32; lane += 3) {
      const auto picture = gui()->ui().stage.picture;
      const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
      const view::Hit* chip = nullptr;
      for (const view::Hit& hit : picture->hits)
        if (hit.kind == view::HitKind::Lane && hit.index == lane &&
            (chip == nullptr || hit.box.y < chip->box.y))
          chip = &hit;
      IM_CHECK(chip != nullptr);
      const std::vector<ImVec2> strand = strand_of(*picture, *chip, pane);
      IM_CHECK(!strand.empty());
      c->MouseMoveToPos({5, 5});
      c->Yield(2);
      c->MouseMoveToPos({pane.x + chip->box.x + chip->box.w / 2, pane.y + chip->box.y + chip->box.h / 2});
      c->SleepNoSkip(.3f, .05f);
      const ImGuiWindow* tooltip = tooltip_in_sight();
      IM_CHECK(tooltip != nullptr);
      ++seen;
      const ImRect covers = tooltip->Rect();
      for (const ImVec2& point : strand)
        if (covers.Contains(point)) {
          c->LogError("lane %u: %.0f,%.0f–%.0f,%.0f covers %.0f,%.0f", lane, covers.Min.x, covers.Min.y,
                      covers.Max.x, covers.Max.y, point.x, point.y);
          IM_CHECK(false);
        }
    }
    IM_CHECK_GT(seen, 9);
  });
  test::start_over();
}

/// At 1280x720 room is scarce: the lane's own words beside the stack matter more than the legend.
TEST(TooltipUi, ALanesTooltipLeavesItsFormulaInSight) {
  test::start_over();
  int width = 0, height = 0;
  glfwGetWindowSize(gui()->window(), &width, &height);
  glfwSetWindowSize(gui()->window(), 1280, 720);
  drive("formula", [](ImGuiTestContext* c) {
    IM_CHECK(gui()->session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    gui()->session().play(false);
    int seen = 0;
    for (const std::uint64_t step : {66u, 132u, 300u}) { // columns of banks 0, 16 and 25
      gui()->session().time().seek(step);
      c->Yield(4);
      for (std::uint32_t lane = 0; lane < 32; lane += 2) {
        const ImVec2 pane = c->ItemInfo("//stage/##picture").RectFull.Min;
        const auto before = gui()->ui().stage.picture;
        const auto chip = std::find_if(before->hits.begin(), before->hits.end(), [&](const view::Hit& hit) {
          return hit.kind == view::HitKind::Lane && hit.index == lane;
        });
        IM_CHECK(chip != before->hits.end());
        c->MouseMoveToPos({5, 5});
        c->Yield(2);
        c->MouseMoveToPos({pane.x + chip->box.x + chip->box.w / 2, pane.y + chip->box.y + chip->box.h / 2});
        c->SleepNoSkip(.3f, .05f);
        const ImGuiWindow* tooltip = tooltip_in_sight();
        IM_CHECK(tooltip != nullptr);
        const auto picture = gui()->ui().stage.picture;
        for (const view::Shape& shape : picture->shapes) {
          const auto* words = std::get_if<view::TextShape>(&shape);
          if (words == nullptr || (words->definition != view::definition::served_now &&
                                   words->definition != view::definition::bank_address))
            continue;
          ++seen;
          const float wide = view::text_width(words->text, words->font, words->size);
          const float x = pane.x + words->at.x - (words->anchor == view::Anchor::End ? wide : 0);
          const ImRect place(x, pane.y + words->at.y - words->size, x + wide, pane.y + words->at.y);
          if (tooltip->Rect().Overlaps(place))
            c->LogError("step %d, lane %u: the tooltip covers \"%s\"", static_cast<int>(step), lane,
                        words->text.c_str());
          IM_CHECK(!tooltip->Rect().Overlaps(place));
        }
      }
    }
    IM_CHECK_GT(seen, 60);
  });
  glfwSetWindowSize(gui()->window(), width, height);
  test::start_over();
}

} // namespace
} // namespace warpscope
