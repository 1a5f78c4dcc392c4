// Warp -> banks: counts, the bracket at the worst bank, the note at the word being served, the legend, the
// hovered lane.
#include "app/language/language.h"
#include "app/view/banks_view.h"
#include "app/view/wording.h"

#include <algorithm>
#include <string>
#include <vector>

namespace warpscope::view::banks_view {

/// Draws below the words how many lanes share one (fan, ×4), or how many words conflict in the bank.
void BanksScene::draw_counts() {
  const float y = words_y_ + stack_h_ + label_ * .95F;
  if (y + .6F * label_ > end_ + 1) return; // the picture is too low for it
  const auto worst = static_cast<std::uint32_t>(depth_);
  if (conflict_ && !bracketed_ && word_h_ >= 16) {
    const bool atomic = model::takes_turns(access_, event_.access_kind);
    std::string say = language::count_of(worst, atomic ? language::Counted::Lane : language::Counted::Word);
    std::uint32_t before = 32;
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (!has(jammed_, b)) continue;
      if (before < 32 && static_cast<float>(b - before) * col_ < text_width(say, Font::SemiBold, label_) + 12)
        say = std::to_string(worst);
      before = b;
    }
    for (std::uint32_t b = 0; b < 32; ++b) {
      if (has(jammed_, b)) {
        canvas_.defined(definition::words_of_bank)
            .mid_if_free({centre(b), y}, say, label_, theme_.conflict_at(label_), Font::SemiBold,
                         Anchor::Middle);
      }
    }
    return;
  }
  if (conflict_) return;
  for (std::uint32_t b = 0; b < 32; ++b) {
    std::uint32_t most = 0;
    for (const StackedWord& w : stack_[b]) most = std::max(most, bit_count(w.lanes));
    if (most < 2) continue;
    const std::string say = "×" + std::to_string(most);
    const float size = std::min(label_, sizes_.text(18));
    const float icon = size * .78F;
    const float w = icon + 3 + text_width(say, Font::SemiBold, size);
    if (w <= col_ - 2 &&
        canvas_.fits({centre(b) - w / 2 + icon + 3, y}, say, size, Font::SemiBold, Anchor::Start, 0)) {
      canvas_.icon(Icon::Fan, {centre(b) - w / 2 + icon / 2, y}, icon, theme_.broadcast);
      canvas_.defined(definition::sharing)
          .mid({centre(b) - w / 2 + icon + 3, y}, say, size, theme_.t1, Font::SemiBold);
    } else {
      canvas_.defined(definition::sharing)
          .mid_if_free({centre(b), y}, say, sizes_.least, theme_.t1, Font::SemiBold, Anchor::Middle, 1);
    }
  }
}

void BanksScene::draw_bracket() {
  if (!bracketed_) return;
  const std::uint32_t b = lowest(jammed_);
  const bool atomic = model::takes_turns(access_, event_.access_kind);
  const std::string count = language::count_of(depth_,
                                               atomic ? language::Counted::Lane : language::Counted::Word);
  const std::string_view why = language::tr("banks.one_a_wavefront");
  const float lead = sizes_.lead;
  const float small = sizes_.label;
  const float f = std::max(.8F, sizes_.f);
  const float text_w = std::max(text_width(count, Font::SemiBold, lead),
                                text_width(why, Font::Regular, small));
  // On the left from bank 8 on, else on the right; the other way round where there is no room.
  bool left = b >= 8;
  const auto room = [&](bool on_left) {
    const float used = col_ / 2 + 8 + 22 * f + text_w;
    return on_left ? centre(b) - used >= sizes_.margin
                   : centre(b) + used <= request_.options.frame.width - sizes_.margin;
  };
  if (!room(left)) left = !left;
  const float d = left ? -1.F : 1.F;
  const float x = centre(b) + d * (col_ / 2 + 8);
  const float last = words_y_ + stack_h_ - 1;
  canvas_.path({{x, words_y_}, {x + d * 8, words_y_}, {x + d * 8, last}, {x, last}}, theme_.conflict, 2);
  canvas_.reserve({std::min(x, x + d * 8), words_y_, 8, stack_h_});
  if (!room(left) || stack_h_ < lead + 1.6F * small) return;
  // On the callout's side it uses the half of the stack that the callout's word is not in.
  const auto& words = stack_[b];
  const auto now = std::find_if(words.begin(), words.end(),
                                [&](const auto& w) { return w.wavefront == shown_; });
  const bool low = now != words.end() &&
                   2 * (now - words.begin()) >= static_cast<std::ptrdiff_t>(words.size());
  // In the presenter no tooltip says what the callout says, so that it needs its room on either side.
  const bool alone = left &&
                     (!request_.options.frame.presenter || centre(b) < .6F * request_.options.frame.width);
  const float y = words_y_ + stack_h_ * (alone ? .5F : low ? .2F : .78F);
  const float tx = x + d * 22 * f;
  const Anchor anchor = left ? Anchor::End : Anchor::Start;
  if (canvas_.defined(definition::words_of_bank)
          .mid_if_free({tx, y - lead * .6F}, count, lead, theme_.conflict_at(lead), Font::SemiBold, anchor)) {
    canvas_.defined(definition::wavefront)
        .mid_if_free({tx, y + small * .85F}, why, small, theme_.t2, Font::Regular, anchor);
  }
}

