// The table of A beside B.
#include "app/panels/results/pair.h"

#include "app/language/language.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/view/wording.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

std::string value_text(const std::optional<std::uint64_t>& value) {
  return value ? grouped(*value) : std::string("–");
}

struct Columns {
  float line, code, counter, ideal, a, b, difference, ratio;
};

/// What a row compares: for the warp on the stage in expression mode, else for the widest scope that both
/// sides know.
struct Compared {
  std::optional<std::uint64_t> a, b;
  std::uint64_t ideal = 0;
};
Compared values_of(const results::PairRow& row, bool expression) {
  if (expression && (row.warp_a || row.warp_b)) return {row.warp_a, row.warp_b, row.ideal_warp};
  return {row.a, row.b, row.ideal};
}

} // namespace

std::string compared_table(const session::Session& session) {
  const bool expression = session.document().mode == document::SourceMode::Expression;
  std::string table = "line\taccess\tcounter\tideal\tA\tB\tdifference\tratio\n";
  for (const results::PairRow& row : session.pair_rows()) {
    const Compared v = values_of(row, expression);
    table += (row.line == 0 ? "total" : std::to_string(row.line)) + '\t' + row.code + '\t' +
             results::info_of(row.counter).label + '\t' + std::to_string(v.ideal) + '\t' +
             (v.a ? std::to_string(*v.a) : "") + '\t' + (v.b ? std::to_string(*v.b) : "") + '\t';
    if (v.a && v.b)
      table += std::to_string(static_cast<std::int64_t>(*v.b) - static_cast<std::int64_t>(*v.a)) + '\t' +
               view::ratio_words(*v.a, *v.b);
    else table += '\t';
    table += '\n';
  }
  return table;
}

