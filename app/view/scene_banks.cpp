// Warp -> banks: 32 lanes, 32 banks, and the words that stack up behind them, wavefront by wavefront.
//
// Source of the counts: sim/model/banks.h. Which word goes first in a bank is our convention (lowest lane
// first). Not modelled: how long a wavefront takes, and the data's way back to the lanes.
#include "app/view/scene_parts.h"
#include "app/view/wording.h"
#include "sim/model/banks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

namespace warpscope {
namespace {

constexpr std::uint32_t lanes_in_warp = warp_size;

/// A word waiting its turn in a bank's column.
struct StackedWord {
  std::uint32_t wavefront = 0;
  std::uint32_t word = 0;
  std::uint32_t lanes = 0;
};

std::uint32_t bit_count(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::popcount(mask));
}
std::uint32_t lowest(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}
std::uint32_t highest(std::uint32_t mask) {
  return 31u - static_cast<std::uint32_t>(std::countl_zero(mask));
}
bool has(std::uint32_t mask, std::uint32_t bit) {
  return (mask >> bit & 1u) != 0;
}
bool neighbours(std::uint32_t mask) {
  return mask != 0 && highest(mask) - lowest(mask) + 1 == bit_count(mask);
}

enum class LaneState : std::uint8_t { Inactive, Served, Now, Waits, OtherGroup };

class BanksScene {
 public:
  explicit BanksScene(const SceneInput& input)
      : input_(input), theme_(theme_of(input)), canvas_(input.width, input.height, theme_),
        sizes_(sizes_for(input)), event_(*event_at(input)), site_(site_of(input, event_)),
        access_(input.trace->access(input.moment.event)), service_(serve_banks(access_, event_.access_kind)) {
  }

  Picture build();

 private:
  void read_service();
  void lay_out();
  [[nodiscard]] float centre(std::uint32_t i) const { return x0_ + (static_cast<float>(i) + .5F) * col_; }
  [[nodiscard]] Box chip(std::uint32_t i, float y, float h) const {
    return {centre(i) - col_ / 2 + inset_, y, col_ - 2 * inset_, h};
  }
  [[nodiscard]] float word_y(std::size_t depth) const {
    return words_y_ + static_cast<float>(depth) * word_h_;
  }
  [[nodiscard]] float word_height() const { return word_h_ - (word_h_ < 12 ? 1.F : 3.F); }
  [[nodiscard]] std::uint32_t bank_of(std::uint32_t lane) const { return access_.offset[lane] / 4 % 32; }
  [[nodiscard]] std::uint32_t last_bank_of(std::uint32_t lane) const {
    return (access_.offset[lane] + std::max(4u, access_.width) - 4) / 4 % 32;
  }
  [[nodiscard]] std::uint32_t shown_word(std::uint32_t word) const {
    return word >= window_base / 4 ? word - window_base / 4 : word;
  }
  [[nodiscard]] std::string arithmetic(std::uint32_t lane) const;

  /// Where not all chips have room for their number, every second or fourth has, the first lit one among
  /// them.
  [[nodiscard]] bool has_number(std::uint32_t i, std::uint32_t lit) const {
    if (number_step_ == 0) return false;
    return i % number_step_ == (lit == 0 ? 0 : lowest(lit) % number_step_);
  }
  [[nodiscard]] RibbonShape ribbon(std::uint32_t first_lane, std::uint32_t last_lane,
                                   std::uint32_t first_bank, std::uint32_t last_bank, float grow) const;

  void draw_side_words();
  void draw_wedges();
  void draw_wide_ribbons();
  void draw_strands();
  void draw_strand(std::uint32_t lane);
  void draw_lit_strand(std::uint32_t lane);
  void draw_group_brackets();
  void draw_lanes();
  void draw_banks();
  void draw_words();
  void draw_counts();
  void draw_bracket();
  void draw_callout();
  void draw_legend();
  void draw_hover();

  const SceneInput& input_;
  const Theme& theme_;
  Canvas canvas_;
  SceneSizes sizes_;
  const BlockTrace::Event& event_;
  const Site* site_;
  WarpAccess access_;
  BankService service_;