/// Draws a note beside the word that is being served (or that the hovered lane wants): its lanes and its
/// address.
void BanksScene::draw_callout() {
  const bool hovering = request_.options.pointed.lane && *request_.options.pointed.lane < 32 &&
                        has(access_.mask, *request_.options.pointed.lane);
  const model::BankWavefront& now = service_.wavefronts[current_];
  if (now.banks == 0) return;
  const std::uint32_t lane = hovering ? *request_.options.pointed.lane : lowest(now.lanes);
  std::uint32_t bank = bank_of(lane);
  std::size_t depth = 0;
  bool found = false;
  for (std::size_t d = 0; d < stack_[bank].size() && !found; ++d) {
    found = has(stack_[bank][d].lanes, lane) && (hovering || stack_[bank][d].wavefront == shown_);
    if (found) depth = d;
  }
  if (!found) { // a lane whose first word has already been served
    for (bank = 0; bank < 32 && !found; ++bank) {
      for (std::size_t d = 0; d < stack_[bank].size() && !found; ++d) {
        found = stack_[bank][d].wavefront == shown_;
        depth = d;
      }
      if (found) break;
    }
    if (!found) return;
  }
  const std::uint32_t lanes = stack_[bank][depth].lanes;
  const std::uint32_t wavefront = stack_[bank][depth].wavefront;
  // Without a hovered lane, it is the word of the current wavefront.
  const std::string_view key = wavefront == shown_
                                   ? (hovering || bit_count(lanes) == 1 ? "banks.lane_served_now"
                                                                        : "banks.lanes_served_now")
                               : wavefront < current_ ? "banks.lane_served_already"
                                                      : "banks.lane_served_in";
  const std::string who = language::trf(
      key, language::arg("lanes", hovering ? std::to_string(lane) : lane_list(lanes, 3)),
      language::arg("wavefront", wavefront + 1));
  const std::string sum = arithmetic(lane);
  const float title = sizes_.sub;
  const float small = std::max(sizes_.least, std::min(sizes_.label, sizes_.text(28)));
  const float wy = std::round(word_y(depth) + word_height() / 2);
  const float f = std::max(.8F, sizes_.f);
  const bool bracket_right = bracketed_ && bank < 8, bracket_left = bracketed_ && bank >= 8;
  const Color color = hovering ? theme_.t1 : hot_;
  // Before a class nothing stands farther left than the other rows; in a pane it may use the margin.
  const float edge_of_page = request_.options.frame.presenter ? sizes_.margin : 8;
  float apart = 0; // of other text, in sizes of its own
  const auto put = [&](bool right, const std::vector<std::string>& lines) {
    float width = text_width(who, Font::SemiBold, title);
    for (const std::string& line : lines) width = std::max(width, text_width(line, Font::Mono, small));
    const float height = (1.15F + 1.45F * static_cast<float>(lines.size())) * title;
    const float d = right ? 1.F : -1.F;
    const bool bracket = right ? bracket_right : bracket_left;
    const float reach = (bracket ? 50 : 30) * f;
    const float edge = centre(bank) + d * (col_ / 2 + 4);
    const float x = edge + d * reach;
    // The words themselves are as far away as the leader is long, however large the text is.
    const float clear = std::max(6.F, std::min(apart * small, reach));
    const float top = words_y_ + std::max(8.F, .6F * title), level = std::max(wy, top);
    for (const float y : {level, level - 2.6F * title, level + 2.6F * title, level - 5.2F * title,
                          level + 5.2F * title, top, end_ - height + .6F * title}) {
      const Box box{right ? x : x - width, y - .6F * title, width, height};
      if (box.y < words_y_ - 2 || box.y + box.h > end_ + 4 || !canvas_.is_free(box, clear) ||
          box.x + box.w > request_.options.frame.width - 8 || box.x < edge_of_page)
        continue;
      if (y != level && !bracketed_) continue; // a leader that is not horizontal would cross other columns
      canvas_.line({edge + (bracket ? 2 * d : 0), wy}, {edge + d * (reach - 10 * f), y}, color, 2);
      const Anchor anchor = right ? Anchor::Start : Anchor::End;
      canvas_.defined(definition::served_now).mid({x, y}, who, title, theme_.t1, Font::SemiBold, anchor);
      for (std::size_t i = 0; i < lines.size(); ++i)
        canvas_.defined(definition::bank_address)
            .mid({x, y + title * 1.45F * static_cast<float>(i + 1)}, lines[i], small, theme_.t2, Font::Mono,
                 anchor);
      return true;
    }
    return false;
  };
  // Beside a bracket the leader would cross it: on the free side in two lines before on the other in one.
  const std::size_t colon = sum.find(": ");
  const std::vector<std::string> two = colon == std::string::npos
                                           ? std::vector<std::string>{sum}
                                           : std::vector<std::string>{sum.substr(0, colon + 1),
                                                                      sum.substr(colon + 2)};
  // Close to it, "32 words" would read as the formula's next line.
  for (const float wanted : {1.5F, .8F}) {
    apart = wanted;
    if (put(true, {sum}) || (bracketed_ && put(true, two)) || put(false, {sum})) return;
    if (put(true, two) || put(false, two)) return;
  }
}

