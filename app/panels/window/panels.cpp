#include "app/language/language.h"
#include "app/panels/window/panel.h"

namespace warpscope::panels {

namespace {

bool in_expression_mode(const PanelContext& c) {
  return c.session.document().mode == document::SourceMode::Expression;
}
bool in_kernel_mode(const PanelContext& c) { return !in_expression_mode(c); }
bool has_lesson(const PanelContext& c) { return c.layout.lesson.h > 0; }
bool has_results(const PanelContext& c) { return c.layout.results.h > 0; }

} // namespace

const std::vector<PanelRow>& panel_rows() {
  static const std::vector<PanelRow> rows = {
      {"bar", nullptr, &Layout::bar, nullptr, make_bar_panel},
      {"expression", &Layout::source_tabs, &Layout::source, in_expression_mode, make_expression_panel},
      {"kernel", &Layout::source_tabs, &Layout::source, in_kernel_mode, make_kernel_panel},
      {"stage", &Layout::stage_tabs, &Layout::stage, nullptr, make_stage_panel, true},
      {"lesson", nullptr, &Layout::lesson, has_lesson, make_lesson_panel},
      {"timeline", nullptr, &Layout::timeline, nullptr, make_timeline_panel},
      {"results", &Layout::results_tabs, &Layout::results, has_results, make_results_panel},
  };
  return rows;
}

void UiState::say(std::string sentence, bool error) {
  notice = std::move(sentence);
  notice_is_error = error;
  notice_until = ImGui::GetTime() + (error ? 12 : 4);
  notice_action.clear();
  notice_do = {};
}

std::string open_path(session::Session& session, measuring::Measuring& measuring, UiState& ui,
                      const std::string& path) {
  const bool recording = path.ends_with(".json");
  std::string error = recording ? measuring.open_file(path) : session.edit()->open_file(path);
  if (!error.empty()) return error;
  ui.say(language::trf("path.opened", language::arg("path", path)), false);
  if (recording) {
    ui.measured = true;
    ui.chart = false;
  } else {
    ui.reload_fields = true;
    ui.opened_file = path;
  }
  return error;
}

std::string saved_sentence(const session::Session& session, const std::string& path) {
  const bool cut = session.document().mode == document::SourceMode::Kernel &&
                   !session.document().cuts.empty();
  return language::trf(cut ? "cut.saved" : "path.saved", language::arg("path", path));
}

void cut_barrier(PanelContext& c, std::uint32_t line) {
  if (!c.session.edit()->toggle_barrier(line)) {
    c.ui.say(std::string(language::tr("cut.nothing")), false);
    return;
  }
  if (!c.session.edits().is_cut(line)) return;
  c.ui.hazards = true;
  c.ui.chart = c.ui.measured = false;
}

void measure_now(PanelContext& c) {
  c.ui.measured = true;
  c.ui.chart = false;
  const bool out_of_sight = c.ui.preferences.panes.show_results && c.layout.results.h < 80; // a window that
                                                                                            // is too small
                                                                                            // for results
  c.ui.preferences.panes.show_results = true;
  c.measuring.measure(c.session);
  if (out_of_sight && c.measuring.phase() == measuring::Measuring::Phase::Asking)
    c.ui.offer(std::string(language::tr("measured.question")) + " " + c.measuring.command().substr(0, 200),
               std::string(language::tr("measured.run_it")),
               [measuring = &c.measuring, session = &c.session] { measuring->answer(*session, true); });
}

void UiState::offer(std::string sentence, std::string action, std::function<void()> what) {
  say(std::move(sentence), false);
  notice_until = ImGui::GetTime() + 30;
  notice_action = std::move(action);
  notice_do = std::move(what);
}

} // namespace warpscope::panels
