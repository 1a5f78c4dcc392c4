// warpscope lessons [ID]: lists the lessons, or prints the plan of one, moment by moment with the command
// that shows its counts.
#include "app/cli/lesson_handout.h"
#include "app/cli/moment_run.h"
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "sim/labs/lessons.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

std::string plan_of(const labs::CourseLesson& lesson, bool color) {
  std::string out = tinted(lesson.title, Tint::Bold, color) + fmt::format("  ({} minutes)\n", lesson.minutes);
  if (!lesson.aims.empty()) out += "Aims: " + lesson.aims + "\n";
  if (!lesson.mistakes.empty()) out += "What students get wrong: " + lesson.mistakes + "\n";
  std::size_t number = 0;
  for (const labs::Moment& moment : lesson.moments) {
    out += fmt::format("\n{}. {}\n", ++number, tinted(command_of(moment), Tint::Good, color));
    if (!moment.ask.empty()) out += "   Ask: " + moment.ask + "\n";
    out += "   Say: " + moment.say + "\n";
  }
  return out;
}

int run_lessons(const std::string& id, Context& context) {
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
      console.out << plan_of(lesson, console.color_out);
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
  app->footer("Examples:\n"
              "  warpscope lessons\n"
              "  warpscope lessons banks\n"
              "  warpscope lessons --handout banks -o banks.pdf\n"
              "  warpscope --lesson banks                         play it in the window");
  app->callback([&action, id, handout, out] {
    action = [id, handout, out](Context& context) {
      return handout->empty() ? run_lessons(*id, context) : write_handout(*handout, *out, context.console);
    };
  });
}

} // namespace warpscope::cli
