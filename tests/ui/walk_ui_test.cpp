// A walk through the window without a mouse: Tab, Ctrl+Tab, arrows, Enter and the keys of the table, each
// held for 50 ms, from the start to a guess, a lab, a pad, steps, a barrier that is cut, the results, and
// back.
#include "imgui_internal.h"
#include "tests/ui/ui_driver.h"

#include <set>
#include <utility>

namespace warpscope {
namespace {

using test::drive;
using test::gui;
using test::settle;

session::Session& session() { return gui()->session(); }

/// Holds the key as long as a person does; where a frame takes longer, for one frame.
void press(ImGuiTestContext* c, ImGuiKeyChord keys, double seconds = .05) {
  const double end = ImGui::GetTime() + seconds;
  c->KeyDown(keys);
  c->Yield();
  while (ImGui::GetTime() < end) c->Yield();
  c->KeyUp(keys);
  c->Yield(2);
}

std::string focused_window() {
  const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
  return window == nullptr ? std::string() : window->RootWindow->Name;
}

/// Ctrl+Tab, with ctrl held until the window is the one that is marked. False: it cannot be reached.
bool go_to(ImGuiTestContext* c, const std::string& window) {
  if (focused_window() == window) return true;
  c->KeyDown(ImGuiMod_Ctrl);
  c->Yield();
  for (int tabs = 0; tabs < 14; ++tabs) {
    press(c, ImGuiKey_Tab);
    const ImGuiWindow* marked = ImGui::GetCurrentContext()->NavWindowingTarget;
    if (marked != nullptr && window == marked->RootWindow->Name) break;
  }
  c->KeyUp(ImGuiMod_Ctrl);
  c->Yield(3);
  return focused_window() == window;
}

/// Ctrl+Tab to the window, Tab to the item: what a person without a mouse does. False: it cannot be reached.
bool reach(ImGuiTestContext* c, const char* window, const char* item) {
  if (!go_to(c, window)) return false;
  const ImGuiID wanted = c->ItemInfo((std::string("//") + window + "/" + item).c_str()).ID;
  if (wanted == 0) return false;
  for (int tabs = 0; tabs < 60; ++tabs) {
    if (ImGui::GetCurrentContext()->NavId == wanted) return true;
    press(c, ImGuiKey_Tab);
  }
  return false;
}

TEST(WalkUi, NobodyNeedsAMouse) {
  test::start_over();
  drive("walk", [](ImGuiTestContext* c) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // The start: the field has the focus or gets it, Esc leaves it.
    IM_CHECK(reach(c, "expression", "##expression"));
    press(c, ImGuiKey_Escape);
    IM_CHECK(!ImGui::GetIO().WantTextInput);

    // A guess.
    press(c, ImGuiKey_R);
    IM_CHECK(session().counts_hidden());
    for (const char digit : {'3', '2'}) {
      c->KeyChars(std::string(1, digit).c_str());
      c->Yield(2);
    }
    press(c, ImGuiKey_Enter);
    IM_CHECK(!session().counts_hidden());
    IM_CHECK(session().lesson().prediction().right());

    // A lab.
    IM_CHECK(reach(c, "bar", "##lab"));
    press(c, ImGuiKey_Enter);
    IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    const document::LabEntry* wanted = session().catalog().find_lab("transpose_tile");
    IM_CHECK(wanted != nullptr);
    const auto chosen = [] {
      const document::Document& document = session().document();
      return document.mode == document::SourceMode::Kernel && document.lab == "transpose_tile";
    };
    c->Yield(2);
    c->KeyChars(wanted->title.c_str()); // typing filters the list
    c->Yield(2);
    press(c, ImGuiKey_Enter);
    IM_CHECK(settle(c));
    IM_CHECK(chosen());
    session().play(false);
    c->Yield(3);

    // Steps: one, and to the next barrier.
    const std::uint64_t step = session().time().step();
    press(c, ImGuiKey_RightArrow);
    IM_CHECK_EQ(static_cast<int>(session().time().step()), static_cast<int>(step) + 1);
    press(c, ImGuiKey_LeftArrow);
    IM_CHECK_EQ(static_cast<int>(session().time().step()), static_cast<int>(step));
    press(c, ImGuiMod_Shift | ImGuiKey_LeftArrow);
    IM_CHECK_LT(session().time().step(), step);
    press(c, ImGuiMod_Ctrl | ImGuiKey_RightArrow);

    // The pad: the parameter in the bar.
    session().time().seek(step);
    c->Yield(3);
    IM_CHECK(reach(c, "bar", "##param_PAD"));
    press(c, ImGuiKey_Enter);
    press(c, ImGuiKey_DownArrow);
    press(c, ImGuiKey_Enter);
    IM_CHECK(settle(c));
    IM_CHECK(test::headline().starts_with("1 wavefront"));
    press(c, ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK_STR_EQ(test::headline().c_str(), "32 wavefronts where 1 would do");

    // A barrier is cut at the cursor, and put back.
    press(c, ImGuiMod_Ctrl | ImGuiKey_B);
    IM_CHECK(settle(c));
    IM_CHECK_EQ(session().document().cuts.size(), 1u);

    // The results, with what the cut did.
    IM_CHECK(go_to(c, "results"));
    IM_CHECK(!session().results().hazards().empty());

    // Back: undo, to the expression of the start.
    press(c, ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(session().document().cuts.empty());
    for (int i = 0; i < 40 && session().document().mode != document::SourceMode::Expression; ++i) {
      press(c, ImGuiMod_Ctrl | ImGuiKey_Z);
      IM_CHECK(settle(c));
    }
    IM_CHECK(session().document().mode == document::SourceMode::Expression);
    press(c, ImGuiKey_1); // the cut had gone to the block
    IM_CHECK_STR_EQ(test::headline().c_str(), "32 wavefronts where 1 would do");
    IM_CHECK_EQ(ImGui::GetIO().MousePos.x, mouse.x);
    IM_CHECK_EQ(ImGui::GetIO().MousePos.y, mouse.y);
  });
  test::start_over();
}

/// Tab writes into the text; Esc leaves it, and then Tab goes on, forwards and backwards, as from any field.
/// From the first screen: after Esc each Tab shows where one is, and each part of the window can be reached
/// (D12). What is said of a field that was reached by Tab covers nothing of the picture.
TEST(WalkUi, AfterEscTabShowsWhereOneIsAndEveryPartIsReached) {
  test::start_over();
  drive("walk/tabs", [](ImGuiTestContext* c) {
    c->MouseMoveToPos({1, 1});
    IM_CHECK(reach(c, "expression", "##expression"));
    press(c, ImGuiKey_Escape); // out of the field
    press(c, ImGuiKey_Escape); // a second one takes nothing away
    IM_CHECK_EQ(ImGui::GetCurrentContext()->NavId, c->ItemInfo("//expression/##expression").ID);
    std::set<ImGuiID> met;
    for (int tabs = 0; tabs < 8; ++tabs) {
      press(c, ImGuiKey_Tab);
      IM_CHECK(ImGui::GetIO().NavVisible);
      IM_CHECK_NE(ImGui::GetCurrentContext()->NavId, 0u);
      met.insert(ImGui::GetCurrentContext()->NavId);
      c->SleepNoSkip(.8f, .1f); // as long as a tooltip waits
      const ImRect picture = c->ItemInfo("//stage/##picture").RectFull;
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) {
          if (window->Rect().Overlaps(picture))
            c->LogError("tab %d: the tooltip ends at %.0f,%.0f, the picture begins at %.0f,%.0f", tabs + 1,
                        window->Rect().Max.x, window->Rect().Max.y, picture.Min.x, picture.Min.y);
          IM_CHECK(!window->Rect().Overlaps(picture));
        }
      if (ImGui::GetIO().WantTextInput) press(c, ImGuiKey_Escape);
    }
    IM_CHECK_GE(met.size(), 4u);
    for (const auto& [window, item] : {std::pair{"bar", "##lab"},
                                       {"bar", "##device"},
                                       {"expression", "##tab_kernel"},
                                       {"stage", "##pin"},
                                       {"stage", "##scene_array"},
                                       {"timeline", "##play"},
                                       {"results", "##tab_chart"}}) {
      const bool reached = reach(c, window, item);
      if (!reached) c->LogError("%s/%s", window, item);
      IM_CHECK(reached);
    }
  });
  test::start_over();
}

/// The focus was on a parameter of a lab that is closed: Tab begins at the bar's first item.
TEST(WalkUi, TabGoesOnWhereAnItemIsGone) {
  test::start_over();
  drive("walk/gone", [](ImGuiTestContext* c) {
    IM_CHECK(session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    IM_CHECK(reach(c, "bar", "##param_PAD"));
    session().edit()->set_mode(document::SourceMode::Expression);
    IM_CHECK(settle(c));
    IM_CHECK(!c->ItemExists("//bar/##param_PAD"));
    IM_CHECK(reach(c, "bar", "##lab"));
  });
  test::start_over();
}

TEST(WalkUi, TheKernelsTextIsLeft) {
  test::start_over();
  drive("walk/text", [](ImGuiTestContext* c) {
    IM_CHECK(session().edit()->set_lab("transpose_tile"));
    IM_CHECK(settle(c));
    session().play(false);
    c->Yield(4);
    const ImGuiWindow* text = c->WindowInfo("//kernel/##text").Window;
    IM_CHECK(text != nullptr);
    const auto focus = [] { return ImGui::GetCurrentContext()->NavWindow; };
    const auto place = [] { return ImGui::GetCurrentContext()->NavId; };
    IM_CHECK(go_to(c, "kernel"));
    if (focus() == text) c->KeyPress(ImGuiKey_Escape); // a walk before this one ended there
    for (int tabs = 0; tabs < 60 && place() != text->ChildId; ++tabs) press(c, ImGuiKey_Tab);
    IM_CHECK_EQ(place(), text->ChildId);
    press(c, ImGuiKey_Enter);
    IM_CHECK(focus() == text);
    const auto before = session().document().kernel_text;
    press(c, ImGuiKey_Tab);
    IM_CHECK_EQ(session().document().kernel_text->size(), before->size() + 4);
    press(c, ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(settle(c));
    IM_CHECK(*session().document().kernel_text == *before);

    IM_CHECK(focus() == text);
    c->KeyPress(ImGuiKey_Escape);
    IM_CHECK(focus() != text);
    IM_CHECK(!ImGui::GetIO().WantTextInput);
    IM_CHECK_EQ(place(), text->ChildId);
    c->KeyPress(ImGuiKey_Tab); // pressed for one frame: no repeat counts
    IM_CHECK(focus() != text);
    IM_CHECK_NE(place(), text->ChildId);
    IM_CHECK_NE(place(), 0u);
    for (int i = 0; i < 14; ++i) // there and back
      c->KeyPress(i < 7 ? ImGuiKey_Tab : ImGuiMod_Shift | ImGuiKey_Tab);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_Tab);
    IM_CHECK(focus() != text);
    IM_CHECK_EQ(place(), text->ChildId);
    c->KeyPress(ImGuiMod_Shift | ImGuiKey_Tab);
    IM_CHECK(focus() != text);
    IM_CHECK_NE(place(), text->ChildId);
    // All the way round: nothing holds the walk.
    std::set<ImGuiID> met;
    for (int tabs = 0; tabs < 60; ++tabs) {
      c->KeyPress(ImGuiKey_Tab);
      IM_CHECK(focus() != text);
      met.insert(place());
    }
    IM_CHECK(met.contains(text->ChildId));
    IM_CHECK_GT(met.size(), 4u);
    // From within the text ctrl+Tab goes to a panel.
    IM_CHECK(met.contains(c->ItemInfo("//kernel/##tab_expression").ID));
    for (int tabs = 0; tabs < 60 && place() != text->ChildId; ++tabs) c->KeyPress(ImGuiKey_Tab);
    c->KeyPress(ImGuiKey_Enter);
    IM_CHECK(focus() == text);
    IM_CHECK(go_to(c, "timeline"));
    IM_CHECK(focus() != text);
    // After Esc the keys play.
    IM_CHECK(go_to(c, "kernel"));
    c->KeyPress(ImGuiKey_Escape); // the text, where the walk had left it
    IM_CHECK(focus() != text);
    const std::uint64_t step = session().time().step();
    press(c, ImGuiKey_RightArrow);
    IM_CHECK_EQ(static_cast<int>(session().time().step()), static_cast<int>(step) + 1);
    IM_CHECK(*session().document().kernel_text == *before);
  });
  test::start_over();
}

} // namespace
} // namespace warpscope
