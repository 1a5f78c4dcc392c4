// Lists faults, races and divergent barriers, the loud ones first.
#include "app/results/hazards.h"

#include "app/document/words.h"
#include "app/language/language.h"
#include "sim/launch/fault_text.h"
#include "sim/run/hazard_text.h"

#include <algorithm>
#include <bit>

namespace warpscope::results {

namespace {

std::string listed(const std::vector<std::uint32_t>& lines) {
  std::string text;
  for (const std::uint32_t line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  return text;
}

/// The faults of a run, a row for each access that faults: its first fault, and how many lanes have one.
void add_faults(const run::Result& of, std::vector<HazardRow>& rows) {
  if (of.program == nullptr) return;
  for (const trace::Fault& fault : of.run.faults) {
    if (fault.kind == trace::FaultKind::Budget) continue; // nothing is wrong with the text
    if (fault.kind == trace::FaultKind::Deadlock && !of.run.barrier_divergence.empty())
      continue; // a row's own
    const program::Site* site = launch::site_at(*of.program, fault.pc);
    HazardRow row;
    row.fault = true;
    row.said = run::at_pc(of, fault.pc, fault.message);
    row.said.severity = Severity::Error;
    row.first_line = row.line = row.said.span.line;
    if (site != nullptr)
      row.first_site = row.site = static_cast<std::uint32_t>(site - of.program->sites.data());
    row.count = std::max(1, std::popcount(fault.lanes));
    row.thread = fault.thread;
    row.block = fault.block;
    const auto known = std::find_if(rows.begin(), rows.end(), [&](const HazardRow& other) {
      return site != nullptr ? other.site == row.site : other.said.message == row.said.message;
    });
    if (known == rows.end()) rows.push_back(std::move(row));
    else known->count += row.count;
  }
}

} // namespace

std::vector<HazardRow> hazard_rows(const run::Result& picture, const run::Result* grid) {
  const bool whole = grid != nullptr && grid->program != nullptr &&
                     (!grid->hazards.empty() || !grid->run.barrier_divergence.empty());
  const run::Result& of = whole ? *grid : picture;
  std::vector<HazardRow> rows;
  if (!of.program) return rows;
  // The block on the stage comes first: its fault is the one that can be shown.
  const bool counted = grid != nullptr && grid->program != nullptr;
  add_faults(picture.run.faults.empty() && counted ? *grid : picture, rows);
  for (const races::Hazard& hazard : of.hazards) {
    HazardRow row;
    row.first_site = hazard.first.site;
    row.site = hazard.second.site;
    row.first_line = of.program->sites[hazard.first.site].span.line;
    row.line = races::second_span(*of.program, hazard).line;
    row.count = hazard.count;
    row.quiet = hazard.same_value;
    row.kind = hazard.kind;
    const auto here = std::find_if(
        picture.hazards.begin(), picture.hazards.end(), [&](const races::Hazard& h) {
          return h.kind == hazard.kind && h.space == hazard.space && h.first.site == hazard.first.site &&
                 h.second.site == hazard.second.site && h.register_pc == hazard.register_pc &&
                 !h.between_blocks() && !hazard.between_blocks();
        });
    if (here != picture.hazards.end())
      row.in_picture = static_cast<std::size_t>(here - picture.hazards.begin());
    row.said = run::describe_hazard(of, hazard);
    rows.push_back(std::move(row));
  }
  for (const exec::BarrierDivergence& divergence : of.run.barrier_divergence) {
    HazardRow row;
    row.said = run::describe_divergence(of, divergence);
    row.first_line = row.line = row.said.span.line;
    row.count = divergence.missing.size();
    rows.push_back(std::move(row));
  }
  std::stable_partition(rows.begin(), rows.end(), [](const HazardRow& row) { return !row.quiet; });
  return rows;
}

std::optional<OverBudget> over_budget(const run::Result& picture, const run::Result* grid) {
  for (const run::Result* run : {grid, &picture}) {
    if (run == nullptr || run->program == nullptr) continue;
    for (const trace::Fault& fault : run->run.faults)
      if (fault.kind == trace::FaultKind::Budget) {
        const Span loop = launch::loop_span(fault, *run->program);
        return OverBudget{loop.line, loop.file, document::without_options(run->run.budget_message)};
      }
  }
  return std::nullopt;
}

std::string removed_barriers(const std::vector<std::uint32_t>& cuts) {
  if (cuts.empty()) return {};
  return language::trf(cuts.size() == 1 ? "cut.removed" : "cut.removed_all",
                       language::arg("lines", listed(cuts)));
}

std::string undefined_because(const std::vector<HazardRow>& rows, const std::vector<std::uint32_t>& cuts) {
  // What a fault leaves behind is said where the fault is.
  const auto race = std::find_if(rows.begin(), rows.end(), [](const HazardRow& row) { return !row.fault; });
  if (race == rows.end() || race->quiet) return {};
  if (!cuts.empty())
    return language::trf(cuts.size() == 1 ? "cut.undefined" : "cut.undefined_all",
                         language::arg("lines", listed(cuts)));
  const HazardRow& row = *race;
  if (row.line == 0) return std::string(language::tr("hazard.undefined"));
  return row.first_line == 0 || row.first_line == row.line
             ? language::trf("hazard.undefined_line", language::arg("line", row.line))
             : language::trf("hazard.undefined_lines", language::arg("first", row.first_line),
                             language::arg("second", row.line));
}

} // namespace warpscope::results
