#include "app/view/compare_view.h"

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

Count count_in(const ComparedHalf& half) {
  const trace::BlockTrace::Event* event = event_at(half.input);
  if (!half.shows || event == nullptr) return {};
  if (half.scene == SceneKind::Block) {
    const IndexOfInput index(half.input);
    return {index->steps(), index->steps(), language::Counted::Step};
  }
  if (event->kind != trace::StepKind::Access) return {};
  const WarpAccess access = half.input.trace->access(half.input.moment.event);
  if (event->space == Space::Shared) {
    const model::BankCounts c = model::count_banks(access, event->access_kind);
    return {c.wavefronts, c.ideal_wavefronts, language::Counted::Wavefront};
  }
  if (event->space == Space::Global) {
    const model::SectorCounts c = model::count_sectors(access);
    return {c.sectors, c.ideal_sectors, language::Counted::Sector};
  }
  if (event->space == Space::Constant)
    return {model::count_constant(access).passes, 1, language::Counted::Pass};
  return {};
}

Tone tone_of(const Count& count) { return count.value > count.ideal ? Tone::Conflict : Tone::Good; }

Color color_of(Tone tone, const Theme& theme, float size) {
  return tone == Tone::Conflict    ? theme.conflict_at(size)
         : tone == Tone::Broadcast ? theme.broadcast
                                   : theme.now;
}

const Theme& theme_in(const CompareInput& input) {
  return input.theme != nullptr ? *input.theme : dark_theme();
}

/// The whole as a scene would see it: for the sizes, the headline's room and the source lines.
SceneInput whole_of(const CompareInput& input) {
  SceneInput whole = input.b.input;
  whole.width = input.width;
  whole.height = input.height;
  whole.scale = input.scale;
  whole.presenter = input.presenter;
  whole.theme = input.theme;
  whole.source_lines = input.source_lines;
  whole.verdict = {};
  whole.with_headline = true;
  return whole;
}

/// What a picture of the scene needs to be read well, in pixels at scale 1: the arrangement that comes
/// nearest is taken.
struct Wanted {
  float width, height;
};
Wanted wanted_by(SceneKind scene) {
  switch (scene) {
  case SceneKind::Array: return {560, 520};
  case SceneKind::Sectors: return {1000, 230};
  case SceneKind::Block: return {1000, 280};
  default: return {760, 360};
  }
}

/// The bytes' beginning that sectors are counted from, so that two buffers at other addresses can be
/// compared.
std::uint32_t origin_of(const SceneInput& input, std::uint32_t offset) {
  for (const BufferPlace& b : input.buffers)
    if (offset >= b.offset && offset - b.offset < b.bytes) return b.offset / 32;
  return program::window_base / 32;
}

std::vector<std::uint32_t> sectors_of(const SceneInput& input, const WarpAccess& access,
                                      std::uint32_t& origin) {
  std::vector<std::uint32_t> list;
  for (const model::TouchedSector& s : model::touched_sectors(access)) {
    if (list.empty()) origin = origin_of(input, s.address);
    list.push_back(s.address / 32);
  }
  return list;
}

std::array<std::uint32_t, 32> words_of_banks(const WarpAccess& access, AccessKind kind) {
  std::array<std::uint32_t, 32> words{};
  for (const model::BankWavefront& w : model::serve_banks(access, kind).wavefronts)
    for (std::uint32_t bank = 0; bank < 32; ++bank) words[bank] += w.banks >> bank & 1u;
  return words;
}

/// Lines of a global access, words in the fullest bank of a shared one.
std::uint32_t rows_of(const SceneInput& input) {
  const trace::BlockTrace::Event* event = event_at(input);
  if (event == nullptr || event->kind != trace::StepKind::Access) return 0;
  const WarpAccess access = input.trace->access(input.moment.event);
  if (event->space == Space::Global) return model::count_sectors(access).lines;
  if (event->space != Space::Shared) return 0;
  const auto words = words_of_banks(access, event->access_kind);
  return *std::max_element(words.begin(), words.end());
}

Picture missing_picture(const ComparedHalf& half, float width, float height, float scale,
                        const Theme& theme) {
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

void put(Picture& whole, Picture part, Box box) {
  for (Shape& shape : part.shapes) {
    move_shape(shape, box.x, box.y);
    whole.shapes.push_back(std::move(shape));
  }
  for (Hit& hit : part.hits) {
    hit.box.x += box.x;
    hit.box.y += box.y;
    whole.hits.push_back(std::move(hit));
  }
}

} // namespace

