// The part of the session that varies one thing: asks the worker for what is not known yet, keeps what came
// back.
#include "app/document/request.h"
#include "app/language/language.h"
#include "app/session/session.h"

#include <algorithm>

namespace warpscope::session {

namespace {

constexpr std::size_t most_kept = 4096; ///< answers; each has the totals alone

std::string problem_of(const run::Result& result) {
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity == Severity::Error) return d.message;
  if (!result.run.faults.empty()) return result.run.faults.front().message;
  if (result.status == run::Status::Deadlock) return std::string(language::tr("sweep.hangs"));
  if (result.status == run::Status::BudgetExceeded) return result.run.budget_message;
  if (result.status == run::Status::UserError) return std::string(language::tr("sweep.not_simulated"));
  return {};
}

} // namespace

std::vector<jobs::SweepSubject> Session::sweep_subjects() const {
  static const std::vector<source::ScenarioParameter> none;
  return warpscope::jobs::sweep_subjects(document_, picture_ ? picture_->scenario.parameters : none);
}

void Session::start_sweep(const std::string& id) {
  const std::vector<jobs::SweepSubject> subjects = sweep_subjects();
  const auto found = std::find_if(subjects.begin(), subjects.end(),
                                  [&](const jobs::SweepSubject& s) { return s.id == id; });
  if (found == subjects.end()) return;
  sweep_.emplace();
  sweep_->subject = *found;
  plan_sweep();
  ask_sweep();
}

void Session::stop_sweep() {
  if (!sweep_) return;
  sweep_->stopped = true;
  sweep_asked_ = false;
  worker_.ask({});
}

void Session::resume_sweep() {
  if (!sweep_) return;
  sweep_->stopped = false;
  ask_sweep();
}

void Session::close_sweep() {
  if (!sweep_) return;
  sweep_.reset();
  sweep_asked_ = false;
  worker_.ask({});
}

bool Session::sweeping() const {
  return sweep_ && !sweep_->stopped && sweep_->answered() < sweep_->points.size() &&
         (sweep_asked_ || (sweep_follows && busy()));
}

void Session::set_sweep_point(std::size_t index) {
  if (!sweep_ || index >= sweep_->points.size()) return;
  const jobs::SweepPoint& point = sweep_->points[index];
  if (sweep_->subject.kind == jobs::SweepSubject::Kind::Parameter) {
    set_choice(sweep_->subject.id, point.value);
    return;
  }
  const document::Document after = point.after;
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) {
    d.expression = after.expression;
    d.declaration = after.declaration;
  });
  history_.seal();
}

/// The subject may have another value, or other words around it, after an edit.
void Session::replan_sweep() {
  if (!sweep_) return;
  const std::vector<jobs::SweepSubject> subjects = sweep_subjects();
  const auto found = std::find_if(subjects.begin(), subjects.end(),
                                  [&](const jobs::SweepSubject& s) { return s.id == sweep_->subject.id; });
  if (found == subjects.end()) {
    sweep_.reset();
    return;
  }
  sweep_->subject = *found;
  plan_sweep();
}

void Session::plan_sweep() {
  const Device* device = catalog_.find_device(document_.device);
  sweep_->points.clear();
  for (const std::string& value : sweep_->subject.values) {
    jobs::SweepPoint point;
    point.value = value;
    point.after = jobs::with_value(document_, sweep_->subject, value);
    Diagnostics diagnostics;
    if (const std::optional<document::PreparedText> prepared = document::prepare(
            point.after, device == nullptr ? Device{} : *device, diagnostics)) {
      point.key = prepared->key;
      if (const auto known = sweep_answers_.find(point.key); known != sweep_answers_.end())
        point.counts = known->second;
    } else {
      point.counts = jobs::SweepCounts{{},
                                       diagnostics.empty() ? std::string(language::tr("sweep.unreadable"))
                                                           : diagnostics.front().message};
    }
    sweep_->points.push_back(std::move(point));
  }
}

void Session::ask_sweep() {
  if (!sweep_ || sweep_->stopped) return;
  const Device* device = catalog_.find_device(document_.device);
  std::vector<jobs::Probe> questions;
  for (const jobs::SweepPoint& point : sweep_->points) {
    if (point.counts || point.key.empty()) continue;
    Diagnostics ignored;
    std::optional<document::PreparedText> prepared = document::prepare(
        point.after, device == nullptr ? Device{} : *device, ignored);
    if (!prepared) continue;
    jobs::Probe question{point.key, std::move(prepared->request)};
    question.request.trace_block.reset(); // the totals alone are kept
    question.request.blocks.clear();
    questions.push_back(std::move(question));
  }
  sweep_asked_ = !questions.empty();
  worker_.ask(std::move(questions));
}

void Session::take_sweep_answer(const jobs::Delivery& delivery) {
  if (!sweep_) return;
  jobs::SweepCounts counts;
  counts.problem = problem_of(*delivery.result);
  if (counts.problem.empty()) {
    const auto point = std::find_if(sweep_->points.begin(), sweep_->points.end(),
                                    [&](const jobs::SweepPoint& p) { return p.key == delivery.key; });
    if (point == sweep_->points.end()) return;
    counts.totals = delivery.result->totals;
    if (point->after.mode == document::SourceMode::Expression) { // the expression's own accesses, as the
                                                                 // results show
                                                                 // them
      Diagnostics ignored;
      const std::optional<document::PreparedText> prepared = document::prepare(point->after, Device{},
                                                                               ignored);
      if (prepared && delivery.result->program) {
        const std::vector<bool> own = document::own_sites(
            prepared->expression_kernel, prepared->expression_input, *delivery.result->program);
        counts.totals = {};
        for (std::size_t i = 0; i < delivery.result->sites.size(); ++i)
          if (i < own.size() && own[i]) counts.totals += delivery.result->sites[i];
      }
    }
  }
  if (sweep_answers_.size() >= most_kept) sweep_answers_.clear();
  sweep_answers_[delivery.key] = counts;
  for (jobs::SweepPoint& point : sweep_->points)
    if (point.key == delivery.key) point.counts = counts;
}

} // namespace warpscope::session
