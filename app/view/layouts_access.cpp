// Layouts: takes an access of the text over into the scene, so that its wavefronts are those that the text's
// line has.
#include "app/language/language.h"
#include "app/view/array_grid.h"
#include "app/view/scene_parts.h"
#include "sim/model/banks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::view {
namespace {

/// Steps and accesses around the moment that are looked at.
constexpr std::size_t most_steps = 4096, most_tries = 16;

struct Found {
  LayoutOptions options;
  std::uint32_t line = 0;
};

/// The access of the request's moment; nullopt: the scene has no layout whose wavefronts are those of the
/// access, such as for an atomic whose lanes wait for each other.
std::optional<Found> taken_over(const SceneRequest& request) {
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr || event->kind != trace::StepKind::Access || event->space != Space::Shared ||
      event->mask == 0 || event->access_kind == AccessKind::Atomic)
    return std::nullopt;
  const program::Site* site = site_of(request, *event);
  const WarpAccess access = request.run->trace().access(request.moment.event);
  if (access.mask == 0 || access.copies || access.bulk || access.product || access.goes_on)
    return std::nullopt;
  const ArrayGrid grid = array_grid(&request.run->program(), site,
                                    access.offset[static_cast<std::size_t>(std::countr_zero(access.mask))],
                                    request.run->block_index());
  if (std::uint64_t{grid.rows} * grid.columns > layouts::most_cells || grid.element == 0) return std::nullopt;

  Found found;
  LayoutOptions& options = found.options;
  const auto& types = layouts::element_types();
  const auto type = std::find_if(types.begin(), types.end(),
                                 [&](const layouts::ElementType& t) { return t.bytes == grid.element; });
  if (type == types.end()) return std::nullopt;
  options.type = static_cast<std::uint32_t>(type - types.begin());
  options.tile = fmt::format("({},{}):({},1)", grid.rows, grid.columns, grid.columns);
  options.reading.bytes = access.width;
  options.reading.kind = event->access_kind;
  if (grid.offset < program::window_base) return std::nullopt;
  options.reading.base = grid.offset - program::window_base; // as addresses are told everywhere
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t byte = access.offset[lane];
    if (!grid.holds(byte) || (byte - grid.offset) % grid.element != 0) return std::nullopt;
    const std::uint32_t cell = grid.cell_of(byte);
    options.reading.lanes.push_back({lane, {cell / grid.columns, cell % grid.columns}});
  }
  const layouts::Cell first = options.reading.lanes.front().cell;
  options.cell = options.reading.lanes[std::min<std::size_t>(5, options.reading.lanes.size() - 1)].cell;
  const auto all_in = [&](auto same) {
    return std::all_of(options.reading.lanes.begin(), options.reading.lanes.end(), same);
  };
  options.reading.column = !all_in([&](const layouts::LaneCell& l) { return l.cell.row == first.row; });
  options.reading.index = options.reading.column ? first.column : first.row;

  const std::optional<layouts::Tile> tile = layouts::parse_tile(options.tile).value;
  if (!tile) return std::nullopt;
  const layouts::Study study = layouts::study(*tile, {}, layouts::Unit::Elements, grid.element,
                                              options.reading);
  bool same = study.width() == access.width;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    same &= (access.mask >> lane & 1u) == 0 ||
            study.plain.access.offset[lane] + program::window_base == access.offset[lane];
  if (!same || study.plain.service.counts.wavefronts !=
                   model::serve_banks(access, event->access_kind).counts.wavefronts)
    return std::nullopt;
  const layouts::Swizzle best = layouts::best_swizzle(*tile, grid.element, options.reading);
  options.swizzle = best.identity() ? "" : best.text();
  settle_layouts(options);
  found.line = site != nullptr ? site->span.line : 0;
  return found;
}

std::optional<Found> nearest(const SceneRequest& request) {
  if (std::optional<Found> here = taken_over(request)) return here;
  const trace::BlockTrace::Event* now = event_at(request);
  if (now == nullptr) return std::nullopt;
  const trace::BlockTrace& trace = request.run->trace();
  const std::size_t at = request.moment.event;
  std::size_t tries = 0;
  SceneRequest other;
  other.run = request.run;
  const auto look = [&](std::size_t event) -> std::optional<Found> {
    if (trace.event(event).warp != now->warp || trace.event(event).space != Space::Shared)
      return std::nullopt;
    ++tries;
    other.moment = {event, 0};
    return taken_over(other);
  };
  for (std::size_t n = 1; n <= std::min(at, most_steps) && tries < most_tries; ++n)
    if (std::optional<Found> before = look(at - n)) return before;
  for (std::size_t n = 1; n <= most_steps && at + n < trace.size() && tries < 2 * most_tries; ++n)
    if (std::optional<Found> after = look(at + n)) return after;
  return std::nullopt;
}

std::string name_of(std::uint32_t line, bool expression, bool begins) {
  if (expression)
    return std::string(language::tr(begins ? "layouts.expression_begins" : "layouts.expression"));
  return language::trf(begins ? "layouts.line_begins" : "layouts.line", language::arg("line", line));
}

} // namespace

std::optional<LayoutOptions> layouts_of_access(const SceneRequest& request) {
  std::optional<Found> found = nearest(request);
  if (!found) return std::nullopt;
  return std::move(found->options);
}

void leave_access(LayoutOptions& options) {
  options.follows = options.own_swizzle = false;
  options.reading.lanes.clear();
  options.reading.kind = AccessKind::Load;
  options.reading.base = 0;
  options.whose.clear();
}

void follow_access(LayoutOptions& options, const SceneRequest& request, bool expression) {
  options.instead_of.clear();
  std::optional<Found> found;
  if (options.follows) found = nearest(request);
  if (found) {
    LayoutOptions& shown = found->options;
    shown.unit = options.unit;
    shown.own_swizzle = options.own_swizzle;
    if (options.own_swizzle) {
      shown.swizzle = options.swizzle;
      shown.drawn_swizzle = options.drawn_swizzle;
    }
    // Whoever looks at another cell of the same access keeps it.
    if (shown.tile == options.tile && shown.reading == options.reading) shown.cell = options.cell;
    shown.whose = name_of(found->line, expression, true);
    options = std::move(shown);
    return;
  }
  if (!options.whose.empty()) { // the access that it showed is gone
    LayoutOptions none;
    none.follows = options.follows;
    options = std::move(none);
  }
  const trace::BlockTrace::Event* event = event_at(request);
  if (event == nullptr || event->kind != trace::StepKind::Access) return;
  const program::Site* site = site_of(request, *event);
  options.instead_of = name_of(site != nullptr ? site->span.line : 0, expression, false);
}

} // namespace warpscope::view
