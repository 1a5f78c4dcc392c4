// Every moment of every lesson is there: its access is executed as often as it says in the block that is
// traced.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/labs/lessons.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace warpscope {
namespace {

TEST(Course, EveryMomentIsThere) {
  compile::Compiler compiler;
  for (const labs::CourseLesson& lesson : labs::course_lessons())
    for (const labs::Moment& moment : lesson.moments) {
      SCOPED_TRACE(lesson.id + ": " + moment.lab + ", " + moment.say);
      const labs::Lab* lab = labs::find_lab(moment.lab);
      ASSERT_NE(lab, nullptr);
      if (lab->program) continue; // tests/session/course_test.cpp meets those
      run::Request request;
      request.file = lab->file_name;
      request.text = lab->text;
      request.overrides.parameters = moment.set;
      request.device = *devices::find_device("cc90");
      request.run_checks = false;
      request.trace_block = 0;
      const run::Result result = run::simulate(compiler, request);
      ASSERT_NE(result.trace, nullptr) << format_diagnostics(result.diagnostics);
      const std::size_t at = lab->text.find(moment.at, lab->text.find("*/")); // behind the header
      ASSERT_NE(at, std::string::npos);
      const std::string above = lab->text.substr(0, at);
      const auto line = static_cast<std::uint32_t>(1 + std::count(above.begin(), above.end(), '\n'));
      std::map<std::uint32_t, std::uint32_t> runs; // by warp
      std::uint32_t most = 0;
      for (std::size_t i = 0; i < result.trace->size(); ++i) {
        const trace::BlockTrace::Event& event = result.trace->event(i);
        if (event.kind != trace::StepKind::Access ||
            result.program->sites[event.site_or_pc].span.line != line)
          continue;
        if (!moment.access.empty() && name_of(event.access_kind) != moment.access) continue;
        most = std::max(most, ++runs[event.warp]);
      }
      EXPECT_GE(most, std::max(moment.turn, 1u)) << "line " << line;
    }
}

} // namespace
} // namespace warpscope
