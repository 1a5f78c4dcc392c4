// What can be varied in a text, and every value of it counted in the background.
#include "app/jobs/sweep.h"
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

document::Document expression(const char* text, const char* declaration = "") {
  document::Document d;
  d.mode = document::SourceMode::Expression;
  d.expression = text;
  d.declaration = declaration;
  return d;
}

TEST(SweepSubjects, AreTheParametersWithAChoice) {
  document::Document d;
  d.mode = document::SourceMode::Kernel;
  d.choices = {{"PAD", "7"}};
  const std::vector<jobs::SweepSubject> subjects = jobs::sweep_subjects(
      d, {{"STRIDE", {"1", "2", "4"}, {}}, {"N", {"65536"}, {}}, {"PAD", {"0", "1"}, {}}});
  ASSERT_EQ(subjects.size(), 2u);
  EXPECT_EQ(subjects[0].id, "STRIDE");
  EXPECT_EQ(subjects[0].value, "1");
  EXPECT_EQ(subjects[1].value, "7");
  EXPECT_EQ(subjects[1].values, (std::vector<std::string>{"0", "1", "7"}))
      << "a value set by hand is a point too";
  EXPECT_EQ(jobs::with_value(d, subjects[1], "1").choices,
            (std::vector<std::pair<std::string, std::string>>{{"PAD", "1"}}));
  EXPECT_EQ(jobs::with_value(d, subjects[0], "4").choices.back(),
            (std::pair<std::string, std::string>{"STRIDE", "4"}));
}

TEST(SweepSubjects, AreTheNumbersOfAnIndex) {
  const document::Document d = expression("a[threadIdx.x * 2 + 40] + 3");
  const std::vector<jobs::SweepSubject> subjects = jobs::sweep_subjects(d, {});
  ASSERT_EQ(subjects.size(), 2u) << "the 3 stands in no index";
  EXPECT_EQ(subjects[0].name, "a[threadIdx.x * N + 40] + 3");
  EXPECT_EQ(subjects[0].values.front(), "1");
  EXPECT_EQ(subjects[0].values.size(), 32u);
  EXPECT_EQ(subjects[1].values.back(), "40");
  EXPECT_EQ(jobs::with_value(d, subjects[0], "17").expression, "a[threadIdx.x * 17 + 40] + 3");
  EXPECT_EQ(jobs::sweep_subjects(jobs::with_value(d, subjects[0], "17"), {})[0].id, subjects[0].id)
      << "still the same subject";
}

TEST(SweepSubjects, AStrideCanBePutIn) {
  const document::Document d = expression("a[threadIdx.x + 1u]");
  ASSERT_EQ(jobs::sweep_subjects(d, {}).size(), 1u);
  EXPECT_EQ(jobs::sweep_subjects(d, {})[0].name, "a[(threadIdx.x + 1u) * N]");
  EXPECT_EQ(jobs::with_value(d, jobs::sweep_subjects(d, {})[0], "8").expression, "a[(threadIdx.x + 1u) * 8]");
  EXPECT_TRUE(jobs::sweep_subjects(expression("tile[threadIdx.x][threadIdx.y]"), {}).empty());
}

TEST(SweepSubjects, IsTheRowOfADeclaredArray) {
  const document::Document d = expression("tile[threadIdx.x][threadIdx.y]",
                                          "__shared__ float tile[32][33]; __shared__ int s[64]");
  const std::vector<jobs::SweepSubject> subjects = jobs::sweep_subjects(d, {});
  ASSERT_EQ(subjects.size(), 1u);
  EXPECT_EQ(subjects[0].name, "__shared__ float tile[32][N]; __shared__ int s[64]");
  EXPECT_EQ(subjects[0].values.front(), "32");
  EXPECT_EQ(subjects[0].values.back(), "64");
  EXPECT_EQ(jobs::with_value(d, subjects[0], "32").declaration,
            "__shared__ float tile[32][32]; __shared__ int s[64]");
}

TEST(SweepSubjects, ADivisorIsNeverZero) {
  const std::vector<jobs::SweepSubject> subjects = jobs::sweep_subjects(expression("a[threadIdx.x / 0 + 0]"),
                                                                        {});
  ASSERT_EQ(subjects.size(), 2u);
  EXPECT_EQ(subjects[0].values[1], "1");
  EXPECT_EQ(subjects[1].values.front(), "0");
}

