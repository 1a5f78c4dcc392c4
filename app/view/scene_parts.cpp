// Events, sizes, headline, source lines and notices that all scenes share.
#include "app/view/scene_parts.h"

#include "app/language/language.h"
#include "app/view/code_text.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace warpscope::view {
namespace {

float between(float a, float b, float t) { return a + (b - a) * t; }

/// Piecewise linear through points of ascending x; constant outside them.
struct Knot {
  float x, y;
};
float along(std::initializer_list<Knot> knots, float x) {
  const Knot* last = knots.begin();
  if (x <= last->x) return last->y;
  for (const Knot& k : knots) {
    if (x <= k.x) return k.x > last->x ? between(last->y, k.y, (x - last->x) / (k.x - last->x)) : k.y;
    last = &k;
  }
  return last->y;
}

void draw_pips(Canvas& canvas, Box box, const PipRow& pips) {
  const Theme& theme = canvas.theme();
  const float step = box.w / static_cast<float>(pips.count);
  const float gap = step >= 6 ? 2.F : step >= 3 ? 1.F : 0.F;
  for (std::uint32_t i = 1; i <= pips.count; ++i) {
    const float x = box.x + static_cast<float>(i - 1) * step;
    const float w = step - gap;
    const float y = box.y + box.h * .55F;
    const float h = box.h * .45F;
    if (i < pips.current) canvas.fill({x, y, w, h}, 1, mix(pips.color, theme.bg1, .55F));
    else if (i == pips.current) canvas.fill({x, box.y, w, box.h}, 1, pips.color);
    else if (step < 8) canvas.fill({x, box.y + box.h * .8F, w, box.h * .2F}, 0, theme.edge);
    else canvas.outline({x + .5F, y + .5F, w - 1, h - 1}, 1, theme.edge, 1);
  }
  for (std::uint32_t i = 1; i <= pips.count; ++i) {
    const float x = box.x + static_cast<float>(i - 1) * step;
    canvas.hit({x, box.y - 4, step, box.h + 8}, HitKind::Wavefront, i - 1,
               i == 1 || pips.count <= 64
                   ? language::trf("picture.pip", language::arg("number", i),
                                   language::arg("all", pips.count), language::arg("what", pips.tooltip))
                   : std::string());
  }
}

} // namespace

std::string fit_clauses(std::string_view text, Font font, float size, float width) {
  for (std::string_view whole = text;;) {
    if (text_width(whole, font, size) <= width) return std::string(whole);
    const std::size_t colon = whole.rfind(": "), semicolon = whole.rfind("; ");
    const std::size_t end = colon == whole.npos       ? semicolon
                            : semicolon == whole.npos ? colon
                                                      : std::max(colon, semicolon);
    if (end == whole.npos) return fit_text(text, font, size, width);
    whole = whole.substr(0, end);
  }
}

const trace::BlockTrace::Event* event_at(const SceneRequest& request) {
  if (request.run == nullptr || request.moment.event >= request.run->trace().size()) return nullptr;
  return &request.run->trace().event(request.moment.event);
}

const program::Site* site_of(const SceneRequest& request, const trace::BlockTrace::Event& event) {
  if (event.kind != trace::StepKind::Access || event.site_or_pc >= request.run->program().sites.size())
    return nullptr;
  return &request.run->program().sites[event.site_or_pc];
}

std::uint32_t lit_lanes(const SceneRequest& request) {
  if (request.options.pointed.lanes != 0) return request.options.pointed.lanes;
  return request.options.pointed.lane && *request.options.pointed.lane < warp_size
             ? 1u << *request.options.pointed.lane
             : 0;
}

const Theme& theme_of(const SceneRequest& request) {
  return request.options.frame.theme != nullptr ? *request.options.frame.theme : dark_theme();
}

SceneOptions page_options(float width, float height, const Theme& theme) {
  SceneOptions options;
  options.frame.width = width;
  options.frame.height = height;
  options.frame.scale = scale_for(width, height, 1);
  options.frame.theme = &theme;
  return options;
}