void BanksScene::draw_legend() {
  if (service_.wavefronts.size() < 2) return;
  std::vector<LegendEntry> entries{{language::tr("banks.now"), LaneState::Now}};
  const auto any = [&](LaneState s) { return std::find(state_.begin(), state_.end(), s) != state_.end(); };
  if (any(LaneState::Served)) entries.push_back({language::tr("picture.served"), LaneState::Served});
  if (any(LaneState::Waits)) entries.push_back({language::tr("banks.waits_bank"), LaneState::Waits});
  if (any(LaneState::OtherGroup))
    entries.push_back({language::tr("banks.waits_group"), LaneState::OtherGroup});
  if (any(LaneState::Inactive)) entries.push_back({language::tr("banks.inactive"), LaneState::Inactive});
  // Bottom right if that is free, then bottom left, then a line higher; in a narrow half one below the other,
  // at last smaller and with the bare word for what waits.
  const float usual = std::min(sizes_.label, sizes_.text(28)), least = std::min(usual, sizes_.least);
  if (put_legend(entries, usual, 8) || put_legend(entries, least, 8)) return;
  for (LegendEntry& e : entries)
    if (e.state == LaneState::Waits || e.state == LaneState::OtherGroup) e.say = language::tr("banks.waits");
  const auto same = std::find_if(entries.begin(), entries.end(),
                                 [](const LegendEntry& e) { return e.state == LaneState::OtherGroup; });
  if (any(LaneState::Waits) && same != entries.end()) entries.erase(same);
  if (!put_legend(entries, least, 8)) (void)put_legend(entries, least, 1);
}

/// False: there is no free place for it.
bool BanksScene::put_legend(const std::vector<LegendEntry>& entries, float size, float apart) {
  const float sample = 1.5F * size;
  const float gap = 1.5F * size;
  float width = -gap, widest = 0;
  for (const LegendEntry& e : entries) {
    const float w = sample + .5F * size + text_width(e.say, Font::Regular, size);
    width += w + gap;
    widest = std::max(widest, w);
  }
  const float right = x0_ + 32 * col_;
  const auto entry = [&](const LegendEntry& e, float at, float y) {
    switch (e.state) {
    case LaneState::Now: canvas_.line({at, y}, {at + sample, y}, hot_, 6 * std::max(.8F, sizes_.f)); break;
    case LaneState::Served: canvas_.line({at, y}, {at + sample, y}, theme_.edge, 1.25F); break;
    case LaneState::Waits: canvas_.line({at, y}, {at + sample, y}, theme_.conflict, 2, {7, 4}); break;
    case LaneState::OtherGroup:
      canvas_.line({at, y}, {at + sample, y}, theme_.edge, 1.75F, {2, 6}, true);
      break;
    case LaneState::Inactive:
      canvas_.outline({at + .2F * sample, y - .45F * size, .75F * sample, .9F * size}, 3, theme_.edge, 1.5F,
                      {3, 3});
      break;
    }
    return canvas_.mid({at + sample + .5F * size, y}, e.say, size, theme_.t2) + gap;
  };
  for (const float up : {.6F, 2.2F, 3.8F}) {
    const float y = end_ - up * size;
    for (const float x : {right - width, x0_}) {
      if (y - size < words_y_ || x < sizes_.margin ||
          !canvas_.is_free({x, y - .7F * size, width, 1.4F * size}, apart))
        continue;
      float at = x;
      for (const LegendEntry& e : entries) at = entry(e, at, y);
      return true;
    }
  }
  const float row = 1.5F * size, height = row * static_cast<float>(entries.size());
  for (float top = end_ - height; top >= words_y_; top -= row)
    for (float x = right - widest; x >= sizes_.margin; x -= sample) {
      if (!canvas_.is_free({x, top, widest, height}, .5F * apart)) continue;
      for (std::size_t i = 0; i < entries.size(); ++i)
        entry(entries[i], x, top + row * (static_cast<float>(i) + .5F));
      return true;
    }
  return false;
}

void BanksScene::draw_hover() {
  const std::uint32_t lit = lit_lanes(request_);
  if (lit == 0) return;
  for (std::uint32_t lane = 0; lane < lanes_in_warp; ++lane) {
    if (!has(lit, lane)) continue;
    const Box box = chip(lane, lane_y_, lane_h_);
    canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 5, theme_.t1, 3);
  }
  for (std::uint32_t b = 0; b < 32; ++b) {
    bool wanted = false;
    for (std::size_t d = 0; d < stack_[b].size(); ++d) {
      if ((stack_[b][d].lanes & lit) == 0) continue;
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

} // namespace warpscope::view::banks_view