class SweepTest : public testing::Test {
 protected:
  SweepTest() : session_(test::small_catalog(), std::make_unique<test::FakeSimulator>(controls_), [] {}) {}
  void poll_until(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!done() && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(1ms);
    }
    ASSERT_TRUE(done());
  }
  void settle() {
    poll_until([this] { return !session_.busy(); });
    session_.poll();
  }
  const char* row() const { return "declaration 1"; }

  std::shared_ptr<test::FakeControls> controls_ = std::make_shared<test::FakeControls>();
  session::Session session_;
};

TEST(SweepMeasures, AreTheCountersOfTheChartInTheirOrder) {
  std::vector<std::string> names;
  for (const jobs::SweepMeasure& measure : jobs::all_measures()) names.push_back(measure.name);
  ASSERT_GT(names.size(), 23u);
  std::ptrdiff_t before = -1; // one kind of counter after the other, each by memory
  for (const char* name :
       {"shared_load_wavefronts", "shared_load_conflicts", "global_load_sectors", "cluster_load_sectors",
        "constant_load_passes", "global_load_bytes", "cluster_load_bytes", "global_load_lines",
        "shared_load_requests", "shared_load_lanes"}) {
    const std::ptrdiff_t at = std::find(names.begin(), names.end(), name) - names.begin();
    EXPECT_LT(at, std::ssize(names)) << name;
    EXPECT_GT(at, before) << name;
    before = at;
  }
}

TEST(SweepMeasures, ActiveLanesAreToldOfEachRequest) {
  jobs::SweepPoint point;
  point.counts.emplace();
  point.counts->totals.constant = {.requests = 2, .lanes = 33, .passes = 33};
  const auto lanes = std::find_if(
      jobs::all_measures().begin(), jobs::all_measures().end(),
      [](const jobs::SweepMeasure& measure) { return measure.name == "constant_load_lanes"; });
  ASSERT_NE(lanes, jobs::all_measures().end());
  EXPECT_EQ(lanes->label, "constant load, active lanes");
  EXPECT_EQ(jobs::value_at(point, *lanes, true)->value, 16.5);
  EXPECT_EQ(jobs::value_at(point, *lanes, false)->value, 33);
}

TEST_F(SweepTest, CountsEveryValueInTheBackground) {
  settle();
  session_.runs().start_sweep(row());
  ASSERT_NE(session_.runs().sweep(), nullptr);
  ASSERT_EQ(session_.runs().sweep()->points.size(), 33u);
  EXPECT_TRUE(session_.runs().sweeping());
  EXPECT_FALSE(session_.busy()) << "a chart is no job: nothing waits for it";
  poll_until([this] { return !session_.runs().sweeping(); });
  const jobs::Sweep& sweep = *session_.runs().sweep();
  EXPECT_EQ(sweep.answered(), 33u);
  EXPECT_EQ(sweep.current(), 0u);
  const std::optional<std::size_t> measure = jobs::telling_measure(sweep);
  ASSERT_TRUE(measure.has_value());
  EXPECT_EQ(jobs::all_measures()[*measure].name, "shared_load_wavefronts");
  // The fake has 8 warps, 32 wavefronts each, or 1 with a row of 33.
  EXPECT_EQ(jobs::value_at(sweep.points[0], jobs::all_measures()[*measure], true)->value, 32);
  EXPECT_EQ(jobs::value_at(sweep.points[0], jobs::all_measures()[*measure], false)->value, 256);
  EXPECT_EQ(jobs::value_at(sweep.points[1], jobs::all_measures()[*measure], true)->value, 1);
  EXPECT_EQ(jobs::value_at(sweep.points[1], jobs::all_measures()[*measure], true)->ideal, 1);
  const std::string tsv = jobs::sweep_text(sweep, false);
  EXPECT_NE(tsv.find("shared_load_wavefronts\tshared_load_wavefronts_ideal"), std::string::npos) << tsv;
  EXPECT_NE(tsv.find("\n32\t256\t8"), std::string::npos) << tsv;
  EXPECT_NE(tsv.find("\n33\t8\t8"), std::string::npos) << tsv;
}