CompareLayout compare_layout(const CompareInput& input) {
  CompareLayout l;
  const SceneSizes s = sizes_for(whole_of(input));
  const float top = std::min(s.scene_y + .2F * s.sub, .5F * input.height);
  const bool lines = input.presenter && !input.source_lines.empty();
  const float bottom = lines ? s.scene_end : input.height;
  const float width = std::max(1.F, input.width);
  const float height = std::max(1.F, bottom - top);
  const float tag = std::min(std::round(2.3F * s.sub), .2F * height);
  l.pane_scale = input.presenter ? 1.6F * s.f : input.scale;
  const Wanted wanted = wanted_by(input.b.scene);
  const float beside = std::min(width / 2 / wanted.width, (height - tag) / wanted.height);
  const float over = std::min(width / wanted.width, (height / 2 - tag) / wanted.height);
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

SceneDifference difference_of(const SceneInput& own, const SceneInput& other) {
  SceneDifference d;
  const trace::BlockTrace::Event* mine = event_at(own);
  const trace::BlockTrace::Event* theirs = event_at(other);
  if (mine == nullptr || theirs == nullptr || mine->kind != trace::StepKind::Access ||
      theirs->kind != trace::StepKind::Access || mine->space != theirs->space)
    return d;
  const WarpAccess a = own.trace->access(own.moment.event);
  const WarpAccess b = other.trace->access(other.moment.event);
  const auto place = [&](const WarpAccess& access, std::uint32_t lane) {
    return mine->space == Space::Shared ? access.offset[lane] / 4 % 32 : access.offset[lane] % 128 / 32;
  };
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool in_a = (a.mask >> lane & 1u) != 0;
    const bool in_b = (b.mask >> lane & 1u) != 0;
    if (in_a != in_b || (in_a && place(a, lane) != place(b, lane))) d.lanes |= 1u << lane;
  }
  if (mine->space == Space::Shared) {
    const auto words = words_of_banks(a, mine->access_kind);
    const auto others = words_of_banks(b, theirs->access_kind);
    for (std::uint32_t bank = 0; bank < 32; ++bank)
      if (words[bank] != others[bank]) d.banks |= 1u << bank;
  } else if (mine->space == Space::Global) {
    std::uint32_t from = 0;
    std::uint32_t from_other = 0;
    const std::vector<std::uint32_t> all = sectors_of(own, a, from);
    const std::vector<std::uint32_t> others = sectors_of(other, b, from_other);
    for (const std::uint32_t sector : all)
      if (!std::binary_search(others.begin(), others.end(), sector - from + from_other))
        d.sectors.push_back(sector);
  }
  return d;
}

void set_halves(CompareInput& input, const CompareLayout& layout) {
  const auto set = [&](ComparedHalf& half, const Box& box) {
    half.input.width = std::floor(box.w);
    half.input.height = std::floor(box.h);
    half.input.scale = layout.pane_scale;
    half.input.theme = input.theme;
    half.input.with_headline = false;
    half.input.presenter = false;
    half.input.source_lines = {};
  };
  set(input.a, layout.a);
  set(input.b, layout.b);
  if (!input.a.shows || !input.b.shows) return;
  input.a.input.difference = difference_of(input.a.input, input.b.input);
  input.b.input.difference = difference_of(input.b.input, input.a.input);
  if (input.a.scene == input.b.scene &&
      (input.a.scene == SceneKind::Sectors || input.a.scene == SceneKind::Banks)) {
    const std::uint32_t rows = std::max(rows_of(input.a.input), rows_of(input.b.input));
    input.a.input.least_rows = input.b.input.least_rows = rows;
  }
  if (input.a.scene == SceneKind::Block && input.b.scene == SceneKind::Block) {
    const IndexOfInput of_a(input.a.input);
    const IndexOfInput of_b(input.b.input);
    input.a.input.axis_steps = input.b.input.axis_steps = std::max(of_a->steps(), of_b->steps());
  }
  if (input.a.scene != SceneKind::Array || input.b.scene != SceneKind::Array) return;
  const ArrayWindow a = array_window(input.a.input);
  const ArrayWindow b = array_window(input.b.input);
  for (SceneInput* half : {&input.a.input, &input.b.input}) {
    half->most_cell_width = std::min(a.cell_width, b.cell_width);
    half->most_cell_height = std::min(a.cell_height, b.cell_height);
  }
}

