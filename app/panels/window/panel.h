// A panel is one file and one row in the table of panels.cpp: what it is called, where it lies, how it draws.
#pragma once

#include "app/measuring/measuring.h"
#include "app/panels/stage/stage_view.h"
#include "app/panels/window/layout.h"
#include "app/panels/window/paint.h"
#include "app/panels/window/style.h"
#include "app/render/gl_renderer.h"
#include "app/session/session.h"
#include "app/settings/preferences.h"
#include "app/view/scene.h"
#include "app/view/stage_window.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

/// What the panels share beside the session: none of it is part of undo.

struct UiState {
  view::SceneKind scene = view::SceneKind::Banks;
  std::uint32_t hovered_lanes = 0; ///< a mask: what the pointer is on belongs to these lanes of the access on
                                   ///< the stage
  std::uint32_t hovered_line = 0;  ///< a line of the text under the pointer, wherever that is; 0: none
  bool show_help = false;          ///< the keys wanted (?)
  bool typed = false;              ///< something was edited: the hint "Type here" has done its work
  std::string notice; ///< a sentence at the bottom: a save that failed, a file that cannot be opened
  bool notice_is_error = false;
  double notice_until = 0;                                                        ///< ImGui::GetTime()
  bool ask_open = false, ask_save = false, ask_save_as = false, ask_quit = false; ///< dialogs wanted
  bool ask_save_measured = false; ///< what the Measured tab shows, as a file
  bool ask_menu = false, ask_export = false,
       ask_share = false;        ///< the same, asked for by the menu and by keys
  bool chart = false;            ///< the results show the chart of one thing varied
  bool measured = false;         ///< the results show what a GPU measured; the chart comes before it
  bool tile_sizes = false;       ///< Tiling shows the table of tile sizes in place of the matrices
  bool hazards = false;          ///< the results show the list of hazards; chart and measured come before it
  std::uint32_t cursor_line = 0; ///< of the kernel's editor as last drawn; 0: it is not in sight
  bool chart_each = true;        ///< its y axis: of one request, else of the launch
  bool chart_time = false;       ///< it shows measured times
  std::size_t chart_measure = 0; ///< what it shows, an index into all_measures()
  std::function<void()> wake;    ///< from any thread: draw a frame
  StageView stage;               ///< what the stage drew last
  bool show_modelled = false, show_first_steps = false, show_about = false;
  settings::Preferences preferences; ///< recent files, language, sizes of the regions; the looks are in
                                     ///< Session::settings
  std::string language_folder;       ///< where language files are; empty: nowhere
  std::string opened_file; ///< set when a file was opened or saved: it becomes the newest of the recent ones
  bool ask_find = false, ask_line = false; ///< the kernel's editor: a bar to find in, to go to a line
  int ask_message = 0;                     ///< 1: the next message of the compiler
  double wake_at = 0; ///< ImGui::GetTime() at which something drawn ends by itself: one more frame then
  bool quit = false;
  bool toggle_full_screen = false;
  bool presenter = false;     ///< the stage alone, in a lecture hall's sizes, over the whole screen
  bool reload_fields = false; ///< the document changed under the fields (undo, example): they take the new
                              ///< text

  std::string notice_action;       ///< a button in the notice; empty: none
  std::function<void()> notice_do; ///< what it does
  void say(std::string sentence, bool error);
  /// A notice with a button, shown longer.
  void offer(std::string sentence, std::string action, std::function<void()> what);
  /// For whoever draws something of a source line under the pointer: `hovered_line` in the next frame.
  void hover_line(std::uint32_t line) { next_hovered_line = line; }
  std::uint32_t next_hovered_line = 0;
  view::StageMove stage_move; ///< keys' wishes to scroll and zoom the stage; it takes them in this frame
  double moving_until = 0;    ///< ImGui::GetTime() until which something on screen moves by itself
  bool redraw = false;        ///< what this frame found out is seen in the next
};

struct PanelContext {
  session::Session& session;
  measuring::Measuring& measuring;
  UiState& ui;
  const Layout& layout;
  const view::Theme& theme;
  const Fonts& fonts;
  render::GlRenderer* renderer; ///< null: no picture (tests of the other panels)
};

class Panel {
 public:
  virtual ~Panel() = default;
  virtual void draw(PanelContext& context) = 0;
};

struct PanelRow {
  const char* name;         ///< the Dear ImGui window's
  view::Box Layout::* tabs; ///< nullptr: no tab strip of its own
  view::Box Layout::* body;
  bool (*visible)(const PanelContext&); ///< nullptr: always
  std::unique_ptr<Panel> (*make)();
  bool own_ground = false; ///< it covers its whole box itself; else it lies on bg1, or on bg0 without a tab
                           ///< strip
};
[[nodiscard]] const std::vector<PanelRow>& panel_rows();

[[nodiscard]] std::unique_ptr<Panel> make_bar_panel();
[[nodiscard]] std::unique_ptr<Panel> make_expression_panel();
[[nodiscard]] std::unique_ptr<Panel> make_kernel_panel();
[[nodiscard]] std::unique_ptr<Panel> make_stage_panel();
/// A lab's question under the picture, and its answer once shown.
[[nodiscard]] std::unique_ptr<Panel> make_lesson_panel();
/// What it takes of the stage's height; 0: this text asks nothing.
[[nodiscard]] float lesson_height(const session::Session& session, const Fonts& fonts,
                                  const view::Theme& theme, const Layout& layout);
[[nodiscard]] std::unique_ptr<Panel> make_timeline_panel();
[[nodiscard]] std::unique_ptr<Panel> make_results_panel();
/// The menu behind ☰, and "about".
[[nodiscard]] std::unique_ptr<Panel> make_menu_panel();
/// The keys over the window, and what is modelled: popups, drawn inside the dialogs' window.
[[nodiscard]] std::unique_ptr<Panel> make_help_panel();
/// The first three steps: plates that point at where one types, plays and reads.
[[nodiscard]] std::unique_ptr<Panel> make_first_run_panel();
/// Export and Share: popups, drawn inside the dialogs' window.
[[nodiscard]] std::unique_ptr<Panel> make_export_panel();
/// Help, the file prompts, the question before quitting, notices: drawn over everything.
[[nodiscard]] std::unique_ptr<Panel> make_dialogs_panel();

/// Moves the playhead to the next access that the scene can show.
void show_scene(PanelContext& context, view::SceneKind scene);

/// A kernel or, by its ending, a recording: opened into the session or the measurements, and said. Empty, or
/// a sentence.
[[nodiscard]] std::string open_path(session::Session& session, measuring::Measuring& measuring, UiState& ui,
                                    const std::string& path);

/// Measures the present text; the results show it.
void measure_now(PanelContext& context);

/// "Saved …", and that a cut barrier still stands in the file.
[[nodiscard]] std::string saved_sentence(const session::Session& session, const std::string& path);

/// Cuts or restores the line's barrier and, when it was cut, shows the hazards.
void cut_barrier(PanelContext& context, std::uint32_t line);

/// Plays to the access that answers the lab's question; says why when it cannot.
void show_me(PanelContext& context);

/// The keys that work everywhere. Call once a frame, before the panels.
void handle_keys(PanelContext& context);

} // namespace warpscope::panels