std::string thread_name(const SceneRequest& request, std::uint32_t warp, std::uint32_t lane) {
  const std::uint64_t linear = std::uint64_t{warp} * warp_size + lane;
  const std::uint64_t bx = std::max(1u, request.run->block().x);
  const std::uint64_t by = std::max(1u, request.run->block().y);
  const std::uint64_t x = linear % bx, y = linear / bx % by, z = linear / bx / by;
  if (request.run->block().y <= 1 && request.run->block().z <= 1)
    return language::trf("picture.thread", language::arg("x", x));
  if (request.run->block().z <= 1)
    return language::trf("picture.thread_xy", language::arg("x", x), language::arg("y", y));
  return language::trf("picture.thread_xyz", language::arg("x", x), language::arg("y", y),
                       language::arg("z", z));
}

std::string lane_tip(const SceneRequest& request, std::uint32_t warp, std::uint32_t lane,
                     const std::string& address) {
  const std::string thread = thread_name(request, warp, lane);
  return address.empty() ? language::trf("picture.lane_inactive", language::arg("lane", lane),
                                         language::arg("thread", thread))
                         : language::trf("picture.lane", language::arg("lane", lane),
                                         language::arg("thread", thread), language::arg("address", address));
}

float SceneSizes::text(float size) const { return std::max(least, std::round(size * f)); }

bool touches(const WarpAccess& access, std::uint32_t offset) {
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0 && offset >= access.offset[lane] &&
        offset - access.offset[lane] < std::max(1u, access.width))
      return true;
  return false;
}

SceneSizes sizes_for(const SceneRequest& request) {
  SceneSizes s;
  s.least = std::max(s.least, request.options.frame.least_text);
  const float w = std::max(1.F, request.options.frame.width);
  const float h = std::max(1.F, request.options.frame.height);
  if (request.options.frame.presenter) {
    // Around a lesson's picture the window has taken more than half of the height already.
    const float q = std::min(w / 1920, h / (request.options.frame.in_lesson ? 480 : 1080));
    s.f = q;
    // 18 px at 1080p, 14 at 720p: a lesson's stage is lower, and its window as wide.
    const float window = request.options.frame.in_lesson ? w / 1920 : q;
    if (window > .66F) s.least = std::max({s.least, 14.F, std::round(18 * window)});
    s.wide = 1;
    s.margin = 64 * q;
    s.headline = s.text(92);
    s.headline_y = 142 * q;
    s.sub = s.text(36);
    s.sub_y = 202 * q;
    s.label = s.text(28);
    s.number = s.text(24);
    s.lead = s.text(36);
    s.scene_y = 268 * q;
    s.scene_end = request.options.frame.source_lines.empty() ? h - 48 * q
                                                             : 868 * q + std::max(0.F, h - 1080 * q);
    if (!request.options.frame.with_headline) s.scene_y = (request.options.frame.in_lesson ? 16 : 48) * q;
    if (request.options.frame.in_lesson) {
      s.scene_end = h - 16 * q;
      s.margin = w / 30; // in line with what stands above
    }
    return s;
  }
  // The person's zoom is reduced where the picture would not fit the room that the window leaves.
  const float f = std::max(.4F,
                           std::min(request.options.frame.scale, std::max(.8F, std::min(w / 700, h / 330))));
  s.f = f;
  s.wide = std::clamp((w / f - 1190) / 730, 0.F, 1.F);
  s.margin = std::clamp(.027F * w, 8.F, 48 * f);
  const float unit = std::max(1.F, f);
  const float hn = h / unit; // what is left of the height with the user's zoom
  const float headline = std::max(
      s.least, std::round(along({{120, 17}, {376, 30}, {598, 46}, {1080, 52}}, hn) * unit));
  // Where the height takes the person's zoom back, the sentence keeps it: a class reads it first.
  s.headline = h < 280 ? headline
                       : std::round(headline * std::clamp(request.options.frame.scale / unit, 1.F, 1.5F));
  // A larger font takes height from the stage, but no size from the sentence.
  const float scale = request.options.frame.scale;
  if (scale > 1) s.headline = std::max(s.headline, std::round(std::min(46 * scale, .1F * h)));
  const float more = s.headline - headline;
  s.headline_y = along({{120, 22}, {376, 40}, {598, 60}, {1080, 82}}, hn) * unit + .6F * more;
  s.sub = s.text(18);
  s.sub_y = s.headline_y + along({{120, 14}, {376, 17}, {598, 28}, {1080, 34}}, hn) * unit + .3F * more;
  s.label = s.text(between(15, 18, s.wide));
  s.number = s.text(between(15, 20, s.wide));
  s.lead = s.text(22);
  s.scene_y = s.headline_y + along({{120, 26}, {376, 32}, {598, 56}, {1080, 76}}, hn) * unit;
  s.scene_y = std::max(s.scene_y, s.sub_y + s.sub * .75F);
  s.scene_end = h - along({{120, 4}, {376, 8}, {598, 16}, {1080, 28}}, hn) * unit;
  if (!request.options.frame.with_headline) s.scene_y = s.margin * .6F;
  return s;
}