TEST_F(SweepTest, AnEditComesFirstAndTheCountingGoesOnWithTheNewText) {
  settle();
  controls_->slow_ms = 20;
  session_.runs().start_sweep(row());
  session_.poll();
  session_.edit()->set_expression("tile[threadIdx.x][1]");
  EXPECT_TRUE(session_.busy());
  poll_until([this] { return session_.results().rows().size() > 0 && !session_.busy(); });
  EXPECT_TRUE(session_.runs().sweeping()) << "it follows";
  EXPECT_LT(session_.runs().sweep()->answered(), 33u) << "the edit was answered before the chart";
  controls_->slow_ms = 0;
  poll_until([this] { return !session_.runs().sweeping(); });
  EXPECT_EQ(session_.runs().sweep()->answered(), 33u);
  EXPECT_EQ(session_.runs().sweep()->points[1].after.expression, "tile[threadIdx.x][1]");
}

TEST_F(SweepTest, WhoDoesNotLookPaysNothing) {
  settle();
  session_.runs().start_sweep(row());
  poll_until([this] { return !session_.runs().sweeping(); });
  session_.runs().sweep_follows = false;
  session_.edit()->set_expression("tile[threadIdx.x][1]");
  settle();
  const int calls = controls_->calls;
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(session_.runs().sweeping());
  EXPECT_EQ(controls_->calls, calls);
  session_.runs().resume_sweep();
  poll_until([this] { return session_.runs().sweep()->answered() == 33; });
}

TEST_F(SweepTest, StopsAtOnceAndGoesOnWhereItWas) {
  settle();
  controls_->slow_ms = 5;
  session_.runs().start_sweep(row());
  poll_until([this] { return session_.runs().sweep()->answered() >= 2; });
  session_.runs().stop_sweep();
  EXPECT_FALSE(session_.runs().sweeping());
  poll_until([this] { return controls_->cancelled > 0; });
  const std::size_t known = session_.runs().sweep()->answered();
  EXPECT_LT(known, 33u);
  session_.runs().resume_sweep();
  EXPECT_TRUE(session_.runs().sweeping());
  controls_->slow_ms = 0;
  poll_until([this] { return !session_.runs().sweeping(); });
  EXPECT_EQ(session_.runs().sweep()->answered(), 33u);
}

TEST_F(SweepTest, AClickOnAPointIsAnEditThatUndoTakesBack) {
  settle();
  const std::string before = session_.document().declaration;
  session_.runs().start_sweep(row());
  poll_until([this] { return !session_.runs().sweeping(); });
  const int calls = controls_->calls;
  session_.set_sweep_point(1);
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][33]");
  settle();
  EXPECT_EQ(session_.results().rows()[0].warp, 1u);
  ASSERT_NE(session_.runs().sweep(), nullptr);
  EXPECT_EQ(session_.runs().sweep()->current(), 1u);
  EXPECT_EQ(session_.runs().sweep()->answered(), 33u) << "the points are what they were";
  EXPECT_LT(controls_->calls, calls + 20) << "nothing is counted twice";
  session_.edit()->undo();
  EXPECT_EQ(session_.document().declaration, before);
  settle();
  EXPECT_EQ(session_.runs().sweep()->current(), 0u);
}

TEST_F(SweepTest, AValueThatDoesNotCompileIsAPointWithASentence) {
  settle();
  session_.edit()->set_expression("tile[garbage][threadIdx.y]");
  settle();
  ASSERT_TRUE(session_.runs().stale());
  session_.runs().start_sweep(row());
  poll_until([this] { return session_.runs().sweep()->answered() == 33; });
  for (const jobs::SweepPoint& point : session_.runs().sweep()->points) {
    EXPECT_NE(point.counts->problem.find("garbage"), std::string::npos);
    EXPECT_FALSE(jobs::value_at(point, jobs::all_measures()[0], true).has_value());
  }
  EXPECT_FALSE(jobs::telling_measure(*session_.runs().sweep()).has_value());
}

TEST_F(SweepTest, AnotherLabEndsIt) {
  settle();
  session_.runs().start_sweep(row());
  ASSERT_TRUE(session_.edit()->set_lab("first"));
  settle();
  EXPECT_EQ(session_.runs().sweep(), nullptr);
  EXPECT_FALSE(session_.runs().sweeping());
}

} // namespace
} // namespace warpscope
