// The window: GLFW, Dear ImGui, one frame at a time.
#include "app/panels/window/gui.h"

#include "app/language/language.h"
#include "app/measuring/read_code.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

#define GLFW_INCLUDE_NONE
#include "app/panels/stage/kernel_fields_row.h"
#include "app/panels/window/damage.h"
#include "app/panels/window/keeper.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/profile_watch.h"
#include "app/panels/window/quick_chords.h"
#include "app/panels/window/splitters.h"
#include "app/render/kept_frame.h"
#include "app/view/scene_choices.h"
#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"
#include "imgui_internal.h"

#include <GLFW/glfw3.h>
#include <glad/gl.h>

namespace warpscope::panels {

namespace {

/// Seconds without input or a run before headers are parsed ahead.
constexpr double rest_before_headers = 1;
/// The row of launches before a class is higher than a pane's, by less than its text is larger: the stage
/// above it stays.
constexpr float launches_height_before_a_class = 1.25F;

std::string glfw_problem() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "" : text;
}

/// The CPU time of this thread: other processes on the machine do not count.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The presenter's layout: only the stage.
Layout stage_alone(const Layout& workbench) {
  Layout l;
  l.width = workbench.width;
  l.height = workbench.height;
  l.scale = workbench.scale;
  l.big = workbench.big;
  l.stage_tabs = {0, 0, l.width, 0};
  l.stage = {0, 0, l.width, l.height};
  return l;
}

/// A window remembered on a screen that no longer exists would open out of sight.
bool on_a_screen(int x, int y) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int mx = 0, my = 0, w = 0, h = 0;
    glfwGetMonitorWorkarea(monitors[i], &mx, &my, &w, &h);
    if (x >= mx - 50 && y >= my && x < mx + w - 100 && y < my + h - 100) return true;
  }
  return false;
}

std::string use_the_command_line() { return " " + std::string(language::tr("start.use_the_command_line")); }

} // namespace

struct Gui::Impl {
  GLFWwindow* window = nullptr;
  bool glfw = false, imgui = false;
  std::unique_ptr<render::GlRenderer> renderer;
  std::unique_ptr<session::Session> session;
  std::unique_ptr<measuring::Measuring> measuring;
  std::atomic<bool> can_wake{false};
  Shared ui;
  Notices notices;
  Fonts fonts;
  struct Shown {
    const PanelRow* row;
    std::unique_ptr<Panel> panel;
  };
  std::vector<Shown> panels;
  std::unique_ptr<Panel> dialogs, menu, exporter;
  std::unique_ptr<Keeper> keeper;
  ProfileWatch profiles;
  Splitters splitters;
  KernelFieldsRow kernel_fields; ///< only asked whether they are there
  Layout layout;
  DamageTracker damage;
  std::unique_ptr<render::KeptFrame> kept = std::make_unique<render::KeptFrame>();
  float styled_scale = 0;
  bool styled_dark = false;
  /// Dear ImGui needs a few frames after an event until hover, focus and sizes are at rest.
  int frames_to_settle = 3;
  double last_time = 0, frame_seconds = 0, tooltip_time = 0;
  bool presenting = false, took_screen = false, switch_screen = false;
  bool no_pointer = false;
  bool prepared = false; ///< the first program's compiler was started, at rest after the first picture
  double busy_until = 0; ///< when somebody last did something, or waited for something
  bool closing = false;  ///< the person wants the window closed
  int restore[4] = {0, 0, 1280, 720};
  GLFWcursorposfun imgui_cursor = nullptr;

  /// From an item that had the focus and is gone (a lab's parameter), Dear ImGui's Tab would not go on: it
  /// begins at the window's first item.
  void let_go_of_what_is_gone();
  ImGuiID gone = 0;
  void draw_panels();
  void run_commands(PanelContext& context);
  /// The panels' background.
  [[nodiscard]] view::Color ground() const {
    return (session->settings.dark ? view::dark_theme() : view::light_theme()).bg0;
  }
  void toggle_full_screen();
  [[nodiscard]] WindowPlace place() const;
};