  std::uint32_t current_ = 0; ///< wavefront shown, from 0
  float motion_ = 1;          ///< 0: the step begins, 1: everything is in place
  std::array<std::vector<StackedWord>, 32> stack_;
  std::array<LaneState, 32> state_{};
  std::array<std::uint32_t, 32> last_wavefront_{};
  std::uint32_t used_banks_ = 0, jammed_ = 0;
  std::size_t depth_ = 1;
  bool conflict_ = false, shared_ = false, wide_ = false, numbered_ = false, bracketed_ = false;
  float lit_width_ = .2F;         ///< of a lit strand, in columns
  std::uint32_t number_step_ = 1; ///< every how many lanes carry their number
  Color hot_, on_hot_;

  float x0_ = 0, col_ = 0, inset_ = 1, number_ = 13, label_ = 13;
  float lane_y_ = 0, lane_h_ = 22, bank_y_ = 0, bank_h_ = 20, words_y_ = 0, word_h_ = 4, stack_h_ = 4;
  float top_ = 0, bottom_ = 0; ///< of the strands
  float end_ = 0;              ///< of the scene
};

std::string BanksScene::arithmetic(std::uint32_t lane) const {
  static const Program nothing;
  static const Site nowhere;
  Site site = site_ != nullptr ? *site_ : nowhere;
  site.space = Space::Shared;
  return address_arithmetic(input_.program != nullptr ? *input_.program : nothing, site, access_.offset[lane],
                            input_.buffers);
}

void BanksScene::read_service() {
  const auto count = static_cast<std::uint32_t>(service_.wavefronts.size());
  current_ = count == 0 ? 0 : std::min(input_.moment.wavefront, count - 1);
  motion_ = ease(input_.progress);
  last_wavefront_.fill(0);
  for (std::uint32_t k = 0; k < count; ++k) {
    const BankWavefront& wave = service_.wavefronts[k];
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (has(wave.banks, b)) stack_[b].push_back({k, wave.word[b], wave.lanes_of_bank[b]});
    }
    for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
      if (has(wave.lanes, lane)) last_wavefront_[lane] = k;
    }
    used_banks_ |= wave.banks;
  }
  conflict_ = service_.counts.bank_conflicts > 0;
  wide_ = access_.width >= 8;
  const BankWavefront& now = service_.wavefronts[current_];
  for (std::uint32_t b = 0; b < 32; ++b) {
    depth_ = std::max(depth_, stack_[b].size());
    if (has(now.banks, b) && bit_count(now.lanes_of_bank[b]) > 1) shared_ = true;
  }
  for (std::uint32_t b = 0; b < 32; ++b) {
    if (conflict_ && stack_[b].size() == depth_) jammed_ |= 1u << b;
  }
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    if (!has(access_.mask, lane))
      state_[lane] = LaneState::Inactive;
    else if (has(now.lanes, lane))
      state_[lane] = LaneState::Now;
    else if (last_wavefront_[lane] < current_)
      state_[lane] = LaneState::Served;
    else
      state_[lane] = service_.wavefronts[last_wavefront_[lane]].group == now.group ? LaneState::Waits
                                                                                   : LaneState::OtherGroup;
  }
  // Many lit strands that cross each other are drawn thinner, or their middle becomes one area.
  std::uint32_t crossings = 0;
  for (std::uint32_t a = 0; a < lanes_in_warp; ++a) {
    for (std::uint32_t b = a + 1; b < lanes_in_warp; ++b) {
      if (has(now.lanes, a) && has(now.lanes, b) && bank_of(a) > bank_of(b)) ++crossings;
    }
  }
  if (crossings > 24) lit_width_ = .1F;
  hot_ = shared_ ? theme_.broadcast : theme_.now;
  on_hot_ = shared_ ? theme_.on_broadcast : theme_.on_now;
}

