// What an edit and an arriving run mean for the other parts.
#include "app/session/session.h"

#include "app/language/language.h"
#include "app/lesson/program_answer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpscope::session {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_expression(const document::Document& document) {
  return document.mode == document::SourceMode::Expression;
}

} // namespace

Session::Session(document::Catalog catalog, std::unique_ptr<jobs::Simulator> simulator,
                 std::function<void()> wake)
    : clock(steady_seconds), edits_(std::move(catalog)), language_(language::chosen_language().data()),
      programs_(wake), runs_(std::move(simulator), wake) {
  simulate();
}

/// A playhead that an undo brings back waits for its run; until then it is the playhead all the same.
Session::Editing::Editing(Session& session) : session_(session) {
  session.edits_.stand_at(session.arrival_.moment.value_or(session.time_.moment()), session.clock());
}

void Session::follow_edits() {
  const document::Changes changes = edits_.take_changes();
  // A Reset of what was not changed, or a file opened over itself, brings no run: the next one keeps its
  // place.
  if (changes.another_text && changes.text) arrival_.another_text = *changes.another_text;
  if (changes.cut_lost) events_.push_back({Event::Kind::CutLost, {}});
  if (changes.scene) {
    time_.pause();
    events_.push_back({Event::Kind::ShowScene, *changes.scene});
  }
  if (changes.text) {
    if (changes.moment) arrival_.moment = changes.moment;
    if (changes.step) arrival_.step = changes.step;
    runs_.choose_usual_order();
    simulate();
  } else {
    if (changes.moment) {
      time_.seek_moment(*changes.moment);
      arrival_.moment.reset();
    }
    if (changes.step) time_.seek(*changes.step);
  }
  if (changes.barrier_cut) arrival_.shows_hazard = *changes.barrier_cut;
  if (changes.look) { // the block is simulated already
    follow_stops();
    ++version_;
    if (is_expression(document()) && time_.run()) {
      time_.choose(track_part());
      lesson_.run_changed(time_, true);
    }
  }
}

void Session::follow_stops() {
  const playback::RunPtr& run = time_.run();
  if (run == nullptr || is_expression(document())) return time_.set_stops({});
  time_.set_stops(playback::stop_steps(*run, time_.track(), playback::stops_from(document().stops)));
}

void Session::simulate() {
  lesson_.forget_answer(time_);
  if (options_of_ != document().kernel_file) take_program_options();
  edits_.know_include_folders(program_options_.include_folders);
  if (!follow_program()) runs_.start(document_to_run(), edits_.device());
}

bool Session::poll() {
  if (busy()) head_start_.give_way();
  const bool program = poll_program();
  const jobs::Runs::News news = runs_.poll();
  if (news.program) {
    edits_.take_barriers(*news.program);
    follow_edits();
  }
  if (news.run) run_arrived();
  follow_lesson();
  if (news.grid) {
    ++version_;
    if (pair_.pinned() && runs_.shown() == pair_.pinned()->shown)
      set_pinned(present_as_pinned()); // the whole grid was still being counted when it was pinned
  }
  const char* language = language::chosen_language().data();
  const bool other_words = runs_.shown() != nullptr && std::exchange(language_, language) != language;
  if (other_words) ++version_;
  follow_pasted();
  return news.any || other_words || program;
}

void Session::run_arrived() {
  // A run that was on its way when a program was opened is not the program's, which the arrival is for.
  const bool is_older = program_ && runs_.request().replay == nullptr;
  const Arrival arrival = is_older ? Arrival{} : std::exchange(arrival_, {.another_text = false});
  const std::string text_before = std::exchange(shown_text_, runs_.shown()->text);
  if (arrival.another_text) {
    time_.show_afresh(runs_.run(), track_part());
  } else {
    time_.show(runs_.run(), track_part(),
               [&](std::uint32_t line) { return document::line_after(text_before, shown_text_, line); });
  }
  follow_stops();
  lesson_.run_changed(time_, !arrival.another_text);
  pair_.set_b(runs_.shown());
  time_.play_beside(pair_.shared_pair());
  ++version_; // for what results() says below
  if (arrival.another_text && results().wrong_at(time_.site()) != results::Wrong::Fault) {
    // A fault or a race is told: it opens where it can be seen.
    if (const std::optional<std::size_t> event = results().fault_event(0)) time_.seek_moment({*event, 0});
    else if (const races::HazardStory* story = results().hazard_story();
             story != nullptr && results().wrong_at(time_.site()) == results::Wrong::Nothing)
      time_.seek_moment({story->second.event, 0});
  }
  if (arrival.moment) time_.seek_moment(*arrival.moment);
  if (arrival.step) time_.seek(*arrival.step);
  ++version_;
  if (arrival.shows_hazard && !arrival.moment)
    if (const std::optional<std::size_t> telling = results().telling_hazard()) {
      select_hazard(telling);
      events_.push_back({Event::Kind::ShowScene, "block"});
    }
  lesson_.run_arrived(runs_.generation(), time_, settings.reduce_motion);
  if (moment_has_come()) meet_moment();
}

playback::TrackPart Session::track_part() const {
  if (!is_expression(document())) return {};
  return {warp(), runs_.shown() ? runs_.shown()->sites : std::vector<bool>(), true};
}

