// Draws rooflines.
#include "app/view/roofline.h"

#include "app/language/language.h"
#include "app/view/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace warpscope::view {

namespace {

/// A tick at a power of ten: "0.01", "1", "1,000".
std::string intensity_text(int power) {
  return power >= 4 ? fmt::format("10^{}", power) : fmt::format("{:g}", std::pow(10.0, power));
}

/// Positions on two logarithmic axes.
struct Axes {
  Box plot;
  double left = 0, right = 1, bottom = 0, top = 1; ///< logarithms to base 10

  [[nodiscard]] float x(double value) const {
    return plot.x + plot.w * static_cast<float>((std::log10(value) - left) / (right - left));
  }
  [[nodiscard]] float y(double value) const {
    return plot.y + plot.h * static_cast<float>((top - std::log10(value)) / (top - bottom));
  }
};

Axes axes_for(const RooflineInput& input) {
  double least_x = 1, most_x = 1, least_y = input.peak, most_y = input.peak;
  for (const RooflineRoof& roof : input.roofs) {
    const double ridge = input.peak / roof.rate;
    least_x = std::min(least_x, ridge / 30);
    most_x = std::max(most_x, ridge * 4);
  }
  for (const RooflinePoint& point : input.points) {
    if (point.intensity <= 0 || point.rate <= 0) continue;
    least_x = std::min(least_x, point.intensity / 2);
    most_x = std::max(most_x, point.intensity * 2);
    least_y = std::min(least_y, point.rate / 2);
    most_y = std::max({most_y, point.rate, point.high});
    if (point.low > 0) least_y = std::min(least_y, point.low / 1.2);
  }
  for (const RooflineRoof& roof : input.roofs) least_y = std::min(least_y, roof.rate * least_x);
  Axes axes;
  axes.left = std::floor(std::log10(least_x) * 2) / 2;
  axes.right = std::ceil(std::log10(most_x) * 2) / 2;
  axes.bottom = std::floor(std::log10(least_y) * 2) / 2;
  axes.top = std::log10(most_y) + .35;
  return axes;
}

void draw_mark(Canvas& canvas, Point at, float size, const RooflinePoint& point, const Theme& t) {
  if (!point.measured) {
    canvas.disc(at, size + 2, t.bg1);
    canvas.disc(at, size, point.lowest ? t.now : t.t2);
    return;
  }
  // Hollow, so that a disc in the same place is seen in it.
  const float r = 1.8F * size;
  const std::vector<Point> corners = {{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}};
  canvas.path(corners, t.bg1, .9F * size, true);
  canvas.path(corners, t.broadcast, .45F * size, true);
}

} // namespace

std::string prefixed(double value) {
  constexpr std::array<const char*, 5> prefixes = {"", " k", " M", " G", " T"};
  std::size_t place = 0;
  while (value >= 999.5 && place + 1 < prefixes.size()) value /= 1000, ++place;
  const std::string number = value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
  return number + prefixes[place];
}

