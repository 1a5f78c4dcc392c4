// Local memory: 32 lanes, each with its own memory; the elements that this access touches.
//
// Not modelled: where the lanes' memory is and what it costs. The hardware interleaves it by thread and moves
// it through L1 like global memory; nothing here counts that.
#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::view {
namespace {

constexpr std::uint32_t most_slots = 12;

/// The visible elements: those touched, and some around them.
struct Slots {
  std::uint32_t first = 0, count = 1, element = 4;
};

Slots slots_of(const WarpAccess& access) {
  Slots s;
  s.element = std::max(1u, access.width);
  std::uint32_t low = ~0u;
  std::uint32_t high = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    low = std::min(low, access.offset[lane] / s.element);
    high = std::max(high, access.offset[lane] / s.element);
  }
  const std::uint32_t span = high - low + 1;
  const std::uint32_t spare = span < most_slots ? std::min(4u, most_slots - span) : 0;
  s.first = low - std::min(low, spare / 2);
  s.count = std::min(most_slots, span + spare);
  return s;
}

} // namespace

Headline make_local_headline(const SceneRequest& request) {
  Headline h;
  const trace::BlockTrace::Event& event = *event_at(request);
  const WarpAccess access = request.run->trace().access(request.moment.event);
  const auto active = static_cast<std::uint32_t>(std::popcount(access.mask));
  const bool one = active == 1, load = event.access_kind == AccessKind::Load;
  h.strong = language::count_of(active, language::Counted::Lane);
  h.rest = language::tr(one ? "local.in_its_own" : "local.each_in_its_own");
  h.lead = language::tr("local.lead");
  h.explanation_is = definition::lane;
  h.explanation = language::trf(
      one    ? (load ? "local.lane_reads" : "local.lane_writes")
      : load ? "local.each_reads"
             : "local.each_writes",
      language::arg("bytes", language::count_of(access.width, language::Counted::Byte)));
  return h;
}

Picture build_local_picture(const SceneRequest& request) {
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme_of(request));
  const Theme& theme = canvas.theme();
  const SceneSizes sizes = sizes_for(request);
  const trace::BlockTrace::Event& event = *event_at(request);
  const WarpAccess access = request.run->trace().access(request.moment.event);
  draw_headline(canvas, request, sizes, make_local_headline(request), std::nullopt);
  program::Site site;
  if (const program::Site* known = site_of(request, event)) site = *known;
  site.space = Space::Local;
  const Slots slots = slots_of(access);

  const float label = sizes.label;
  const float width = request.options.frame.width - 2 * sizes.margin;
  float gut = text_width(language::tr("local.side"), Font::Regular, label) + 10 * sizes.f;
  if (width - gut < 32 * 13) gut = 0;
  const float col = std::max(1.F, std::floor((width - gut) / 32));
  const float x0 = request.options.frame.width - sizes.margin - 32 * col;
  const float inset = col < 8 ? .08F * col : std::max(1.F, std::round(.06F * col));
  const float height = std::max(8.F, sizes.scene_end - sizes.scene_y);
  const float chip_h = std::min(std::clamp(std::round(.95F * col), 22.F, 48 * std::max(1.F, sizes.f)),
                                .22F * height);
  const float slot_h = std::clamp(std::floor(.6F * height / static_cast<float>(slots.count)), 2.F, chip_h);
  const float lane_y = sizes.scene_y;
  const float slots_y = std::max(
      lane_y + chip_h + 8, std::min(sizes.scene_end - slot_h * static_cast<float>(slots.count) - 2 * label,
                                    lane_y + chip_h + .16F * 32 * col));
  const auto left = [&](std::uint32_t lane) { return x0 + static_cast<float>(lane) * col + inset; };
  const float chip_w = col - 2 * inset;
  const float digits = text_width("00", Font::Mono, 13);
  const std::uint32_t step = digits + 2 <= col       ? 1
                             : digits + 3 <= 2 * col ? 2
                             : digits + 3 <= 4 * col ? 4
                                                     : 8;
  const float number = std::max(
      13.F, std::min({sizes.number, std::floor(chip_w / 1.2F), std::floor(.9F * chip_h)}));
  const std::uint32_t lit = lit_lanes(request);

  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const bool active = (access.mask >> lane & 1u) != 0;
    const Box chip{left(lane), lane_y, chip_w, chip_h};
    const float middle = chip.x + chip_w / 2;
    const std::uint32_t touched = access.offset[lane] / slots.element;
    for (std::uint32_t i = 0; i < slots.count; ++i) {
      const Box box{chip.x, slots_y + static_cast<float>(i) * slot_h, chip_w,
                    std::max(1.F, slot_h - (slot_h >= 8 ? 2.F : 1.F))};
      const bool here = active && touched == slots.first + i;
      canvas.fill(box, std::min(3.F, box.h / 2), here ? theme.now : theme.bg2);
      if (!here) continue;
      canvas.line({middle, lane_y + chip_h + 3}, {middle, box.y - 2}, theme.now,
                  std::clamp(.1F * col, 2.F, 5.F));
      if ((lit >> lane & 1u) != 0)
        canvas.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 4, theme.t1, 3);
    }
    if (active) canvas.fill(chip, 4, theme.now);
    else
      canvas.outline({chip.x + .75F, chip.y + .75F, chip.w - 1.5F, chip.h - 1.5F}, 4, theme.edge, 1.5F,
                     {3, 3});
    if (chip_h >= 15 && lane % step == 0)
      canvas.defined(definition::lane)
          .mid({middle, lane_y + chip_h / 2}, std::to_string(lane), number, active ? theme.on_now : theme.t3,
               active ? Font::MonoBold : Font::Mono, Anchor::Middle);
    if ((lit >> lane & 1u) != 0)
      canvas.outline({chip.x - 1, chip.y - 1, chip.w + 2, chip.h + 2}, 5, theme.t1, 3);
    const std::string address = active ? address_arithmetic(request.run->program(), site, access.offset[lane])
                                       : std::string();
    const std::string say = lane_tip(request, event.warp, lane,
                                     active ? language::trf("local.own", language::arg("address", address))
                                            : std::string());
    canvas.hit({x0 + static_cast<float>(lane) * col, lane_y - 2, col,
                slots_y + slot_h * static_cast<float>(slots.count) - lane_y + 2},
               HitKind::Lane, lane, say, 1u << lane);
  }
  if (gut > 0) {
    canvas.mid_if_free({sizes.margin, lane_y + chip_h / 2}, language::tr("unit.lanes"), label, theme.t2);
    canvas.mid_if_free({sizes.margin, slots_y - .9F * label}, language::tr("local.side"), label, theme.t2);
  }
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
