// The rows of the Measured tab: a line and counter each, simulated and as a GPU counted it.
#include "app/language/language.h"
#include "app/panels/results/measured.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace warpscope::panels {

namespace {

std::string ratio_text(double ratio) {
  char text[32];
  std::snprintf(text, sizeof text, ratio == std::floor(ratio) || ratio >= 100 ? "%.0f×" : "%.1f×", ratio);
  return text;
}

bool is_unexplained(const measuring::MeasuredLine& row) {
  return row.reason.why == compare::Why::Unexplained && !row.due;
}

view::Color color_of(const measuring::MeasuredLine& row, const view::Theme& t, bool dim) {
  return dim                                                ? t.t3
         : is_unexplained(row)                              ? t.hazard
         : row.reason.why == compare::Why::Equal || row.due ? t.t2
                                                            : t.t1;
}

std::string difference_text(const measuring::MeasuredLine& row) {
  const std::optional<std::uint64_t>& measured = row.as_compiled ? row.as_compiled : row.as_written;
  return measured ? view::difference_words(row.simulated, *measured) : std::string("–");
}

/// Draws marks that do not depend on colour: a tick, a warning.
void mark(const Paint& paint, const measuring::MeasuredLine& row, float x, float cy, bool dim) {
  const view::Theme& t = paint.theme();
  if (row.reason.why == compare::Why::Equal)
    paint.glyph(Glyph::Check, x, cy, paint.size(13), dim ? t.t3 : t.now);
  if (is_unexplained(row)) paint.glyph(Glyph::Warning, x, cy, paint.size(14), dim ? t.t3 : t.hazard);
}

} // namespace

MeasuredView::Columns MeasuredView::columns(const PanelContext& c, const Paint& paint, view::Box box,
                                            const std::vector<measuring::MeasuredLine>& rows) const {
  const float margin = table_margin(c, paint), em = paint.size(15), body = paint.size(16),
              inner = box.w - 2 * margin;
  const bool expression = c.session.document().mode == document::SourceMode::Expression;
  std::uint64_t most = 0;
  float widest_label = 0, widest_difference = paint.width(language::tr("measured.why_equal"), em);
  float widest_ratio = 0;
  for (const measuring::MeasuredLine& row : rows) {
    most = std::max({most, row.simulated, row.as_written.value_or(0), row.as_compiled.value_or(0)});
    widest_label = std::max(widest_label, paint.width(results::info_of(row.counter).label, body));
    widest_difference = std::max(widest_difference,
                                 paint.width(difference_text(row), body, view::Font::Mono));
    if (row.ratio > 0)
      widest_ratio = std::max(widest_ratio, paint.width(ratio_text(row.ratio), em, view::Font::SemiBold));
  }
  const float number = paint.width(grouped(most), body, view::Font::MonoBold);
  const auto next = [&](float before, std::string_view label) {
    return before + std::max(number, paint.width(label, em, view::Font::SemiBold)) +
           paint.px(c.layout.big ? 30 : 18);
  };
  Columns x;
  x.line = box.x + margin + paint.px(32);
  x.code = x.line + paint.px(20);
  x.counter = x.code + inner * (c.layout.big ? .19f : .15f);
  if (expression) x.counter = x.code = box.x + margin;
  x.simulated = next(x.counter + std::min(widest_label, inner * .2f), language::tr("measured.simulated"));
  x.written = next(x.simulated, language::tr("measured.as_written"));
  x.compiled = next(x.written, language::tr("measured.as_compiled"));
  x.difference = x.compiled + paint.px(28);
  x.bar = x.difference +
          std::max(widest_difference + paint.px(20), paint.width(language::tr("measured.difference"), em)) +
          paint.px(24);
  // In a narrow table the bar becomes shorter and then goes; the ratio goes only where it would be cut off.
  const float gap = paint.px(8), end = box.x + box.w - ImGui::GetStyle().ScrollbarSize - 2;
  x.bar_w = std::min(paint.px(c.layout.big ? 84 : 48), end - x.bar - gap - widest_ratio);
  if (x.bar_w < paint.px(16)) x.bar_w = 0;
  x.ratio = x.bar + (x.bar_w > 0 ? x.bar_w + gap : 0);
  const float head = paint.width(language::tr("results.column_to_ideal"), em, view::Font::SemiBold);
  x.shows_ratio = std::max(x.ratio + widest_ratio, x.bar + head) <= end;
  x.why = x.bar + x.bar_w + paint.px(c.layout.big ? 60 : 52);
  return x;
}

