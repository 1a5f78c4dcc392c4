// A beside B: two pictures of the same scene, what differs between them, and the sentence above both. The
// scenes draw the halves; this adds what belongs to neither.
#pragma once

#include "app/view/scene.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::view {

/// One half.
struct PairHalf {
  SceneRequest request; ///< set_halves() sets size, theme and what is taken over from the other half
  SceneKind scene{};    ///< the halves may need different ones
  bool shows = true;    ///< false: `missing` says why there is nothing to show
  std::string missing;  ///< such as "A has no access that goes with this one."
  std::string name;     ///< what the half shows, such as "tile[32][33]"; empty: both show the same
  bool done = false;    ///< this half's access is complete while the other's is not
  bool operator==(const PairHalf&) const = default;
};

struct PairRequest {
  PairHalf a, b;
  Frame frame;         ///< of both together
  std::string verdict; ///< on the person's prediction for B: precedes the headline
  bool operator==(const PairRequest&) const = default;
};

/// The layout of the halves: side by side, or one above the other where that makes them larger.
struct PairLayout {
  bool stacked = false;
  Box tag_a, tag_b;     ///< the strips with the names
  Box a, b;             ///< the halves' pictures
  float pane_scale = 1; ///< Frame::scale of the halves
  float least_text = 0; ///< Frame::least_text of the halves
};
[[nodiscard]] PairLayout pair_layout(const PairRequest& pair);

/// Adapts the halves' requests to the layout's boxes: sizes, no headline, equal cells, differences marked.
void set_halves(PairRequest& pair, const PairLayout& layout);

/// Returns what differs between two accesses, from the side of `own`: lanes whose word is in another bank
/// (shared memory) or in another sector of its line (global memory); banks with another number of words;
/// sectors that only this side fetches.
[[nodiscard]] SceneDifference difference_of(const SceneRequest& own, const SceneRequest& other);

/// Returns "32 → 1 wavefront" and " · 32× fewer".
[[nodiscard]] Headline pair_headline(const PairRequest& pair);

/// Adds `part` with its corner at `at`: its shapes and its hits.
void put_picture(Picture& whole, Picture part, Point at);

/// Draws everything except the halves: headline, names, the line between them, the presenter's source.
[[nodiscard]] Picture build_pair_frame(const PairRequest& pair, const PairLayout& layout);
/// The whole as one Picture.
[[nodiscard]] Picture build_pair(PairRequest pair);

} // namespace warpscope::view
