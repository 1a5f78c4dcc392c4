// Warp -> banks: the strands, wedges and ribbons from the lanes to the banks.
#include "app/view/banks_view.h"

#include <algorithm>
#include <utility>

namespace warpscope::view::banks_view {

RibbonShape BanksScene::ribbon(std::uint32_t first_lane, std::uint32_t last_lane, std::uint32_t first_bank,
                               std::uint32_t last_bank, float grow) const {
  const float middle = (top_ + bottom_) / 2;
  const Box l0 = chip(first_lane, 0, 1);
  const Box l1 = chip(last_lane, 0, 1);
  const Box b0 = chip(first_bank, 0, 1);
  const Box b1 = chip(last_bank, 0, 1);
  RibbonShape r;
  const auto edge = [&](Point* p, float from, float to) {
    p[0] = {from, top_};
    p[1] = {from, middle};
    p[2] = {to, middle};
    p[3] = {to, bottom_};
  };
  edge(r.left, l0.x - grow, b0.x - grow);
  edge(r.right, l1.x + l1.w + grow, b1.x + b1.w + grow);
  return r;
}

/// For 64 and 128 bits: draws the lanes of one address and the banks of their words as one area. Lanes at the
/// same address share it.
void BanksScene::draw_wide_ribbons() {
  const std::uint32_t lit = service_.wavefronts[current_].lanes;
  struct Area {
    std::uint32_t first_lane, last_lane, first_bank, last_bank;
  };
  std::vector<Area> areas;
  std::uint32_t done = 0;
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    if (!has(lit, lane) || has(done, lane) || bank_of(lane) > last_bank_of(lane)) continue;
    std::uint32_t last = lane;
    while (last + 1 < lanes_in_warp && has(lit, last + 1) && access_.offset[last + 1] == access_.offset[lane])
      ++last;
    for (std::uint32_t i = lane; i <= last; ++i) done |= 1u << i;
    areas.push_back({lane, last, bank_of(lane), last_bank_of(lane)});
  }
  for (const Area& a : areas) { // nothing shows through the gaps between neighbours
    RibbonShape halo = ribbon(a.first_lane, a.last_lane, a.first_bank, a.last_bank, inset_ + .5F);
    halo.fill = theme_.bg1;
    canvas_.ribbon(halo);
  }
  std::size_t shade = 0;
  for (const Area& a : areas) {
    RibbonShape r = ribbon(a.first_lane, a.last_lane, a.first_bank, a.last_bank, 0);
    const bool several = a.last_lane != a.first_lane;
    r.fill = mix(hot_, theme_.bg1, (several && shade++ % 2 == 0 ? .30F : .42F) * motion_);
    r.stroke = mix(hot_, theme_.bg1, motion_);
    r.stroke_width = std::max(1.5F, .028F * col_);
    canvas_.ribbon(r);
    if (!several) continue;
    for (std::uint32_t lane = a.first_lane; lane <= a.last_lane; ++lane) {
      CurveShape c;
      const auto n = static_cast<float>(a.last_lane - a.first_lane + 1);
      const float w = centre(a.last_bank) - centre(a.first_bank) + col_;
      const float to = centre(a.first_bank) - col_ / 2 +
                       w * (static_cast<float>(lane - a.first_lane) + .5F) / n;
      c.p0 = {centre(lane), top_};
      c.p1 = {centre(lane), (top_ + bottom_) / 2};
      c.p2 = {to, (top_ + bottom_) / 2};
      c.p3 = {to, bottom_};
      c.width = 1.5F;
      c.from = c.to = mix(hot_, theme_.bg1, motion_);
      canvas_.curve(c);
    }
  }
}

/// Draws the span of lanes that receive one word, as a quiet area below its strands.
void BanksScene::draw_wedges() {
  const model::BankWavefront& now = service_.wavefronts[current_];
  std::vector<std::uint32_t> banks;
  for (std::uint32_t b = 0; b < 32; ++b) {
    if (has(now.banks, b)) banks.push_back(b);
  }
  std::sort(banks.begin(), banks.end(),
            [&](std::uint32_t a, std::uint32_t b) { return now.word[a] < now.word[b]; });
  for (std::size_t i = 0; i < banks.size(); ++i) {
    const std::uint32_t b = banks[i];
    const std::uint32_t lanes = now.lanes_of_bank[b];
    if (bit_count(lanes) < 2 || !neighbours(lanes)) continue;
    RibbonShape r = ribbon(lowest(lanes), highest(lanes), b, b, 0);
    r.fill = mix(hot_, theme_.bg1, (i % 2 == 1 ? .34F : .20F) * motion_);
    canvas_.ribbon(r);
  }
}

