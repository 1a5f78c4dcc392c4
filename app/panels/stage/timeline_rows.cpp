// Draws the timeline's rows and handles the pointer on them.
#include "app/panels/stage/timeline_rows.h"

#include "app/language/language.h"
#include "app/panels/results/since_pin.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Returns the playhead's position in steps: it moves linearly while playing.
double position(const session::Session& s) {
  const bool glides = s.time().playing() && !s.settings.reduce_motion;
  return static_cast<double>(s.time().step()) + (glides ? s.time().fraction() : .5);
}

view::Color color_of(view::TimelineItem::Kind kind, const view::Theme& t) {
  switch (kind) {
  case view::TimelineItem::Kind::Conflict: return t.conflict;
  case view::TimelineItem::Kind::SharedLoad: return t.now;
  case view::TimelineItem::Kind::SharedStore: return t.t1;
  case view::TimelineItem::Kind::Other: return t.t3;
  }
  return t.t3;
}

/// "global, local": the spaces whose accesses look alike.
std::string words_of(const std::vector<Space>& spaces) {
  std::string words;
  for (const Space space : spaces)
    words += (words.empty() ? "" : ", ") +
             std::string(language::tr(space == Space::Global     ? "timeline.global"
                                      : space == Space::Local    ? "timeline.local"
                                      : space == Space::Constant ? "timeline.constant"
                                      : space == Space::Cluster  ? "timeline.cluster"
                                                                 : "timeline.other"));
  return words;
}

/// What the block's accesses look like, from the right; of kinds that it does not have nothing is said.
void legend(const Paint& paint, const view::TimelineLegend& has, float right, float y) {
  const view::Theme& t = paint.theme();
  const float em = paint.size(13);
  float x = right + paint.px(20);
  const auto name = [&](std::string_view words) {
    x = paint.mid_right(x - paint.px(20), y, words, em, t.t2) - paint.px(8);
  };
  if (!has.others.empty()) {
    name(words_of(has.others));
    paint.fill({x - 2, y - 2.5f, 2, 5}, t.t3);
  }
  if (has.shared_stores || has.shared_atomics) {
    name(language::tr(!has.shared_atomics  ? "timeline.shared_store"
                      : !has.shared_stores ? "timeline.shared_atomic"
                                           : "timeline.shared_change"));
    paint.fill({x - 2, y - 5, 2, 10}, t.t1);
  }
  if (has.shared_loads) {
    name(language::tr("timeline.shared_load"));
    paint.fill({x - 9, y - 4, 9, 8}, t.now, 1.5f);
    x -= 9;
  }
  if (has.conflicts) {
    // A load with conflicts is named by the load beside it.
    if (!has.shared_loads) name(language::tr("timeline.conflict"));
    paint.fill({x - 9, y - 4, 9, 8}, t.conflict, 1.5f);
  }
}

void pin_glyph(const Paint& paint, float x, float y, view::Color color) {
  paint.list()->AddCircleFilled({x, y}, paint.px(5), rgba(color), 16);
  paint.list()->AddCircle({x, y}, paint.px(5) + 1, rgba(paint.theme().bg0), 16, 1.5f);
}

} // namespace

void TimelineRows::draw(PanelContext& c, const Paint& paint, view::Box box, float from, float to,
                        bool roomy) {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  Place p;
  p.box = box;
  p.from = from;
  p.to = to;
  p.roomy = roomy;
  p.filtered = s.time().track().filtered() || s.time().playback().warps() == 0;
  p.rows = p.filtered ? 1 : s.time().playback().warps();
  if (p.filtered) {
    const float h = paint.px(roomy ? 22 : 18), cy = box.y + box.h * (roomy ? .54f : .5f);
    p.top = cy - h / 2;
    p.bottom = cy + h / 2;
    p.row_h = h;
  } else {
    p.top = box.y + paint.px(roomy ? 36 : 10);
    p.bottom = box.y + box.h - paint.px(11);
    p.row_h = (p.bottom - p.top) / static_cast<float>(p.rows);
  }
  row_.set({from, to}, s.time().track().steps(), s.time().step());

  if (s.counts_hidden()) { // lengths would reveal the counts
    const float em = paint.size(16);
    paint.mid_centre((from + to) / 2, box.y + box.h / 2, language::tr("timeline.hidden"), em, t.t2);
    return;
  }
  names(c, paint, p);
  marks(c, paint, p);
  if (p.filtered) segments(c, paint, p);
  else bars(c, paint, p);
  if (!p.filtered) barriers(c, paint, p);
  if (!p.filtered) hazard(c, paint, p);
  if (roomy) ruler(c, paint, p);
  row_.playhead(paint, position(s), p.top - paint.px(6), p.bottom + (p.filtered ? paint.px(8) : 2));
  handle(c, p);
  tooltip(paint, c.fonts, text_under_mouse(c, p));
  row_.range_bar(paint, c.fonts, p.box);
  if (roomy) notes(c, paint, p);
}

