// The window in a process of its own, which keep_ui_test.cpp starts, ends and kills.
#include "tests/ui/keep_child.h"

#include "app/panels/window/gui.h"
#include "app/panels/window/panel.h"
#include "tests/ui/learn_child.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>

namespace warpscope::test {

namespace {

using Clock = std::chrono::steady_clock;

bool frames(panels::Gui& gui, double seconds, const std::function<bool()>& until = {}) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    if (!gui.frame(.02)) return false;
    if (until && until()) return true;
  }
  return !until;
}

bool at_rest(const session::Session& s) { return !s.busy() && s.runs().picture() != nullptr; }

void tell(const nlohmann::json& line) {
  std::printf("%s\n", line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

void tell_state(panels::Gui& gui) {
  const document::Document& d = gui.session().document();
  nlohmann::json choices = nlohmann::json::object();
  for (const auto& [name, value] : d.choices) choices[name] = value;
  tell({{"mode", d.mode == document::SourceMode::Kernel ? "kernel" : "expression"},
        {"text", *d.kernel_text},
        {"expression", d.expression},
        {"choices", choices},
        {"device", d.device},
        {"step", gui.session().time().step()},
        {"playing", gui.session().time().playing()},
        {"unsaved", gui.session().edits().unsaved()},
        {"scene", static_cast<int>(gui.ui().scene)},
        {"notice", gui.notice().sentence},
        {"action", gui.notice().button},
        {"dark", gui.session().settings.dark},
        {"zoom", gui.session().settings.zoom},
        {"width", ImGui::GetIO().DisplaySize.x},
        {"height", ImGui::GetIO().DisplaySize.y},
        {"source", gui.ui().preferences.panes.source},
        {"recent", gui.ui().preferences.recent_files}});
}

} // namespace

int run_keep_child(const std::string& role) {
  if (role.starts_with("learns")) return run_learn_child(role);
  panels::Gui gui;
  panels::GuiOptions options;
  options.folders = settings::xdg_folders();
  if (role != "reads_size") {
    options.width = 960;
    options.height = 600;
  }
  if (role.starts_with("opens ")) options.file = role.substr(6);
  if (role == "names_a_lab") options.lab = "copy_stride";
  std::string error;
  if (!gui.open(options, error)) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 3;
  }
  session::Session& session = gui.session();
  if (!frames(gui, 60, [&] { return at_rest(session); })) return 4;
  frames(gui, .2);
  if (role == "edits" || role == "edits_and_quits") {
    session.edit()->set_lab("transpose_tile");
    session.edit()->set_choice("PAD", "1");
    session.play(false);
    if (!frames(gui, 60, [&] { return at_rest(session); })) return 5;
    session.time().seek(41);
    gui.ui().scene = view::SceneKind::Array;
    session.edit()->set_kernel_text("// typed a moment ago\n" + *session.document().kernel_text);
    session.settings.dark = false;
    session.settings.zoom = 1.25f;
    gui.ui().preferences.panes.source = 1.3f;
    if (!frames(gui, 60, [&] { return at_rest(session); })) return 6;
    const std::uint64_t step = session.time().step();
    tell({{"edited", true}, {"step", step}});
    if (role == "edits") {
      frames(gui, 60); // until it is killed
      return 7;
    }
  }
  if (role == "discards") {
    if (gui.notice().button.empty()) return 8;
    gui.ui().commands.add(gui.notice().wants);
    frames(gui, .3);
  }
  if (role == "stays" || role.starts_with("opens ")) {
    tell_state(gui);
    frames(gui, 60);
    return 9;
  }
  tell_state(gui);
  return 0; // the window closes as it should
}

} // namespace warpscope::test