void draw_headline(Canvas& canvas, const SceneRequest& request, const SceneSizes& sizes,
                   const Headline& headline, const std::optional<PipRow>& pips) {
  if (!request.options.frame.with_headline) return;
  const Theme& theme = canvas.theme();
  const float right = request.options.frame.width - sizes.margin;
  const float room = right - sizes.margin;
  if (room <= 0) return;

  // The pips are beside the headline in the workbench, and beside the line below it where there is more room.
  const bool beside_sub = sizes.wide > .5F;
  const float pip_size = request.options.frame.presenter ? sizes.text(32) : sizes.sub;
  float pip_w = 0;
  float pip_text_w = 0;
  std::string current;
  std::string total;
  bool with_pips = pips && pips->count > 0;
  if (with_pips) {
    current = std::to_string(pips->current);
    total = language::trf("picture.of_all", language::arg("all", pips->count));
    pip_text_w = text_width(language::tr("picture.wavefront"), Font::Regular, pip_size) +
                 text_width(current, Font::SemiBold, pip_size) + text_width(total, Font::Regular, pip_size);
    pip_w = beside_sub ? (pips->count > 8                   ? 288.F
                          : request.options.frame.presenter ? 240.F
                                                            : 128.F) *
                             sizes.f
                       : std::max(pip_text_w, .24F * room);
  }

  float size = sizes.headline;
  const auto width_at = [&](float s) { return text_width(headline.strong + headline.rest, Font::Bold, s); };
  // The pips are narrower before the sentence is smaller: a class reads it first.
  if (with_pips && !beside_sub)
    pip_w = std::max(pip_text_w, std::min(pip_w, room - width_at(size) - 20 * sizes.f));
  const float pip_room = with_pips && !beside_sub ? pip_w + 20 * sizes.f : 0;
  const float floor_size = std::min(size, std::max(sizes.least, sizes.sub));
  if (width_at(size) > room - pip_room) {
    size = std::max(floor_size, std::floor(size * (room - pip_room) / width_at(size)));
    if (width_at(size) > room - pip_room) {
      with_pips = with_pips && beside_sub; // the sentence matters more
      size = std::max(sizes.least,
                      std::min(sizes.headline,
                               std::floor(sizes.headline * room / std::max(1.F, width_at(sizes.headline)))));
    }
  }
  const Color tone = tone_color(headline.tone, theme, size);
  const Point at{sizes.margin - .03F * size, sizes.headline_y};
  if (width_at(size) <= room) {
    canvas.runs(at, {{headline.strong, tone, Font::Bold}, {headline.rest, theme.t1, Font::Bold}}, size);
  } else {
    canvas.text(at, fit_text(headline.strong, Font::Bold, size, room), size, tone, Font::Bold);
  }
  canvas.hit({sizes.margin, sizes.headline_y - size, std::min(room, width_at(size)), size * 1.2F},
             HitKind::Text, 0,
             language::trf("headline.lead_and_why", language::arg("lead", headline.lead),
                           language::arg("why", headline.explanation)));

  // The line below it: an icon, the name of what happens, why.
  float sub_right = right;
  if (with_pips && beside_sub) {
    const Point text_at{right - pip_w - 16 * sizes.f - pip_text_w, sizes.sub_y + cap_centre * pip_size};
    const float lead_w = text_width(headline.lead, Font::SemiBold, sizes.sub) + 2.4F * sizes.sub;
    if (text_at.x - sizes.margin > lead_w) {
      canvas.runs(text_at,
                  {{std::string(language::tr("picture.wavefront")), theme.t2},
                   {current, pips->color, Font::SemiBold, definition::wavefront_on_show},
                   {total, theme.t2, Font::Regular, definition::of}},
                  pip_size);
      draw_pips(canvas, {right - pip_w, sizes.sub_y - .4F * pip_size, pip_w, std::round(.8F * pip_size)},
                *pips);
      sub_right = text_at.x - 24 * sizes.f;
    }
  } else if (with_pips) {
    const float x = right - pip_w;
    const float top = sizes.headline_y - .39F * sizes.headline;
    canvas.runs({x, top},
                {{std::string(language::tr("picture.wavefront")), theme.t2},
                 {current, pips->color, Font::SemiBold, definition::wavefront_on_show},
                 {total, theme.t2, Font::Regular, definition::of}},
                pip_size);
    draw_pips(canvas,
              {x, sizes.headline_y - .17F * sizes.headline, pip_w, std::max(8.F, std::round(14 * sizes.f))},
              *pips);
  }
  const bool guessed_right = !request.options.question.verdict.empty() &&
                             request.options.question.verdict_is_right;
  const Icon icon = guessed_right                                ? Icon::Check
                    : headline.lead_warns                        ? Icon::Warning
                    : headline.tone == Headline::Tone::Conflict  ? Icon::Stack
                    : headline.tone == Headline::Tone::Broadcast ? Icon::Fan
                    : headline.tone == Headline::Tone::Hazard    ? Icon::Warning
                    : headline.tone == Headline::Tone::Plain     ? Icon::Dash
                                                                 : Icon::Check;
  const float icon_size = sizes.sub * .85F;
  const Color icon_color = guessed_right         ? theme.now
                           : headline.lead_warns ? theme.hazard
                                                 : tone_color(headline.tone, theme);
  if (headline.lead.empty()) return;
  float x = sizes.margin;
  const bool guessed_wrong = !request.options.question.verdict.empty() && !guessed_right;
  // Each icon reveals the answer, and a tick beside "you said 8" praises the 8.
  if (!asks_about(request) && !(guessed_wrong && icon == Icon::Check)) {
    canvas.icon(icon, {x + icon_size / 2, sizes.sub_y}, icon_size, icon_color);
    x += icon_size + .6F * sizes.sub;
  }
  // Before a class there is no tooltip with the rest: what is wrong is said whole in smaller letters, and of
  // an explanation a piece is not said at all. Nor is one behind what is wrong, in a pane.
  const bool presenter = request.options.frame.presenter;
  float lead_size = sizes.sub;
  while (presenter && lead_size > sizes.least &&
         text_width(headline.lead, Font::SemiBold, lead_size) > sub_right - x)
    lead_size -= 1;
  x = canvas.defined(headline.lead_is)
          .mid({x, sizes.sub_y}, fit_text(headline.lead, Font::SemiBold, lead_size, sub_right - x), lead_size,
               theme.t1, Font::SemiBold);
  x += .55F * sizes.sub;
  const std::string why = fit_clauses(headline.explanation, Font::Regular, sizes.sub, sub_right - x);
  if ((presenter || headline.lead_warns) && why.ends_with("…") && why != headline.explanation) return;
  if (why.size() > 8 || why == headline.explanation)
    canvas.defined(headline.explanation_is).mid({x, sizes.sub_y}, why, sizes.sub, theme.t2);
}

