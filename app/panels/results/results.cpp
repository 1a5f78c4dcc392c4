// The counts as a table, with a row for each line and counter and the totals: sorted, filtered, copied; and
// the chart beside it.
#include "app/language/language.h"
#include "app/panels/results/chart_view.h"
#include "app/panels/results/hazards.h"
#include "app/panels/results/measured.h"
#include "app/panels/results/output.h"
#include "app/panels/results/pair.h"
#include "app/panels/results/roofline.h"
#include "app/panels/results/since_pin.h"
#include "app/panels/results/table.h"
#include "app/panels/results/tabs.h"
#include "app/panels/results/values.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "app/results/table.h"
#include "app/results/words.h"
#include "hardware_rows.h"
#include "imgui.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace warpscope::panels {

namespace {

class ResultsPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    shown_ = results::arrange(c.session.results().rows(), filter_, order_, problem_);
    c.ui.results = pin_.follow(c.ui.results, c.session.time().marks().pin.has_value());
    const ResultsTab shown = shown_tab(c.ui.results,
                                       c.session.document().mode == document::SourceMode::Kernel,
                                       c.session.difference() != nullptr, c.session.is_program());
    c.session.runs().sweep_follows = shown == ResultsTab::Chart;
    header(c, paint, shown);
    const view::Box box = c.layout.results;
    if (box.h < paint.px(40)) return;
    switch (shown) {
    case ResultsTab::Table: table(c, box); break;
    case ResultsTab::Measured: measured_.draw(c, box); break;
    case ResultsTab::Chart: chart_.draw(c, box); break;
    case ResultsTab::Hazards: draw_hazards(c, box); break;
    case ResultsTab::Output: output_.draw(c, box); break;
    case ResultsTab::SincePin: draw_since_pin(c, box); break;
    case ResultsTab::Values: values_.draw(c, box); break;
    case ResultsTab::Roofline: roofline_.draw(c, box); break;
    }
  }

 private:
  void table(PanelContext& c, view::Box box) {
    if (compared_results(c, box)) {
    } else if (c.session.document().mode == document::SourceMode::Expression) expression(c, box);
    else kernel(c, box);
    // Handled here, before a text field being edited would take it: copies the whole table as shown.
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput &&
        ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_C))
      copy(c);
  }

  void copy(PanelContext& c) {
    if (c.session.counts_hidden()) {
      c.ui.say(std::string(language::tr("results.hidden")), false);
      return;
    }
    if (c.session.pair().pinned() != nullptr) { // A beside B is shown
      ImGui::SetClipboardText(compared_table(c.session).c_str());
      c.ui.say(std::string(language::tr("results.copied_compared")), false);
      return;
    }
    ImGui::SetClipboardText(
        results::table_text(c.session.results().rows(), shown_, results::TableFormat::Tsv).c_str());
    c.ui.say(language::trf("results.copied", language::arg("rows", shown_.size())), false);
  }

  void header(PanelContext& c, const Paint& paint, ResultsTab shown) {
    const view::Box strip = c.layout.results_tabs;
    const view::Theme& t = c.theme;
    const float margin = table_margin(c, paint), cy = strip.y + strip.h / 2, em = paint.size(15);
    float end = 0;
    const std::string hazards = results::hazards_title(c.session.results().hazards().size());
    std::vector<ResultsTab> there = {ResultsTab::Table, ResultsTab::Measured, ResultsTab::Chart};
    std::vector<Tab> tabs = {{"##tab_simulated", "", language::tr("results.simulated")},
                             {"##tab_measured", "", language::tr("measured.tab")},
                             {"##tab_chart", "", language::tr("results.chart")}};
    const auto add = [&](ResultsTab tab, const char* id, std::string_view label) {
      there.push_back(tab);
      tabs.push_back({id, "", label});
    };
    add(ResultsTab::Values, "##tab_values", language::tr("values.tab"));
    if (c.session.document().mode == document::SourceMode::Kernel)
      add(ResultsTab::Roofline, "##tab_roofline", language::tr("roofline.tab"));
    if (c.session.document().mode == document::SourceMode::Kernel)
      add(ResultsTab::Hazards, "##tab_hazards", hazards);
    if (c.session.is_program()) add(ResultsTab::Output, "##tab_output", language::tr("program.output"));
    if (c.session.time().marks().pin) add(ResultsTab::SincePin, "##tab_since", language::tr("since.tab"));
    const auto active = std::find(there.begin(), there.end(), shown) - there.begin();
    const int chosen = tab_row(paint, strip, margin, tabs, static_cast<int>(active), paint.px(28), end);
    if (chosen >= 0) { // the shown one again gives its room back
      c.ui.results_asked = !(c.ui.results_asked && chosen == active);
      c.ui.results = there[static_cast<std::size_t>(chosen)];
      c.ui.wake.again = true;
    }
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, t.line);
    float right = strip.x + strip.w - margin;
    if (shown == ResultsTab::Output) {
      output_.header(c, paint, end, right, cy);
      return;
    }
    if (shown == ResultsTab::Values) {
      values_.header(c, paint, end, right, cy);
      return;
    }
    const run::Result* picture = c.session.runs().picture();
    // Where nothing is below the tabs they stand alone.
    if (picture == nullptr || c.layout.results.h < paint.px(40)) return;

    const float hit = std::min(strip.h - 4, paint.px(32));
    const auto button = [&](const char* id, Glyph glyph, std::string_view tip) {
      const bool clicked = icon_button(paint, id, right - hit / 2, cy, hit, glyph, paint.size(15), t.t2, tip);
      right -= hit + paint.px(4);
      return clicked;
    };
    if (button("##export", Glyph::Export, language::tr("results.export_tip"))) c.ui.commands.add(Ask::Export);
    if (shown == ResultsTab::Measured) {
      measured_.header(c, paint, strip, end, right, cy, hit);
      return;
    }
    const bool table = shown == ResultsTab::Table;
    if (table) {
      if (button("##copy", Glyph::Copy, language::tr("results.copy_tip"))) copy(c);
      const float w = std::min(paint.px(c.layout.big ? 230 : 200), c.layout.width * .2f);
      if (right - end > w + paint.px(30))
        right = table_filter(c, paint, filter_, problem_, right - paint.px(6), w, cy, hit) - paint.px(14);
    }
    if (table) right = measured_hint(c, paint, end, right, cy, em);
    if (table && c.session.document().mode == document::SourceMode::Kernel)
      right = estimate_hint(c, paint, end, right, cy, em);
    right = state(c, paint, end, right, cy, em, strip);

    const std::string text = c.session.document().mode == document::SourceMode::Kernel
                                 ? results::launch_words(picture->launch)
                                 : results::expression_words(picture->launch);
    if (right - end > paint.px(90))
      paint.mid_fit(end + paint.px(8), cy, text, right - end - paint.px(16), em, t.t2);
  }

  /// Shows the progress of the whole grid, or the result of the checks, right of `end`. Returns where it
  /// begins.
  static float state(PanelContext& c, const Paint& paint, float end, float right, float cy, float em,
                     view::Box strip) {
    const view::Theme& t = c.theme;
    if (const std::optional<float> progress = c.session.runs().grid_progress()) {
      const std::string share = language::trf("results.counting",
                                              language::arg("percent", static_cast<int>(*progress * 100)));
      if (right - end < paint.width(share, em) + paint.px(200)) return right;
      right = paint.mid_right(right, cy, share, em, t.t2) - paint.px(12);
      const float w = paint.px(160);
      paint.fill({right - w, cy - 3, w, 6}, t.bg3, 3);
      paint.fill({right - w, cy - 3, w * *progress, 6}, t.now, 3);
      return right - w - paint.px(16);
    }
    const run::Result* grid = c.session.runs().grid();
    if (grid == nullptr || c.session.runs().stale() ||
        c.session.document().mode == document::SourceMode::Expression)
      return right;
    for (const run::CheckResult& check : grid->checks) {
      const bool good = check.mismatches == 0;
      const std::string said = results::check_words(check.output, check.mismatches, check.first);
      if (right - end < paint.width(said, em) + paint.px(40)) break;
      const float start = paint.mid_right(right, cy, said, em, good ? t.t2 : t.hazard);
      paint.glyph(good ? Glyph::Check : Glyph::Warning, start - paint.px(14), cy, paint.size(14),
                  good ? t.now : t.hazard);
      tooltip_at(paint, c.fonts, {start - paint.px(24), strip.y, right - start + paint.px(24), strip.h},
                 language::tr(good ? "results.right_tip" : "results.wrong_tip"));
      right = start - paint.px(40);
    }
    return right;
  }

  /// Explains where the numbers come from, to their right when there is room. Returns its width.
  static float card(const PanelContext& c, const Paint& paint, view::Box box, float margin, float from) {
    const std::string rest = language::trf("results.by_rules", language::arg("rows", grouped(hardware_rows)));
    const std::string_view first = language::tr("results.all_simulated");
    const float em = paint.size(15), small = paint.size(14), pad = paint.px(18);
    const float w = 2 * pad +
                    std::max(paint.width(first, em, view::Font::SemiBold), paint.width(rest, small)),
                h = paint.px(76);
    if (from + w + margin > box.w || h + paint.px(20) > box.h) return 0;
    const view::Box place{box.x + box.w - margin - w, box.y + paint.px(12), w, h};
    paint.outline(place, c.theme.line, paint.px(6));
    paint.mid(place.x + pad, place.y + h / 2 - paint.px(12), first, em, c.theme.t1, view::Font::SemiBold);
    paint.mid(place.x + pad, place.y + h / 2 + paint.px(13), rest, small, c.theme.t2);
    return w + margin;
  }

  struct Head {
    results::ResultColumn column;
    float x = 0;
    bool right = false;
    std::string label, tip; ///< empty: the column's own
  };

  void heads(const PanelContext& c, const Paint& paint, const std::vector<Head>& list, float cy, float em) {
    std::vector<TableHead> made;
    for (const Head& head : list) {
      const results::ColumnInfo& info = results::info_of(head.column);
      made.push_back({static_cast<int>(head.column), head.x, head.right,
                      head.label.empty() ? std::string(info.label) : head.label,
                      head.tip.empty() ? std::string(info.definition) : head.tip,
                      head.column == results::ResultColumn::Launch});
    }
    const std::optional<int> sorted = order_.column ? std::optional(static_cast<int>(*order_.column))
                                                    : std::nullopt;
    if (const std::optional<int> clicked = table_heads(c, paint, made, sorted, order_.descending, cy, em))
      order_ = order_.after_click(static_cast<results::ResultColumn>(*clicked));
  }

  /// The whole line is a button: it goes to the access, and the text's line is highlighted under the pointer.
  bool row_button(PanelContext& c, const Paint& paint, const results::ResultRow& row, view::Box box,
                  std::size_t index) {
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushID(static_cast<int>(index));
    const bool clicked = pressable("##row", {box.w, box.h});
    ImGui::PopID();
    if (clicked && row.site != ~0u) {
      const playback::Playback& playback = c.session.time().playback();
      const playback::Moment now = c.session.time().moment();
      c.session.play(false);
      // Again on the same access: goes to its next execution.
      if (const std::optional<playback::Moment> to = playback.next_access_of_site(row.site,
                                                                                  {now.event + 1, 0}))
        c.session.time().seek_moment(*to);
    }
    if (ImGui::IsItemHovered() && row.line != 0 && c.session.document().mode == document::SourceMode::Kernel)
      c.ui.hover_line(row.line);
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, c.theme.now, paint.px(4), 2);
    return ImGui::IsItemHovered();
  }

  void nothing(const PanelContext& c, const Paint& paint, float x, float cy, float width) const {
    if (c.session.runs().picture() == nullptr || c.session.counts_hidden() ||
        !c.session.runs().trouble().empty())
      return;
    const bool filtered = !c.session.results().rows().empty();
    const std::string text(
        filtered ? language::trf("results.no_row", language::arg("filter", filter_))
                 : std::string(language::tr(c.session.document().mode == document::SourceMode::Expression
                                                ? "results.nothing_block"
                                                : "results.nothing_launch")));
    paint.mid_fit(x, cy, text, width, paint.size(16), c.theme.t2);
  }

  void expression(PanelContext& c, view::Box box) {
    const float scroll_y = begin_rows("##rows", box);
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Theme& t = c.theme;
    const bool dim = c.session.runs().stale(), hidden = c.session.counts_hidden();
    const float margin = table_margin(c, paint), em = paint.size(15), body = paint.size(17),
                row_h = paint.px(c.layout.big ? 30 : 32);
    const float unit = std::min(paint.px(112), (box.w - 2 * margin) / 7);
    const float label_w = std::min(paint.px(270), box.w * .36f);
    const float ideal = margin + label_w + unit, warp = ideal + unit, block = warp + unit;
    const std::string warp_label = language::trf(
        "results.warp", language::arg("warp", std::min(c.session.document().warp, c.session.warps() - 1)));
    const float card_w = card(c, paint, box, margin, block + paint.px(300));
    float y = box.y - scroll_y;
    const float head_h = paint.px(30);
    heads(
        c, paint,
        {{results::ResultColumn::Counter, margin, false, {}, {}},
         {results::ResultColumn::Ideal, ideal, true, {}, std::string(language::tr("results.ideal_warp_tip"))},
         {results::ResultColumn::Warp, warp, true, warp_label, {}},
         {results::ResultColumn::Block, block, true, std::string(language::tr("results.block")),
          std::string(language::tr("results.block_tip"))}},
        y + head_h / 2, em);
    y += head_h;
    for (const std::size_t index : shown_) {
      const results::ResultRow& row = c.session.results().rows()[index];
      const float cy = y + row_h / 2;
      const bool conflict = row.over_ideal && !hidden;
      const view::Color value = dim ? t.t3 : conflict ? t.conflict_text : t.t1;
      const view::Font font = conflict ? view::Font::MonoBold : view::Font::Mono;
      const auto number = [&](std::uint64_t n) { return hidden ? std::string("?") : grouped(n); };
      if (row_button(c, paint, row, {box.x, y, box.w - card_w, row_h}, index))
        paint.fill({box.x, y, box.w - card_w, row_h}, t.bg2);
      tooltip(paint, c.fonts, results::row_words(row, hidden));
      paint.mid_fit(margin, cy, results::info_of(row.counter).label, label_w, body, dim ? t.t3 : t.t1);
      paint.mid_right(ideal, cy, row.has_ideal ? number(row.ideal_warp) : "–", body, dim ? t.t3 : t.t2,
                      view::Font::Mono);
      paint.mid_right(warp, cy, number(row.warp), body, value, font);
      paint.mid_right(block, cy, number(row.block), body, value, font);
      const float why = block + paint.px(40);
      if (!row.why.empty() && !hidden)
        paint.mid_fit(why, cy, row.why, box.w - margin - card_w - why, body, dim ? t.t3 : t.t2);
      y += row_h;
    }
    if (shown_.empty()) nothing(c, paint, margin, y + row_h / 2, box.w - 2 * margin);
    end_rows(y + scroll_y - box.y);
  }

  void kernel(PanelContext& c, view::Box box) {
    const float scroll_y = begin_rows("##rows", box);
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Theme& t = c.theme;
    const bool dim = c.session.runs().stale(), hidden = c.session.counts_hidden();
    const float margin = table_margin(c, paint), em = paint.size(15), body = paint.size(16),
                row_h = paint.px(29);
    const float inner = box.w - 2 * margin;
    const bool wide = box.w > paint.px(1250);
    const float line = margin + paint.px(32), code = line + paint.px(20);
    const float counter = code + inner * (wide ? .15f : .17f);
    // Right-aligned numbers: the distance between columns is what the largest number needs, and at least a
    // share of the width.
    std::uint64_t most_ideal = 0, most_block = 0, most_launch = 0;
    for (const std::size_t index : shown_) {
      const results::ResultRow& row = c.session.results().rows()[index];
      most_ideal = std::max(most_ideal, row.ideal), most_block = std::max(most_block, row.block),
      most_launch = std::max(most_launch, row.launch);
    }
    const auto next = [&](float before, float share, std::uint64_t most) {
      return before +
             std::max(inner * share, paint.width(grouped(most), body, view::Font::MonoBold) + paint.px(16));
    };
    const float requests = counter + paint.px(240) + inner * .05f, ideal = next(requests, .075f, most_ideal),
                block = next(ideal, .08f, most_block), launch = next(block, .085f, most_launch);
    const float bar = launch + paint.px(36), why = bar + paint.px(150);
    float y = box.y - scroll_y;
    const float head_h = paint.px(30);
    std::vector<Head> columns = {{results::ResultColumn::Line, line, true, {}, {}},
                                 {results::ResultColumn::Code, code, false, {}, {}},
                                 {results::ResultColumn::Counter, counter, false, {}, {}},
                                 {results::ResultColumn::Requests, requests, true, {}, {}},
                                 {results::ResultColumn::Ideal, ideal, true, {}, {}},
                                 {results::ResultColumn::Block, block, true, {}, {}},
                                 {results::ResultColumn::Launch, launch, true, {}, {}},
                                 {results::ResultColumn::Ratio, bar, false, {}, {}}};
    if (wide) columns.push_back({results::ResultColumn::Why, why, false, {}, {}});
    heads(c, paint, columns, y + head_h / 2, em);
    y += head_h;
    const std::uint32_t site_now = c.session.time().site();
    // In the text's order a line and its access are written once; in another order every row has them.
    const bool text_order = !order_.column.has_value();
    std::uint32_t site_before = ~0u - 1;
    for (const std::size_t index : shown_) {
      const results::ResultRow& row = c.session.results().rows()[index];
      const bool first = !text_order || row.site != site_before;
      site_before = row.site;
      const float cy = y + row_h / 2;
      if (y > box.y + box.h || y + row_h < box.y) {
        y += row_h;
        continue;
      }
      const bool on = row.site != ~0u && row.site == site_now, total = row.site == ~0u;
      const bool hot = row_button(c, paint, row, {box.x, y, box.w, row_h}, index);
      const bool lit = row.line != 0 && row.line == c.ui.hover.line;
      if (on) {
        paint.fill({box.x, y, box.w, row_h}, t.bg3);
        paint.fill({box.x, y, 4, row_h}, t.now);
      } else if (hot || lit) {
        paint.fill({box.x, y, box.w, row_h}, t.bg2);
      } else if (first) {
        paint.line(margin, y, box.w - margin, y, total ? t.edge : view::with_alpha(t.line, .7f));
      }
      tooltip(paint, c.fonts, results::row_words(row, hidden));
      const view::Color quiet = dim ? t.t3 : on ? t.t1 : t.t2, plain = dim ? t.t3 : t.t1;
      if (first && !total) {
        paint.mid_right(line, cy, std::to_string(row.line), em, on ? t.t1 : t.t3, view::Font::Mono);
        paint.code(code, cy, row.code, em, counter - code - paint.px(16));
      } else if (first) {
        paint.mid(code, cy, language::tr("results.all_lines"), body, plain, view::Font::SemiBold);
      }
      const auto number = [&](std::uint64_t n) { return hidden ? std::string("?") : grouped(n); };
      paint.mid_fit(counter, cy, results::info_of(row.counter).label,
                    requests - counter - paint.width(grouped(row.requests), body, view::Font::Mono) -
                        paint.px(16),
                    body, quiet);
      paint.mid_right(requests, cy, grouped(row.requests), body, quiet, view::Font::Mono);
      paint.mid_right(ideal, cy, row.has_ideal ? number(row.ideal) : "–", body, quiet, view::Font::Mono);
      paint.mid_right(block, cy, number(row.block), body, quiet, view::Font::Mono);
      const bool over = row.over_ideal && !hidden;
      const view::Color value = dim ? t.t3 : over ? t.conflict_text : t.t1;
      if (row.has_launch)
        paint.mid_right(launch, cy, number(row.launch), body, value,
                        over ? view::Font::MonoBold : view::Font::Mono);
      else paint.mid_right(launch, cy, "…", body, t.t3, view::Font::Mono);
      if (row.ratio > 0 && !hidden) {
        const float length = paint.px(84), share = static_cast<float>(std::min(1.0, row.ratio / 32));
        paint.fill({bar, cy - 4, length, 8}, on ? t.line : t.bg2, 2);
        paint.fill({bar, cy - 4, std::max(4.f, length * share), 8}, row.over_ideal ? t.conflict : t.edge, 2);
        char times[32];
        std::snprintf(times, sizeof times, row.ratio == std::floor(row.ratio) ? "%.0f×" : "%.1f×", row.ratio);
        paint.mid(bar + length + paint.px(8), cy, times, em, row.over_ideal ? value : quiet,
                  row.over_ideal ? view::Font::SemiBold : view::Font::Regular);
      }
      float why_x = why;
      const results::Wrong wrong = c.session.results().wrong_at(row.site);
      if (wide && first && wrong != results::Wrong::Nothing) { // before what it costs
        paint.glyph(Glyph::Warning, why_x + paint.px(7), cy, paint.size(14), t.hazard);
        why_x = paint.mid(why_x + paint.px(20), cy,
                          language::tr(wrong == results::Wrong::Fault ? "results.faults" : "results.races"),
                          em, t.t1, view::Font::SemiBold) +
                paint.px(10);
      }
      if (wide && !hidden) paint.mid_fit(why_x, cy, row.why, box.w - margin - why_x, em, quiet);
      y += row_h;
    }
    if (shown_.empty()) nothing(c, paint, margin, y + row_h / 2, box.w - 2 * margin);
    end_rows(y + scroll_y - box.y);
  }

  std::string filter_, problem_;
  PinFollower pin_;
  results::ResultOrder order_;
  std::vector<std::size_t> shown_; ///< rows of the session, filtered and sorted
  ChartView chart_;
  MeasuredView measured_;
  OutputView output_;
  ValuesView values_;
  RooflineView roofline_;
};

} // namespace

std::unique_ptr<Panel> make_results_panel() { return std::make_unique<ResultsPanel>(); }

} // namespace warpscope::panels