void BanksScene::lay_out() {
  const float f = sizes_.f;
  label_ = sizes_.label;
  const float word_w = text_width("words", Font::Regular, label_);
  const float width = input_.width - 2 * sizes_.margin;
  float gut = word_w + 10 * f;
  if (width - gut < 32 * 13) gut = 0; // no room for the words at the side
  col_ = std::max(1.F, std::floor((width + 2 - gut) / 32));
  x0_ = std::max(sizes_.margin + gut, input_.width - sizes_.margin - 32 * col_ + inset_) - 1;
  x0_ = std::floor(x0_);
  inset_ = std::max(1.F, std::round(.06F * col_));
  if (col_ < 8) inset_ = .08F * col_;

  end_ = sizes_.scene_end;
  const float height = std::max(8.F, end_ - sizes_.scene_y);
  lane_h_ = std::clamp(std::round(.95F * col_), 22.F, 48 * std::max(1.F, f));
  lane_h_ = std::min(lane_h_, std::max(4.F, .22F * height));
  bank_h_ = std::min(std::max(20.F, std::round(.72F * lane_h_)), std::max(3.F, .2F * height));
  const float share = wide_ ? .36F : .47F;
  word_h_ = std::clamp(std::floor(share * height / static_cast<float>(depth_)), 4.F,
                       std::max(4.F, std::round(.8F * lane_h_)));
  word_h_ = std::min(word_h_, std::max(.5F, share * height / static_cast<float>(depth_)));
  stack_h_ = word_h_ * static_cast<float>(depth_);

  std::size_t digits = 1;
  for (const auto& stack : stack_) {
    for (const StackedWord& w : stack)
      digits = std::max(digits, std::to_string(shown_word(w.word)).size());
  }
  const float digit = text_width("0", Font::Mono, 13);
  const float chip_w = col_ - 2 * inset_;
  numbered_ = word_h_ >= 18 && static_cast<float>(digits) * digit <= chip_w - 4;
  number_ = std::min(sizes_.number, std::floor(chip_w / (2 * .6F)));
  number_ = std::min(number_, std::floor(std::min(lane_h_, bank_h_) * .9F));
  if (number_ < 13) {
    number_ = 13;
    number_step_ = 2 * digit + 2 <= col_       ? 1
                   : 2 * digit + 3 <= 2 * col_ ? 2
                   : 2 * digit + 3 <= 4 * col_ ? 4
                                               : 8;
    if (bank_h_ < 13) number_step_ = 0; // chips too flat for text
  }

  const bool fans =
      std::any_of(service_.wavefronts.begin(), service_.wavefronts.end(), [](const BankWavefront& w) {
        for (std::uint32_t b = 0; b < 32; ++b) {
          if (has(w.banks, b) && bit_count(w.lanes_of_bank[b]) > 1) return true;
        }
        return false;
      });
  bracketed_ = bit_count(jammed_) == 1 && (word_h_ < 16 || depth_ >= 6);
  float foot = 0;
  if (height > 150) {
    if (conflict_ && word_h_ >= 16 && !bracketed_) foot = 1.7F * label_;
    if (fans) foot = std::max(foot, 1.9F * label_);
    // Where every column has words, the legend needs a line of its own below them.
    if (service_.wavefronts.size() > 1 && bit_count(used_banks_) > 16 && height > 240) foot += 1.8F * label_;
  }
  const float brackets = wide_ && height > 150 ? label_ + 14 : 0;
  lane_y_ = sizes_.scene_y + brackets;
  const float lowest_bank_y = end_ - foot - stack_h_ - 6 - bank_h_;
  // Long strands say no more than shorter ones: past a third of the width the rest of the height stays free.
  const float longest = std::max(200 * f, .36F * 32 * col_);
  bank_y_ = std::min(lowest_bank_y, lane_y_ + lane_h_ + 4 + longest);
  bank_y_ = std::max(bank_y_, lane_y_ + lane_h_ + 8);
  words_y_ = bank_y_ + bank_h_ + 6;
  top_ = lane_y_ + lane_h_ + 4;
  bottom_ = bank_y_ - 2;
}

void BanksScene::draw_side_words() {
  const float x = sizes_.margin;
  if (x0_ <= x + 1) return;
  canvas_.mid_if_free({x, lane_y_ + lane_h_ / 2}, "lanes", label_, theme_.t2);
  canvas_.mid_if_free({x, bank_y_ + bank_h_ / 2}, "banks", label_, theme_.t2);
  const float first = std::min(stack_h_, word_h_ > 18 ? word_h_ : 20.F);
  const float y = std::max(words_y_ + first / 2, bank_y_ + bank_h_ / 2 + label_);
  canvas_.mid_if_free({x, y}, "words", label_, theme_.t2);
}

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

