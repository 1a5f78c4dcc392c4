// Lines & sectors: the touched 128-byte lines as rows of four sectors; lanes point at their words, whole
// sectors are fetched.
//
// Source of the counts: sim/model/sectors.h. Not modelled: caches, and the order in which sectors travel.
#include "app/view/scene_sectors.h"

#include "app/language/language.h"
#include "app/view/wording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

namespace warpscope::view {

std::string SectorsScene::arithmetic(std::uint32_t lane) const {
  static const program::Site nowhere;
  program::Site site = site_ != nullptr ? *site_ : nowhere;
  site.space = event_.space;
  return address_arithmetic(request_.run->program(), site, access_.offset[lane], request_.run->buffers());
}

/// Numbers lines from the beginning of the buffer, where that is known; of another block of the cluster from
/// the beginning of its shared memory.
std::string SectorsScene::line_number(std::uint32_t line) const {
  if (event_.space == Space::Cluster) {
    const std::uint32_t address = line * memory_line_bytes,
                        own = offset_in_block(address) / memory_line_bytes,
                        first = program::window_base / memory_line_bytes;
    return language::trf("sectors.line_of_block",
                         language::arg("line", grouped(own >= first ? own - first : own)),
                         language::arg("block", rank_of(address)));
  }
  return grouped(line >= first_line_ ? line - first_line_ : line);
}

void SectorsScene::read_access() {
  touched_ = model::touched_sectors(access_, event_.access_kind);
  for (const model::TouchedSector& s : touched_) {
    const std::uint32_t line = s.address / memory_line_bytes;
    if (rows_.empty() || rows_.back().line != line) rows_.push_back({line, {}});
    rows_.back().sectors[s.address / memory_sector_bytes % 4] = &s;
  }
  const std::uint32_t lowest = touched_.empty() ? 0 : touched_.front().address;
  first_line_ = lowest >= program::window_base ? program::window_base / memory_line_bytes : 0;
  for (const program::NamedMemory& b : request_.run->buffers()) {
    if (lowest >= b.offset && lowest - b.offset < b.bytes) first_line_ = b.offset / memory_line_bytes;
  }
  tone_ = counts_.sectors > counts_.ideal_sectors ? theme_.conflict : praise(request_);
}

std::vector<SectorPiece> SectorsScene::pieces(const model::TouchedSector& sector) const {
  std::uint32_t lanes_of_byte[memory_sector_bytes] = {};
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access_.mask >> lane & 1u) == 0) continue;
    for (std::uint32_t k = 0; k < access_.width; ++k) {
      const std::uint64_t byte = std::uint64_t{access_.offset[lane]} + k;
      if (byte >= sector.address && byte - sector.address < memory_sector_bytes)
        lanes_of_byte[byte - sector.address] |= 1u << lane;
    }
  }
  // Bytes of one word belong together even when each has its own lane; unused bytes never join a used piece.
  std::vector<SectorPiece> result;
  for (std::uint32_t k = 0; k < memory_sector_bytes; ++k) {
    const bool same_word = k % 4 != 0;
    const bool used = lanes_of_byte[k] != 0;
    if (!result.empty()) {
      SectorPiece& last = result.back();
      const bool last_used = last.lanes != 0;
      if (used == last_used && ((same_word && access_.width < 4) ||
                                (used && lanes_of_byte[k] == lanes_of_byte[k - 1]) || (!used && same_word))) {
        last.lanes |= lanes_of_byte[k];
        ++last.count;
        continue;
      }
    }
    result.push_back({k, 1, lanes_of_byte[k]});
  }
  return result;
}

/// Before a class the sum of few lines stands below them: the column at their right would make both small.
bool SectorsScene::reads_below(float left, float height) const {
  if (!request_.options.frame.presenter || rows_.empty()) return false;
  const float width = request_.options.frame.width - 2 * sizes_.margin;
  const float cell = std::min(48 * sizes_.f, (width - left - 3 * gap_) / 32);
  const float others = 2 * text(15) + 2.4F * text(17) + 2 * text(20); // heads, legend, sum
  return static_cast<float>(rows_.size()) * (2 * cell + label_height()) + others < height;
}

