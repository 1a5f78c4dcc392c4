// Every key of the window, in one table: what ? shows, what handle_keys() runs, what the tests press one by
// one. A new key is one row here (and one check in tests/ui/keys_ui_test.cpp, which fails on an unknown row).
#pragma once

#include "app/panels/window/panel.h"
#include "imgui.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::panels {

enum class KeyScope : std::uint8_t {
  Always, ///< also while a text is edited: chords and function keys
  Plain,  ///< letters, arrows, signs: a focused text field or an open dialog takes precedence
};

/// The headings under which ? shows them.
enum class KeyGroup : std::uint8_t { Time, Marks, Stage, Window, Count };
[[nodiscard]] const char* title_of(KeyGroup group); ///< a key of the language table

/// A command by its name, or a function of the context.
struct KeyAction {
  std::optional<Ask> ask;
  void (*function)(PanelContext&) = nullptr;

  constexpr KeyAction(Ask what) : ask(what) {}
  constexpr KeyAction(std::nullptr_t) {}
  template <std::convertible_to<void (*)(PanelContext&)> F> constexpr KeyAction(F f) : function(f) {}

  [[nodiscard]] explicit operator bool() const { return ask || function != nullptr; }
  void operator()(PanelContext& context) const {
    if (ask) context.ui.commands.add(*ask);
    else function(context);
  }
};

struct KeyRow {
  const char* id; ///< of the action, for tests: "step_forward"
  /// "ctrl+→"; rows with an empty one belong to the row before (another key for the same action).
  const char* shown;
  const char* text; ///< key of the language table: what it does; empty: the text of the row before covers it
  KeyGroup group;
  KeyScope scope;
  std::array<ImGuiKeyChord, 3> chords; ///< any of them; 0: none
  char character;                      ///< or this character is typed, wherever the keyboard has it; 0: none
  bool repeat;                         ///< repeats while the key is held
  KeyAction run; ///< nullptr: Dear ImGui or the panels handle it, and the row only documents it
  bool (*enabled)(const PanelContext&) = nullptr; ///< nullptr: always
};
[[nodiscard]] std::span<const KeyRow> key_table();

} // namespace warpscope::panels
