// The window's life: open, frames until it is closed; a screenshot or measurements when a script asks for them.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "app/panels/gui.h"
#include "app/panels/panel.h"

namespace warpscope {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Frames until nothing is simulated any more (or `seconds` are over).
bool settle(Gui& gui, double seconds) {
  const Clock::time_point start = Clock::now();
  int quiet = 0;
  while (quiet < 4 && since(start) < seconds) {
    if (!gui.frame(.02)) return false;
    quiet = gui.session().busy() || gui.session().animating() ? 0 : quiet + 1;
  }
  return true;
}

/// A is what was opened; then the edits that make B.
void pin_and_edit(Gui& gui, const GuiOptions& options) {
  Session& session = gui.session();
  if (!options.pin || !session.pin()) return;
  if (!options.b_declaration.empty()) session.set_declaration(options.b_declaration);
  if (!options.b_expression.empty()) session.set_expression(options.b_expression);
  if (const std::size_t equals = options.b_choice.find('='); equals != std::string::npos)
    session.set_choice(options.b_choice.substr(0, equals), options.b_choice.substr(equals + 1));
  gui.ui().reload_fields = true;
  settle(gui, 30);
}

void place(Gui& gui, const GuiOptions& options) {
  Session& session = gui.session();
  gui.ui().show_help = options.show == "keys";
  gui.ui().show_modelled = options.show == "modelled";
  gui.ui().show_first_steps = options.show == "steps";
  if (options.show == "answer") {
    session.settings.reduce_motion = true; // it jumps to the access
    if (const std::string why_not = session.show_me(); !why_not.empty()) gui.ui().say(why_not, true);
    return;
  }
  if (options.steps < 0) return;
  session.play(false);
  gui.ui().presenter = options.presenter;
  if (const std::optional<SceneKind> scene = scene_by_id(options.scene)) gui.ui().scene = *scene;
  session.seek(static_cast<std::uint64_t>(options.steps));
}

int measure(Gui& gui, Clock::time_point start) {
  const double opened = since(start);
  Session& session = gui.session();
  while (session.picture() == nullptr && since(start) < 30)
    if (!gui.frame(.005)) return 0;
  gui.frame(0); // the frame that shows it
  const double picture = since(start);
  session.play(true);
  std::vector<double> frames;
  for (int i = 0; i < 240; ++i) {
    if (!gui.frame(0)) break;
    frames.push_back(gui.last_frame_seconds() * 1000);
  }
  std::sort(frames.begin(), frames.end());
  const auto at = [&](double share) {
    return frames.empty() ? 0.0 : frames[std::min(frames.size() - 1, static_cast<std::size_t>(share * static_cast<double>(frames.size())))];
  };
  std::printf("{\"window_open_s\": %.4f, \"first_picture_s\": %.4f, \"frames\": %zu, \"draw_data_ms\": {\"p50\": %.3f, \"p99\": %.3f}}\n", opened,
              picture, frames.size(), at(.5), at(.99));
  return 0;
}

} // namespace

int run_gui(const GuiOptions& options) {
  const Clock::time_point start = Clock::now();
  Gui gui;
  std::string error;
  if (!gui.open(options, error)) {
    std::fprintf(stderr, "warpscope: %s\n", error.c_str());
    return 2;
  }
  if (options.measure_start) return measure(gui, start);
  if (options.screenshot) {
    gui.session().play(false);
    if (options.steps < 0) gui.session().play(true);
    // The first results decide where the playhead may stand.
    while (gui.session().busy())
      if (!gui.frame(.02)) return 0;
    pin_and_edit(gui, options);
    place(gui, options);
    gui.session().play(false);
    settle(gui, 30);
    int width = 0, height = 0;
    const std::vector<std::uint8_t> pixels = gui.pixels(width, height);
    options.screenshot(width, height, pixels);
    return 0;
  }
  // Once, and only where a person sits: scripts and pictures come by other ways.
  if (!gui.ui().preferences.first_run_seen && options.steps < 0) gui.ui().show_first_steps = true;
  bool placed = options.steps < 0;
  while (gui.frame()) {
    if (!placed && gui.session().picture() != nullptr) {
      place(gui, options);
      placed = true;
    }
  }
  return 0;
}

} // namespace warpscope
