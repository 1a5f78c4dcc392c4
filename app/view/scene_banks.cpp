// Warp -> banks: 32 lanes, 32 banks, and the words that stack up behind them, wavefront by wavefront.
//
// Source of the counts: sim/model/banks.h. Which word goes first in a bank is our convention (that of the
// lowest lane). Not modelled: how long a wavefront takes, and the data's way back to the lanes.
#include "app/language/language.h"
#include "app/view/banks_view.h"
#include "app/view/wording.h"

#include <algorithm>

namespace warpscope::view::banks_view {

std::string BanksScene::arithmetic(std::uint32_t lane) const {
  static const program::Site nowhere;
  program::Site site = site_ != nullptr ? *site_ : nowhere;
  site.space = event_.space;
  return address_arithmetic(request_.run->program(), site, access_.offset[lane], request_.run->buffers());
}

void BanksScene::read_service() {
  // An access of no lane costs nothing; it is drawn as a wavefront that serves nobody.
  if (service_.wavefronts.empty()) service_.wavefronts.emplace_back();
  const auto count = static_cast<std::uint32_t>(service_.wavefronts.size());
  current_ = count == 0 ? 0 : std::min(request_.moment.wavefront, count - 1);
  shown_ = current_ - (count != 0 && service_.wavefronts[current_].again ? 1 : 0);
  motion_ = ease(request_.options.progress);
  last_wavefront_.fill(0);
  for (std::uint32_t k = 0; k < count; ++k) {
    const model::BankWavefront& wave = service_.wavefronts[k];
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (has(wave.banks, b) && !wave.again) stack_[b].push_back({k, wave.word[b], wave.lanes_of_bank[b]});
    }
    for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
      if (has(wave.lanes, lane)) last_wavefront_[lane] = k;
    }
    used_banks_ |= wave.banks;
  }
  conflict_ = model::lanes_wait(service_.counts);
  wide_ = access_.width >= 8;
  const model::BankWavefront& now = service_.wavefronts[current_];
  for (std::uint32_t b = 0; b < 32; ++b) {
    depth_ = std::max(depth_, stack_[b].size());
    if (has(now.banks, b) && bit_count(now.lanes_of_bank[b]) > 1) shared_ = true;
  }
  for (std::uint32_t b = 0; b < 32; ++b) {
    if (conflict_ && stack_[b].size() == depth_) jammed_ |= 1u << b;
  }
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    if (!has(access_.mask, lane)) state_[lane] = LaneState::Inactive;
    else if (has(now.lanes, lane)) state_[lane] = LaneState::Now;
    else if (last_wavefront_[lane] < current_) state_[lane] = LaneState::Served;
    else
      state_[lane] = service_.wavefronts[last_wavefront_[lane]].group == now.group ? LaneState::Waits
                                                                                   : LaneState::OtherGroup;
  }
  // Many lit strands that cross are drawn thinner, or as one area in the middle.
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
  const float word_w = text_width(language::tr("unit.words"), Font::Regular, label_);
  const float width = request_.options.frame.width - 2 * sizes_.margin;
  float gut = word_w + 10 * f;
  if (width - gut < 32 * 9.5F) gut = 0; // no room for the texts at the side
  col_ = std::max(1.F, std::floor((width + 2 - gut) / 32));
  x0_ = std::max(sizes_.margin + gut, request_.options.frame.width - sizes_.margin - 32 * col_ + inset_) - 1;
  x0_ = std::floor(x0_);
  inset_ = std::max(1.F, std::round(.06F * col_));
  if (col_ < 8) inset_ = .08F * col_;

  end_ = sizes_.scene_end;
  const float height = std::max(8.F, end_ - sizes_.scene_y);
  // Where the room takes the person's zoom back, the numbers keep it: a class reads them.
  const Frame& frame = request_.options.frame;
  const float zoomed = frame.presenter ? 1.F : std::clamp(frame.scale / f, 1.F, 1.4F);
  const float wanted = std::round(sizes_.number * zoomed);
  lane_h_ = std::clamp(std::round(.95F * col_), std::max(22.F, std::round(1.2F * wanted)),
                       48 * std::max(1.F, f));
  lane_h_ = std::min(lane_h_, std::max(4.F, .22F * height));
  bank_h_ = std::min(std::max({20.F, std::round(.72F * lane_h_), std::round(1.15F * wanted)}),
                     std::max(3.F, .2F * height));
  const float share = wide_ ? .36F : .47F;
  const auto deepest = static_cast<float>(std::max<std::size_t>(depth_, request_.options.beside.least_rows));
  word_h_ = std::clamp(std::floor(share * height / deepest), 4.F, std::max(4.F, std::round(.8F * lane_h_)));
  word_h_ = std::min(word_h_, std::max(.5F, share * height / deepest));
  stack_h_ = word_h_ * static_cast<float>(depth_);

  std::size_t digits = 1;
  for (const auto& stack : stack_) {
    for (const StackedWord& w : stack) digits = std::max(digits, std::to_string(shown_word(w.word)).size());
  }
  const float digit = text_width("0", Font::Mono, sizes_.least);
  const float chip_w = col_ - 2 * inset_;
  numbered_ = word_h_ >= 18 && static_cast<float>(digits) * digit <= chip_w - 4;
  number_ = std::min(wanted, std::floor(std::min(lane_h_, bank_h_) * .9F));
  const float in_chip = std::floor(chip_w / (2 * .6F));
  // All numbers a little smaller, or every fourth (every second would cover its neighbours in part).
  if (1.2F * in_chip >= number_) number_ = std::min(number_, in_chip);
  else number_ = std::max(sizes_.least, std::min(number_, std::floor((2 * col_ - 3) / (2 * .6F))));
  if (number_ < sizes_.least || number_ > in_chip) {
    number_ = std::max(sizes_.least, number_);
    number_step_ = 2 * digit + 2 <= col_ && number_ <= sizes_.least ? 1
                   : 1.2F * number_ + 3 <= 2 * col_                 ? 4
                                                                    : 8;
    if (bank_h_ < sizes_.least) number_step_ = 0; // the chips are too flat for text
  }

  const bool fans = std::any_of(service_.wavefronts.begin(), service_.wavefronts.end(),
                                [](const model::BankWavefront& w) {
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
  if (request_.options.beside.least_rows > 0)
    foot = std::max(foot, 3.7F * label_ * (height > 240 ? 1.F : 0.F));
  const float lowest_bank_y = end_ - foot - word_h_ * deepest - 6 - bank_h_;
  // Longer strands are not clearer: beyond a third of the width the rest of the height stays free.
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
  canvas_.mid_if_free({x, lane_y_ + lane_h_ / 2}, language::tr("unit.lanes"), label_, theme_.t2);
  canvas_.mid_if_free({x, bank_y_ + bank_h_ / 2}, language::tr("unit.banks"), label_, theme_.t2);
  const float first = std::min(stack_h_, word_h_ > 18 ? word_h_ : 20.F);
  const float y = std::max(words_y_ + first / 2, bank_y_ + bank_h_ / 2 + label_);
  canvas_.mid_if_free({x, y}, language::tr("unit.words"), label_, theme_.t2);
}

void BanksScene::draw_numbers(const std::vector<ColumnNumber>& numbers) {
  for (const ColumnNumber& n : numbers) {
    const std::string text = std::to_string(n.column);
    // A number wider than its chip gets its own background, not the gap between two chips.
    if (const float w = text_width(text, n.font, number_); n.lit && w > col_ - 2 * inset_)
      canvas_.fill({centre(n.column) - w / 2 - 1, n.y - number_ * .55F, w + 2, number_ * 1.1F}, 2,
                   mix(hot_, theme_.bg3, motion_));
    canvas_.defined(n.definition)
        .mid({centre(n.column), n.y}, text, number_, n.color, n.font, Anchor::Middle);
  }
}

void BanksScene::draw_lanes() {
  std::vector<ColumnNumber> numbers; // above all chips, since in narrow columns they extend beyond their own
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
    case LaneState::OtherGroup: canvas_.fill(box, 4, theme_.bg3); break;
    }
    if (has_number(lane, service_.wavefronts[current_].lanes)) {
      numbers.push_back(
          {lane, lane_y_ + lane_h_ / 2, text, font, state_[lane] == LaneState::Now, definition::lane});
    }
    const std::string thread = thread_name(request_, event_.warp, lane);
    const LaneState state = state_[lane];
    const std::string_view key = state == LaneState::Now      ? "banks.lane_now"
                                 : state == LaneState::Served ? "banks.lane_was"
                                                              : "banks.lane_will";
    std::string tip = state == LaneState::Inactive
                          ? language::trf("banks.lane_inactive", language::arg("lane", lane),
                                          language::arg("thread", thread))
                          : language::trf(
                                key, language::arg("lane", lane), language::arg("thread", thread),
                                language::arg("address", arithmetic(lane)),
                                language::arg("wavefront",
                                              (state == LaneState::Now ? current_ : last_wavefront_[lane]) +
                                                  1),
                                language::arg("all", service_.wavefronts.size()));
    canvas_.hit({centre(lane) - col_ / 2, lane_y_ - 2, col_, lane_h_ + 4}, HitKind::Lane, lane,
                std::move(tip), 1u << lane);
  }
  draw_numbers(numbers);
}

