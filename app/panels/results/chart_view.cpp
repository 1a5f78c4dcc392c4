// The Chart tab: what is varied, what is counted, and the plot with a button for each bar.
#include "app/panels/results/chart_view.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "imgui_internal.h"
#include "implot.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpscope::panels {

ChartView::~ChartView() {
  if (context_ != nullptr) ImPlot::DestroyContext(context_);
}

std::optional<std::size_t> ChartView::measure_of(const jobs::Sweep& sweep) {
  const std::vector<std::size_t> there = jobs::measures_of(sweep);
  if (chosen_ && std::find(there.begin(), there.end(), *chosen_) != there.end()) return chosen_;
  return jobs::telling_measure(sweep);
}

void ChartView::draw(PanelContext& c, view::Box box) {
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const jobs::Sweep* sweep = c.session.runs().sweep();
  if (sweep == nullptr) {
    offers(c, paint, box);
    return;
  }
  if (subject_ != sweep->subject.id) {
    subject_ = sweep->subject.id;
    chosen_.reset();
  }
  evidence_ = c.measuring.evidence_of(*sweep, c.session);
  const bool kernel = c.session.document().mode == document::SourceMode::Kernel;
  choice_.time = c.ui.chart.time && (kernel || measuring::has_times(evidence_));
  estimates_ = choice_.time ? c.session.runs().want_sweep_estimates() : c.session.runs().sweep_estimates();
  const float margin = paint.px(c.layout.big ? 24 : 18), side = std::min(paint.px(420), box.w * .36f);
  controls(c, paint, {box.x + margin, box.y, side - margin, box.h}, *sweep);
  if (c.session.runs().sweep() == nullptr) return; // just closed
  plot(c, paint,
       {box.x + side + paint.px(16), box.y + paint.px(6), box.w - side - paint.px(16) - margin,
        box.h - paint.px(10)},
       *c.session.runs().sweep());
}

/// Offers what could be varied, one click each.
void ChartView::offers(PanelContext& c, const Paint& paint, view::Box box) {
  const float margin = paint.px(c.layout.big ? 24 : 18), em = paint.size(16), h = paint.size(16) * 2;
  float x = box.x + margin, y = box.y + paint.px(14);
  const std::vector<jobs::SweepSubject> subjects = c.session.runs().sweep_subjects();
  if (subjects.empty()) {
    paint.mid_fit(x, y + h / 2,
                  language::tr(c.session.document().mode == document::SourceMode::Kernel
                                   ? "chart.no_parameter"
                                   : "chart.no_number"),
                  box.w - 2 * margin, em, c.theme.t2);
    return;
  }
  paint.mid_fit(x, y + paint.size(8), language::tr("chart.choose"), box.w - 2 * margin, em, c.theme.t2);
  y += paint.px(30);
  for (const jobs::SweepSubject& subject : subjects) {
    const std::string label = language::trf("chart.by", language::arg("name", subject.name));
    const std::string tail = subject.values.front() + " … " + subject.values.back();
    const float w = text_button_width(paint, label, tail, em);
    if (x + w > box.x + box.w - margin && x > box.x + margin) {
      x = box.x + margin;
      y += h + paint.px(8);
    }
    if (text_button(paint, ("##chart_of_" + subject.id).c_str(), x, y, h, label, tail, em))
      c.session.runs().start_sweep(subject.id);
    x += paint.px(10);
  }
}

