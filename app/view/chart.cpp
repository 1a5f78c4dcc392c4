// Draws bar charts.
#include "app/view/chart.h"

#include "app/language/language.h"
#include "app/view/canvas.h"
#include "sim/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace warpscope::view {
namespace {

/// Returns 1, 2 or 5 times a power of ten, such that at most `most` ticks reach `top`.
double tick_step(double top, int most) {
  double step = 1;
  while (top / step > most) step *= 10;
  if (step > 1 && top / (step / 5) <= most) step /= 5;
  else if (step > 1 && top / (step / 2) <= most) step /= 2;
  return step;
}

std::string tick_text(double value) { return grouped(static_cast<std::uint64_t>(std::llround(value))); }

} // namespace

Picture build_chart(const ChartInput& input) {
  const Theme& t = input.theme != nullptr ? *input.theme : dark_theme();
  Canvas canvas(input.width, input.height, t);
  const float scale = scale_for(input.width, input.height, 1);
  const auto size = [&](float at_one) { return text_size(at_one, scale); };
  const float margin = 48 * scale;
  canvas.text({margin, margin + size(30)}, input.title, size(36), t.t1, Font::Bold);
  canvas.text({margin, margin + size(30) + size(30)}, input.subtitle, size(18), t.t2);

  const bool measured = !input.device.empty(),
             simulated = std::any_of(input.bars.begin(), input.bars.end(),
                                     [](const ChartBar& bar) { return bar.value.has_value(); }),
             estimated = std::any_of(input.bars.begin(), input.bars.end(),
                                     [](const ChartBar& bar) { return bar.estimated.has_value(); });
  double top = simulated || !(measured || estimated) ? 1 : 0;
  for (const ChartBar& bar : input.bars)
    top = std::max({top, bar.value.value_or(0), bar.ideal.value_or(0), bar.measured.value_or(0),
                    bar.upper.value_or(0), bar.estimated.value_or(0), bar.high.value_or(0)});
  const double step = tick_step(top, 6);
  float gutter = 0;
  for (double y = 0; y <= top; y += step)
    gutter = std::max(gutter, text_width(tick_text(y), Font::Mono, size(16)));
  const Box plot{margin + gutter + 12 * scale, margin + size(110), 0, 0};
  const float right = input.width - margin, bottom = input.height - margin - size(64);
  const float height = bottom - plot.y;
  if (height < 10 || right - plot.x < 10 || input.bars.empty()) return canvas.take();
  const auto y_of = [&](double value) { return bottom - static_cast<float>(value / (top * 1.06)) * height; };

  for (double y = 0; y <= top; y += step) {
    canvas.line({plot.x, y_of(y)}, {right, y_of(y)}, y == 0 ? t.edge : t.line, 1);
    canvas.mid({plot.x - 12 * scale, y_of(y)}, tick_text(y), size(16), t.t2, Font::Mono, Anchor::End);
  }
  const float column = (right - plot.x) / static_cast<float>(input.bars.size());
  for (std::size_t i = 0; i < input.bars.size(); ++i) {
    const ChartBar& bar = input.bars[i];
    const float left = plot.x + column * static_cast<float>(i), centre = left + column / 2,
                half = column * .36f;
    const float y = y_of(
                    std::max({bar.value.value_or(0), bar.measured.value_or(0), bar.estimated.value_or(0)})),
                part = measured && (simulated || estimated) ? half - 1 : 2 * half;
    const bool over = bar.value && bar.ideal && *bar.value > *bar.ideal;
    if (bar.value) {
      const float from = y_of(*bar.value);
      canvas.fill({centre - half, from, part, bottom - from}, 2,
                  over        ? t.conflict
                  : bar.ideal ? t.now
                  : measured  ? t.t3
                              : t.broadcast);
    }
    if (bar.measured) {
      const float from = y_of(*bar.measured);
      canvas.fill({centre + half - part, from, part, bottom - from}, 2, t.broadcast);
    }
    const auto range = [&](float x, double from, double to) {
      for (const double end : {from, to}) canvas.line({x - 4, y_of(end)}, {x + 4, y_of(end)}, t.t1, 1.5f);
      canvas.line({x, y_of(from)}, {x, y_of(to)}, t.t1, 1.5f);
    };
    if (bar.lower && bar.upper) range(centre + half - part / 2, *bar.lower, *bar.upper);
    if (bar.estimated) { // hollow: nobody measured it
      const float from = y_of(*bar.estimated);
      canvas.outline({centre - half + 1, from, part - 2, bottom - from}, 2, t.broadcast, 2);
      if (bar.low && bar.high) range(centre - half + part / 2, *bar.low, *bar.high);
    }
    if (bar.value || bar.measured || bar.estimated) {
      canvas.mid_if_free({centre, y - size(11)}, bar.number, size(15), t.t1, Font::Mono, Anchor::Middle, 1);
    }
    if (bar.ideal && *bar.ideal > 0) {
      const float at = y_of(*bar.ideal);
      canvas.line({centre - half - 3, at}, {centre + half + 3, at}, t.bg1, 5);
      canvas.line({centre - half - 3, at}, {centre + half + 3, at}, t.t1, 2);
    }
    if (bar.present) {
      canvas.outline({centre - half - 4, y - 4, 2 * half + 8, bottom - y + 8}, 3, t.t1, 2.5f);
      canvas.fill({centre - half - 4, bottom + 2, 2 * half + 8, 4}, 0, t.now);
    }
    canvas.mid_if_free({centre, bottom + size(20)}, bar.label, size(16), bar.present ? t.t1 : t.t2,
                       bar.present ? Font::MonoBold : Font::Mono, Anchor::Middle, 3);
    canvas.hit({left, plot.y, column, height}, HitKind::Button, static_cast<std::uint32_t>(i), bar.label);
  }
  canvas.text({plot.x, input.height - margin}, input.axis, size(16), t.t1, Font::Mono);
  // The legend: what the marks mean, in words and shapes.
  float x = right;
  const float key_y = input.height - margin - size(5);
  const auto entry = [&](std::string_view words, const auto& mark) {
    x -= text_width(words, Font::Regular, size(16));
    canvas.mid({x, key_y}, words, size(16), t.t2);
    x -= 34 * scale;
    mark(Box{x, key_y - 7 * scale, 26 * scale, 14 * scale});
    x -= 24 * scale;
  };
  if (simulated || !(measured || estimated)) {
    entry(language::tr("chart.ideal"),
          [&](Box b) { canvas.line({b.x, b.y + b.h / 2}, {b.x + b.w, b.y + b.h / 2}, t.t1, 2); });
    entry(language::tr("chart.above_ideal"), [&](Box b) { canvas.fill(b, 2, t.conflict); });
    entry(language::tr("chart.least"), [&](Box b) { canvas.fill(b, 2, t.now); });
  }
  if (estimated)
    entry(language::tr("chart.estimated_legend"), [&](Box b) { canvas.outline(b, 2, t.broadcast, 2); });
  if (measured)
    entry(language::trf("chart.measured_on", language::arg("device", input.device)),
          [&](Box b) { canvas.fill(b, 2, t.broadcast); });
  return canvas.take();
}

} // namespace warpscope::view
