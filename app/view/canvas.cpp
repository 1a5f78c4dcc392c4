// Draws shapes and texts, and remembers the boxes of texts.
#include "app/view/canvas.h"

#include <algorithm>
#include <cmath>

namespace warpscope::view {

Canvas::Canvas(float width, float height, const Theme& theme) : theme_(theme) {
  picture_.width = width;
  picture_.height = height;
  picture_.background = theme.bg1;
  picture_.shapes.reserve(512);
  picture_.hits.reserve(128);
}

void Canvas::fill(Box box, float radius, Color color) {
  if (box.w <= 0 || box.h <= 0) return;
  RectShape s;
  s.box = box;
  s.radius = std::min(radius, std::min(box.w, box.h) / 2);
  s.fill = color;
  add(s);
}

void Canvas::outline(Box box, float radius, Color color, float width, Dash dash) {
  if (box.w <= 0 || box.h <= 0) return;
  RectShape s;
  s.box = box;
  s.radius = std::min(radius, std::min(box.w, box.h) / 2);
  s.stroke = color;
  s.stroke_width = width;
  s.dash = dash;
  add(s);
}

void Canvas::hatch(Box box, float radius, Hatch hatch) {
  if (box.w <= 0 || box.h <= 0) return;
  RectShape s;
  s.box = box;
  s.radius = std::min(radius, std::min(box.w, box.h) / 2);
  s.hatch = hatch;
  add(s);
}

void Canvas::line(Point a, Point b, Color color, float width, Dash dash, bool round_caps) {
  CurveShape s;
  s.p0 = a;
  s.p1 = {a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3};
  s.p2 = {a.x + (b.x - a.x) * 2 / 3, a.y + (b.y - a.y) * 2 / 3};
  s.p3 = b;
  s.width = width;
  s.from = s.to = color;
  s.dash = dash;
  s.round_caps = round_caps;
  add(s);
}

void Canvas::path(std::vector<Point> points, Color stroke, float width, bool closed) {
  PolygonShape s;
  s.points = std::move(points);
  s.stroke = stroke;
  s.stroke_width = width;
  s.closed = closed;
  add(std::move(s));
}

void Canvas::polygon(std::vector<Point> points, Color fill) {
  PolygonShape s;
  s.points = std::move(points);
  s.fill = fill;
  add(std::move(s));
}

void Canvas::disc(Point centre, float radius, Color color) {
  fill({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, radius, color);
}

void Canvas::icon(Icon icon, Point at, float size, Color color) {
  const float h = size / 2;
  const float stroke = std::max(1.75F, size * .11F);
  switch (icon) {
  case Icon::Stack:
    for (int k = -1; k <= 1; ++k) {
      fill({at.x - h, at.y + static_cast<float>(k) * h * .72F - h * .22F, size, h * .44F}, 1, color);
    }
    break;
  case Icon::Fan:
    for (int k = -1; k <= 1; ++k) {
      line({at.x + static_cast<float>(k) * h * .9F, at.y - h * .85F}, {at.x, at.y + h * .75F}, color, stroke,
           {}, true);
    }
    disc({at.x, at.y + h * .75F}, h * .28F, color);
    break;
  case Icon::Check:
    path({{at.x - h * .7F, at.y}, {at.x - h * .15F, at.y + h * .55F}, {at.x + h * .8F, at.y - h * .6F}},
         color, std::max(2.F, stroke));
    break;
  case Icon::Dash: fill({at.x - h * .8F, at.y - h * .16F, size * .8F, h * .32F}, 1, color); break;
  case Icon::Warning:
    path({{at.x, at.y - h * .9F}, {at.x + h, at.y + h * .8F}, {at.x - h, at.y + h * .8F}}, color, stroke,
         true);
    line({at.x, at.y - h * .25F}, {at.x, at.y + h * .2F}, color, stroke, {}, true);
    disc({at.x, at.y + h * .52F}, std::max(1.2F, size * .075F), color);
    break;
  }
}

float Canvas::text(Point at, std::string_view text, float size, Color color, Font font, Anchor anchor) {
  const Definition definition = std::exchange(next_definition_, {});
  if (text.empty()) return at.x;
  TextShape s;
  s.at = at;
  s.size = size;
  s.font = font;
  s.anchor = anchor;
  s.color = color;
  s.text = std::string(text);
  s.definition = definition;
  const Box box = text_box(s);
  taken_.push_back(box);
  add(std::move(s));
  return box.x + box.w;
}

float Canvas::mid(Point at, std::string_view string, float size, Color color, Font font, Anchor anchor) {
  return text({at.x, at.y + cap_centre * size}, string, size, color, font, anchor);
}

float Canvas::runs(Point at, std::initializer_list<TextRun> parts, float size) {
  for (const TextRun& run : parts)
    at.x = defined(run.definition).text(at, run.text, size, run.color, run.font);
  return at.x;
}

bool Canvas::is_free(Box box, float gap) const {
  if (box.x < 0 || box.y < 0 || box.x + box.w > picture_.width || box.y + box.h > picture_.height)
    return false;
  return std::none_of(taken_.begin(), taken_.end(), [&](const Box& t) {
    return box.x - gap < t.x + t.w && t.x < box.x + box.w + gap && box.y < t.y + t.h && t.y < box.y + box.h;
  });
}

bool Canvas::fits(Point at, std::string_view string, float size, Font font, Anchor anchor, float gap) const {
  TextShape s;
  s.at = {at.x, at.y + cap_centre * size};
  s.size = size;
  s.font = font;
  s.anchor = anchor;
  s.text = std::string(string);
  return is_free(text_box(s), gap);
}

bool Canvas::mid_if_free(Point at, std::string_view string, float size, Color color, Font font, Anchor anchor,
                         float gap) {
  if (string.empty() || !fits(at, string, size, font, anchor, gap)) {
    next_definition_ = {};
    return false;
  }
  mid(at, string, size, color, font, anchor);
  return true;
}

void Canvas::hit(Box box, HitKind kind, std::uint32_t index, std::string tooltip, std::uint32_t lanes) {
  if (box.w <= 0 || box.h <= 0) return;
  picture_.hits.push_back({box, kind, index, std::move(tooltip), lanes});
}

} // namespace warpscope::view