void ChartView::controls(PanelContext& c, const Paint& paint, view::Box box, const jobs::Sweep& sweep) {
  const float em = paint.size(15), gap = paint.px(8);
  const float h = std::clamp((box.h - 3 * gap) / 3, paint.size(15) * 1.5f, paint.px(36));
  float y = box.y + gap;

  // What is varied.
  const std::vector<jobs::SweepSubject> subjects = c.session.runs().sweep_subjects();
  std::vector<ComboItem> items;
  int current = -1;
  for (const jobs::SweepSubject& s : subjects) {
    if (s.id == sweep.subject.id) current = static_cast<int>(items.size());
    items.push_back({s.name, s.values.front() + " … " + s.values.back(), {}});
  }
  const int subject = combo(paint, c.fonts, "##subject", {box.x, y, box.w, h}, sweep.subject.name, items,
                            current, em, true);
  tooltip(paint, c.fonts, language::tr("chart.subject_tip"));
  y += h + gap;

  // What is counted, of a request or of the launch.
  const std::optional<std::size_t> measure = measure_of(sweep);
  const std::vector<std::size_t> there = jobs::measures_of(sweep);
  items.clear();
  current = -1;
  for (const std::size_t m : there) {
    if (measure == m && !choice_.time) current = static_cast<int>(items.size());
    items.push_back({jobs::all_measures()[m].label, {}, {}});
  }
  const bool times = measuring::has_times(evidence_) ||
                     c.session.document().mode == document::SourceMode::Kernel;
  if (choice_.time) current = static_cast<int>(items.size());
  if (times) items.push_back({std::string(language::tr("chart.time")), {}, {}});
  // A time is always the launch's.
  const float each_w = choice_.time ? -gap : std::min(paint.px(158), box.w * .45f);
  const int counted = combo(paint, c.fonts, "##measure", {box.x, y, box.w - each_w - gap, h},
                            !measure
                                ? language::tr("chart.counting")
                                : measuring::chart_words({*measure, c.ui.chart.each, choice_.time}).label,
                            items, current, em);
  if (measure)
    tooltip(paint, c.fonts, measuring::chart_words({*measure, c.ui.chart.each, choice_.time}).definition);
  if (counted >= 0) {
    c.ui.chart.time = static_cast<std::size_t>(counted) >= there.size();
    if (!c.ui.chart.time) chosen_ = there[static_cast<std::size_t>(counted)];
  }
  bool& each = c.ui.chart.each;
  const int scope = choice_.time ? -1
                                 : combo(paint, c.fonts, "##each", {box.x + box.w - each_w, y, each_w, h},
                                         language::tr(each ? "chart.each" : "chart.launch"),
                                         {{std::string(language::tr("chart.each")), {}, {}},
                                          {std::string(language::tr("chart.launch")), {}, {}}},
                                         each ? 0 : 1, em);
  if (scope >= 0) each = scope == 0;
  y += h + gap;

  // Progress, and what can be copied.
  float x = box.x;
  if (c.session.runs().sweeping()) {
    if (text_button(paint, "##chart_stop", x, y, h, language::tr("chart.stop"), {}, em))
      c.session.runs().stop_sweep();
    const std::size_t done = c.session.runs().sweep()->answered(),
                      all = c.session.runs().sweep()->points.size();
    paint.mid_fit(x + gap, y + h / 2,
                  language::trf("chart.progress", language::arg("done", done), language::arg("all", all)),
                  box.x + box.w - x - gap, em, c.theme.t2, view::Font::Regular);
  } else {
    if (sweep.answered() < sweep.points.size()) {
      if (text_button(paint, "##chart_resume", x, y, h, language::tr("chart.resume"), {}, em))
        c.session.runs().resume_sweep();
      x += gap;
    }
    if (text_button(paint, "##chart_copy", x, y, h, language::tr("chart.copy"), "TSV", em)) {
      ImGui::SetClipboardText(measuring::chart_text(sweep, evidence_, false, estimates_).c_str());
      c.ui.say(language::trf("results.copied", language::arg("rows", sweep.points.size())), false);
    }
    tooltip(paint, c.fonts, language::tr("chart.copy_tip"));
    x += gap;
    if (x + text_button_width(paint, language::tr("chart.export"), {}, em) <= box.x + box.w) {
      if (text_button(paint, "##chart_export", x, y, h, language::tr("chart.export"), {}, em))
        c.ui.commands.add(Ask::Export);
      tooltip(paint, c.fonts, language::tr("chart.export_tip"));
    }
  }
  if (measure) c.ui.chart.measure = *measure;
  if (subject >= 0) c.session.runs().start_sweep(subjects[static_cast<std::size_t>(subject)].id);
}

