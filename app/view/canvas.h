// Draws shapes and texts into a Picture, and keeps track of where there is room for text.
#pragma once

#include "app/view/picture.h"
#include "app/view/text_metrics.h"
#include "app/view/theme.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::view {

enum class Icon : std::uint8_t { Stack, Fan, Check, Dash, Warning };

struct TextRun {
  std::string text;
  Color color;
  Font font = Font::Regular;
  Definition definition;
};

class Canvas {
 public:
  Canvas(float width, float height, const Theme& theme);

  [[nodiscard]] const Theme& theme() const { return theme_; }
  [[nodiscard]] Picture take() { return std::move(picture_); }

  void fill(Box box, float radius, Color color);
  void outline(Box box, float radius, Color color, float width, Dash dash = {});
  void shape(RectShape shape) { add(std::move(shape)); }
  /// Of another picture; later optional text does not avoid it.
  void add_shape(Shape shape) { picture_.shapes.push_back(std::move(shape)); }
  void hatch(Box box, float radius, Hatch hatch);
  void line(Point a, Point b, Color color, float width, Dash dash = {}, bool round_caps = false);
  void curve(CurveShape shape) { add(std::move(shape)); }
  void ribbon(RibbonShape shape) { add(std::move(shape)); }
  void path(std::vector<Point> points, Color stroke, float width, bool closed = false);
  void polygon(std::vector<Point> points, Color fill);
  void disc(Point centre, float radius, Color color);
  /// `at` is the centre of the icon.
  void icon(Icon icon, Point at, float size, Color color);

  /// Defines the numbers of the next text, for one of the calls below; later texts are not affected.
  Canvas& defined(Definition definition) {
    next_definition_ = definition;
    return *this;
  }
  /// Draws text on a baseline, over whatever is there; returns its right end.
  float text(Point at, std::string_view text, float size, Color color, Font font = Font::Regular,
             Anchor anchor = Anchor::Start);
  /// The same, vertically centred on at.y.
  float mid(Point at, std::string_view text, float size, Color color, Font font = Font::Regular,
            Anchor anchor = Anchor::Start);
  float runs(Point at, std::initializer_list<TextRun> parts, float size);

  /// True when the text (centred on at.y) would stay inside the picture and clear of all text so far, with
  /// `gap` around it.
  [[nodiscard]] bool fits(Point at, std::string_view text, float size, Font font, Anchor anchor,
                          float gap = 2) const;
  [[nodiscard]] bool is_free(Box box, float gap = 2) const;
  /// mid(), if the text fits.
  bool mid_if_free(Point at, std::string_view text, float size, Color color, Font font = Font::Regular,
                   Anchor anchor = Anchor::Start, float gap = 2);
  /// Keeps later optional text out of a box.
  void reserve(Box box) { taken_.push_back(box); }

  void hit(Box box, HitKind kind, std::uint32_t index, std::string tooltip = {}, std::uint32_t lanes = 0);

 private:
  template <typename Shape> void add(Shape shape) { picture_.shapes.emplace_back(std::move(shape)); }

  const Theme& theme_;
  Picture picture_;
  std::vector<Box> taken_;
  Definition next_definition_;
};

} // namespace warpscope::view
