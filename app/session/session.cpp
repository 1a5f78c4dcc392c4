#include "app/session/session.h"

#include "app/document/files.h"
#include "app/document/request.h"
#include "app/language/language.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpscope::session {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Device device_of(const document::Catalog& catalog, const std::string& id) {
  if (const Device* device = catalog.find_device(id)) return *device;
  return catalog.devices.empty() ? Device{} : catalog.devices.front();
}

constexpr std::size_t max_answers = 256;

} // namespace

Session::Session(document::Catalog catalog, std::unique_ptr<jobs::Simulator> simulator,
                 std::function<void()> wake)
    : clock(steady_seconds), catalog_(std::move(catalog)), worker_(std::move(simulator), std::move(wake)) {
  if (catalog_.find_device(document_.device) == nullptr && !catalog_.devices.empty())
    document_.device = catalog_.devices.front().id;
  submit();
}

// ---- edits

void Session::set_mode(document::SourceMode mode) {
  edit(document::DocumentPart::Mode, [&](document::Document& d) { d.mode = mode; });
}
void Session::set_expression(std::string text) {
  edit(document::DocumentPart::Expression, [&](document::Document& d) { d.expression = std::move(text); });
}
void Session::set_declaration(std::string text) {
  edit(document::DocumentPart::Declaration, [&](document::Document& d) { d.declaration = std::move(text); });
}
void Session::set_block(std::string text) {
  edit(document::DocumentPart::Block, [&](document::Document& d) { d.block = std::move(text); });
}

void Session::set_warp(std::uint32_t warp) {
  if (warp == document_.warp) return;
  history_.before_edit(now(), document::DocumentPart::Warp, clock());
  document_.warp = warp;
  overtime_ = 0;
  // The block is simulated already; only what is looked at changes.
  rebuild_track(false);
  rebuild_rows();
  refresh_examples();
}

void Session::set_kernel_text(std::string text) {
  edit(document::DocumentPart::Kernel,
       [&](document::Document& d) { d.kernel_text = std::make_shared<const std::string>(std::move(text)); });
}

void Session::set_choice(const std::string& name, const std::string& value) {
  edit(document::DocumentPart::Choice, [&](document::Document& d) {
    for (auto& [known, text] : d.choices)
      if (known == name) {
        text = value;
        return;
      }
    d.choices.emplace_back(name, value);
  });
}

bool Session::set_lab(const std::string& id) {
  const document::LabEntry* lab = catalog_.find_lab(id);
  if (lab == nullptr) return false;
  leave_text();
  history_.seal();
  edit(document::DocumentPart::Lab, [&](document::Document& d) {
    d.mode = document::SourceMode::Kernel;
    d.kernel_text = std::make_shared<const std::string>(lab->text);
    d.kernel_file = id + ".cu";
    d.kernel_folder.clear();
    d.file_form.reset();
    d.lab = id;
    d.choices.clear();
    d.cuts.clear();
    d.row_lengths.clear();
  });
  remember_saved();
  return true;
}

bool Session::set_device(const std::string& id) {
  if (catalog_.find_device(id) == nullptr) return false;
  edit(document::DocumentPart::Device, [&](document::Document& d) { d.device = id; });
  return true;
}

void Session::set_example(const Example& example) {
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) {
    d.mode = document::SourceMode::Expression;
    d.expression = example.expression;
    d.declaration = example.declaration;
  });
  history_.seal();
}

void Session::apply(const Remedy& remedy) {
  history_.seal();
  edit(document::DocumentPart::Remedy, [&](document::Document& d) { d = remedy.after; });
  history_.seal();
}

void Session::show_as_kernel() {
  if (simulated_text_.empty()) return;
  leave_text();
  history_.seal();
  edit(document::DocumentPart::Mode, [&](document::Document& d) {
    d.mode = document::SourceMode::Kernel;
    d.kernel_text = std::make_shared<const std::string>(simulated_text_);
    d.kernel_file = "expression.cu";
    d.kernel_folder.clear();
    d.file_form.reset();
    d.lab.clear();
    d.choices.clear();
    d.cuts.clear();
    d.row_lengths.clear();
  });
  remember_saved(); // nothing of the person's own is in it yet that the expression does not hold
}

void Session::reset() {
  history_.seal();
  fresh_ = true;
  const document::LabEntry* lab = catalog_.find_lab(document_.lab);
  edit(document::DocumentPart::Lab, [&](document::Document& d) {
    if (d.mode == document::SourceMode::Expression) {
      const document::Document first;
      d.expression = first.expression;
      d.declaration = first.declaration;
      d.block = first.block;
      d.warp = first.warp;
    } else {
      d.choices.clear();
      d.cuts.clear();
      d.row_lengths.clear();
      if (lab != nullptr) d.kernel_text = std::make_shared<const std::string>(lab->text);
    }
  });
  history_.seal();
}

