// Properties that every Picture must have, whatever it shows.
#pragma once

#include "app/view/text_metrics.h"
#include "app/view/theme.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace warpscope::testing {

inline bool sound(view::Point p) { return std::isfinite(p.x) && std::isfinite(p.y); }

struct SoundVisitor {
  std::string why;
  void check(bool good, const char* what) {
    if (!good && why.empty()) why = what;
  }
  void operator()(const view::RectShape& s) {
    check(sound({s.box.x, s.box.y}) && sound({s.box.w, s.box.h}), "a rectangle is not finite");
    check(s.box.w > 0 && s.box.h > 0, "a rectangle has no size");
    check(s.radius >= 0 && s.radius <= std::min(s.box.w, s.box.h) / 2 + .01F, "a radius is too large");
    check(s.stroke_width >= 0 && s.dash.on >= 0 && s.dash.off >= 0, "a stroke is negative");
  }
  void operator()(const view::CurveShape& s) {
    check(sound(s.p0) && sound(s.p1) && sound(s.p2) && sound(s.p3), "a curve is not finite");
    check(s.width > 0 && std::isfinite(s.width), "a curve has no width");
    check(s.fade >= 0 && s.fade <= 1, "a fade is no share");
  }
  void operator()(const view::RibbonShape& s) {
    for (int i = 0; i < 4; ++i) {
      check(sound(s.left[i]) && sound(s.right[i]), "a ribbon is not finite");
      check(s.left[i].x <= s.right[i].x, "a ribbon is inside out");
    }
  }
  void operator()(const view::PolygonShape& s) {
    check(s.points.size() >= 2, "a polygon has no points");
    for (const view::Point p : s.points) check(sound(p), "a polygon is not finite");
  }
  void operator()(const view::TextShape& s) {
    check(sound(s.at) && !s.text.empty(), "a text is nowhere or empty");
    check(s.size >= 13, "a text is smaller than 13 px");
  }
};

/// Empty when all shapes are finite, none is degenerate, and no text is smaller than 13 px.
inline std::string unsound(const view::Picture& picture) {
  SoundVisitor visitor;
  for (const view::Shape& shape : picture.shapes) std::visit(visitor, shape);
  for (const view::Hit& hit : picture.hits)
    visitor.check(hit.box.w > 0 && hit.box.h > 0 && sound({hit.box.x, hit.box.y}), "a hit has no size");
  return visitor.why;
}

inline std::vector<const view::TextShape*> texts(const view::Picture& picture) {
  std::vector<const view::TextShape*> result;
  for (const view::Shape& shape : picture.shapes) {
    if (const auto* text = std::get_if<view::TextShape>(&shape)) result.push_back(text);
  }
  return result;
}

inline std::string all_text(const view::Picture& picture) {
  std::string s;
  for (const view::TextShape* t : texts(picture)) s += t->text + '|';
  return s;
}

/// Returns the first pair of texts whose letters touch, or a text that leaves the picture; empty when there
/// is none.
inline std::string overlapping(const view::Picture& picture) {
  const auto list = texts(picture);
  std::vector<view::Box> boxes;
  for (const view::TextShape* t : list) {
    // Capitals and digits: from the cap height to the baseline, and a quarter of an em as descender.
    const view::Box b = view::text_box(*t);
    boxes.push_back({b.x, t->at.y - .73F * t->size, b.w, .93F * t->size});
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const view::Box& a = boxes[i];
    if (a.x < -.5F || a.y < -.5F || a.x + a.w > picture.width + .5F || a.y + a.h > picture.height + .5F) {
      return '"' + list[i]->text + "\" leaves the picture";
    }
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      const view::Box& b = boxes[j];
      const float x = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x);
      const float y = std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y);
      if (x > .5F && y > .5F) return '"' + list[i]->text + "\" and \"" + list[j]->text + "\" overlap";
    }
  }
  return {};
}

/// Returns the first text whose contrast with what is painted below it is less than `least`; large text (28
/// px) needs 3.
inline std::string low_contrast(const view::Picture& picture, float least = 4.5F) {
  const auto opaque_over = [](view::Color top, view::Color below) {
    return view::mix({top.r, top.g, top.b, 255}, below, static_cast<float>(top.a) / 255);
  };
  for (std::size_t i = 0; i < picture.shapes.size(); ++i) {
    const auto* text = std::get_if<view::TextShape>(&picture.shapes[i]);
    if (text == nullptr) continue;
    const view::Box box = view::text_box(*text);
    const view::Point middle{box.x + box.w / 2, box.y + box.h / 2};
    view::Color below = picture.background;
    for (std::size_t k = 0; k < i; ++k) {
      const auto* rect = std::get_if<view::RectShape>(&picture.shapes[k]);
      if (rect != nullptr && rect->fill.a != 0 && rect->box.contains(middle))
        below = opaque_over(rect->fill, below);
    }
    const float needed = text->size >= 28 ? 3.F : least;
    const float have = view::contrast(text->color, below);
    if (have < needed - .005F) return '"' + text->text + "\" has a contrast of " + std::to_string(have);
  }
  return {};
}

} // namespace warpscope::testing
