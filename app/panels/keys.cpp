// The keys that work everywhere (UI.md). While a text field is edited, letters and arrows belong to it.
#include <algorithm>

#include "app/panels/panel.h"
#include "app/settings/preferences.h"

namespace warpscope {

namespace {

/// Text editing wants the undo, open and save chords too; here they mean the whole window.
bool chord(ImGuiKeyChord keys, bool repeat = false) {
  return ImGui::Shortcut(keys, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused | ImGuiInputFlags_RouteOverActive | (repeat ? ImGuiInputFlags_Repeat : 0));
}

void zoom(Session& session, float factor) { session.settings.zoom = std::clamp(session.settings.zoom * factor, smallest_zoom, largest_zoom); }

} // namespace

void handle_keys(PanelContext& c) {
  Session& s = c.session;
  if (chord(ImGuiMod_Ctrl | ImGuiKey_Z, true)) {
    s.undo();
    c.ui.reload_fields = true;
  }
  if (chord(ImGuiMod_Ctrl | ImGuiKey_Y, true) || chord(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, true)) {
    s.redo();
    c.ui.reload_fields = true;
  }
  if (chord(ImGuiMod_Ctrl | ImGuiKey_O)) c.ui.ask_open = true;
  if (chord(ImGuiMod_Ctrl | ImGuiKey_S)) c.ui.ask_save = true;
  if (chord(ImGuiMod_Ctrl | ImGuiKey_Equal, true) || chord(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal, true) ||
      chord(ImGuiMod_Ctrl | ImGuiKey_KeypadAdd, true))
    zoom(s, 1.1f);
  if (chord(ImGuiMod_Ctrl | ImGuiKey_Minus, true) || chord(ImGuiMod_Ctrl | ImGuiKey_KeypadSubtract, true)) zoom(s, 1 / 1.1f);
  if (chord(ImGuiMod_Ctrl | ImGuiKey_0)) s.settings.zoom = 1;
  if (chord(ImGuiKey_F11)) c.ui.toggle_full_screen = true;
  if (chord(ImGuiKey_F10) && !c.ui.presenter) {
    c.ui.ask_menu = true;
    ImGui::SetNavCursorVisible(true); // the arrows go on from its first row
  }

  if (chord(ImGuiKey_F5)) c.ui.presenter = !c.ui.presenter;

  // Plain keys: not while somebody types, and not under a dialog.
  if (ImGui::GetIO().WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) return;
  const bool shift = ImGui::GetIO().KeyShift, ctrl = ImGui::GetIO().KeyCtrl, alt = ImGui::GetIO().KeyAlt;
  if (ctrl || alt) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Space, false)) s.play(!s.playing());
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) shift ? s.next_barrier() : s.step_forward();
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) shift ? s.previous_barrier() : s.step_back();
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) s.go_home();
  if (ImGui::IsKeyPressed(ImGuiKey_End)) s.go_end();
  if (c.ui.presenter && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) c.ui.presenter = false;
  for (const SceneInfo& scene : scenes())
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_1 + static_cast<int>(scene.kind)), false)) show_scene(c, scene.kind);
  for (const ImWchar character : ImGui::GetIO().InputQueueCharacters)
    if (character == '?') c.ui.show_help = true;
}

} // namespace warpscope