// ---- the pointer

std::optional<std::uint32_t> TimelineRows::event_under_mouse(const PanelContext& c, const Place& p) const {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double share = row_.share_of_mouse();
  if (share < 0 || share > 1 || mouse.y < p.top || mouse.y >= p.bottom) return std::nullopt;
  if (p.filtered)
    return static_cast<std::uint32_t>(c.session.time().track().moment_at(row_.step_of_mouse()).event);
  const auto row = static_cast<std::uint32_t>((mouse.y - p.top) / p.row_h);
  return view::access_at(c.session.runs().run()->block_index(), row, row_.axis().step_at(share),
                         3 * row_.axis().span() / static_cast<double>(p.width()));
}

void TimelineRows::handle(PanelContext& c, const Place& p) {
  session::Session& s = c.session;
  const float above = p.roomy && !p.filtered ? 2 : p.row_h / 2, below = p.filtered ? p.row_h / 2 : 2;
  if (!row_.scrub(p.top - above, p.bottom + below)) return;
  s.play(false);
  const std::uint64_t step = row_.step_of_mouse();
  if (ImGui::IsItemActivated()) {
    // A click on a tick goes to it, even where its step is less than a pixel.
    if (const std::optional<std::uint32_t> event = event_under_mouse(c, p)) {
      const std::uint64_t first = s.time().track().step_of({*event, 0});
      s.time().seek(std::clamp(step, first, first + std::max(1u, s.time().playback().steps_of(*event)) - 1));
    } else {
      s.time().seek(step);
    }
  } else if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2)) {
    s.time().seek(step);
  }
}

std::string TimelineRows::text_under_mouse(const PanelContext& c, const Place& p) const {
  const session::Session& s = c.session;
  if (!ImGui::IsItemHovered() || s.runs().picture() == nullptr) return {};
  const std::optional<std::uint32_t> event = event_under_mouse(c, p);
  if (!event) return {};
  const trace::BlockTrace::Event& e = s.time().playback().trace()->event(*event);
  const std::vector<program::Site>& sites = s.runs().picture()->program->sites;
  if (e.kind != trace::StepKind::Access || e.site_or_pc >= sites.size()) return {};
  const program::Site& site = sites[e.site_or_pc];
  std::string text = language::trf(
      "timeline.access", language::arg("warp", e.warp), language::arg("line", site.span.line),
      language::arg("space", name_of(e.space)), language::arg("kind", name_of(e.access_kind)));
  if (const std::string& code = site.text.empty() ? site.instruction : site.text; !code.empty())
    text += "\n" + code;
  if (const std::optional<lesson::Question> cost = lesson::question_about(*s.time().playback().trace(),
                                                                          *event))
    text += "\n" + grouped(cost->answer) + " " + std::string(cost->answer == 1 ? cost->one : cost->many) +
            ": " + cost->reason;
  return text + "\n" + std::string(language::tr("timeline.how"));
}

// ---- what is drawn

