// What all scenes share: finding the access, the sizes that follow from the window, headline, pips, source
// lines.
#pragma once

#include "app/view/canvas.h"
#include "app/view/scene.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace warpscope::view {

/// Returns the event at the request's moment; null when there is no trace or the moment is beyond its end.
[[nodiscard]] const trace::BlockTrace::Event* event_at(const SceneRequest& request);
/// Returns the event's site, if the program has one.
[[nodiscard]] const program::Site* site_of(const SceneRequest& request,
                                           const trace::BlockTrace::Event& event);
/// True when one of its lanes reads or writes the byte.
[[nodiscard]] bool touches(const WarpAccess& access, std::uint32_t offset);
/// Returns the lanes under the pointer as a mask; 0: none.
[[nodiscard]] std::uint32_t lit_lanes(const SceneRequest& request);
[[nodiscard]] const Theme& theme_of(const SceneRequest& request);
/// Returns "thread (3, 1, 0)" for a lane, with only the dimensions that the block has.
[[nodiscard]] std::string thread_name(const SceneRequest& request, std::uint32_t warp, std::uint32_t lane);
/// Returns "Lane 3, thread (3, 1): coef[0]: 0*4 = 0 B."; with an empty address, that the lane is inactive.
[[nodiscard]] std::string lane_tip(const SceneRequest& request, std::uint32_t warp, std::uint32_t lane,
                                   const std::string& address);

/// The sizes of TOKENS.md for this picture, in pixels.
struct SceneSizes {
  float f = 1;    ///< factor for distances
  float wide = 0; ///< 0: in the workbench's stage, 1: the scene alone
  float margin = 32;
  float headline = 46, headline_y = 60;
  float sub = 18, sub_y = 88;           ///< sub_y: centre of the line below the headline
  float label = 15, number = 15;        ///< label: texts at the side; number: numbers in lanes and banks
  float lead = 22;                      ///< a count beside its bracket
  float scene_y = 116, scene_end = 582; ///< the scene's own area
  float least = 13;                     ///< of a text; before a class what its back row can read

  [[nodiscard]] float text(float size) const; ///< Returns max(least, round(size * f)).
};
[[nodiscard]] SceneSizes sizes_for(const SceneRequest& request);

/// As much of a sentence as fits: where some of its clauses fit whole it ends with the last of them, else
/// with dots.
[[nodiscard]] std::string fit_clauses(std::string_view text, Font font, float size, float width);

struct PipRow {
  std::uint32_t count = 0;
  std::uint32_t current = 0; ///< from 1
  Color color;
  std::string tooltip;
};

/// Returns the run's tiling with the requested row lengths; null without a run.
[[nodiscard]] std::shared_ptr<const tiling::Tiling> tiling_of(const SceneRequest& request);
/// Something is wrong with the run as a whole.
[[nodiscard]] bool alarms_of_run(const SceneRequest& request);
/// The colour of a count that is as good as it can be; plain where the headline tells of what is wrong, since
/// nothing is praised beside an alarm.
[[nodiscard]] Color praise(const SceneRequest& request);
/// Says so, before the sentence of a scene.
[[nodiscard]] Headline run_headline(const SceneRequest& request, Headline scene);
/// Describes the current phase.
[[nodiscard]] Headline make_tiling_headline(const SceneRequest& request, const tiling::Tiling* tiling);
/// Who runs, who waits: the headline of the scene Block.
[[nodiscard]] Headline block_headline(const SceneRequest& request, SceneKind scene);

/// What the warps wait for most, and whether the resident ones hide it.
[[nodiscard]] Headline multiprocessor_headline(const SceneRequest& request, SceneKind scene);

/// What L1 finds: the headline of the scene Cache.
[[nodiscard]] Headline cache_headline(const SceneRequest& request, SceneKind scene);

/// What the column or row costs, plainly and through the swizzle: the headline of the scene Layouts.
[[nodiscard]] Headline layouts_headline(const SceneRequest& request, SceneKind scene);

/// What the lane holds, and what the load costs: the headline of the scene Fragment.
[[nodiscard]] Headline fragment_headline(const SceneRequest& request, SceneKind scene);

/// True when the counts are hidden and the moment is an access that can be asked about.
[[nodiscard]] bool asks_about(const SceneRequest& request);
[[nodiscard]] Headline make_question_headline(const SceneRequest& request);

/// Draws the headline, the line below it and the pips at the right; nothing when the request has no headline.
void draw_headline(Canvas& canvas, const SceneRequest& request, const SceneSizes& sizes,
                   const Headline& headline, const std::optional<PipRow>& pips);
/// Draws a small diamond: something here differs from what it is compared with.
void draw_difference_mark(Canvas& canvas, Point at, float size);
/// Draws a bar with a thumb along an edge, which shows the visible part of a larger whole. `along_y`:
/// vertical.
void draw_scroll_bar(Canvas& canvas, Box track, bool along_y, double first, double shown, double all);
/// Draws the presenter's source lines below the scene.
void draw_source_lines(Canvas& canvas, const SceneRequest& request, const SceneSizes& sizes);

/// Returns a picture that says why there is nothing to see and what to do.
[[nodiscard]] Picture empty_picture(const SceneRequest& request, SceneKind scene);

/// Draws one line of CUDA in the theme's colours; returns its right end. `definition`: of the numbers in it.
float draw_code(Canvas& canvas, Point baseline, std::string_view code, float size, Definition definition);

/// The sentence of the scene's row, without what is known of the run.
[[nodiscard]] Headline scene_headline(const SceneRequest& request, SceneKind scene);
/// In place of every scene while the counts are hidden.
[[nodiscard]] Picture build_question_picture(const SceneRequest& request);
/// For an access to local memory, in any scene.
[[nodiscard]] Picture build_local_picture(const SceneRequest& request);
[[nodiscard]] Headline make_local_headline(const SceneRequest& request);
/// For a read of constant memory, in any scene.
[[nodiscard]] Picture build_constant_picture(const SceneRequest& request);

} // namespace warpscope::view