Gui::Gui() : impl_(std::make_unique<Impl>()) {}

Gui::~Gui() {
  if (impl_->imgui && impl_->keeper) impl_->keeper->finish(*impl_->session, impl_->ui);
  // The worker may be about to wake the event loop: destroy it first, then GLFW.
  impl_->can_wake = false;
  impl_->measuring.reset();
  impl_->session.reset();
  impl_->panels.clear();
  impl_->dialogs.reset();
  impl_->menu.reset();
  impl_->exporter.reset();                  // its work may be about to wake the event loop, too
  if (impl_->renderer) impl_->kept.reset(); // both need the context
  impl_->renderer.reset();
  if (impl_->imgui) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (impl_->window != nullptr) glfwDestroyWindow(impl_->window);
  if (impl_->glfw) glfwTerminate();
}

bool Gui::open(const GuiOptions& options, std::string& error, std::unique_ptr<jobs::Simulator> simulator) {
  Impl& g = *impl_;
  // The compiler warms up while the window opens.
  g.session = std::make_unique<session::Session>(
      document::make_catalog(),
      simulator ? std::move(simulator) : jobs::make_simulator(measuring::code_of_this_machine()), [this] {
        if (impl_->can_wake) glfwPostEmptyEvent();
      });
  session::Session& session = *g.session;
  g.measuring = std::make_unique<measuring::Measuring>([this] {
    if (impl_->can_wake) glfwPostEmptyEvent();
  });
  g.keeper = std::make_unique<Keeper>(options.folders);
  g.keeper->load_settings(session, g.ui);
  g.measuring->allowed = g.ui.preferences.measure_allowed;
  if (options.light) session.settings.dark = false;
  if (options.zoom != 1) session.settings.zoom = std::clamp(options.zoom, .5f, 3.f);
  if (!options.lab.empty() && !session.edit()->set_lab(options.lab)) {
    error = language::trf("start.no_lab", language::arg("lab", options.lab));
    return false;
  }
  if (!options.declaration.empty()) session.edit()->set_declaration(options.declaration);
  if (!options.expression.empty()) session.edit()->set_expression(options.expression);
  std::string file_error;
  if (!options.file.empty()) file_error = session.edit()->open_file(options.file);
  if (!options.file.empty() && file_error.empty()) settings::note_file(g.ui.preferences, options.file);

  glfwInitHint(GLFW_JOYSTICK_HAT_BUTTONS, GLFW_FALSE);
  if (glfwInit() == GLFW_FALSE) {
    error = language::trf("start.no_display", language::arg("why", glfw_problem())) + use_the_command_line();
    return false;
  }
  g.glfw = true;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE);
  const settings::Preferences& kept = g.ui.preferences;
  const bool sized = options.width <= 0 && kept.window_width > 0 && kept.window_height > 0;
  int width = options.width > 0 ? options.width : sized ? kept.window_width : 1600;
  int height = options.height > 0 ? options.height : sized ? kept.window_height : 900;
  glfwWindowHint(GLFW_MAXIMIZED, options.width <= 0 && kept.window_maximized ? GLFW_TRUE : GLFW_FALSE);
  if (options.width <= 0)
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
      int x = 0, y = 0, w = 0, h = 0;
      glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
      if (w > 0 && h > 0) {
        width = std::min(width, w);
        height = std::min(height, h);
      }
    }
  g.window = glfwCreateWindow(width, height, "Warpscope", nullptr, nullptr);
  if (g.window == nullptr) {
    error = language::trf("start.no_opengl", language::arg("why", glfw_problem())) + use_the_command_line();
    return false;
  }
  if (sized && !kept.window_maximized && on_a_screen(kept.window_x, kept.window_y))
    glfwSetWindowPos(g.window, kept.window_x, kept.window_y);
  glfwSetWindowSizeLimits(g.window, 640, 360, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(g.window);
  glfwSwapInterval(1);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    error = std::string(language::tr("start.no_functions")) + use_the_command_line();
    return false;
  }
  std::string problem;
  g.renderer = render::GlRenderer::create(glfwGetProcAddress, problem);
  if (!g.renderer) {
    error = problem + use_the_command_line();
    return false;
  }

  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_DockingEnable;
  io.ConfigNavEscapeClearFocusItem = false; // Tab goes on from where Esc was pressed
  io.ConfigInputTextCursorBlink = false;    // a blinking cursor would redraw an idle window
  io.ConfigDebugIsDebuggerPresent = false;
  ImGui_ImplGlfw_InitForOpenGL(g.window, true);
  ImGui_ImplOpenGL3_Init("#version 330");
  g.imgui = true;
  g.fonts = load_fonts();

  glfwSetWindowUserPointer(g.window, this);
  glfwSetDropCallback(g.window, [](GLFWwindow* w, int count, const char** paths) {
    Gui& gui = *static_cast<Gui*>(glfwGetWindowUserPointer(w));
    if (count < 1) return;
    gui.ui().commands.add(OpenFile{paths[0]});
  });
  glfwSetWindowRefreshCallback(g.window, [](GLFWwindow* w) {
    static_cast<Gui*>(glfwGetWindowUserPointer(w))->impl_->frames_to_settle = 2;
  });

  for (const PanelRow& row : panel_rows()) g.panels.push_back({&row, row.make()});
  g.dialogs = make_dialogs_panel();
  g.menu = make_menu_panel(options.folders.languages());
  g.exporter = make_export_panel([this] {
    if (impl_->can_wake) glfwPostEmptyEvent();
  });
  g.can_wake = true;
  g.no_pointer = static_cast<bool>(options.screenshot); // wherever it lies, it would bring up a tooltip
  // Only once the window is there: a start that fails resumes nothing.
  const bool named = !options.file.empty() || !options.lesson.empty() || !options.lab.empty() ||
                     !options.expression.empty() || !options.declaration.empty();
  g.keeper->load_session(session, g.ui, !named);
  g.keeper->say_findings(g.ui);
  g.profiles = ProfileWatch(options.folders.config);
  g.profiles.read(*g.measuring, g.ui);
  if (!file_error.empty()) g.ui.say(file_error, true);
  if (!options.include_folders.empty() && file_error.empty()) {
    session::ProgramOptions with = session.program_options();
    for (const std::string& folder : options.include_folders)
      with.include_folders.push_back(settings::absolute_path(folder)); // the next start may be elsewhere
    session.set_program_options(std::move(with));
    session.run_program();
  }
  if (!options.lesson.empty()) {
    if (options.screenshot) session.settings.reduce_motion = true;
    error = session.play_lesson(options.lesson, options.moment > 0 ? options.moment - 1 : 0);
    if (!error.empty()) return false;
    g.ui.presenter = true;
  }
  g.last_time = glfwGetTime();
  return true;
}