void TimelineRows::names(const PanelContext& c, const Paint& paint, const Place& p) const {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  if (p.filtered) {
    const std::uint32_t warp = std::min(s.document().warp, s.warps() - 1);
    if (p.roomy)
      paint.mid_right(p.from - paint.px(14), (p.top + p.bottom) / 2,
                      language::trf("timeline.warp", language::arg("warp", warp)), paint.size(15), t.t1,
                      view::Font::SemiBold);
    return;
  }
  const float em = paint.size(13);
  const trace::BlockTrace::Event& now = s.time().playback().trace()->event(s.time().moment().event);
  const std::uint32_t now_warp = now.kind == trace::StepKind::BarrierRelease ? ~0u : now.warp;
  const float now_y = p.top + (static_cast<float>(now_warp) + .5f) * p.row_h;
  for (std::uint32_t w = 0; w < p.rows; ++w) {
    const float y = p.top + static_cast<float>(w) * p.row_h;
    if (w == now_warp && p.roomy)
      paint.fill({p.from - paint.px(76), y, p.width() + paint.px(76), p.row_h}, t.bg3, 2);
    else if (p.row_h > 5) paint.line(p.from, y + p.row_h / 2, p.to, y + p.row_h / 2, t.line);
  }
  if (!p.roomy) return;
  // The current warp's name first; the others where there is room.
  if (now_warp != ~0u)
    paint.mid_right(p.from - paint.px(12), now_y,
                    language::trf("timeline.warp", language::arg("warp", now_warp)), em, t.t1,
                    view::Font::SemiBold);
  float label_end = -1e9f;
  for (std::uint32_t w = 0; w < p.rows; ++w) {
    const float cy = p.top + (static_cast<float>(w) + .5f) * p.row_h;
    if (w == now_warp || cy - label_end < em || (now_warp != ~0u && std::abs(cy - now_y) < em)) continue;
    paint.mid_right(p.from - paint.px(12), cy, language::trf("timeline.warp", language::arg("warp", w)), em,
                    t.t3);
    label_end = cy;
  }
}

/// Draws the loop's background, and everything between the pin and now.
void TimelineRows::marks(const PanelContext& c, const Paint& paint, const Place& p) const {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  const float top = p.top - paint.px(p.filtered ? 4 : 0), bottom = p.bottom + paint.px(p.filtered ? 4 : 0);
  const auto ground = [&](double a, double b, view::Color color) {
    const float x0 = std::max(p.from, row_.x_of(a)), x1 = std::min(p.to, row_.x_of(b));
    if (x1 > x0) paint.fill({x0, top, x1 - x0, bottom - top}, color);
  };
  const playback::TimeMarks& marks = s.time().marks();
  if (marks.range && marks.looping)
    ground(static_cast<double>(marks.range->first), static_cast<double>(marks.range->last) + 1,
           view::with_alpha(t.now, .1f));
  if (!marks.pin) return;
  const double pin = static_cast<double>(s.time().track().step_of(*marks.pin)) + .5,
               now = static_cast<double>(s.time().step()) + .5;
  ground(std::min(pin, now), std::max(pin, now), view::with_alpha(t.broadcast, .16f));
  const float x = row_.x_of(pin);
  if (x < p.from || x > p.to) return;
  for (float y = top; y < bottom; y += paint.px(7))
    paint.fill({x - 1, y, 2, std::min(paint.px(4), bottom - y)}, t.broadcast);
  pin_glyph(paint, x, top - paint.px(p.roomy ? 9 : 4), t.broadcast);
}

/// Draws one access of one warp: its wavefronts side by side.
void TimelineRows::segments(const PanelContext& c, const Paint& paint, const Place& p) const {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  const float one = row_.width_of_step();
  for (const auto& [event, at] : s.time().track().parts()) {
    const std::uint32_t n = s.time().playback().steps_of(event);
    if (static_cast<double>(at + n) <= row_.axis().first() || static_cast<double>(at) >= row_.axis().end())
      continue;
    const bool is_shared = cost_rule(s.time().playback().trace()->event(event).space) == CostRule::Banks;
    const view::Color base = is_shared && n > 1 ? t.conflict : is_shared ? t.now : t.edge;
    const bool thin = one < 4;
    for (std::uint32_t k = 0; k < n; ++k) {
      const bool on = at + k == s.time().step();
      if (thin && k > 0 && !on) continue;
      const float x = row_.x_of(static_cast<double>(at + k));
      const float w = thin && !on ? static_cast<float>(n) * one - 1
                                  : std::max(2.f, one - std::min(3.f, one * .2f));
      const float left = std::max(p.from, x), right = std::min(p.to, x + std::max(1.f, w));
      if (right > left)
        paint.fill({left, p.top, right - left, p.row_h}, on ? base : view::mix(base, t.bg0, .66f), 2);
    }
  }
}

