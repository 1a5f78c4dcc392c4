// Runs the window: opens it and draws frames until it is closed; takes a screenshot or measurements when a
// script asks for them.
#include "app/language/language.h"
#include "app/panels/window/gui.h"
#include "app/panels/window/panel.h"
#include "imgui.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

namespace warpscope::panels {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Draws frames until nothing is being simulated (or `seconds` have passed).
bool settle(Gui& gui, double seconds) {
  const Clock::time_point start = Clock::now();
  int quiet = 0;
  while (quiet < 4 && since(start) < seconds) {
    if (!gui.frame(.02)) return false;
    const bool moves = gui.session().busy() || gui.session().runs().sweeping() ||
                       gui.session().runs().machine_is_due() ||
                       gui.session().runs().machine_beside_is_due() || !gui.measuring().at_rest() ||
                       gui.measuring().reasons_due() || gui.session().animating() || gui.ui().compiled.due ||
                       ImGui::GetTime() < gui.ui().wake.moving_until;
    quiet = moves ? 0 : quiet + 1;
  }
  return true;
}

/// True when the text will never be simulated as it stands, or there is none.
bool refused(Gui& gui) {
  const session::Session& session = gui.session();
  const Diagnostics& said = session.runs().diagnostics();
  const document::Document& document = session.document();
  const bool empty = document.mode == document::SourceMode::Kernel && document.kernel_text->empty();
  return empty || !session.runs().trouble().empty() ||
         std::any_of(said.begin(), said.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

/// A is what was opened; the edits then make B.
void pin_and_edit(Gui& gui, const GuiOptions& options) {
  session::Session& session = gui.session();
  gui.ui().compiled.predicted = options.show == "predicted";
  gui.ui().compiled.on = options.show == "compiled" || options.show == "predicted";
  if (gui.ui().compiled.on) settle(gui, std::min(60.0, options.wait)); // what is pinned keeps its code
  if (!options.pin || !session.pin()) return;
  if (!options.b_declaration.empty()) session.edit()->set_declaration(options.b_declaration);
  if (!options.b_expression.empty()) session.edit()->set_expression(options.b_expression);
  if (const std::size_t equals = options.b_choice.find('='); equals != std::string::npos)
    session.edit()->set_choice(options.b_choice.substr(0, equals), options.b_choice.substr(equals + 1));
  settle(gui, 30);
}

void cut(Gui& gui, const GuiOptions& options) {
  for (const std::uint32_t line : options.cuts) {
    if (!gui.session().edit()->toggle_barrier(line))
      std::fprintf(stderr, "%u: %s\n", line, language::tr("cut.nothing").data());
    gui.ui().results = ResultsTab::Hazards;
    settle(gui, 30);
  }
}

constexpr std::pair<std::string_view, Ask> dialog_words[] = {
    {"keys", Ask::Help}, {"modelled", Ask::Modelled}, {"menu", Ask::Menu},    {"about", Ask::About},
    {"open", Ask::Open}, {"steps", Ask::FirstSteps},  {"export", Ask::Export}};
constexpr std::pair<std::string_view, ResultsTab> tab_words[] = {
    {"simulated", ResultsTab::Table}, {"measured", ResultsTab::Measured}, {"chart", ResultsTab::Chart},
    {"hazards", ResultsTab::Hazards}, {"output", ResultsTab::Output},     {"since", ResultsTab::SincePin},
    {"values", ResultsTab::Values},   {"roofline", ResultsTab::Roofline}};
constexpr std::string_view other_words[] = {"sizes", "measure",  "answer",   "cells",
                                            "lens",  "compiled", "predicted"};

void place(Gui& gui, const GuiOptions& options) {
  session::Session& session = gui.session();
  for (const auto& [name, ask] : dialog_words)
    if (options.show == name) gui.ui().commands.add(ask);
  gui.ui().tile_sizes = options.show == "sizes";
  gui.ui().cell_values = options.show == "cells";
  gui.ui().stage.lens.on = options.show == "lens";
  gui.ui().results_asked = gui.ui().results_asked || options.show == "roofline" || options.show == "output";
  if (options.show == "measure") gui.measuring().measure(session);
  if (options.show == "answer" && session.course() != nullptr) return session.next_in_lesson();
  if (options.show == "answer") {
    session.settings.reduce_motion = true; // it jumps to the access
    if (const std::string why_not = session.show_me(); !why_not.empty()) gui.ui().say(why_not, true);
    return;
  }
  gui.ui().presenter = options.presenter || session.course() != nullptr;
  if (session.runs().picture() == nullptr) return;
  if (const std::optional<view::SceneKind> scene = view::scene_by_id(options.scene)) gui.ui().scene = *scene;
  if (options.steps < 0) return;
  session.play(false);
  if (gui.ui().cell_values) gui.ui().scene = view::SceneKind::Array; // the scene that has cells
  session.time().seek(static_cast<std::uint64_t>(options.steps));
}

/// Brings a tab of the results to the front. What happened since a pin is told where something is pinned:
/// the first step is.
void show_tab(Gui& gui, const GuiOptions& options) {
  for (const auto& [name, tab] : tab_words) {
    if (options.show != name) continue;
    if (tab == ResultsTab::SincePin) {
      playback::Playhead& time = gui.session().time();
      const std::uint64_t step = time.step();
      time.seek(0);
      time.pin_moment();
      time.seek(step);
      gui.frame(0); // the tab comes to the front with the pin
    }
    gui.ui().results = tab;
  }
}

/// Frame times in milliseconds: wall clock, and CPU time of this process (including the software renderer's
/// threads).
struct FrameTimes {
  std::vector<double> draw_data, wall, processor;

  static double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values.empty()
               ? 0.0
               : values[std::min(values.size() - 1,
                                 static_cast<std::size_t>(share * static_cast<double>(values.size())))];
  }
  void print(const char* name) const {
    std::printf("\"%s\": {\"frames\": %zu, \"draw_data_ms\": {\"p50\": %.3f, \"p99\": %.3f}, \"wall_ms\": "
                "{\"p50\": %.2f, \"p95\": %.2f}, \"processor_ms\": {\"p50\": %.2f, \"p95\": %.2f}}",
                name, wall.size(), at(draw_data, .5), at(draw_data, .99), at(wall, .5), at(wall, .95),
                at(processor, .5), at(processor, .95));
  }
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// `before` is called before each frame, in place of a person's input.
FrameTimes frames(Gui& gui, int count, const std::function<void(int)>& before) {
  FrameTimes times;
  for (int i = 0; i < count; ++i) {
    if (before) before(i);
    const Clock::time_point begin = Clock::now();
    const double used = processor_seconds();
    if (!gui.frame(0)) break;
    times.wall.push_back(since(begin) * 1000);
    times.processor.push_back((processor_seconds() - used) * 1000);
    times.draw_data.push_back(gui.last_frame_seconds() * 1000);
  }
  return times;
}

int measure(Gui& gui, Clock::time_point start) {
  const double opened = since(start);
  session::Session& session = gui.session();
  while (session.runs().picture() == nullptr && since(start) < 30)
    if (!gui.frame(.005)) return 0;
  gui.frame(0); // the frame that shows it
  const double picture = since(start);
  while (session.busy())
    if (!gui.frame(.02)) return 0;
  session.settings.speed = 16;
  session.play(true);
  const FrameTimes playing = frames(gui, 240, {});
  session.play(false);
  settle(gui, 5);
  const FrameTimes stepping = frames(gui, 120, [&](int i) {
    if (i % 60 < 30) session.step_forward();
    else session.step_back();
  });
  settle(gui, 5);
  // A hand on the timeline: the playhead follows the pointer from edge to edge.
  ImGuiIO& io = ImGui::GetIO();
  const float width = io.DisplaySize.x, y = io.DisplaySize.y * .76f;
  const FrameTimes dragging = frames(gui, 120, [&](int i) {
    const float share = .3f + .6f * static_cast<float>(i % 60) / 60;
    io.AddMousePosEvent(width * share, y);
    if (i == 2) io.AddMouseButtonEvent(0, true);
    if (i == 118) io.AddMouseButtonEvent(0, false);
  });
  settle(gui, 5);
  // At rest nothing is drawn: what is left is the loop's own cost.
  const double used = processor_seconds();
  const Clock::time_point rest = Clock::now();
  while (since(rest) < 2)
    if (!gui.frame(1)) break;
  std::printf("{\"window_open_s\": %.4f, \"first_picture_s\": %.4f,\n ", opened, picture);
  playing.print("playing");
  std::printf(",\n ");
  stepping.print("stepping");
  std::printf(",\n ");
  dragging.print("dragging");
  std::printf(",\n \"at_rest\": {\"seconds\": %.1f, \"processor_s\": %.4f}}\n", since(rest),
              processor_seconds() - used);
  return 0;
}

} // namespace

std::vector<std::string_view> things_to_show() {
  std::vector<std::string_view> all;
  for (const auto& [name, tab] : tab_words) all.push_back(name);
  for (const auto& [name, ask] : dialog_words) all.push_back(name);
  all.insert(all.end(), std::begin(other_words), std::end(other_words));
  return all;
}

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
    // The first results decide where the playhead may be; a frame takes them from the worker. A text that
    // does not compile has none: the window then shows why.
    do
      if (!gui.frame(.02)) return 0;
    while (since(start) < options.wait &&
           (gui.session().busy() || (gui.session().runs().picture() == nullptr && !refused(gui))));
    gui.frame(0);
    pin_and_edit(gui, options);
    cut(gui, options);
    place(gui, options);
    gui.session().play(false);
    if (!options.chart.empty()) {
      gui.session().runs().start_sweep(options.chart);
      gui.ui().results = ResultsTab::Chart;
    } else if (options.measured) {
      gui.ui().results = ResultsTab::Measured;
    }
    if (!options.watches.empty()) {
      gui.ui().results = ResultsTab::Values;
      for (const std::string& watch : options.watches)
        if (!watch.empty()) gui.ui().watches.push_back(watch);
    }
    show_tab(gui, options);
    if (options.results > 0) gui.ui().preferences.panes.results = options.results;
    gui.ui().chart.time = options.measured;
    if (options.export_dialog) gui.ui().commands.add(Ask::Export);
    settle(gui, std::min(30.0, options.wait));
    if (options.presenter && !gui.ui().presenter) { // the answer's scene was chosen beside its question
      gui.ui().presenter = true;
      settle(gui, 5);
    }
    int width = 0, height = 0;
    const std::vector<std::uint8_t> pixels = gui.pixels(width, height);
    options.screenshot(width, height, pixels);
    return 0;
  }
  // Once, and only for a person: scripts and pictures come by other ways.
  if (!gui.ui().preferences.first_run_seen && options.steps < 0) gui.ui().commands.add(Ask::FirstSteps);
  bool placed = options.steps < 0 && options.scene.empty();
  while (gui.frame()) {
    if (!placed && gui.session().runs().picture() != nullptr) {
      place(gui, options);
      placed = true;
    }
  }
  return 0;
}

} // namespace warpscope::panels
