// The window. Needs a display and OpenGL 3.3; everything it shows comes from a Session.
#pragma once

#include "app/measuring/measuring.h"
#include "app/session/session.h"
#include "app/settings/folders.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct GLFWwindow;

namespace warpscope::panels {

struct Shared;
struct Notice;

struct GuiOptions {
  std::string file;                         ///< a .cu to open at the start; empty: the first screen
  std::vector<std::string> include_folders; ///< of its own headers (-I)

  std::string lesson; ///< a lesson to play: its name, or a .toml file

  settings::Folders folders; ///< where settings and session are kept; empty: nothing is read or written

  // For developers and scripts; not in the help.
  int width = 0, height = 0; ///< 0: 1600x900, or what fits the screen
  std::string lab;           ///< the lab to open
  std::string expression, declaration;
  std::vector<std::uint32_t> cuts;  ///< lines whose barriers are cut
  std::vector<std::string> watches; ///< the Values tab is shown with these, if there are any
  int steps = -1;                   ///< the step to pause at (from 0); -1: play
  bool light = false;
  std::string chart;     ///< shows the chart of this parameter (or "expression 1", "declaration 1")
  bool measured = false; ///< shows what was measured; in a chart: the times
  float results = 0;     ///< the results' height relative to the layout's; 0: as in the settings
  bool export_dialog = false;
  bool presenter = false;
  std::string scene; ///< the scene shown first, such as "array"
  bool pin = false;  ///< pins all of the above as A; what follows is B
  std::string b_expression, b_declaration;
  std::string b_choice; ///< such as "PAD=1"
  float zoom = 1;
  std::string show; ///< one of things_to_show(): a tab of the results, a dialog, …
  double wait = 60; ///< seconds after which the screenshot shows what is there: a program may never end
  /// Called once everything is simulated and at rest, with the window's pixels (RGBA, top row first); then
  /// the window closes.
  std::function<void(int width, int height, const std::vector<std::uint8_t>& rgba)> screenshot;
  std::size_t moment = 0;     ///< of the lesson, from 1; 0: the first
  bool measure_start = false; ///< prints start and frame times as JSON, and ends
};

/// The words of GuiOptions::show.
[[nodiscard]] std::vector<std::string_view> things_to_show();

/// Returns the exit code: 0, or 2 when there is no display or no OpenGL 3.3 (with a sentence on stderr).
int run_gui(const GuiOptions& options);

/// The window, driven by its caller: run_gui() and the UI tests.
class Gui {
 public:
  Gui();
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// False with a sentence in `error`. `simulator`: null for the real one.
  [[nodiscard]] bool open(const GuiOptions& options, std::string& error,
                          std::unique_ptr<jobs::Simulator> simulator = {});
  /// Waits for events while nothing moves (not longer than `max_wait` seconds; negative: for ever), then
  /// draws one frame. False: in this frame the person closed the window.
  bool frame(double max_wait = -1);
  [[nodiscard]] session::Session& session();
  [[nodiscard]] measuring::Measuring& measuring();
  [[nodiscard]] Shared& ui();
  [[nodiscard]] const Notice& notice() const; ///< the one in sight; an empty sentence: none
  [[nodiscard]] GLFWwindow* window();
  /// Called after the panels, before Dear ImGui renders; and after the buffers were swapped. For the test
  /// engine.
  std::function<void()> before_render, after_swap;
  /// The last frame's pixels, RGBA, top row first. `drawn_whole`: draws all of its draw data once more, to
  /// compare with the frame that was drawn from changes only.
  [[nodiscard]] std::vector<std::uint8_t> pixels(int& width, int& height, bool drawn_whole = false);
  /// The CPU seconds spent on building the last frame's draw data (panels and Dear ImGui, without waiting and
  /// GL).
  [[nodiscard]] double last_frame_seconds() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::panels
