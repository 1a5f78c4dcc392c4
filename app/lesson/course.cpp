// Steps through a lesson's moments; asks, takes the class's choice, counts what was right.
#include "app/lesson/course.h"

#include "app/document/files.h"
#include "app/language/language.h"
#include "sim/source/nearest.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::lesson {

std::optional<labs::CourseLesson> find_course(const std::string& name_or_path, std::string& error) {
  std::vector<std::string> ids;
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    if (lesson.id == name_or_path) return lesson;
    ids.push_back(lesson.id);
  }
  if (!name_or_path.ends_with(".toml")) {
    const std::string meant = source::nearest_name(name_or_path, ids);
    error = meant.empty() ? language::trf("course.none", language::arg("name", name_or_path))
                          : language::trf("course.meant", language::arg("name", name_or_path),
                                          language::arg("meant", meant));
    return std::nullopt;
  }
  const document::OpenedFile file = document::open_source(name_or_path);
  error = file.error;
  if (!error.empty()) return std::nullopt;
  std::vector<std::string> problems;
  labs::CourseLesson lesson = labs::read_lesson(std::filesystem::path(name_or_path).stem().string(),
                                                file.text, problems);
  if (!problems.empty()) {
    error = problems.front();
    return std::nullopt;
  }
  return lesson;
}

const std::vector<CourseTitle>& course_titles() {
  static const std::vector<CourseTitle> titles = [] {
    std::vector<CourseTitle> all;
    for (const labs::CourseLesson& lesson : labs::course_lessons())
      all.push_back({lesson.id, lesson.title, lesson.minutes});
    return all;
  }();
  return titles;
}

const CourseTitle* next_course(std::string_view id) {
  const std::vector<CourseTitle>& all = course_titles();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const CourseTitle& one) { return one.id == id; });
  return found == all.end() || found + 1 == all.end() ? nullptr : &*(found + 1);
}

std::string_view unit_of_count(std::string_view count, std::uint64_t n) {
  struct Row {
    std::string_view count, one, many;
  };
  static constexpr Row rows[] = {{"wavefronts", "unit.wavefront", "unit.wavefronts"},
                                 {"ideal_wavefronts", "unit.wavefront", "unit.wavefronts"},
                                 {"bank_conflicts", "unit.conflict", "unit.conflicts"},
                                 {"sectors", "unit.sector", "unit.sectors"},
                                 {"ideal_sectors", "unit.sector", "unit.sectors"},
                                 {"passes", "unit.pass", "unit.passes"},
                                 {"lanes", "unit.lane", "unit.lanes"},
                                 {"banks", "unit.bank", "unit.banks"},
                                 {"words", "unit.word", "unit.words"},
                                 {"bytes", "unit.byte", "unit.bytes"},
                                 {"fetched", "unit.byte", "unit.bytes"},
                                 {"lines", "course.line", "course.lines"},
                                 {"warps", "course.warp", "course.warps"},
                                 {"fitting_warps", "course.warp", "course.warps"},
                                 {"fitting_blocks", "course.block", "course.blocks"},
                                 {"requests", "course.request", "course.requests"}};
  if (count.starts_with("line_")) count.remove_prefix(5);
  for (const Row& row : rows)
    if (row.count == count) return language::tr(n == 1 ? row.one : row.many);
  return {};
}

Course::Course(labs::CourseLesson lesson) : lesson_(std::move(lesson)), marks_(lesson_.moments.size()) {
  enter(0, false);
}

void Course::enter(std::size_t index, bool shown) {
  index_ = index;
  phase_ = Phase::Waiting;
  after_ = shown || moment().ask.empty() ? Phase::Shown : Phase::Asked;
  aside_ = ended_ = false;
  place_.reset();
  last_wavefront_ = 0;
  sentence_.clear();
  problem_.clear();
  moved_.reset();
  counts_.clear();
  words_.clear();
}

bool Course::question_in_sight() const {
  return !aside_ && !moment().ask.empty() && (phase_ == Phase::Asked || phase_ == Phase::Shown);
}

