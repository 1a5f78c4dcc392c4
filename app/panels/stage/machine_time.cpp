// Moves the playhead of the scenes Multiprocessor and Cache.
#include "app/panels/stage/machine_time.h"

#include "app/language/language.h"
#include "app/playback/machine_of.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace warpscope::panels {

namespace {

constexpr std::size_t most_known = 4;

/// Null: nothing that the scene shows can be moved.
const playback::Machine* shown_machine(const PanelContext& c) {
  const playback::MachinePtr& machine = c.session.runs().machine();
  return shows_machine(c.ui.scene) && machine != nullptr && machine->problem.empty() ? machine.get()
                                                                                     : nullptr;
}

void go(PanelContext& c, const playback::Machine& machine, double cycle) {
  c.ui.machine.playing = false;
  c.ui.machine.cycle = std::clamp(cycle, 0., static_cast<double>(machine.timeline.cycles));
}

bool shows_cache(const PanelContext& c) { return c.ui.scene == view::SceneKind::Cache; }

double last_access(const playback::Machine& machine) {
  return static_cast<double>(std::max<std::size_t>(1, machine.cache.accesses.size()) - 1);
}

void go_to_access(PanelContext& c, const playback::Machine& machine, double access) {
  c.ui.machine.playing = false;
  c.ui.machine.access = std::clamp(access, 0., last_access(machine));
}

/// There is one playhead. Where the session's was moved by something else (a line, another scene, a shared
/// state), Cache goes to the access of its event.
void follow_event(PanelContext& c, const view::SceneRequest& request, const playback::Machine& machine) {
  const bool arrives = std::exchange(c.ui.machine.arrives, false);
  const std::size_t event = c.session.time().moment().event;
  if (request.run == nullptr || request.run != c.session.runs().run() || machine.cache.accesses.empty() ||
      c.ui.machine.event == event)
    return;
  c.ui.machine.event = event;
  if (const auto access = playback::access_of(*request.run, machine, event))
    go_to_access(c, machine, static_cast<double>(*access));
  else if (arrives) c.ui.say(std::string(language::tr("cache.not_through")), false);
  c.ui.machine.taken = static_cast<std::size_t>(c.ui.machine.access); // the event stays as it was set
}

/// And the session's goes to the event that stands for the access, so that line, counts and the other scenes
/// are where Cache is.
void take_event(PanelContext& c, const view::SceneRequest& request, const playback::Machine& machine) {
  if (request.run == nullptr || request.run != c.session.runs().run() || !c.ui.machine.event) return;
  const auto access = static_cast<std::size_t>(c.ui.machine.access);
  if (c.ui.machine.taken == access) return;
  c.ui.machine.taken = access;
  const std::optional<std::size_t> event = playback::event_of(*request.run, machine, access);
  if (!event || c.session.time().track().empty()) return;
  // The event of an access has as many steps as it has wavefronts: within it nothing is to be moved.
  if (c.session.time().moment().event != *event) c.session.time().seek_moment({*event, 0});
  c.ui.machine.event = c.session.time().moment().event;
}

/// Scene 3 with the access that the trace has for this one.
void show_sectors_of(PanelContext& c, const view::SceneRequest& request, const playback::Machine& machine,
                     std::size_t access) {
  const std::optional<std::size_t> event = request.run == nullptr
                                               ? std::nullopt
                                               : playback::event_of(*request.run, machine, access);
  if (!event || request.run != c.session.runs().run()) {
    c.ui.say(std::string(language::tr("cache.no_event")), false);
    return;
  }
  c.session.play(false);
  c.session.time().seek_moment({*event, 0});
  c.ui.scene = view::SceneKind::Sectors;
}

void cache_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer,
                   const playback::Machine& machine) {
  c.ui.machine.place.reset();
  if (pointer.hovered == nullptr) return;
  const view::HitKind kind = pointer.hovered->kind;
  const std::uint32_t index = pointer.hovered->index;
  const playback::Cache& cache = machine.cache;
  std::optional<std::size_t> access;
  if (kind == view::HitKind::CachePlace) {
    c.ui.machine.place = index;
    const std::vector<playback::CacheCell> cells = playback::cells_after(
        cache, static_cast<std::size_t>(c.ui.machine.access));
    if (index < cells.size() && cells[index].loaded != playback::CacheCell::none)
      access = cells[index].loaded;
  }
  if (kind == view::HitKind::CacheAccess || kind == view::HitKind::CacheStep) access = index;
  if (!access || *access >= cache.accesses.size()) return;
  c.ui.hover_line(machine.line_of(cache.accesses[*access].origin));
  if (kind == view::HitKind::CacheStep && (pointer.clicked || pointer.dragged))
    go_to_access(c, machine, static_cast<double>(*access));
  else if (kind != view::HitKind::CacheStep && pointer.clicked) show_sectors_of(c, request, machine, *access);
}

} // namespace

