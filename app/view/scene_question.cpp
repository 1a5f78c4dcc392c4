// "How many wavefronts?": the access before the person has predicted its cost. It shows which lanes are
// active, but not where they go: strands, words and sectors could be counted.
#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::view {
namespace {

std::string_view question_of(Space space) {
  const CostRule rule = cost_rule(space);
  return language::tr(rule == CostRule::Banks                              ? "question.wavefronts"
                      : rule == CostRule::Sectors || space == Space::Local ? "question.sectors"
                                                                           : "question.passes");
}

struct Chips {
  float x0 = 0, col = 1, inset = 1, number = 13;
  std::uint32_t step = 1; ///< every step-th number fits
  [[nodiscard]] float centre(std::uint32_t i) const { return x0 + (static_cast<float>(i) + .5F) * col; }
};

Chips lay_out(const SceneRequest& request, const SceneSizes& sizes, float chip_h) {
  Chips c;
  const float width = request.options.frame.width - 2 * sizes.margin;
  float gut = text_width(language::tr("unit.lanes"), Font::Regular, sizes.label) + 16 * sizes.f;
  if (width - gut < 32 * 13) gut = 0;
  c.col = std::max(1.F, std::floor((width - gut) / 32));
  c.x0 = request.options.frame.width - sizes.margin - 32 * c.col;
  c.inset = c.col < 8 ? .08F * c.col : std::max(1.F, std::round(.06F * c.col));
  const float digits = text_width("00", Font::Mono, sizes.least);
  c.step = digits + 2 <= c.col ? 1 : digits + 3 <= 2 * c.col ? 2 : digits + 3 <= 4 * c.col ? 4 : 8;
  c.number = std::max(sizes.least, std::min({sizes.number, std::floor((c.col - 2 * c.inset) / 1.2F),
                                             std::floor(.9F * chip_h)}));
  return c;
}

/// Draws the number as it is typed, in a field that says what to do.
void draw_field(Canvas& canvas, const SceneRequest& request, const SceneSizes& sizes, float top,
                float bottom) {
  const Theme& theme = canvas.theme();
  const float room = bottom - top;
  const float hint = std::max(sizes.least, std::min(sizes.sub, room * .2F));
  const float digits = std::clamp(room - 2.6F * hint, 15.F,
                                  sizes.text(request.options.frame.presenter ? 150 : 76));
  const float w = 4 * text_width("0", Font::MonoBold, digits) + .6F * digits;
  const float h = 1.35F * digits;
  const float x = request.options.frame.width / 2;
  const float y = std::max(top + h / 2, (top + bottom) / 2 - .8F * hint);
  if (request.options.question.chosen_outside) {
    canvas.mid({x, (top + bottom) / 2}, "?", std::clamp(room * .7F, 15.F, sizes.text(150)), theme.t3,
               Font::MonoBold, Anchor::Middle);
    return;
  }
  const bool empty = request.options.question.guess.empty();
  canvas.outline({x - w / 2, y - h / 2, w, h}, 8, theme.now, 2.5F);
  canvas.mid({x, y}, empty ? std::string_view("?") : request.options.question.guess, digits,
             empty ? theme.t3 : theme.t1, Font::MonoBold, Anchor::Middle);
  const float room_w = request.options.frame.width - 2 * sizes.margin;
  const std::string_view say = language::tr(empty ? "question.type" : "question.enter");
  canvas.mid_if_free({x, y + h / 2 + 1.2F * hint}, fit_text(say, Font::Regular, hint, room_w), hint, theme.t2,
                     Font::Regular, Anchor::Middle);
}

} // namespace

Headline make_question_headline(const SceneRequest& request) {
  Headline h;
  const trace::BlockTrace::Event& event = *event_at(request);
  h.strong = question_of(event.space);
  h.lead = language::tr("question.lead");
  const program::Site* site = site_of(request, event);
  const bool text = site != nullptr && !site->text.empty(), line = site != nullptr && site->span.line != 0;
  const std::string lanes = language::count_of(static_cast<std::uint64_t>(std::popcount(event.mask)),
                                               language::Counted::ActiveLane);
  const std::string bytes = language::count_of(request.run->trace().access(request.moment.event).width,
                                               language::Counted::Byte);
  h.explanation = language::trf("question.lanes", language::arg("warp", event.warp),
                                language::arg("lanes", lanes), language::arg("bytes", bytes));
  if (line)
    h.explanation = language::trf("question.line", language::arg("line", site->span.line),
                                  language::arg("what", h.explanation));
  if (text)
    h.explanation = language::trf("question.code", language::arg("code", site->text),
                                  language::arg("what", h.explanation));
  return h;
}