void draw_difference_mark(Canvas& canvas, Point at, float size) {
  const Theme& theme = canvas.theme();
  const float r = std::max(3.F, size);
  const auto diamond = [&](float d, Color color) {
    canvas.polygon({{at.x, at.y - d}, {at.x + d, at.y}, {at.x, at.y + d}, {at.x - d, at.y}}, color);
  };
  diamond(r + 1.5F, theme.bg1);
  diamond(r, theme.t1);
}

void draw_scroll_bar(Canvas& canvas, Box track, bool along_y, double first, double shown, double all) {
  if (all <= 0 || shown >= all || track.w <= 0 || track.h <= 0) return;
  const Theme& theme = canvas.theme();
  const float length = along_y ? track.h : track.w;
  const float thumb = std::min(length, std::max(24.F, length * static_cast<float>(shown / all)));
  const float at = static_cast<float>(std::clamp(first / (all - shown), 0., 1.)) * (length - thumb);
  const float radius = std::min(track.w, track.h) / 2;
  canvas.fill(track, radius, theme.bg2);
  if (along_y) canvas.fill({track.x, track.y + at, track.w, thumb}, radius, theme.edge);
  else canvas.fill({track.x + at, track.y, thumb, track.h}, radius, theme.edge);
}

float draw_code(Canvas& canvas, Point at, std::string_view code, float size, Definition definition) {
  const float advance = text_width("0", Font::Mono, size);
  float x = at.x;
  for (const CodeRun& run : code_runs(code)) {
    const std::string_view part = code.substr(run.begin, run.end - run.begin);
    if (run.kind == CodeKind::Blank)
      for (const char c : part) x += advance * (c == '\t' ? 4.F : 1.F);
    else
      x = canvas.defined(definition)
              .text({x, at.y}, part, size, code_color(run.kind, canvas.theme()), Font::Mono);
  }
  return x;
}