void machine_frame(PanelContext& c, view::SceneRequest& request) {
  MachineTime& time = c.ui.machine;
  jobs::Runs& runs = c.session.runs();
  if (time.generation != runs.shown_generation()) {
    time.generation = runs.shown_generation();
    time.resident = 0;
    time.latency = 1;
    time.l1_bytes = 0;
    time.access = 0;
    time.event.reset();
    time.taken.reset();
  }
  runs.want_estimate(); // the compiler's code is read for it
  const results::Pinned* a = c.session.pair().pinned();
  const Device* device = c.session.catalog().find_device(c.session.document().device);
  if (a == nullptr || device == nullptr) runs.want_no_machine_beside();
  runs.want_machine(time.resident, time.latency, time.l1_bytes);
  if (a != nullptr && device != nullptr) runs.want_machine_beside(a->version, a->document, *device);
  // Playing is asked for with the same key and button as elsewhere.
  if (c.session.time().playing()) {
    c.session.play(false);
    time.playing = !time.playing;
  }
  if (const playback::Machine* machine = shown_machine(c)) {
    const bool follows = shows_cache(c) && runs.machine_is_current();
    if (follows) follow_event(c, request, *machine);
    const double cycles = static_cast<double>(machine->timeline.cycles);
    if (time.playing) {
      const double steps = static_cast<double>(ImGui::GetIO().DeltaTime) * c.session.settings.speed;
      if (shows_cache(c)) time.access += steps;
      else time.cycle += steps * playback::machine_cycles_a_step;
      if (shows_cache(c) ? time.access >= last_access(*machine) : time.cycle >= cycles) time.playing = false;
      c.ui.wake.again = time.playing;
    }
    time.cycle = std::clamp(time.cycle, 0., cycles);
    time.access = std::clamp(time.access, 0., last_access(*machine));
    if (follows) take_event(c, request, *machine);
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
                             std::floor(time.cycle), time.row};
  request.options.cache = {static_cast<std::size_t>(time.access), time.names, time.place};
}

void machine_of_a(const PanelContext& c, view::SceneRequest& request) {
  request.moment = {};
  request.options.progress = 1;
  request.options.machine = {nullptr, false, std::floor(c.ui.machine.cycle), std::nullopt};
  request.options.cache = {static_cast<std::size_t>(c.ui.machine.access), c.ui.machine.names, {}};
  request.options.machine.machine = c.session.runs().machine_beside();
  request.options.machine.stale = request.options.machine.machine &&
                                  !c.session.runs().machine_beside_is_current();
  for (const auto& [id, machine] : c.ui.machine.known)
    if (!request.options.machine.machine && request.run != nullptr && request.run->id() == id)
      request.options.machine.machine = machine;
}

