// warpscope lessons [ID]: lists the lessons, or prints the plan of one, moment by moment with the command
// that shows its counts. Each moment is run, so that what is said has its numbers.
#include "app/cli/lesson_handout.h"
#include "app/cli/moment_run.h"
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "app/lesson/course.h"
#include "app/playback/run.h"
#include "sim/devices/devices.h"
#include "sim/labs/lessons.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

/// "A: 1, B: 4 (right), C: 32"
std::string choices_of(const lesson::Course& course) {
  std::string text;
  const std::vector<std::string>& choices = course.moment().choices;
  for (std::size_t i = 0; i < choices.size(); ++i)
    text += fmt::format("{}{}: {}{}", i == 0 ? "" : ", ", static_cast<char>('A' + i), choices[i],
                        course.right() == i ? " (right)" : "");
  return text;
}

/// Prints moment by moment, for a whole program takes some seconds. `run`: false leaves the names of the
/// counts.
void print_plan(const labs::CourseLesson& lesson, bool run, Console& console) {
  console.out << tinted(lesson.title, Tint::Bold, console.color_out)
              << fmt::format("  ({} minutes)\n", lesson.minutes);
  if (!lesson.aims.empty()) console.out << "Aims: " << lesson.aims << "\n";
  if (!lesson.mistakes.empty()) console.out << "What students get wrong: " << lesson.mistakes << "\n";
  compile::Compiler compiler;
  lesson::Course course(lesson);
  for (std::size_t i = 0; i < lesson.moments.size(); ++i) {
    course.go_to(i);
    const labs::Moment& moment = course.moment();
    console.out << fmt::format("\n{}. {}\n", i + 1,
                               tinted(command_of(moment), Tint::Good, console.color_out));
    if (!moment.ask.empty()) console.out << "   Ask: " << moment.ask << std::endl;
    std::string problem;
    if (run) {
      const Device& device = *devices::find_device("cc90");
      const MomentRun met = run_moment(moment, device, compiler, console);
      if (met.problem.empty())
        course.arrived(*met.result, playback::Run::of(met.result)->playback(), device, met.of_program);
      problem = met.problem.empty() ? course.problem() : met.problem;
    }
    if (!moment.choices.empty()) console.out << "   " << choices_of(course) << "\n";
    console.out << "   Say: " << (course.sentence().empty() ? moment.say : course.sentence()) << std::endl;
    if (!problem.empty()) complain(console, fmt::format("moment {}: {}", i + 1, problem));
  }
  if (!lesson.task.empty()) console.out << "\nTask: " << lesson.task << "\n";
}

int run_lessons(const std::string& id, bool run, Context& context) {
  Console& console = context.console;
  if (id.empty()) {
    for (const labs::CourseLesson& lesson : labs::course_lessons())
      console.out << fmt::format("{}  {} ({} minutes, {} moments)\n",
                                 tinted(lesson.id, Tint::Good, console.color_out), lesson.title,
                                 lesson.minutes, lesson.moments.size());
    console.out << "The plan of one: warpscope lessons ID\n";
    return exit_done;
  }
  std::vector<std::string> ids;
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    if (lesson.id == id) {
      print_plan(lesson, run, console);
      return exit_done;
    }
    ids.push_back(lesson.id);
  }
  const std::string meant = source::nearest_name(id, ids);
  complain(console, fmt::format("there is no lesson {}{}", id,
                                meant.empty() ? "; `warpscope lessons` lists them"
                                              : fmt::format("; did you mean {}?", meant)));
  return exit_usage;
}

} // namespace

void add_lessons(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("lessons", "List the lessons, or print the plan of one");
  const auto id = std::make_shared<std::string>();
  app->add_option("id", *id, "Print this lesson's plan")->type_name("ID");
  const auto handout = std::make_shared<std::string>(), out = std::make_shared<std::string>();
  CLI::Option* file = app->add_option("-o,--out", *out, "The handout's file, by its ending")
                          ->type_name("FILE.html|.pdf");
  app->add_option("--handout", *handout, "Write this lesson's handout: its pictures and sentences, to print")
      ->type_name("NAME|FILE.toml")
      ->needs(file)
      ->excludes("id");
  const auto unrun = std::make_shared<bool>(false);
  app->add_flag("--names", *unrun, "Of a plan: runs nothing; names of counts stand in the place of numbers");
  app->footer("Examples:\n"
              "  warpscope lessons\n"
              "  warpscope lessons banks\n"
              "  warpscope lessons --handout banks -o banks.pdf\n"
              "  warpscope --lesson banks                         play it in the window");
  app->callback([&action, id, handout, out, unrun] {
    action = [id, handout, out, unrun](Context& context) {
      return handout->empty() ? run_lessons(*id, !*unrun, context)
                              : write_handout(*handout, *out, context.console);
    };
  });
}

} // namespace warpscope::cli
