// Lines & sectors: further accesses of the warp below the moment's, so that one compares them; where the text
// has no other, what the same bytes would cost side by side.
#include "app/language/language.h"
#include "app/view/scene_sectors.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::view {

WarpAccess side_by_side(const WarpAccess& access) {
  WarpAccess packed = access;
  std::uint32_t lowest = ~0u, next = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) lowest = std::min(lowest, access.offset[lane]);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    packed.offset[lane] = lowest / memory_line_bytes * memory_line_bytes + next;
    next += access.width;
  }
  return packed;
}

/// The other accesses of the warp that sectors are counted of, each line of the text once: the one nearest to
/// the moment. Where the text has no other, what the same bytes cost at best.
std::vector<SectorsScene::Other> SectorsScene::other_accesses() const {
  std::vector<Other> others;
  const Frame& frame = request_.options.frame;
  if (frame.presenter || frame.in_lesson || !frame.with_headline || request_.options.beside.least_rows > 0)
    return others;
  constexpr std::size_t reach = 4096; ///< events of the trace, in both directions
  const trace::BlockTrace& trace = request_.run->trace();
  const std::size_t now = request_.moment.event;
  const auto look = [&](std::size_t at) {
    const trace::BlockTrace::Event& event = trace.event(at);
    if (event.warp != event_.warp || !scene_can_show(SceneKind::Sectors, event) ||
        event.site_or_pc == event_.site_or_pc ||
        std::any_of(others.begin(), others.end(),
                    [&](const Other& other) { return other.site == event.site_or_pc; }))
      return;
    others.push_back(
        {at, event.site_or_pc, false, model::count_sectors(trace.access(at), event.access_kind).lines, 0});
  };
  // What else the kernel around an expression does (sim/expression), nobody has written.
  const bool expression = request_.run->written() == playback::Written::Expression;
  for (std::size_t n = 1; n <= reach && !expression; ++n) {
    if (n <= now) look(now - n);
    if (now + n < trace.size()) look(now + n);
  }
  std::sort(others.begin(), others.end(), [](const Other& a, const Other& b) { return a.site < b.site; });
  if (others.empty() && counts_.sectors > counts_.ideal_sectors && event_.access_kind != AccessKind::Atomic &&
      !access_.copies)
    others.push_back({now, event_.site_or_pc, true,
                      model::count_sectors(side_by_side(access_), event_.access_kind).lines, 0});
  return others;
}

/// What so many lines of memory need, and the sum at their right.
float SectorsScene::band_height(std::size_t lines, float pitch) const {
  return std::max(static_cast<float>(lines) * pitch,
                  .82F * text(76) + 4.6F * text(20) + std::max(8.F, 16 * sizes_.f));
}

void SectorsScene::draw_band() {
  read_access();
  if (rows_.empty()) return;
  lay_out();
  if (name_at_side_) draw_access_name(rows_y_);
  else draw_title();
  draw_sum(rows_y_ - 8 * sizes_.f);
  for (std::size_t i = 0; i < shown_rows_; ++i)
    draw_row(first_row_ + i, rows_y_ + static_cast<float>(i) * pitch_);
  draw_more(rows_y_);
}

/// The access over its lines: "out[i]", line 35 of the text, what its lanes do.
void SectorsScene::draw_title() {
  const float size = text(18), y = sizes_.scene_y + .6F * size;
  float x = left_;
  if (packed_) {
    x = canvas_.mid({x, y}, language::tr("sectors.packed"), size, theme_.t1, Font::SemiBold) + .8F * size;
    canvas_.mid_if_free({x, y}, language::tr("sectors.packed_why"), text(16), theme_.t2);
    return;
  }
  if (site_ == nullptr) return;
  const std::string& code = site_->text.empty() ? site_->variable : site_->text;
  const float room = 32 * cell_ + 3 * gap_;
  x = draw_code(canvas_, {x, y + cap_centre * size}, fit_text(code, Font::Mono, size, room), size,
                definition::cell) +
      .8F * size;
  std::string what = what_lanes_do();
  if (site_->span.known())
    what = language::trf("sectors.line_of_text", language::arg("line", site_->span.line)) + ": " + what;
  if (x + text_width(what, Font::Regular, text(16)) < left_ + room)
    canvas_.defined(definition::lane).mid_if_free({x, y}, what, text(16), theme_.t2);
}

