// Draws L1's accesses, or what the LSU serves cycle by cycle, as the timeline of their scenes.
#include "app/panels/stage/machine_rows.h"

#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "app/view/scene_cache.h"
#include "app/view/wording.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace warpscope::panels {

namespace {

using playback::Found;

constexpr float machine_row_px = 34; ///< height of the row

/// 1, 2 or 5 times a power of ten: the least of these that is not below `least`.
std::uint64_t round_stride(double least) {
  std::uint64_t power = 1;
  while (true) {
    for (const std::uint64_t times : {1, 2, 5})
      if (static_cast<double>(power * times) >= least) return power * times;
    power *= 10;
  }
}

} // namespace

void MachineRows::draw(PanelContext& c, const Paint& paint, view::Box box, float from, float to, bool roomy,
                       const MachineClock& clock) {
  const float h = paint.px(roomy ? machine_row_px : 18), cy = box.y + box.h * (roomy ? .52f : .5f);
  const Place p{from, to, cy - h / 2, cy + h / 2};
  if (std::exchange(of_accesses_, clock.accesses) != clock.accesses) row_.forget();
  row_.set({from, to}, clock.steps, clock.now);

  paint.fill({from, p.top, p.width(), h}, c.theme.bg1, 2);
  if (clock.accesses) accesses(paint, p, clock.machine->cache, clock.now);
  else cycles(paint, p, *clock.machine);
  if (roomy) numbers(paint, p, clock);
  row_.playhead(paint, static_cast<double>(clock.now) + .5, p.top - paint.px(6), p.bottom + paint.px(4));
  if (row_.scrub(p.top - paint.px(12), p.bottom + paint.px(8))) machine_seek(c, row_.step_of_mouse());
  tooltip(paint, c.fonts, text_under_mouse(clock));
  row_.range_bar(paint, c.fonts, box);
}

/// A hit is low and filled, a miss tall and hollow, a store lowest, as in the scene.
void MachineRows::accesses(const Paint& paint, const Place& p, const playback::Cache& cache,
                           std::uint64_t now) const {
  const view::Theme& t = paint.theme();
  const float one = row_.width_of_step(), h = p.bottom - p.top;
  const auto first = static_cast<std::uint64_t>(std::max(0., std::floor(row_.axis().first())));
  const auto end = std::min<std::uint64_t>(
      cache.accesses.size(), static_cast<std::uint64_t>(std::max(0., std::ceil(row_.axis().end()))));
  for (std::uint64_t at = first; at < end;) {
    const float x = row_.x_of(static_cast<double>(at));
    const auto pixel = static_cast<int>(x - p.from);
    Found worst = cache.accesses[at].found;
    bool on = at == now;
    std::uint32_t count = 1, misses = worst == Found::Miss ? 1 : 0;
    for (++at; at < end && static_cast<int>(row_.x_of(static_cast<double>(at)) - p.from) == pixel; ++at) {
      worst = std::max(worst, cache.accesses[at].found);
      on |= at == now;
      ++count;
      misses += cache.accesses[at].found == Found::Miss ? 1 : 0;
    }
    const float left = std::max(p.from, x),
                right = std::min(p.to, x + std::max(1.f, one - std::min(2.f, .25f * one)));
    if (right <= left) continue;
    if (count > 1) { // as many as a pixel holds: what share misses
      const float share = static_cast<float>(misses) / static_cast<float>(count),
                  low = .42f * h * (1 - share),
                  high = misses == 0 ? 0 : low + std::max(2.f, share * (h - low));
      paint.fill({left, p.bottom - std::max(low, 1.f), right - left, std::max(low, 1.f)},
                 view::mix(t.now, t.bg0, on ? 1.f : .5f));
      if (high > 0)
        paint.fill({left, p.bottom - high, right - left, high - low},
                   view::mix(t.conflict, t.bg0, on ? 1.f : .35f));
      continue;
    }
    const float tall = worst == Found::Miss ? h : worst == Found::Stored ? .16f * h : .42f * h;
    const view::Box bar{left, p.bottom - tall, right - left, tall};
    const view::Color color = worst == Found::Miss ? t.conflict : worst == Found::Stored ? t.t2 : t.now;
    const view::Color quiet = on ? color : view::mix(color, t.bg0, .5f);
    if (worst <= Found::Hit || bar.w < 5) paint.fill(bar, quiet, bar.w > 6 ? 1.5f : 0);
    else
      paint.outline({bar.x + .75f, bar.y + .75f, bar.w - 1.5f, bar.h - 1.5f}, quiet, 1.5f, on ? 2.f : 1.5f);
  }
}