/// 64 and 128 bits: the lanes of one address and the banks of their words as one area. Lanes at the same
/// address share it.
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
    for (std::uint32_t i = lane; i <= last; ++i)
      done |= 1u << i;
    areas.push_back({lane, last, bank_of(lane), last_bank_of(lane)});
  }
  for (const Area& a : areas) { // nothing peeks through the gaps between neighbours
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
      const float to =
          centre(a.first_bank) - col_ / 2 + w * (static_cast<float>(lane - a.first_lane) + .5F) / n;
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

/// The span of lanes that one word goes to, as a quiet area below its strands.
void BanksScene::draw_wedges() {
  const BankWavefront& now = service_.wavefronts[current_];
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
    // Ends spread over the chip, in the order of the lanes.
    const std::uint32_t lanes = service_.wavefronts[current_].lanes_of_bank[first];
    const auto n = static_cast<float>(std::max(1u, bit_count(lanes)));
    const auto place = static_cast<float>(bit_count(lanes & ((1u << lane) - 1)));
    to += (place - (n - 1) / 2) * std::min(col_ * .22F, col_ * .8F / n);
    c.width = std::clamp(std::round(.045F * col_), 2.F, std::max(4.F, 4 * sizes_.f));
  } else {
    c.width =
        std::clamp(std::round(lit_width_ * col_), lit_width_ < .2F ? 2.F : 4.F, 12 * std::max(1.F, sizes_.f));
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
  // The lit ones on top, and of those the one that goes farthest.
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
    if (state_[lane] == LaneState::Now)
      draw_lit_strand(lane);
    else
      draw_strand(lane);
  }
}

void BanksScene::draw_lanes() {
  const bool flat = lane_h_ < 16;
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    const Box box = chip(lane, lane_y_, lane_h_);
    Color text = theme_.t1;
    Font font = Font::Mono;
    switch (state_[lane]) {
    case LaneState::Inactive:
      canvas_.outline({box.x + .75F, box.y + .75F, box.w - 1.5F, box.h - 1.5F}, 4, theme_.edge, 1.5F, {3, 3});
      text = theme_.t3;
      break;
    case LaneState::Now:
      canvas_.fill(box, 4, mix(hot_, theme_.bg3, motion_));
      text = motion_ > .5F ? on_hot_ : theme_.t1;
      font = Font::MonoBold;
      break;
    case LaneState::Served:
      canvas_.fill(box, 4, theme_.bg2);
      if (!flat) canvas_.fill({box.x, box.y + box.h - 4, box.w, 4}, 2, mix(hot_, theme_.bg2, .6F));
      text = theme_.t2;
      break;
    case LaneState::Waits:
    case LaneState::OtherGroup:
      canvas_.fill(box, 4, theme_.bg3);
      break;
    }
    if (has_number(lane, service_.wavefronts[current_].lanes)) {
      canvas_.mid({centre(lane), lane_y_ + lane_h_ / 2}, std::to_string(lane), number_, text, font,
                  Anchor::Middle);
    }
    std::string tip =
        "Lane " + std::to_string(lane) + ", " + thread_name(input_, event_.warp, lane) + " of the block. ";
    if (state_[lane] == LaneState::Inactive) {
      tip += "Inactive: it takes no part in this instruction.";
    } else {
      tip += arithmetic(lane) + ". ";
      tip += state_[lane] == LaneState::Now      ? "Served now"
             : state_[lane] == LaneState::Served ? "Was served"
                                                 : "Will be served";
      tip += ", in wavefront " +
             std::to_string((state_[lane] == LaneState::Now ? current_ : last_wavefront_[lane]) + 1) +
             " of " + std::to_string(service_.wavefronts.size()) +
             ". The count is the hardware's, the order (lowest lane first) ours.";
    }
    canvas_.hit({centre(lane) - col_ / 2, lane_y_ - 2, col_, lane_h_ + 4}, HitKind::Lane, lane,
                std::move(tip));
  }
}

void BanksScene::draw_group_brackets() {
  if (!wide_ || lane_y_ - sizes_.scene_y < label_) return;
  const std::uint32_t current_group = service_.wavefronts[current_].group;
  const std::uint32_t lanes_per_group = 128 / access_.width;
  for (std::uint32_t g = 0; g < service_.groups.size(); ++g) {
    const BankGroup& group = service_.groups[g];
    if (group.lanes == 0) continue;
    const bool now = g == current_group;
    const Box first = chip(lowest(group.lanes), 0, 1);
    const Box last = chip(highest(group.lanes), 0, 1);
    const float left = first.x;
    const float right = last.x + last.w;
    const float y = lane_y_ - 11;
    canvas_.path({{left, lane_y_ - 6}, {left, y}, {right, y}, {right, lane_y_ - 6}}, now ? hot_ : theme_.edge,
                 now ? 2.F : 1.25F);
    const std::uint32_t number = lowest(group.lanes) / lanes_per_group + 1;
    const std::string name =
        group.merged ? "groups " + std::to_string(number) + " + " + std::to_string(number + 1) + " merged"
                     : "group " + std::to_string(number);
    const std::string state = now ? ", now" : g < current_group ? ", served" : ", waits";
    const std::string lanes =
        ": lanes " + std::to_string(lowest(group.lanes)) + "–" + std::to_string(highest(group.lanes));
    const Font font = now ? Font::SemiBold : Font::Regular;
    for (const std::string& say : {name + lanes + state, name + state, name}) {
      const float w = text_width(say, font, label_);
      if (w + 32 > right - left) continue;
      const float x = (left + right) / 2;
      canvas_.fill({x - w / 2 - 8, y - label_ * .6F, w + 16, label_ * 1.2F}, 0, theme_.bg1);
      canvas_.mid_if_free({x, y}, say, label_, now ? theme_.t1 : theme_.t2, font, Anchor::Middle);
      break;
    }
  }
}

