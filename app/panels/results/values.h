// The Values tab: what the variables of the text, and watched expressions, hold in the lanes at this step.
#pragma once

#include "app/panels/window/panel.h"
#include "app/playback/lane_values.h"

#include <memory>
#include <string>
#include <vector>

namespace warpscope::panels {

class ValuesView {
 public:
  void draw(PanelContext& c, view::Box box);
  /// Where the values are looked at, between the tabs and `right`.
  void header(PanelContext& c, const Paint& paint, float end, float right, float cy);

 private:
  struct Watched {
    std::string text;
    std::shared_ptr<const expression::Watch> watch; ///< null: it does not parse
    playback::LaneVariable now;
    Diagnostics wrong;
  };
  /// Looks them up where the step, the run or the watches have changed.
  void follow(const PanelContext& c);
  float row(PanelContext& c, const Paint& paint, view::Box box, const playback::LaneVariable& variable,
            float y) const;
  void lane_numbers(PanelContext& c, const Paint& paint, float x, float cell, float cy) const;
  /// The rows of watches, and of what was typed last if it is none. Returns where they end.
  float watches(PanelContext& c, const Paint& paint, view::Box box, float y);
  float wrong_row(PanelContext& c, const Paint& paint, view::Box box, const std::string& text,
                  const Diagnostic& wrong, float y) const;
  /// Takes the next watch.
  void field(PanelContext& c, const Paint& paint, view::Box box);
  [[nodiscard]] float names_width(const PanelContext& c, const Paint& paint, view::Box box) const;

  std::uint64_t run_ = 0;
  std::size_t event_ = ~std::size_t{0};
  std::uint32_t warp_ = 0;
  std::uint32_t line_ = 0;
  playback::StepValues step_;
  std::vector<Watched> watched_;
  std::string typed_;
  bool field_in_strip_ = false; ///< beside the tabs, not in the list
  Diagnostics wrong_;           ///< with what was typed last
};

} // namespace warpscope::panels
