// Runs a lesson's moments one after another and writes its handout.
#include "app/cli/lesson_handout.h"

#include "app/cli/moment_run.h"
#include "app/cli/subcommand.h"
#include "app/export/handout.h"
#include "app/language/language.h"
#include "app/lesson/course.h"
#include "app/playback/machine_of.h"
#include "app/playback/run.h"
#include "app/view/scene_choices.h"
#include "sim/devices/devices.h"
#include "sim/whole/replay.h"

#include <fmt/format.h>

#include <ostream>

namespace warpscope::cli {

namespace {

/// It shows a multiprocessor over time.
bool is_over_time(view::SceneKind scene) {
  return scene == view::SceneKind::Multiprocessor || scene == view::SceneKind::Cache;
}

/// The scene of the moment, where it has something to show.
view::SceneKind scene_of_moment(const labs::Moment& moment, const trace::BlockTrace::Event& event,
                                const playback::MachinePtr& machine) {
  const std::optional<view::SceneKind> named = view::scene_by_id(moment.scene);
  if (named && (is_over_time(*named) ? machine != nullptr && machine->problem.empty()
                                     : view::scene_can_show(*named, event)))
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

/// Returns the cycle in which an access of L1 is looked up.
double first_cycle_of(const playback::Machine& machine, std::size_t access) {
  return static_cast<double>(machine.cache.lookups[machine.cache.accesses[access].first].cycle);
}

/// The picture of a moment that was met, and what is said about it.
exporting::HandoutMoment shown_moment(const lesson::Course& course, const playback::RunPtr& run,
                                      const playback::MachinePtr& machine, const view::Theme& theme) {
  const trace::BlockTrace::Event& event = run->trace().event(course.place()->event);
  const view::SceneKind scene = scene_of_moment(course.moment(), event, machine);
  view::SceneRequest request{
      run,
      {course.place()->event, course.last_wavefront()},
      view::page_options(exporting::handout_picture_width, exporting::handout_picture_height, theme)};
  if (is_over_time(scene)) {
    request.options.machine.machine = machine;
    const std::optional<std::size_t> access = playback::access_of(*run, *machine, course.place()->event);
    if (scene == view::SceneKind::Cache) view::seek_cache(request, static_cast<double>(access.value_or(0)));
    else
      view::seek_machine(request, access ? first_cycle_of(*machine, *access)
                                         : static_cast<double>(machine->timeline.cycles) / 2);
  }
  view::Choices chosen(course.moment().show.begin(), course.moment().show.end());
  (void)view::take_scene_choices(request.options.fragment, request.options.layouts,
                                 {{course.moment().scene, std::move(chosen)}}, false);
  exporting::HandoutMoment moment;
  moment.headline = view::make_headline(request, scene);
  request.options.frame.with_headline = false;
  moment.picture = view::build_scene(scene, request);
  moment.code = line_of_access(run->result(), event.site_or_pc);
  moment.question = course.moment().ask;
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
    const MomentRun met = run_moment(course.moment(), *device, compiler, console);
    if (!met.problem.empty()) return refuse(fmt::format("moment {}: {}", i + 1, met.problem));
    const playback::RunPtr run = playback::Run::of(met.result);
    course.arrived(*met.result, run->playback(), *device, met.of_program);
    if (!course.place()) return refuse(fmt::format("moment {}: {}", i + 1, course.problem()));
    const std::optional<view::SceneKind> named = view::scene_by_id(course.moment().scene);
    playback::MachinePtr machine;
    if (named && is_over_time(*named)) {
      std::string why_not;
      if (auto input = whole::machine_input(compiler, met.request, why_not))
        machine = playback::machine_of(std::make_shared<const run::MachineInput>(std::move(*input)),
                                       device->name);
    }
    handout.moments.push_back(shown_moment(course, run, machine, view::light_theme()));
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
