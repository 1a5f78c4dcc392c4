// Takes a moment out of one run and finds it in another: by warp, line and occurrence.
#include "app/playback/moment_mark.h"

#include <algorithm>

namespace warpscope::playback {
namespace {

std::uint32_t line_of_site(const program::Program& program, std::uint32_t site) {
  return site < program.sites.size() ? program.sites[site].span.line : 0;
}

std::uint32_t line_of_barrier(const program::Program& program, std::uint32_t pc) {
  return pc < program.code.size() ? program.span_of(pc).line : 0;
}

/// The last access at or before `event`; nullopt: none.
std::optional<std::size_t> access_up_to(const trace::BlockTrace& trace, std::size_t event) {
  for (std::size_t i = std::min(event + 1, trace.size()); i-- > 0;)
    if (trace.event(i).kind == trace::StepKind::Access) return i;
  return std::nullopt;
}

std::optional<Moment> find_release(const MomentMark::Release& release, const Playback& playback,
                                   const program::Program& program) {
  std::uint32_t seen = 0;
  for (const std::uint32_t event : playback.releases())
    if (line_of_barrier(program, playback.trace()->event(event).site_or_pc) == release.line &&
        seen++ == release.occurrence)
      return Moment{event, 0};
  return std::nullopt;
}

} // namespace

std::optional<MomentMark> mark_of(const Playback& playback, const program::Program& program, Moment moment) {
  const trace::BlockTrace* trace = playback.trace();
  if (playback.empty() || trace == nullptr || moment.event >= trace->size()) return std::nullopt;
  MomentMark mark;
  const std::optional<std::size_t> access = access_up_to(*trace, moment.event);
  if (!access) return std::nullopt;
  const trace::BlockTrace::Event& marked = trace->event(*access);
  mark.warp = marked.warp;
  mark.line = line_of_site(program, marked.site_or_pc);
  mark.space = marked.space;
  mark.kind = marked.access_kind;
  for (const std::uint32_t event : playback.accesses_of_warp(mark.warp)) {
    if (event >= *access) break;
    const trace::BlockTrace::Event& before = trace->event(event);
    ++mark.nth_access;
    if (before.space == mark.space && before.access_kind == mark.kind &&
        line_of_site(program, before.site_or_pc) == mark.line)
      ++mark.occurrence;
  }
  mark.wavefront = *access == moment.event ? moment.wavefront : playback.steps_of(*access) - 1;
  const trace::BlockTrace::Event& now = trace->event(moment.event);
  if (now.kind == trace::StepKind::BarrierRelease) {
    mark.release.emplace();
    mark.release->line = line_of_barrier(program, now.site_or_pc);
    for (const std::uint32_t event : playback.releases()) {
      if (event >= moment.event) break;
      if (line_of_barrier(program, trace->event(event).site_or_pc) == mark.release->line)
        ++mark.release->occurrence;
    }
  }
  return mark;
}

MomentMark moved(MomentMark mark, const std::function<std::uint32_t(std::uint32_t)>& line_now) {
  if (mark.line != 0) mark.line = line_now(mark.line);
  if (mark.release && mark.release->line != 0) mark.release->line = line_now(mark.release->line);
  return mark;
}

std::optional<Moment> find(const MomentMark& mark, const Playback& playback,
                           const program::Program& program) {
  if (playback.empty()) return std::nullopt;
  if (mark.release)
    if (const std::optional<Moment> release = find_release(*mark.release, playback, program)) return release;
  const std::span<const std::uint32_t> accesses = playback.accesses_of_warp(mark.warp);
  if (accesses.empty()) return std::nullopt;
  const trace::BlockTrace& trace = *playback.trace();
  std::optional<std::uint32_t> best;
  std::uint32_t seen = 0;
  for (const std::uint32_t event : accesses) {
    const trace::BlockTrace::Event& e = trace.event(event);
    if (e.space != mark.space || e.access_kind != mark.kind ||
        line_of_site(program, e.site_or_pc) != mark.line)
      continue;
    best = event;
    if (seen++ == mark.occurrence) break;
  }
  if (!best) best = accesses[std::min<std::size_t>(mark.nth_access, accesses.size() - 1)];
  const std::uint32_t steps = playback.steps_of(*best);
  return Moment{*best, std::min(mark.wavefront, steps == 0 ? 0 : steps - 1)};
}

} // namespace warpscope::playback
