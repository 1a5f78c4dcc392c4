// Block: asynchronous copies in flight, as dashed bars below their warp's row, from the call to the wait that
// completes them; several at a time (stages of a pipeline) below each other.
#include "app/language/language.h"
#include "app/view/block_words.h"
#include "app/view/scene_block.h"
#include "app/view/wording.h"
#include "sim/base/number_text.h"

#include <algorithm>

namespace warpscope::view {

namespace {

constexpr std::uint32_t most_levels = 4; ///< deeper levels share the last one
constexpr int most_copy_sentences = 1500;

} // namespace

void BlockScene::draw_copy_stroke(Point from, Point to, float thick, std::optional<float> up) {
  const Color color = theme_.broadcast;
  const float end = std::max(to.x, from.x + 1.5F);
  canvas_.line(from, {up ? end : std::max(from.x + 1, end - 2.5F * thick), from.y}, color, thick,
               {2.2F * thick, .8F * thick});
  if (thick >= 2.5F)
    canvas_.fill({from.x, from.y - .9F * thick, std::max(2.F, .7F * thick), 1.8F * thick}, 0,
                 color); // the dot at the call
  if (!up) {             // never waited for: it fades out
    for (int i = 0; i < 3; ++i)
      canvas_.disc({end - static_cast<float>(2 - i) * .9F * thick, from.y}, std::max(.8F, .28F * thick),
                   color);
    return;
  }
  canvas_.line({end, from.y + thick / 2}, {end, *up}, color, std::max(1.5F, .4F * thick));
  const float s = std::max(2.5F, .8F * thick);
  if (from.y - *up > 1.2F * s)
    canvas_.polygon({{end - s, *up + 1.3F * s}, {end + s, *up + 1.3F * s}, {end, *up}}, color);
}

void BlockScene::draw_copies(const Row& row) {
  const std::span<const playback::CopyBar> copies = index_.copies(row.warp);
  if (copies.empty()) return;
  const bool folded = row.low <= 0;
  const std::uint32_t depth = std::min(most_levels, index_.copy_depth());
  const float top = folded ? row.y : row.y + row.bar / 2 + 2, bottom = row.y + row.low + row.h / 2 - 1;
  const float pitch = std::max(1.F, (bottom - top) / static_cast<float>(depth));
  std::array<float, most_levels> drawn;
  drawn.fill(-100);
  for (const playback::CopyBar& copy : copies) {
    if (copy.to < first_ || copy.from >= end_) continue;
    const std::uint32_t level = std::min(copy.level, most_levels - 1);
    const float x0 = x_of(static_cast<double>(copy.from)),
                x1 = std::max(x0 + 1.5F, x_of(static_cast<double>(copy.to)));
    if (x1 - drawn[level] < 1) continue; // within a pixel that already has one
    drawn[level] = x1;
    draw_copy(copy, {x0, top + static_cast<float>(level) * pitch, x1 - x0, pitch}, folded);
  }
}

void BlockScene::draw_copy(const playback::CopyBar& copy, Box box, bool folded) {
  (copy.waited() ? seen_copy_ : seen_open_copy_) = true;
  const float thick = std::clamp(.5F * box.h, 1.5F, 9 * f_), y = box.y + box.h / 2;
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const Row& r) { return r.warp == copy.warp; });
  draw_copy_stroke({box.x, y}, {box.x + box.w, y}, thick,
                   copy.waited() ? std::optional(folded ? y - thick : row->y + row->bar / 2 - 1)
                                 : std::nullopt);
  const program::Site* site = copy.site < request_.run->program().sites.size()
                                  ? &request_.run->program().sites[copy.site]
                                  : nullptr;
  const std::uint32_t line = site == nullptr ? 0 : site->span.line;
  if (request_.options.pointed.line != 0 && line == request_.options.pointed.line)
    canvas_.outline({box.x - 2, y - thick - 1, box.w + 4, 2 * thick + 2}, 3, theme_.t1, 2);
  const auto event = static_cast<std::uint32_t>(copy.event);
  const Box target{box.x - 2, box.y, box.w + 4, std::max(box.h, 4.F)};
  if (sentences_ >= most_copy_sentences) {
    canvas_.hit(target, HitKind::Event, event);
    return;
  }
  ++sentences_;
  const std::string what = language::trf(
      "block.copy", language::arg("warp", copy.warp), language::arg("line", line),
      language::arg("bytes", grouped(copy.bytes)), language::arg("step", grouped(copy.from + 1)));
  const std::optional<std::uint32_t> waits = copy.waited()
                                                 ? line_of_barrier(&request_.run->program(), *copy.wait_pc)
                                                 : std::nullopt;
  std::string end = !copy.waited() ? std::string(language::tr("block.copy_open"))
                    : waits ? language::trf("block.copy_waited_line", language::arg("step", grouped(copy.to)),
                                            language::arg("line", *waits))
                            : language::trf("block.copy_waited", language::arg("step", grouped(copy.to)));
  if (copy.level > 0) end += language::trf("block.copy_depth", language::arg("count", copy.level + 1));
  canvas_.hit(target, HitKind::Event, event, what + end);
}

} // namespace warpscope::view