void SectorsScene::lay_out() {
  const float f = sizes_.f;
  const float unit = request_.options.frame.presenter ? f : std::max(.6F, f);
  const float width = request_.options.frame.width - 2 * sizes_.margin;
  const float top = sizes_.scene_y;
  const float height = std::max(8.F, sizes_.scene_end - top);
  gap_ = std::max(4.F, 14 * unit);
  const float side = text(18);
  const std::string widest = event_.space == Space::Cluster
                                 ? line_number(rows_.empty() ? 0 : rows_.back().line)
                                 : std::string("88,888");
  const float line_label = text_width(language::trf("sectors.line", language::arg("line", widest)),
                                      Font::Regular, side) +
                           14 * unit;
  const float right = (request_.options.frame.presenter ? 420 : 290) * unit;
  // The access's own column and the sum shrink where the cells would become too small for a lane.
  const float name_w = 370 * unit;
  name_at_side_ = !request_.options.frame.presenter && width - name_w - right - 3 * gap_ >= 32 * 26 * unit;
  const float left = name_at_side_ ? name_w : std::min(line_label, .18F * width);
  sum_at_side_ = width - left - right * .86F - 3 * gap_ >= 32 * 14 && !reads_below(left, height);
  const float taken = sum_at_side_ ? right * (name_at_side_ ? 1.F : .86F) : 0;
  cell_ = std::clamp(std::floor((width - left - taken - 3 * gap_) / 32), 1.F,
                     (request_.options.frame.presenter ? 48 : 34) * std::max(unit, .8F));
  left_ = sizes_.margin + left;
  sum_x_ = left_ + 32 * cell_ + 3 * gap_ + 40 * unit * (name_at_side_ ? 1.F : .7F);

  const float heads = band_ ? title_height() : height > 140 ? 2 * text(15) : 0;
  const float legend = height > 200 && !band_ ? 2.4F * text(17) : 0;
  const float sum_below = sum_at_side_ || height < 120 ? 0 : 2 * text(20);
  rows_y_ = top + heads + 4;
  rows_end_ = sizes_.scene_end - legend - sum_below;
  float room = std::max(4.F, rows_end_ - rows_y_);
  const std::size_t lines = std::max<std::size_t>(rows_.size(), request_.options.beside.least_rows);
  const auto count = static_cast<float>(lines);
  // With labels: cells twice as high as wide (up to three times when there are few rows), a line of text
  // below each.
  const float label_h = label_height();
  if (!band_) {
    const float pitch = 2 * cell_ + label_h;
    gap_of_bands_ = 30 * std::max(.6F, f);
    float used = band_height(lines, pitch);
    const float least = title_height() + .9F * text(76); // for its count and some of its lines
    if (sum_at_side_ && lines <= 6)
      for (Other& other : other_accesses()) {
        const float left = room - used - band_gap();
        if (left < least) break;
        other.height = std::min(left, title_height() + band_height(other.lines, pitch));
        used += band_gap() + other.height;
        others_.push_back(other);
      }
    with_legend_ = legend > 0;
    if (others_.empty()) {
      const float labelled = count * (std::max(20.F, 1.2F * cell_) + label_h);
      place_brief(lines <= 6 && labelled <= room ? labelled
                                                 : std::min(room, count * std::max(28.F, 28 * unit)),
                  legend);
      room = std::max(4.F, rows_end_ - rows_y_);
    }
  }
  // What is left makes the cells higher, then the gaps wider.
  float tallest = 3 * cell_;
  if (!others_.empty() && !brief_) {
    const auto needs = [&](float cell) {
      float used = band_height(lines, cell + label_h);
      for (const Other& other : others_)
        used += band_gap() + title_height() + band_height(other.lines, cell + label_h);
      return used;
    };
    tallest = 2 * cell_;
    while (tallest + 1 <= 3 * cell_ && needs(tallest + 1) <= room) tallest += 1;
    if (const float left = room - needs(tallest); left > 0) {
      for (Other& other : others_)
        other.height = title_height() + band_height(other.lines, tallest + label_h);
      const float each = std::min(60 * unit, left / static_cast<float>(others_.size() + 1));
      gap_of_bands_ += each;
      rows_y_ += .5F * each;
    }
  }
  cell_h_ = band_                       ? std::clamp(room / count - label_h, 2 * cell_, 3 * cell_)
            : others_.empty() || brief_ ? std::clamp(.8F * room / count - label_h, 2 * cell_, tallest)
                                        : tallest;
  labels_ = lines <= 6;
  if (labels_ && (cell_h_ + label_h) * count > room) {
    cell_h_ = std::max(20.F, room / count - label_h);
    labels_ = (cell_h_ + label_h) * count <= room + 1;
  }
  pitch_ = cell_h_ + label_h;
  shown_rows_ = rows_.size();
  if (labels_ && !band_ && (others_.empty() || brief_))
    rows_y_ += .18F * std::max(0.F, room - pitch_ * count);
  if (!labels_) {
    pitch_ = std::min(std::max(28.F, 28 * unit), room / count);
    const float least = 12;
    if (pitch_ < least) {
      pitch_ = least;
      const float note = 20;
      shown_rows_ = static_cast<std::size_t>(std::max(1.F, std::floor((room - note) / pitch_)));
    }
    cell_h_ = std::max(3.F, pitch_ - (pitch_ >= 20 ? 8.F : 4.F));
  }
  shown_rows_ = std::min(shown_rows_, rows_.size());
  first_row_ = std::min<std::size_t>(request_.options.window.first_row, rows_.size() - shown_rows_);
  hatched_ = cell_h_ >= 6 && cell_ >= 4;
  // One size for all lanes; where two digits do not fit at 13 px, no lane has its number (the labels then
  // name the lanes).
  const bool two_digits = (access_.mask >> 10) != 0;
  const float box = cell_ * static_cast<float>(std::max(4u, access_.width)) / 4 -
                    2 * std::min(1.5F, cell_ * .08F);
  // Digits keep clear of their cell's edges where a class can still read them.
  const auto largest = [&](float room) { return std::floor(room / (two_digits ? 1.2F : .6F)); };
  number_ = std::min(
      {text(20), std::max(std::min(15.F, largest(box)), largest(box - 5)), std::floor(cell_h_ - 4)});
}

