// The widgets that the panels are made of, in TOKENS' look. Each is a real Dear ImGui item, which keys and
// tests can reach.
#pragma once

#include "app/panels/window/paint.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

/// An invisible button at the cursor that Tab reaches and Enter presses, too. True when pressed. Its caller
/// draws it, with focus_ring().
bool pressable(const char* id, ImVec2 size);
/// Around the last item while it has the keyboard's focus.
void focus_ring(const Paint& paint, view::Box box, float radius);

struct Tab {
  const char* id;
  std::string_view number; ///< small, before the label; may be empty
  std::string_view label;
};

/// The width of a row of these tabs with all their labels, in its smallest type.
[[nodiscard]] float least_tabs(const Paint& paint, const std::vector<Tab>& tabs);
/// The same in its full type, close together.
[[nodiscard]] float full_tabs(const Paint& paint, const std::vector<Tab>& tabs);

/// A row of tabs in `strip` from `x` on; the active one is underlined. Returns the clicked index, -1 if none;
/// `end`: where the row ends.
int tab_row(const Paint& paint, view::Box strip, float x, const std::vector<Tab>& tabs, int active, float gap,
            float& end);

/// Returns an item's text in the chosen language, with an id that no language changes.
[[nodiscard]] std::string item_text(std::string_view key, std::string_view id);

/// True when clicked.
bool icon_button(const Paint& paint, const char* id, float cx, float cy, float hit_size, Glyph glyph,
                 float glyph_size, view::Color color, std::string_view tooltip);
/// "Pad  [32][33] → 1": a label and a muted tail. Advances `x` to the right end.
bool text_button(const Paint& paint, const char* id, float& x, float y, float height, std::string_view label,
                 std::string_view tail, float em, bool primary = false);
float text_button_width(const Paint& paint, std::string_view label, std::string_view tail, float em);

/// A combo box at a fixed position. Returns the chosen index, -1 if none was chosen in this frame.
struct ComboItem {
  std::string label;
  std::string detail;  ///< muted, after the label
  std::string heading; ///< printed before this item when not empty
};
int combo(const Paint& paint, const Fonts& fonts, const char* id, view::Box box, std::string_view shown,
          const std::vector<ComboItem>& items, int current, float em, bool mono = false);

/// A one-line code field with coloured text. True when the text was edited in this frame. `reload`: `text`
/// was changed elsewhere. `error`: outlined as wrong.
bool code_field(const Paint& paint, const Fonts& fonts, const char* id, view::Box box, std::string& text,
                float em, bool reload, bool error, std::string_view hint, bool take_focus = false);

/// How far the text of a code_field() that is edited is scrolled; 0 for one at rest.
[[nodiscard]] float field_scroll(const char* id);

/// `text` in lines no wider than `width` pixels in letters of `em` pixels; views into `text`.
std::vector<std::string_view> lines_of_text(ImFont* font, float em, std::string_view text, float width);

/// Wraps the text to lines of `width`, 1.35 em apart, from `y` on. Returns its height; only that when `list`
/// in `paint` is null.
float wrapped_text(const Paint& paint, float x, float y, float width, std::string_view text, float em,
                   view::Color color);

/// For the last item, after a short rest of the pointer. Lines may be separated by \n.
void tooltip(const Paint& paint, const Fonts& fonts, std::string_view text);
/// The same for a box that is not an item. True while the pointer is there.
bool tooltip_at(const Paint& paint, const Fonts& fonts, view::Box box, std::string_view text);

} // namespace warpscope::panels
