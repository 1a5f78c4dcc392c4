// Moves the playhead along a run's track, by hand and by the clock, and carries it over to the next run.
#include "app/playback/playhead.h"

#include "sim/model/sectors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::playback {

namespace {

/// TOKENS: lighting a wavefront takes 120 ms, but never more than 60 % of the step.
double motion_seconds(bool playing, double speed) {
  constexpr double full = .12;
  return playing ? std::min(full, .6 / speed) : full;
}

} // namespace

const Playback& Playhead::playback() const {
  static const Playback none;
  return run_ ? run_->playback() : none;
}

// ---- from run to run

void Playhead::lay_track() {
  track_ = run_ ? Track(std::shared_ptr<const Playback>(run_, &run_->playback()), part_.warp, part_.sites)
                : Track();
  overtime_ = 0;
  difference_.reset();
}

void Playhead::show(RunPtr run, TrackPart part, const LineNow& line_now) {
  const auto mark = [&](Moment moment) -> std::optional<MomentMark> {
    if (!run_ || track_.empty()) return std::nullopt;
    const std::optional<MomentMark> found = mark_of(run_->playback(), run_->program(), moment);
    return found ? std::optional(moved(*found, line_now)) : std::nullopt;
  };
  const std::optional<MomentMark> here = mark(moment());
  const std::optional<MomentMark> pin = marks_.pin ? mark(*marks_.pin) : std::nullopt;
  if (!run_) marks_ = std::exchange(marks_of_first_run_, {});
  run_ = std::move(run);
  part_ = std::move(part);
  companion_.reset();
  lay_track();
  const auto settled = [&](const std::optional<MomentMark>& wanted) -> std::optional<Moment> {
    return wanted ? find(*wanted, run_->playback(), run_->program()) : std::nullopt;
  };
  // Where the warp is gone, another run's event number is no place here; the same step is.
  const std::optional<Moment> there = settled(here);
  step_ = there ? track_.step_of(*there) : std::min(step_, last_step());
  fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(settled(pin).value_or(*marks_.pin)));
}

void Playhead::show_afresh(RunPtr run, TrackPart part) {
  run_ = std::move(run);
  part_ = std::move(part);
  companion_.reset();
  lay_track();
  step_ = first_look();
  by_itself_ = true;
  opened_at_.reset();
  fraction_ = 0;
  since_step_ = 1e9;
  marks_ = std::exchange(marks_of_first_run_, {}); // marks of another text mean nothing
  fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(*marks_.pin));
}

void Playhead::choose(TrackPart part) {
  part_ = std::move(part);
  lay_track();
  step_ = std::min(step_, last_step()); // another warp's moment is no place here; the same step is
  fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(*marks_.pin));
}

void Playhead::play_beside(std::shared_ptr<const Companion> companion) {
  companion_ = std::move(companion);
  overtime_ = 0;
}

/// How far the banks that an access meets lie from the middle of the row of banks, on average.
static float off_centre(const WarpAccess& access) {
  float sum = 0;
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((access.mask >> lane & 1u) != 0) sum += static_cast<float>(access.offset[lane] / 4 % 32), ++lanes;
  return lanes == 0 ? 0 : std::abs(sum / static_cast<float>(lanes) - 15.5F);
}

/// Returns the first step of the most instructive access: the one with the largest excess of wavefronts, else
/// of sectors. Of equal conflicts at one site, the one that meets in the midst of the banks: lanes come from
/// both sides.
std::uint64_t Playhead::first_look() const {
  if (part_.repeats || !run_) return 0;
  const trace::BlockTrace& trace = run_->trace();
  std::size_t best = trace.size(), first = trace.size();
  std::uint32_t most = 0;
  float aside = 0;
  const std::size_t looked_at = std::min<std::size_t>(trace.size(), 20'000); // a loop repeats itself
  for (std::size_t i = 0; i < looked_at; ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access) continue;
    std::uint32_t excess = 0;
    const bool banks = cost_rule(event.space) == CostRule::Banks;
    if (banks) {
      const std::uint32_t steps = playback().steps_of(i);
      excess = steps > 1 ? 100 + steps : 0;
    } else if (cost_rule(event.space) == CostRule::Sectors) {
      const model::SectorCounts counts = model::count_sectors(trace.access(i), event.access_kind);
      excess = counts.sectors - std::min(counts.sectors, counts.ideal_sectors);
    } else {
      continue;
    }
    if (first == trace.size()) first = i;
    const bool rivals = banks && excess > 0 && excess == most && best != trace.size() &&
                        trace.event(best).site_or_pc == event.site_or_pc;
    if (excess <= most && !rivals) continue;
    const float off = banks && excess > 0 ? off_centre(trace.access(i)) : 0;
    if (rivals && off + .5F >= aside) continue;
    most = excess, best = i, aside = off;
  }
  if (best == trace.size()) best = first;
  return best == trace.size() ? 0 : track_.step_of({best, 0});
}

