// A beside B: the layout of two pictures of the same scene, what differs, and the sentence above both.
#include "app/view/pair_view.h"

#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>

namespace warpscope::view {
namespace {

using Tone = Headline::Tone;

constexpr std::string_view arrow = " → "; ///< from what A has to what B has

/// What a half's headline counts.
struct Count {
  std::uint64_t value = 0, ideal = 0;
  std::optional<language::Counted> noun; ///< none: there is nothing to count
};

Count count_in(const PairHalf& half) {
  const trace::BlockTrace::Event* event = event_at(half.request);
  if (!half.shows || event == nullptr) return {};
  if (half.scene == SceneKind::Block) {
    const playback::BlockIndex& index = half.request.run->block_index();
    return {index.steps(), index.steps(), language::Counted::Step};
  }
  if (half.scene == SceneKind::Multiprocessor) {
    const playback::MachinePtr& machine = half.request.options.machine.machine;
    if (machine == nullptr || !machine->problem.empty()) return {};
    return {machine->timeline.cycles, machine->timeline.cycles, language::Counted::Cycle};
  }
  if (event->kind != trace::StepKind::Access) return {};
  const WarpAccess access = half.request.run->trace().access(half.request.moment.event);
  if (cost_rule(event->space) == CostRule::Banks) {
    const model::BankCounts c = model::count_banks(access, event->access_kind);
    return {c.wavefronts, c.ideal_wavefronts, language::Counted::Wavefront};
  }
  if (cost_rule(event->space) == CostRule::Sectors) {
    const model::SectorCounts c = model::count_sectors(access, event->access_kind);
    return {c.sectors, c.ideal_sectors, language::Counted::Sector};
  }
  if (cost_rule(event->space) == CostRule::Passes)
    return {model::count_constant(access).passes, 1, language::Counted::Pass};
  return {};
}

/// Of all cycles that are shown; count_in() knows that there are some.
std::string microseconds_of(const SceneRequest& request) {
  const playback::Machine& machine = *request.options.machine.machine;
  return microseconds_text(machine.microseconds(static_cast<double>(machine.timeline.cycles)));
}

Tone tone_of(const Count& count) { return count.value > count.ideal ? Tone::Conflict : Tone::Good; }

const Theme& theme_in(const PairRequest& pair) {
  return pair.frame.theme != nullptr ? *pair.frame.theme : dark_theme();
}

/// Returns the whole as an input of one scene: for the sizes, the headline's room and the source lines.
SceneRequest whole_of(const PairRequest& pair) {
  SceneRequest whole = pair.b.request;
  whole.options.frame = pair.frame;
  whole.options.question.verdict.clear();
  return whole;
}

/// Returns the offset from which sectors are counted, so that two buffers at different addresses can be
/// compared.
std::uint32_t origin_of(const SceneRequest& request, std::uint32_t offset) {
  for (const program::NamedMemory& b : request.run->buffers())
    if (offset >= b.offset && offset - b.offset < b.bytes) return b.offset / 32;
  return program::window_base / 32;
}

std::vector<std::uint32_t> sectors_of(const SceneRequest& request, const WarpAccess& access, AccessKind kind,
                                      std::uint32_t& origin) {
  std::vector<std::uint32_t> list;
  for (const model::TouchedSector& s : model::touched_sectors(access, kind)) {
    if (list.empty()) origin = origin_of(request, s.address);
    list.push_back(s.address / 32);
  }
  return list;
}

std::array<std::uint32_t, 32> words_of_banks(const WarpAccess& access, AccessKind kind) {
  std::array<std::uint32_t, 32> words{};
  for (const model::BankWavefront& w : model::serve_banks(access, kind).wavefronts)
    for (std::uint32_t bank = 0; bank < 32; ++bank) words[bank] += w.again ? 0 : w.banks >> bank & 1u;
  return words;
}

/// Returns the lines of a global access, or the words in the fullest bank of a shared one.
std::uint32_t rows_of(const SceneRequest& request) {
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr || event->kind != trace::StepKind::Access) return 0;
  const WarpAccess access = request.run->trace().access(request.moment.event);
  if (cost_rule(event->space) == CostRule::Sectors)
    return model::count_sectors(access, event->access_kind).lines;
  if (cost_rule(event->space) != CostRule::Banks) return 0;
  const auto words = words_of_banks(access, event->access_kind);
  return *std::max_element(words.begin(), words.end());
}

Picture missing_picture(const PairHalf& half, float width, float height, float scale, const Theme& theme) {
  Canvas canvas(std::max(1.F, width), std::max(1.F, height), theme);
  const float size = text_size(20, scale);
  canvas.mid({width / 2, height / 2}, fit_text(half.missing, Font::Regular, size, width - 24), size, theme.t2,
             Font::Regular, Anchor::Middle);
  return canvas.take();
}

void move_shape(Shape& shape, float dx, float dy) {
  const auto by = [&](Point& p) {
    p.x += dx;
    p.y += dy;
  };
  if (auto* rect = std::get_if<RectShape>(&shape)) {
    rect->box.x += dx;
    rect->box.y += dy;
  } else if (auto* curve = std::get_if<CurveShape>(&shape)) {
    for (Point* p : {&curve->p0, &curve->p1, &curve->p2, &curve->p3}) by(*p);
  } else if (auto* ribbon = std::get_if<RibbonShape>(&shape)) {
    for (int i = 0; i < 4; ++i) {
      by(ribbon->left[i]);
      by(ribbon->right[i]);
    }
  } else if (auto* polygon = std::get_if<PolygonShape>(&shape)) {
    for (Point& p : polygon->points) by(p);
  } else if (auto* text = std::get_if<TextShape>(&shape)) {
    by(text->at);
  }
}

} // namespace