void BanksScene::draw_group_brackets() {
  if (!wide_ || lane_y_ - sizes_.scene_y < label_) return;
  const std::uint32_t current_group = service_.wavefronts[current_].group;
  const std::uint32_t lanes_per_group = 128 / access_.width;
  for (std::uint32_t g = 0; g < service_.groups.size(); ++g) {
    const model::BankGroup& group = service_.groups[g];
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
    const auto with = [&](std::string_view key) {
      return language::trf(key, language::arg("group", number), language::arg("next", number + 1),
                           language::arg("first", lowest(group.lanes)),
                           language::arg("last", highest(group.lanes)));
    };
    const std::string name = with(group.merged ? "banks.groups_merged" : "banks.group");
    const std::string lanes = with(group.merged ? "banks.groups_merged_lanes" : "banks.group_lanes");
    const auto in_state = [&](const std::string& what) {
      return language::trf(now                 ? "banks.group_now"
                           : g < current_group ? "banks.group_served"
                                               : "banks.group_waits",
                           language::arg("group", what));
    };
    const Font font = now ? Font::SemiBold : Font::Regular;
    for (const std::string& say : {in_state(lanes), in_state(name), name}) {
      const float w = text_width(say, font, label_);
      if (w + 32 > right - left) continue;
      const float x = (left + right) / 2;
      canvas_.fill({x - w / 2 - 8, y - label_ * .6F, w + 16, label_ * 1.2F}, 0, theme_.bg1);
      canvas_.defined(definition::group)
          .mid_if_free({x, y}, say, label_, now ? theme_.t1 : theme_.t2, font, Anchor::Middle);
      break;
    }
  }
}