void SectorsScene::draw_heads() {
  const float size = text(15);
  const float y = rows_y_ - 1.1F * size - 2;
  for (std::uint32_t s = 0; s < 4; ++s) {
    const float x = left_ + static_cast<float>(s) * (8 * cell_ + gap_) + 4 * cell_;
    canvas_.defined(definition::sector)
        .mid_if_free({x, y}, language::trf("sectors.sector", language::arg("sector", s)), size, theme_.t3,
                     Font::Regular, Anchor::Middle);
  }
  canvas_.defined(definition::line_head)
      .mid_if_free({left_ - 18 * std::max(.6F, sizes_.f), y}, language::tr("sectors.line_head"), size,
                   theme_.t3, Font::Regular, Anchor::End);
}

void SectorsScene::draw_sector(const Row& row, std::uint32_t s, float x, float y) {
  const model::TouchedSector* sector = row.sectors[s];
  const float w = 8 * cell_;
  const bool small = cell_h_ < 16;
  if (sector == nullptr) {
    if (pitch_ >= 20) canvas_.outline({x - 2, y - 2, w + 4, cell_h_ + 4}, 7, theme_.line, 1.5F, {4, 5});
    if (pitch_ < 20) canvas_.fill({x, y, w, cell_h_}, 2, theme_.bg2);
    if (labels_) {
      const float size = text(17);
      canvas_.mid_if_free({x + w / 2, y + cell_h_ + 8 * sizes_.f + .75F * size},
                          language::tr("sectors.not_fetched"), size, theme_.t3, Font::Regular,
                          Anchor::Middle);
    }
    return;
  }
  const auto used = static_cast<std::uint32_t>(std::popcount(sector->used_bytes));
  const bool whole = used == memory_sector_bytes;
  const bool copied_apart = access_.copies && sector->times > 1; // to several sectors of shared memory
  const bool wasteful = copied_apart || (!whole && counts_.sectors > counts_.ideal_sectors);
  const Color ring = wasteful ? theme_.conflict : theme_.now;
  const float out = small ? 2 : 3;
  RectShape frame;
  frame.box = {x - out, y - out, w + 2 * out, cell_h_ + 2 * out};
  frame.radius = small ? 4.F : 7.F;
  frame.fill = theme_.bg2;
  frame.stroke = mix(ring, theme_.line, motion_);
  frame.stroke_width = small ? 1.5F : 2.5F;
  canvas_.shape(frame);
  std::uint32_t sector_lanes = 0;
  for (const SectorPiece& piece : pieces(*sector)) {
    const float byte = cell_ / 4;
    const float inset = std::min(1.5F, cell_ * .08F);
    const bool starts = piece.first % 4 == 0;
    const bool ends = (piece.first + piece.count) % 4 == 0;
    const float x0 = x + static_cast<float>(piece.first) * byte + (starts ? inset : 0);
    const float x1 = x + static_cast<float>(piece.first + piece.count) * byte - (ends ? inset : 0);
    const Box box{x0, y + inset, x1 - x0, cell_h_ - 2 * inset};
    if (piece.lanes == 0) {
      canvas_.fill(box, 3, theme_.bg1);
      if (hatched_)
        canvas_.hatch(box, 3, {8, 1.25F, with_alpha(wasteful ? theme_.conflict : theme_.t3, .9F * motion_)});
      continue;
    }
    canvas_.fill(box, 4, mix(theme_.now, theme_.bg2, motion_));
    const bool hovered = (piece.lanes & lit_lanes(request_)) != 0;
    const auto lanes = static_cast<std::uint32_t>(std::popcount(piece.lanes));
    const std::string first = std::to_string(std::countr_zero(piece.lanes));
    const std::string more = lanes > 1 ? "+" + std::to_string(lanes - 1) : std::string();
    const Color text = motion_ > .5F ? theme_.on_now : theme_.t1;
    const float middle = box.x + box.w / 2;
    const float size = std::min(number_, std::floor(box.w / (.6F * static_cast<float>(first.size()))));
    const bool presenter = request_.options.frame.presenter;
    const float below = presenter ? std::max(sizes_.least, std::floor(.7F * size)) : sizes_.least;
    const bool stacked = !more.empty() && cell_h_ >= (presenter ? size + below + 8 : 32 * sizes_.least / 13);
    if (size >= sizes_.least) {
      const float y0 = y + cell_h_ / 2 - (stacked ? .6F * size : 0);
      const std::string say = !stacked && !more.empty() &&
                                      text_width(first + more, Font::MonoBold, size) <= box.w - 4
                                  ? first + more
                                  : first;
      canvas_.defined(definition::lane).mid({middle, y0}, say, size, text, Font::MonoBold, Anchor::Middle);
      if (stacked && text_width(more, Font::Mono, below) <= box.w) {
        canvas_.defined(definition::lane)
            .mid({middle, y0 + size * .5F + below * .75F}, more, below, text, Font::Mono, Anchor::Middle);
      }
    }
    if (hovered) canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 4, theme_.t1, 3);
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(piece.lanes));
    if (band_) continue; // a click goes to the whole access
    canvas_.hit(box, HitKind::Lane, lane,
                language::trf(lanes == 1 ? "sectors.lane" : "sectors.lanes",
                              language::arg("lanes", lane_list(piece.lanes)),
                              language::arg("thread", thread_name(request_, event_.warp, lane)),
                              language::arg("address", arithmetic(lane))),
                piece.lanes);
    sector_lanes |= piece.lanes;
  }
  if (std::binary_search(request_.options.beside.difference.sectors.begin(),
                         request_.options.beside.difference.sectors.end(),
                         sector->address / memory_sector_bytes))
    draw_difference_mark(canvas_, {x + w, y - 1}, std::min(6.F, .25F * cell_h_));
  const bool loads = event_.access_kind == AccessKind::Load;
  if (!band_)
    canvas_.hit(
        {x - out, y + cell_h_, w + 2 * out, std::max(4.F, pitch_ - cell_h_ - 4)}, HitKind::Sector,
        sector->address / memory_sector_bytes,
        language::trf("sectors.sector_tip", language::arg("sector", s),
                      language::arg("line", line_number(row.line)), language::arg("used", used),
                      language::arg("counter", std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") +
                                                   (loads ? "ld" : "st") + ".sum")),
        sector_lanes);
  if (labels_) {
    const float size = text(17);
    const Font font = wasteful ? Font::SemiBold : Font::Regular;
    std::string say = language::trf("sectors.used", language::arg("used", used));
    if (number_ < sizes_.least) {
      std::uint32_t lanes = 0;
      for (const SectorPiece& piece : pieces(*sector)) lanes |= piece.lanes;
      const std::string with_lanes = language::trf(
          std::has_single_bit(lanes) ? "sectors.lane_used" : "sectors.lanes_used",
          language::arg("lanes", lane_list(lanes, 2)), language::arg("used", used));
      if (text_width(with_lanes, font, size) <= w + gap_ - 6) say = with_lanes;
    }
    if (copied_apart) say = language::trf("sectors.copied_apart", language::arg("count", sector->times));
    canvas_.defined(definition::each_sector)
        .mid_if_free({x + w / 2, y + cell_h_ + 8 * sizes_.f + .75F * size}, say, size,
                     wasteful ? theme_.conflict_at(size) : theme_.t1, font, Anchor::Middle);
  }
}

