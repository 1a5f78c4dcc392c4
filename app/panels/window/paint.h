// What the panels draw with: the elements of TOKENS on an ImDrawList, in pixels of the window.
#pragma once

#include "app/panels/window/style.h"
#include "imgui.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

enum class Glyph : std::uint8_t {
  Play,
  Pause,
  Next,
  Previous,
  Forward,
  Backward,
  Down,
  Stack,
  Fan,
  Reset,
  Theme,
  Full,
  Warning,
  Check,
  Open,
  Save,
  Loop,
  Pin,
  Ask,
  Presenter,
  Menu,
  Close,
  Up,
  Copy,
  Chart,
  Export,
  Scissors
};

struct Run {
  std::string_view text;
  view::Color color;
  view::Font font = view::Font::Regular;
};

/// What was drawn in a frame, in order, for tests that look for texts that touch, are cut off or are not
/// readable.
struct PaintLog {
  struct Item {
    view::Box box, clip;
    view::Color color;
    float size = 0;   ///< in pixels per em; 0 for fills
    std::string text; ///< empty for fills
    const ImDrawList* list = nullptr;
    bool scrolls = false; ///< a field's own text: the cursor reaches what does not fit
  };
  std::vector<Item> items;
};

class Paint {
 public:
  static inline PaintLog* log = nullptr;  ///< set by tests; null: nothing is recorded
  static inline bool log_scrolls = false; ///< what is being drawn is a field's own text

  Paint(ImDrawList* list, const Fonts& fonts, const view::Theme& theme, float scale)
      : list_(list), fonts_(fonts), theme_(theme), scale_(scale) {}

  [[nodiscard]] ImDrawList* list() const { return list_; }
  [[nodiscard]] const view::Theme& theme() const { return theme_; }
  [[nodiscard]] const Fonts& fonts() const { return fonts_; }
  /// Sizes of TOKENS at f = 1 as pixels: size() for text, px() for distances.
  [[nodiscard]] float size(float at_one) const { return view::text_size(at_one, scale_); }
  [[nodiscard]] float px(float at_one) const { return at_one * scale_; }

  void fill(view::Box box, view::Color color, float radius = 0) const;
  void outline(view::Box box, view::Color color, float radius, float width = 1) const;
  void dashed(view::Box box, view::Color color, float width = 1.25f, float dash = 5) const;
  void line(float x0, float y0, float x1, float y1, view::Color color, float width = 1) const;

  /// Vertically centred, as TOKENS draws all labels. Return the text's right end (its start for right-aligned
  /// text).
  float mid(float x, float cy, std::string_view text, float em, view::Color color,
            view::Font font = view::Font::Regular) const;
  float mid_right(float x, float cy, std::string_view text, float em, view::Color color,
                  view::Font font = view::Font::Regular) const;
  float mid_centre(float x, float cy, std::string_view text, float em, view::Color color,
                   view::Font font = view::Font::Regular) const;
  float runs(float x, float cy, std::initializer_list<Run> parts, float em) const;
  /// Shortened with "…" to fit `width`.
  float mid_fit(float x, float cy, std::string_view text, float width, float em, view::Color color,
                view::Font font = view::Font::Regular) const;
  [[nodiscard]] float width(std::string_view text, float em, view::Font font = view::Font::Regular) const;
  /// Code with the colours of keywords, numbers and operators.
  float code(float x, float cy, std::string_view text, float em, float width = 1e6f) const;

  void glyph(Glyph glyph, float cx, float cy, float size, view::Color color) const;
  void logo(float x, float cy, float size) const;

 private:
  ImDrawList* list_;
  const Fonts& fonts_;
  const view::Theme& theme_;
  float scale_;
  void keep(view::Box box, view::Color color, float em, std::string_view text) const;
};

} // namespace warpscope::panels