void ChartView::plot(PanelContext& c, const Paint& paint, view::Box box, const jobs::Sweep& sweep) {
  if (box.w < paint.px(120) || box.h < paint.px(60)) return;
  const std::optional<std::size_t> shown = measure_of(sweep);
  const view::Theme& t = c.theme;
  if (!shown || c.session.counts_hidden()) {
    std::string problem;
    for (const jobs::SweepPoint& point : sweep.points)
      if (point.counts && !point.counts->problem.empty()) problem = point.counts->problem;
    const bool hidden = c.session.counts_hidden();
    paint.mid_fit(box.x, box.y + box.h / 2,
                  hidden             ? std::string(language::tr("results.hidden"))
                  : !problem.empty() ? problem
                                     : std::string(language::tr("chart.counting")),
                  box.w, paint.size(16), hidden || problem.empty() ? t.t2 : t.hazard);
    return;
  }
  choice_ = {*shown, c.ui.chart.each, choice_.time};
  const measuring::ChartSeries series = measuring::chart_series(sweep, evidence_, choice_, estimates_);
  const bool estimated = std::any_of(series.points.begin(), series.points.end(),
                                     [](const measuring::ChartPoint& p) { return p.estimated.has_value(); });
  // Simulated and measured share the room of one value.
  const bool both = !series.device.empty() && (!choice_.time || estimated);
  const std::size_t n = sweep.points.size();
  std::vector<double> places(n), beside(n), middle(n), values(n, 0), measured(n, 0);
  std::vector<const char*> labels(n);
  std::vector<ImU32> fills(n), edges(n), blue(n, rgba(t.broadcast));
  double top = choice_.time ? 0 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    middle[i] = static_cast<double>(i);
    places[i] = middle[i] - (both ? .18 : 0);
    beside[i] = middle[i] + (both ? .18 : 0);
    labels[i] = sweep.points[i].value.c_str();
    const measuring::ChartPoint& point = series.points[i];
    const std::optional<jobs::SweepValue>& v = point.simulated;
    if (v) {
      values[i] = v->value;
      top = std::max({top, v->value, v->ideal});
    }
    if (point.measured) {
      measured[i] = *point.measured;
      top = std::max({top, *point.measured, point.upper.value_or(0)});
    }
    top = std::max({top, point.estimated.value_or(0), point.high.value_or(0)});
    const bool over = v && series.has_ideal && v->value > v->ideal;
    fills[i] = rgba(over ? t.conflict : series.has_ideal ? t.now : t.t3);
    edges[i] = fills[i];
  }
  if (top <= 0) top = 1;
  if (context_ == nullptr) context_ = ImPlot::CreateContext();
  ImPlot::SetCurrentContext(context_);
  ImPlotStyle& style = ImPlot::GetStyle();
  const ImVec4 clear{0, 0, 0, 0};
  style.Colors[ImPlotCol_FrameBg] = style
                                        .Colors[ImPlotCol_PlotBg] = style
                                                                        .Colors[ImPlotCol_PlotBorder] = clear;
  style.Colors[ImPlotCol_AxisText] = vec4(t.t2);
  style.Colors[ImPlotCol_AxisGrid] = vec4(t.line);
  style.Colors[ImPlotCol_AxisTick] = vec4(t.edge);
  style.PlotPadding = {0, paint.px(4)};
  style.LabelPadding = {paint.px(6), paint.px(4)};
  style.PlotMinSize = {10, 10};
  style.MinorAlpha = .0f;

  // Labels that would touch are thinned out; the first and the current one stay.
  const float em = paint.size(14), step = (box.w - paint.px(70)) / static_cast<float>(n);
  float widest = 0;
  for (const char* label : labels) widest = std::max(widest, paint.width(label, em, view::Font::Mono));
  const std::size_t every = static_cast<std::size_t>(std::max(1.f, std::ceil((widest + paint.px(6)) / step)));
  std::vector<double> ticks;
  std::vector<const char*> tick_labels;
  for (std::size_t i = 0; i < n; i += every) {
    ticks.push_back(middle[i]);
    tick_labels.push_back(labels[i]);
  }

  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::PushFont(c.fonts[view::Font::Mono], em);
  constexpr ImPlotFlags flags = ImPlotFlags_NoInputs | ImPlotFlags_NoTitle | ImPlotFlags_NoLegend |
                                ImPlotFlags_NoMenus | ImPlotFlags_NoMouseText | ImPlotFlags_NoFrame;
  if (ImPlot::BeginPlot("##chart", {box.w, box.h}, flags)) {
    ImPlot::SetupAxis(ImAxis_X1, sweep.subject.name.c_str(),
                      ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, ImPlotAxisFlags_None);
    ImPlot::SetupAxisLimits(ImAxis_X1, -.7, static_cast<double>(n) - .3, ImPlotCond_Always);
    // Its approximate height in pixels; a number is above the highest bar.
    const double axis = std::max(20.f, box.h - 2 * em - paint.px(16));
    ImPlot::SetupAxisLimits(ImAxis_Y1, 0, top * axis / std::max(10.0, axis - 1.5 * em), ImPlotCond_Always);
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()), tick_labels.data());
    ImPlot::SetupAxisFormat(ImAxis_Y1, [](double value, char* buffer, int size, void*) {
      return std::snprintf(buffer, static_cast<std::size_t>(size), "%s", jobs::format_measure(value).c_str());
    });
    ImPlotSpec bars;
    bars.FillColors = fills.data();
    bars.LineColors = edges.data();
    if (!choice_.time)
      ImPlot::PlotBars("##bars", places.data(), values.data(), static_cast<int>(n), both ? .34 : .72, bars);
    if (!series.device.empty()) {
      bars.FillColors = blue.data();
      bars.LineColors = blue.data();
      ImPlot::PlotBars("##measured_bars", beside.data(), measured.data(), static_cast<int>(n),
                       both ? .34 : .72, bars);
    }
    bar_buttons(c, paint, sweep, series);
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
  // The legend.
  if (box.w < paint.px(500)) return;
  const float cy = box.y + box.h - em * .6f, size = paint.px(12);
  float x = box.x + box.w;
  const auto entry = [&](std::string_view words, const auto& mark) {
    x = paint.mid_right(x, cy, words, em, t.t2) - paint.px(8);
    mark(x - size, cy);
    x -= size + paint.px(18);
  };
  const auto square = [&](view::Color color) {
    return [&paint, size, color](float left, float y) {
      paint.fill({left, y - size / 2, size, size}, color, 2);
    };
  };
  if (series.has_ideal) {
    entry(language::tr("chart.ideal"),
          [&](float left, float y) { paint.line(left, y, left + size, y, t.t1, 2); });
    entry(language::tr("chart.above"), square(t.conflict));
    entry(language::tr("chart.at_ideal"), square(t.now));
  }
  if (estimated)
    entry(language::tr("chart.estimated_legend"),
          [&](float left, float y) { paint.outline({left, y - size / 2, size, size}, t.broadcast, 2, 2); });
  if (!series.device.empty())
    entry(language::trf("chart.measured_on", language::arg("device", measuring::short_device(series.device))),
          square(t.broadcast));
}

