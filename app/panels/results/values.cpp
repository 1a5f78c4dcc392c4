// Draws the Values tab: a row for each variable, in one cell where all lanes agree, else a cell for each
// lane.
#include "app/panels/results/values.h"

#include "app/language/language.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "misc/cpp/imgui_stdlib.h"
#include "sim/program/program.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace warpscope::panels {

namespace {

constexpr std::size_t most_watches = 16;

/// The lane's value in as many digits as fit the width.
std::string fitted(const Paint& paint, const playback::LaneVariable& variable, std::uint32_t lane,
                   float width, float em) {
  std::string text;
  for (const int digits : {6, 4, 3, 2}) {
    text = playback::lane_text(variable, lane, digits);
    if (paint.width(text, em, view::Font::Mono) <= width) break;
  }
  return text;
}

} // namespace

void ValuesView::follow(const PanelContext& c) {
  const playback::RunPtr& run = c.session.time().run();
  if (run == nullptr || c.session.time().track().empty()) {
    run_ = 0;
    step_ = {};
    return;
  }
  const std::size_t event = c.session.time().moment().event;
  const std::uint32_t warp = c.session.document().mode == document::SourceMode::Expression
                                 ? std::min(c.session.document().warp, c.session.warps() - 1)
                                 : 0;
  const bool same_watches = std::equal(
      watched_.begin(), watched_.end(), c.ui.watches.begin(), c.ui.watches.end(),
      [](const Watched& w, const std::string& text) { return w.text == text; });
  if (run_ == run->id() && event_ == event && warp_ == warp && same_watches) return;
  run_ = run->id(), event_ = event, warp_ = warp;
  step_ = playback::values_at(*run, event, warp);
  const trace::BlockTrace::Event& at = run->trace().event(event);
  line_ = at.kind == trace::StepKind::Access ? run->program().sites[at.site_or_pc].span.line
                                             : run->program().span_of(at.site_or_pc).line;
  watched_.clear();
  for (const std::string& text : c.ui.watches) {
    Watched& made = watched_.emplace_back();
    made.text = text;
    made.watch = expression::Watch::parse(text, "watch", made.wrong);
    if (made.watch != nullptr) made.now = playback::watch_at(*run, event, warp, *made.watch, made.wrong);
    else made.now.name = text;
  }
}

void ValuesView::header(PanelContext& c, const Paint& paint, float end, float right, float cy) {
  follow(c);
  field_in_strip_ = false;
  if (run_ == 0 || !step_.recorded) return;
  // A field in the strip costs the list no row.
  const float width = std::min(paint.px(460), right - end - paint.px(300)), height = paint.px(30);
  if (c.ui.watches.size() < most_watches && width > paint.px(200)) {
    right -= width;
    field(c, paint, {right, cy - height / 2, width, height});
    right -= paint.px(16);
    field_in_strip_ = true;
  }
  const std::string where = language::trf("values.where", language::arg("warp", step_.warp),
                                          language::arg("line", line_));
  std::string said = where;
  if (step_.active != step_.live)
    said += " · " + language::trf("values.part", language::arg("active", std::popcount(step_.active)),
                                  language::arg("all", std::popcount(step_.live)));
  const float em = paint.size(15), left = end + paint.px(24);
  if (paint.width(said, em) > right - left) said = where;
  if (paint.width(said, em) > right - left) return;
  const float start = paint.mid_right(right, cy, said, em, c.theme.t2);
  tooltip_at(paint, c.fonts, {start, cy - paint.px(12), right - start, paint.px(24)},
             language::tr("values.before_tip"));
}

float ValuesView::names_width(const PanelContext& c, const Paint& paint, view::Box box) const {
  float widest = paint.px(90);
  for (const playback::LaneVariable& v : step_.variables)
    widest = std::max(widest, paint.width(v.name, paint.size(16), view::Font::Mono));
  for (const Watched& w : watched_)
    widest = std::max(widest, paint.width(w.text, paint.size(16), view::Font::Mono) + paint.px(28));
  return std::min(widest, box.w * .22f) + table_margin(c, paint) + paint.px(16);
}

void ValuesView::lane_numbers(PanelContext& c, const Paint& paint, float x, float cell, float cy) const {
  const float em = paint.size(13);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool live = (step_.live >> lane & 1) != 0, active = (step_.active >> lane & 1) != 0;
    if (!live) continue;
    const float left = x + static_cast<float>(lane) * cell;
    paint.mid_centre(left + cell / 2, cy, std::to_string(lane), em, active ? c.theme.t1 : c.theme.t3,
                     active ? view::Font::SemiBold : view::Font::Regular);
    if (active) paint.fill({left + 2, cy + paint.px(9), cell - 4, 3}, c.theme.now, 1);
  }
}