Picture build_roofline(const RooflineInput& input) {
  const Theme& t = input.theme != nullptr ? *input.theme : dark_theme();
  Canvas canvas(input.width, input.height, t);
  if (input.peak <= 0 || input.width < 120 || input.height < 80) return canvas.take();
  const float em = text_size(14, input.scale), gap = 6 * input.scale;
  Axes axes = axes_for(input);
  const auto first_y = static_cast<int>(std::ceil(axes.bottom)),
             last_y = static_cast<int>(std::floor(axes.top));
  float gutter = 0;
  for (int power = first_y; power <= last_y; ++power)
    gutter = std::max(gutter, text_width(prefixed(std::pow(10.0, power)), Font::Mono, em));
  axes.plot = {gutter + 2 * gap, 1.6F * em, input.width - gutter - 3 * gap, 0};
  axes.plot.h = input.height - axes.plot.y - 2.7F * em;
  const float right = axes.plot.x + axes.plot.w, bottom = axes.plot.y + axes.plot.h;

  canvas.mid({0, .7F * em}, language::tr("roofline.axis_y"), em, t.t2);
  canvas.mid({right, input.height - .7F * em}, language::tr("roofline.axis_x"), em, t.t2, Font::Regular,
             Anchor::End);
  for (int power = first_y; power <= last_y; ++power) {
    const float y = axes.y(std::pow(10.0, power));
    canvas.line({axes.plot.x, y}, {right, y}, t.line, 1);
    canvas.mid_if_free({axes.plot.x - gap, y}, prefixed(std::pow(10.0, power)), em, t.t2, Font::Mono,
                       Anchor::End, 0);
  }
  for (int power = static_cast<int>(std::ceil(axes.left)); power <= static_cast<int>(axes.right); ++power) {
    const float x = axes.x(std::pow(10.0, power));
    canvas.line({x, axes.plot.y}, {x, bottom}, t.line, 1);
    canvas.mid_if_free({x, bottom + .9F * em}, intensity_text(power), em, t.t2, Font::Mono, Anchor::Middle,
                       2);
  }

  // The roofs: each rises to the peak, which goes on from the first of them.
  double first_ridge = std::pow(10.0, axes.right);
  bool peak_lowest = true;
  for (const RooflineRoof& roof : input.roofs) {
    peak_lowest &= !roof.lowest;
    first_ridge = std::min(first_ridge, input.peak / roof.rate);
  }
  const float thick = std::max(2.F, 3 * input.scale), thin = std::max(1.25F, 1.5F * input.scale);
  for (const bool lowest : {false, true}) // the lowest is on top
    for (const RooflineRoof& roof : input.roofs) {
      if (roof.lowest != lowest) continue;
      const double from = std::max(std::pow(10.0, axes.left), std::pow(10.0, axes.bottom) / roof.rate),
                   to = input.peak / roof.rate;
      canvas.line({axes.x(from), axes.y(from * roof.rate)}, {axes.x(to), axes.y(input.peak)},
                  lowest ? t.now : t.t3, lowest ? thick : thin);
    }
  canvas.line({axes.x(first_ridge), axes.y(input.peak)}, {right, axes.y(input.peak)},
              peak_lowest ? t.now : t.t3, peak_lowest ? thick : thin);
  canvas.mid_if_free({right - gap, axes.y(input.peak) - .75F * em}, input.peak_name, em, t.t1, Font::SemiBold,
                     Anchor::End);

  const float size = 5.5F * std::max(1.F, input.scale);
  for (const RooflinePoint& point : input.points) {
    if (point.intensity <= 0 || point.rate <= 0) continue;
    const Point at{axes.x(point.intensity), axes.y(point.rate)};
    canvas.line(at, {at.x, bottom}, with_alpha(point.measured ? t.broadcast : t.t3, .6F), 1, {3, 3});
    if (point.low > 0 && point.high > 0) {
      const float from = axes.y(point.low), to = axes.y(point.high);
      for (const float width : {5.F, 1.75F}) // with a halo: it lies on a roof's line or a foot's
        for (const auto& [a, b] : {std::pair{Point{at.x, from}, Point{at.x, to}},
                                   {Point{at.x - size, from}, Point{at.x + size, from}},
                                   {Point{at.x - size, to}, Point{at.x + size, to}}})
          canvas.line(a, b, width > 2 ? t.bg1 : t.t1, width);
    }
    draw_mark(canvas, at, size, point, t);
    canvas.reserve({at.x - size, at.y - size, 2 * size, 2 * size});
  }
  for (const RooflinePoint& point : input.points) {
    if (point.intensity <= 0 || point.rate <= 0 || point.label.empty()) continue;
    const Point at{axes.x(point.intensity), axes.y(point.rate)};
    const Font font = point.lowest ? Font::SemiBold : Font::Regular;
    const float off = 1.8F * size + gap, w = text_width(point.label, font, em);
    const std::pair<float, float> offsets[] = {{off, 0}, {-off - w, 0}, {off, em}, {-off - w, -em}};
    for (const auto& [dx, dy] : offsets) {
      const Box ground{at.x + dx, at.y + dy - .55F * em, w, 1.1F * em};
      if (ground.x < axes.plot.x || ground.x + w > right || ground.y + ground.h > bottom ||
          !canvas.is_free(ground, 1))
        continue;
      canvas.fill(ground, 2, t.bg1); // a roof does not cross it
      canvas.mid({ground.x, at.y + dy}, point.label, em, t.t1, font);
      break;
    }
  }
  // The names: of the fastest memory left of its line, of the others right of theirs.
  double fastest = 0;
  for (const RooflineRoof& roof : input.roofs) fastest = std::max(fastest, roof.rate);
  for (const RooflineRoof& roof : input.roofs)
    for (const double share : {.25, .4, .1, .55, .7, .85}) {
      const bool left = roof.rate == fastest;
      const double low = std::max(std::pow(10.0, axes.left), std::pow(10.0, axes.bottom) / roof.rate),
                   at = low * std::pow(input.peak / roof.rate / low, share);
      const Font font = roof.lowest ? Font::SemiBold : Font::Regular;
      const Point place{axes.x(at) + (left ? -gap : gap), axes.y(at * roof.rate) + (left ? -.6F : .7F) * em};
      const float w = text_width(roof.name, font, em);
      const Box ground{left ? place.x - w : place.x, place.y - .55F * em, w, 1.1F * em};
      if (ground.x < axes.plot.x || ground.x + w > right || ground.y + ground.h > bottom ||
          !canvas.is_free(ground))
        continue;
      canvas.fill(ground, 2, t.bg1); // other roofs do not cross it
      canvas.mid(place, roof.name, em, roof.lowest ? t.t1 : t.t2, font, left ? Anchor::End : Anchor::Start);
      break;
    }
  return canvas.take();
}

} // namespace warpscope::view