namespace {

/// Draws what the accesses of a line cost, the most expensive one at the right, up to `end`; returns where
/// that begins.
float draw_costs(Canvas& canvas, const SceneSourceLine& line, const SceneSizes& sizes, Point end) {
  const Theme& theme = canvas.theme();
  const float gap = std::max(16 * sizes.f, 6.F), unit_size = sizes.text(34), count_size = sizes.text(40);
  const Font font = line.active ? Font::SemiBold : Font::Regular;
  const float unit_w = std::max(text_width(language::tr("unit.wavefronts"), Font::SemiBold, unit_size),
                                text_width(line.unit, Font::SemiBold, unit_size));
  float x = end.x - unit_w;
  canvas.mid({x, end.y}, line.unit, unit_size, theme.t1, font);
  const auto before = [&](std::string_view text, float size, Color color, Font of, Definition definition) {
    x -= gap;
    canvas.defined(definition).mid({x, end.y}, text, size, color, of, Anchor::End);
    x -= text_width(text, of, size);
  };
  before(line.count, count_size, line.worse ? theme.conflict_text : theme.t1, Font::MonoBold, line.count_is);
  if (!line.more_count.empty()) {
    before("+", unit_size, theme.t2, Font::Regular, {});
    if (!(line.more_is == line.count_is)) before(line.more_unit, unit_size, theme.t1, font, {});
    before(line.more_count, count_size, line.more_worse ? theme.conflict_text : theme.t1, Font::MonoBold,
           line.more_is);
  }
  if (line.others > 0) before("+" + std::to_string(line.others), unit_size, theme.t2, Font::Mono, {});
  return x;
}

} // namespace