/// How many lines have no room.
void SectorsScene::draw_more(float y) {
  if (shown_rows_ >= rows_.size()) return;
  const float size = text(15);
  const std::size_t rest = rows_.size() - shown_rows_;
  canvas_.defined(definition::more_lines)
      .mid_if_free({left_, y + static_cast<float>(shown_rows_) * pitch_ + .6F * size},
                   language::trf(band_       ? "sectors.more_of_band"
                                 : rest == 1 ? "sectors.more_line"
                                             : "sectors.more_lines",
                                 language::arg("count", grouped(rest))),
                   size, theme_.t2);
}

/// Where the others' lines have no room, each has a row of text: in what the access's own lines leave (they
/// need `needed`), else in the legend's place.
void SectorsScene::place_brief(float needed, float legend) {
  if (sizes_.scene_end - sizes_.scene_y < 6 * brief_pitch()) return; // the access needs all of it
  std::vector<Other> others = other_accesses();
  const float pitch = brief_pitch(), gap = .3F * pitch, spare = rows_end_ - rows_y_ - needed - gap;
  const auto rows_in = [&](float height) {
    return std::min(others.size(), static_cast<std::size_t>(std::max(0.F, std::floor(height / pitch))));
  };
  with_legend_ = legend > 0 && rows_in(spare) == others.size();
  const std::size_t shown = rows_in(spare + (with_legend_ ? 0 : legend));
  if (shown == 0) {
    with_legend_ = legend > 0;
    return;
  }
  // Those nearest to the moment, in the order of the text.
  const auto distance = [&](const Other& other) {
    const std::size_t now = request_.moment.event;
    return other.event > now ? other.event - now : now - other.event;
  };
  std::stable_sort(others.begin(), others.end(),
                   [&](const Other& a, const Other& b) { return distance(a) < distance(b); });
  others.resize(shown);
  std::sort(others.begin(), others.end(), [](const Other& a, const Other& b) { return a.site < b.site; });
  brief_ = true;
  others_ = std::move(others);
  const float taken = static_cast<float>(shown) * pitch + gap;
  brief_y_ = sizes_.scene_end - (with_legend_ ? legend : 0) - taken;
  rows_end_ -= taken - (with_legend_ ? 0 : legend);
}