Headline compare_headline(const CompareInput& input) {
  const Count a = count_in(input.a);
  const Count b = count_in(input.b);
  Headline h;
  if (!input.a.shows || !a.noun || !b.noun) {
    h = make_headline(input.b.input, input.b.scene);
    if (input.a.shows) return h;
    h.explanation = input.a.missing;
    h.lead = language::tr("pair.only_b");
    return h;
  }
  h.tone = tone_of(b);
  const bool same = input.a.name.empty() && input.b.name.empty();
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
  if (input.b.scene == SceneKind::Block) {
    h.lead = language::tr("pair.whole_block");
    h.explanation = language::tr("pair.step");
    return h;
  }
  const Headline of_a = make_headline(input.a.input, input.a.scene);
  const Headline of_b = make_headline(input.b.input, input.b.scene);
  h.lead = of_a.lead == of_b.lead ? language::trf("pair.lead_in_both", language::arg("lead", of_b.lead))
                                  : of_a.lead + std::string(arrow) + of_b.lead;
  h.explanation = of_b.explanation;
  if (input.verdict.empty()) return h;
  h.explanation = language::trf("headline.lead_and_why", language::arg("lead", h.lead),
                                language::arg("why", h.explanation));
  h.lead = input.verdict;
  return h;
}

namespace {

/// "32 → 1 wavefront · 32× fewer": each count in its own colour.
void draw_compare_headline(Canvas& canvas, const CompareInput& input, const SceneSizes& s) {
  const Theme& theme = canvas.theme();
  const Headline h = compare_headline(input);
  const Count a = count_in(input.a);
  const Count b = count_in(input.b);
  const float room = input.width - 2 * s.margin;
  float size = s.headline;
  const float whole = text_width(h.strong + h.rest, Font::Bold, size);
  if (whole > room) size = std::max(13.F, std::floor(size * room / whole));
  const Point at{s.margin - .03F * size, s.headline_y};
  const std::size_t turn = h.strong.find(arrow);
  if (text_width(h.strong + h.rest, Font::Bold, size) > room) {
    canvas.text(at, fit_text(h.strong, Font::Bold, size, room), size, color_of(h.tone, theme, size),
                Font::Bold);
  } else if (turn == std::string::npos || !input.a.shows) {
    canvas.runs(at, {{h.strong, color_of(h.tone, theme, size), Font::Bold}, {h.rest, theme.t1, Font::Bold}},
                size);
  } else {
    canvas.runs(at,
                {{h.strong.substr(0, turn), color_of(tone_of(a), theme, size), Font::Bold},
                 {std::string(arrow), theme.t2, Font::Bold},
                 {h.strong.substr(turn + arrow.size()), color_of(tone_of(b), theme, size), Font::Bold},
                 {h.rest, theme.t1, Font::Bold}},
                size);
  }
  canvas.hit(
      {s.margin, s.headline_y - size, std::min(room, text_width(h.strong + h.rest, Font::Bold, size)),
       1.2F * size},
      HitKind::Text, 0,
      language::trf("pair.headline", language::arg("lead", h.lead), language::arg("why", h.explanation)));
  // The diamond's meaning stands at the right end of the line below.
  float right = input.width - s.margin;
  if (input.a.input.difference.any() || input.b.input.difference.any()) {
    const std::string_view say = language::tr("pair.differs");
    const float w = text_width(say, Font::Regular, s.sub);
    if (w + 3 * s.sub < .3F * room) {
      canvas.mid({right, s.sub_y}, say, s.sub, theme.t2, Font::Regular, Anchor::End);
      draw_difference_mark(canvas, {right - w - .8F * s.sub, s.sub_y}, .36F * s.sub);
      right -= w + 2.4F * s.sub;
    }
  }
  const float x = canvas.mid({s.margin, s.sub_y}, fit_text(h.lead, Font::SemiBold, s.sub, right - s.margin),
                             s.sub, theme.t1, Font::SemiBold) +
                  .7F * s.sub;
  const std::string why = fit_text(h.explanation, Font::Regular, s.sub, right - x);
  if (why.size() > 8 || why == h.explanation) canvas.mid({x, s.sub_y}, why, s.sub, theme.t2);
}

/// The letter, what this half is, and at the right its count.
void draw_tag(Canvas& canvas, const ComparedHalf& half, char letter, Box box, const SceneSizes& s) {
  const Theme& theme = canvas.theme();
  if (box.h < 16) return;
  const float middle = box.y + box.h / 2;
  const float margin = std::min(s.margin, std::clamp(.027F * box.w, 8.F, 48 * s.f)); // as the scenes have it
  const float x = box.x + margin;
  float right = box.x + box.w - margin;
  const float badge = std::min(1.5F * s.sub, box.h - 4);
  canvas.fill({x, middle - badge / 2, badge, badge}, 4, theme.bg3);
  canvas.mid({x + badge / 2, middle}, std::string(1, letter), std::max(13.F, .68F * badge), theme.t1,
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
      canvas.mid({right - unit_w, middle}, grouped(count.value), size, color_of(tone_of(count), theme, size),
                 Font::Bold, Anchor::End);
      canvas.hit({right - unit_w - number_w, box.y, number_w + unit_w, box.h}, HitKind::Text, 2,
                 *count.noun == language::Counted::Pass ? std::string(language::tr("pair.passes"))
                 : *count.noun == language::Counted::Step
                     ? std::string(language::tr("pair.steps"))
                     : language::trf(*count.noun == language::Counted::Wavefront ? "pair.wavefronts"
                                                                                 : "pair.sectors",
                                     language::arg("ideal", grouped(count.ideal))));
      right -= unit_w + number_w + s.sub;
    }
    const trace::BlockTrace::Event* event = event_at(half.input);
    if (count.noun == language::Counted::Wavefront && event != nullptr) {
      const std::string now = half.done
                                  ? std::string(language::tr("pair.done"))
                                  : language::trf("pair.now", language::arg("wavefront",
                                                                            half.input.moment.wavefront + 1));
      const float w = text_width(language::trf("pair.now", language::arg("wavefront", 32)), Font::Regular,
                                 s.sub);
      if (right - w > x + badge + 8 * s.sub) {
        if (half.done)
          canvas.icon(Icon::Check, {right - text_width(now, Font::Regular, s.sub) - .7F * s.sub, middle},
                      .75F * s.sub, theme.now);
        canvas.mid({right, middle}, now, s.sub, theme.t2, Font::Regular, Anchor::End);
        right -= w + 1.6F * s.sub;
      }
    }
  }
  const float name_x = x + badge + .7F * s.sub;
  const std::string name = half.name.empty() ? std::string(language::tr("pair.same_text")) : half.name;
  if (half.name.empty()) {
    canvas.mid_if_free({name_x, middle}, fit_text(name, Font::Regular, s.sub, right - name_x), s.sub,
                       theme.t2);
    return;
  }
  float size = s.sub;
  while (size > 13 && text_width(name, Font::Mono, size) > right - name_x) size -= 1;
  const std::string cut = fit_text(name, Font::Mono, size, right - name_x);
  if (!cut.empty()) draw_code(canvas, {name_x, middle + cap_centre * size}, cut, size);
  canvas.hit({name_x, box.y, std::max(1.F, right - name_x), box.h}, HitKind::Text, 3,
             std::string(1, letter) + ": " + half.name);
}

} // namespace

