// What is said of the run on the stage: rows of counts, numbers beside the lines, hazards. Worked out when
// asked for and kept until the run, its grid, the warp or the language is another one.
#pragma once

#include "app/results/gutter.h"
#include "app/results/hazards.h"
#include "app/results/rows.h"
#include "app/results/shown_run.h"
#include "sim/races/hazard_story.h"
#include "sim/run/simulate.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace warpscope::results {

class Results {
 public:
  struct Of {
    ShownRunPtr shown;                       ///< null: nothing is on the stage
    std::shared_ptr<const run::Result> grid; ///< of the same text; null while it is not counted
    std::uint32_t warp = 0;                  ///< of the warp column
    bool kernel = false;                     ///< a whole kernel: it was looked through for hazards
    bool stale = false;                      ///< the run is of an older text
    bool hidden = false;            ///< a question about the counts is open: what nobody is told cannot leak
    const char* language = nullptr; ///< that it is said in: its name's place
    bool operator==(const Of&) const = default;
  };
  void look_at(Of of);

  /// Both empty while hidden.
  [[nodiscard]] const std::vector<ResultRow>& rows() const;
  [[nodiscard]] const std::vector<GutterRow>& gutter(std::uint32_t file = 0) const; ///< of Span::file
  [[nodiscard]] const std::vector<ResultRow>& all_rows() const; ///< hidden or not, for a side that is pinned

  /// Faults, races and divergent barriers of the run, and of the whole grid once that was looked through;
  /// empty while the run is stale.
  [[nodiscard]] const std::vector<HazardRow>& hazards() const;
  /// The one that pictures show: the first one that is loud and has a picture, until another (or none) is
  /// selected.
  [[nodiscard]] std::optional<std::size_t> selected_hazard() const;
  void select_hazard(std::optional<std::size_t> row);
  /// The selected hazard in the traced block; null: none is selected, or that block does not have it.
  [[nodiscard]] const races::HazardStory* hazard_story() const;
  /// What went wrong at an access of the program, by the index of its site.
  [[nodiscard]] Wrong wrong_at(std::uint32_t site) const;
  /// The event of the traced block at which the row's access faults, of the warp that faults where it is in
  /// the trace; nullopt: the row is no fault, or the block has no such access.
  [[nodiscard]] std::optional<std::size_t> fault_event(std::size_t row) const;
  /// The one that shows best what a cut barrier does: one that does damage in this order, if there is one.
  [[nodiscard]] std::optional<std::size_t> telling_hazard() const;

 private:
  [[nodiscard]] const run::Result* counted_grid() const;

  Of of_;
  bool chosen_ = false; ///< by the person: hazard_ is not the first one for lack of a choice
  std::optional<std::size_t> hazard_;
  mutable std::optional<std::vector<ResultRow>> rows_;
  mutable std::map<std::uint32_t, std::vector<GutterRow>> gutter_; ///< by Span::file
  mutable std::optional<std::vector<HazardRow>> hazards_;
  mutable std::optional<std::map<std::uint32_t, Wrong>> wrong_; ///< by site
  mutable std::optional<races::HazardStory> story_;
};

} // namespace warpscope::results
