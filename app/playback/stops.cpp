// Finds the steps at which playing stops.
#include "app/playback/stops.h"

#include "sim/model/banks.h"
#include "sim/program/program.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace warpscope::playback {

std::vector<Stop> stops_from(const StopTable& table) {
  std::vector<Stop> stops;
  for (const auto& [key, when] : table) {
    Stop stop;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), stop.line);
    if (read.ec != std::errc() || read.ptr != key.data() + key.size() || stop.line == 0 || when == 0 ||
        when > 2 + warp_size)
      continue;
    stop.when = when == 1 ? Stop::When::Always : when == 2 ? Stop::When::Conflict : Stop::When::Lane;
    stop.lane = when > 2 ? static_cast<std::uint32_t>(when - 3) : 0;
    stops.push_back(stop);
  }
  std::sort(stops.begin(), stops.end(), [](const Stop& a, const Stop& b) { return a.line < b.line; });
  return stops;
}

void put_stop(StopTable& table, const Stop& stop) {
  table[std::to_string(stop.line)] = stop.when == Stop::When::Always     ? 1
                                     : stop.when == Stop::When::Conflict ? 2
                                                                         : 3 + std::uint64_t{stop.lane};
}

std::vector<std::uint64_t> stop_steps(const Run& run, const Track& track, const std::vector<Stop>& stops) {
  std::vector<std::uint64_t> steps;
  if (stops.empty() || track.empty()) return steps;
  const program::Program& program = run.program();
  const auto stop_at = [&](const Span& span) -> const Stop* {
    const auto found = std::lower_bound(stops.begin(), stops.end(), span.line,
                                        [](const Stop& s, std::uint32_t line) { return s.line < line; });
    return span.file == 0 && found != stops.end() && found->line == span.line ? &*found : nullptr;
  };
  std::vector<const Stop*> by_site;
  for (const program::Site& site : program.sites) by_site.push_back(stop_at(site.span));
  for (std::size_t event = 0; event < run.trace().size(); ++event) {
    const trace::BlockTrace::Event& at = run.trace().event(event);
    if (run.playback().steps_of(event) == 0) continue;
    const bool access = at.kind == trace::StepKind::Access;
    const Stop* stop = access ? by_site[at.site_or_pc] : stop_at(program.span_of(at.site_or_pc));
    if (stop == nullptr) continue;
    if (stop->when == Stop::When::Lane && access && (at.mask >> stop->lane & 1) == 0) continue;
    if (stop->when == Stop::When::Conflict &&
        (!access || cost_rule(at.space) != CostRule::Banks ||
         !model::lanes_wait(model::count_banks(run.trace().access(event), at.access_kind))))
      continue;
    steps.push_back(track.step_of({event, 0}));
  }
  return steps;
}

std::vector<std::uint32_t> lines_to_stop_at(const Run& run) {
  const program::Program& program = run.program();
  std::set<std::uint32_t> sites; // that were met
  std::set<std::uint32_t> lines;
  const auto meet = [&](const Span& span) {
    if (span.file == 0 && span.line != 0) lines.insert(span.line);
  };
  for (std::size_t event = 0; event < run.trace().size(); ++event) {
    const trace::BlockTrace::Event& at = run.trace().event(event);
    if (run.playback().steps_of(event) == 0) continue;
    if (at.kind != trace::StepKind::Access) meet(program.span_of(at.site_or_pc));
    else if (sites.insert(at.site_or_pc).second) meet(program.sites[at.site_or_pc].span);
  }
  return {lines.begin(), lines.end()};
}

} // namespace warpscope::playback