session::Session& Gui::session() { return *impl_->session; }
measuring::Measuring& Gui::measuring() { return *impl_->measuring; }
Shared& Gui::ui() { return impl_->ui; }
const Notice& Gui::notice() const { return impl_->notices.shown(); }
GLFWwindow* Gui::window() { return impl_->window; }
double Gui::last_frame_seconds() const { return impl_->frame_seconds; }

void Gui::Impl::draw_panels() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const bool expression = session->document().mode == document::SourceMode::Expression;
  layout = make_layout(
      size.x, size.y, session->settings.zoom, expression, ui.preferences.panes,
      session->is_program() || kernel_fields.needed(*session),
      ui.results_asked ? results_height(ui.results, view::scale_for(size.x, size.y, session->settings.zoom))
                       : 0);
  if (!ui.presenter) session->leave_lesson();
  const float launches = layout.launches.h;
  if (ui.presenter) layout = stage_alone(layout);
  const view::Theme& theme = session->settings.dark ? view::dark_theme() : view::light_theme();
  if (styled_scale != layout.scale || styled_dark != theme.dark) {
    apply_style(theme, fonts, layout.scale);
    styled_scale = layout.scale;
    styled_dark = theme.dark;
  }
  if (const lesson::Course* course = session->course()) {
    make_room_for_course(layout, *course, fonts, ui.stage.headline);
    // What is asked may be how many launches there are, or which of them overlap.
    if (session->is_program() && !course->hides())
      make_room_for_launches(layout, launches * launches_height_before_a_class);
  }
  // The code beside the text needs the height; the question is on the pictures.
  if (!ui.compiled.on || ui.presenter)
    make_room_for_lesson(layout, lesson_height(*session, fonts, theme, layout));
  PanelContext context{*session, *measuring, ui, layout, theme, fonts, renderer.get()};
  for (const session::Event& event : session->take_events()) {
    if (event.kind == session::Event::Kind::CutLost) ui.say(std::string(language::tr("cut.gone")), false);
    else if (event.kind == session::Event::Kind::ProgramStarted) ui.results = ResultsTab::Output;
    else {
      ui.scene = view::scene_by_id(event.scene).value_or(ui.scene);
      const std::string problem = view::take_scene_choices(ui.fragment, ui.layouts, event.choices,
                                                           event.every_scene);
      if (!problem.empty()) ui.say(problem, true);
    }
  }
  const bool presented = ui.presenter;
  ui.hover.begin_frame();
  handle_keys(context);
  run_commands(context);
  if (presented != ui.presenter) frames_to_settle = 3; // the layout changes with the next frame
  for (Shown& shown : panels) {
    if (shown.row->visible != nullptr && !shown.row->visible(context)) continue;
    view::Box box = layout.*(shown.row->body);
    if (shown.row->tabs != nullptr) {
      const view::Box tabs = layout.*(shown.row->tabs);
      box = {tabs.x, tabs.y, tabs.w, tabs.h + box.h};
    }
    if (box.w < 1 || box.h < 1) continue;
    ImGui::SetNextWindowPos({box.x, box.y});
    ImGui::SetNextWindowSize({box.w, box.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, vec4(theme.bg1));
    // Large areas dominate a software renderer's frame: the bar and the timeline are drawn directly on the
    // cleared background.
    const bool bare = shown.row->tabs == nullptr || shown.row->own_ground;
    const ImGuiWindowFlags flags = (bare ? ImGuiWindowFlags_NoBackground : 0) |
                                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoScrollWithMouse |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin(shown.row->name, nullptr, flags)) shown.panel->draw(context);
    ImGui::End();
    ImGui::PopStyleColor();
  }
  if (!ui.presenter) splitters.draw(context);
  // Dialogs are in a window of their own that takes no input while no popup is open.
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({1, 1});
  constexpr ImGuiWindowFlags none = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDocking |
                                    ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
  if (ImGui::Begin("dialogs", nullptr, none)) {
    menu->draw(context);
    exporter->draw(context);
    dialogs->draw(context);
    notices.draw(context);
    draw_recording_mark(context);
  }
  ImGui::End();
}