/// Draws above the bars: the ideal's marks, numbers where they fit, the ring of the current value, and a
/// button for each.
void ChartView::bar_buttons(PanelContext& c, const Paint& paint, const jobs::Sweep& sweep,
                            const measuring::ChartSeries& series) {
  const view::Theme& t = c.theme;
  const ImVec2 origin = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const Paint over(ImPlot::GetPlotDrawList(), c.fonts, t, c.layout.scale);
  const float em = paint.size(13);
  const measuring::ChartWords words = measuring::chart_words(choice_);
  const std::optional<std::size_t> now = sweep.current();
  const bool estimated = measuring::has_estimates(estimates_);
  std::optional<std::size_t> clicked;
  ImGui::PushOverrideID(ImGui::GetCurrentWindow()->ID); // the panel's items, whatever the plot has pushed
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const jobs::SweepPoint& point = sweep.points[i];
    const measuring::ChartPoint& shown = series.points[i];
    const std::optional<jobs::SweepValue>& v = shown.simulated;
    const double highest = std::max(
        {v ? v->value : 0, shown.measured.value_or(0), shown.estimated.value_or(0)});
    const auto at = static_cast<double>(i);
    const ImVec2 low = ImPlot::PlotToPixels(at - .36, 0), high = ImPlot::PlotToPixels(at + .36, highest);
    const float left = ImPlot::PlotToPixels(at - .5, 0).x, right = ImPlot::PlotToPixels(at + .5, 0).x,
                middle = (low.x + high.x) / 2;
    ImGui::SetCursorScreenPos({left, origin.y});
    const bool pressed = pressable(("##bar_" + point.value).c_str(), {std::max(1.f, right - left), size.y});
    const bool hot = ImGui::IsItemHovered(), focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
    if (pressed) clicked = i;
    std::string said = sweep.subject.kind == jobs::SweepSubject::Kind::Parameter
                           ? sweep.subject.name + " = " + point.value
                           : sweep.subject.prefix + point.value + sweep.subject.suffix;
    const auto number_over = [&](const std::string& number) {
      if (over.width(number, em, view::Font::Mono) <= right - left - 2)
        over.mid_centre(middle, std::max(high.y - em * .8f, origin.y + em * .6f), number, em, t.t1,
                        view::Font::Mono);
    };
    if (choice_.time) {
      const bool two = !series.device.empty() && estimated;
      const auto range = [&](double x, const std::optional<double>& from, const std::optional<double>& to) {
        if (!from || !to) return;
        const ImVec2 low_end = ImPlot::PlotToPixels(x, *from), high_end = ImPlot::PlotToPixels(x, *to);
        for (const ImVec2 end : {low_end, high_end})
          over.line(end.x - 4, end.y, end.x + 4, end.y, t.t1, 1.5f);
        over.line(low_end.x, low_end.y, high_end.x, high_end.y, t.t1, 1.5f);
      };
      if (shown.estimated) { // hollow: nobody measured it
        const double x = two ? at - .18 : at, half = two ? .17 : .36;
        const ImVec2 foot = ImPlot::PlotToPixels(x - half, 0),
                     head = ImPlot::PlotToPixels(x + half, *shown.estimated);
        over.outline({foot.x, head.y, head.x - foot.x, foot.y - head.y}, t.broadcast, 2, 2);
        range(x, shown.low, shown.high);
        said += "\n" + (shown.low
                            ? language::trf("chart.estimated_value",
                                            language::arg("value", jobs::format_measure(*shown.estimated)),
                                            language::arg("unit", words.units),
                                            language::arg("lower", jobs::format_measure(*shown.low)),
                                            language::arg("upper", jobs::format_measure(*shown.high)))
                            : language::trf("chart.estimated_alone",
                                            language::arg("value", jobs::format_measure(*shown.estimated)),
                                            language::arg("unit", words.units)));
      } else {
        said += "\n" + std::string(language::tr("chart.not_estimated"));
      }
      range(two ? at + .18 : at, shown.lower, shown.upper);
      if (const std::optional<double>& number = shown.measured ? shown.measured : shown.estimated)
        number_over(jobs::format_measure(*number));
    } else if (!point.counts) {
      over.mid_centre(middle, low.y - em, "…", em, t.t3);
      said += "\n" + std::string(language::tr("chart.not_counted"));
    } else if (!v) {
      over.glyph(Glyph::Warning, middle, low.y - em, em, t.hazard);
      said += "\n" + point.counts->problem;
    } else {
      if (series.has_ideal && v->ideal > 0) {
        const float y = ImPlot::PlotToPixels(at, v->ideal).y;
        if (y - high.y > 5)
          over.line(low.x - 2, y, high.x + 2, y, t.bg1,
                    5); // a halo, so that the mark is visible on and beside a bar
        if (y - high.y > 1) over.line(low.x - 2, y, high.x + 2, y, t.t1, 2);
      }
      const std::string number = jobs::format_measure(v->value);
      number_over(number);
      said += "\n" + number + " " + std::string(v->value == 1 ? words.unit : words.units) + " " +
              std::string(language::tr(c.ui.chart.each ? "chart.each" : "chart.launch"));
      if (series.has_ideal)
        said += " · " +
                language::trf("chart.would_do", language::arg("ideal", jobs::format_measure(v->ideal)));
    }
    if (shown.measured)
      said += "\n" +
              language::trf("chart.measured_value",
                            language::arg("value", jobs::format_measure(*shown.measured)),
                            language::arg("unit", words.units)) +
              " (" + series.device + ")";
    else if (!series.device.empty()) said += "\n" + std::string(language::tr("chart.not_measured"));
    if (now == i) {
      over.outline(
          {low.x - 3, std::min(high.y, low.y - 3) - 3, high.x - low.x + 6, std::max(low.y - high.y, 3.f) + 3},
          t.now, 3, 2.5f);
      const float y = low.y + 3;
      over.fill({low.x - 3, y - 3, high.x - low.x + 6, 4}, t.now);
    }
    if (hot || focused) over.outline({left + 1, origin.y, right - left - 2, size.y}, t.t1, 3, 1.5f);
    tooltip(paint, c.fonts,
            said + "\n" + std::string(language::tr(now == i ? "chart.present" : "chart.click")));
  }
  ImGui::PopID();
  if (clicked && now != clicked) {
    c.session.set_sweep_point(*clicked);
  }
}

} // namespace warpscope::panels