float ValuesView::row(PanelContext& c, const Paint& paint, view::Box box,
                      const playback::LaneVariable& variable, float y) const {
  const view::Theme& t = c.theme;
  const float height = paint.px(c.layout.big ? 30 : 29), cy = y + height / 2, em = paint.size(16),
              margin = table_margin(c, paint), x = box.x + names_width(c, paint, box),
              right = box.x + box.w - margin;
  const bool dim = c.session.runs().stale();
  const view::Color plain = dim ? t.t3 : t.t1, quiet = dim ? t.t3 : t.t2;
  paint.line(box.x + margin, y, right, y, view::with_alpha(t.line, .7f));
  const auto sentence = [&](std::string_view text) {
    paint.mid_fit(x, cy, text, right - x, em, quiet);
    tooltip_at(paint, c.fonts, {x, y, right - x, height}, text);
  };
  switch (playback::summary_of(variable, step_)) {
  case playback::Summary::Same: {
    const float end = paint.mid(x, cy, playback::lane_text(variable, 0), em, plain, view::Font::MonoBold);
    paint.mid(end + paint.px(12), cy,
              language::trf("values.all_lanes", language::arg("count", std::popcount(step_.live))), em,
              quiet);
    return height;
  }
  case playback::Summary::Sequence: {
    const float end = paint.mid(x, cy, playback::sequence_text(variable, step_), em, plain,
                                view::Font::MonoBold);
    paint.mid(end + paint.px(12), cy, language::tr("values.lane_by_lane"), em, quiet);
    return height;
  }
  case playback::Summary::NotYet:
    sentence(variable.why.empty() ? language::tr("values.not_yet") : std::string_view(variable.why));
    return height;
  case playback::Summary::Gone: sentence(language::tr("values.gone")); return height;
  case playback::Summary::Lanes: break;
  }
  const float cell = (right - x) / warp_size, small = paint.size(13);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((step_.live >> lane & 1) == 0) continue;
    const bool active = (step_.active >> lane & 1) != 0, known = (variable.lanes.known >> lane & 1) != 0;
    const view::Box place{x + static_cast<float>(lane) * cell + 1, y + 3, cell - 2, height - 6};
    if (active) paint.fill(place, t.bg3, 2);
    else paint.dashed(place, t.edge, 1.25f, 3);
    const std::string text = fitted(paint, variable, lane, cell - 4, small);
    paint.mid_centre(place.x + place.w / 2, cy,
                     paint.width(text, small, view::Font::Mono) <= cell - 4 ? text : std::string("…"), small,
                     !known || !active || dim ? t.t3 : t.t1, view::Font::Mono);
    tooltip_at(paint, c.fonts, place,
               language::trf("values.lane_tip", language::arg("lane", lane),
                             language::arg("name", variable.name),
                             language::arg("value", playback::lane_text(variable, lane, 9))) +
                   (active ? "" : "\n" + std::string(language::tr("values.inactive_tip"))));
  }
  return height;
}

/// A watch that cannot be worked out: its text, the caret under what is wrong, and why. Returns its height.
float ValuesView::wrong_row(PanelContext& c, const Paint& paint, view::Box box, const std::string& text,
                            const Diagnostic& wrong, float y) const {
  const float margin = table_margin(c, paint), em = paint.size(16), cy = y + paint.px(15),
              names = names_width(c, paint, box), x = box.x + margin + paint.px(24);
  paint.mid_fit(x, cy, text, names - margin - paint.px(30), em, c.theme.now, view::Font::Mono);
  const std::string_view before = std::string_view(text).substr(
      0, std::min<std::size_t>(text.size(), wrong.span.column - 1));
  const float caret = x + paint.width(before, em, view::Font::Mono);
  if (caret < box.x + names)
    paint.mid(caret, cy + paint.px(12), "^", paint.size(14), c.theme.hazard, view::Font::MonoBold);
  paint.glyph(Glyph::Warning, box.x + names + paint.px(7), cy, paint.size(14), c.theme.hazard);
  paint.mid_fit(box.x + names + paint.px(24), cy, wrong.message, box.w - names - margin - paint.px(24), em,
                c.theme.t1);
  return paint.px(36);
}