void put_picture(Picture& whole, Picture part, Point at) {
  for (Shape& shape : part.shapes) {
    move_shape(shape, at.x, at.y);
    whole.shapes.push_back(std::move(shape));
  }
  for (Hit& hit : part.hits) {
    hit.box.x += at.x;
    hit.box.y += at.y;
    whole.hits.push_back(std::move(hit));
  }
}

PairLayout pair_layout(const PairRequest& pair) {
  PairLayout l;
  const SceneSizes s = sizes_for(whole_of(pair));
  const float top = std::min(s.scene_y + .2F * s.sub, .5F * pair.frame.height);
  const bool lines = pair.frame.presenter && !pair.frame.source_lines.empty();
  const float bottom = lines ? s.scene_end : pair.frame.height;
  const float width = std::max(1.F, pair.frame.width);
  const float height = std::max(1.F, bottom - top);
  const float tag = std::min(std::round(2.3F * s.sub), .2F * height);
  l.least_text = s.least;
  l.pane_scale = pair.frame.presenter ? 1.6F * s.f : pair.frame.scale;
  const SceneInfo& wanted = info_of(pair.b.scene);
  const float beside = std::min(width / 2 / wanted.wanted_width, (height - tag) / wanted.wanted_height);
  const float over = std::min(width / wanted.wanted_width, (height / 2 - tag) / wanted.wanted_height);
  l.stacked = over > beside;
  if (l.stacked) {
    const float half = std::floor(height / 2);
    l.tag_a = {0, top, width, tag};
    l.a = {0, top + tag, width, half - tag};
    l.tag_b = {0, top + half, width, tag};
    l.b = {0, top + half + tag, width, half - tag};
  } else {
    const float half = std::floor(width / 2);
    l.tag_a = {0, top, half, tag};
    l.a = {0, top + tag, half, height - tag};
    l.tag_b = {half, top, half, tag};
    l.b = {half + 1, top + tag, half - 1, height - tag}; // a line stands between
  }
  return l;
}

