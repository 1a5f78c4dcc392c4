// Lines & sectors: further accesses of the warp below the moment's, so that one compares them; where the text
// has no other, what the same bytes would cost side by side.
#include "app/language/language.h"
#include "app/view/scene_sectors.h"
#include "app/view/wording.h"

#include <algorithm>

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
  const std::vector<program::Kernel>& kernels = request_.run->program().kernels;
  const bool expression = kernels.size() == 1 && kernels.front().name.starts_with("expression");
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
