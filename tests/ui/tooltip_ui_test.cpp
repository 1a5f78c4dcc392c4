// Tooltips lie beside what they explain: over each item of the bar, the source, the timeline and the results.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <string>

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

} // namespace
} // namespace warpscope
