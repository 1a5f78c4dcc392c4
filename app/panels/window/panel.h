// A panel is one file and one row in the table of panels.cpp: its name, its place in the layout, how it
// draws.
#pragma once

#include "app/measuring/measuring.h"
#include "app/panels/stage/stage_view.h"
#include "app/panels/window/layout.h"
#include "app/panels/window/paint.h"
#include "app/panels/window/shared.h"
#include "app/panels/window/style.h"
#include "app/render/gl_renderer.h"
#include "app/session/session.h"
#include "app/view/scene.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

struct PanelContext {
  session::Session& session;
  measuring::Measuring& measuring;
  Shared& ui;
  const Layout& layout;
  const view::Theme& theme;
  const Fonts& fonts;
  render::GlRenderer* renderer; ///< null: no picture (in tests of other panels)
};

class Panel {
 public:
  virtual ~Panel() = default;
  virtual void draw(PanelContext& context) = 0;
  /// A command that waits to be carried out, before the panels draw. False: it is not for this panel. Dear
  /// ImGui's windows are not open here.
  virtual bool run(PanelContext&, const Command&) { return false; }
};

struct PanelRow {
  const char* name;         ///< of the Dear ImGui window
  view::Box Layout::* tabs; ///< nullptr: it has no tab strip
  view::Box Layout::* body;
  bool (*visible)(const PanelContext&); ///< nullptr: always
  std::unique_ptr<Panel> (*make)();
  /// It covers its whole box itself; otherwise it lies on bg1, or on bg0 without a tab strip.
  bool own_ground = false;
};
[[nodiscard]] const std::vector<PanelRow>& panel_rows();

[[nodiscard]] std::unique_ptr<Panel> make_bar_panel();
[[nodiscard]] std::unique_ptr<Panel> make_expression_panel();
[[nodiscard]] std::unique_ptr<Panel> make_kernel_panel();
[[nodiscard]] std::unique_ptr<Panel> make_stage_panel();
/// PTX and SASS beside the text, in the stage's place.
[[nodiscard]] std::unique_ptr<Panel> make_compiled_panel();
/// A lab's question below the picture, and its answer once shown.
[[nodiscard]] std::unique_ptr<Panel> make_lesson_panel();
/// Its height, taken from the stage; 0: this text has no question.
[[nodiscard]] float lesson_height(const session::Session& session, const Fonts& fonts,
                                  const view::Theme& theme, const Layout& layout);
/// What stands above the picture of a lesson that is played, and below it.
[[nodiscard]] std::unique_ptr<Panel> make_course_head_panel();
[[nodiscard]] std::unique_ptr<Panel> make_course_foot_panel();
/// Takes their room from the stage.
/// `headline`: the picture's, of the frame before.
void make_room_for_course(Layout& layout, const lesson::Course& course, const Fonts& fonts,
                          const view::Headline& headline);
/// The keys of a lesson that is played. True: one was pressed, so it has no other effect.
bool course_keys(PanelContext& context);
/// A plate over the stage while a lesson is recorded.
void draw_recording_mark(const PanelContext& context);
/// A program's launches and copies, above the timeline.
[[nodiscard]] std::unique_ptr<Panel> make_launches_panel();
[[nodiscard]] std::unique_ptr<Panel> make_timeline_panel();
[[nodiscard]] std::unique_ptr<Panel> make_results_panel();
/// The menu behind ☰, and "about". `language_folder`: where language files are; empty: nowhere.
[[nodiscard]] std::unique_ptr<Panel> make_menu_panel(std::string language_folder);
/// The keys, and what is modelled: popups, drawn inside the dialogs' window.
[[nodiscard]] std::unique_ptr<Panel> make_help_panel();
/// The first three steps: plates that point at where to type, play and read.
[[nodiscard]] std::unique_ptr<Panel> make_first_run_panel();
/// Export and Share: popups, drawn inside the dialogs' window. `draw_soon`: called from any thread.
[[nodiscard]] std::unique_ptr<Panel> make_export_panel(std::function<void()> draw_soon);
/// Help, the file prompts, the question before quitting: drawn over everything.
[[nodiscard]] std::unique_ptr<Panel> make_dialogs_panel();

/// Moves the playhead to the next access that the scene can show.
void show_scene(PanelContext& context, view::SceneKind scene);

/// Opens a kernel into the session or, by its extension, a recording into the measurements, and reports it.
/// Returns an empty string, or a sentence.
[[nodiscard]] std::string open_path(PanelContext& context, const std::string& path);

/// Plays a lesson in the presenter view: one by its name, or a .toml file. Empty, or a sentence.
[[nodiscard]] std::string play_lesson(PanelContext& context, const std::string& name_or_path);

/// Cuts or restores the line's barrier and, after cutting, shows the hazards.
void cut_barrier(PanelContext& context, std::uint32_t line);

/// Plays to the access that answers the lab's question; says why when it cannot.
void show_me(PanelContext& context);

/// Handles the keys that work everywhere. Call once a frame, before the panels.
void handle_keys(PanelContext& context);

} // namespace warpscope::panels
