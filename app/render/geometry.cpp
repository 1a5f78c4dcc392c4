// Turns the shapes of a Picture into triangles.
#include "app/render/geometry.h"

#include "app/view/fonts/fonts.h"
#include "app/view/text_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace warpscope::render {
namespace {

constexpr float area = 0;
constexpr float rect = 1;
constexpr float stroke = 2;
constexpr float glyph = 3;

constexpr float worth_splitting = 16; ///< minimum pixels from the centre of a rectangle

view::Point operator+(view::Point a, view::Point b) { return {a.x + b.x, a.y + b.y}; }
view::Point operator-(view::Point a, view::Point b) { return {a.x - b.x, a.y - b.y}; }
view::Point operator*(view::Point a, float s) { return {a.x * s, a.y * s}; }
float length(view::Point p) { return std::hypot(p.x, p.y); }
view::Point direction(view::Point p) {
  const float l = length(p);
  return l > 1e-6F ? p * (1 / l) : view::Point{1, 0};
}
view::Point left_of(view::Point d) { return {d.y, -d.x}; }

view::Point bezier(const view::Point* p, float t) {
  const float s = 1 - t;
  return p[0] * (s * s * s) + p[1] * (3 * s * s * t) + p[2] * (3 * s * t * t) + p[3] * (t * t * t);
}

bool is_straight(const view::Point* p) {
  const view::Point d = direction(p[3] - p[0]);
  const auto off = [&](view::Point q) { return std::abs((q.x - p[0].x) * d.y - (q.y - p[0].y) * d.x); };
  return off(p[1]) < .02F && off(p[2]) < .02F;
}

int segments_for(const view::Point* p) {
  const float around = length(p[1] - p[0]) + length(p[2] - p[1]) + length(p[3] - p[2]);
  return static_cast<int>(std::clamp(around / 10, 8.F, 48.F));
}

view::Color blend(view::Color a, view::Color b, float t) {
  const auto channel = [t](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(x) + (static_cast<float>(y) - static_cast<float>(x)) * t));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

class Builder {
 public:
  Builder(PictureGeometry& out, float scale, GlyphAtlas& atlas) : out_(out), scale_(scale), atlas_(atlas) {}

  bool atlas_full = false;

  void add(const view::RectShape& s) {
    const float w = s.box.w * scale_;
    const float h = s.box.h * scale_;
    if (!(w > 0) || !(h > 0)) return;
    PictureVertex v;
    v.kind = rect;
    v.fill = s.fill;
    v.stroke = s.stroke;
    v.hatch = s.hatch.color;
    const float width = s.stroke.a == 0 ? 0 : s.stroke_width * scale_;
    v.a = {w / 2, h / 2, std::min(s.radius * scale_, std::min(w, h) / 2), width};
    v.b = {s.dash.on * scale_, s.dash.on > 0 ? s.dash.off * scale_ : 0, s.hatch.period * scale_,
           s.hatch.width * scale_};
    const view::Point c{(s.box.x + s.box.w / 2) * scale_, (s.box.y + s.box.h / 2) * scale_};
    const float grow = width / 2 + 1;
    const float right = w / 2 + grow, low = h / 2 + grow;
    // Fragments of an edge cost many times those of a plain area, so a large rectangle becomes a frame and
    // its interior.
    const float inset = std::max(v.a[2], width / 2) + 1;
    const float in_x = w / 2 - inset, in_y = h / 2 - inset;
    if (s.hatch.period > 0 || in_x < worth_splitting || in_y < worth_splitting) {
      part(v, c, -right, -low, right, low);
      return;
    }
    part(v, c, -right, -low, right, -in_y);
    part(v, c, -right, in_y, right, low);
    part(v, c, -right, -in_y, -in_x, in_y);
    part(v, c, in_x, -in_y, right, in_y);
    if (s.fill.a == 0) return;
    PictureVertex inside;
    inside.kind = area;
    inside.fill = s.fill;
    part(inside, c, -in_x, -in_y, in_x, in_y, 1);
  }