/// Keys' are run in the frame that they are pressed in; what a panel asks for while it draws, in the next.
void Gui::Impl::let_go_of_what_is_gone() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID now = context.NavId != 0 && !context.NavIdIsAlive ? context.NavId : 0;
  if (now != 0 && now == gone && context.ActiveId == 0) context.NavCursorVisible = false;
  gone = now;
}

void Gui::Impl::run_commands(PanelContext& context) {
  const auto offer = [&](const Command& command) {
    if (asks(command, Ask::Close)) return closing = true;
    if (asks(command, Ask::FullScreen)) return switch_screen = true;
    if (const Notice* notice = std::get_if<Notice>(&command)) return notices.say(*notice), true;
    for (const Shown& shown : panels)
      if (shown.panel->run(context, command)) return true;
    return menu->run(context, command) || exporter->run(context, command) || dialogs->run(context, command);
  };
  while (!ui.commands.empty())
    if (const Command command = ui.commands.take(); !offer(command)) run_command(context, command);
}

WindowPlace Gui::Impl::place() const {
  WindowPlace p;
  if (glfwGetWindowMonitor(window) != nullptr || glfwGetWindowAttrib(window, GLFW_ICONIFIED) != 0) {
    p.maximized = ui.preferences.window_maximized; // full screen is temporary: what was before it counts
    return p;
  }
  p.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0;
  if (p.maximized) return p;
  glfwGetWindowSize(window, &p.width, &p.height);
  glfwGetWindowPos(window, &p.x, &p.y);
  return p;
}