void TimelineRows::bars(const PanelContext& c, const Paint& paint, const Place& p) {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  if (built_for_ != s.runs().picture() || !(built_axis_ == row_.axis()) || built_width_ != p.width()) {
    items_ = view::timeline_items(s.runs().run()->block_index(), row_.axis(), p.width());
    built_for_ = s.runs().picture();
    built_axis_ = row_.axis();
    built_width_ = p.width();
  }
  const float pad = p.row_h > 8 ? 1.5f : 0;
  const auto bar = [&](std::uint32_t row, float x0, float x1, view::TimelineItem::Kind kind,
                       view::Color color, bool several) {
    const float y = p.top + static_cast<float>(row) * p.row_h;
    const bool long_one = several || kind == view::TimelineItem::Kind::Conflict ||
                          kind == view::TimelineItem::Kind::SharedLoad;
    const float gap = several ? 0.f : 1.f;
    float w = long_one ? std::max(2.f, x1 - x0 - gap) : std::clamp(x1 - x0 - gap, 1.f, 2.f);
    const float left = std::max(p.from, p.from + x0), right = std::min(p.to, p.from + x0 + w);
    if (right <= left) return;
    if (kind == view::TimelineItem::Kind::Other)
      paint.fill({left, y + p.row_h * .3f, right - left, p.row_h * .4f}, color);
    else paint.fill({left, y + pad, right - left, p.row_h - 2 * pad}, color, long_one && !several ? 1.5f : 0);
  };
  for (const view::TimelineItem& item : items_) {
    const view::Color base = color_of(item.kind, t);
    const bool quiet = item.kind == view::TimelineItem::Kind::Conflict ||
                       item.kind == view::TimelineItem::Kind::SharedLoad;
    bar(item.row, item.x0, item.x1, item.kind,
        quiet ? view::mix(base, t.bg0, item.several ? .5f : .72f) : base, item.several);
  }
  // The access at the playhead, lit, on top of its own bar.
  const std::size_t event = s.time().moment().event;
  const trace::BlockTrace::Event& e = s.time().playback().trace()->event(event);
  if (e.kind != trace::StepKind::Access) return;
  const double first = static_cast<double>(s.time().playback().first_step(event)),
               n = s.time().playback().steps_of(event);
  const view::TimelineItem::Kind kind = cost_rule(e.space) != CostRule::Banks
                                            ? view::TimelineItem::Kind::Other
                                        : n > 1 ? view::TimelineItem::Kind::Conflict
                                        : e.access_kind == AccessKind::Load
                                            ? view::TimelineItem::Kind::SharedLoad
                                            : view::TimelineItem::Kind::SharedStore;
  bar(e.warp, row_.x_of(first) - p.from, row_.x_of(first + n) - p.from, kind,
      kind == view::TimelineItem::Kind::Other ? t.t1 : color_of(kind, t), false);
}