void BanksScene::draw_banks() {
  const BankWavefront& now = service_.wavefronts[current_];
  for (std::uint32_t b = 0; b < 32; ++b) {
    const Box box = chip(b, bank_y_, bank_h_);
    const bool lit = has(now.banks, b);
    const bool used = has(used_banks_, b);
    canvas_.fill(box, 3, lit ? mix(hot_, theme_.bg3, motion_) : used ? theme_.bg3 : theme_.bg2);
    if (has_number(b, now.banks)) {
      canvas_.mid({centre(b), bank_y_ + bank_h_ / 2}, std::to_string(b), number_,
                  lit    ? (motion_ > .5F ? on_hot_ : theme_.t1)
                  : used ? theme_.t1
                         : theme_.t3,
                  lit ? Font::MonoBold : Font::Mono, Anchor::Middle);
    }
    if (has(jammed_, b))
      canvas_.outline({box.x - 2, box.y - 2, box.w + 4, box.h + 4}, 5, theme_.conflict, 2.5F);
    std::string tip = "Bank " + std::to_string(b) + ": bytes whose address / 4 % 32 is " + std::to_string(b) +
                      ". It gives one word a wavefront";
    const std::string thing = event_.access_kind == AccessKind::Atomic ? "lane" : "word";
    tip += used ? "; this access wants " + count_of(stack_[b].size(), thing) + " of it."
                : "; this access wants none of it.";
    canvas_.hit({centre(b) - col_ / 2, bank_y_ - 2, col_, bank_h_ + 4}, HitKind::Bank, b, std::move(tip));
  }
}

void BanksScene::draw_words() {
  const float h = word_height();
  if (h <= 0) return;
  for (std::uint32_t b = 0; b < 32; ++b) {
    if (stack_[b].empty()) continue;
    canvas_.reserve(
        {centre(b) - col_ / 2 - 2, words_y_, col_ + 4, word_h_ * static_cast<float>(stack_[b].size())});
    for (std::size_t d = 0; d < stack_[b].size(); ++d) {
      const StackedWord& word = stack_[b][d];
      const Box box = chip(b, word_y(d), h);
      Color text = theme_.t1;
      bool written = numbered_;
      Font font = Font::Mono;
      if (word.wavefront == current_) {
        const float out = word_h_ < 16 ? 4 * motion_ : 0;
        canvas_.fill(
            {box.x - out, box.y - (out > 0 ? 1.F : 0.F), box.w + 2 * out, box.h + (out > 0 ? 2.F : 0.F)}, 2,
            mix(hot_, theme_.bg3, motion_));
        text = motion_ > .5F ? on_hot_ : theme_.t1;
        font = Font::MonoBold;
      } else if (word.wavefront < current_) {
        canvas_.fill(box, 2, theme_.bg3);
        canvas_.fill({box.x, box.y, std::min(4.F, box.w / 3), box.h}, 2, mix(hot_, theme_.bg3, .6F));
        text = conflict_ ? theme_.t2 : theme_.t3;
      } else if (conflict_ && word_h_ < 16) {
        canvas_.fill(box, 1, mix(theme_.conflict, theme_.bg1, .38F));
        written = false;
      } else {
        RectShape s;
        s.box = {box.x + .75F, box.y + .75F, box.w - 1.5F, box.h - 1.5F};
        if (s.box.w <= 0 || s.box.h <= 0) continue;
        s.radius = std::min(3.F, std::min(s.box.w, s.box.h) / 2);
        if (conflict_) s.fill = mix(theme_.conflict, theme_.bg1, .10F);
        s.stroke = conflict_ ? theme_.conflict : theme_.edge;
        s.stroke_width = conflict_ ? 1.5F : 1.25F;
        if (conflict_) s.dash = {5, 3};
        canvas_.shape(s);
        text = conflict_ ? theme_.t1 : theme_.t2;
      }
      if (written) {
        const std::string number = std::to_string(shown_word(word.word));
        const float room = std::floor((box.w - 6) / (.6F * static_cast<float>(number.size())));
        const float size =
            std::clamp(room, 13.F, h < 20 ? 13.F : std::max(13.F, std::min(number_, std::floor(.72F * h))));
        canvas_.mid({centre(b), box.y + h / 2}, number, size, text, font, Anchor::Middle);
      }
      canvas_.hit({centre(b) - col_ / 2, word_y(d), col_, word_h_}, HitKind::Word, shown_word(word.word),
                  "Word " + with_commas(shown_word(word.word)) + " of shared memory (4 bytes), bank " +
                      std::to_string(b) + ": " + (bit_count(word.lanes) == 1 ? "lane " : "lanes ") +
                      lane_list(word.lanes) + ", wavefront " + std::to_string(word.wavefront + 1) + " of " +
                      std::to_string(service_.wavefronts.size()) + ".");
    }
  }
}