void SectorsScene::draw_row(std::size_t index, float y) {
  const Row& row = rows_[index];
  const float size = std::min(text(18), std::max(sizes_.least, std::floor(pitch_ - 2)));
  const float x = left_ - 18 * std::max(.6F, sizes_.f);
  const std::string number = line_number(row.line),
                    name = language::trf("sectors.line", language::arg("line", number));
  if (x - text_width(name, Font::Regular, size) >= sizes_.margin * .5F) {
    canvas_.defined(definition::line_head)
        .mid_if_free({x, y + cell_h_ / 2}, name, size, theme_.t2, Font::Regular, Anchor::End);
  } else {
    canvas_.defined(definition::line_head)
        .mid_if_free({x, y + cell_h_ / 2}, number, size, theme_.t2, Font::Regular, Anchor::End);
  }
  std::uint32_t lanes = 0;
  for (const model::TouchedSector* sector : row.sectors)
    if (sector != nullptr)
      for (const SectorPiece& piece : pieces(*sector)) lanes |= piece.lanes;
  if (!band_)
    canvas_.hit({sizes_.margin, y, left_ - sizes_.margin - 8, cell_h_}, HitKind::Line, row.line,
                language::trf("sectors.line_tip", language::arg("line", number)), lanes);
  for (std::uint32_t s = 0; s < 4; ++s)
    draw_sector(row, s, left_ + static_cast<float>(s) * (8 * cell_ + gap_), y);
}