/// A row for each further access: its code and line, how much it moves and uses beside the others, the
/// counts.
void SectorsScene::draw_brief() {
  const float size = text(15), pitch = brief_pitch(), unit = std::max(.6F, sizes_.f);
  const float left = sizes_.margin, right = request_.options.frame.width - sizes_.margin;
  struct Brief {
    model::SectorCounts counts;
    std::string sectors, share;
  };
  std::vector<Brief> rows;
  std::uint64_t most = std::max<std::uint64_t>(256, std::uint64_t{memory_sector_bytes} * counts_.sectors);
  float sectors_w = 0, share_w = 0;
  for (const Other& other : others_) {
    const WarpAccess access = request_.run->trace().access(other.event);
    const AccessKind kind = request_.run->trace().event(other.event).access_kind;
    Brief row{model::count_sectors(other.packed ? side_by_side(access) : access, kind), {}, {}};
    const std::uint64_t moved = std::uint64_t{memory_sector_bytes} * row.counts.sectors;
    row.sectors = language::count_of(row.counts.sectors, language::Counted::Sector);
    row.share = language::trf("headline.used_share",
                              language::arg("percent", percent(row.counts.used_bytes, moved)));
    most = std::max(most, moved);
    sectors_w = std::max(sectors_w, text_width(row.sectors, Font::SemiBold, size));
    share_w = std::max(share_w, text_width(row.share, Font::Regular, size));
    rows.push_back(std::move(row));
  }
  const bool with_share = right - left > sectors_w + share_w + 16 * size;
  const float share_x = right - share_w, sectors_x = (with_share ? share_x - size : right) - sectors_w;
  const float bar_w = std::min(110 * unit, .2F * (right - left)), bar_x = sectors_x - size - bar_w;
  float y = brief_y_ + .15F * pitch;
  canvas_.line({left, y}, {right, y}, theme_.line, 1);
  y += .15F * pitch;
  for (std::size_t i = 0; i < rows.size(); ++i, y += pitch) {
    const Other& other = others_[i];
    const Brief& row = rows[i];
    const float middle = y + pitch / 2, end = bar_x - size;
    if (other.packed) {
      canvas_.mid({left, middle}, fit_text(language::tr("sectors.packed"), Font::SemiBold, size, end - left),
                  size, theme_.t1, Font::SemiBold);
    } else {
      const program::Site& site = request_.run->program().sites[other.site];
      const std::string& code = site.text.empty() ? site.variable : site.text;
      const std::string line = site.span.known() ? language::trf("sectors.line_of_text",
                                                                 language::arg("line", site.span.line))
                                                 : std::string();
      const float line_w = line.empty() ? 0 : text_width(line, Font::Regular, size) + .8F * size;
      const bool with_line = end - left - line_w > 9 * size;
      const float x = draw_code(canvas_, {left, middle + cap_centre * size},
                                fit_text(code, Font::Mono, size, end - left - (with_line ? line_w : 0)), size,
                                definition::cell);
      if (with_line) canvas_.defined(definition::line).mid({x + .8F * size, middle}, line, size, theme_.t2);
    }
    const bool wasteful = row.counts.sectors > row.counts.ideal_sectors;
    const float each = bar_w * memory_sector_bytes / static_cast<float>(most);
    const Box whole{bar_x, middle - 4 * unit, each * static_cast<float>(row.counts.sectors), 8 * unit};
    canvas_.fill(whole, 2, theme_.bg2);
    if (wasteful) canvas_.hatch(whole, 2, {8, 1.25F, with_alpha(theme_.conflict, .9F)});
    canvas_.fill({whole.x, whole.y,
                  bar_w * static_cast<float>(row.counts.used_bytes) / static_cast<float>(most), whole.h},
                 2, theme_.now);
    canvas_.defined(definition::sectors_touched)
        .mid({sectors_x, middle}, row.sectors, size, wasteful ? theme_.conflict_at(size) : praise(request_),
             Font::SemiBold);
    if (with_share) canvas_.defined(definition::share).mid({share_x, middle}, row.share, size, theme_.t2);
    if (!other.packed)
      canvas_.hit({left, y, right - left, pitch}, HitKind::Event, static_cast<std::uint32_t>(other.event),
                  std::string(language::tr("sectors.other_tip")));
  }
}

void SectorsScene::draw_others() {
  float y = rows_y_ + band_height(shown_rows_, pitch_);
  for (const Other& other : others_) {
    const float line = y + .35F * band_gap();
    canvas_.line({sizes_.margin, line}, {request_.options.frame.width - sizes_.margin, line}, theme_.line, 1);
    y += band_gap();
    SceneRequest of = request_;
    of.moment = {other.event, 0};
    of.options.pointed = {};
    of.options.window.first_row = 0;
    SectorsScene(of, canvas_, y - 4, y + other.height, other.packed).draw_band();
    if (!other.packed)
      canvas_.hit({sizes_.margin, y, request_.options.frame.width - 2 * sizes_.margin, other.height},
                  HitKind::Event, static_cast<std::uint32_t>(other.event),
                  std::string(language::tr("sectors.other_tip")));
    y += other.height;
  }
}

} // namespace warpscope::view