bool compared_results(PanelContext& c, view::Box box) {
  if (c.session.pair().pinned() == nullptr || c.session.counts_hidden()) return false;
  const std::vector<results::PairRow>& rows = c.session.pair_rows();
  const bool expression = c.session.document().mode == document::SourceMode::Expression;
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::BeginChild("##compared", {box.w, box.h}, ImGuiChildFlags_None, ImGuiWindowFlags_None);
  const float scroll = ImGui::GetScrollY();
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const view::Theme& t = c.theme;
  const bool dim = c.session.runs().stale();
  const float margin = table_margin(c, paint), em = paint.size(15), body = paint.size(16),
              row_h = paint.px(29), head_h = paint.px(30);
  const float inner = box.w - 2 * margin, left = box.x + margin;
  Columns x{};
  x.line = left + paint.px(32);
  x.code = x.line + paint.px(20);
  x.counter = expression ? left : x.code + inner * .22f;
  x.ideal = x.counter + paint.px(230) + inner * .05f;
  const float unit = std::clamp((box.x + box.w - margin - x.ideal) / 6, paint.px(56), paint.px(130));
  x.a = x.ideal + unit;
  x.b = x.a + unit;
  x.difference = x.b + unit;
  x.ratio = x.difference + paint.px(32);
  float y = box.y - scroll;

  const bool launch = !rows.empty() && rows.front().whole_launch;
  const auto head = [&](std::string_view label, float at, bool to_the_right, bool strong,
                        std::string_view tip) {
    const view::Font font = strong ? view::Font::SemiBold : view::Font::Regular;
    const float w = paint.width(label, em, font), from = to_the_right ? at - w : at;
    paint.mid(from, y + head_h / 2, label, em, strong ? t.t1 : t.t2, font);
    tooltip_at(paint, c.fonts, {from, y, w, head_h}, tip);
  };
  const std::string_view scope = expression ? language::tr("compare.of_warp")
                                 : launch   ? language::tr("compare.of_launch")
                                            : language::tr("compare.of_block");
  if (!expression) head(language::tr("compare.line"), x.line, true, false, "");
  head(language::tr("compare.counter"), x.counter, false, false, "");
  head(language::tr("compare.ideal"), x.ideal, true, false, language::tr("compare.ideal_tip"));
  head("A", x.a, true, true, language::trf("compare.a_tip", language::arg("scope", scope)));
  head("B", x.b, true, true, language::trf("compare.b_tip", language::arg("scope", scope)));
  head(language::tr("compare.difference"), x.difference, true, false, language::tr("compare.difference_tip"));
  head(language::tr("compare.ratio"), x.ratio, false, false, language::tr("compare.ratio_tip"));
  y += head_h;
  if (rows.empty()) paint.mid(left, y + row_h / 2, language::tr("compare.nothing"), body, t.t2);
  for (std::size_t i = 0; i < rows.size(); ++i, y += row_h) {
    if (y > box.y + box.h || y + row_h < box.y) continue;
    const results::PairRow& row = rows[i];
    const Compared v = values_of(row, expression);
    const float cy = y + row_h / 2;
    const bool total = row.site_a == results::no_site && row.site_b == results::no_site;
    ImGui::SetCursorScreenPos({box.x, y});
    ImGui::PushID(static_cast<int>(i));
    if (pressable("##row", {box.w, row_h}) && row.site_b != results::no_site && row.line != 0) {
      c.session.play(false);
      c.session.time().seek_line(row.line);
    }
    ImGui::PopID();
    focus_ring(paint, {box.x + 1, y, box.w - 2, row_h}, paint.px(4));
    if (ImGui::IsItemHovered()) {
      paint.fill({box.x, y, box.w, row_h}, t.bg2);
      if (row.site_b != results::no_site) c.ui.hover_line(row.line);
    } else if (row.first_of_site && i > 0) {
      paint.line(left, y, box.x + box.w - margin, y, total ? t.edge : view::with_alpha(t.line, .7f));
    }
    const view::Color plain = dim ? t.t3 : t.t1, quiet = dim ? t.t3 : t.t2;
    if (!expression && row.first_of_site) {
      if (total) {
        paint.mid(x.code, cy, language::tr("compare.all_lines"), body, plain, view::Font::SemiBold);
      } else {
        paint.mid_right(x.line, cy, std::to_string(row.line), em, t.t3, view::Font::Mono);
        paint.code(x.code, cy, row.code, em, x.counter - x.code - paint.px(16));
      }
    }
    paint.mid_fit(x.counter, cy, results::info_of(row.counter).label,
                  x.ideal - x.counter - paint.width(grouped(v.ideal), body, view::Font::Mono) - paint.px(16),
                  body, quiet);
    const bool has_ideal = v.ideal != 0 || results::is_excess(row.counter);
    paint.mid_right(x.ideal, cy, has_ideal ? grouped(v.ideal) : "–", body, quiet, view::Font::Mono);
    const auto number = [&](float at, const std::optional<std::uint64_t>& value) {
      const bool worse = value && has_ideal && *value > v.ideal;
      paint.mid_right(at, cy, value_text(value), body,
                      dim || !value ? t.t3
                      : worse       ? t.conflict_text
                                    : t.t1,
                      worse ? view::Font::MonoBold : view::Font::Mono);
    };
    number(x.a, v.a);
    number(x.b, v.b);
    std::string tip = results::tooltip_of(row.counter);
    if (!row.code_a.empty()) tip += "\n" + language::trf("compare.in_a", language::arg("code", row.code_a));
    if (v.a && v.b) {
      paint.mid_right(x.difference, cy, view::difference_words(*v.a, *v.b), body, quiet, view::Font::Mono);
      const bool fewer = *v.b<*v.a, more = *v.b> * v.a;
      const view::Color color = dim ? t.t3 : fewer ? t.now : more ? t.conflict_text : t.t2;
      if (fewer || more)
        paint.glyph(fewer ? Glyph::Down : Glyph::Stack, x.ratio + paint.px(6), cy, paint.size(13), color);
      paint.mid_fit(x.ratio + paint.px(20), cy, view::ratio_words(*v.a, *v.b),
                    box.x + box.w - margin - x.ratio - paint.px(20), body, color,
                    fewer || more ? view::Font::SemiBold : view::Font::Regular);
    } else {
      paint.mid_fit(x.ratio, cy, v.a ? language::tr("compare.only_a") : language::tr("compare.only_b"),
                    box.x + box.w - margin - x.ratio, em, t.t3);
    }
    tooltip(paint, c.fonts, tip);
  }
  ImGui::SetCursorPos({0, std::max(0.f, y + scroll - box.y - 1)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  return true;
}

} // namespace warpscope::panels