void Gui::Impl::toggle_full_screen() {
  if (glfwGetWindowMonitor(window) != nullptr) {
    glfwSetWindowMonitor(window, nullptr, restore[0], restore[1], restore[2], restore[3], 0);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  glfwGetWindowPos(window, &restore[0], &restore[1]);
  glfwGetWindowSize(window, &restore[2], &restore[3]);
  glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

bool Gui::frame(double max_wait) {
  Impl& g = *impl_;
  session::Session& session = *g.session;
  const bool visible = glfwGetWindowAttrib(g.window, GLFW_ICONIFIED) == 0;
  // Under reduce motion, and where no playhead glides, the picture does not move from one step to the next.
  const double step_due = session.next_change(!g.ui.presenter && g.ui.preferences.panes.show_timeline);
  const bool moving = visible && (step_due == 0 || g.frames_to_settle > 0 || g.ui.wake.again ||
                                  !g.ui.commands.empty() || ImGui::GetTime() < g.ui.wake.moving_until);
  double wait = max_wait;
  const auto at_most = [&](double seconds) { wait = wait < 0 ? seconds : std::min(wait, seconds); };
  if (moving) wait = 0;
  else {
    // A running job wakes the loop itself; the timeout only serves Worker::nudge.
    if (session.busy()) at_most(.25);
    if (step_due > 0 && visible) at_most(step_due);
    if (g.tooltip_time > 0) at_most(g.tooltip_time);
    if (g.ui.wake.at > 0) at_most(std::max(.01, g.ui.wake.at - ImGui::GetTime()));
    if (const double due = g.keeper->due_in(glfwGetTime()); due >= 0) at_most(due);
    if (g.prepared && session.wants_headers())
      at_most(std::max(.01, g.busy_until + rest_before_headers - glfwGetTime()));
  }
  const std::uint64_t inputs_before = ImGui::GetCurrentContext()->InputEventsNextEventId;
  if (wait == 0) glfwPollEvents();
  else if (wait < 0) glfwWaitEvents();
  else glfwWaitEventsTimeout(wait);
  const bool input = ImGui::GetCurrentContext()->InputEventsNextEventId != inputs_before;

  if (glfwWindowShouldClose(g.window) != 0) {
    glfwSetWindowShouldClose(g.window, GLFW_FALSE);
    g.ui.commands.add(Ask::Quit);
    g.frames_to_settle = 3;
  }
  const double now = glfwGetTime();
  bool news = session.poll();
  news |= g.measuring->poll();
  if (g.ui.results == ResultsTab::Measured) news |= g.profiles.follow(*g.measuring, g.ui, now);
  g.measuring->follow(session, g.ui.results == ResultsTab::Measured || g.ui.results == ResultsTab::Roofline);
  if (g.ui.preferences.measure_allowed != g.measuring->allowed)
    g.ui.preferences.measure_allowed = g.measuring->allowed;
  if (g.ui.wake.at > 0 && ImGui::GetTime() >= g.ui.wake.at) {
    g.ui.wake.at = 0;
    g.frames_to_settle = std::max(g.frames_to_settle, 2);
  }
  if (input) {
    g.frames_to_settle = 3;
    g.tooltip_time = .25; // a tooltip may appear after a rest of the pointer
  } else if (g.tooltip_time > 0 && g.frames_to_settle == 0) {
    g.tooltip_time = 0;
    g.frames_to_settle = 2;
  }
  if (news) g.frames_to_settle = std::max(g.frames_to_settle, 2);
  // After a sleep the animation continues from where it was, not from where it would have been.
  session.advance(std::min(now - g.last_time, .1 + std::max(0.0, step_due)));
  g.last_time = now;
  g.keeper->look(session, g.ui, g.place(), now);
  if (!g.prepared && !g.no_pointer && !session.busy() && session.runs().picture() != nullptr) {
    g.prepared = true;
    session.prepare_programs();
  }
  if (input || session.busy() || !g.prepared) g.busy_until = now;
  else if (now - g.busy_until >= rest_before_headers) session.prepare_headers();
  if (!g.ui.commands.empty()) g.frames_to_settle = std::max(g.frames_to_settle, 2);
  if (!visible) return true;
  if (g.frames_to_settle > 0) --g.frames_to_settle;
  if (std::exchange(g.ui.wake.again, false)) g.frames_to_settle = std::max(g.frames_to_settle, 2);

  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (g.no_pointer) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  const double begin = thread_seconds();
  const std::vector<ImGuiInputEvent> held = hold_modifiers(*ImGui::GetCurrentContext());
  g.let_go_of_what_is_gone();
  ImGui::NewFrame();
  put_back(*ImGui::GetCurrentContext(), held);
  if (!held.empty()) g.frames_to_settle = std::max(g.frames_to_settle, 2);
  g.draw_panels();
  if (before_render) before_render();
  ImGui::Render();
  g.frame_seconds = thread_seconds() - begin;
  if (ImGui::GetIO().WantTextInput != 0 && ImGui::GetCurrentContext()->InputEventsQueue.Size > 0)
    g.frames_to_settle = std::max(g.frames_to_settle, 2);

  int width = 0, height = 0;
  glfwGetFramebufferSize(g.window, &width, &height);
  if (!g.kept->begin(width, height)) g.damage.forget();
  render_damage(*ImGui::GetDrawData(), g.damage.look(*ImGui::GetDrawData()), g.ground());
  g.kept->show();
  glfwSwapBuffers(g.window);
  if (after_swap) after_swap();
  // The presenter takes the whole screen, and gives it back only if it took it.
  const bool full = glfwGetWindowMonitor(g.window) != nullptr;
  if (g.ui.presenter && !g.presenting) g.switch_screen |= g.took_screen = !full;
  if (!g.ui.presenter && g.presenting) g.switch_screen |= g.took_screen && full;
  g.presenting = g.ui.presenter;
  if (std::exchange(g.switch_screen, false)) {
    g.toggle_full_screen();
    g.frames_to_settle = 3;
  }
  return !std::exchange(g.closing, false);
}

std::vector<std::uint8_t> Gui::pixels(int& width, int& height, bool drawn_whole) {
  glfwGetFramebufferSize(impl_->window, &width, &height);
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  if (const bool kept = impl_->kept->begin(width, height);
      (drawn_whole || !kept) && ImGui::GetDrawData() != nullptr) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    render_damage(*ImGui::GetDrawData(), {{0, 0, size.x, size.y}}, impl_->ground());
  }
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y) * row),
                     pixels.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(y + 1) * row),
                     pixels.begin() +
                         static_cast<std::ptrdiff_t>(static_cast<std::size_t>(height - 1 - y) * row));
  for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
  return pixels;
}

} // namespace warpscope::panels
