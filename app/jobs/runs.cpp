// Hands documents to the worker and takes runs, grids and answers back.
#include "app/jobs/runs.h"

#include "app/document/cuts.h"
#include "app/document/words.h"
#include "app/language/language.h"
#include "sim/run/estimate_error.h"

#include <algorithm>
#include <utility>

namespace warpscope::jobs {

namespace {

constexpr std::size_t max_answers = 256;

} // namespace

Runs::Runs(std::unique_ptr<Simulator> simulator, std::function<void()> wake)
    : worker_(std::move(simulator), std::move(wake)) {}

void Runs::start(const document::Document& document, const Device& device) {
  ++generation_;
  document_ = document;
  device_ = device;
  Diagnostics diagnostics;
  std::optional<document::PreparedText> prepared = document::prepare(document, device, diagnostics);
  if (!prepared) {
    diagnostics_ = std::move(diagnostics);
    stale_ = shown_ != nullptr;
    return; // what still runs is of an older generation: nobody takes it
  }
  expression_kernel_ = prepared->expression_kernel;
  expression_input_ = prepared->expression_input;
  simulated_text_ = prepared->request.text;
  request_ = prepared->request;
  key_ = prepared->key;
  for (auto& [key, times] : estimates_) times.asked = false; // submit() drops them
  beside_.asked = beside_.had;
  Job job;
  job.generation = generation_;
  job.picture = prepared->request;
  job.picture.races = document.mode == document::SourceMode::Kernel;
  if (order_) job.picture.schedule = *order_;
  if (document.mode == document::SourceMode::Expression)
    for (auto& [example, after] : results::prepared_examples(document, device))
      if (after && !answers_.contains(after->key))
        job.probes.push_back({after->key, std::move(after->request)});
  job.more_probes = [document, device](const run::Result& picture) {
    std::vector<Probe> probes;
    for (const results::Remedy& remedy : results::find_remedies(document, device, picture, std::nullopt)) {
      Diagnostics ignored;
      if (std::optional<document::PreparedText> after = document::prepare(remedy.after, device, ignored))
        probes.push_back({remedy.key, std::move(after->request)});
    }
    return probes;
  };
  worker_.submit(std::move(job));
  sweeper_.forget_questions();
  sweeper_.replan(sweep_of());
}

void Runs::refuse(const document::Document& document, Diagnostics why) {
  ++generation_;
  document_ = document;
  diagnostics_ = std::move(why);
  stale_ = shown_ != nullptr;
}

Runs::News Runs::poll() {
  worker_.nudge();
  News news;
  for (Delivery& delivery : worker_.take()) {
    switch (delivery.kind) {
    case Delivery::Kind::Probe:
      if (answers_.size() >= max_answers) answers_.clear();
      answers_[delivery.key] = std::move(delivery.result);
      ++answered_;
      news.any = true;
      break;
    case Delivery::Kind::Answer:
      sweeper_.take(delivery);
      news.any = true;
      break;
    case Delivery::Kind::Machine:
      if (!delivery.key.empty()) {
        if (delivery.key != beside_.key) break;
        news.any = true;
        beside_.machine = std::move(delivery.machine);
        beside_.had = beside_.asked;
        break;
      }
      if (delivery.generation != generation_) break;
      news.any = news.machine = true;
      machine_ = std::move(delivery.machine);
      machine_had_ = machine_asked_;
      break;
    case Delivery::Kind::Estimate:
      news.any = news.estimate = true;
      take_estimate(delivery);
      break;
    case Delivery::Kind::Picture: {
      if (delivery.generation != generation_) break;
      news.any = true;
      if (document_.mode == document::SourceMode::Kernel) news.program = delivery.result->program;
      const Taken taken = take_picture(std::move(delivery.result));
      news.run |= taken == Taken::Shown;
      news.cuts_lost |= taken == Taken::CutsLost;
      break;
    }
    case Delivery::Kind::Grid:
      if (delivery.generation != generation_ || shown_generation_ != generation_) break;
      news.any = news.grid = true;
      grid_ = std::move(delivery.result);
      break;
    }
  }
  std::uint64_t done = 0, total = 0;
  worker_.progress(done, total);
  if (done != progress_done_ || total != progress_total_) news.any = true;
  progress_done_ = done;
  progress_total_ = total;
  return news;
}

void Runs::not_shown(std::string_view field, std::string_view sentence) {
  Diagnostic diagnostic;
  diagnostic.file = field;
  diagnostic.message = sentence;
  diagnostics_.push_back(std::move(diagnostic));
}

Runs::Taken Runs::take_picture(std::shared_ptr<const run::Result> result) {
  const bool expression = document_.mode == document::SourceMode::Expression;
  diagnostics_ = result->diagnostics;
  for (Diagnostic& diagnostic : diagnostics_)
    diagnostic.message = document::without_options(std::move(diagnostic.message));
  if (expression)
    for (Diagnostic& diagnostic : diagnostics_)
      expression::map_to_input(expression_kernel_, expression_input_, diagnostic);
  if (!expression && result->program) {
    const std::vector<std::uint32_t> barriers = document::barrier_lines(*result->program, document_.cuts);
    if (!std::includes(barriers.begin(), barriers.end(), document_.cuts.begin(), document_.cuts.end()))
      return Taken::CutsLost;
  }
  if (result->status == run::Status::UserError || !result->program || !result->trace) {
    stale_ = shown_ != nullptr;
    if (!has_errors(diagnostics_)) not_shown({}, language::tr("error.not_simulated"));
    return Taken::NotShown;
  }
  auto shown = std::make_shared<results::ShownRun>();
  if (expression) {
    shown->sites = document::own_sites(expression_kernel_, expression_input_, *result->program);
    // Half typed, "tile" alone is an expression too: it shows nothing, so the last picture stays.
    if (result->run.faults.empty() && !results::warp_cost(*result, std::nullopt, shown->sites).valid) {
      const std::string row = document::row_words(document_.expression, document_.declaration);
      if (shown_ != nullptr || !row.empty()) {
        not_shown("expression", row.empty() ? language::tr("error.no_memory") : row);
        stale_ = shown_ != nullptr;
        return Taken::NotShown;
      }
    }
  }
  shown->text = simulated_text_;
  shown->run = playback::Run::of(std::move(result),
                                 expression ? playback::Written::Expression : playback::Written::Kernel);
  shown_ = std::move(shown);
  shown_generation_ = generation_;
  stale_ = false;
  grid_.reset();
  sweeper_.replan(sweep_of()); // the header may have other parameters now
  if (sweep_follows) ask_sweep();
  return Taken::Shown;
}

std::optional<float> Runs::grid_progress() const {
  if (progress_total_ == 0) return std::nullopt;
  return static_cast<float>(static_cast<double>(progress_done_) / static_cast<double>(progress_total_));
}

const Diagnostic* Runs::error_in(std::string_view field) const {
  for (const Diagnostic& diagnostic : diagnostics_)
    if (diagnostic.severity == Severity::Error && diagnostic.file == field) return &diagnostic;
  return nullptr;
}

std::string Runs::trouble() const {
  const auto sentence = [](const run::Result& r) -> std::string {
    if (!r.run.faults.empty()) return r.run.faults.front().message;
    for (const exec::BarrierDivergence& d : r.run.barrier_divergence)
      if (d.deadlock)
        return language::trf("error.hangs", language::arg("arrived", grouped(d.arrived.size())),
                             language::arg("missing", grouped(d.missing.size())));
    if (r.status == run::Status::BudgetExceeded) return r.run.budget_message;
    if (r.status == run::Status::CheckFailed)
      for (const run::CheckResult& check : r.checks)
        if (check.mismatches > 0)
          return language::trf("error.wrong_output", language::arg("output", check.output),
                               language::arg("count", grouped(check.mismatches)),
                               language::arg("first", check.first));
    return {};
  };
  if (stale_) return {};
  if (grid_)
    if (std::string text = sentence(*grid_); !text.empty()) return document::without_options(std::move(text));
  return shown_ ? document::without_options(sentence(*picture())) : std::string();
}

// ---- the multiprocessor over time

void Runs::want_machine(std::uint32_t resident, double latency, std::uint32_t l1_bytes) {
  if (stale_ || shown_ == nullptr || shown_generation_ != generation_) return;
  const Times* times = times_of(key_);
  const auto is_read = [](const Times* of) { return of != nullptr && of->read != nullptr && of->read->code; };
  const bool read = is_read(times) && (beside_.key.empty() || is_read(times_of(beside_.key)));
  const MachineAsked asked{generation_, resident, latency, l1_bytes, read};
  if (asked == machine_asked_) return;
  MachineQuestion question{generation_, {}, request_, {resident, latency, l1_bytes, nullptr}};
  if (read) question.request.code = times->read->code;
  if (machine_had_.generation == generation_ && machine_had_.read == read && machine_ && machine_->input)
    question.choice.known = machine_;
  beside_.asked = beside_.had; // it gives way, and is asked for anew
  machine_asked_ = asked;
  worker_.ask_machine(std::move(question));
}

bool Runs::machine_is_current() const {
  return machine_ != nullptr && !stale_ && shown_generation_ == generation_ &&
         machine_had_.generation == generation_ &&
         (machine_had_ == machine_asked_ || machine_had_.differs_in_code(machine_asked_));
}

void Runs::want_machine_beside(std::uint64_t version, const document::Document& document,
                               const Device& device) {
  if (beside_.version != version) {
    beside_ = {};
    beside_.version = version;
    Diagnostics ignored;
    if (std::optional<document::PreparedText> prepared = document::prepare(document, device, ignored)) {
      beside_.key = prepared->key;
      beside_.request = std::move(prepared->request);
      beside_.request.trace_block.reset();
      beside_.request.blocks.clear();
    }
  }
  if (beside_.key.empty() || worker_.busy() || machine_is_due() || machine_asked_.generation != generation_)
    return;
  want_estimate(beside_.key, beside_.request);
  MachineAsked asked = machine_asked_;
  asked.generation = 0;
  if (asked == beside_.asked) return;
  MachineQuestion question{
      0, beside_.key, beside_.request, {asked.resident, asked.latency, asked.l1_bytes, nullptr}};
  if (asked.read) question.request.code = times_of(beside_.key)->read->code;
  if (beside_.machine && beside_.machine->input && beside_.had.read == asked.read)
    question.choice.known = beside_.machine;
  beside_.asked = asked;
  worker_.ask_machine(std::move(question));
}

// ---- how long launches take

void Runs::want_estimate(const document::RunKey& key, const run::Request& request) {
  if (key.empty()) return;
  if (const Times* known = times_of(key); known != nullptr && (known->asked || known->complete)) return;
  constexpr std::size_t most_estimates = 256;
  if (estimates_.size() >= most_estimates)
    std::erase_if(estimates_, [](const auto& known) { return !known.second.asked || known.second.complete; });
  Times& times = estimates_[key];
  times.asked = true;
  run::Request asked = request;
  asked.trace_block.reset();
  asked.blocks.clear();
  worker_.ask_estimate({key, std::move(asked)}, times.predicted != nullptr);
}

void Runs::want_estimate() {
  if (stale_ || shown_ == nullptr || shown_generation_ != generation_ || worker_.busy()) return;
  if (document_.mode == document::SourceMode::Kernel) want_estimate(key_, request_);
}

document::RunKey Runs::want_estimate(const document::Document& document, const Device& device) {
  Diagnostics ignored;
  const std::optional<document::PreparedText> prepared = document.mode == document::SourceMode::Kernel
                                                             ? document::prepare(document, device, ignored)
                                                             : std::nullopt;
  if (!prepared) return {};
  want_estimate(prepared->key, prepared->request);
  return prepared->key;
}

void Runs::take_estimate(Delivery& delivery) {
  Times& times = estimates_[delivery.key];
  if (!delivery.read) {
    times.predicted = std::move(delivery.estimate);
    return;
  }
  times.complete = true;
  const Estimated& made = *delivery.estimate;
  if (made.made && made.made->code == run::Code::Read) {
    times.read = std::move(delivery.estimate);
  } else if (times.predicted != nullptr && times.predicted->made) { // it stays, and says why
    auto told = std::make_shared<Estimated>(*times.predicted);
    told->made->why_not_read = made.made ? made.made->why_not_read : made.why_not;
    times.predicted = std::move(told);
  }
}

const Runs::Times* Runs::times_of(const document::RunKey& key) const {
  const auto known = estimates_.find(key);
  return known == estimates_.end() ? nullptr : &known->second;
}

EstimatedPtr Runs::estimate_of(const document::RunKey& key) const {
  const Times* times = times_of(key);
  if (times == nullptr) return nullptr;
  return times->read != nullptr ? times->read : times->predicted;
}

std::vector<EstimatedPtr> Runs::sweep_estimates() const {
  std::vector<EstimatedPtr> all;
  const Sweep* shown = sweep();
  if (shown == nullptr) return all;
  std::vector<Times> times;
  for (const SweepPoint& point : shown->points) {
    const Times* known = times_of(point.key);
    times.push_back(known != nullptr ? *known : Times());
  }
  // Side by side they have to be of one kind.
  const bool read = std::all_of(times.begin(), times.end(), [](const Times& t) { return t.read != nullptr; });
  for (const Times& of : times) all.push_back(read ? of.read : of.predicted);
  return all;
}

std::vector<EstimatedPtr> Runs::want_sweep_estimates() {
  const Sweep* shown = sweep();
  const bool due = std::any_of(estimates_.begin(), estimates_.end(), [](const auto& known) {
    return known.second.asked && known.second.predicted == nullptr;
  });
  if (shown != nullptr && !due && !worker_.busy())
    for (const SweepPoint& point : shown->points)
      if (const Times* known = times_of(point.key);
          !point.key.empty() && (known == nullptr || !(known->asked || known->complete))) {
        want_estimate(point.after, device_);
        break;
      }
  return sweep_estimates();
}

EstimatedPtr Runs::estimate() {
  if (stale_ || shown_ == nullptr || shown_generation_ != generation_) return nullptr;
  return or_plain(estimate_of(key_));
}

std::pair<EstimatedPtr, EstimatedPtr> Runs::estimates_of_pair(const document::RunKey& other) {
  if (stale_ || shown_ == nullptr || shown_generation_ != generation_) return {estimate_of(other), nullptr};
  const Times *a = times_of(other), *b = times_of(key_);
  if (a != nullptr && a->read != nullptr && b != nullptr && b->read != nullptr) return {a->read, b->read};
  return {a != nullptr ? a->predicted : nullptr, or_plain(b != nullptr ? b->predicted : nullptr)};
}

EstimatedPtr Runs::or_plain(EstimatedPtr known) {
  // The compiler's code may end where the text promises nothing: no time stands beside a fault.
  const auto has_no_end = [](const run::Result& result) {
    return result.status == run::Status::Faulted || result.status == run::Status::Deadlock;
  };
  if ((grid_ != nullptr && has_no_end(*grid_)) || has_no_end(shown_->run->result())) {
    static const EstimatedPtr none = std::make_shared<Estimated>(
        Estimated{.why_not = std::string(run::did_not_end)});
    return none;
  }
  if (known == nullptr || known->made || grid_ == nullptr) return known;
  if (plain_.grid != grid_) {
    auto plain = std::make_shared<Estimated>();
    plain->made = run::plain_estimate(*grid_, picture()->trace.get(), device_, known->why_not,
                                      plain->why_not);
    plain_ = {grid_, std::move(plain)};
  }
  return plain_.made;
}

// ---- orders

std::string Runs::order_sentence() const {
  const run::Result* searched = grid_ && grid_->orders ? grid_.get() : searched_.get();
  return stale_ || searched == nullptr || !searched->orders ? std::string() : searched->orders->sentence;
}

bool Runs::can_play_broken_order() const {
  return !stale_ && grid_ && grid_->orders && grid_->orders->broken && !grid_->orders->broken->whole_grid &&
         shown_ && grid_->orders->broken->block == shown_->run->trace().block() &&
         grid_->orders->broken->schedule != exec::Schedule{}; // the usual one is played already
}

const races::ScheduleSearch* Runs::damage() const {
  const run::Result* searched = order_ ? searched_.get() : grid_.get();
  if (stale_ || searched == nullptr || !searched->orders || !searched->orders->broken || !shown_)
    return nullptr;
  const races::BrokenOrder& broken = *searched->orders->broken;
  const bool here = !broken.whole_grid && broken.status == exec::RunStatus::Done &&
                    broken.block == shown_->run->trace().block() &&
                    broken.schedule == order_.value_or(exec::Schedule{});
  return here ? &*searched->orders : nullptr;
}

bool Runs::choose_broken_order(bool on) {
  if (on == order_.has_value() || (on && !can_play_broken_order())) return false;
  if (!on) {
    choose_usual_order();
    return true;
  }
  order_ = grid_->orders->broken->schedule;
  searched_ = grid_;
  return true;
}

void Runs::choose_usual_order() {
  order_.reset();
  searched_.reset();
}

bool Runs::grid_was_searched() const {
  return grid_ && shown_ && (!document_.cuts.empty() || !picture()->hazards.empty());
}

// ---- the sweep

Sweeper::Of Runs::sweep_of() const {
  return {document_, device_,
          shown_ ? picture()->scenario.parameters : std::vector<source::ScenarioParameter>()};
}

std::vector<SweepSubject> Runs::sweep_subjects() const {
  const Sweeper::Of of = sweep_of();
  return jobs::sweep_subjects(of.document, of.parameters);
}

void Runs::ask_sweep() {
  if (sweeper_.running()) worker_.ask(sweeper_.questions(device_));
}

void Runs::start_sweep(const std::string& id) {
  sweeper_.start(sweep_of(), id);
  ask_sweep();
}

void Runs::stop_sweep() {
  if (sweep() == nullptr) return;
  sweeper_.stop();
  worker_.ask({});
}

void Runs::resume_sweep() {
  sweeper_.resume();
  ask_sweep();
}

void Runs::close_sweep() {
  if (sweep() == nullptr) return;
  sweeper_.close();
  worker_.ask({});
}

bool Runs::sweeping() const {
  return sweeper_.running() && sweep()->answered() < sweep()->points.size() &&
         (sweeper_.asked() || (sweep_follows && busy()));
}

} // namespace warpscope::jobs