// ---- by hand

std::uint32_t Playhead::site() const {
  if (track_.empty()) return ~0u;
  const trace::BlockTrace::Event& event = run_->trace().event(moment().event);
  return event.kind == trace::StepKind::Access ? event.site_or_pc : ~0u;
}

void Playhead::play(bool on) {
  if (on && marks_.looping && marks_.range && !track_.empty()) {
    if (!marks_.range->contains(step_)) seek(marks_.range->first);
  } else if (on && !track_.empty() && step_ + 1 >= track_.steps() && !part_.repeats) {
    seek(0);
  }
  playing_ = on;
  by_itself_ = false;
  if (!on) fraction_ = 0;
}

void Playhead::play_through(std::uint64_t first, std::uint64_t last) {
  seek(first);
  since_step_ = 0;
  playing_ = true;
  by_itself_ = false;
  stop_ = last;
}

void Playhead::seek(std::uint64_t step) {
  stop_.reset();
  step = std::min(step, last_step());
  fraction_ = 0;
  overtime_ = 0;
  if (step == step_) return;
  step_ = step;
  since_step_ = 0;
}

void Playhead::go_end() { seek(last_step()); }

void Playhead::step_forward() {
  playing_ = false;
  if (take_step_of_overtime(true) || step_ + 1 >= track_.steps()) return;
  seek(step_ + 1);
}

void Playhead::step_back() {
  playing_ = false;
  if (take_step_of_overtime(false) || step_ == 0) return;
  seek(step_ - 1);
  overtime_ = overtime_here(); // the companion's end of the access before
}

void Playhead::next_access() {
  playing_ = false;
  if (track_.empty()) return;
  if (track_.filtered()) {
    const std::vector<Track::Part>& parts = track_.parts();
    const auto after = std::find_if(parts.begin(), parts.end(),
                                    [&](const Track::Part& p) { return p.start > step_; });
    if (after != parts.end()) seek(after->start);
  } else if (const std::optional<Moment> to = playback().next(moment(), Stride::Access)) {
    seek_moment(*to);
  }
}

void Playhead::previous_access() {
  playing_ = false;
  if (track_.empty()) return;
  if (track_.filtered()) {
    const std::vector<Track::Part>& parts = track_.parts();
    const auto before = std::find_if(parts.rbegin(), parts.rend(),
                                     [&](const Track::Part& p) { return p.start < step_; });
    if (before != parts.rend()) seek(before->start);
  } else if (const std::optional<Moment> to = playback().previous(moment(), Stride::Access)) {
    seek_moment(*to);
  }
}

void Playhead::next_barrier() {
  playing_ = false;
  if (const std::optional<Moment> to = playback().next(moment(), Stride::Barrier)) seek_moment(*to);
  else go_end();
}

void Playhead::previous_barrier() {
  playing_ = false;
  if (const std::optional<Moment> to = playback().previous(moment(), Stride::Barrier)) seek_moment(*to);
  else go_home();
}

bool Playhead::next_stop() {
  playing_ = false;
  const auto next = std::upper_bound(stops_.begin(), stops_.end(), step_);
  if (next == stops_.end()) return false;
  seek(*next);
  return true;
}

bool Playhead::previous_stop() {
  playing_ = false;
  const auto from = std::lower_bound(stops_.begin(), stops_.end(), step_);
  if (from == stops_.begin()) return false;
  seek(*std::prev(from));
  return true;
}

