// Moves the playhead of the scene Multiprocessor.
#include "app/panels/stage/machine_time.h"

#include "app/language/language.h"
#include "app/playback/machine_of.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warpscope::panels {

namespace {

constexpr std::size_t most_known = 4;

/// Null: nothing that the scene shows can be moved.
const playback::Machine* shown_machine(const PanelContext& c) {
  const playback::MachinePtr& machine = c.session.runs().machine();
  return c.ui.scene == view::SceneKind::Multiprocessor && machine != nullptr && machine->problem.empty()
             ? machine.get()
             : nullptr;
}

void go(PanelContext& c, const playback::Machine& machine, double cycle) {
  c.ui.machine.playing = false;
  c.ui.machine.cycle = std::clamp(cycle, 0., static_cast<double>(machine.timeline.cycles));
}

} // namespace

void machine_frame(PanelContext& c, view::SceneRequest& request) {
  MachineTime& time = c.ui.machine;
  jobs::Runs& runs = c.session.runs();
  if (time.generation != runs.shown_generation()) {
    time.generation = runs.shown_generation();
    time.resident = 0;
    time.latency = 1;
  }
  runs.want_machine(time.resident, time.latency);
  // Playing is asked for with the same key and button as elsewhere.
  if (c.session.time().playing()) {
    c.session.play(false);
    time.playing = !time.playing;
  }
  if (const playback::Machine* machine = shown_machine(c)) {
    const double end = static_cast<double>(machine->timeline.cycles);
    if (time.playing) {
      time.cycle += static_cast<double>(ImGui::GetIO().DeltaTime) * c.session.settings.speed *
                    playback::machine_cycles_a_step;
      if (time.cycle >= end) time.playing = false;
      c.ui.wake.again = time.playing;
    }
    time.cycle = std::clamp(time.cycle, 0., end);
  }
  if (request.run != nullptr && runs.machine_is_current()) {
    const std::uint64_t id = request.run->id();
    std::erase_if(time.known, [id](const auto& known) { return known.first == id; });
    time.known.emplace_back(id, runs.machine());
    if (time.known.size() > most_known) time.known.erase(time.known.begin());
  }
  request.moment = {}; // the launch's time has no part in the trace's
  request.options.progress = 1;
  request.options.machine = {runs.machine(), !runs.machine_is_current() && runs.machine() != nullptr,
                             std::floor(time.cycle)};
}

void machine_of_a(const PanelContext& c, view::SceneRequest& request) {
  request.moment = {};
  request.options.progress = 1;
  request.options.machine = {nullptr, false, std::floor(c.ui.machine.cycle)};
  for (const auto& [id, machine] : c.ui.machine.known)
    if (request.run != nullptr && request.run->id() == id) request.options.machine.machine = machine;
  if (request.options.machine.machine == nullptr)
    request.options.machine.machine = playback::no_machine(std::string(language::tr("machine.not_of_a")));
}

void machine_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return;
  const view::MachineLayout layout = view::machine_layout(request);
  c.ui.machine.row.reset();
  const bool over = layout.plot.contains({pointer.x, pointer.y});
  if (pointer.inside && over)
    if (const view::MachineLayout::Row* row = layout.row_at(pointer.y)) c.ui.machine.row = row->row;
  if (pointer.hovered != nullptr && pointer.hovered->kind == view::HitKind::Piece &&
      pointer.hovered->index != 0)
    c.ui.hover_line(pointer.hovered->index);
  const view::HitKind slider = (pointer.clicked || pointer.dragged) && pointer.hovered != nullptr
                                   ? pointer.hovered->kind
                                   : view::HitKind::None;
  if (slider == view::HitKind::Resident) c.ui.machine.resident = pointer.hovered->index;
  else if (slider == view::HitKind::Latency)
    c.ui.machine.latency = playback::machine_latencies[std::min<std::size_t>(
        pointer.hovered->index, std::size(playback::machine_latencies) - 1)];
  else if ((pointer.clicked || pointer.dragged) && over)
    go(c, *machine, std::floor(layout.cycle_at(pointer.x)));
}

bool machine_step(PanelContext& c, bool forward) {
  const playback::Machine* machine = shown_machine(c);
  if (machine != nullptr) go(c, *machine, std::floor(c.ui.machine.cycle) + (forward ? 1 : -1));
  return machine != nullptr;
}

bool machine_change(PanelContext& c, bool forward) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return false;
  const auto now = static_cast<std::uint64_t>(c.ui.machine.cycle);
  std::optional<std::uint64_t> found;
  for (std::uint32_t i = 0; i < machine->timeline.rows.size(); ++i) {
    if (c.ui.machine.row && *c.ui.machine.row != i) continue;
    const std::uint64_t to = multiprocessor::next_change(machine->timeline.rows[i], now, !forward);
    if (to != now && (!found || (forward ? to < *found : to > *found))) found = to;
  }
  if (found) go(c, *machine, static_cast<double>(*found));
  return true;
}

bool machine_plays(const PanelContext& c) {
  return c.ui.scene == view::SceneKind::Multiprocessor && c.ui.machine.playing;
}

bool machine_end(PanelContext& c, bool end) {
  const playback::Machine* machine = shown_machine(c);
  if (machine != nullptr) go(c, *machine, end ? static_cast<double>(machine->timeline.cycles) : 0);
  return machine != nullptr;
}

} // namespace warpscope::panels
