// Runs the table of key_table.h (UI.md, "Keys"). While a text field is edited, it takes letters and arrows;
// while a question is asked, digits are its answer.
#include "app/panels/window/key_table.h"
#include "imgui_internal.h"

namespace warpscope::panels {

namespace {

/// Text fields have undo, open and save chords of their own; here they apply to the whole window.
bool chord(ImGuiKeyChord keys, bool repeat) {
  return ImGui::Shortcut(keys, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused |
                                   ImGuiInputFlags_RouteOverActive | (repeat ? ImGuiInputFlags_Repeat : 0));
}

/// A plain key counts only with exactly its modifiers, whatever has the focus.
bool plain(ImGuiKeyChord keys, bool repeat) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool ctrl = (keys & ImGuiMod_Ctrl) != 0, shift = (keys & ImGuiMod_Shift) != 0;
  if (io.KeyCtrl != ctrl || io.KeyShift != shift || io.KeyAlt || io.KeySuper) return false;
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(keys & ~ImGuiMod_Mask_), repeat);
}

bool typed(char character) {
  if (character == 0) return false;
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters)
    if (c == static_cast<ImWchar>(character)) return true;
  return false;
}

bool pressed(const KeyRow& row) {
  for (const ImGuiKeyChord keys : row.chords)
    if (keys != 0 && (row.scope == KeyScope::Always ? chord(keys, row.repeat) : plain(keys, row.repeat)))
      return true;
  return row.scope == KeyScope::Plain && typed(row.character);
}

/// Answers to "How many wavefronts?". True: the key was one, so it has no other effect.
bool guess_keys(session::Session& s) {
  if (!s.lesson().counts_hidden()) return false;
  for (const ImWchar c : ImGui::GetIO().InputQueueCharacters)
    if (c >= '0' && c <= '9') s.type_guess(static_cast<char>(c));
  if (ImGui::IsKeyPressed(ImGuiKey_Backspace)) s.erase_guess();
  if (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false)) {
    s.answer();
    return true;
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    s.reveal();
    return true;
  }
  for (int n = 0; n <= 9; ++n)
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_0 + n)) ||
        ImGui::IsKeyPressed(static_cast<ImGuiKey>(ImGuiKey_Keypad0 + n)))
      return true;
  return false;
}

/// The key had its effect: it neither presses the button that has the focus, nor moves the focus, too.
void keep_from_focus() {
  ImGui::NavMoveRequestCancel();
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavActivateId = context.NavActivateDownId = context.NavActivatePressedId = 0;
}

} // namespace

void handle_keys(PanelContext& c) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool plain_keys = !io.WantTextInput &&
                          !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const bool guessed = plain_keys && ((!io.KeyCtrl && !io.KeyAlt && guess_keys(c.session)) || course_keys(c));
  for (const KeyRow& row : key_table()) {
    if (!row.run || (row.scope == KeyScope::Plain && (!plain_keys || guessed))) continue;
    if ((row.enabled != nullptr && !row.enabled(c)) || !pressed(row)) continue;
    row.run(c);
    if (row.scope == KeyScope::Plain) keep_from_focus();
  }
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                     ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (guessed || (plain_keys && c.ui.first_steps && enter)) keep_from_focus();
}

} // namespace warpscope::panels
