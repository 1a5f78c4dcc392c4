// A beside B: two pictures of the same scene, what differs between them, and the sentence over both. The
// halves are drawn by the scenes themselves; this adds what belongs to neither.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::view {

/// One half.
struct ComparedHalf {
  SceneInput input;    ///< width, height and headline are set by compare_inputs()
  SceneKind scene{};   ///< the halves may need different ones
  bool shows = true;   ///< false: `missing` says why there is nothing to show
  std::string missing; ///< "A has no access that goes with this one."
  std::string name;    ///< what it is: "tile[32][33]"; empty: the two are the same
  bool done = false;   ///< nothing left to do in this access while the other half has
};

struct CompareInput {
  ComparedHalf a, b;
  float width = 1190, height = 598, scale = 1; ///< of both together
  bool presenter = false;
  const Theme* theme = nullptr;
  std::span<const SceneSourceLine> source_lines{}; ///< the presenter's
  std::string verdict;                             ///< on what was predicted of B: stands in front
};

/// Where the halves lie: side by side, or one over the other where that makes them larger.
struct CompareLayout {
  bool stacked = false;
  Box tag_a, tag_b;     ///< the strips with the names
  Box a, b;             ///< the halves' pictures
  float pane_scale = 1; ///< SceneInput::scale of the halves
};
[[nodiscard]] CompareLayout compare_layout(const CompareInput& input);

/// The halves' inputs as they are to be drawn in the layout's boxes: sizes, no headline, equal cells,
/// differences marked.
void set_halves(CompareInput& input, const CompareLayout& layout);

/// What differs between two accesses, each seen from its own side. Lanes whose word lies in another bank
/// (shared memory) or in another sector of its line (global memory); banks that give another number of words;
/// sectors only this side fetches.
[[nodiscard]] SceneDifference difference_of(const SceneInput& own, const SceneInput& other);

/// "32 → 1 wavefront" + " · 32× fewer"
[[nodiscard]] Headline compare_headline(const CompareInput& input);

/// All but the halves: headline, names, the line between them, the presenter's source.
[[nodiscard]] Picture build_compare_frame(const CompareInput& input, const CompareLayout& layout);
/// The whole as one Picture.
[[nodiscard]] Picture build_comparison(CompareInput input);

} // namespace warpscope::view