SceneDifference difference_of(const SceneRequest& own, const SceneRequest& other) {
  SceneDifference d;
  const trace::BlockTrace::Event* mine = event_at(own);
  const trace::BlockTrace::Event* theirs = event_at(other);
  if (mine == nullptr || theirs == nullptr || mine->kind != trace::StepKind::Access ||
      theirs->kind != trace::StepKind::Access || mine->space != theirs->space)
    return d;
  const WarpAccess a = own.run->trace().access(own.moment.event);
  const WarpAccess b = other.run->trace().access(other.moment.event);
  const auto place = [&](const WarpAccess& access, std::uint32_t lane) {
    return cost_rule(mine->space) == CostRule::Banks ? access.offset[lane] / 4 % 32
                                                     : access.offset[lane] % 128 / 32;
  };
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool in_a = (a.mask >> lane & 1u) != 0;
    const bool in_b = (b.mask >> lane & 1u) != 0;
    if (in_a != in_b || (in_a && place(a, lane) != place(b, lane))) d.lanes |= 1u << lane;
  }
  if (cost_rule(mine->space) == CostRule::Banks) {
    const auto words = words_of_banks(a, mine->access_kind);
    const auto others = words_of_banks(b, theirs->access_kind);
    for (std::uint32_t bank = 0; bank < 32; ++bank)
      if (words[bank] != others[bank]) d.banks |= 1u << bank;
  } else if (cost_rule(mine->space) == CostRule::Sectors) {
    std::uint32_t from = 0;
    std::uint32_t from_other = 0;
    const std::vector<std::uint32_t> all = sectors_of(own, a, mine->access_kind, from);
    const std::vector<std::uint32_t> others = sectors_of(other, b, theirs->access_kind, from_other);
    for (const std::uint32_t sector : all)
      if (!std::binary_search(others.begin(), others.end(), sector - from + from_other))
        d.sectors.push_back(sector);
  }
  return d;
}

void set_halves(PairRequest& pair, const PairLayout& layout) {
  const auto set = [&](PairHalf& half, const Box& box) {
    Frame& frame = half.request.options.frame;
    frame.width = std::floor(box.w);
    frame.height = std::floor(box.h);
    frame.scale = layout.pane_scale;
    frame.theme = pair.frame.theme;
    frame.with_headline = false;
    frame.presenter = false;
    frame.least_text = layout.least_text;
    frame.source_lines = {};
  };
  set(pair.a, layout.a);
  set(pair.b, layout.b);
  if (!pair.a.shows || !pair.b.shows) return;
  pair.a.request.options.beside.difference = difference_of(pair.a.request, pair.b.request);
  pair.b.request.options.beside.difference = difference_of(pair.b.request, pair.a.request);
  if (pair.a.scene == pair.b.scene &&
      (pair.a.scene == SceneKind::Sectors || pair.a.scene == SceneKind::Banks)) {
    const std::uint32_t rows = std::max(rows_of(pair.a.request), rows_of(pair.b.request));
    pair.a.request.options.beside.least_rows = pair.b.request.options.beside.least_rows = rows;
  }
  if (pair.a.scene == SceneKind::Block && pair.b.scene == SceneKind::Block) {
    pair.a.request.options.beside.axis_steps = pair.b.request.options.beside.axis_steps = std::max(
        pair.a.request.run->block_index().steps(), pair.b.request.run->block_index().steps());
  }
  const playback::MachinePtr& of_a = pair.a.request.options.machine.machine;
  const playback::MachinePtr& of_b = pair.b.request.options.machine.machine;
  if (pair.a.scene == SceneKind::Multiprocessor && pair.b.scene == SceneKind::Multiprocessor && of_a && of_b)
    pair.a.request.options.beside.axis_steps = pair.b.request.options.beside.axis_steps = std::max(
        of_a->timeline.cycles, of_b->timeline.cycles);
  if (pair.a.scene != SceneKind::Array || pair.b.scene != SceneKind::Array) return;
  const ArrayWindow a = array_window(pair.a.request);
  const ArrayWindow b = array_window(pair.b.request);
  for (SceneRequest* half : {&pair.a.request, &pair.b.request}) {
    half->options.beside.most_cell_width = std::min(a.cell_width, b.cell_width);
    half->options.beside.most_cell_height = std::min(a.cell_height, b.cell_height);
  }
}

