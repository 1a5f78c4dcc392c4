// A read of constant memory: 32 lanes and the distinct addresses that they want, one pass each.
//
// Source of the count: sim/model/constant.h. The order of the passes (lowest lane first) is our convention.
// Playback has one step for the whole access, so all passes are shown at once.
#include "app/language/language.h"
#include "app/view/scene_parts.h"
#include "app/view/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace warpscope::view {
namespace {

struct Pass {
  std::uint32_t offset = 0;
  std::uint32_t lanes = 0;
};

std::vector<Pass> passes_of(const WarpAccess& access) {
  std::vector<Pass> passes;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const auto same = [&](const Pass& p) { return p.offset == access.offset[lane]; };
    auto it = std::find_if(passes.begin(), passes.end(), same);
    if (it == passes.end()) it = passes.insert(passes.end(), {access.offset[lane], 0});
    it->lanes |= 1u << lane;
  }
  return passes;
}

} // namespace

Picture build_constant_picture(const SceneRequest& request) {
  Canvas canvas(request.options.frame.width, request.options.frame.height, theme_of(request));
  const Theme& theme = canvas.theme();
  const SceneSizes sizes = sizes_for(request);
  const trace::BlockTrace::Event& event = *event_at(request);
  const WarpAccess access = request.run->trace().access(request.moment.event);
  const std::vector<Pass> passes = passes_of(access);
  const Headline headline = make_headline(request, SceneKind::Banks);
  draw_headline(canvas, request, sizes, headline, std::nullopt);

  program::Site site;
  if (const program::Site* known = site_of(request, event)) site = *known;
  site.space = event.space;
  const program::Program& program = request.run->program();
  const auto arithmetic = [&](std::uint32_t offset) {
    return address_arithmetic(program, site, offset, request.run->buffers());
  };

  const float label = sizes.label;
  const float width = request.options.frame.width - 2 * sizes.margin;
  float gut = text_width(language::tr("unit.passes"), Font::Regular, label) + 10 * sizes.f;
  if (width - gut < 32 * 13) gut = 0;
  const float col = std::max(1.F, std::floor((width - gut) / 32));
  const float x0 = request.options.frame.width - sizes.margin - 32 * col;
  const float inset = std::max(col < 8 ? .08F * col : 1.F, std::round(.06F * col));
  const float height = std::max(8.F, sizes.scene_end - sizes.scene_y);
  const float chip_h = std::min(std::clamp(std::round(.95F * col), 22.F, 48 * std::max(1.F, sizes.f)),
                                .22F * height);
  const float lane_y = sizes.scene_y;
  const float foot = height > 150 ? 2 * label : 0;
  const float box_y = std::max(lane_y + chip_h + 8,
                               std::min(sizes.scene_end - foot - chip_h, lane_y + chip_h + .36F * 32 * col));
  const float top = lane_y + chip_h + 4;
  const float bottom = box_y - 2;
  const auto centre = [&](std::uint32_t lane) { return x0 + (static_cast<float>(lane) + .5F) * col; };
  const float share = 32 * col / static_cast<float>(std::max<std::size_t>(1, passes.size()));
  const auto port = [&](std::size_t i) { return x0 + (static_cast<float>(i) + .5F) * share; };
  const float box_w = std::min(share - 2 * inset, 6 * col);
  const bool one = passes.size() == 1;
  const Color hot = one ? theme.broadcast : theme.conflict;
  const Color on_hot = one ? theme.on_broadcast : theme.on_conflict;

  for (std::size_t i = 0; i < passes.size(); ++i) {
    const auto sharing = static_cast<std::uint32_t>(std::popcount(passes[i].lanes));
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      if ((passes[i].lanes >> lane & 1u) == 0) continue;
      const auto place = static_cast<float>(std::popcount(passes[i].lanes & ((1u << lane) - 1)));
      const auto n = static_cast<float>(sharing);
      CurveShape c;
      const float to = port(i) + (place - (n - 1) / 2) * .8F * box_w / n;
      c.p0 = {centre(lane), top};
      c.p1 = {centre(lane), (top + bottom) / 2};
      c.p2 = {to, (top + bottom) / 2};
      c.p3 = {to, bottom};
      c.width = std::clamp(std::round((sharing > 1 ? .06F : .1F) * col), 2.F, 5 * std::max(1.F, sizes.f));
      c.from = c.to = hot;
      canvas.curve(c);
    }
  }
  const float digits = text_width("00", Font::Mono, sizes.least);
  const std::uint32_t step = digits + 2 <= col       ? 1
                             : digits + 3 <= 2 * col ? 2
                             : digits + 3 <= 4 * col ? 4
                                                     : 8;
  const float number = std::max(
      sizes.least, std::min({sizes.number, std::floor((col - 2 * inset) / 1.2F), std::floor(.9F * chip_h)}));
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    const Box box{centre(lane) - col / 2 + inset, lane_y, col - 2 * inset, chip_h};
    const bool active = (access.mask >> lane & 1u) != 0;
    if (active) canvas.fill(box, 4, hot);
    else
      canvas.outline({box.x + .75F, box.y + .75F, box.w - 1.5F, box.h - 1.5F}, 4, theme.edge, 1.5F, {3, 3});
    if (chip_h >= 15 && lane % step == 0) {
      canvas.defined(definition::lane)
          .mid({centre(lane), lane_y + chip_h / 2}, std::to_string(lane), number, active ? on_hot : theme.t3,
               active ? Font::MonoBold : Font::Mono, Anchor::Middle);
    }
    if ((lit_lanes(request) >> lane & 1u) != 0)
      canvas.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 5, theme.t1, 3);
    canvas.hit({centre(lane) - col / 2, lane_y - 2, col, chip_h + 4}, HitKind::Lane, lane,
               lane_tip(request, event.warp, lane, active ? arithmetic(access.offset[lane]) : std::string()),
               1u << lane);
  }
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const Box box{port(i) - box_w / 2, box_y, box_w, chip_h};
    canvas.fill(box, 4, hot);
    const std::string sum = arithmetic(passes[i].offset);
    const float size = std::clamp(std::floor(.6F * chip_h), sizes.least, std::max(sizes.least, sizes.number));
    const std::string full = address_of(program, site, passes[i].offset, request.run->buffers()).name;
    const std::string pass = std::to_string(i + 1);
    for (const std::string& say : {full, pass}) {
      if (chip_h < 15 || text_width(say, Font::MonoBold, size) > box_w - 2) continue;
      canvas.defined(definition::pass)
          .mid({port(i), box_y + chip_h / 2}, say, size, on_hot, Font::MonoBold, Anchor::Middle);
      break;
    }
    const auto sharing = static_cast<std::uint32_t>(std::popcount(passes[i].lanes));
    if (sharing > 1 && foot > 0) {
      canvas.defined(definition::sharing)
          .mid_if_free({port(i), box_y + chip_h + label}, "×" + std::to_string(sharing), label, theme.t1,
                       Font::SemiBold, Anchor::Middle);
    }
    canvas.hit(box, HitKind::Word, static_cast<std::uint32_t>(i),
               language::trf(sharing == 1 ? "constant.pass_lane" : "constant.pass_lanes",
                             language::arg("pass", i + 1), language::arg("all", passes.size()),
                             language::arg("address", sum),
                             language::arg("lanes", lane_list(passes[i].lanes))),
               passes[i].lanes);
    if ((passes[i].lanes & lit_lanes(request)) != 0)
      canvas.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 5, theme.t1, 3);
  }
  if (gut > 0) {
    canvas.mid_if_free({sizes.margin, lane_y + chip_h / 2}, language::tr("unit.lanes"), label, theme.t2);
    canvas.mid_if_free({sizes.margin, box_y + chip_h / 2},
                       language::unit_of(one ? 1 : 2, language::Counted::Pass), label, theme.t2);
  }
  draw_source_lines(canvas, request, sizes);
  return canvas.take();
}

} // namespace warpscope::view
