// A student learns alone: from a first start with empty folders through a lesson, and on the next day, by
// keys alone and by the mouse alone. What the student knows is what is on screen.
#include "tests/ui/app_run.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::AppRun;

class LearnAlone : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("warpscope-learn-" + std::to_string(::getpid()) + GetParam());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// All that a run tells; it has to end well.
  std::vector<json> walk(const std::string& role) {
    AppRun run(folder_, role + GetParam());
    std::vector<json> steps;
    for (json step = run.line(); step.is_object(); step = run.line()) steps.push_back(std::move(step));
    EXPECT_EQ(run.wait(), 0) << role << ": the exit code says where the student was stuck (learn_child.cpp)"
                             << (steps.empty() ? "" : "\n" + steps.back().dump(1));
    return steps;
  }

  fs::path folder_;
};

bool shows(const json& step, const std::string& words) {
  return step["screen"].get<std::string>().find(words) != std::string::npos;
}

TEST_P(LearnAlone, FromTheFirstStartThroughALessonAndBackTheNextDay) {
  const std::vector<json> first = walk("learns_by_");
  ASSERT_GE(first.size(), 6u);
  EXPECT_TRUE(shows(first[0], "Any index expression"));
  EXPECT_TRUE(shows(first[2], "First lesson")) << "how one learns is said at the first start";
  std::size_t asked = 0, wrong = 0, last = 0;
  std::string score;
  const auto read = [&](const std::vector<json>& steps) {
    for (const json& step : steps) {
      if (step.contains("asked")) {
        ++asked;
        EXPECT_TRUE(shows(step, step["asked"].get<std::string>().substr(0, 20))) << step["screen"];
        EXPECT_TRUE(shows(step, "?"));
      }
      if (!step.contains("moment")) continue;
      last = step["moment"];
      EXPECT_EQ(step["shown"], true);
      EXPECT_TRUE(shows(step, step["sentence"].get<std::string>().substr(0, 15))) << step["screen"];
      if (!step["wrong"]) continue;
      ++wrong;
      EXPECT_FALSE(shows(step, "Right")) << "a wrong guess is not praised";
    }
  };
  read(first);
  EXPECT_EQ(last, 3u);
  EXPECT_GE(asked, 1u);

  const std::vector<json> next = walk("learns_next_day_by_");
  ASSERT_GE(next.size(), 5u);
  EXPECT_NE(next[0]["notice"].get<std::string>().find("was open"), std::string::npos) << next[0]["notice"];
  EXPECT_EQ(next[1]["back"], 3) << "the place is kept";
  EXPECT_TRUE(shows(next[1], "3 of "));
  read(next);
  EXPECT_GE(wrong, 1u) << "who always takes the first choice is wrong now and then";
  const json &ended = next[next.size() - 3], &after = next[next.size() - 2], &left = next.back();
  EXPECT_EQ(ended["ended"], true);
  EXPECT_TRUE(shows(ended, "The lesson is over")) << ended["screen"];
  EXPECT_TRUE(shows(ended, "right")) << "the score, with yesterday's answers";
  EXPECT_TRUE(shows(ended, after["next"].get<std::string>().substr(0, 10))) << "the next one is named before";
  EXPECT_EQ(left["left"], true);
}

INSTANTIATE_TEST_SUITE_P(Hands, LearnAlone, testing::Values("keys", "mouse"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace warpscope
