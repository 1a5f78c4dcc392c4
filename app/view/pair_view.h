// A beside B: two pictures of the same scene, what differs between them, and the sentence over both. The
// halves are drawn by the scenes themselves; this adds what belongs to neither.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::view {

/// One half.
struct PairHalf {
  SceneRequest request; ///< size, look and what is taken over from the other half are set by set_halves()
  SceneKind scene{};    ///< the halves may need different ones
  bool shows = true;    ///< false: `missing` says why there is nothing to show
  std::string missing;  ///< "A has no access that goes with this one."
  std::string name;     ///< what it is: "tile[32][33]"; empty: the two are the same
  bool done = false;    ///< nothing left to do in this access while the other half has
  bool operator==(const PairHalf&) const = default;
};

struct PairRequest {
  PairHalf a, b;
  Frame frame;         ///< of both together
  std::string verdict; ///< on what was predicted of B: stands in front
  bool operator==(const PairRequest&) const = default;
};

/// Where the halves lie: side by side, or one over the other where that makes them larger.
struct PairLayout {
  bool stacked = false;
  Box tag_a, tag_b;     ///< the strips with the names
  Box a, b;             ///< the halves' pictures
  float pane_scale = 1; ///< Frame::scale of the halves
};
[[nodiscard]] PairLayout pair_layout(const PairRequest& pair);

/// Sets the halves' requests as they are to be drawn in the layout's boxes: sizes, no headline, equal cells,
/// differences marked.
void set_halves(PairRequest& pair, const PairLayout& layout);

/// What differs between two accesses, each seen from its own side. Lanes whose word lies in another bank
/// (shared memory) or in another sector of its line (global memory); banks that give another number of words;
/// sectors only this side fetches.
[[nodiscard]] SceneDifference difference_of(const SceneRequest& own, const SceneRequest& other);

/// "32 → 1 wavefront" + " · 32× fewer"
[[nodiscard]] Headline pair_headline(const PairRequest& pair);

/// Adds `part`, its corner at `at`: what is drawn and what the pointer finds.
void put_picture(Picture& whole, Picture part, Point at);

/// All but the halves: headline, names, the line between them, the presenter's source.
[[nodiscard]] Picture build_pair_frame(const PairRequest& pair, const PairLayout& layout);
/// The whole as one Picture.
[[nodiscard]] Picture build_pair(PairRequest pair);

} // namespace warpscope::view
