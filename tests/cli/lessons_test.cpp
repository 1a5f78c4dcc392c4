// What the reader of scenario files cannot check: that the scene of each lab's lesson is one of the window's,
// and that a lab that is wrong on purpose is told what it promises, and a cured one nothing.
#include "app/view/scene.h"
#include "sim/labs/labs.h"
#include "sim/labs/lessons.h"
#include "sim/source/scenario.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Lessons, ScenesOfTheLabsAreThere) {
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    if (!scenario.lesson || scenario.lesson->scene.empty()) continue;
    EXPECT_TRUE(view::scene_by_id(scenario.lesson->scene)) << lab.id << ": " << scenario.lesson->scene;
  }
  for (const labs::CourseLesson& lesson : labs::course_lessons())
    for (const labs::Moment& moment : lesson.moments)
      EXPECT_TRUE(moment.scene.empty() || view::scene_by_id(moment.scene))
          << lesson.id << ": " << moment.scene;
  EXPECT_TRUE(view::scene_by_id("banks"));
  EXPECT_FALSE(view::scene_by_id("bank"));
}

TEST(Lessons, TheirPlansAreListedAndPrinted) {
  const ProgramRun list = run_command("warpscope lessons"), plan = run_command("warpscope lessons banks"),
                   none = run_command("warpscope lessons bank");
  EXPECT_EQ(list.code, 0);
  for (const labs::CourseLesson& lesson : labs::course_lessons())
    EXPECT_NE(list.out.find(lesson.id + "  " + lesson.title), std::string::npos) << list.out;
  EXPECT_NE(plan.out.find("warpscope sim bank_stride --set STRIDE=2\n"
                          "   Ask: Every second word now. How many wavefronts does that take?\n"
                          "   A: 1, B: 2 (right), C: 16\n"
                          "   Say: Only the 16 even banks are asked, two words each: the queue is 2 long"),
            std::string::npos)
      << plan.out;
  EXPECT_EQ(plan.out.find('{'), std::string::npos) << "a name in place of its number: " << plan.out;
  EXPECT_NE(plan.out.find("\nTask: tile[32][34]"), std::string::npos) << plan.out;
  const ProgramRun names = run_command("warpscope lessons banks --names");
  EXPECT_NE(names.out.find("Only the {banks} even banks"), std::string::npos) << names.out;
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("did you mean banks?"), std::string::npos) << none.err;
}

TEST(BugLabs, AreToldWhatTheyPromiseAndCuredOnesNothing) {
  int wrong = 0, cured = 0;
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    if (!scenario.bug || lab.program) continue; // programs: whole_tests
    std::vector<std::pair<std::string, std::string>> settings;
    for (const source::ScenarioParameter& parameter : scenario.parameters)
      for (const std::string& choice : parameter.choices) settings.emplace_back(parameter.name, choice);
    for (const auto& setting : settings) {
      source::Overrides overrides;
      overrides.parameters = {setting};
      const auto launch = source::resolve(scenario, overrides, diagnostics);
      ASSERT_TRUE(launch.has_value()) << format_diagnostics(diagnostics);
      const ProgramRun run = run_command("warpscope sim " + lab.id + " --races --set " + setting.first + "=" +
                                         setting.second);
      const bool promised = has_bug(scenario, launch->macros);
      SCOPED_TRACE(lab.id + " " + setting.first + "=" + setting.second + "\n" + run.err);
      EXPECT_EQ((run.out + run.err).find(scenario.bug->says) != std::string::npos, promised);
      EXPECT_EQ(run.code != 0, promised);
      (promised ? wrong : cured) += 1;
    }
  }
  EXPECT_GE(wrong, 4);
  EXPECT_GE(cured, 4);
}

} // namespace
} // namespace warpscope