/// Below the words: how many lanes share one (fan, ×4), or how many words meet in the bank.
void BanksScene::draw_counts() {
  const float y = words_y_ + stack_h_ + label_ * .95F;
  if (y + .6F * label_ > end_ + 1) return; // a picture too low for it
  const auto worst = static_cast<std::uint32_t>(depth_);
  if (conflict_ && !bracketed_ && word_h_ >= 16) {
    const bool atomic = event_.access_kind == AccessKind::Atomic;
    std::string say = std::to_string(worst) + (atomic ? " lanes" : " words");
    std::uint32_t before = 32;
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (!has(jammed_, b)) continue;
      if (before < 32 && static_cast<float>(b - before) * col_ < text_width(say, Font::SemiBold, label_) + 12)
        say = std::to_string(worst);
      before = b;
    }
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (has(jammed_, b)) {
        canvas_.mid_if_free({centre(b), y}, say, label_, theme_.conflict_at(label_), Font::SemiBold,
                            Anchor::Middle);
      }
    }
    return;
  }
  if (conflict_) return;
  for (std::uint32_t b = 0; b < 32; ++b) {
    std::uint32_t most = 0;
    for (const StackedWord& w : stack_[b])
      most = std::max(most, bit_count(w.lanes));
    if (most < 2) continue;
    const std::string say = "×" + std::to_string(most);
    const float size = std::min(label_, sizes_.text(18));
    const float icon = size * .78F;
    const float w = icon + 3 + text_width(say, Font::SemiBold, size);
    if (w <= col_ - 2 &&
        canvas_.fits({centre(b) - w / 2 + icon + 3, y}, say, size, Font::SemiBold, Anchor::Start, 0)) {
      canvas_.icon(Icon::Fan, {centre(b) - w / 2 + icon / 2, y}, icon, theme_.broadcast);
      canvas_.mid({centre(b) - w / 2 + icon + 3, y}, say, size, theme_.t1, Font::SemiBold);
    } else {
      canvas_.mid_if_free({centre(b), y}, say, 13, theme_.t1, Font::SemiBold, Anchor::Middle, 1);
    }
  }
}

void BanksScene::draw_bracket() {
  if (!bracketed_) return;
  const std::uint32_t b = lowest(jammed_);
  const bool atomic = event_.access_kind == AccessKind::Atomic;
  const std::string count = std::to_string(depth_) + (atomic ? " lanes" : " words");
  const std::string why = "one a wavefront";
  const float lead = sizes_.lead;
  const float small = sizes_.label;
  const float f = std::max(.8F, sizes_.f);
  const float text_w =
      std::max(text_width(count, Font::SemiBold, lead), text_width(why, Font::Regular, small));
  // On the left from bank 8 on, else on the right; the other way round where there is no room.
  bool left = b >= 8;
  const auto room = [&](bool on_left) {
    const float used = col_ / 2 + 8 + 22 * f + text_w;
    return on_left ? centre(b) - used >= sizes_.margin : centre(b) + used <= input_.width - sizes_.margin;
  };
  if (!room(left)) left = !left;
  const float d = left ? -1.F : 1.F;
  const float x = centre(b) + d * (col_ / 2 + 8);
  const float last = words_y_ + stack_h_ - 1;
  canvas_.path({{x, words_y_}, {x + d * 8, words_y_}, {x + d * 8, last}, {x, last}}, theme_.conflict, 2);
  canvas_.reserve({std::min(x, x + d * 8), words_y_, 8, stack_h_});
  if (!room(left) || stack_h_ < lead + 1.6F * small) return;
  const float y = words_y_ + stack_h_ * (left ? .5F : .78F);
  const float tx = x + d * 22 * f;
  const Anchor anchor = left ? Anchor::End : Anchor::Start;
  if (canvas_.mid_if_free({tx, y - lead * .6F}, count, lead, theme_.conflict_at(lead), Font::SemiBold,
                          anchor)) {
    canvas_.mid_if_free({tx, y + small * .85F}, why, small, theme_.t2, Font::Regular, anchor);
  }
}