bool asks_about(const SceneRequest& request) {
  const trace::BlockTrace::Event* event = event_at(request);
  if (!request.options.question.hide_counts || event == nullptr || event->kind != trace::StepKind::Access ||
      event->mask == 0)
    return false;
  // Of a thread's own array only a lesson asks.
  return cost_rule(event->space) != CostRule::Uncounted ||
         (event->space == Space::Local && request.options.question.chosen_outside);
}

Picture build_question_picture(const SceneRequest& request) {
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme_of(request));
  const Theme& theme = canvas.theme();
  const SceneSizes sizes = sizes_for(request);
  const trace::BlockTrace::Event& event = *event_at(request);
  draw_headline(canvas, request, sizes, make_question_headline(request), std::nullopt);

  const float height = std::max(8.F, sizes.scene_end - sizes.scene_y);
  const float width = request.options.frame.width - 2 * sizes.margin;
  const float chip_h = std::min(std::clamp(std::round(.95F * width / 33), 22.F, 48 * std::max(1.F, sizes.f)),
                                .22F * height);
  const Chips chips = lay_out(request, sizes, chip_h);
  const float lane_y = sizes.scene_y;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const Box box{chips.centre(lane) - chips.col / 2 + chips.inset, lane_y, chips.col - 2 * chips.inset,
                  chip_h};
    const bool active = (event.mask >> lane & 1u) != 0;
    if (active) canvas.fill(box, std::min(4.F, box.w / 2), theme.bg3);
    else
      canvas.outline({box.x + .75F, box.y + .75F, std::max(.5F, box.w - 1.5F), box.h - 1.5F},
                     std::min(4.F, box.w / 3), theme.edge, 1.5F, {3, 3});
    if (chip_h >= 15 && lane % chips.step == 0)
      canvas.mid({chips.centre(lane), lane_y + chip_h / 2}, std::to_string(lane), chips.number,
                 active ? theme.t1 : theme.t3, Font::Mono, Anchor::Middle);
    canvas.hit({chips.centre(lane) - chips.col / 2, lane_y - 2, chips.col, chip_h + 4}, HitKind::Lane, lane,
               language::trf(active ? "question.lane" : "question.lane_inactive", language::arg("lane", lane),
                             language::arg("thread", thread_name(request, event.warp, lane))));
  }
  if (chips.x0 > sizes.margin + 8)
    canvas.mid_if_free({sizes.margin, lane_y + chip_h / 2}, language::tr("unit.lanes"), sizes.label,
                       theme.t2);

  float bottom = sizes.scene_end;
  if (cost_rule(event.space) == CostRule::Banks && height > 4 * chip_h) {
    const float bank_h = .72F * chip_h;
    bottom -= bank_h;
    for (std::uint32_t b = 0; b < 32; ++b) {
      const Box box{chips.centre(b) - chips.col / 2 + chips.inset, bottom, chips.col - 2 * chips.inset,
                    bank_h};
      canvas.fill(box, std::min(3.F, box.w / 2), theme.bg2);
      if (bank_h >= 15 && b % chips.step == 0)
        canvas.mid({chips.centre(b), bottom + bank_h / 2}, std::to_string(b),
                   std::min(chips.number, std::max(sizes.least, .9F * bank_h)), theme.t3, Font::Mono,
                   Anchor::Middle);
    }
    if (chips.x0 > sizes.margin + 8)
      canvas.mid_if_free({sizes.margin, bottom + bank_h / 2}, language::tr("unit.banks"), sizes.label,
                         theme.t2);
  }
  draw_field(canvas, request, sizes, lane_y + chip_h + 8, bottom - 8);
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
