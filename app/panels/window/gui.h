// The window. Needs a display and OpenGL 3.3; everything it shows comes from a Session.
#pragma once

#include "app/measuring/measuring.h"
#include "app/session/session.h"
#include "app/settings/folders.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace warpscope::panels {

struct Shared;
struct Notice;

struct GuiOptions {
  std::string file; ///< a .cu to open at the start; empty: the first screen

  settings::Folders folders; ///< where settings and session are kept; empty: nothing is read and nothing is
                             ///< left behind

  // For developers and scripts; not in the help.
  int width = 0, height = 0; ///< 0: 1600x900, or what the screen has room for
  std::string lab;           ///< open this lab
  std::string expression, declaration;
  std::vector<std::uint32_t> cuts; ///< lines whose barriers are cut
  int steps = -1;                  ///< pause at this step (from 0); -1: play
  bool light = false;
  std::string chart;     ///< show the chart of this parameter (or "expression 1", "declaration 1")
  bool measured = false; ///< show what was measured; of a chart: the times
  float results = 0;     ///< the results' height against the layout's; 0: as the settings have it
  bool export_dialog = false;
  bool presenter = false;
  std::string scene; ///< "array": the scene shown first
  bool pin = false;  ///< pin all of the above as A; what follows is B
  std::string b_expression, b_declaration;
  std::string b_choice; ///< "PAD=1"
  float zoom = 1;
  std::string show; ///< opened over the window: "keys", "modelled", "steps", "answer", "measure"
  /// Called once all is simulated and at rest, with the window's pixels (RGBA, top row first); then the
  /// window closes.
  std::function<void(int width, int height, const std::vector<std::uint8_t>& rgba)> screenshot;
  bool measure_start = false; ///< print start and frame times as JSON, and end
};

/// The exit code: 0, or 2 when there is no display or no OpenGL 3.3 (a sentence is on stderr then).
int run_gui(const GuiOptions& options);

/// The window in the hands of a caller: run_gui() and the UI tests.
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
  /// The last frame's pixels, RGBA, top row first. `drawn_whole`: its draw data is drawn once more, all of
  /// it, to be held against the frame that was made of what changed.
  [[nodiscard]] std::vector<std::uint8_t> pixels(int& width, int& height, bool drawn_whole = false);
  /// CPU seconds that building the last frame's draw data took (panels and Dear ImGui, without waiting and
  /// GL).
  [[nodiscard]] double last_frame_seconds() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::panels