/// Marks the row's words that the wrong value went through.
void SectorsScene::draw_wrong(const Row& row, float y) {
  for (const WrongPlace& wrong : request_.options.told.wrong) {
    if (wrong.space != Space::Global || event_.space != Space::Global || wrong.offset / 128 != row.line)
      continue;
    const std::uint32_t word = wrong.offset % 128 / 4;
    const Box box{left_ + static_cast<float>(word / 8) * (8 * cell_ + gap_) +
                      static_cast<float>(word % 8) * cell_,
                  y, cell_, cell_h_};
    const float out = 1.5F;
    canvas_.outline({box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out}, 3, theme_.bg1, 5);
    canvas_.outline({box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out}, 3, theme_.hazard, 3,
                    {6, 3});
    canvas_.hit(box, HitKind::Text, 0, wrong.said);
  }
}

/// "32 lanes read 4 B each", below another access with its line.
std::string SectorsScene::what_lanes_do() const {
  const auto active = static_cast<std::uint32_t>(std::popcount(access_.mask));
  const std::string_view one = event_.access_kind == AccessKind::Load    ? "sectors.lane_reads"
                               : event_.access_kind == AccessKind::Store ? "sectors.lane_writes"
                                                                         : "sectors.lane_updates";
  const std::string_view many = event_.access_kind == AccessKind::Load    ? "sectors.lanes_read"
                                : event_.access_kind == AccessKind::Store ? "sectors.lanes_write"
                                                                          : "sectors.lanes_update";
  std::string what = language::trf(
      active == 1 ? one : many, language::arg("lanes", language::count_of(active, language::Counted::Lane)),
      language::arg("bytes", access_.width));
  return what;
}