Headline pair_headline(const PairRequest& pair) {
  const Count a = count_in(pair.a);
  const Count b = count_in(pair.b);
  Headline h;
  if (!pair.a.shows || !a.noun || !b.noun) {
    h = make_headline(pair.b.request, pair.b.scene);
    if (pair.a.shows) return h;
    h.explanation = pair.a.missing;
    h.lead = language::tr("pair.only_b");
    return h;
  }
  h.tone = tone_of(b);
  const bool same = pair.a.name.empty() && pair.b.name.empty();
  if (a.noun != b.noun) {
    h.strong = language::count_of(a.value, *a.noun) + std::string(arrow) +
               language::count_of(b.value, *b.noun);
  } else if (a.value == b.value) {
    h.strong = language::count_of(b.value, *b.noun);
    h.rest = language::tr("pair.in_both");
  } else {
    h.strong = grouped(a.value) + std::string(arrow) + language::count_of(b.value, *b.noun);
    h.rest = " · " + ratio_words(a.value, b.value);
  }
  if (same) {
    h.lead = language::tr("pair.same");
    h.explanation = language::tr("pair.same_why");
    return h;
  }
  if (pair.b.scene == SceneKind::Block) {
    h.lead = language::tr("pair.whole_block");
    h.explanation = language::tr("pair.step");
    return h;
  }
  const Headline of_a = make_headline(pair.a.request, pair.a.scene);
  const Headline of_b = make_headline(pair.b.request, pair.b.scene);
  if (pair.b.scene == SceneKind::Multiprocessor) { // the same in microseconds, and what each waits for
    h.lead = language::trf("pair.microseconds", language::arg("a", microseconds_of(pair.a.request)),
                           language::arg("b", microseconds_of(pair.b.request)));
    h.explanation = language::trf("pair.waits", language::arg("a", of_a.strong),
                                  language::arg("b", of_b.strong));
    return h;
  }
  h.lead = of_a.lead == of_b.lead ? language::trf("pair.lead_in_both", language::arg("lead", of_b.lead))
                                  : of_a.lead + std::string(arrow) + of_b.lead;
  h.explanation = of_b.explanation;
  h.lead_is = of_b.lead_is;
  h.explanation_is = of_b.explanation_is;
  if (pair.verdict.empty()) return h;
  h.explanation = language::trf("headline.lead_and_why", language::arg("lead", h.lead),
                                language::arg("why", h.explanation));
  h.lead = pair.verdict;
  return h;
}