  void add(const view::CurveShape& s) {
    const view::Point p[4] = {s.p0 * scale_, s.p1 * scale_, s.p2 * scale_, s.p3 * scale_};
    const bool straight = is_straight(p);
    const bool flat = s.from == s.to;
    const int n = straight ? (flat ? 1 : 12) : segments_for(p);
    line_.clear();
    for (int i = 0; i <= n; ++i) line_.push_back(bezier(p, static_cast<float>(i) / static_cast<float>(n)));
    // The fade follows the longer dimension of the curve, as the SVG's gradient does.
    const view::Point way = p[3] - p[0];
    const bool down = std::abs(way.y) >= scale_;
    const auto color_at = [&](view::Point q) {
      if (flat) return s.from;
      const float share = down                      ? (q.y - p[0].y) / way.y
                          : std::abs(way.x) > 1e-3F ? (q.x - p[0].x) / way.x
                                                    : 0;
      const float begin = s.fade < 1 ? s.fade : 0;
      return blend(s.from, s.to, std::clamp((share - begin) / (1 - begin), 0.F, 1.F));
    };
    strip(s.width * scale_, s.dash, s.round_caps, color_at);
  }

  void add(const view::RibbonShape& s) {
    view::Point left[4];
    view::Point right[4];
    for (int i = 0; i < 4; ++i) {
      left[i] = s.left[i] * scale_;
      right[i] = s.right[i] * scale_;
    }
    const int n = std::max(segments_for(left), segments_for(right));
    if (s.fill.a != 0) {
      PictureVertex v;
      v.kind = area;
      v.fill = s.fill;
      const auto base = static_cast<std::uint32_t>(out_.vertices.size());
      for (int i = 0; i <= n; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(n);
        const view::Point l = bezier(left, t);
        const view::Point r = bezier(right, t);
        const view::Point ln = edge_normal(left, t, n);
        const view::Point rn = edge_normal(right, t, n);
        // Half a pixel inside, half a pixel outside; where the ribbon is thinner than that, the middle serves
        // for both.
        const float half = std::min(.5F, std::abs(r.x - l.x) / 2);
        put(v, l + ln * .5F, 0);
        put(v, l - ln * half, 1);
        put(v, r + rn * half, 1);
        put(v, r - rn * .5F, 0);
      }
      for (int i = 0; i < n; ++i) {
        const std::uint32_t a = base + static_cast<std::uint32_t>(i) * 4;
        for (std::uint32_t k = 0; k < 3; ++k) square(a + k, a + k + 1, a + k + 4, a + k + 5);
      }
    }
    if (s.stroke_width > 0 && s.stroke.a != 0) {
      const auto flat = [&](view::Point) { return s.stroke; };
      for (const view::Point* edge : {left, right}) {
        line_.clear();
        for (int i = 0; i <= n; ++i)
          line_.push_back(bezier(edge, static_cast<float>(i) / static_cast<float>(n)));
        strip(s.stroke_width * scale_, {}, false, flat);
      }
      for (const int end : {0, 3}) {
        line_.assign({left[end], right[end]});
        strip(s.stroke_width * scale_, {}, false, flat);
      }
    }
  }

  void add(const view::PolygonShape& s) {
    if (s.points.size() < 2) return;
    if ((s.fill.a != 0 || s.hatch.period > 0) && s.points.size() >= 3) fill_polygon(s);
    if (s.stroke_width <= 0 || s.stroke.a == 0) return;
    const std::size_t n = s.points.size();
    const auto flat = [&](view::Point) { return s.stroke; };
    for (std::size_t i = 0; i + (s.closed ? 0 : 1) < n; ++i) {
      line_.assign({s.points[i] * scale_, s.points[(i + 1) % n] * scale_});
      strip(s.stroke_width * scale_, {}, true, flat);
    }
  }

  void add(const view::TextShape& s) {
    const float size = s.size * scale_;
    if (s.text.empty() || !(size > 0)) return;
    float pen = s.at.x * scale_;
    if (s.anchor != view::Anchor::Start) {
      const float width = view::text_width(s.text, s.font, size);
      pen -= s.anchor == view::Anchor::Middle ? width / 2 : width;
    }
    const float baseline = std::round(s.at.y * scale_);
    PictureVertex v;
    v.kind = glyph;
    v.fill = s.color;
    std::string_view rest = s.text;
    const auto texture = static_cast<float>(atlas_.size());
    while (!rest.empty()) {
      const char32_t c = view::next_code_point(rest);
      const float quarters = std::round(pen * 4);
      const float whole = std::floor(quarters / 4);
      const GlyphAtlas::Glyph* g = atlas_.find(s.font, c, size, static_cast<unsigned>(quarters - whole * 4));
      if (g == nullptr || static_cast<float>(atlas_.size()) != texture) {
        atlas_full = true;
        return;
      }
      pen += view::glyph_advance(s.font, c) * size;
      if (g->width == 0) continue;
      const float x = whole + static_cast<float>(g->left);
      const float y = baseline + static_cast<float>(g->top);
      const auto w = static_cast<float>(g->width);
      const auto h = static_cast<float>(g->height);
      const auto base = static_cast<std::uint32_t>(out_.vertices.size());
      for (int i = 0; i < 4; ++i) {
        const float dx = (i & 1) != 0 ? w : 0;
        const float dy = (i & 2) != 0 ? h : 0;
        v.x = x + dx;
        v.y = y + dy;
        v.u = (static_cast<float>(g->x) + dx) / texture;
        v.v = (static_cast<float>(g->y) + dy) / texture;
        out_.vertices.push_back(v);
      }
      square(base, base + 1, base + 2, base + 3);
    }
  }