// ---- jobs and results

void Session::submit() {
  ++generation_;
  forget_lesson();
  Diagnostics diagnostics;
  const Device device = device_of(catalog_, document_.device);
  std::optional<document::PreparedText> prepared = document::prepare(document_, device, diagnostics);
  if (!prepared) {
    diagnostics_ = std::move(diagnostics);
    stale_ = picture_ != nullptr;
    // Nothing to run; an empty job still ends the older one.
    return;
  }
  expression_kernel_ = prepared->expression_kernel;
  expression_input_ = prepared->expression_input;
  simulated_text_ = prepared->request.text;
  jobs::Job job;
  job.generation = generation_;
  job.picture = prepared->request;
  job.picture.races = document_.mode == document::SourceMode::Kernel;
  if (order_) job.picture.schedule = *order_;
  if (document_.mode == document::SourceMode::Expression)
    for (auto& [example, after] : prepared_examples())
      if (after && !answers_.contains(after->key))
        job.probes.push_back({after->key, std::move(after->request)});
  job.more_probes = [document = document_, device](const run::Result& picture) {
    std::vector<jobs::Probe> probes;
    for (const Remedy& remedy : find_remedies(document, picture, std::nullopt)) {
      Diagnostics ignored;
      if (std::optional<document::PreparedText> after = document::prepare(remedy.after, device, ignored))
        probes.push_back({remedy.key, std::move(after->request)});
    }
    return probes;
  };
  worker_.submit(std::move(job));
  refresh_examples();
  sweep_asked_ = false; // a job drops the questions
  replan_sweep();
}

bool Session::poll() {
  worker_.nudge();
  bool news = false;
  for (jobs::Delivery& delivery : worker_.take()) {
    if (delivery.kind == jobs::Delivery::Kind::Probe) {
      // True whatever has been typed since: the key is the text that was simulated.
      if (answers_.size() >= max_answers) answers_.clear();
      answers_[delivery.key] = std::move(delivery.result);
      ++answered_;
      news = true;
      continue;
    }
    if (delivery.kind == jobs::Delivery::Kind::Answer) { // true whatever has been typed since, too
      take_sweep_answer(delivery);
      news = true;
      continue;
    }
    if (delivery.generation != generation_) continue;
    news = true;
    if (delivery.kind == jobs::Delivery::Kind::Picture) {
      take_picture(std::move(delivery.result));
    } else {
      grid_ = std::move(delivery.result);
      rebuild_rows();
      if (pinned_ && pinned_->picture == picture_)
        pin(); // the whole grid was still counted when it was pinned
    }
  }
  if (picture_ && rows_language_ != language::chosen_language().data()) {
    rebuild_rows();
    news = true;
  }
  std::uint64_t done = 0, total = 0;
  worker_.progress(done, total);
  if (done != progress_done_ || total != progress_total_) news = true;
  progress_done_ = done;
  progress_total_ = total;
  if (news) refresh_examples();
  return news;
}

void Session::take_picture(std::shared_ptr<const run::Result> result) {
  diagnostics_ = result->diagnostics;
  if (document_.mode == document::SourceMode::Expression)
    for (Diagnostic& diagnostic : diagnostics_)
      expression::map_to_input(expression_kernel_, expression_input_, diagnostic);
  if (!take_barriers(*result)) {
    submit(); // without the cuts that are gone
    return;
  }
  if (result->status == run::Status::UserError || !result->program || !result->trace) {
    stale_ = picture_ != nullptr;
    if (!has_errors(diagnostics_)) {
      Diagnostic diagnostic;
      diagnostic.message = language::tr("error.not_simulated");
      diagnostics_.push_back(std::move(diagnostic));
    }
    return;
  }
  std::vector<bool> sites;
  if (document_.mode == document::SourceMode::Expression) {
    sites = document::own_sites(expression_kernel_, expression_input_, *result->program);
    // Half typed, "tile" alone is an expression too: it shows nothing, so the last picture stays.
    if (picture_ != nullptr && result->run.faults.empty() &&
        !results::warp_cost(*result, std::nullopt, sites).valid) {
      Diagnostic diagnostic;
      diagnostic.file = "expression";
      diagnostic.message = language::tr("error.no_memory");
      diagnostics_.push_back(std::move(diagnostic));
      stale_ = true;
      return;
    }
  }
  stale_ = false;
  picture_generation_ = generation_;
  picture_ = std::move(result);
  grid_.reset();
  run_ = playback::Run::of(picture_);
  playback_ = run_->playback();
  picture_text_ = simulated_text_;
  forget_comparison();
  difference_.reset();
  sites_ = std::move(sites);
  rebuild_track(fresh_);
  fresh_ = false;
  if (moment_to_restore_) just_cut_ = false;
  if (moment_to_restore_) seek_moment(*std::exchange(moment_to_restore_, std::nullopt));
  if (step_to_restore_) seek(*std::exchange(step_to_restore_, std::nullopt));
  hazard_.reset();
  rebuild_rows();
  show_cut();
  replan_sweep(); // the header may have other parameters now
  if (sweep_follows) ask_sweep();
  lesson_arrived();
}