float ValuesView::watches(PanelContext& c, const Paint& paint, view::Box box, float y) {
  const float margin = table_margin(c, paint), em = paint.size(16);
  std::optional<std::size_t> dropped;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const Watched& w = watched_[i];
    const float cy = y + paint.px(15);
    ImGui::PushID(static_cast<int>(i));
    if (icon_button(paint, "##drop_watch", box.x + margin + paint.px(8), cy, paint.px(22), Glyph::Close,
                    paint.size(11), c.theme.t2, language::tr("values.drop_tip")))
      dropped = i;
    ImGui::PopID();
    if (!w.wrong.empty()) {
      y += wrong_row(c, paint, box, w.text, w.wrong.front(), y);
      continue;
    }
    paint.mid_fit(box.x + margin + paint.px(24), cy, w.text,
                  names_width(c, paint, box) - margin - paint.px(30), em, c.theme.now, view::Font::Mono);
    y += row(c, paint, box, w.now, y);
  }
  if (dropped) c.ui.watches.erase(c.ui.watches.begin() + static_cast<std::ptrdiff_t>(*dropped));
  if (!wrong_.empty()) y += wrong_row(c, paint, box, typed_, wrong_.front(), y);
  return y;
}

void ValuesView::field(PanelContext& c, const Paint& paint, view::Box box) {
  const float em = paint.size(16);
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::SetNextItemWidth(box.w);
  ImGui::PushFont(c.fonts[view::Font::Mono], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(10), std::max(0.f, (box.h - em) / 2 - 1)});
  const bool entered = ImGui::InputTextWithHint("##watch", language::tr("values.watch_hint").data(), &typed_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  const bool edited = ImGui::IsItemEdited();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (edited) wrong_.clear();
  if (!entered || typed_.empty()) return;
  wrong_.clear();
  if (expression::Watch::parse(typed_, "watch", wrong_) != nullptr)
    c.ui.watches.push_back(std::exchange(typed_, {}));
}

void ValuesView::draw(PanelContext& c, view::Box box) {
  follow(c);
  const float scroll_y = begin_rows("##values", box);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const view::Theme& t = c.theme;
  const float margin = table_margin(c, paint), em = paint.size(16);
  float y = box.y - scroll_y;
  if (run_ == 0 || !step_.recorded || step_.truncated) {
    const std::string_view said = language::tr(run_ == 0         ? "values.no_step"
                                               : step_.truncated ? "values.truncated"
                                                                 : "values.not_recorded");
    paint.mid_fit(box.x + margin, y + paint.px(24), said, box.w - 2 * margin, em, t.t2);
    end_rows(paint.px(48));
    return;
  }
  const auto in_lanes = [&](const playback::LaneVariable& v) {
    return playback::summary_of(v, step_) == playback::Summary::Lanes;
  };
  const bool any = std::any_of(step_.variables.begin(), step_.variables.end(), in_lanes) ||
                   std::any_of(watched_.begin(), watched_.end(),
                               [&](const Watched& w) { return w.wrong.empty() && in_lanes(w.now); });
  if (any) {
    const float x = box.x + names_width(c, paint, box), cell = (box.x + box.w - margin - x) / warp_size;
    paint.mid(box.x + margin, y + paint.px(12), language::tr("values.lanes"), paint.size(13), t.t2);
    lane_numbers(c, paint, x, cell, y + paint.px(12));
    y += paint.px(27);
  }
  y = watches(c, paint, box, y); // what somebody asked for comes before what is there anyway
  if (!field_in_strip_ && c.ui.watches.size() < most_watches) {
    const float height = paint.px(30);
    field(c, paint, {box.x + margin, y + 2, std::min(paint.px(520), box.w * .5f), height});
    y += height + paint.px(4);
  }
  for (const playback::LaneVariable& v : step_.variables) {
    const float height = paint.px(c.layout.big ? 30 : 29);
    const float names = names_width(c, paint, box);
    paint.mid_fit(box.x + margin, y + height / 2, v.name, names - margin - paint.px(12), em, t.t1,
                  view::Font::Mono);
    tooltip_at(paint, c.fonts, {box.x + margin, y, names - margin - paint.px(12), height},
               language::trf("values.name_tip", language::arg("type", v.type), language::arg("name", v.name),
                             language::arg("line", v.line)));
    y += row(c, paint, box, v, y);
  }
  if (step_.variables.empty()) {
    paint.mid_fit(box.x + margin, y + paint.px(16), language::tr("values.none"), box.w - 2 * margin, em,
                  t.t2);
    y += paint.px(32);
  }
  end_rows(y + scroll_y - box.y);
}

} // namespace warpscope::panels