void SectorsScene::draw_access_name(float y) {
  if (!name_at_side_ || (site_ == nullptr && !packed_)) return;
  const float room = left_ - sizes_.margin -
                     text_width(language::trf("sectors.line", language::arg("line", "888")), Font::Regular,
                                text(18)) -
                     40 * sizes_.f;
  float size = text(32);
  const float middle = y + cell_h_ / 2;
  const float below = middle + 26 * sizes_.f + 4, small = text(20);
  if (packed_) { // no code of the text
    const std::string_view says = language::tr("sectors.packed");
    size = std::min(size, std::max(16.F, std::floor(size * room / text_width(says, Font::SemiBold, size))));
    canvas_.mid({sizes_.margin, middle - 12 * sizes_.f}, fit_text(says, Font::SemiBold, size, room), size,
                theme_.t1, Font::SemiBold);
    canvas_.mid_if_free(
        {sizes_.margin, below},
        fit_text(language::tr("sectors.packed_why"), Font::Regular, small, room + 30 * sizes_.f), small,
        theme_.t2);
    return;
  }
  const std::string& code = site_->text.empty() ? site_->variable : site_->text;
  if (code.empty()) return;
  while (size > 16 && text_width(code, Font::Mono, size) > room) size -= 1;
  draw_code(canvas_, {sizes_.margin, middle + cap_centre * size - 12 * sizes_.f},
            fit_text(code, Font::Mono, size, room), size, definition::cell);
  const std::string what = what_lanes_do();
  canvas_.defined(definition::lane)
      .mid_if_free({sizes_.margin, below}, fit_text(what, Font::Regular, small, room + 30 * sizes_.f), small,
                   theme_.t2);
  if (band_ && site_->span.known())
    canvas_.defined(definition::line)
        .mid_if_free({sizes_.margin, below + 1.4F * small},
                     language::trf("sectors.line_of_text", language::arg("line", site_->span.line)), small,
                     theme_.t2);
}

