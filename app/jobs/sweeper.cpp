// Plans a sweep's points, asks for what is not known yet and keeps what came back.
#include "app/jobs/sweeper.h"

#include "app/document/request.h"
#include "app/document/words.h"
#include "app/language/language.h"

#include <algorithm>
#include <utility>

namespace warpscope::jobs {

namespace {

constexpr std::size_t most_kept = 4096; ///< answers; each has the totals alone

std::string problem_of(const run::Result& result) {
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity == Severity::Error) return document::without_options(d.message);
  if (!result.run.faults.empty()) return document::without_options(result.run.faults.front().message);
  if (result.status == run::Status::Deadlock) return std::string(language::tr("sweep.hangs"));
  if (result.status == run::Status::BudgetExceeded)
    return document::without_options(result.run.budget_message);
  if (result.status == run::Status::UserError) return std::string(language::tr("sweep.not_simulated"));
  return {};
}

std::optional<SweepSubject> find_subject(const Sweeper::Of& of, const std::string& id) {
  for (SweepSubject& subject : sweep_subjects(of.document, of.parameters))
    if (subject.id == id) return std::move(subject);
  return std::nullopt;
}

/// The totals of a point's own accesses, as the results show them: of an expression, without the kernel
/// around it.
model::Totals own_totals(const document::Document& document, const run::Result& result) {
  if (document.mode != document::SourceMode::Expression || !result.program) return result.totals;
  Diagnostics ignored;
  const std::optional<document::PreparedText> prepared = document::prepare(document, Device{}, ignored);
  if (!prepared) return result.totals;
  const std::vector<bool> own = document::own_sites(prepared->expression_kernel, prepared->expression_input,
                                                    *result.program);
  model::Totals totals;
  for (std::size_t i = 0; i < result.sites.size(); ++i)
    if (i < own.size() && own[i]) totals += result.sites[i];
  return totals;
}

} // namespace

void Sweeper::start(const Of& of, const std::string& subject) {
  std::optional<SweepSubject> found = find_subject(of, subject);
  if (!found) return;
  sweep_.emplace();
  sweep_->subject = std::move(*found);
  plan(of);
}

void Sweeper::stop() {
  if (sweep_) sweep_->stopped = true;
  asked_ = false;
}

void Sweeper::resume() {
  if (sweep_) sweep_->stopped = false;
}

void Sweeper::close() {
  sweep_.reset();
  asked_ = false;
}

void Sweeper::replan(const Of& of) {
  if (!sweep_) return;
  std::optional<SweepSubject> found = find_subject(of, sweep_->subject.id);
  if (!found) {
    sweep_.reset();
    return;
  }
  sweep_->subject = std::move(*found);
  plan(of);
}

void Sweeper::plan(const Of& of) {
  sweep_->points.clear();
  for (const std::string& value : sweep_->subject.values) {
    SweepPoint point;
    point.value = value;
    point.after = with_value(of.document, sweep_->subject, value);
    Diagnostics diagnostics;
    if (std::optional<document::PreparedText> prepared = document::prepare(point.after, of.device,
                                                                           diagnostics)) {
      point.key = std::move(prepared->key);
      if (const auto known = answers_.find(point.key); known != answers_.end()) point.counts = known->second;
    } else {
      point.counts = SweepCounts{{},
                                 diagnostics.empty() ? std::string(language::tr("sweep.unreadable"))
                                                     : diagnostics.front().message};
    }
    sweep_->points.push_back(std::move(point));
  }
}

std::vector<Probe> Sweeper::questions(const Device& device) {
  std::vector<Probe> questions;
  if (!running()) return questions;
  for (const SweepPoint& point : sweep_->points) {
    if (point.counts || point.key.empty()) continue;
    Diagnostics ignored;
    std::optional<document::PreparedText> prepared = document::prepare(point.after, device, ignored);
    if (!prepared) continue;
    Probe question{point.key, std::move(prepared->request)};
    question.request.trace_block.reset(); // the totals alone are kept
    question.request.blocks.clear();
    questions.push_back(std::move(question));
  }
  asked_ = !questions.empty();
  return questions;
}

void Sweeper::take(const Delivery& delivery) {
  if (!sweep_) return;
  SweepCounts counts;
  counts.problem = problem_of(*delivery.result);
  if (counts.problem.empty()) {
    const auto point = std::find_if(sweep_->points.begin(), sweep_->points.end(),
                                    [&](const SweepPoint& p) { return p.key == delivery.key; });
    if (point == sweep_->points.end()) return;
    counts.totals = own_totals(point->after, *delivery.result);
  }
  if (answers_.size() >= most_kept) answers_.clear();
  answers_[delivery.key] = counts;
  for (SweepPoint& point : sweep_->points)
    if (point.key == delivery.key) point.counts = counts;
}

} // namespace warpscope::jobs
