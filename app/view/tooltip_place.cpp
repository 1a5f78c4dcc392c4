// Looks for a tooltip's place: of all places near what it explains, the one that covers least.
#include "app/view/tooltip_place.h"

#include "app/view/definition.h"
#include "app/view/text_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace warpscope::view {
namespace {

constexpr float gap = 8;          ///< between what is explained and the tooltip
constexpr float end_of_line = 10; ///< how far from its cell a strand may end
constexpr int samples = 16;       ///< of a strand
constexpr float own = 400, text = .5F, strand = 1, outside = 60, far = .02F; ///< the price of covering each

bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
Box grown(const Box& box, float by) { return {box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by}; }

Point along(const CurveShape& c, float t) {
  const float u = 1 - t, a = u * u * u, b = 3 * u * u * t, d = 3 * u * t * t, e = t * t * t;
  return {a * c.p0.x + b * c.p1.x + d * c.p2.x + e * c.p3.x,
          a * c.p0.y + b * c.p1.y + d * c.p2.y + e * c.p3.y};
}

struct Priced {
  Point at;
  float price;
};
struct PricedBox {
  Box box;
  float price;
};

} // namespace

std::optional<Point> tooltip_place(const Picture& picture, const Hit& hit, float w, float h, Box area) {
  std::vector<Priced> points;
  std::vector<PricedBox> boxes;
  const Box near = grown(hit.box, end_of_line);
  for (const Shape& shape : picture.shapes) {
    if (const auto* curve = std::get_if<CurveShape>(&shape)) {
      const bool explained = near.contains(curve->p0) || near.contains(curve->p3);
      for (int i = 0; i <= samples; ++i)
        points.push_back({along(*curve, static_cast<float>(i) / samples), explained ? own : strand});
    } else if (const auto* words = std::get_if<TextShape>(&shape)) {
      const float wide = text_width(words->text, words->font, words->size);
      const float x = words->anchor == Anchor::Start ? words->at.x
                      : words->anchor == Anchor::End ? words->at.x - wide
                                                     : words->at.x - wide / 2;
      // The lane's own words beside its word are what one wants to read with the tooltip.
      const bool its_own = hit.lanes != 0 && (words->definition == definition::served_now ||
                                              words->definition == definition::bank_address);
      boxes.push_back(
          {{x, words->at.y - words->size, wide, 1.2F * words->size}, its_own ? own : text * words->size});
    }
  }
  // The same lanes elsewhere in the picture: a lane's word, a cell's lane.
  if (hit.lanes != 0)
    for (const Hit& other : picture.hits)
      if (other.lanes == hit.lanes) boxes.push_back({other.box, own});
  std::optional<Point> best;
  float least = std::numeric_limits<float>::max();
  const Box whole{0, 0, picture.width, picture.height};
  const std::array columns{hit.box.x,
                           hit.box.x + hit.box.w - w,
                           hit.box.x + hit.box.w / 2 - w / 2,
                           hit.box.x + hit.box.w + gap,
                           hit.box.x - gap - w,
                           hit.box.x + 3 * gap + hit.box.w,
                           whole.x + gap,
                           whole.w - w - gap};
  std::vector<float> rows{hit.box.y + hit.box.h + gap, hit.box.y - gap - h};
  for (float y = std::max(area.y, -h); y + h <= std::min(area.y + area.h, picture.height + 2 * h); y += 6)
    rows.push_back(y);
  for (const float column : columns)
    for (const float y : rows) {
      const float x = std::clamp(column, area.x, std::max(area.x, area.x + area.w - w));
      const Box at{x, y, w, h};
      if (y < area.y || y + h > area.y + area.h || overlap(at, grown(hit.box, 2))) continue;
      const float dx = x + w / 2 - (hit.box.x + hit.box.w / 2), dy = y + h / 2 - (hit.box.y + hit.box.h / 2);
      float price = far * (std::abs(dx) + 2 * std::abs(dy));
      if (x < 0 || y < 0 || x + w > whole.w || y + h > whole.h) price += outside;
      for (const PricedBox& box : boxes)
        if (overlap(at, box.box)) price += box.price;
      const Box seen = grown(at, 2);
      for (const Priced& point : points)
        if (seen.contains(point.at)) price += point.price;
      if (price < least) least = price, best = Point{x, y};
    }
  return best;
}

} // namespace warpscope::view
