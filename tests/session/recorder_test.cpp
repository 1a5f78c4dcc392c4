// What is recorded leads back to the very access that was on the stage: for every line of every lab.
#include "app/document/catalog.h"
#include "app/lesson/course.h"
#include "app/lesson/recorder.h"
#include "app/playback/run.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <set>

namespace warpscope {
namespace {

playback::RunPtr run_of_lab(const std::string& id) {
  static compile::Compiler compiler;
  const labs::Lab* lab = labs::find_lab(id);
  run::Request request;
  request.file = lab->file_name;
  request.text = lab->text;
  request.device = *devices::find_device("cc90");
  request.run_checks = false;
  request.trace_block = 0;
  return playback::Run::of(std::make_shared<const run::Result>(run::simulate(compiler, request)));
}

TEST(Recorder, LeadsBackToEachAccessThatItTakes) {
  std::size_t taken = 0, refused = 0;
  for (const char* id : {"transpose_tile", "matmul_tile16", "barrier_divergent", "scan_blelloch",
                         "constant_broadcast", "histogram_global"}) {
    const playback::RunPtr run = run_of_lab(id);
    std::set<std::uint32_t> seen;
    for (std::size_t event = 0; event < run->trace().size(); ++event) {
      const trace::BlockTrace::Event& e = run->trace().event(event);
      if (e.kind != trace::StepKind::Access || !seen.insert(e.site_or_pc * 8 + e.warp % 8).second) continue;
      std::string why_not;
      const std::optional<labs::Moment> moment = lesson::moment_of({id, {}, "banks", event, true},
                                                                   run->result(), run->playback(), why_not);
      SCOPED_TRACE(std::string(id) + ", event " + std::to_string(event));
      if (!moment) {
        EXPECT_NE(why_not, "");
        ++refused;
        continue;
      }
      ++taken;
      lesson::Course course([&] {
        labs::CourseLesson lesson;
        lesson.moments = {*moment};
        return lesson;
      }());
      course.arrived(run->result(), run->playback(), *devices::find_device("cc90"));
      ASSERT_TRUE(course.place()) << course.problem();
      EXPECT_EQ(course.place()->event, event);
      EXPECT_FALSE(course.moved());
      EXPECT_TRUE(course.right()) << "one of the choices is right";
      EXPECT_EQ(course.problem(), "");
    }
  }
  EXPECT_GT(taken, 40u);
  EXPECT_GT(taken, 4 * refused) << "only a second access of the same kind in one line is refused";
}

TEST(Recorder, SaysWhatItCannotRecord) {
  const playback::RunPtr run = run_of_lab("transpose_tile");
  std::string why_not;
  EXPECT_FALSE(lesson::moment_of({"", {}, "banks", 0, false}, run->result(), run->playback(), why_not));
  EXPECT_NE(why_not.find("open a lab"), std::string::npos) << why_not;
  for (std::size_t event = 0; event < run->trace().size(); ++event)
    if (run->trace().event(event).kind != trace::StepKind::Access) {
      EXPECT_FALSE(lesson::moment_of({"transpose_tile", {}, "banks", event, false}, run->result(),
                                     run->playback(), why_not));
      EXPECT_NE(why_not.find("is counted"), std::string::npos) << why_not;
      break;
    }
}

TEST(Recorder, TheFileIsNamedAndReadAgain) {
  labs::CourseLesson recording = lesson::new_recording();
  labs::Moment moment;
  moment.lab = "x";
  moment.at = "a \"piece\"\n of two lines";
  moment.say = "s";
  recording.moments = {moment, moment};
  std::vector<std::string> problems;
  const labs::CourseLesson read = labs::read_lesson(
      "l", lesson::file_of(recording, "/tmp/first lecture.toml"), problems);
  EXPECT_EQ(problems, std::vector<std::string>{});
  EXPECT_EQ(read.title, "first lecture");
  EXPECT_GE(read.minutes, 5u);
  EXPECT_EQ(read.moments, recording.moments);
}

} // namespace
} // namespace warpscope