namespace {

/// Draws "32 → 1 wavefront · 32× fewer", each count in its own colour.
void draw_pair_headline(Canvas& canvas, const PairRequest& pair, const SceneSizes& s) {
  const Theme& theme = canvas.theme();
  const Headline h = pair_headline(pair);
  const Count a = count_in(pair.a);
  const Count b = count_in(pair.b);
  const float room = pair.frame.width - 2 * s.margin;
  float size = s.headline;
  const float whole = text_width(h.strong + h.rest, Font::Bold, size);
  if (whole > room) size = std::max(s.least, std::floor(size * room / whole));
  const Point at{s.margin - .03F * size, s.headline_y};
  const std::size_t turn = h.strong.find(arrow);
  if (text_width(h.strong + h.rest, Font::Bold, size) > room) {
    canvas.text(at, fit_text(h.strong, Font::Bold, size, room), size, tone_color(h.tone, theme, size),
                Font::Bold);
  } else if (turn == std::string::npos || !pair.a.shows) {
    canvas.runs(at, {{h.strong, tone_color(h.tone, theme, size), Font::Bold}, {h.rest, theme.t1, Font::Bold}},
                size);
  } else {
    canvas.runs(at,
                {{h.strong.substr(0, turn), tone_color(tone_of(a), theme, size), Font::Bold},
                 {std::string(arrow), theme.t2, Font::Bold},
                 {h.strong.substr(turn + arrow.size()), tone_color(tone_of(b), theme, size), Font::Bold},
                 {h.rest, theme.t1, Font::Bold}},
                size);
  }
  canvas.hit(
      {s.margin, s.headline_y - size, std::min(room, text_width(h.strong + h.rest, Font::Bold, size)),
       1.2F * size},
      HitKind::Text, 0,
      language::trf("pair.headline", language::arg("lead", h.lead), language::arg("why", h.explanation)));
  // The diamond's meaning is at the right end of the line below.
  float right = pair.frame.width - s.margin;
  if (pair.a.request.options.beside.difference.any() || pair.b.request.options.beside.difference.any()) {
    const std::string_view say = language::tr("pair.differs");
    const float w = text_width(say, Font::Regular, s.sub);
    if (w + 3 * s.sub < .3F * room) {
      canvas.mid({right, s.sub_y}, say, s.sub, theme.t2, Font::Regular, Anchor::End);
      draw_difference_mark(canvas, {right - w - .8F * s.sub, s.sub_y}, .36F * s.sub);
      right -= w + 2.4F * s.sub;
    }
  }
  const float x = canvas.defined(h.lead_is).mid({s.margin, s.sub_y},
                                                fit_text(h.lead, Font::SemiBold, s.sub, right - s.margin),
                                                s.sub, theme.t1, Font::SemiBold) +
                  .7F * s.sub;
  const std::string why = fit_clauses(h.explanation, Font::Regular, s.sub, right - x);
  if (why.size() > 8 || why == h.explanation)
    canvas.defined(h.explanation_is).mid({x, s.sub_y}, why, s.sub, theme.t2);
}

/// Draws the letter, what this half is, and its count at the right.
void draw_tag(Canvas& canvas, const PairHalf& half, char letter, Box box, const SceneSizes& s) {
  const Theme& theme = canvas.theme();
  if (box.h < 16) return;
  const float middle = box.y + box.h / 2;
  const float margin = std::min(s.margin, std::clamp(.027F * box.w, 8.F, 48 * s.f)); // as the scenes have it
  const float x = box.x + margin;
  float right = box.x + box.w - margin;
  const float badge = std::min(1.5F * s.sub, box.h - 4);
  canvas.fill({x, middle - badge / 2, badge, badge}, 4, theme.bg3);
  canvas.mid({x + badge / 2, middle}, std::string(1, letter), std::max(s.least, .68F * badge), theme.t1,
             Font::Bold, Anchor::Middle);
  canvas.hit({x, middle - badge / 2, badge, badge}, HitKind::Text, 1,
             std::string(language::tr(letter == 'A' ? "pair.a" : "pair.b")));
  const Count count = count_in(half);
  if (half.shows && count.noun) {
    const float size = std::max(s.sub, std::min(1.7F * s.sub, .8F * box.h));
    const std::string unit = ' ' + std::string(language::unit_of(count.value, *count.noun));
    const float unit_w = text_width(unit, Font::SemiBold, s.sub);
    const float number_w = text_width(grouped(count.value), Font::Bold, size);
    if (number_w + unit_w < .5F * box.w) {
      canvas.mid({right - unit_w, middle}, unit, s.sub, theme.t1, Font::SemiBold);
      canvas.mid({right - unit_w, middle}, grouped(count.value), size,
                 tone_color(tone_of(count), theme, size), Font::Bold, Anchor::End);
      canvas.hit({right - unit_w - number_w, box.y, number_w + unit_w, box.h}, HitKind::Text, 2,
                 *count.noun == language::Counted::Pass ? std::string(language::tr("pair.passes"))
                 : *count.noun == language::Counted::Step
                     ? std::string(language::tr("pair.steps"))
                     : language::trf(*count.noun == language::Counted::Wavefront ? "pair.wavefronts"
                                                                                 : "pair.sectors",
                                     language::arg("ideal", grouped(count.ideal))));
      right -= unit_w + number_w + s.sub;
    }
    const trace::BlockTrace::Event* event = event_at(half.request);
    if (count.noun == language::Counted::Wavefront && event != nullptr) {
      const std::string now = half.done ? std::string(language::tr("pair.done"))
                                        : language::trf(
                                              "pair.now",
                                              language::arg("wavefront", half.request.moment.wavefront + 1));
      const float w = text_width(language::trf("pair.now", language::arg("wavefront", 32)), Font::Regular,
                                 s.sub);
      // What differs is read before where it plays.
      const float named = text_width(half.name, Font::Mono, s.least) + 2.3F * s.sub;
      if (right - w > x + badge + std::max(8 * s.sub, named)) {
        if (half.done)
          canvas.icon(Icon::Check, {right - text_width(now, Font::Regular, s.sub) - .7F * s.sub, middle},
                      .75F * s.sub, theme.now);
        canvas.mid({right, middle}, now, s.sub, theme.t2, Font::Regular, Anchor::End);
        right -= w + 1.6F * s.sub;
      }
    }
  }
  const float name_x = x + badge + .7F * s.sub;
  std::string name = half.name.empty() ? std::string(language::tr("pair.same_text")) : half.name;
  if (const std::size_t colon = name.find(": ");
      colon != std::string::npos && text_width(name, Font::Mono, s.least) > right - name_x)
    name.erase(0, colon + 2); // the line's number gives way to what stands there
  if (half.name.empty()) {
    canvas.mid_if_free({name_x, middle}, fit_text(name, Font::Regular, s.sub, right - name_x), s.sub,
                       theme.t2);
    return;
  }
  float size = s.sub;
  while (size > s.least && text_width(name, Font::Mono, size) > right - name_x) size -= 1;
  const std::string cut = fit_text(name, Font::Mono, size, right - name_x);
  if (!cut.empty()) draw_code(canvas, {name_x, middle + cap_centre * size}, cut, size, definition::cell);
  canvas.hit({name_x, box.y, std::max(1.F, right - name_x), box.h}, HitKind::Text, 3,
             std::string(1, letter) + ": " + half.name);
}

} // namespace

