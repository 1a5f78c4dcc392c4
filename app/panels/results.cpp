// The simulated counts, a row a line and counter, and the totals.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hardware_rows.h"

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace warpscope {

namespace {

class ResultsPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    header(c, paint);
    const Box box = c.layout.results;
    if (box.h < paint.px(40)) return;
    if (c.session.document().mode == SourceMode::Expression) expression(c, box);
    else kernel(c, box);
  }

 private:
  static void header(PanelContext& c, const Paint& paint) {
    const Box strip = c.layout.results_tabs;
    const Theme& t = c.theme;
    const float margin = paint.px(c.layout.big ? 24 : 18), cy = strip.y + strip.h / 2, em = paint.size(15);
    float end = 0;
    tab_row(paint, strip, margin, {{"##tab_simulated", "", "Simulated"}}, 0, paint.px(28), end);
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, t.line);
    const SimulationResult* picture = c.session.picture();
    if (picture == nullptr) return;
    const ResolvedLaunch& launch = picture->launch;
    std::string text;
    const std::uint64_t blocks = launch.grid.count();
    if (c.session.document().mode == SourceMode::Kernel) {
      text = launch.kernel + " · grid " + format_dim(launch.grid) + " · block " + format_dim(launch.block) + " · " + grouped(blocks) +
             (blocks == 1 ? " block" : " blocks");
    } else {
      text = "one block of " + format_dim(launch.block) + " threads";
    }
    const std::optional<float> progress = c.session.grid_progress();
    float right = strip.x + strip.w - margin;
    if (progress) {
      char share[64];
      std::snprintf(share, sizeof share, "counting the whole grid: %d %%", static_cast<int>(*progress * 100));
      right = paint.mid_right(right, cy, share, em, t.t2) - paint.px(12);
      const float w = paint.px(160);
      paint.fill({right - w, cy - 3, w, 6}, t.bg3, 3);
      paint.fill({right - w, cy - 3, w * *progress, 6}, t.now, 3);
      right -= w + paint.px(16);
    } else if (const SimulationResult* grid = c.session.grid(); grid != nullptr && !c.session.stale()) {
      for (const CheckResult& check : grid->checks) {
        const bool good = check.mismatches == 0;
        const std::string said = good ? check.output + " is right" : check.output + ": " + check.first;
        const float start = paint.mid_right(right, cy, said, em, good ? t.t2 : t.hazard);
        paint.glyph(good ? Glyph::Check : Glyph::Warning, start - paint.px(14), cy, paint.size(14), good ? t.now : t.hazard);
        tooltip_at(paint, c.fonts, {start - paint.px(24), strip.y, right - start + paint.px(24), strip.h},
                   good ? "Every element equals what the reference kernel in this file computes." : "The reference kernel in this file computes something else.");
        right = start - paint.px(40);
      }
    }
    paint.mid_fit(end + paint.px(8), cy, text, right - end - paint.px(16), em, t.t2);
  }

  /// Where the numbers come from, right of them when there is room. Returns the width it takes.
  static float card(const PanelContext& c, const Paint& paint, Box box, float margin, float from) {
    const std::string rest = "by rules checked against " + grouped(hardware_rows) + " hardware measurements.";
    constexpr std::string_view first = "Every count is simulated";
    const float em = paint.size(15), small = paint.size(14), pad = paint.px(18);
    const float w = 2 * pad + std::max(paint.width(first, em, Font::SemiBold), paint.width(rest, small)), h = paint.px(76);
    if (from + w + margin > box.w || h + paint.px(20) > box.h) return 0;
    const Box place{box.x + box.w - margin - w, box.y + paint.px(12), w, h};
    paint.outline(place, c.theme.line, paint.px(6));
    paint.mid(place.x + pad, place.y + h / 2 - paint.px(12), first, em, c.theme.t1, Font::SemiBold);
    paint.mid(place.x + pad, place.y + h / 2 + paint.px(13), rest, small, c.theme.t2);
    return w + margin;
  }

  struct Column {
    std::string_view label;
    float x = 0;
    bool right = false;
    bool strong = false;
    std::string_view tip;
  };

  static void head(const PanelContext& c, const Paint& paint, const std::vector<Column>& columns, float cy, float em) {
    for (const Column& column : columns) {
      const Color color = column.strong ? c.theme.t1 : c.theme.t2;
      const Font font = column.strong ? Font::SemiBold : Font::Regular;
      const float w = paint.width(column.label, em, font);
      const float x = column.right ? column.x - w : column.x;
      paint.mid(x, cy, column.label, em, color, font);
      tooltip_at(paint, c.fonts, {x, cy - em, w, 2 * em}, column.tip);
    }
  }

  void expression(PanelContext& c, Box box) {
    const float scroll_y = begin_rows(c, box);
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const Theme& t = c.theme;
    const bool dim = c.session.stale();
    const float margin = paint.px(c.layout.big ? 24 : 18), em = paint.size(15), body = paint.size(17), row_h = paint.px(c.layout.big ? 30 : 32);
    const float unit = std::min(paint.px(112), (box.w - 2 * margin) / 7);
    const float label_w = std::min(paint.px(270), box.w * .36f);
    const float ideal = margin + label_w + unit, warp = ideal + unit, block = warp + unit;
    const std::string warp_label = "warp " + std::to_string(std::min(c.session.document().warp, c.session.warps() - 1));
    const float card_w = card(c, paint, box, margin, block + paint.px(300));
    float y = box.y - scroll_y;
    const float head_h = paint.px(30);
    head(c, paint,
         {{"counter", margin, false, false, ""},
          {"ideal", ideal, true, false, "What the same bytes of this warp need at best."},
          {warp_label, warp, true, true, "The warp on the stage."},
          {"block", block, true, true, "All warps of the block together."}},
         y + head_h / 2, em);
    y += head_h;
    for (const ResultRow& row : c.session.rows()) {
      const float cy = y + row_h / 2;
      const bool conflict = row.over_ideal;
      const Color value = dim ? t.t3 : conflict ? t.conflict_text : t.t1;
      const Font font = conflict ? Font::MonoBold : Font::Mono;
      paint.mid_fit(margin, cy, info_of(row.counter).label, label_w, body, dim ? t.t3 : t.t1);
      paint.mid_right(ideal, cy, grouped(row.ideal_warp), body, dim ? t.t3 : t.t2, Font::Mono);
      paint.mid_right(warp, cy, grouped(row.warp), body, value, font);
      paint.mid_right(block, cy, grouped(row.block), body, value, font);
      const float why = block + paint.px(40);
      if (!row.why.empty()) paint.mid_fit(why, cy, row.why, box.w - margin - card_w - why, body, dim ? t.t3 : t.t2);
      tooltip_at(paint, c.fonts, {box.x, y, block, row_h}, tooltip_of(row.counter));
      y += row_h;
    }
    if (c.session.rows().empty() && c.session.picture() != nullptr) paint.mid(margin, y + row_h / 2, "No access of this block touches memory.", body, t.t2);
    end_rows(y + scroll_y - box.y);
  }

  void kernel(PanelContext& c, Box box) {
    const float scroll_y = begin_rows(c, box);
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const Theme& t = c.theme;
    const bool dim = c.session.stale();
    const float margin = paint.px(c.layout.big ? 24 : 18), em = paint.size(15), body = paint.size(16), row_h = paint.px(29);
    const float inner = box.w - 2 * margin;
    const bool wide = box.w > paint.px(1250);
    const float line = margin + paint.px(32), code = line + paint.px(20);
    const float counter = code + inner * (wide ? .17f : .2f);
    const float ideal = counter + paint.px(240) + inner * .07f, block = ideal + inner * .085f, launch = block + inner * .1f;
    const float bar = launch + paint.px(36), why = bar + paint.px(150);
    float y = box.y - scroll_y;
    const float head_h = paint.px(30);
    head(c, paint,
         {{"line", line, true, false, ""},
          {"counter", counter, false, false, ""},
          {"ideal", ideal, true, false, "What the same bytes need at best, over the whole launch."},
          {"block 0", block, true, false, "The traced block, the one on the stage."},
          {"simulated", launch, true, true, "All blocks of the grid."},
          {"to ideal", bar, false, false, "Simulated divided by ideal; the bar is full at 32."},
          {wide ? "why" : "", why, false, false, ""}},
         y + head_h / 2, em);
    y += head_h;
    const std::uint32_t site_now = c.session.site_now();
    for (const ResultRow& row : c.session.rows()) {
      const float cy = y + row_h / 2;
      if (y > box.y + box.h || y + row_h < box.y) {
        y += row_h;
        continue;
      }
      const bool on = row.site != ~0u && row.site == site_now, total = row.site == ~0u;
      ImGui::SetCursorScreenPos({box.x, y});
      ImGui::PushID(static_cast<int>(row.site * 16 + static_cast<std::uint32_t>(row.counter)));
      if (ImGui::InvisibleButton("##row", {box.w, row_h}) && row.line != 0) {
        c.session.play(false);
        c.session.seek_line(row.line);
      }
      ImGui::PopID();
      const bool hot = ImGui::IsItemHovered();
      if (on) {
        paint.fill({box.x, y, box.w, row_h}, t.bg3);
        paint.fill({box.x, y, 4, row_h}, t.now);
      } else if (hot) {
        paint.fill({box.x, y, box.w, row_h}, t.bg2);
      } else if (row.first_of_site) {
        paint.line(margin, y, box.w - margin, y, total ? t.edge : with_alpha(t.line, .7f));
      }
      const Color quiet = dim ? t.t3 : on ? t.t1 : t.t2, plain = dim ? t.t3 : t.t1;
      if (row.first_of_site && !total) {
        paint.mid_right(line, cy, std::to_string(row.line), em, on ? t.t1 : t.t3, Font::Mono);
        paint.code(code, cy, row.code, em, counter - code - paint.px(16));
      } else if (row.first_of_site) {
        paint.mid(code, cy, "all lines", body, plain, Font::SemiBold);
      }
      paint.mid_fit(counter, cy, info_of(row.counter).label, ideal - counter - paint.width(grouped(row.ideal), body, Font::Mono) - paint.px(16), body, quiet);
      paint.mid_right(ideal, cy, grouped(row.ideal), body, quiet, Font::Mono);
      paint.mid_right(block, cy, grouped(row.block), body, quiet, Font::Mono);
      const Color value = dim ? t.t3 : row.over_ideal ? t.conflict_text : t.t1;
      if (row.has_launch) paint.mid_right(launch, cy, grouped(row.launch), body, value, row.over_ideal ? Font::MonoBold : Font::Mono);
      else paint.mid_right(launch, cy, "…", body, t.t3, Font::Mono);
      if (row.ratio > 0) {
        const float length = paint.px(84), share = static_cast<float>(std::min(1.0, row.ratio / 32));
        paint.fill({bar, cy - 4, length, 8}, on ? t.line : t.bg2, 2);
        paint.fill({bar, cy - 4, std::max(4.f, length * share), 8}, row.over_ideal ? t.conflict : t.edge, 2);
        char times[32];
        std::snprintf(times, sizeof times, row.ratio == std::floor(row.ratio) ? "%.0f×" : "%.1f×", row.ratio);
        paint.mid(bar + length + paint.px(8), cy, times, em, row.over_ideal ? value : quiet, row.over_ideal ? Font::SemiBold : Font::Regular);
      }
      if (wide) paint.mid_fit(why, cy, row.why, box.w - margin - why, em, quiet);
      tooltip(paint, c.fonts, tooltip_of(row.counter) + (row.why.empty() ? "" : "\n" + row.why) + (row.line != 0 ? "\nClick: go to this line's next access." : ""));
      y += row_h;
    }
    if (c.session.rows().empty() && c.session.picture() != nullptr) paint.mid(margin, y + row_h / 2, "No access of this launch touches memory.", body, t.t2);
    end_rows(y + scroll_y - box.y);
  }

  /// Scrolls by whole windows; returns how far it is scrolled.
  static float begin_rows(PanelContext&, Box box) {
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::BeginChild("##rows", {box.w, box.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav);
    return ImGui::GetScrollY();
  }
  static void end_rows(float height) {
    ImGui::SetCursorPos({0, std::max(0.f, height - 1)});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
  }
};

} // namespace

std::unique_ptr<Panel> make_results_panel() { return std::make_unique<ResultsPanel>(); }

} // namespace warpscope