void SectorsScene::draw_sum(float y) {
  const float f = std::max(.6F, sizes_.f);
  const std::uint64_t fetched = std::uint64_t{memory_sector_bytes} * counts_.sectors;
  const std::string sectors = std::to_string(counts_.sectors);
  const std::string sum = language::trf(
      event_.access_kind == AccessKind::Load ? "sectors.sum_fetched" : "sectors.sum_moved",
      language::arg("bytes", grouped(fetched)), language::arg("used", grouped(counts_.used_bytes)));
  const auto share_as = [&](std::string_view key) {
    return language::trf(key, language::arg("percent", percent(counts_.used_bytes, fetched)));
  };
  std::string share = share_as("headline.used_share");
  const bool wasteful = counts_.sectors > counts_.ideal_sectors;
  const float size = text(20);
  if (!sum_at_side_) {
    const float line_y = rows_end_ + 1.1F * size;
    const float end = sizes_.margin + text_width(sum, Font::Regular, size);
    if (canvas_.defined(definition::fetched).mid_if_free({sizes_.margin, line_y}, sum, size, theme_.t1)) {
      canvas_.defined(definition::share)
          .mid_if_free({end + size, line_y}, share, size,
                       wasteful ? theme_.conflict_at(size) : praise(request_), Font::SemiBold);
    }
    return;
  }
  const float right = request_.options.frame.width - sizes_.margin;
  const float room = right - sum_x_;
  // A picture too low for all of it keeps the figure and what is nearest to it.
  const float low = std::max(brief_ ? brief_y_ : sizes_.scene_end, y + 40);
  const float figure = std::min(
      {text(76), std::max(28.F, std::floor(text(76) * room / (250 * f))), std::floor(.9F * (low - y))});
  float at = y + .82F * figure;
  float x = canvas_.defined(definition::sectors_touched)
                .text({sum_x_ - .04F * figure, at}, sectors, figure, tone_, Font::Bold) +
            12 * f;
  const float noun = text(22);
  canvas_.text({x, at - .01F * figure - std::max(.35F * figure, 1.15F * size)},
               language::unit_of(counts_.sectors, language::Counted::Sector), noun, theme_.t1,
               Font::SemiBold);
  canvas_.defined(definition::line_head)
      .text({x, at - .01F * figure}, language::count_of(counts_.lines, language::Counted::Line), size,
            theme_.t2);
  at += 2.2F * size;
  const auto hit = [&](float bottom) {
    if (band_) return;
    canvas_.hit(
        {sum_x_, y, room, bottom - y}, HitKind::Text, 1,
        language::trf("sectors.sum_tip",
                      language::arg("counter", std::string("l1tex__t_sectors_pipe_lsu_mem_global_op_") +
                                                   (event_.access_kind == AccessKind::Load ? "ld" : "st") +
                                                   ".sum")));
  };
  if (at + .3F * size > low) {
    hit(low);
    return;
  }
  float sum_size = size;
  while (sum_size > sizes_.least && text_width(sum, Font::Regular, sum_size) > room) sum_size -= 1;
  canvas_.defined(definition::fetched)
      .text({sum_x_, at}, fit_text(sum, Font::Regular, sum_size, room), sum_size, theme_.t1);
  // 256 bytes are the full width; a larger value sets the scale.
  const float bytes = static_cast<float>(std::max<std::uint64_t>(256, fetched));
  const float bar_y = at + .7F * size;
  const Box whole{sum_x_, bar_y, room * static_cast<float>(fetched) / bytes, std::max(8.F, 16 * f)};
  canvas_.fill(whole, 3, theme_.bg2);
  if (wasteful || fetched > counts_.used_bytes)
    canvas_.hatch(whole, 3, {8, 1.25F, with_alpha(wasteful ? theme_.conflict : theme_.t3, .9F)});
  canvas_.fill({sum_x_, bar_y, room * static_cast<float>(counts_.used_bytes) / bytes, whole.h}, 3,
               theme_.now);
  at = bar_y + whole.h + 1.6F * size;
  if (at + .3F * size > low) {
    hit(low);
    return;
  }
  float share_size = size;
  while (share_size > sizes_.least && text_width(share, Font::SemiBold, share_size) > room) share_size -= 1;
  if (text_width(share, Font::SemiBold, share_size) > room) share = share_as("headline.used_share_short");
  canvas_.defined(definition::share)
      .text({sum_x_, at}, fit_text(share, Font::SemiBold, share_size, room), share_size,
            wasteful ? theme_.conflict_at(share_size) : praise(request_), Font::SemiBold);
  hit(at + 8);
}

