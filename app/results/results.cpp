// Works out what is said of the run on the stage, on the first question.
#include "app/results/results.h"

#include "sim/launch/fault_text.h"

#include <algorithm>
#include <utility>

namespace warpscope::results {

void Results::look_at(Of of) {
  if (of == of_) return;
  if (of.shown != of_.shown) {
    chosen_ = false;
    hazard_.reset();
  }
  of_ = std::move(of);
  rows_.reset();
  gutter_.clear();
  hazards_.reset();
  wrong_.reset();
  story_.reset();
}

const run::Result* Results::counted_grid() const {
  return of_.grid && of_.grid->status != run::Status::UserError ? of_.grid.get() : nullptr;
}

const std::vector<ResultRow>& Results::all_rows() const {
  if (!rows_)
    rows_ = of_.shown ? result_rows(of_.shown->run->result(), counted_grid(), of_.warp, of_.shown->sites)
                      : std::vector<ResultRow>();
  return *rows_;
}

const std::vector<ResultRow>& Results::rows() const {
  static const std::vector<ResultRow> nothing;
  return of_.hidden ? nothing : all_rows();
}

const std::vector<GutterRow>& Results::gutter(std::uint32_t file) const {
  static const std::vector<GutterRow> nothing;
  if (of_.hidden || !of_.shown) return nothing;
  const auto known = gutter_.find(file);
  if (known != gutter_.end()) return known->second;
  const run::Result* grid = counted_grid();
  return gutter_[file] = gutter_rows(grid != nullptr ? *grid : of_.shown->run->result(), file);
}

const std::vector<HazardRow>& Results::hazards() const {
  static const std::vector<HazardRow> none;
  if (of_.stale || !of_.kernel || !of_.shown) return none;
  if (!hazards_) hazards_ = hazard_rows(of_.shown->run->result(), counted_grid());
  return *hazards_;
}

std::optional<std::size_t> Results::selected_hazard() const {
  const std::vector<HazardRow>& all = hazards();
  if (all.empty()) return std::nullopt;
  if (!chosen_) {
    const auto race = std::find_if(all.begin(), all.end(), [](const HazardRow& row) { return !row.fault; });
    return race != all.end() && race->in_picture && !race->quiet
               ? std::optional(static_cast<std::size_t>(race - all.begin()))
               : std::nullopt;
  }
  return hazard_ && *hazard_ < all.size() ? hazard_ : std::nullopt;
}

void Results::select_hazard(std::optional<std::size_t> row) {
  if (row && *row >= hazards().size()) return;
  chosen_ = true;
  hazard_ = row;
  story_.reset();
}

const races::HazardStory* Results::hazard_story() const {
  const std::optional<std::size_t> row = selected_hazard();
  if (!row || !hazards()[*row].in_picture) return nullptr;
  const playback::Run& run = *of_.shown->run;
  if (!story_) story_ = races::tell_hazard(run.trace(), run.result().hazards[*hazards()[*row].in_picture]);
  return story_->in_trace ? &*story_ : nullptr;
}

std::optional<std::size_t> Results::fault_event(std::size_t row) const {
  if (row >= hazards().size() || !hazards()[row].fault) return std::nullopt;
  const HazardRow& fault = hazards()[row];
  const trace::BlockTrace& trace = of_.shown->run->trace();
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const trace::BlockTrace::Event& event = trace.event(i);
    if (event.kind != trace::StepKind::Access || event.site_or_pc != fault.site) continue;
    const bool its_warp = fault.block == trace.block() && event.warp == fault.thread / warp_size;
    if (its_warp || !found) found = i; // its last one: a warp that faults goes no further
  }
  return found;
}

Wrong Results::wrong_at(std::uint32_t site) const {
  if (of_.stale || !of_.shown) return Wrong::Nothing;
  if (!wrong_) {
    wrong_.emplace();
    for (const HazardRow& row : hazards())
      for (const std::uint32_t access : {row.first_site, row.site})
        if (row.spoils(access)) (*wrong_)[access] = Wrong::Race;
    const program::Program& program = of_.shown->run->program();
    for (const run::Result* run : {&of_.shown->run->result(), counted_grid()})
      if (run != nullptr)
        for (const trace::Fault& fault : run->run.faults) {
          if (fault.kind == trace::FaultKind::Budget)
            continue; // the run ended there; the access is not wrong
          if (const program::Site* access = launch::site_at(program, fault.pc))
            (*wrong_)[static_cast<std::uint32_t>(access - program.sites.data())] = Wrong::Fault;
        }
  }
  const auto known = wrong_->find(site);
  return known != wrong_->end() ? known->second : Wrong::Nothing;
}

std::optional<std::size_t> Results::telling_hazard() const {
  const std::vector<HazardRow>& all = hazards();
  if (all.empty()) return std::nullopt;
  const playback::Run& run = *of_.shown->run;
  for (std::size_t i = 0; i < std::min(all.size(), races::most_told); ++i)
    if (all[i].in_picture &&
        races::tell_hazard(run.trace(), run.result().hazards[*all[i].in_picture]).readers > 0)
      return i;
  return 0;
}

} // namespace warpscope::results
