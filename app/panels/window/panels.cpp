// The table of panels: names, places, when each is there.
#include "app/panels/window/panel.h"

namespace warpscope::panels {

namespace {

bool in_expression_mode(const PanelContext& c) {
  return c.session.document().mode == document::SourceMode::Expression;
}
bool in_kernel_mode(const PanelContext& c) { return !in_expression_mode(c); }
bool shows_compiled(const PanelContext& c) {
  return c.ui.compiled.on && !c.ui.presenter && in_kernel_mode(c);
}
bool shows_stage(const PanelContext& c) { return !shows_compiled(c); }
bool has_launches(const PanelContext& c) { return c.layout.launches.h > 0; }
bool has_lesson(const PanelContext& c) { return c.layout.lesson.h > 0; }
bool has_course(const PanelContext& c) { return c.session.course() != nullptr; }
bool has_results(const PanelContext& c) { return c.layout.results_tabs.h + c.layout.results.h > 0; }

} // namespace

const std::vector<PanelRow>& panel_rows() {
  static const std::vector<PanelRow> rows = {
      {"bar", nullptr, &Layout::bar, nullptr, make_bar_panel},
      {"expression", &Layout::source_tabs, &Layout::source, in_expression_mode, make_expression_panel},
      {"kernel", &Layout::source_tabs, &Layout::source, in_kernel_mode, make_kernel_panel},
      {"stage", &Layout::stage_tabs, &Layout::stage, shows_stage, make_stage_panel, true},
      {"compiled", &Layout::stage_tabs, &Layout::stage, shows_compiled, make_compiled_panel, true},
      {"lesson", nullptr, &Layout::lesson, has_lesson, make_lesson_panel},
      {"course_head", nullptr, &Layout::course_head, has_course, make_course_head_panel},
      {"course_foot", nullptr, &Layout::course_foot, has_course, make_course_foot_panel},
      {"launches", nullptr, &Layout::launches, has_launches, make_launches_panel},
      {"timeline", nullptr, &Layout::timeline, nullptr, make_timeline_panel},
      {"results", &Layout::results_tabs, &Layout::results, has_results, make_results_panel},
  };
  return rows;
}

} // namespace warpscope::panels
