// Moves, zooms and resets the visible part of each scene.
#include "app/view/stage_window.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace warpscope::view {

namespace {

constexpr float largest_zoom = 8;
constexpr std::uint64_t fewest_steps = 16; ///< of a block, visible at once

std::uint32_t shifted(std::uint32_t from, float by, std::uint32_t shown, std::uint32_t all) {
  const double last = all > shown ? all - shown : 0;
  return static_cast<std::uint32_t>(
      std::clamp(static_cast<double>(from) + static_cast<double>(by), 0., last));
}

/// Returns the whole cells of a drag; the remainder is kept for the next frame.
float whole_cells(float& rest, float pixels, float cell) {
  rest += cell > 0 ? pixels / cell : 0;
  const float whole = std::trunc(rest);
  rest -= whole;
  return whole;
}

std::uint64_t step_now(const SceneRequest& request) {
  if (request.run == nullptr || request.moment.event >= request.run->trace().size()) return 0;
  const trace::BlockTrace::Event& event = request.run->trace().event(request.moment.event);
  if (event.kind == trace::StepKind::Access) {
    const auto list = request.run->block_index().accesses(event.warp);
    const auto at = std::lower_bound(list.begin(), list.end(), request.moment.event);
    if (at != list.end() && *at == request.moment.event)
      return request.run->block_index().starts(event.warp)[static_cast<std::size_t>(at - list.begin())] +
             request.moment.wavefront;
  }
  for (const playback::BlockIndex::Release& release : request.run->block_index().releases())
    if (release.event >= request.moment.event) return release.step;
  return request.run->block_index().steps();
}

} // namespace

void StageWindow::apply(SceneRequest& request) const {
  request.options.window.row = row_;
  request.options.window.column = column_;
  request.options.window.zoom = zoom_;
  request.options.window.first_row = line_;
  request.options.window.first_step = first_step_;
  request.options.window.end_step = end_step_;
  request.options.window.first_cycle = first_cycle_;
  request.options.window.end_cycle = end_cycle_;
  request.options.window.first_partition = first_partition_;
}

bool StageWindow::moved(SceneKind scene) const {
  switch (scene) {
  case SceneKind::Array: return array_moved_ || zoom_ != 1;
  case SceneKind::Sectors: return line_ != 0;
  case SceneKind::Block: return end_step_ != 0;
  case SceneKind::Multiprocessor: return end_cycle_ != 0 || first_partition_ != 0;
  default: return false;
  }
}

void StageWindow::follow(SceneKind scene, SceneRequest request) {
  request.options.pointed.lane.reset();
  request.options.pointed.lanes = 0;
  apply(request);
  if (scene == SceneKind::Array) follow_array(request);
  if (scene == SceneKind::Block) follow_block(request);
  if (scene == SceneKind::Multiprocessor) follow_machine(request);
  if (scene == SceneKind::Sectors) line_ = std::min(line_, sectors_window(request).last());
}

void StageWindow::follow_array(const SceneRequest& request) {
  const ArrayWindow now = array_window(request);
  const bool other = now.all_rows != all_rows_ || now.all_columns != all_columns_;
  if (!other && row_ && column_ && now.shows_focus) return;
  all_rows_ = now.all_rows;
  all_columns_ = now.all_columns;
  array_moved_ = false;
  SceneRequest around = request;
  around.options.window.row.reset();
  around.options.window.column.reset();
  const ArrayWindow fresh = array_window(around);
  row_ = fresh.first_row;
  column_ = fresh.first_column;
  if (fresh.shows_focus) return;
  // What is touched does not fit: its beginning is shown, but the lane being served is beyond it.
  row_.reset();
  column_.reset();
}

