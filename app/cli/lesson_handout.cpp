// Runs a lesson's moments one after another and writes its handout.
#include "app/cli/lesson_handout.h"

#include "app/cli/subcommand.h"
#include "app/export/handout.h"
#include "app/language/language.h"
#include "app/lesson/course.h"
#include "app/playback/run.h"
#include "app/view/scene_choices.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <fmt/format.h>

#include <ostream>

namespace warpscope::cli {

namespace {

std::string command_of(const labs::Moment& moment) {
  std::string command = "warpscope sim " + moment.lab;
  for (const auto& [name, value] : moment.set) command += fmt::format(" --set {}={}", name, value);
  return command;
}

/// The scene of the moment as far as a picture of one access shows it.
view::SceneKind scene_of_moment(const labs::Moment& moment, const trace::BlockTrace::Event& event) {
  const std::optional<view::SceneKind> named = view::scene_by_id(moment.scene);
  if (named && *named != view::SceneKind::Multiprocessor && *named != view::SceneKind::Cache &&
      view::scene_can_show(*named, event))
    return *named;
  return cost_rule(event.space) == CostRule::Sectors ? view::SceneKind::Sectors : view::SceneKind::Banks;
}

/// The line that the access stands on, without its indentation.
std::string line_of_access(const run::Result& result, std::uint32_t site) {
  const std::string& text = result.scenario.text;
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < result.program->sites[site].span.line; ++line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  at = std::min(text.find_first_not_of(" \t", at), text.size());
  return text.substr(at, text.find('\n', at) - at);
}

/// The picture of a moment that was met, and what is said about it.
exporting::HandoutMoment shown_moment(const lesson::Course& course, const playback::RunPtr& run,
                                      const view::Theme& theme) {
  const trace::BlockTrace::Event& event = run->trace().event(course.place()->event);
  const view::SceneKind scene = scene_of_moment(course.moment(), event);
  view::SceneRequest request{
      run,
      {course.place()->event, course.last_wavefront()},
      view::page_options(exporting::handout_picture_width, exporting::handout_picture_height, theme)};
  view::Choices chosen(course.moment().show.begin(), course.moment().show.end());
  (void)view::take_scene_choices(request.options.fragment, request.options.layouts,
                                 {{course.moment().scene, std::move(chosen)}}, false);
  exporting::HandoutMoment moment;
  moment.headline = view::make_headline(request, scene);
  request.options.frame.with_headline = false;
  moment.picture = view::build_scene(scene, request);
  moment.code = line_of_access(run->result(), event.site_or_pc);
  moment.lines = {course.sentence(),
                  language::trf("handout.why", language::arg("lead", moment.headline.lead),
                                language::arg("why", moment.headline.explanation)),
                  language::trf("handout.try", language::arg("command", command_of(course.moment())))};
  if (course.moved())
    moment.warning = language::trf("course.moved", language::arg("recorded", course.moved()->recorded),
                                   language::arg("now", course.moved()->now));
  return moment;
}

} // namespace

int write_handout(const std::string& name, const std::string& out, Console& console) {
  const auto refuse = [&](const std::string& sentence) {
    complain(console, sentence);
    return static_cast<int>(exit_usage);
  };
  const bool pdf = out.ends_with(".pdf");
  if (!pdf && !out.ends_with(".html"))
    return refuse(fmt::format("-o {}: the name must end in .html or .pdf", out));
  std::string error;
  const std::optional<labs::CourseLesson> lesson = lesson::find_course(name, error);
  if (!lesson) return refuse(error);
  const Device* device = devices::find_device("cc90");
  exporting::Handout handout;
  handout.title = lesson->title;
  handout.device = device->label();
  handout.task = lesson->task;
  handout.foot = language::trf("handout.foot", language::arg("licence", exporting::picture_licence));
  compile::Compiler compiler;
  lesson::Course course(*lesson);
  for (std::size_t i = 0; i < lesson->moments.size(); ++i) {
    course.go_to(i);
    const labs::Lab* lab = labs::find_lab(course.moment().lab);
    if (lab == nullptr)
      return refuse(fmt::format("moment {}: there is no lab {}", i + 1, course.moment().lab));
    run::Request request;
    request.file = lab->file_name;
    request.text = lab->text;
    request.overrides.parameters = course.moment().set;
    request.device = *device;
    request.run_checks = false;
    request.trace_block = 0;
    auto result = std::make_shared<const run::Result>(run::simulate(compiler, request));
    if (result->trace == nullptr)
      return refuse(fmt::format("moment {}: {}", i + 1, format_diagnostics(result->diagnostics)));
    const playback::RunPtr run = playback::Run::of(result);
    course.arrived(*result, run->playback());
    if (!course.place()) return refuse(fmt::format("moment {}: {}", i + 1, course.problem()));
    handout.moments.push_back(shown_moment(course, run, view::light_theme()));
  }
  const std::string document = pdf ? exporting::handout_pdf(handout, view::light_theme())
                                   : exporting::handout_html(handout, view::light_theme());
  error = exporting::write_file_atomically(out, document);
  if (!error.empty()) return refuse(error);
  console.out << fmt::format("{}: {} moments, {} pages\n", out, handout.moments.size(),
                             (handout.moments.size() + 1) / 2);
  return exit_done;
}

} // namespace warpscope::cli
