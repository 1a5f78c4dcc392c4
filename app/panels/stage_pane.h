// One pane of the stage: the Picture of one subject at one moment, in a box, with a texture that is kept while nothing changes.
// A comparison draws two of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/panel.h"
#include "app/playback/block_index.h"

namespace warpscope {

/// What a pane shows. The pointers are the session's; they must hold until the draw is over.
struct StageSubject {
  const SimulationResult* result = nullptr; ///< of block 0
  const Playback* playback = nullptr;
  std::uint64_t version = 0; ///< another one whenever result or playback became another
  Dim3 block;
  Moment moment;
  float progress = 1;
  SceneKind scene = SceneKind::Banks;
  std::vector<SceneSourceLine> lines; ///< the presenter's; follow from version and moment
  // ---- predict, then reveal; see SceneInput
  bool hide_counts = false, verdict_is_right = false;
  std::string guess, verdict;
  /// The session's question, for the pane whose access it is about.
  void ask(const Session& session);
};

/// What is in sight of data larger than the stage. Kept for each scene.
struct StageWindow {
  std::optional<std::uint32_t> row, column;   ///< Array
  std::uint32_t line = 0;                     ///< Lines & sectors
  std::uint64_t first_step = 0, end_step = 0; ///< Block
  bool operator==(const StageWindow&) const = default;
};

class StagePane {
 public:
  /// What the pointer did in this frame.
  struct Pointer {
    const Hit* hovered = nullptr; ///< of picture(); null: nothing, or not in this pane
    bool clicked = false;         ///< the hovered one, with the left button
  };
  /// Draws into the window that is open. `id` is the Dear ImGui item's.
  Pointer draw(PanelContext& c, const Paint& paint, const char* id, Box box, const StageSubject& subject);

  [[nodiscard]] const Picture& picture() const { return picture_; }
  [[nodiscard]] const Headline& headline() const { return headline_; }
  /// What the last draw asked of the view: for whoever exports what is on the stage. Valid until the next draw.
  [[nodiscard]] const SceneInput& input() const { return input_; }

 private:
  /// All that the Picture depends on.
  struct Key {
    std::uint64_t version = 0;
    SceneKind scene{};
    Moment moment;
    float progress = 0, width = 0, height = 0, scale = 0;
    std::uint32_t lanes = 0;
    bool dark = true, presenter = false;
    StageWindow window;
    bool hide_counts = false;
    std::string guess, verdict;
    bool operator==(const Key&) const = default;
  };
  void prepare(const StageSubject& subject);
  void build(PanelContext& c, const StageSubject& subject, const Key& key);
  Pointer pointer(const PanelContext& c, const Paint& paint, float x, float y) const;

  Key key_;
  StageWindow window_;
  std::uint64_t prepared_ = ~0ull;
  BlockIndex index_;
  std::vector<BufferPlace> places_;
  std::vector<SceneSourceLine> lines_;
  std::string guess_, verdict_;
  SceneInput input_;
  Picture picture_;
  Headline headline_;
  std::uint32_t texture_ = 0;
};

} // namespace warpscope