  void background(float width, float height, view::Color color) {
    PictureVertex v;
    v.kind = area;
    v.fill = color;
    const auto base = static_cast<std::uint32_t>(out_.vertices.size());
    for (const view::Point p :
         {view::Point{0, 0}, view::Point{width, 0}, view::Point{0, height}, view::Point{width, height}})
      put(v, p, 1);
    square(base, base + 1, base + 2, base + 3);
  }

 private:
  void put(PictureVertex v, view::Point at, float coverage) {
    v.x = at.x;
    v.y = at.y;
    v.u = coverage;
    out_.vertices.push_back(v);
  }
  void square(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    out_.indices.insert(out_.indices.end(), {a, b, c, c, b, d});
  }
  /// Adds the quad from (left, top) to (right, low), relative to `centre`, from which `at` is measured; or
  /// with one constant `coverage`.
  void part(PictureVertex v, view::Point centre, float left, float top, float right, float low,
            std::optional<float> coverage = {}) {
    const auto base = static_cast<std::uint32_t>(out_.vertices.size());
    for (int i = 0; i < 4; ++i) {
      const view::Point at{(i & 1) != 0 ? right : left, (i & 2) != 0 ? low : top};
      v.u = coverage.value_or(at.x);
      v.v = coverage.has_value() ? 0 : at.y;
      v.x = centre.x + at.x;
      v.y = centre.y + at.y;
      out_.vertices.push_back(v);
    }
    square(base, base + 1, base + 2, base + 3);
  }

  /// The normal to the left when looking down along the curve.
  static view::Point edge_normal(const view::Point* p, float t, int n) {
    const float step = .5F / static_cast<float>(n);
    const view::Point d = direction(bezier(p, std::min(1.F, t + step)) - bezier(p, std::max(0.F, t - step)));
    return {-d.y, d.x};
  }