Picture build_compare_frame(const CompareInput& input, const CompareLayout& layout) {
  const Theme& theme = theme_in(input);
  Canvas canvas(std::max(1.F, input.width), std::max(1.F, input.height), theme);
  const SceneInput whole = whole_of(input);
  const SceneSizes s = sizes_for(whole);
  draw_compare_headline(canvas, input, s);
  canvas.fill({0, layout.tag_a.y - 1, input.width, 1}, 0, theme.line);
  if (layout.stacked) canvas.fill({0, layout.tag_b.y - 1, input.width, 1}, 0, theme.line);
  else
    canvas.fill({layout.b.x - 1, layout.tag_a.y, 1, layout.a.y + layout.a.h - layout.tag_a.y}, 0, theme.line);
  draw_tag(canvas, input.a, 'A', layout.tag_a, s);
  draw_tag(canvas, input.b, 'B', layout.tag_b, s);
  draw_source_lines(canvas, whole, s);
  return canvas.take();
}

Picture build_comparison(CompareInput input) {
  const CompareLayout layout = compare_layout(input);
  set_halves(input, layout);
  Picture whole = build_compare_frame(input, layout);
  const auto draw = [&](const ComparedHalf& half, Box box) {
    put(whole,
        half.shows
            ? build_scene(half.scene, half.input)
            : missing_picture(half, half.input.width, half.input.height, half.input.scale, theme_in(input)),
        box);
  };
  draw(input.a, layout.a);
  draw(input.b, layout.b);
  return whole;
}

} // namespace warpscope::view