/// A note beside the word that is being served (or that the hovered lane wants): who gets it, and its
/// address.
void BanksScene::draw_callout() {
  const bool hovering =
      input_.hovered_lane && *input_.hovered_lane < 32 && has(access_.mask, *input_.hovered_lane);
  const BankWavefront& now = service_.wavefronts[current_];
  if (now.banks == 0) return;
  const std::uint32_t lane = hovering ? *input_.hovered_lane : lowest(now.lanes);
  std::uint32_t bank = bank_of(lane);
  std::size_t depth = 0;
  bool found = false;
  for (std::size_t d = 0; d < stack_[bank].size() && !found; ++d) {
    found = has(stack_[bank][d].lanes, lane) && (hovering || stack_[bank][d].wavefront == current_);
    if (found) depth = d;
  }
  if (!found) { // a lane whose first word was served before
    for (bank = 0; bank < 32 && !found; ++bank) {
      for (std::size_t d = 0; d < stack_[bank].size() && !found; ++d) {
        found = stack_[bank][d].wavefront == current_;
        depth = d;
      }
      if (found) break;
    }
    if (!found) return;
  }
  const std::uint32_t lanes = stack_[bank][depth].lanes;
  const std::uint32_t wavefront = stack_[bank][depth].wavefront;
  const std::string when = wavefront == current_  ? " served now"
                           : wavefront < current_ ? " served already"
                                                  : " served in wavefront " + std::to_string(wavefront + 1);
  const std::string who = hovering                ? "lane " + std::to_string(lane) + " is" + when
                          : bit_count(lanes) == 1 ? "lane " + std::to_string(lowest(lanes)) + " is" + when
                                                  : "lanes " + lane_list(lanes, 3) + " are" + when;
  const std::string sum = arithmetic(lane);
  const float title = sizes_.sub;
  const float small = std::max(13.F, std::min(sizes_.label, sizes_.text(28)));
  const float width = std::max(text_width(who, Font::SemiBold, title), text_width(sum, Font::Mono, small));
  const float wy = std::round(word_y(depth) + word_height() / 2);
  const float f = std::max(.8F, sizes_.f);
  const bool bracket_right = bracketed_ && bank < 8;
  const float reach = (bracket_right ? 50 : 30) * f;
  const Color color = hovering ? theme_.t1 : hot_;
  for (const bool right : {true, false}) {
    const float d = right ? 1.F : -1.F;
    const float edge = centre(bank) + d * (col_ / 2 + 4);
    const float x = edge + d * reach;
    for (const float shift : {0.F, -2.6F * title, 2.6F * title, -5.2F * title, 5.2F * title}) {
      const float y = std::max(wy, words_y_ + 8) + shift;
      const Box box{right ? x : x - width, y - .6F * title, width, 2.6F * title};
      if (box.y < words_y_ - 2 || box.y + box.h > end_ + 4 || !canvas_.is_free(box, 6)) continue;
      if (shift != 0 && !bracketed_) continue; // a leader that is not level would cross other columns
      canvas_.line({edge + (bracket_right && right ? 2 : 0), wy}, {edge + d * (reach - 10 * f), y}, color, 2);
      const Anchor anchor = right ? Anchor::Start : Anchor::End;
      canvas_.mid({x, y}, who, title, theme_.t1, Font::SemiBold, anchor);
      canvas_.mid({x, y + title * 1.45F}, sum, small, theme_.t2, Font::Mono, anchor);
      return;
    }
  }
}