void machine_pointer(PanelContext& c, const view::SceneRequest& request, const StagePane::Pointer& pointer) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return;
  const view::HitKind slider = (pointer.clicked || pointer.dragged) && pointer.hovered != nullptr
                                   ? pointer.hovered->kind
                                   : view::HitKind::None;
  if (slider == view::HitKind::Resident) c.ui.machine.resident = pointer.hovered->index;
  if (slider == view::HitKind::Latency)
    c.ui.machine.latency = playback::machine_latencies[std::min<std::size_t>(
        pointer.hovered->index, std::size(playback::machine_latencies) - 1)];
  if (slider == view::HitKind::L1Size)
    c.ui.machine.l1_bytes = playback::machine_l1_bytes[std::min<std::size_t>(
        pointer.hovered->index, std::size(playback::machine_l1_bytes) - 1)];
  if (shows_cache(c)) return cache_pointer(c, request, pointer, *machine);
  const view::MachineLayout layout = view::machine_layout(request);
  const std::optional<std::uint32_t> before = std::exchange(c.ui.machine.row, std::nullopt);
  const bool over = layout.plot.contains({pointer.x, pointer.y});
  if (pointer.inside && over)
    if (const view::MachineLayout::Row* row = layout.row_at(pointer.y)) c.ui.machine.row = row->row;
  if (c.ui.machine.row != before) c.ui.wake.again = true; // its warp gets a name
  if (pointer.hovered != nullptr && pointer.hovered->kind == view::HitKind::Piece &&
      pointer.hovered->index != 0)
    c.ui.hover_line(pointer.hovered->index);
  const bool on_slider = slider == view::HitKind::Resident || slider == view::HitKind::Latency;
  if (!on_slider && (pointer.clicked || pointer.dragged) && over)
    go(c, *machine, std::floor(layout.cycle_at(pointer.x)));
}

std::optional<MachineClock> machine_clock(const PanelContext& c) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return std::nullopt;
  const bool accesses = shows_cache(c);
  const std::uint64_t steps = accesses ? machine->cache.accesses.size() : machine->timeline.cycles + 1;
  if (accesses && steps == 0) return std::nullopt;
  const double now = accesses ? c.ui.machine.access : c.ui.machine.cycle;
  return MachineClock{steps, std::min(static_cast<std::uint64_t>(std::max(0., now)), steps - 1), accesses,
                      machine};
}

void machine_seek(PanelContext& c, std::uint64_t step) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return;
  if (shows_cache(c)) go_to_access(c, *machine, static_cast<double>(step));
  else go(c, *machine, static_cast<double>(step));
}

bool machine_step(PanelContext& c, bool forward) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return false;
  const double by = forward ? 1 : -1;
  if (shows_cache(c)) go_to_access(c, *machine, std::floor(c.ui.machine.access) + by);
  else go(c, *machine, std::floor(c.ui.machine.cycle) + by);
  return true;
}

bool machine_change(PanelContext& c, bool forward) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return false;
  if (shows_cache(c)) {
    const auto at = static_cast<std::size_t>(c.ui.machine.access);
    if (const auto to = playback::next_miss(machine->cache, at, !forward))
      go_to_access(c, *machine, static_cast<double>(*to));
    return true;
  }
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

bool machine_plays(const PanelContext& c) { return shows_machine(c.ui.scene) && c.ui.machine.playing; }

bool machine_end(PanelContext& c, bool end) {
  const playback::Machine* machine = shown_machine(c);
  if (machine == nullptr) return false;
  if (shows_cache(c)) go_to_access(c, *machine, end ? last_access(*machine) : 0);
  else go(c, *machine, end ? static_cast<double>(machine->timeline.cycles) : 0);
  return true;
}

void next_cache_names(PanelContext& c) {
  using view::CacheNames;
  CacheNames& names = c.ui.machine.names;
  names = names == CacheNames::Line   ? CacheNames::Warp
          : names == CacheNames::Warp ? CacheNames::Source
                                      : CacheNames::Line;
  c.ui.say(std::string(language::tr(names == CacheNames::Line   ? "cache.names_line"
                                    : names == CacheNames::Warp ? "cache.names_warp"
                                                                : "cache.names_source")),
           false);
}

} // namespace warpscope::panels
