// The menu: each row does what it says, by pointer and by keys.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <cstdio>
#include <fstream>
#include <string>

namespace warpscope {
namespace {

using test::drive;
using test::gui;

class MenuUi : public testing::Test {
 protected:
  void SetUp() override {
    test::start_over();
    gui()->ui().preferences = settings::Preferences{};
  }
};

/// Opens the menu by its button and clicks a row of a submenu.
void choose(ImGuiTestContext* c, const char* menu, const char* row, const char* deeper = nullptr) {
  c->SetRef("bar");
  c->ItemClick("##menu");
  c->Yield(2);
  c->SetRef("//$FOCUSED");
  c->ItemClick(menu);
  c->Yield(2);
  c->SetRef("//###Menu_00");
  c->ItemClick(row);
  if (deeper != nullptr) {
    c->Yield(2);
    c->SetRef("//###Menu_01");
    c->ItemClick(deeper);
  }
  c->Yield(3);
}

TEST_F(MenuUi, ThemeScaleAndMotion) {
  drive("menu looks", [](ImGuiTestContext* c) {
    session::Settings& look = gui()->session().settings;
    choose(c, "###view", "###light");
    IM_CHECK(!look.dark);
    choose(c, "###view", "###dark");
    IM_CHECK(look.dark);
    choose(c, "###view", "###scale", "###scale_150");
    IM_CHECK_EQ(look.zoom, 1.5f);
    choose(c, "###view", "###scale", "###scale_100");
    IM_CHECK_EQ(look.zoom, 1.f);
    choose(c, "###view", "###motion");
    IM_CHECK(look.reduce_motion);
  });
}

TEST_F(MenuUi, AsksForWhatOthersDo) {
  drive("menu asks", [](ImGuiTestContext* c) {
    choose(c, "###view", "###presenter");
    IM_CHECK(gui()->ui().presenter);
    gui()->ui().presenter = false;
    c->Yield(4);
    choose(c, "###help", "###about");
    IM_CHECK(ImGui::IsPopupOpen(0u, ImGuiPopupFlags_AnyPopupId));
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(2);
    IM_CHECK(!ImGui::IsPopupOpen(0u, ImGuiPopupFlags_AnyPopupId));
  });
}

TEST_F(MenuUi, OpensByF10AndArrows) {
  drive("menu keys", [](ImGuiTestContext* c) {
    c->KeyPress(ImGuiKey_F10);
    c->Yield(3);
    IM_CHECK(ImGui::IsPopupOpen(0u, ImGuiPopupFlags_AnyPopupId));
    c->KeyPress(ImGuiKey_DownArrow); // from File to View, into it, on its second row
    c->KeyPress(ImGuiKey_RightArrow);
    c->Yield(2);
    c->KeyPress(ImGuiKey_DownArrow);
    c->KeyPress(ImGuiKey_Enter);
    c->Yield(3);
    IM_CHECK(!gui()->session().settings.dark);
    IM_CHECK(!ImGui::IsPopupOpen(0u, ImGuiPopupFlags_AnyPopupId));
    c->KeyPress(ImGuiKey_F10);
    c->Yield(3);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(3);
    IM_CHECK(!ImGui::IsPopupOpen(0u, ImGuiPopupFlags_AnyPopupId));
  });
}

TEST_F(MenuUi, ThePresenterButtonIsThere) {
  drive("presenter button", [](ImGuiTestContext* c) {
    c->SetRef("bar");
    c->ItemClick("##presenter");
    c->Yield(4);
    IM_CHECK(gui()->ui().presenter);
    c->KeyPress(ImGuiKey_Escape);
    c->Yield(6);
    IM_CHECK(!gui()->ui().presenter);
  });
}

TEST_F(MenuUi, RecentFilesOpenAndMissingOnesAreDimmed) {
  const std::string there = testing::TempDir() + "warpscope-recent.cu",
                    gone = testing::TempDir() + "warpscope-gone.cu";
  std::ofstream(there) << "__global__ void recent(float* a) { a[threadIdx.x] = 1; }\n";
  drive("recent files", [&](ImGuiTestContext* c) {
    gui()->ui().preferences.recent_files = {gone, there};
    choose(c, "###file", "###recent");
    c->SetRef("//###Menu_01");
    IM_CHECK((c->ItemInfo("###recent_0").ItemFlags & ImGuiItemFlags_Disabled) != 0);
    c->ItemClick("###recent_1");
    c->Yield(3);
    IM_CHECK(test::settle(c));
    IM_CHECK_STR_EQ(gui()->session().document().kernel_file.c_str(), there.c_str());
    IM_CHECK_STR_EQ(gui()->ui().preferences.recent_files.front().c_str(), there.c_str());
    IM_CHECK_EQ(gui()->ui().preferences.recent_files.size(), 2u);
  });
  std::remove(there.c_str());
}

TEST_F(MenuUi, SplittersMoveAndResetLayoutBringsBack) {
  drive("splitters", [](ImGuiTestContext* c) {
    const ImGuiWindow* stage = ImGui::FindWindowByName("stage");
    const ImGuiWindow* timeline = ImGui::FindWindowByName("timeline");
    IM_CHECK(stage != nullptr && timeline != nullptr);
    const float left = stage->Pos.x, height = timeline->Size.y;
    c->ItemDragWithDelta("//split_source/##line", {90, 0});
    c->Yield(3);
    IM_CHECK_GT(stage->Pos.x, left + 80);
    IM_CHECK_LT(stage->Pos.x, left + 100);
    c->ItemDragWithDelta("//split_timeline/##line", {0, -40});
    c->Yield(3);
    IM_CHECK_GT(timeline->Size.y, height + 30);
    c->ItemDoubleClick("//split_timeline/##line");
    c->Yield(3);
    IM_CHECK_EQ(timeline->Size.y, height);
    IM_CHECK_GT(stage->Pos.x, left + 80);
    choose(c, "###view", "###reset_layout");
    IM_CHECK_EQ(stage->Pos.x, left);
    IM_CHECK(gui()->ui().preferences.panes == settings::PaneSizes{});
  });
}

TEST_F(MenuUi, HidesRegionsAndShowsThemAgain) {
  drive("regions", [](ImGuiTestContext* c) {
    const ImGuiWindow* stage = ImGui::FindWindowByName("stage");
    const ImVec2 before = stage->Size;
    choose(c, "###view", "###show_source");
    IM_CHECK_EQ(stage->Pos.x, 0.f);
    choose(c, "###view", "###show_results");
    choose(c, "###view", "###show_timeline");
    IM_CHECK_GT(stage->Size.y, before.y + 100);
    IM_CHECK(!ImGui::FindWindowByName("timeline")->WasActive);
    choose(c, "###view", "###reset_layout");
    IM_CHECK_EQ(stage->Size.x, before.x);
    IM_CHECK_EQ(stage->Size.y, before.y);
    IM_CHECK(ImGui::FindWindowByName("timeline")->WasActive);
  });
}

} // namespace
} // namespace warpscope