void MeasuredView::table(PanelContext& c, view::Box box) {
  const measuring::Measuring& m = c.measuring;
  const float scroll_y = begin_rows("##measured_rows", box);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const float margin = table_margin(c, paint), em = paint.size(15), row_h = paint.px(29),
              head_h = paint.px(30);
  float y = box.y - scroll_y;
  if (m.table() == nullptr) {
    shown_.clear();
    paint.mid_fit(
        box.x + margin, y + row_h / 2,
        language::tr(c.session.runs().trouble().empty() ? "measured.counting" : "measured.no_counts_here"),
        box.w - 2 * margin, paint.size(16), c.theme.t2);
    end_rows(row_h);
    return;
  }
  const std::vector<measuring::MeasuredLine>& rows = m.table()->rows;
  if (rows.empty() && m.arriving()) {
    shown_.clear();
    paint.mid_fit(box.x + margin, y + row_h / 2, language::tr("measured.counters_come"), box.w - 2 * margin,
                  paint.size(16), c.theme.t2);
    end_rows(row_h);
    return;
  }
  shown_ = measuring::arrange(rows, filter_, order_, problem_);
  // Equal requests and lanes say nothing beside equal wavefronts and sectors: they are shown when asked for.
  const bool requests = results::says_word(filter_, "request"), lanes = results::says_word(filter_, "lane");
  std::erase_if(shown_, [&](std::size_t i) {
    const model::CounterKind kind = rows[i].counter.kind;
    return rows[i].reason.why == compare::Why::Equal &&
           ((kind == model::CounterKind::Requests && !requests) ||
            (kind == model::CounterKind::Lanes && !lanes));
  });
  x_ = columns(c, paint, box, rows);
  const auto head = [](measuring::MeasuredColumn column, float x, bool right, std::string_view label,
                       const std::string_view tip, bool strong = false) {
    return TableHead{static_cast<int>(column), x, right, std::string(label), std::string(tip), strong};
  };
  std::vector<TableHead> heads;
  if (c.session.document().mode == document::SourceMode::Kernel) {
    heads.push_back(head(measuring::MeasuredColumn::Line, x_.line, true, language::tr("results.column_line"),
                         language::tr("results.column_line_tip")));
    heads.push_back(head(measuring::MeasuredColumn::Code, x_.code, false, language::tr("measured.code"),
                         language::tr("measured.code_tip")));
  }
  heads.push_back(head(measuring::MeasuredColumn::Counter, x_.counter, false,
                       language::tr("results.column_counter"),
                       std::string(language::tr("results.column_counter_tip")) + "\n" +
                           std::string(language::tr("measured.requests_hidden"))));
  heads.push_back(head(measuring::MeasuredColumn::Simulated, x_.simulated, true,
                       language::tr("measured.simulated"), language::tr("results.column_launch_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::AsWritten, x_.written, true,
                       language::tr("measured.as_written"), language::tr("measured.as_written_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::AsCompiled, x_.compiled, true,
                       language::tr("measured.as_compiled"), language::tr("measured.as_compiled_tip"), true));
  heads.push_back(head(measuring::MeasuredColumn::Difference, x_.difference, false,
                       language::tr("measured.difference"), language::tr("measured.difference_tip")));
  if (x_.shows_ratio)
    heads.push_back(head(measuring::MeasuredColumn::Ratio, x_.bar, false,
                         language::tr("results.column_to_ideal"),
                         language::tr("results.column_to_ideal_tip")));
  if (x_.why + paint.px(60) < box.x + box.w)
    heads.push_back(head(measuring::MeasuredColumn::Why, x_.why, false, language::tr("results.column_why"),
                         language::tr("measured.why_tip")));
  const std::optional<int> sorted = order_.column ? std::optional(static_cast<int>(*order_.column))
                                                  : std::nullopt;
  if (const std::optional<int> clicked = table_heads(c, paint, heads, sorted, order_.descending,
                                                     y + head_h / 2, em))
    order_ = order_.after_click(static_cast<measuring::MeasuredColumn>(*clicked));
  y += head_h;
  std::uint32_t before = ~0u;
  for (const std::size_t index : shown_) {
    const bool first = order_.column.has_value() || rows[index].line != before;
    before = rows[index].line;
    if (y <= box.y + box.h && y + row_h >= box.y) {
      ImGui::PushID(static_cast<int>(index));
      row(c, paint, rows[index], {box.x, y, box.w, row_h}, first);
      ImGui::PopID();
    }
    y += row_h;
  }
  if (shown_.empty())
    paint.mid_fit(box.x + margin, y + row_h / 2,
                  rows.empty() ? std::string(language::tr("measured.no_lines"))
                               : language::trf("results.no_row", language::arg("filter", filter_)),
                  box.w - 2 * margin, paint.size(16), c.theme.t2);
  end_rows(y + scroll_y - box.y);
}

void MeasuredView::row(PanelContext& c, const Paint& paint, const measuring::MeasuredLine& row, view::Box box,
                       bool first) {
  const view::Theme& t = c.theme;
  const bool dim = c.measuring.of_older_text(),
             kernel = c.session.document().mode == document::SourceMode::Kernel, total = row.line == 0;
  const float margin = table_margin(c, paint), em = paint.size(15), body = paint.size(16),
              cy = box.y + box.h / 2, end = box.x + box.w - margin;
  ImGui::SetCursorScreenPos({box.x, box.y});
  const bool clicked = pressable("##row", {box.w, box.h});
  const bool hot = ImGui::IsItemHovered();
  if (clicked && !total && !dim) {
    c.session.play(false);
    c.session.time().seek_line(row.line);
  }
  if (hot && !total && kernel && !dim) c.ui.hover_line(row.line);
  const std::uint32_t site = c.session.time().site();
  const run::Result* picture = c.session.runs().picture();
  const bool on = !total && !dim && picture != nullptr && picture->program &&
                  site < picture->program->sites.size() && picture->program->sites[site].is_of_line(row.line);
  if (on) {
    paint.fill(box, t.bg3);
    paint.fill({box.x, box.y, 4, box.h}, t.now);
  } else if (hot || (!total && kernel && row.line == c.ui.hover.line)) paint.fill(box, t.bg2);
  else if (first)
    paint.line(box.x + margin, box.y, end, box.y, total ? t.edge : view::with_alpha(t.line, .7f));
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) paint.outline(box, t.now, paint.px(4), 2);
  std::string tip = results::tooltip_of(row.counter);
  if (row.due) tip += "\n" + std::string(language::tr("measured.why_due_tip"));
  else if (row.reason.why != compare::Why::Equal)
    tip += "\n" + std::string(measuring::why_label(row.reason.why)) + ": " + row.reason.because;
  if (is_unexplained(row)) tip += "\n" + std::string(language::tr("measured.unexplained_tip"));
  if (!total && !dim) tip += "\n" + std::string(language::tr("results.click"));
  tooltip(paint, c.fonts, tip);

  const view::Color quiet = dim ? t.t3 : on ? t.t1 : t.t2, plain = dim ? t.t3 : t.t1;
  if (kernel && first && !total) {
    paint.mid_right(x_.line, cy, std::to_string(row.line), em, on ? t.t1 : t.t3, view::Font::Mono);
    paint.code(x_.code, cy, row.code, em, x_.counter - x_.code - paint.px(16));
  } else if (kernel && first) {
    paint.mid_fit(x_.code, cy, language::tr("results.all_lines"), x_.counter - x_.code - paint.px(8), body,
                  plain, view::Font::SemiBold);
  }
  const float number_w = paint.width(grouped(row.simulated), body, view::Font::MonoBold);
  paint.mid_fit(x_.counter, cy, results::info_of(row.counter).label,
                x_.simulated - x_.counter - number_w - paint.px(10), body, quiet);
  const bool over = row.ideal && row.simulated > *row.ideal;
  paint.mid_right(x_.simulated, cy, grouped(row.simulated), body,
                  dim    ? t.t3
                  : over ? t.conflict_text
                         : t.t1,
                  over ? view::Font::MonoBold : view::Font::Mono);
  const auto measured = [&](float right, const std::optional<std::uint64_t>& value) {
    const bool differs = value && *value != row.simulated;
    paint.mid_right(right, cy, value ? grouped(*value) : std::string("–"), body,
                    !value || dim ? t.t3
                    : differs     ? color_of(row, t, dim)
                                  : t.t1,
                    differs ? view::Font::MonoBold : view::Font::Mono);
  };
  measured(x_.written, row.as_written);
  measured(x_.compiled, row.as_compiled);
  const bool equal = row.reason.why == compare::Why::Equal, unexplained = is_unexplained(row);
  mark(paint, row, x_.difference + paint.px(6), cy, dim);
  paint.mid(x_.difference + (equal || unexplained ? paint.px(18) : 0), cy,
            equal ? std::string(measuring::why_label(compare::Why::Equal)) : difference_text(row),
            equal ? em : body, color_of(row, t, dim), equal ? view::Font::Regular : view::Font::Mono);
  if (row.ratio > 0 && x_.shows_ratio) {
    const float share = static_cast<float>(std::min(1.0, row.ratio / 32));
    if (x_.bar_w > 0) {
      paint.fill({x_.bar, cy - 4, x_.bar_w, 8}, on ? t.line : t.bg2, 2);
      paint.fill({x_.bar, cy - 4, std::max(4.f, x_.bar_w * share), 8},
                 dim    ? t.line
                 : over ? t.conflict
                        : t.edge,
                 2);
    }
    paint.mid(x_.ratio, cy, ratio_text(row.ratio), em,
              dim    ? t.t3
              : over ? t.conflict_text
                     : quiet,
              over ? view::Font::SemiBold : view::Font::Regular);
  }
  if (equal || x_.why + paint.px(60) >= end) return;
  if (row.due)
    return void(paint.mid_fit(
        x_.why, cy, language::tr(c.measuring.reasons_due() ? "measured.why_due" : "measured.why_unasked"),
        end - x_.why, em, quiet));
  const float to = paint.mid_fit(x_.why, cy, measuring::why_label(row.reason.why), end - x_.why, em,
                                 color_of(row, t, dim), view::Font::SemiBold) +
                   paint.px(8);
  if (to + paint.px(40) < end) paint.mid_fit(to, cy, row.reason.because, end - to, em, quiet);
}

void MeasuredView::copy(PanelContext& c) {
  if (c.measuring.table() == nullptr) return;
  ImGui::SetClipboardText(
      measuring::measured_text(c.measuring.table()->rows, shown_, results::TableFormat::Tsv).c_str());
  c.ui.say(language::trf("results.copied", language::arg("rows", shown_.size())), false);
}

} // namespace warpscope::panels