bool Playhead::seek_line(std::uint32_t line, std::uint32_t file) {
  if (!run_ || track_.empty()) return false;
  const Moment now = moment();
  std::optional<Moment> best;
  const auto nearer = [&](Moment a, Moment b) {
    const bool a_ahead = a.event > now.event, b_ahead = b.event > now.event;
    return a_ahead != b_ahead ? a_ahead : a.event < b.event;
  };
  const std::vector<program::Site>& sites = run_->program().sites;
  for (std::uint32_t site = 0; site < sites.size(); ++site) {
    if (!sites[site].is_of_line(line) || sites[site].span.file != file) continue;
    const std::optional<Moment> at = playback().next_access_of_site(site, {now.event + 1, 0});
    if (at && (!best || nearer(*at, *best))) best = at;
  }
  if (!best) return false;
  seek_moment(*best);
  return true;
}

// ---- by the clock

bool Playhead::standing() const {
  if (overtime_here() > 0) return false;
  if (marks_.looping && marks_.range) return marks_.range->length() == 1 && marks_.range->contains(step_);
  return part_.repeats && track_.steps() == 1;
}

float Playhead::progress(const Motion& motion) const {
  if (motion.reduced) return 1;
  return static_cast<float>(std::min(1.0, since_step_ / motion_seconds(playing_, motion.speed)));
}

bool Playhead::animating(const Motion& motion) const {
  return (playing_ && !track_.empty() && !standing()) || progress(motion) < 1;
}

double Playhead::next_change(bool glides, const Motion& motion) const {
  const bool moving = playing_ && !track_.empty() && !standing();
  if (progress(motion) < 1 || (moving && glides && !motion.reduced)) return 0;
  return moving ? std::max(0.0, (1 - fraction_) / motion.speed) : -1;
}

void Playhead::advance(double seconds, const Motion& motion) {
  since_step_ = std::min(since_step_ + seconds, 1e9);
  if (!playing_ || track_.empty() || standing()) return;
  if (by_itself_ && !opened_at_) opened_at_ = step_;
  fraction_ += seconds * motion.speed;
  if (fraction_ < 1) return;
  double whole = std::floor(fraction_);
  fraction_ -= whole;
  whole = take_overtime(whole);
  since_step_ = 0;
  if (whole < 1) return;
  const std::uint64_t target = step_ + static_cast<std::uint64_t>(whole);
  if (const auto next = std::upper_bound(stops_.begin(), stops_.end(), step_);
      next != stops_.end() && *next <= target) {
    step_ = *next;
    playing_ = false;
    fraction_ = 0;
    return;
  }
  const std::uint64_t steps = track_.steps();
  if (marks_.looping && marks_.range) {
    step_ = wrap(*marks_.range, target);
  } else if (target < steps) {
    step_ = target;
  } else if (part_.repeats) {
    step_ = target % steps;
  } else {
    // A short run that plays by itself is over before anybody looks: it rests where it opened.
    step_ = by_itself_ && opened_at_ ? std::min(*opened_at_, steps - 1) : steps - 1;
    playing_ = false;
    fraction_ = 0;
  }
  if (stop_ && step_ >= *stop_) {
    step_ = *std::exchange(stop_, std::nullopt);
    playing_ = false;
    fraction_ = 0;
  }
}

// ---- a companion: this run's steps are the track's; where the companion needs more of them for an access,
// they come behind this run's last one

std::uint32_t Playhead::overtime_here() const {
  if (companion_ == nullptr || track_.empty()) return 0;
  const Moment now = moment();
  if (now.wavefront + 1 < playback().steps_of(now.event)) return 0;
  return companion_->overtime_of(now.event);
}

bool Playhead::take_step_of_overtime(bool forward) {
  if (forward ? overtime_ >= overtime_here() : overtime_ == 0) return false;
  overtime_ += forward ? 1 : -1;
  since_step_ = 0;
  fraction_ = 0;
  return true;
}

/// Returns those of `whole` steps that are left for the track. One frame never plays past an access that the
/// companion still needs.
double Playhead::take_overtime(double whole) {
  if (companion_ == nullptr) return whole;
  for (const std::uint32_t more = overtime_here(); whole >= 1 && overtime_ < more; --whole) ++overtime_;
  if (whole < 1) return 0;
  overtime_ = 0;
  const Moment now = moment();
  const std::uint32_t own = playback().steps_of(now.event);
  const std::uint32_t left = own > now.wavefront + 1 ? own - now.wavefront - 1 : 0;
  return left > 0 && companion_->overtime_of(now.event) > 0 ? std::min(whole, static_cast<double>(left))
                                                            : std::min(whole, left + 1.);
}

} // namespace warpscope::playback
