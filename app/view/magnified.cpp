// Scales the shapes of a Picture.
#include "app/view/magnified.h"

#include "app/view/text_metrics.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

namespace warpscope::view {

namespace {

/// The smallest box around points, widened on each side.
Box around(std::span<const Point> points, float margin) {
  Box box{points.front().x, points.front().y, 0, 0};
  float right = box.x, bottom = box.y;
  for (const Point& point : points) {
    box.x = std::min(box.x, point.x), right = std::max(right, point.x);
    box.y = std::min(box.y, point.y), bottom = std::max(bottom, point.y);
  }
  return {box.x - margin, box.y - margin, right - box.x + 2 * margin, bottom - box.y + 2 * margin};
}

Box extent(const RectShape& shape) {
  const float m = shape.stroke_width;
  return {shape.box.x - m, shape.box.y - m, shape.box.w + 2 * m, shape.box.h + 2 * m};
}
Box extent(const CurveShape& shape) {
  const Point points[] = {shape.p0, shape.p1, shape.p2, shape.p3};
  return around(points, shape.width);
}
Box extent(const RibbonShape& shape) {
  Point points[8];
  std::copy(std::begin(shape.right), std::end(shape.right),
            std::copy(std::begin(shape.left), std::end(shape.left), std::begin(points)));
  return around(points, shape.stroke_width);
}
Box extent(const PolygonShape& shape) {
  return shape.points.empty() ? Box{} : around(shape.points, shape.stroke_width);
}
Box extent(const TextShape& shape) {
  const float w = text_width(shape.text, shape.font, shape.size);
  const float left = shape.anchor == Anchor::Start ? 0 : shape.anchor == Anchor::Middle ? w / 2 : w;
  return {shape.at.x - left, shape.at.y - 1.2F * shape.size, w, 1.7F * shape.size};
}

struct Scaled {
  Box part;
  float factor;

  [[nodiscard]] Point at(Point p) const { return {(p.x - part.x) * factor, (p.y - part.y) * factor}; }
  [[nodiscard]] Dash dash(Dash d) const { return {d.on * factor, d.off * factor}; }
  [[nodiscard]] Hatch hatch(Hatch h) const { return {h.period * factor, h.width * factor, h.color}; }

  void operator()(RectShape& shape) const {
    const Point corner = at({shape.box.x, shape.box.y});
    shape.box = {corner.x, corner.y, shape.box.w * factor, shape.box.h * factor};
    shape.radius *= factor;
    shape.stroke_width *= factor;
    shape.dash = dash(shape.dash);
    shape.hatch = hatch(shape.hatch);
  }
  void operator()(CurveShape& shape) const {
    for (Point* point : {&shape.p0, &shape.p1, &shape.p2, &shape.p3}) *point = at(*point);
    shape.width *= factor;
    shape.dash = dash(shape.dash);
  }
  void operator()(RibbonShape& shape) const {
    for (Point& point : shape.left) point = at(point);
    for (Point& point : shape.right) point = at(point);
    shape.stroke_width *= factor;
  }
  void operator()(PolygonShape& shape) const {
    for (Point& point : shape.points) point = at(point);
    shape.stroke_width *= factor;
    shape.hatch = hatch(shape.hatch);
  }
  void operator()(TextShape& shape) const {
    shape.at = at(shape.at);
    shape.size *= factor;
  }
};

bool meet(const Box& a, const Box& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

} // namespace

Picture magnified(const Picture& picture, Box part, float factor) {
  Picture made;
  made.width = part.w * factor;
  made.height = part.h * factor;
  made.background = picture.background;
  const Scaled scaled{part, factor};
  for (const Shape& shape : picture.shapes) {
    if (!std::visit([&](const auto& one) { return meet(extent(one), part); }, shape)) continue;
    made.shapes.push_back(shape);
    std::visit(scaled, made.shapes.back());
  }
  return made;
}

} // namespace warpscope::view