void SectorsScene::draw_legend() {
  if (!with_legend_) return;
  const float size = text(17);
  const float y = sizes_.scene_end - .8F * size;
  const float box = 1.5F * size;
  const float limit = request_.options.frame.width - sizes_.margin;
  float x = name_at_side_ ? left_ : sizes_.margin;
  const auto entry = [&](float sample_w, std::string_view say, const auto& draw) {
    const float end = x + sample_w + .7F * size + text_width(say, Font::Regular, size);
    if (end > limit) return;
    if (!canvas_.fits({x + sample_w + .7F * size, y}, say, size, Font::Regular, Anchor::Start, 4)) return;
    draw(Box{x, y - box / 2, sample_w, box});
    x = canvas_.defined(definition::lanes_word).mid({x + sample_w + .7F * size, y}, say, size, theme_.t2) +
        1.6F * size;
  };
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(access_.mask == 0 ? 1u : access_.mask));
  const std::string number = std::to_string(lane);
  entry(box,
        language::trf(access_.width == 4 ? "sectors.lanes_word" : "sectors.lanes_bytes",
                      language::arg("lane", number)),
        [&](Box b) {
          canvas_.fill(b, 4, theme_.now);
          const float s = std::max(sizes_.least, .85F * size);
          canvas_.defined(definition::sectors_touched)
              .mid({b.x + b.w / 2, b.y + b.h / 2}, number, s, theme_.on_now, Font::MonoBold, Anchor::Middle);
        });
  const bool waste = std::any_of(touched_.begin(), touched_.end(),
                                 [](const model::TouchedSector& s) { return s.used_bytes != ~0u; });
  const bool wasteful = waste && counts_.sectors > counts_.ideal_sectors;
  if (waste) {
    entry(
        box,
        language::tr(event_.access_kind == AccessKind::Load ? "sectors.fetched_unused" : "sectors.not_asked"),
        [&](Box b) {
          canvas_.fill(b, 3, theme_.bg1);
          canvas_.outline(b, 3, theme_.line, 1);
          canvas_.hatch(b, 3, {8, 1.25F, with_alpha(wasteful ? theme_.conflict : theme_.t3, .9F)});
        });
  }
  if (wasteful) {
    entry(1.7F * box, language::tr("sectors.wasted"),
          [&](Box b) { canvas_.outline(b, 6, theme_.conflict, 2.5F); });
  }
  const bool missing = std::any_of(rows_.begin(), rows_.end(), [](const Row& r) {
    return std::any_of(std::begin(r.sectors), std::end(r.sectors),
                       [](const model::TouchedSector* s) { return s == nullptr; });
  });
  if (missing)
    entry(1.7F * box, language::tr("sectors.not_fetched"),
          [&](Box b) { canvas_.outline(b, 6, theme_.edge, 1.5F, {4, 5}); });
}

Picture SectorsScene::build() {
  read_access();
  draw_headline(canvas_, request_, sizes_, make_headline(request_, SceneKind::Sectors), std::nullopt);
  if (rows_.empty()) return canvas_.take();
  lay_out();
  const float y = rows_y_;
  draw_access_name(y);
  draw_sum(y - 8 * sizes_.f);
  draw_heads();
  for (std::size_t i = 0; i < shown_rows_; ++i) draw_row(first_row_ + i, y + static_cast<float>(i) * pitch_);
  for (std::size_t i = 0; i < shown_rows_; ++i)
    draw_wrong(rows_[first_row_ + i], y + static_cast<float>(i) * pitch_);
  draw_more(y);
  brief_ ? draw_brief() : draw_others();
  draw_scroll_bar(canvas_,
                  {request_.options.frame.width - sizes_.margin * .5F - 3, y, 6,
                   static_cast<float>(shown_rows_) * pitch_},
                  true, static_cast<double>(first_row_), static_cast<double>(shown_rows_),
                  static_cast<double>(rows_.size()));
  draw_legend();
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

Picture build_sectors_scene(const SceneRequest& request) { return SectorsScene(request).build(); }

SectorsWindow sectors_window(const SceneRequest& request) {
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr || !scene_can_show(SceneKind::Sectors, *event)) return {};
  if (!(request.options.frame.width >= 1 && request.options.frame.height >= 1 &&
        request.options.frame.scale > 0))
    return {};
  return SectorsScene(request).window();
}

} // namespace warpscope::view