  /// Draws a line as a strip of quads whose fragments know their position along and across it.
  template <typename ColorAt> void strip(float width, view::Dash dash, bool round, const ColorAt& color_at) {
    if (!(width > 0) || line_.size() < 2) return;
    float total = 0;
    for (std::size_t i = 1; i < line_.size(); ++i) total += length(line_[i] - line_[i - 1]);
    if (!(total > 0)) return;
    PictureVertex v;
    v.kind = stroke;
    const float half = width / 2;
    v.a = {half, total, round ? 1.F : 0.F, 0};
    if (dash.on > 0 && dash.off > 0) v.b = {dash.on * scale_, dash.off * scale_, 0, 0};
    const float beyond = (round ? half : 0) + 1;
    const float across = half + 1;
    const auto base = static_cast<std::uint32_t>(out_.vertices.size());
    float along = 0;
    const std::size_t n = line_.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) along += length(line_[i] - line_[i - 1]);
      const view::Point before = i > 0 ? direction(line_[i] - line_[i - 1]) : direction(line_[1] - line_[0]);
      const view::Point after = i + 1 < n ? direction(line_[i + 1] - line_[i]) : before;
      const view::Point d = direction(before + after);
      // A mitre joint, so that the strip keeps its width where it bends.
      const float cosine = std::max(.5F, d.x * before.x + d.y * before.y);
      const view::Point normal = left_of(d) * (across / cosine);
      const float shift = i == 0 ? -beyond : i + 1 == n ? beyond : 0;
      const view::Point at = line_[i] + d * shift;
      v.fill = color_at(line_[i]);
      v.u = along + shift;
      for (const float side : {1.F, -1.F}) {
        const view::Point q = at + normal * side;
        v.x = q.x;
        v.y = q.y;
        v.v = across * side;
        out_.vertices.push_back(v);
      }
    }
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      const std::uint32_t a = base + 2 * i;
      square(a, a + 1, a + 2, a + 3);
    }
  }

  /// Triangulates the outline, moved in by half a pixel, by ear clipping, and surrounds it with a soft
  /// fringe.
  void fill_polygon(const view::PolygonShape& s) {
    const std::size_t n = s.points.size();
    std::vector<view::Point> p;
    float twice_area = 0;
    for (std::size_t i = 0; i < n; ++i) {
      p.push_back(s.points[i] * scale_);
      const view::Point next = s.points[(i + 1) % n] * scale_;
      twice_area += p[i].x * next.y - next.x * p[i].y;
    }
    if (twice_area < 0) std::reverse(p.begin(), p.end());
    PictureVertex v;
    v.kind = area;
    v.fill = s.fill;
    v.hatch = s.hatch.color;
    v.b = {0, 0, s.hatch.period * scale_, s.hatch.width * scale_};
    const auto base = static_cast<std::uint32_t>(out_.vertices.size());
    for (std::size_t i = 0; i < n; ++i) {
      const view::Point before = left_of(direction(p[i] - p[(i + n - 1) % n]));
      const view::Point after = left_of(direction(p[(i + 1) % n] - p[i]));
      const view::Point sum = before + after;
      const float square_length = std::max(.5F, sum.x * sum.x + sum.y * sum.y);
      const view::Point out = sum * (1 / square_length);
      put(v, p[i] - out, 1);
      put(v, p[i] + out, 0);
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t j = (i + 1) % static_cast<std::uint32_t>(n);
      square(base + 2 * i, base + 2 * i + 1, base + 2 * j, base + 2 * j + 1);
    }
    std::vector<std::uint32_t> rest;
    for (std::uint32_t i = 0; i < n; ++i) rest.push_back(i);
    const auto cross = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      return (p[b].x - p[a].x) * (p[c].y - p[a].y) - (p[b].y - p[a].y) * (p[c].x - p[a].x);
    };
    while (rest.size() >= 3) {
      bool cut = false;
      for (std::size_t i = 0; i < rest.size() && !cut; ++i) {
        const std::uint32_t a = rest[(i + rest.size() - 1) % rest.size()];
        const std::uint32_t b = rest[i];
        const std::uint32_t c = rest[(i + 1) % rest.size()];
        if (cross(a, b, c) <= 0 && rest.size() > 3) continue;
        const bool ear = std::none_of(rest.begin(), rest.end(), [&](std::uint32_t q) {
          return q != a && q != b && q != c && cross(a, b, q) >= 0 && cross(b, c, q) >= 0 &&
                 cross(c, a, q) >= 0;
        });
        if (!ear && rest.size() > 3) continue;
        out_.indices.insert(out_.indices.end(), {base + 2 * a, base + 2 * b, base + 2 * c});
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        cut = true;
      }
      if (!cut) break; // a self-intersecting polygon: draw what was cut so far
    }
  }

  PictureGeometry& out_;
  float scale_;
  GlyphAtlas& atlas_;
  std::vector<view::Point> line_;
};

} // namespace

void PictureGeometry::build(const view::Picture& picture, float pixel_scale, GlyphAtlas& atlas) {
  // At most: once unchanged, again whenever the atlas grew, and once more with an empty one.
  bool cleared = false;
  for (int attempt = 0; attempt < 6; ++attempt) {
    vertices.clear();
    indices.clear();
    const std::uint64_t generation = atlas.generation();
    Builder builder(*this, pixel_scale, atlas);
    // An opaque background is cleared instead (GlRenderer): a software renderer does that ten times faster.
    if (picture.background.a != 255)
      builder.background(picture.width * pixel_scale, picture.height * pixel_scale, picture.background);
    for (const view::Shape& shape : picture.shapes) {
      std::visit([&](const auto& s) { builder.add(s); }, shape);
    }
    atlas_generation = atlas.generation();
    if (!builder.atlas_full && generation == atlas_generation) return;
    if (builder.atlas_full && generation == atlas_generation) {
      if (cleared) return; // more text than the largest texture holds: the rest stays blank
      atlas.clear();
      cleared = true;
    }
  }
}

} // namespace warpscope::render