std::uint32_t Session::warp() const {
  return is_expression(document()) ? std::min(document().warp, warps() - 1) : 0;
}

const results::Results& Session::results() const {
  results_.look_at({runs_.shown(), runs_.shared_grid(), warp(), !is_expression(document()), runs_.stale(),
                    counts_hidden(), language::chosen_language().data()});
  return results_;
}

std::vector<Event> Session::take_events() { return std::exchange(events_, {}); }

// ---- hazards

void Session::select_hazard(std::optional<std::size_t> row) {
  const std::vector<results::HazardRow>& hazards = results().hazards();
  if (row && *row >= hazards.size()) return;
  results_.select_hazard(row);
  ++version_;
  if (!row) return;
  time_.pause();
  if (const races::HazardStory* story = results_.hazard_story()) time_.seek_moment({story->second.event, 0});
  else if (const std::optional<std::size_t> event = results_.fault_event(*row))
    time_.seek_moment({*event, 0});
  else if (hazards[*row].line != 0) (void)time_.seek_line(hazards[*row].line);
}

void Session::play_broken_order(bool on) {
  if (!runs_.choose_broken_order(on)) return;
  arrival_.shows_hazard = true;
  simulate();
}

// ---- A beside B

namespace {

/// Versions of pinned pictures never equal those of the present one.
constexpr std::uint64_t pinned_versions = 1ull << 62;

} // namespace

std::shared_ptr<const results::Pinned> Session::present_as_pinned() const {
  auto kept = std::make_shared<results::Pinned>();
  kept->version = pinned_versions + version_;
  kept->document = document();
  kept->moment = time_.moment();
  kept->shown = runs_.shown();
  kept->run = runs_.run();
  kept->picture = kept->run->shared_result();
  kept->grid = runs_.shared_grid();
  kept->rows = results().all_rows();
  return kept;
}

void Session::set_pinned(std::shared_ptr<const results::Pinned> a) {
  pair_.pin(std::move(a));
  time_.play_beside(pair_.shared_pair());
  pair_rows_version_ = ~0ull;
}

bool Session::pin() {
  if (runs_.shown() == nullptr || runs_.stale()) return false;
  set_pinned(present_as_pinned());
  return true;
}

void Session::unpin() { set_pinned(nullptr); }

bool Session::swap_pinned() {
  if (!pair_.pinned() || runs_.shown() == nullptr || runs_.stale()) return false;
  const std::shared_ptr<const results::Pinned> now = present_as_pinned(), before = pair_.shared_pinned();
  const std::optional<results::Pair::Moments> both = moments();
  edit()->replace(before->document);
  set_pinned(now);
  arrival_.moment = both ? both->a : before->moment;
  return true;
}

std::optional<results::Pair::Moments> Session::moments() const {
  if (!pair_.pair() || time_.track().empty()) return std::nullopt;
  return pair_.pair()->moments_at(time_.moment(), time_.overtime());
}

const std::vector<results::PairRow>& Session::pair_rows() const {
  static const std::vector<results::PairRow> none;
  if (counts_hidden()) return none;
  if (pair_rows_version_ != version_) {
    pair_rows_ = pair_.rows(results().rows());
    pair_rows_version_ = version_;
  }
  return pair_rows_;
}

// ---- time and lessons

void Session::play(bool on) {
  if (on) reveal();
  time_.play(on);
}

void Session::step_forward() {
  if (counts_hidden()) time_.next_access(); // going wavefront by wavefront would reveal their number
  else time_.step_forward();
}

void Session::step_back() {
  if (counts_hidden()) time_.previous_access();
  else time_.step_back();
}

std::shared_ptr<const playback::MomentDifference> Session::difference() const {
  return counts_hidden() ? nullptr : time_.difference();
}

std::string Session::show_me() {
  const source::Scenario* header = scenario();
  if (is_expression(document()) || header == nullptr || !header->lesson)
    return std::string(language::tr("lesson.open_first"));
  if (lesson::is_of_program(*header)) return show_program_answer();
  if (runs_.stale()) return std::string(language::tr("lesson.stale"));
  const source::Lesson lesson = *header->lesson;
  const std::vector<document::Parameter> now = parameters();
  const bool as_set = std::none_of(now.begin(), now.end(), [&](const document::Parameter& parameter) {
    return std::any_of(lesson.set.begin(), lesson.set.end(), [&](const auto& set) {
      return set.first == parameter.name && set.second != parameter.value;
    });
  });
  if (as_set) {
    if (counts_hidden()) ++version_;
    return lesson_.show(time_, settings.reduce_motion);
  }
  edit()->set_choices(lesson.set);
  lesson_.show_later(runs_.generation());
  return {};
}

void Session::ask() {
  if (runs_.stale()) return;
  lesson_.ask(time_);
  ++version_; // rebuilds what contains the counts
}

void Session::answer() {
  if (!lesson_.counts_hidden()) return;
  lesson_.end_question(time_, true);
  ++version_;
}

void Session::reveal() {
  if (!lesson_.counts_hidden()) return;
  lesson_.end_question(time_, false);
  ++version_;
}

} // namespace warpscope::session