void draw_source_lines(Canvas& canvas, const SceneRequest& request, const SceneSizes& sizes) {
  if (!request.options.frame.presenter || request.options.frame.source_lines.empty()) return;
  const Theme& theme = canvas.theme();
  const float q = sizes.f;
  const float top = sizes.scene_end + 12 * q;
  const std::size_t shown = std::min<std::size_t>(2, request.options.frame.source_lines.size());
  const float line_h = (request.options.frame.height - top - 20 * q) /
                       static_cast<float>(std::max<std::size_t>(2, shown));
  canvas.fill({0, top, request.options.frame.width, request.options.frame.height - top}, 0, theme.bg2);
  float numbers_end = sizes.margin + 48 * q;
  for (std::size_t i = 0; i < shown; ++i) {
    const float w = text_width(std::to_string(request.options.frame.source_lines[i].number), Font::MonoBold,
                               sizes.text(28));
    numbers_end = std::max(numbers_end, sizes.margin + w);
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const SceneSourceLine& line = request.options.frame.source_lines[i];
    const float middle = top + 20 * q + (static_cast<float>(i) + .5F) * line_h;
    if (line.active) {
      canvas.fill({0, middle - line_h / 2 + 3 * q, request.options.frame.width, line_h - 6 * q}, 0,
                  theme.bg3);
      canvas.fill({0, middle - line_h / 2 + 3 * q, 8 * q, line_h - 6 * q}, 0, theme.now);
    }
    canvas.defined(definition::line)
        .mid({numbers_end, middle}, std::to_string(line.number), sizes.text(28),
             line.active ? theme.t1 : theme.t3, line.active ? Font::MonoBold : Font::Mono, Anchor::End);
    float code_end = request.options.frame.width - sizes.margin;
    if (!line.count.empty() && !request.options.question.hide_counts)
      code_end = draw_costs(canvas, line, sizes, {code_end, middle}) - std::max(24 * q, 12.F);
    const float code_x = numbers_end + std::max(44 * q, 12.F);
    const float code_size = std::clamp(sizes.text(36) * (code_end - code_x) /
                                           std::max(1.F, text_width(line.text, Font::Mono, sizes.text(36))),
                                       sizes.text(26), sizes.text(36));
    if (line.cut) {
      const std::string_view code = std::string_view(line.text).substr(0, line.text.find("//"));
      const std::string said = fit_text(code.substr(0, code.find_last_not_of(" \t") + 1), Font::Mono,
                                        code_size, code_end - code_x);
      const float end = canvas.defined(definition::line)
                            .mid({code_x, middle}, said, code_size, theme.t3, Font::Mono);
      canvas.line({code_x - 8 * q, middle}, {end + 8 * q, middle}, theme.t1, std::max(2.F, 4 * q));
      canvas.mid({end + 24 * q, middle}, language::tr("cut.mark"), code_size, theme.hazard, Font::SemiBold);
      continue;
    }
    draw_code(canvas, {code_x, middle + cap_centre * code_size},
              fit_text(line.text, Font::Mono, code_size, code_end - code_x), code_size, definition::line);
  }
}

Picture empty_picture(const SceneRequest& request, SceneKind scene) {
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme_of(request));
  const Theme& theme = canvas.theme();
  const SceneSizes sizes = sizes_for(request);
  const trace::BlockTrace::Event* event = event_at(request);
  draw_headline(canvas, request, sizes, make_headline(request, scene), std::nullopt);
  std::string_view say = language::tr("picture.nothing");
  if (event != nullptr) {
    say = language::tr("picture.barrier");
    if (event->kind == trace::StepKind::Access)
      say = language::tr(
          cost_rule(event->space) == CostRule::Sectors && scene != SceneKind::Sectors ? "picture.global"
          : cost_rule(event->space) == CostRule::Banks && scene != SceneKind::Banks   ? "picture.shared"
                                                                                      : "picture.none");
  }
  const float room = request.options.frame.width - 2 * sizes.margin;
  float size = sizes.text(request.options.frame.presenter ? 30 : 20);
  while (size > sizes.least && text_width(say, Font::Regular, size) > room) size -= 1;
  canvas.mid({request.options.frame.width / 2, (sizes.scene_y + sizes.scene_end) / 2},
             fit_text(say, Font::Regular, size, room), size, theme.t2, Font::Regular, Anchor::Middle);
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
