// What all panels share beside the session: values, none of them part of undo. State that only one panel
// needs belongs to that panel; a request to another panel is a command.
#pragma once

#include "app/measuring/chart.h"
#include "app/panels/stage/stage_view.h"
#include "app/panels/window/commands.h"
#include "app/settings/preferences.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::panels {

/// What is under the pointer, in any panel.
struct Hover {
  std::uint32_t lanes = 0; ///< a mask: these lanes of the access on the stage
  std::uint32_t line = 0;  ///< a line of the text; 0: none
  std::uint32_t next_line = 0;

  void begin_frame() { line = std::exchange(next_line, 0); }
};

/// When a frame is drawn though nobody does anything. Times are ImGui::GetTime()'s.
struct Wake {
  double at = 0;           ///< one more frame then: something drawn ends by itself; 0: nothing does
  double moving_until = 0; ///< something on the screen moves by itself until then
  bool again = false;      ///< the next frame shows what this one found out

  /// Code that draws something which ends at `time` calls this in each frame.
  void by(double time) { at = at > 0 ? std::min(at, time) : time; }
};

/// Time in the scenes Multiprocessor, which runs in cycles, and Cache, which runs in accesses.
struct MachineTime {
  double cycle = 0;  ///< at the playhead
  double access = 0; ///< likewise, of Cache
  bool playing = false;
  std::uint32_t resident = 0;                      ///< blocks held at once; 0: as many as the device holds
  double latency = 1;                              ///< loads take so many times as long as on the device
  std::uint32_t l1_bytes = 0;                      ///< of L1; 0: as on the device
  std::optional<std::uint32_t> row;                ///< under the pointer: index into the timeline's rows
  std::optional<std::uint32_t> place;              ///< likewise of Cache: set * ways + way
  view::CacheNames names = view::CacheNames::Line; ///< what stands in the cells of Cache
  /// Cache: the event at the session's playhead, which the access stands for; nullopt: not looked for yet.
  std::optional<std::size_t> event;
  std::optional<std::size_t> taken; ///< the access that `event` was looked for last
  bool arrives = false;             ///< Cache came to the front with an access of another scene
  std::uint64_t generation = 0;     ///< of the run that they belong to
  /// By the run's id, the last few: what was simulated of B is A's when it is pinned.
  std::vector<std::pair<std::uint64_t, playback::MachinePtr>> known;
};

/// What the compiler makes of the text, in the stage's place beside it.
struct CompiledView {
  bool on = false;
  bool predicted = false; ///< what is predicted is shown, though there is a compiler
  bool ptx = true;        ///< PTX before SASS, where there is room for both
  std::uint32_t line = 0; ///< of the text, as clicked; 0: the one under the pointer or at the playhead
  bool due = false;       ///< the code is on its way
  std::vector<std::uint32_t> lines; ///< those with memory instructions, ascending
  std::uint32_t shown = 0;          ///< the line whose instructions are marked, as last drawn
  std::optional<float> line_y;      ///< its middle in the source pane, as last drawn; nullopt: out of sight
};

struct Shared {
  view::SceneKind scene = view::SceneKind::Banks;
  ResultsTab results = ResultsTab::Table; ///< as chosen; what is drawn is shown_tab()'s
  bool results_asked = false;             ///< a tab was clicked: it keeps room for what it says
  bool presenter = false;           ///< only the stage, in a lecture hall's sizes, over the whole screen
  bool tile_sizes = false;          ///< Tiling shows the table of tile sizes in place of the matrices
  bool cell_values = false;         ///< Array: values in the cells, in place of lanes
  bool first_steps = false;         ///< a plate of the first steps is shown: Enter is its
  bool typed = false;               ///< something was edited: the hint "Type here" is no longer needed
  std::vector<std::string> watches; ///< expressions, in the order in which they were typed
  measuring::ChartChoice chart;     ///< of the results' chart; an export shows the same
  /// Recent files, language, sizes of the regions; the look is in Session::settings.
  settings::Preferences preferences;
  Hover hover;
  MachineTime machine;
  CompiledView compiled;
  view::LayoutOptions layouts; ///< what is typed and chosen in the scene Layouts
  view::FragmentOptions fragment;
  std::string lesson_left; ///< the id of the lesson that was played when the window was closed; empty: none
  StageView stage;
  Wake wake;
  Commands commands;

  void say(std::string sentence, bool error) { commands.add(Notice{std::move(sentence), error, {}, {}}); }
  /// For whoever draws something of a source line under the pointer: `hover.line` in the next frame.
  void hover_line(std::uint32_t line) { hover.next_line = line; }
};

} // namespace warpscope::panels