void BanksScene::draw_banks() {
  std::vector<ColumnNumber> numbers;
  const model::BankWavefront& now = service_.wavefronts[current_];
  for (std::uint32_t b = 0; b < 32; ++b) {
    const Box box = chip(b, bank_y_, bank_h_);
    const bool lit = has(now.banks, b);
    const bool used = has(used_banks_, b);
    canvas_.fill(box, 3, lit ? mix(hot_, theme_.bg3, motion_) : used ? theme_.bg3 : theme_.bg2);
    if (has_number(b, now.banks)) {
      const Color text = lit ? (motion_ > .5F ? on_hot_ : theme_.t1) : used ? theme_.t1 : theme_.t3;
      numbers.push_back(
          {b, bank_y_ + bank_h_ / 2, text, lit ? Font::MonoBold : Font::Mono, lit, definition::bank});
    }
    if (has(jammed_, b))
      canvas_.outline({box.x - 2, box.y - 2, box.w + 4, box.h + 4}, 5, theme_.conflict, 2.5F);
    if (has(request_.options.beside.difference.banks, b))
      draw_difference_mark(canvas_, {centre(b), box.y + box.h + 1},
                           std::min(.18F * col_, 6 * std::max(1.F, sizes_.f)));
    const language::Counted thing = model::takes_turns(access_, event_.access_kind) ? language::Counted::Lane
                                                                                    : language::Counted::Word;
    std::string tip = used ? language::trf(
                                 "banks.bank", language::arg("bank", b),
                                 language::arg("wanted", language::count_of(stack_[b].size(), thing)))
                           : language::trf("banks.bank_unwanted", language::arg("bank", b));
    std::uint32_t lanes = 0;
    for (const StackedWord& word : stack_[b]) lanes |= word.lanes;
    canvas_.hit({centre(b) - col_ / 2, bank_y_ - 2, col_, bank_h_ + 4}, HitKind::Bank, b, std::move(tip),
                lanes);
  }
  draw_numbers(numbers);
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
      if (word.wavefront == shown_) {
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
        const float size = std::clamp(
            room, sizes_.least,
            h < 20 ? sizes_.least : std::max(sizes_.least, std::min(number_, std::floor(.72F * h))));
        canvas_.defined(definition::word)
            .mid({centre(b), box.y + h / 2}, number, size, text, font, Anchor::Middle);
      }
      canvas_.hit({centre(b) - col_ / 2, word_y(d), col_, word_h_}, HitKind::Word, shown_word(word.word),
                  language::trf(bit_count(word.lanes) == 1 ? "banks.word_lane" : "banks.word_lanes",
                                language::arg("word", grouped(shown_word(word.word))),
                                language::arg("bank", b), language::arg("lanes", lane_list(word.lanes)),
                                language::arg("wavefront", word.wavefront + 1),
                                language::arg("all", service_.wavefronts.size())),
                  word.lanes);
    }
  }
}

Picture BanksScene::build() {
  read_service();
  lay_out();
  PipRow pips;
  pips.count = static_cast<std::uint32_t>(service_.wavefronts.size());
  pips.current = current_ + 1;
  pips.color = theme_.now; // of time, whatever the access does: as in the scene Array
  const std::string op = event_.access_kind == AccessKind::Load    ? "ld"
                         : event_.access_kind == AccessKind::Store ? "st"
                                                                   : "atom";
  pips.tooltip = language::trf(
      "banks.pips", language::arg("counter", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op + ".sum"));
  draw_headline(canvas_, request_, sizes_, make_headline(request_, SceneKind::Banks), pips);
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
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

} // namespace warpscope::view::banks_view

namespace warpscope::view {

Picture build_banks_scene(const SceneRequest& request) { return banks_view::BanksScene(request).build(); }

} // namespace warpscope::view
