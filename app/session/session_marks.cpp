// The part of the session that is about marks in time and about predictions.
#include "app/session/session.h"

#include <utility>

namespace warpscope::session {

// ---- marks

void Session::set_marks(playback::TimeMarks marks) {
  marks.looping = marks.looping && marks.range.has_value();
  if (track_.empty()) {
    marks_to_restore_ = std::move(marks);
    return;
  }
  marks_ = std::move(marks);
  playback::fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(*marks_.pin));
}

void Session::loop_in() { playback::set_loop_in(marks_, step_, track_.steps()); }
void Session::loop_out() { playback::set_loop_out(marks_, step_, track_.steps()); }
void Session::loop_range(std::uint64_t a, std::uint64_t b) {
  playback::set_loop_range(marks_, a, b, track_.steps());
}
void Session::switch_loop() { playback::toggle_loop(marks_, track_.steps()); }

void Session::forget_loop() {
  marks_.range.reset();
  marks_.looping = false;
}

void Session::pin_moment() {
  if (!track_.empty()) marks_.pin = moment();
}

void Session::unpin_moment() { marks_.pin.reset(); }

std::shared_ptr<const playback::MomentDifference> Session::difference() const {
  if (!marks_.pin || track_.empty() || counts_hidden()) return nullptr;
  const std::uint64_t pin = playback_.step_of(*marks_.pin), now = playback_.step_of(moment());
  if (!difference_ || difference_->pin != pin || difference_->now != now) {
    auto found = std::make_shared<playback::MomentDifference>(
        run_->served_index().between(run_->playback(), pin, now));
    // Of the kernel around an expression only the expression's own accesses are anybody's concern.
    std::erase_if(found->sites, [&](const playback::SiteServed& served) {
      return served.site < sites_.size() && !sites_[served.site];
    });
    found->total = {};
    for (const playback::SiteServed& served : found->sites) {
      found->total.accesses += served.accesses;
      found->total.wavefronts += served.wavefronts;
      found->total.sectors += served.sectors;
      found->total.passes += served.passes;
    }
    difference_ = std::move(found);
  }
  return difference_;
}

// ---- predict, then reveal

const std::vector<results::GutterRow>& Session::gutter() const {
  static const std::vector<results::GutterRow> nothing;
  return counts_hidden() ? nothing : gutter_;
}

const std::vector<results::ResultRow>& Session::rows() const {
  static const std::vector<results::ResultRow> nothing;
  return counts_hidden() ? nothing : rows_;
}

/// The access at the playhead; at a barrier the next one that has a count, else the last one before it.
std::optional<std::size_t> Session::asked_event() const {
  if (track_.empty() || playback_.trace() == nullptr) return std::nullopt;
  const trace::BlockTrace& trace = *playback_.trace();
  const auto can_ask = [&](std::size_t event) {
    const trace::BlockTrace::Event& e = trace.event(event);
    return e.kind == trace::StepKind::Access && e.mask != 0 &&
           (e.space == Space::Shared || e.space == Space::Global || e.space == Space::Constant);
  };
  const std::size_t now = moment().event;
  if (can_ask(now)) return now;
  for (std::size_t event = now + 1; event < trace.size() && event < now + 4096; ++event)
    if (can_ask(event)) return event;
  for (std::size_t n = 1; n <= now && n < 4096; ++n)
    if (can_ask(now - n)) return now - n;
  return std::nullopt;
}

void Session::ask() {
  const std::optional<std::size_t> event = asked_event();
  if (!event || stale_) return;
  play(false);
  seek_moment({*event, 0});
  prediction_ = {};
  prediction_.phase = lesson::Prediction::Phase::Asking;
  ++version_; // what was built with the counts in it is built again
  refresh_examples();
}

void Session::type_guess(char digit) {
  if (counts_hidden()) lesson::type_digit(prediction_, digit);
}

void Session::erase_guess() {
  if (counts_hidden()) lesson::erase_digit(prediction_);
}

void Session::answer() { end_question(true); }
void Session::reveal() { end_question(false); }

void Session::end_question(bool with_number) {
  if (!counts_hidden()) return;
  const std::optional<std::size_t> event = asked_event();
  const std::optional<lesson::Question> question = event ? lesson::question_about(*playback_.trace(), *event)
                                                         : std::nullopt;
  prediction_ = question ? lesson::answered(prediction_, *event, *question, with_number)
                         : lesson::Prediction{};
  ++version_;
  refresh_examples();
}

void Session::dismiss_verdict() {
  if (!counts_hidden()) prediction_ = {};
}

std::string Session::verdict() const {
  if (track_.empty() || moment().event != prediction_.event) return {};
  return lesson::verdict_of(prediction_);
}

} // namespace warpscope::session