void TimelineRows::barriers(const PanelContext& c, const Paint& paint, const Place& p) const {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  const std::span<const playback::BlockIndex::Release> all = s.runs().run()->block_index().releases();
  const auto begin = std::lower_bound(
      all.begin(), all.end(), row_.axis().first() - 1,
      [](const playback::BlockIndex::Release& r, double step) { return static_cast<double>(r.step) < step; });
  const auto end = std::lower_bound(
      begin, all.end(), row_.axis().end(),
      [](const playback::BlockIndex::Release& r, double step) { return static_cast<double>(r.step) < step; });
  const auto shown = static_cast<std::size_t>(end - begin);
  const std::size_t stride = static_cast<float>(shown) * 6 < p.width()
                                 ? 1
                                 : shown * 6 / static_cast<std::size_t>(p.width()) + 1;
  const bool airy = static_cast<float>(shown) * 60 < p.width();
  const float em = paint.size(14);
  float last_label = p.from;
  for (std::size_t i = 0; i < shown; i += stride) {
    const playback::BlockIndex::Release& release = begin[static_cast<std::ptrdiff_t>(i)];
    const float x = row_.x_of(static_cast<double>(release.step) + .5);
    if (x < p.from || x > p.to) continue;
    if (!airy) { // a loop's barriers: faint lines, their names are in the text
      paint.fill({x - .5f, p.top, 1, p.bottom - p.top}, t.t1);
      continue;
    }
    paint.fill({x - 1, p.top - paint.px(8), 2, p.bottom - p.top + paint.px(8)}, t.t1);
    paint.list()->AddTriangleFilled({x - 5, p.top - paint.px(9)}, {x + 5, p.top - paint.px(9)},
                                    {x, p.top - paint.px(9) + 7}, rgba(t.t1));
    const program::Program& program = *s.runs().picture()->program;
    if (!p.roomy || release.pc >= program.code.size()) continue;
    const std::string label = language::trf("timeline.barrier",
                                            language::arg("line", program.span_of(release.pc).line));
    const float x0 = x + paint.px(8);
    if (x0 < last_label + paint.px(16) || x0 + paint.width(label, em) > p.to - paint.px(330)) continue;
    last_label = paint.mid(x0, p.box.y + paint.px(11), label, em, t.t1);
  }
}

/// Draws the selected hazard's two accesses, joined by a dashed arc.
void TimelineRows::hazard(const PanelContext& c, const Paint& paint, const Place& p) const {
  const races::HazardStory* story = c.session.results().hazard_story();
  if (story == nullptr || story->first.event == story->second.event) return;
  const auto place = [&](const races::HazardStory::Side& side) {
    return ImVec2{row_.x_of(static_cast<double>(c.session.time().track().step_of({side.event, 0})) + .5),
                  p.top + (static_cast<float>(side.warp) + .5f) * p.row_h};
  };
  const ImVec2 a = place(story->first), b = place(story->second);
  paint.list()->PushClipRect({p.from, p.box.y}, {p.to, p.box.y + p.box.h}, true);
  const float top = std::max(p.box.y - paint.px(8), std::min(a.y, b.y) - paint.px(26));
  constexpr int pieces = 48;
  const auto at = [&](float t) {
    const float u = 1 - t, q0 = u * u * u, q1 = 3 * u * u * t, q2 = 3 * u * t * t, q3 = t * t * t;
    return ImVec2{(q0 + q1) * a.x + (q2 + q3) * b.x, q0 * a.y + (q1 + q2) * top + q3 * b.y};
  };
  for (int i = 0; i < pieces; i += 2)
    paint.list()->AddLine(at(static_cast<float>(i) / pieces), at(static_cast<float>(i + 1) / pieces),
                          rgba(c.theme.hazard), std::max(1.5f, paint.px(2)));
  for (const ImVec2& end : {a, b})
    paint.list()->AddCircle(end, std::max(4.f, paint.px(5)), rgba(c.theme.hazard), 16,
                            std::max(1.5f, paint.px(2)));
  paint.list()->PopClipRect();
}

/// Above the rows: dragging over it marks a loop.
void TimelineRows::ruler(PanelContext& c, const Paint& paint, const Place& p) {
  session::Session& s = c.session;
  const view::Theme& t = c.theme;
  const view::Box band{p.from, p.top - paint.px(15), p.width(), paint.px(8)};
  ImGui::SetCursorScreenPos({band.x, band.y - 2});
  ImGui::InvisibleButton("##ruler", {std::max(1.f, band.w), band.h + 3},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  row_.zoom_and_pan();
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const std::uint64_t step = row_.step_of_mouse();
    if (ImGui::IsItemActivated()) loop_from_ = step;
    if (loop_from_ && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3))
      s.time().loop_range(*loop_from_, step);
  } else {
    loop_from_.reset();
  }
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) s.time().forget_loop();
  tooltip(paint, c.fonts, language::tr("timeline.ruler"));
  paint.fill(band, view::mix(t.edge, t.bg0, hot ? .55f : .78f), 2);
  const playback::TimeMarks& marks = s.time().marks();
  if (!marks.range) return;
  const float x0 = row_.x_of(static_cast<double>(marks.range->first)),
              x1 = row_.x_of(static_cast<double>(marks.range->last) + 1);
  const float left = std::max(p.from, x0), right = std::min(p.to, x1);
  const view::Color color = marks.looping ? t.now : t.edge;
  if (right > left) {
    if (marks.looping) paint.fill({left, band.y, right - left, band.h}, view::mix(color, t.bg0, .45f), 2);
    else
      paint.outline({left, band.y, right - left, band.h}, color, 2, 1.5f); // marked, but playing goes past it
  }
  for (const float x : {x0, x1})
    if (x >= p.from && x <= p.to) paint.fill({x - 1.5f, band.y - 2, 3, band.h + paint.px(6)}, color);
}