void Session::rebuild_track(bool fresh) {
  const playback::Moment before = moment();
  const std::uint64_t step_before = step_;
  const bool expression = document_.mode == document::SourceMode::Expression;
  track_ = playback::Track(
      playback_, expression ? std::optional(std::min(document_.warp, warps() - 1)) : std::nullopt, sites_);
  if (fresh) {
    step_ = first_look();
    fraction_ = 0;
    since_step_ = 1e9;
  } else if (expression) {
    // Another warp's moment is no place here; the same step is.
    step_ = track_.empty() ? 0 : std::min(step_before, track_.steps() - 1);
  } else {
    step_ = track_.step_of(before);
  }
  // Marks of another text mean nothing; of an edited one they stay where they can.
  if (fresh) marks_ = std::exchange(marks_to_restore_, {});
  playback::fit(marks_, track_.steps());
  if (marks_.pin) marks_.pin = track_.moment_at(track_.step_of(*marks_.pin));
  if (fresh || !counts_hidden() || !asked_event()) prediction_ = {};
}

void Session::rebuild_rows() {
  ++version_;
  rows_language_ = language::chosen_language().data();
  if (!picture_) return;
  const run::Result* grid = grid_ && grid_->status != run::Status::UserError ? grid_.get() : nullptr;
  const bool looked_through = document_.mode == document::SourceMode::Kernel;
  hazards_ = looked_through ? results::hazard_rows(*picture_, grid) : std::vector<results::HazardRow>();
  story_.reset();
  if (!hazard_ && !hazards_.empty() && hazards_.front().in_picture && !hazards_.front().quiet) hazard_ = 0;
  if (hazard_ && *hazard_ >= hazards_.size()) hazard_.reset();
  gutter_ = results::gutter_rows(grid != nullptr ? *grid : *picture_);
  rows_ = results::result_rows(
      *picture_, grid,
      document_.mode == document::SourceMode::Expression ? std::min(document_.warp, warps() - 1) : 0, sites_);
}

std::optional<float> Session::grid_progress() const {
  if (progress_total_ == 0) return std::nullopt;
  return static_cast<float>(static_cast<double>(progress_done_) / static_cast<double>(progress_total_));
}

const Diagnostic* Session::error_in(std::string_view field) const {
  for (const Diagnostic& diagnostic : diagnostics_)
    if (diagnostic.severity == Severity::Error && diagnostic.file == field) return &diagnostic;
  return nullptr;
}

std::string Session::trouble() const {
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
    if (std::string text = sentence(*grid_); !text.empty()) return text;
  return picture_ ? sentence(*picture_) : std::string();
}

std::uint32_t Session::warps() const {
  const std::uint64_t threads = block().count();
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>((threads + 31) / 32, 1, 32));
}

Dim3 Session::block() const {
  if (picture_ && !stale_) return picture_->launch.block;
  std::string ignored;
  if (document_.mode == document::SourceMode::Expression)
    if (const std::optional<Dim3> typed = document::parse_block(document_.block, ignored)) return *typed;
  return picture_ ? picture_->launch.block : Dim3{32, 1, 1};
}

std::vector<Session::Parameter> Session::parameters() const {
  std::vector<Parameter> list;
  if (document_.mode != document::SourceMode::Kernel || !picture_) return list;
  for (const source::ScenarioParameter& parameter : picture_->scenario.parameters) {
    Parameter p{parameter.name, parameter.choices,
                parameter.choices.empty() ? "" : parameter.choices.front()};
    for (const auto& [name, value] : document_.choices)
      if (name == p.name) p.value = value;
    list.push_back(std::move(p));
  }
  return list;
}

} // namespace warpscope::session