/// What the LSU serves: a bank conflict as long as its wavefronts.
void MachineRows::cycles(const Paint& paint, const Place& p, const playback::Machine& machine) const {
  const view::Theme& t = paint.theme();
  const std::vector<multiprocessor::LsuPiece>& lsu = machine.timeline.lsu;
  const float h = p.bottom - p.top;
  auto piece = std::lower_bound(
      lsu.begin(), lsu.end(), row_.axis().first(),
      [](const multiprocessor::LsuPiece& a, double cycle) { return static_cast<double>(a.end) <= cycle; });
  float done = p.from - 1; // right end of what is drawn: pieces of less than a pixel are not drawn twice
  for (; piece != lsu.end() && static_cast<double>(piece->begin) < row_.axis().end(); ++piece) {
    const bool conflict = machine.is_conflict(*piece);
    const float x0 = std::max(p.from, row_.x_of(static_cast<double>(piece->begin))),
                x1 = std::min(p.to, std::max(x0 + 1, row_.x_of(static_cast<double>(piece->end))));
    if (x1 <= done && !conflict) continue;
    const float tall = conflict ? h : .45f * h;
    paint.fill({x0, p.bottom - tall, std::max(1.f, x1 - x0), tall}, conflict ? t.conflict : t.edge);
    done = std::max(done, x1);
  }
}

void MachineRows::numbers(const Paint& paint, const Place& p, const MachineClock& clock) const {
  const view::Theme& t = paint.theme();
  const float em = paint.size(13), cy = p.bottom + .9f * em;
  const std::string widest = grouped(clock.steps);
  const double least = static_cast<double>((paint.width(widest, em) + 2 * em) / p.width()) *
                       row_.axis().span();
  const std::uint64_t stride = round_stride(std::max(1., least));
  // Cycles stand at the edge where they begin, an access in the middle of its bar, counted from 1.
  const std::uint64_t from = clock.accesses ? 1 : 0;
  auto number = static_cast<std::uint64_t>(std::max(0., row_.axis().first())) / stride * stride;
  for (; static_cast<double>(number) <= row_.axis().end(); number += stride) {
    const std::uint64_t shown = std::max(number, from);
    const float x = row_.x_of(static_cast<double>(shown - from) + (clock.accesses ? .5 : 0)),
                w = paint.width(grouped(shown), em);
    if (x - w / 2 < p.from - 2 || x + w / 2 > p.to + 2 || shown > clock.steps) continue;
    paint.fill({x - .5f, p.bottom, 1, paint.px(4)}, t.edge);
    paint.mid_centre(x, cy, grouped(shown), em, t.t3);
  }
  const std::string_view says = language::tr(!clock.accesses ? "timeline.machine_lsu"
                                             : clock.machine->cache.stored > 0
                                                 ? "timeline.machine_forms_stored"
                                                 : "timeline.machine_forms");
  // Right-aligned, but not under the playhead's tab.
  const float y = p.top - paint.px(18), w = paint.width(says, em), tab = paint.px(14);
  const float now = row_.x_of(static_cast<double>(clock.now) + .5);
  float x = p.to - w - 2;
  if (now > x - tab && now < x + w + tab) x = now - w - tab > p.from ? now - w - tab : now + tab;
  x = std::max(p.from, x);
  paint.mid_fit(x, y, says, std::max(0.f, p.to - x), em, t.t2);
}

std::string MachineRows::text_under_mouse(const MachineClock& clock) const {
  if (!ImGui::IsItemHovered()) return {};
  const std::uint64_t step = row_.step_of_mouse();
  std::string says;
  if (!clock.accesses) {
    says = language::trf(
        "timeline.machine_at", language::arg("cycle", grouped(step)),
        language::arg("us", view::microseconds_text(clock.machine->microseconds(static_cast<double>(step)))));
  } else {
    const playback::CacheAccess& access = clock.machine->cache.accesses[std::min<std::size_t>(
        step, clock.machine->cache.accesses.size() - 1)];
    says = language::trf("timeline.machine_tip", language::arg("number", grouped(step + 1)),
                         language::arg("warp", access.warp), language::arg("block", access.block),
                         language::arg("line", clock.machine->line_of(access.origin)),
                         language::arg("found", language::tr(view::found_key(access.found))));
    const std::string& text = clock.machine->text_of(access.origin);
    if (!text.empty()) says += "\n" + text;
  }
  return says + "\n" + std::string(language::tr("timeline.how"));
}

} // namespace warpscope::panels
