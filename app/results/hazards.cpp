// Lists races and divergent barriers, the loud ones first.
#include "app/results/hazards.h"

#include "app/language/language.h"
#include "app/playback/hazard_story.h"
#include "sim/run/hazard_text.h"

#include <algorithm>

namespace warpscope::results {

namespace {

std::string listed(const std::vector<std::uint32_t>& lines) {
  std::string text;
  for (const std::uint32_t line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  return text;
}

constexpr std::size_t most_told = 8; ///< rows whose stories are looked for: they search the trace

/// The hazard with the two threads of its story, which the headline and the picture show.
races::Hazard as_told(races::Hazard hazard, const playback::HazardStory& story) {
  const bool raw = hazard.kind == races::HazardKind::Raw, war = hazard.kind == races::HazardKind::War;
  const bool same = hazard.first.thread == story.first.thread() &&
                    hazard.second.thread == story.second.thread();
  if (!story.in_trace || same || !(raw || war || hazard.kind == races::HazardKind::Waw)) return hazard;
  // The values that were found are of another word.
  const auto tell = [](races::HazardSide& side, std::uint32_t thread, std::optional<std::uint32_t> value) {
    side.thread = thread;
    side.value = value.value_or(0);
    side.value_bytes = value ? 0xf : 0;
  };
  tell(hazard.first, story.first.thread(), raw ? story.written : war ? story.read : std::nullopt);
  tell(hazard.second, story.second.thread(), raw ? story.read : story.written);
  hazard.block = hazard.second_block = story.hazard.block;
  hazard.offset = story.offset;
  return hazard;
}

} // namespace

std::vector<HazardRow> hazard_rows(const run::Result& picture, const run::Result* grid,
                                   const trace::BlockTrace* trace) {
  const bool whole = grid != nullptr && grid->program != nullptr &&
                     (!grid->hazards.empty() || !grid->run.barrier_divergence.empty());
  const run::Result& of = whole ? *grid : picture;
  std::vector<HazardRow> rows;
  if (!of.program) return rows;
  for (const races::Hazard& hazard : of.hazards) {
    HazardRow row;
    row.first_site = hazard.first.site;
    row.site = hazard.second.site;
    row.first_line = of.program->sites[hazard.first.site].span.line;
    row.line = of.program->sites[hazard.second.site].span.line;
    row.count = hazard.count;
    row.quiet = hazard.same_value;
    row.kind = hazard.kind;
    const auto here = std::find_if(
        picture.hazards.begin(), picture.hazards.end(), [&](const races::Hazard& h) {
          return h.kind == hazard.kind && h.space == hazard.space && h.first.site == hazard.first.site &&
                 h.second.site == hazard.second.site && !h.between_blocks() && !hazard.between_blocks();
        });
    if (here != picture.hazards.end())
      row.in_picture = static_cast<std::size_t>(here - picture.hazards.begin());
    const bool told = trace != nullptr && row.in_picture && rows.size() < most_told;
    row.said = run::describe_hazard(
        of, told ? as_told(hazard, playback::tell_hazard(*trace, picture.hazards[*row.in_picture])) : hazard);
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

std::string removed_barriers(const std::vector<std::uint32_t>& cuts) {
  if (cuts.empty()) return {};
  return language::trf(cuts.size() == 1 ? "cut.removed" : "cut.removed_all",
                       language::arg("lines", listed(cuts)));
}

std::string undefined_because(const std::vector<HazardRow>& rows, const std::vector<std::uint32_t>& cuts) {
  if (rows.empty() || rows.front().quiet) return {};
  if (!cuts.empty())
    return language::trf(cuts.size() == 1 ? "cut.undefined" : "cut.undefined_all",
                         language::arg("lines", listed(cuts)));
  const HazardRow& row = rows.front();
  if (row.line == 0) return std::string(language::tr("hazard.undefined"));
  return row.first_line == 0 || row.first_line == row.line
             ? language::trf("hazard.undefined_line", language::arg("line", row.line))
             : language::trf("hazard.undefined_lines", language::arg("first", row.first_line),
                             language::arg("second", row.line));
}

} // namespace warpscope::results