void StageWindow::follow_block(const SceneRequest& request) {
  if (end_step_ == 0 || request.run == nullptr) return;
  const std::uint64_t all = std::max(request.run->block_index().steps(), request.options.beside.axis_steps),
                      shown = end_step_ - first_step_, now = step_now(request);
  if (shown >= all) {
    first_step_ = end_step_ = 0;
    return;
  }
  if (now >= first_step_ && now < end_step_) return;
  first_step_ = std::min(now - std::min(now, shown / 5), all - shown);
  end_step_ = first_step_ + shown;
}

bool StageWindow::move(SceneKind scene, SceneRequest request, const StageMove& move) {
  if (!move.any()) return false;
  apply(request);
  switch (scene) {
  case SceneKind::Array: return move_array(request, move);
  case SceneKind::Sectors: return move_sectors(request, move);
  case SceneKind::Block: return move_block(request, move);
  case SceneKind::Multiprocessor: return move_machine(request, move);
  default: return false;
  }
}

bool StageWindow::move_array(const SceneRequest& request, const StageMove& move) {
  if (move.back) {
    row_.reset();
    column_.reset();
    zoom_ = 1;
    rest_rows_ = rest_columns_ = 0;
    array_moved_ = false;
    all_rows_ = 0; // the next follow() starts around the access
    follow(SceneKind::Array, request);
    return true;
  }
  const ArrayWindow now = array_window(request);
  if (now.all_rows == 0) return false;
  const float before_zoom = zoom_;
  if (move.zoom != 0) {
    zoom_ = std::clamp(zoom_ * std::pow(1.2f, move.zoom), 1 / largest_zoom, largest_zoom);
    if (std::abs(zoom_ - 1) < .05f) zoom_ = 1;
  }
  const float rows = move.rows * std::max(1.f, std::round(static_cast<float>(now.rows) / 8)) -
                     whole_cells(rest_rows_, move.drag_y, now.cell_height);
  const float columns = move.columns * std::max(1.f, std::round(static_cast<float>(now.columns) / 8)) -
                        whole_cells(rest_columns_, move.drag_x, now.cell_width);
  // Zooming keeps the middle in place.
  SceneRequest zoomed = request;
  zoomed.options.window.zoom = zoom_;
  const ArrayWindow then = zoom_ == before_zoom ? now : array_window(zoomed);
  const auto centred = [](std::uint32_t first, std::uint32_t shown, std::uint32_t wanted) {
    return static_cast<float>(first) + static_cast<float>(shown) / 2 - static_cast<float>(wanted) / 2;
  };
  const std::uint32_t row = shifted(0, centred(now.first_row, now.rows, then.rows) + rows, then.rows,
                                    then.all_rows);
  const std::uint32_t column = shifted(0, centred(now.first_column, now.columns, then.columns) + columns,
                                       then.columns, then.all_columns);
  const bool changed = row != now.first_row || column != now.first_column || zoom_ != before_zoom;
  if (changed) {
    row_ = row;
    column_ = column;
    all_rows_ = now.all_rows;
    all_columns_ = now.all_columns;
    array_moved_ = true;
  }
  return changed;
}

bool StageWindow::move_sectors(const SceneRequest& request, const StageMove& move) {
  const std::uint32_t before = line_;
  const SectorsWindow now = sectors_window(request);
  if (move.back) line_ = 0;
  else
    line_ = shifted(now.first,
                    move.rows * std::max(1.f, std::round(static_cast<float>(now.shown) / 8)) -
                        whole_cells(rest_lines_, move.drag_y, now.pitch),
                    now.shown, now.all);
  return line_ != before;
}

