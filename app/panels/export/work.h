// What Export can write, and the work that writes it: everything is copied out of the session first, so that
// the window continues while a thread writes.
#pragma once

#include "app/export/animation.h"
#include "app/export/background.h"
#include "app/panels/window/panel.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

enum class ExportWhat : std::uint8_t { Stage, Playback, Chart, Counts, Share, Count };
enum class ExportRange : std::uint8_t { Access, Loop, All, Count };

struct ExportChoice {
  ExportWhat what = ExportWhat::Stage;
  std::string format = "png"; ///< a file extension; "frames": a folder of PNGs
  int scale = 2;              ///< 1-4 pixels for each one of the stage
  ExportRange range = ExportRange::Access;
  int frames_per_second = 25;
  std::string path;
};

[[nodiscard]] std::vector<std::string_view> export_formats(ExportWhat what);
/// "transpose_tile-banks.png" in the kernel's folder, else in the working folder.
[[nodiscard]] std::string export_path(const PanelContext& c, const ExportChoice& choice);
/// Returns the path with the format's extension in place of one that Export knows.
[[nodiscard]] std::string with_ending(std::string path, std::string_view format);

/// What the choice will produce ("640 frames of 1580 × 752, 25.6 s"), or why it cannot be written now.
struct ExportPlan {
  std::string says, problem;
  std::uint64_t first = 0, last = 0; ///< steps of the track, for an animation
};
[[nodiscard]] ExportPlan plan_export(const PanelContext& c, const ExportChoice& choice);

/// Only for a plan without a problem.
[[nodiscard]] exporting::Background::Work export_work(const PanelContext& c, const ExportChoice& choice,
                                                      const ExportPlan& plan);

} // namespace warpscope::panels