void TimelineRows::notes(const PanelContext& c, const Paint& paint, const Place& p) {
  const session::Session& s = c.session;
  const view::Theme& t = c.theme;
  const float y = p.box.y + paint.px(11);
  if (const std::string since = since_pin_sentence(s); !since.empty()) {
    const float em = paint.size(15),
                w = std::min(paint.width(since, em, view::Font::SemiBold), p.width() * .8f);
    paint.fill({p.to - w - paint.px(8), y - em * .8f, w + paint.px(8), em * 1.6f},
               t.bg0); // over a barrier's name
    paint.mid_fit(p.to - w, y, since, w + 1, em, t.broadcast, view::Font::SemiBold);
    return;
  }
  if (!p.filtered) {
    if (legend_of_ != s.runs().picture()) {
      legend_ = view::timeline_legend(*s.time().playback().trace(), s.runs().run()->block_index());
      legend_of_ = s.runs().picture();
    }
    legend(paint, legend_, p.to, y);
    return;
  }
  // One warp's access, and what the other warps of the block do.
  const float em = paint.size(15);
  const std::uint64_t steps = s.time().track().steps();
  const std::size_t accesses = s.time().track().parts().size();
  bool shared = false;
  for (const auto& [event, at] : s.time().track().parts())
    shared |= cost_rule(s.time().playback().trace()->event(event).space) == CostRule::Banks;
  const std::string_view unit = shared
                                    ? (steps == 1 ? language::tr("unit.wavefront")
                                                  : language::tr("unit.wavefronts"))
                                    : (steps == 1 ? language::tr("unit.step") : language::tr("unit.steps"));
  const std::string text = accesses != 1 ? language::trf("timeline.instructions",
                                                         language::arg("count", grouped(accesses)),
                                                         language::arg("steps", grouped(steps)),
                                                         language::arg("unit", unit))
                           : shared      ? language::trf("timeline.one_instruction",
                                                         language::arg("steps", grouped(steps)),
                                                         language::arg("unit", unit))
                                         : std::string(language::tr("timeline.one_request"));
  // Above the ruler, smaller where a large font leaves it less room.
  const float room = p.top - paint.px(15) - p.box.y, small = std::min(em, room * .85f);
  paint.mid(p.from, std::min(y, p.box.y + room / 2), text, small, t.t2);
  const std::uint32_t warps = s.warps();
  if (warps < 2 || s.runs().picture() == nullptr || s.results().rows().empty()) return;
  std::uint64_t block = 0, warp = 0;
  shared = false;
  for (const results::ResultRow& row : s.results().rows()) {
    if (row.site == ~0u) continue;
    const bool wave = row.counter.kind == model::CounterKind::Wavefronts;
    const bool sector = row.counter.kind == model::CounterKind::Sectors;
    if (wave && !shared) block = warp = 0;
    shared |= wave;
    if (wave || (sector && !shared)) {
      block += row.block;
      warp += row.warp;
    }
  }
  if (block == 0) return;
  const std::string_view many = shared ? language::tr("unit.wavefronts") : language::tr("unit.sectors");
  const std::string sum = block == warp * warps
                              ? language::trf("timeline.all_the_same", language::arg("warps", warps),
                                              language::arg("count", grouped(block)),
                                              language::arg("unit", many))
                              : language::trf("timeline.all_warps", language::arg("warps", warps),
                                              language::arg("count", grouped(block)),
                                              language::arg("unit", many));
  paint.mid_right(p.to, std::min(p.box.y + p.box.h - em * .8f, p.bottom + paint.px(24)), sum, em, t.t2);
}

} // namespace warpscope::panels
