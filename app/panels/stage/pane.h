// One pane of the stage: the Picture of one subject at one moment, in a box, with a texture that is kept
// while nothing changes. A comparison draws two of them.
#pragma once

#include "app/panels/window/panel.h"
#include "app/playback/block_index.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

/// What a pane shows. The pointers are the session's; they must hold until the draw is over.
struct StageSubject {
  const run::Result* result = nullptr; ///< of block 0
  const playback::Playback* playback = nullptr;
  std::uint64_t version = 0; ///< another one whenever result or playback became another
  Dim3 block;
  playback::Moment moment;
  float progress = 1;
  // ---- predict, then reveal; see SceneInput
  bool hide_counts = false, verdict_is_right = false;
  const playback::HazardStory* hazard = nullptr;                     ///< null: none is shown
  const std::vector<std::uint32_t>* cuts = nullptr;                  ///< the document's
  const races::ScheduleSearch* damage = nullptr;                     ///< Session::damage()
  bool plays_order = false;                                          ///< Session::plays_broken_order()
  const std::map<std::string, std::uint64_t>* row_lengths = nullptr; ///< the document's
  const playback::MomentDifference* since = nullptr;                 ///< the pin's
  std::string guess, verdict;
  /// The session's question, for the pane whose access it is about.
  void ask(const session::Session& session);
};

class StagePane {
 public:
  /// What the pointer does in this frame.
  struct Pointer {
    bool inside = false;                ///< in this pane
    float x = 0, y = 0;                 ///< of the picture
    const view::Hit* hovered = nullptr; ///< of picture(); null: nothing
    bool clicked = false;               ///< let go without having been dragged
    bool dragged = false;               ///< held down in this pane, and moved
  };
  /// All of a scene's input but sizes, look and windows. Valid while the subject's pointers are.
  [[nodiscard]] view::SceneInput input_of(const StageSubject& subject);
  /// Draws into the window that is open. `id` is the Dear ImGui item's, `version` the subject's.
  Pointer draw(const PanelContext& c, const Paint& paint, const char* id, view::Box box,
               view::SceneKind scene, std::uint64_t version, const view::SceneInput& input);

  [[nodiscard]] const view::Picture& picture() const { return picture_; }
  [[nodiscard]] const view::Headline& headline() const { return headline_; }
  [[nodiscard]] std::uint32_t texture() const { return texture_; }
  [[nodiscard]] const playback::BlockIndex& index() const { return index_; }

 private:
  /// All that the Picture depends on.
  struct Key {
    std::uint64_t version = 0;
    view::SceneKind scene{};
    playback::Moment moment;
    float progress = 0, width = 0, height = 0, scale = 0;
    std::uint32_t lanes = 0, line_hovered = 0;
    bool dark = true, presenter = false, with_headline = true;
    std::optional<std::uint32_t> row, column;
    std::uint32_t line = 0;
    std::uint64_t first_step = 0, end_step = 0;
    std::uint64_t axis_steps = 0;
    std::uint32_t least_rows = 0;
    float corner = 0;
    float zoom = 1, cell_width = 0, cell_height = 0;
    view::SceneDifference difference;
    bool hide_counts = false, tile_sizes = false;
    std::uint32_t registers = 0;
    const Device* device = nullptr;
    std::optional<std::uint64_t> pin; ///< the step that `since` is counted from
    std::uint64_t places = 0;         ///< another number whenever the buffers are others
    std::string guess, verdict;
    const char* language = nullptr; ///< the address of its name, which differs after each change
    bool operator==(const Key&) const = default;
  };

  Key key_;
  std::uint64_t prepared_ = ~0ull;
  playback::BlockIndex index_;
  std::vector<view::BufferPlace> places_;
  std::vector<view::WrongPlace> wrong_;
  std::map<std::string, std::uint64_t> row_lengths_; ///< that places_ have
  std::uint64_t places_made_ = 0;
  view::TilingCache tiling_;
  view::Picture picture_;
  view::Headline headline_;
  std::uint32_t texture_ = 0;
  bool over_before_ = false; ///< the pointer was in this pane in the frame before
};

/// Draws a Picture's texture at a place of the window.
void draw_texture(const PanelContext& c, const Paint& paint, std::uint32_t texture, view::Box box,
                  float alpha = 1);

} // namespace warpscope::panels