bool StageWindow::move_block(const SceneRequest& request, const StageMove& move) {
  if (request.run == nullptr) return false;
  const std::uint64_t all = std::max(request.run->block_index().steps(), request.options.beside.axis_steps),
                      before_first = first_step_, before_end = end_step_;
  if (move.back || all == 0) {
    first_step_ = end_step_ = 0;
    return before_end != 0;
  }
  double first = static_cast<double>(first_step_),
         end = static_cast<double>(end_step_ > first_step_ ? std::min(end_step_, all) : all);
  double shown = end - first;
  // The wheel zooms, since there is nothing above or below.
  if (const float notches = move.zoom - move.rows; notches != 0) {
    const double now = static_cast<double>(step_now(request));
    const double at = move.zoom_at ? std::clamp(static_cast<double>(*move.zoom_at), 0., 1.)
                                   : std::clamp((now - first) / std::max(1., shown), 0., 1.);
    const double wanted = std::clamp(shown * std::pow(.8, static_cast<double>(notches)),
                                     std::min(static_cast<double>(fewest_steps), static_cast<double>(all)),
                                     static_cast<double>(all));
    first += (shown - wanted) * at;
    shown = wanted;
  }
  first += static_cast<double>(move.columns) * shown / 8;
  if (request.options.frame.width > 0)
    first -= static_cast<double>(move.drag_x) * shown / static_cast<double>(request.options.frame.width);
  first = std::clamp(first, 0., static_cast<double>(all) - shown);
  first_step_ = static_cast<std::uint64_t>(std::llround(first));
  end_step_ = std::min(all, first_step_ + static_cast<std::uint64_t>(std::llround(shown)));
  if (first_step_ == 0 && end_step_ >= all) end_step_ = 0;
  return first_step_ != before_first || end_step_ != before_end;
}

/// The cycles in sight go along with the playhead.
void StageWindow::follow_machine(const SceneRequest& request) {
  const MachineLayout now = machine_layout(request);
  if (now.cycles == 0) return;
  first_partition_ = now.first_partition;
  const std::uint64_t shown = now.end - now.first,
                      cycle = static_cast<std::uint64_t>(std::max(0., request.options.machine.cycle));
  if (shown >= now.cycles) {
    first_cycle_ = end_cycle_ = 0;
    return;
  }
  if (cycle >= now.first && cycle < now.end) return;
  first_cycle_ = std::min(cycle - std::min(cycle, shown / 5), now.cycles - shown);
  end_cycle_ = first_cycle_ + shown;
}

bool StageWindow::move_machine(const SceneRequest& request, const StageMove& move) {
  const MachineLayout now = machine_layout(request);
  if (now.cycles == 0) return false;
  const auto before = std::tuple(first_cycle_, end_cycle_, first_partition_);
  if (move.back) {
    first_cycle_ = end_cycle_ = 0;
    first_partition_ = 0;
    return before != std::tuple(first_cycle_, end_cycle_, first_partition_);
  }
  // Where all rows are in sight, there is nothing above or below: the wheel zooms.
  const bool scrolls = now.partitions < now.all_partitions;
  if (scrolls) {
    const float pitch = now.plot.h / static_cast<float>(std::max(1u, now.partitions));
    first_partition_ = shifted(now.first_partition,
                               move.rows - whole_cells(rest_partitions_, move.drag_y, pitch), now.partitions,
                               now.all_partitions);
  }
  const double all = static_cast<double>(now.cycles);
  double first = static_cast<double>(now.first), shown = static_cast<double>(now.end - now.first);
  if (const float notches = move.zoom - (scrolls ? 0.F : move.rows); notches != 0) {
    const float x = move.zoom_at ? *move.zoom_at * request.options.frame.width
                                 : now.x_of(request.options.machine.cycle);
    const double at = std::clamp((now.cycle_at(x) - first) / std::max(1., shown), 0., 1.);
    const double wanted = std::clamp(shown * std::pow(.8, static_cast<double>(notches)),
                                     std::min(static_cast<double>(fewest_steps), all), all);
    first += (shown - wanted) * at;
    shown = wanted;
  }
  first += static_cast<double>(move.columns) * shown / 8;
  first = std::clamp(first, 0., all - shown);
  first_cycle_ = static_cast<std::uint64_t>(std::llround(first));
  end_cycle_ = std::min(now.cycles, first_cycle_ + static_cast<std::uint64_t>(std::llround(shown)));
  return before != std::tuple(first_cycle_, end_cycle_, first_partition_);
}

} // namespace warpscope::view