Course::Step Course::next() {
  if (phase_ == Phase::Waiting) return Step::Stays;
  if (phase_ == Phase::Asked) {
    show();
    return Step::Shows;
  }
  if (index_ + 1 >= lesson_.moments.size()) return std::exchange(ended_, true) ? Step::Ends : Step::Stays;
  enter(index_ + 1, marks_[index_ + 1].shown);
  return Step::Changes;
}

Course::Step Course::back() {
  if (std::exchange(ended_, false)) return Step::Stays;
  if (index_ == 0) return Step::Stays;
  enter(index_ - 1, marks_[index_ - 1].shown);
  return Step::Changes;
}

void Course::go_to(std::size_t index) { enter(std::min(index, lesson_.moments.size() - 1), false); }

void Course::show() {
  phase_ = Phase::Shown;
  Mark& mark = marks_[index_];
  mark.shown = true;
  aside_ = false;
  const std::optional<std::size_t> correct = right();
  if (mark.chosen && correct && !mark.first_was_right) mark.first_was_right = mark.chosen == correct;
}

void Course::ask_or_hide() {
  if (moment().ask.empty() || phase_ == Phase::Waiting) return;
  if (phase_ == Phase::Shown && !aside_) {
    phase_ = Phase::Asked;
    marks_[index_].chosen.reset();
  } else {
    aside_ = !aside_;
  }
}

void Course::choose(std::size_t choice) {
  if (phase_ == Phase::Asked && choice < moment().choices.size()) {
    marks_[index_].chosen = choice;
    aside_ = false;
  }
}

std::optional<std::size_t> Course::right() const {
  const labs::Moment& now = moment();
  if (now.choices.empty()) return std::nullopt;
  if (now.right > 0) return now.right - 1;
  const auto counted = counts_.find(now.count);
  if (counted == counts_.end()) return std::nullopt;
  const auto found = std::find(now.choices.begin(), now.choices.end(), std::to_string(counted->second));
  if (found == now.choices.end()) return std::nullopt;
  return static_cast<std::size_t>(found - now.choices.begin());
}

Course::Score Course::score() const {
  Score score;
  for (const Mark& mark : marks_) {
    score.of += mark.first_was_right.has_value() ? 1 : 0;
    score.right += mark.first_was_right.value_or(false) ? 1 : 0;
  }
  return score;
}

void Course::forget_score() {
  for (Mark& mark : marks_) mark.first_was_right.reset();
}

void Course::arrived(const run::Result& run, const playback::Playback& playback, const Device& device,
                     const Counts& of_program) {
  if (phase_ != Phase::Waiting) return;
  const labs::Moment& now = moment();
  if (playback.trace() == nullptr || !run.program) {
    failed(std::string(language::tr("course.no_run")));
    return;
  }
  place_ = find_place(run, playback, {now.at, now.access, now.turn, now.warp}, problem_);
  if (!place_) {
    failed(problem_);
    return;
  }
  last_wavefront_ = std::max(1u, playback.steps_of(place_->event)) - 1;
  counts_ = lesson_counts(*playback.trace(), *place_);
  counts_.insert(of_program.begin(), of_program.end()); // the access's own go before
  counts_.merge(occupancy_counts(run, device));
  for (const auto& [parameter, value] : run.launch.macros) words_[parameter] = value;
  if (const auto counted = counts_.find(now.count); now.counted && counted == counts_.end())
    problem_ = language::trf("course.not_counted", language::arg("count", now.count));
  else if (now.counted && counted->second != *now.counted) moved_ = Moved{*now.counted, counted->second};
  if (std::optional<std::string> filled = fill_answer(now.say, counts_, words_)) sentence_ = *filled;
  else {
    sentence_ = now.say;
    if (problem_.empty()) problem_ = language::tr("lesson.no_count");
  }
  phase_ = after_;
  if (phase_ == Phase::Shown) marks_[index_].shown = true;
}

void Course::failed(std::string why) {
  if (phase_ != Phase::Waiting) return;
  problem_ = std::move(why);
  sentence_ = moment().say;
  phase_ = Phase::Shown; // there is nothing to guess
  marks_[index_].shown = true;
}

} // namespace warpscope::lesson
