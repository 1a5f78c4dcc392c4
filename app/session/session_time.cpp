// The part of the session that is about time: where the playhead is and how it moves.
#include "app/session/session.h"
#include "sim/model/sectors.h"

#include <algorithm>
#include <cmath>

namespace warpscope::session {

namespace {

/// TOKENS: lighting a wavefront takes 120 ms, but never more than 60 % of the step.
double motion_seconds(bool playing, double speed) {
  constexpr double full = .12;
  return playing ? std::min(full, .6 / speed) : full;
}

} // namespace

/// The most telling access: the largest excess of wavefronts, else of sectors; the first step of it.
std::uint64_t Session::first_look() const {
  if (document_.mode == document::SourceMode::Expression || !picture_ || !picture_->trace) return 0;
  const trace::BlockTrace& trace = *picture_->trace;
  std::size_t best = trace.size(), first = trace.size();
  std::uint32_t most = 0;
  const std::size_t looked_at = std::min<std::size_t>(trace.size(), 20'000); // a loop repeats itself
  for (std::size_t i = 0; i < looked_at; ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access) continue;
    std::uint32_t excess = 0;
    if (event.space == Space::Shared) {
      const std::uint32_t steps = playback_.steps_of(i);
      excess = steps > 1 ? 100 + steps : 0;
    } else if (event.space == Space::Global) {
      const model::SectorCounts counts = model::count_sectors(trace.access(i));
      excess = counts.sectors - std::min(counts.sectors, counts.ideal_sectors);
    } else {
      continue;
    }
    if (first == trace.size()) first = i;
    if (excess > most) {
      most = excess;
      best = i;
    }
  }
  if (best == trace.size()) best = first;
  return best == trace.size() ? 0 : track_.step_of({best, 0});
}

const playback::BlockIndex& Session::block_index() const {
  static const playback::BlockIndex none;
  return run_ ? run_->block_index() : none;
}

std::uint32_t Session::site_now() const {
  if (track_.empty()) return ~0u;
  const trace::BlockTrace::Event& event = playback_.trace()->event(moment().event);
  return event.kind == trace::StepKind::Access ? event.site_or_pc : ~0u;
}

float Session::progress() const {
  if (settings.reduce_motion) return 1;
  return static_cast<float>(std::min(1.0, since_step_ / motion_seconds(playing_, settings.speed)));
}

double Session::next_change(bool playhead) const {
  const bool moving = playing_ && !track_.empty() && !standing();
  if (progress() < 1 || (moving && playhead && !settings.reduce_motion)) return 0;
  return moving ? std::max(0.0, (1 - fraction_) / settings.speed) : -1;
}

void Session::play(bool on) {
  if (on && counts_hidden()) reveal(); // a picture that moves counts aloud
  if (on && marks_.looping && marks_.range && !track_.empty()) {
    if (!marks_.range->contains(step_)) seek(marks_.range->first);
  } else if (on && !track_.empty() && step_ + 1 >= track_.steps() &&
             document_.mode == document::SourceMode::Kernel)
    seek(0);
  playing_ = on;
  if (!on) fraction_ = 0;
}

void Session::seek(std::uint64_t step) {
  lesson_stop_.reset(); // whoever takes the playhead has it
  const std::uint64_t last = track_.empty() ? 0 : track_.steps() - 1;
  step = std::min(step, last);
  fraction_ = 0;
  overtime_ = 0;
  if (step == step_) return;
  step_ = step;
  since_step_ = 0;
}

void Session::go_end() { seek(track_.empty() ? 0 : track_.steps() - 1); }

void Session::seek_moment(playback::Moment moment) { seek(track_.step_of(moment)); }

void Session::step_forward() {
  if (counts_hidden()) return next_access(); // wavefront by wavefront one could count them
  playing_ = false;
  if (overtime_forward() || step_ + 1 >= track_.steps()) return;
  seek(step_ + 1);
}

void Session::step_back() {
  if (counts_hidden()) return previous_access();
  playing_ = false;
  if (overtime_back() || step_ == 0) return;
  seek(step_ - 1);
  overtime_ = overtime_here(); // the other half's end of the access before
}

void Session::next_access() {
  playing_ = false;
  if (track_.empty()) return;
  if (track_.filtered()) {
    const std::vector<playback::Track::Part>& parts = track_.parts();
    const auto after = std::find_if(parts.begin(), parts.end(),
                                    [&](const playback::Track::Part& p) { return p.start > step_; });
    if (after != parts.end()) seek(after->start);
  } else if (const std::optional<playback::Moment> to = playback_.next(moment(), playback::Stride::Access)) {
    seek_moment(*to);
  }
}

void Session::previous_access() {
  playing_ = false;
  if (track_.empty()) return;
  if (track_.filtered()) {
    const std::vector<playback::Track::Part>& parts = track_.parts();
    const auto before = std::find_if(parts.rbegin(), parts.rend(),
                                     [&](const playback::Track::Part& p) { return p.start < step_; });
    if (before != parts.rend()) seek(before->start);
  } else if (const std::optional<playback::Moment> to = playback_.previous(moment(),
                                                                           playback::Stride::Access)) {
    seek_moment(*to);
  }
}

void Session::next_barrier() {
  playing_ = false;
  if (const std::optional<playback::Moment> to = playback_.next(moment(), playback::Stride::Barrier))
    seek_moment(*to);
  else go_end();
}

void Session::previous_barrier() {
  playing_ = false;
  if (const std::optional<playback::Moment> to = playback_.previous(moment(), playback::Stride::Barrier))
    seek_moment(*to);
  else go_home();
}

bool Session::seek_line(std::uint32_t line) {
  if (!picture_ || track_.empty()) return false;
  const playback::Moment now = moment();
  std::optional<playback::Moment> best;
  const auto nearer = [&](playback::Moment a, playback::Moment b) {
    const bool a_ahead = a.event > now.event, b_ahead = b.event > now.event;
    return a_ahead != b_ahead ? a_ahead : a.event < b.event;
  };
  for (std::uint32_t site = 0; site < picture_->program->sites.size(); ++site) {
    if (picture_->program->sites[site].span.line != line) continue;
    const std::optional<playback::Moment> at = playback_.next_access_of_site(site, {now.event + 1, 0});
    if (at && (!best || nearer(*at, *best))) best = at;
  }
  if (!best) return false;
  seek_moment(*best);
  return true;
}

void Session::advance(double seconds) {
  since_step_ = std::min(since_step_ + seconds, 1e9);
  if (!playing_ || track_.empty() || standing()) return;
  fraction_ += seconds * settings.speed;
  if (fraction_ < 1) return;
  double whole = std::floor(fraction_);
  fraction_ -= whole;
  whole = take_overtime(whole);
  since_step_ = 0;
  if (whole < 1) return;
  const std::uint64_t target = step_ + static_cast<std::uint64_t>(whole);
  const std::uint64_t steps = track_.steps();
  if (marks_.looping && marks_.range) {
    step_ = playback::wrap(*marks_.range, target);
  } else if (target < steps) {
    step_ = target;
  } else if (document_.mode == document::SourceMode::Expression) {
    // One access shown again and again, from its first wavefront.
    step_ = target % steps;
  } else {
    step_ = steps - 1;
    playing_ = false;
    fraction_ = 0;
  }
  stop_at_lesson();
  since_step_ = 0;
}

} // namespace warpscope::session