void BanksScene::draw_strand(std::uint32_t lane) {
  const float middle = (top_ + bottom_) / 2;
  const float to = (centre(bank_of(lane)) + centre(last_bank_of(lane))) / 2;
  CurveShape c;
  c.p0 = {centre(lane), top_};
  c.p1 = {centre(lane), middle};
  c.p2 = {to, middle};
  c.p3 = {to, bottom_};
  c.fade = .55F;
  switch (state_[lane]) {
  case LaneState::Served:
    c.width = std::max(1.25F, .03F * col_);
    c.from = with_alpha(theme_.edge, .55F);
    c.to = with_alpha(theme_.edge, .15F);
    if (last_wavefront_[lane] + 1 == current_ && motion_ < 1) { // what was lit a moment ago fades
      c.from = with_alpha(mix(theme_.edge, hot_, motion_), .55F + .45F * (1 - motion_));
      c.width += (1 - motion_) * 2;
    }
    break;
  case LaneState::OtherGroup:
    c.width = std::max(1.5F, .035F * col_);
    c.from = theme_.edge;
    c.to = with_alpha(theme_.edge, .4F);
    c.dash = {2, 6};
    c.round_caps = true;
    break;
  default:
    c.width = std::max(2.F, .055F * col_);
    c.from = with_alpha(theme_.conflict, .85F);
    c.to = with_alpha(theme_.conflict, .22F);
    c.dash = col_ < 48 ? Dash{8, 5} : Dash{11, 7};
    break;
  }
  canvas_.curve(c);
}

void BanksScene::draw_lit_strand(std::uint32_t lane) {
  const float middle = (top_ + bottom_) / 2;
  const std::uint32_t first = bank_of(lane);
  const std::uint32_t last = last_bank_of(lane);
  if (wide_ && first <= last) return; // drawn as an area
  CurveShape c;
  float to = (centre(first) + centre(last)) / 2;
  if (shared_) {
    // The ends are spread over the chip, in lane order.
    const std::uint32_t lanes = service_.wavefronts[current_].lanes_of_bank[first];
    const auto n = static_cast<float>(std::max(1u, bit_count(lanes)));
    const auto place = static_cast<float>(bit_count(lanes & ((1u << lane) - 1)));
    to += (place - (n - 1) / 2) * std::min(col_ * .22F, col_ * .8F / n);
    c.width = std::clamp(std::round(.045F * col_), 2.F, std::max(4.F, 4 * sizes_.f));
  } else {
    c.width = std::clamp(std::round(lit_width_ * col_), lit_width_ < .2F ? 2.F : 4.F,
                         12 * std::max(1.F, sizes_.f));
  }
  const float resting = std::max(2.F, .055F * col_);
  c.width = resting + (c.width - resting) * motion_;
  c.p0 = {centre(lane), top_};
  c.p1 = {centre(lane), middle};
  c.p2 = {to, middle};
  c.p3 = {to, bottom_};
  if (!shared_) {
    CurveShape halo = c;
    halo.width += 4;
    halo.from = halo.to = theme_.bg1;
    canvas_.curve(halo);
  }
  c.from = c.to = mix(hot_, conflict_ ? theme_.conflict : theme_.edge, motion_);
  canvas_.curve(c);
}

void BanksScene::draw_strands() {
  if (shared_ && !wide_) draw_wedges();
  std::vector<std::uint32_t> order;
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    if (state_[lane] != LaneState::Inactive) order.push_back(lane);
  }
  // Lit strands on top, and among those the longest one.
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&](std::uint32_t lane) {
      return std::pair(state_[lane] == LaneState::Now, std::abs(centre(lane) - centre(bank_of(lane))));
    };
    return key(a) < key(b);
  });
  bool areas_drawn = !wide_;
  for (const std::uint32_t lane : order) {
    if (!areas_drawn && state_[lane] == LaneState::Now) {
      areas_drawn = true;
      draw_wide_ribbons();
    }
    if (state_[lane] == LaneState::Now) draw_lit_strand(lane);
    else draw_strand(lane);
  }
}

} // namespace warpscope::view::banks_view