void BanksScene::draw_legend() {
  if (service_.wavefronts.size() < 2) return;
  struct Entry {
    std::string_view say;
    LaneState state;
  };
  std::vector<Entry> entries{{"now", LaneState::Now}};
  const auto any = [&](LaneState s) { return std::find(state_.begin(), state_.end(), s) != state_.end(); };
  if (any(LaneState::Served)) entries.push_back({"served", LaneState::Served});
  if (any(LaneState::Waits)) entries.push_back({"waits for the bank", LaneState::Waits});
  if (any(LaneState::OtherGroup)) entries.push_back({"waits for its group", LaneState::OtherGroup});
  if (any(LaneState::Inactive)) entries.push_back({"inactive", LaneState::Inactive});
  const float size = std::min(sizes_.label, sizes_.text(28));
  const float sample = 1.5F * size;
  const float gap = 1.5F * size;
  float width = -gap;
  for (const Entry& e : entries)
    width += sample + .5F * size + text_width(e.say, Font::Regular, size) + gap;
  const float right = x0_ + 32 * col_;
  // Bottom right if that is free, then bottom left, then a line higher.
  for (const float up : {.6F, 2.2F, 3.8F}) {
    const float y = end_ - up * size;
    for (const float x : {right - width, x0_}) {
      if (y - size < words_y_ || x < sizes_.margin ||
          !canvas_.is_free({x, y - .7F * size, width, 1.4F * size}, 8))
        continue;
      float at = x;
      for (const Entry& e : entries) {
        switch (e.state) {
        case LaneState::Now:
          canvas_.line({at, y}, {at + sample, y}, hot_, 6 * std::max(.8F, sizes_.f));
          break;
        case LaneState::Served:
          canvas_.line({at, y}, {at + sample, y}, theme_.edge, 1.25F);
          break;
        case LaneState::Waits:
          canvas_.line({at, y}, {at + sample, y}, theme_.conflict, 2, {7, 4});
          break;
        case LaneState::OtherGroup:
          canvas_.line({at, y}, {at + sample, y}, theme_.edge, 1.75F, {2, 6}, true);
          break;
        case LaneState::Inactive:
          canvas_.outline({at + .2F * sample, y - .45F * size, .75F * sample, .9F * size}, 3, theme_.edge,
                          1.5F, {3, 3});
          break;
        }
        at = canvas_.mid({at + sample + .5F * size, y}, e.say, size, theme_.t2) + gap;
      }
      return;
    }
  }
}

void BanksScene::draw_hover() {
  if (!input_.hovered_lane || *input_.hovered_lane >= 32) return;
  const std::uint32_t lane = *input_.hovered_lane;
  const Box box = chip(lane, lane_y_, lane_h_);
  canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 5, theme_.t1, 3);
  if (!has(access_.mask, lane)) return;
  for (std::uint32_t b = 0; b < 32; ++b) {
    bool wanted = false;
    for (std::size_t d = 0; d < stack_[b].size(); ++d) {
      if (!has(stack_[b][d].lanes, lane)) continue;
      wanted = true;
      const Box word = chip(b, word_y(d), word_height());
      canvas_.outline({word.x - 1, word.y - 1, word.w + 2, word.h + 2}, 3, theme_.t1,
                      word_h_ < 12 ? 1.5F : 2.5F);
    }
    if (!wanted) continue;
    const Box bank = chip(b, bank_y_, bank_h_);
    canvas_.outline({bank.x - 1, bank.y - 1, bank.w + 2, bank.h + 2}, 4, theme_.t1, 3);
  }
}

Picture BanksScene::build() {
  read_service();
  lay_out();
  PipRow pips;
  pips.count = static_cast<std::uint32_t>(service_.wavefronts.size());
  pips.current = current_ + 1;
  pips.color = hot_;
  const std::string op = event_.access_kind == AccessKind::Load    ? "ld"
                         : event_.access_kind == AccessKind::Store ? "st"
                                                                   : "atom";
  pips.tooltip = "A wavefront is one pass of shared memory's data stage. ncu: "
                 "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" +
                 op + ".sum";
  draw_headline(canvas_, input_, sizes_, make_headline(input_, SceneKind::Banks), pips);
  draw_strands();
  draw_lanes();
  draw_group_brackets();
  draw_banks();
  draw_words();
  draw_side_words();
  draw_counts();
  draw_bracket();
  draw_callout();
  draw_legend();
  draw_hover();
  draw_source_lines(canvas_, input_, sizes_);
  return canvas_.take();
}

} // namespace

Picture build_banks_scene(const SceneInput& input) {
  return BanksScene(input).build();
}

} // namespace warpscope