Picture build_pair_frame(const PairRequest& pair, const PairLayout& layout) {
  const Theme& theme = theme_in(pair);
  Canvas canvas(std::max(1.F, pair.frame.width), std::max(1.F, pair.frame.height), theme);
  const SceneRequest whole = whole_of(pair);
  const SceneSizes s = sizes_for(whole);
  draw_pair_headline(canvas, pair, s);
  canvas.fill({0, layout.tag_a.y - 1, pair.frame.width, 1}, 0, theme.line);
  if (layout.stacked) canvas.fill({0, layout.tag_b.y - 1, pair.frame.width, 1}, 0, theme.line);
  else
    canvas.fill({layout.b.x - 1, layout.tag_a.y, 1, layout.a.y + layout.a.h - layout.tag_a.y}, 0, theme.line);
  draw_tag(canvas, pair.a, 'A', layout.tag_a, s);
  draw_tag(canvas, pair.b, 'B', layout.tag_b, s);
  draw_source_lines(canvas, whole, s);
  return canvas.take();
}

Picture build_pair(PairRequest pair) {
  const PairLayout layout = pair_layout(pair);
  set_halves(pair, layout);
  Picture whole = build_pair_frame(pair, layout);
  const auto draw = [&](const PairHalf& half, Box box) {
    put_picture(whole,
                half.shows ? build_scene(half.scene, half.request)
                           : missing_picture(half, half.request.options.frame.width,
                                             half.request.options.frame.height,
                                             half.request.options.frame.scale, theme_in(pair)),
                {box.x, box.y});
  };
  draw(pair.a, layout.a);
  draw(pair.b, layout.b);
  return whole;
}

} // namespace warpscope::view
