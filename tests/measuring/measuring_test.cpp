// The session's text on a GPU: what is found without measuring, what a program in warpscope-measure's place
// may do, and that nobody waits for it.
#include "app/document/catalog.h"
#include "app/measuring/chart.h"
#include "app/measuring/measuring.h"
#include "app/measuring/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class MeasuringTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    setenv("WARPSCOPE_MEASURE", WARPSCOPE_BINARY_DIR "/warpscope-fake-measure", 1);
  }
  MeasuringTest() : session_(document::make_catalog(), jobs::make_simulator(), [] {}), measuring_([] {}) {}

  /// Frames until `done`; the longest of them is kept.
  template <class Done> bool frames(const Done& done, std::chrono::milliseconds most = 20s) {
    const auto end = Clock::now() + most;
    while (Clock::now() < end) {
      const auto begin = Clock::now();
      session_.poll();
      measuring_.poll();
      measuring_.follow(session_, true);
      longest_ = std::max(longest_, std::chrono::duration<double>(Clock::now() - begin).count());
      ++frames_;
      if (done()) return true;
      std::this_thread::sleep_for(2ms);
    }
    return false;
  }
  bool settle() {
    return frames([&] {
      return !session_.busy() && measuring_.at_rest() &&
             (measuring_.table() != nullptr || measuring_.nothing_fits() || !measuring_.problem().empty()) &&
             !measuring_.of_older_text();
    });
  }
  void lab(const char* name) {
    ASSERT_TRUE(session_.edit()->set_lab(name));
    ASSERT_TRUE(settle());
  }
  void fake(const std::string& fault, double patience = 5) {
    setenv("WARPSCOPE_FAKE", fault.c_str(),
           1); // the program inherits it; another profile starts another program
    remote::MeasureProfile profile;
    profile.name = "fake " + fault;
    profile.patience = patience;
    measuring_.set_profiles({profile});
    measuring_.limit_seconds = .1;
    measuring_.allowed = {measuring_.agreement()};
  }
  bool measure() {
    measuring_.measure(session_);
    return frames([&] { return measuring_.phase() != measuring::Measuring::Phase::Running; });
  }
  [[nodiscard]] const std::string& text() const { return *session_.document().kernel_text; }

  session::Session session_;
  measuring::Measuring measuring_;
  double longest_ = 0;
  int frames_ = 0;
};

TEST_F(MeasuringTest, RecordingsOfALabAreThereWithoutMeasuring) {
  fake("gone");
  lab("transpose_tile");
  ASSERT_EQ(measuring_.evidence().size(), 2u);
  EXPECT_EQ(measuring_.shown()->recording.device.name, "NVIDIA H200");
  EXPECT_EQ(measuring_.shown()->origin, measuring::Evidence::Origin::Shipped);
  ASSERT_NE(measuring_.table(), nullptr);
  EXPECT_EQ(measuring_.table()->count(compare::Why::Unexplained), 0u);
  bool read = false;
  for (const measuring::MeasuredLine& row : measuring_.table()->rows) {
    if (row.line == 0) continue;
    EXPECT_EQ(row.reason.why, compare::Why::Equal) << row.line << " " << model::key_of(row.counter);
    if (model::key_of(row.counter) != "shared_load.wavefronts") continue;
    read = true;
    EXPECT_EQ(row.simulated, 1048576u);
    EXPECT_EQ(row.as_written, 1048576u);
    EXPECT_EQ(row.ideal, 32768u);
    EXPECT_EQ(row.code, "out[(y + j) * width + x] = tile[tx][ty + j];");
  }
  EXPECT_TRUE(read);
  ASSERT_EQ(measuring_.shown()->recording.outputs.size(), 1u);
  ASSERT_EQ(measuring_.table()->outputs.size(), 1u);
  EXPECT_EQ(measuring_.table()->outputs[0].match, compare::OutputMatch::Same) << "to the bit";
  jobs::Runs& runs = session_.runs();
  ASSERT_TRUE(frames([&] {
    runs.want_estimate();
    return runs.estimate() != nullptr;
  }));
  ASSERT_TRUE(runs.estimate()->made) << runs.estimate()->why_not;
  const run::Estimate& estimate = *runs.estimate()->made;
  EXPECT_EQ(estimate.bottleneck_name, "shared");
  const double factor = estimate.seconds / measuring::times_of(measuring_.shown()->recording)->median;
  EXPECT_GT(factor, 1 / 1.5) << "docs/speed-model.md says how far it may be";
  EXPECT_LT(factor, 1.5);
  EXPECT_EQ(
      runs.estimate_of(runs.want_estimate(session_.document(), *session_.catalog().find_device("cc90"))),
      runs.estimate())
      << "one key for the document and for its run";
  measuring_.choose(1);
  EXPECT_TRUE(frames([&] { return measuring_.table() != nullptr; }));
  EXPECT_EQ(measuring_.shown()->recording.device.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Idle) << "opening measures nothing";
}

/// The real simulator, which takes half as long for the code that it says it has read.
class ReadingSimulator final : public jobs::Simulator {
 public:
  explicit ReadingSimulator(std::shared_ptr<std::atomic<bool>> can) : can_(std::move(can)) {}
  run::Result simulate(const run::Request& request) override { return real_->simulate(request); }
  jobs::EstimatedPtr estimate(const run::Request& request) override { return real_->estimate(request); }
  jobs::EstimatedPtr read_estimate(const run::Request& request) override {
    const jobs::EstimatedPtr predicted = real_->estimate(request);
    if (predicted == nullptr) return nullptr;
    auto out = std::make_shared<jobs::Estimated>();
    if (!*can_) {
      out->why_not = "there is no compiler";
      return out;
    }
    out->made = predicted->made;
    out->made->code = run::Code::Read;
    out->made->seconds /= 2;
    return out;
  }
  void cancel() override { real_->cancel(); }

 private:
  std::unique_ptr<jobs::Simulator> real_ = jobs::make_simulator();
  std::shared_ptr<std::atomic<bool>> can_;
};

TEST(Estimates, OfReadCodeTakeThePlaceOfPredictedOnesAndAPairIsOfOneKind) {
  const auto can = std::make_shared<std::atomic<bool>>(true);
  session::Session session(document::make_catalog(), std::make_unique<ReadingSimulator>(can), [] {});
  const auto frames = [&](const auto& done) {
    const auto end = Clock::now() + 20s;
    while (!done() && Clock::now() < end) {
      session.poll();
      std::this_thread::sleep_for(2ms);
    }
    return done();
  };
  ASSERT_TRUE(session.edit()->set_lab("transpose_tile"));
  jobs::Runs& runs = session.runs();
  const auto estimate_is = [&](run::Code code) {
    return frames([&] {
      runs.want_estimate();
      const jobs::EstimatedPtr now = runs.estimate();
      return now && now->made && now->made->code == code;
    });
  };
  ASSERT_TRUE(estimate_is(run::Code::Predicted)) << "at once";
  const double predicted = runs.estimate()->made->seconds;
  const document::RunKey first = runs.want_estimate(session.document(),
                                                    *session.catalog().find_device("cc90"));
  ASSERT_TRUE(estimate_is(run::Code::Read));
  EXPECT_EQ(runs.estimate()->made->seconds, predicted / 2);
  EXPECT_EQ(runs.estimates_of_pair(first).first->made->code, run::Code::Read);
  EXPECT_TRUE(measuring::estimate_words(*runs.estimate()->made).find("compiler of this machine") !=
              std::string::npos);

  *can = false;
  ASSERT_TRUE(session.edit()->set_lab("transpose_naive"));
  ASSERT_TRUE(estimate_is(run::Code::Predicted));
  ASSERT_TRUE(frames([&] { return !runs.estimate()->made->why_not_read.empty(); }));
  EXPECT_NE(measuring::estimate_words(*runs.estimate()->made).find("there is no compiler"),
            std::string::npos);
  EXPECT_EQ(runs.estimate_of(first)->made->code, run::Code::Read);
  const auto [a, b] = runs.estimates_of_pair(first);
  EXPECT_EQ(a->made->code, run::Code::Predicted) << "beside a prediction";
  EXPECT_EQ(b->made->code, run::Code::Predicted);
}

TEST_F(MeasuringTest, AnEditDimsAndSaysWhatDiffersAndTheTextComesBack) {
  lab("transpose_tile");
  const std::string before = text();
  std::string after = before;
  after.replace(after.rfind("tile[tx][ty + j]"), 16, "tile[ty + j][tx]");
  session_.edit()->set_kernel_text(after);
  measuring_.follow(session_, true);
  EXPECT_TRUE(measuring_.of_older_text());
  EXPECT_NE(measuring_.table(), nullptr) << "what was shown stays, dimmed";
  ASSERT_TRUE(settle());
  EXPECT_EQ(measuring_.shown(), nullptr);
  ASSERT_TRUE(measuring_.nothing_fits());
  EXPECT_TRUE(measuring_.nothing_fits()->differs.text);
  EXPECT_EQ(measuring_.nothing_fits()->differs.count(), 1);

  session_.edit()->set_kernel_text("garbage garbage");
  EXPECT_TRUE(frames([&] { return session_.runs().stale(); }));
  EXPECT_FALSE(measuring_.nothing_fits()) << "nobody knows yet";
  session_.edit()->set_kernel_text(before);
  ASSERT_TRUE(settle());
  EXPECT_NE(measuring_.table(), nullptr);

  // A comment in the header is no part of what is measured.
  session_.edit()->set_kernel_text(before + "\n");
  ASSERT_TRUE(settle());
  EXPECT_EQ(measuring_.shown(), nullptr) << "a byte more is another text";
}

TEST_F(MeasuringTest, ParametersAndLaunchAreNamedWhenTheyDiffer) {
  lab("transpose_tile");
  session_.edit()->set_choice("WIDTH", "96");
  ASSERT_TRUE(settle());
  ASSERT_TRUE(measuring_.nothing_fits()) << measuring_.problem();
  EXPECT_TRUE(measuring_.nothing_fits()->differs.macros);
  EXPECT_FALSE(measuring_.nothing_fits()->differs.text);
  session_.edit()->set_choice("WIDTH", "1024");
  session_.edit()->set_choice("PAD", "1");
  ASSERT_TRUE(settle());
  EXPECT_NE(measuring_.table(), nullptr) << "every choice is recorded";
  // A is another choice of the same lab.
  document::Document a = session_.document();
  a.choices.clear();
  measuring::EvidencePtr of_a;
  EXPECT_TRUE(frames([&] { return (of_a = measuring_.evidence_of(a, session_)) != nullptr; }));
  EXPECT_EQ(of_a->parameters, "WIDTH=1024 ROWS=8 PAD=0");
}

TEST_F(MeasuringTest, TheFirstUseOfACommandIsAPersonsDecision) {
  lab("transpose_tile");
  fake("");
  measuring_.allowed.clear();
  measuring_.measure(session_);
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Asking);
  EXPECT_EQ(measuring_.command(), WARPSCOPE_BINARY_DIR "/warpscope-fake-measure --serve");
  measuring_.answer(session_, false);
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Idle);
  EXPECT_TRUE(measuring_.allowed.empty());
  measuring_.measure(session_);
  measuring_.answer(session_, true);
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Running);
  EXPECT_EQ(measuring_.allowed.size(), 1u);
  EXPECT_TRUE(frames([&] { return measuring_.phase() == measuring::Measuring::Phase::Idle; }));
  EXPECT_EQ(measuring_.shown()->origin, measuring::Evidence::Origin::Now);
  EXPECT_EQ(measuring_.shown()->recording.device.name, "fake");
  EXPECT_EQ(measuring_.evidence().size(), 3u) << "the recordings stay beside it";
  EXPECT_TRUE(measure()) << "asked once";
  EXPECT_EQ(measuring_.evidence().size(), 3u) << "the newer one takes the older one's place";
}

TEST_F(MeasuringTest, WhateverTheProgramDoesIsOneSentence) {
  lab("transpose_tile");
  const struct {
    const char* fault;
    const char* sentence;
  } cases[] = {{"gone", "ended without an answer"},  {"crash", "signal 6"},     {"flood", "is longer than"},
               {"other_hash", "is of another text"}, {"garbage", "is no JSON"}, {"nan", "is no JSON"},
               {"faulted", "ILLEGAL_ADDRESS"},       {"timed_out", "limit of"}, {"half", "in the middle"},
               {"ssh", "Connection refused"}};
  for (const auto& c : cases) {
    fake(c.fault);
    ASSERT_TRUE(measure()) << c.fault;
    EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Failed) << c.fault;
    EXPECT_NE(measuring_.failure().find(c.sentence), std::string::npos)
        << c.fault << ": " << measuring_.failure();
    EXPECT_EQ(measuring_.failure().find('\n'), std::string::npos) << c.fault;
    EXPECT_EQ(measuring_.evidence().size(), 2u) << "nothing of it is believed";
  }
  fake("");
  ASSERT_TRUE(measure());
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Idle) << measuring_.failure();
}

TEST_F(MeasuringTest, PartsAreShownAsTheyCome) {
  lab("transpose_tile");
  fake("parts");
  measuring_.measure(session_);
  ASSERT_TRUE(frames([&] { return measuring_.arriving(); }));
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Running)
      << "the times are there, the counters are not";
  EXPECT_TRUE(measuring_.shown()->recording.builds[0].warm);
  EXPECT_FALSE(measuring_.shown()->recording.builds[0].lines);
  EXPECT_EQ(measuring_.evidence().size(), 2u) << "a part is no recording";
  ASSERT_TRUE(frames([&] { return measuring_.phase() != measuring::Measuring::Phase::Running; }));
  EXPECT_FALSE(measuring_.arriving());
  EXPECT_EQ(measuring_.evidence().size(), 3u);
  EXPECT_TRUE(measuring_.shown()->recording.builds[0].lines);
}

TEST_F(MeasuringTest, PartsOfAMeasurementThatFailsAreDropped) {
  lab("transpose_tile");
  const std::string before = measuring_.shown()->recording.device.name;
  const struct {
    const char* fault;
    const char* sentence;
  } cases[] = {{"parts_hang", "gave no answer"},
               {"parts_flood", "more parts than there is"},
               {"parts_lie", "is of another text"}};
  for (const auto& c : cases) {
    fake(c.fault, .8);
    ASSERT_TRUE(measure()) << c.fault;
    EXPECT_NE(measuring_.failure().find(c.sentence), std::string::npos)
        << c.fault << ": " << measuring_.failure();
    EXPECT_FALSE(measuring_.arriving()) << c.fault;
    ASSERT_NE(measuring_.shown(), nullptr) << c.fault;
    EXPECT_EQ(measuring_.shown()->recording.device.name, before) << c.fault;
  }
  fake("parts_hang", 60);
  measuring_.measure(session_);
  ASSERT_TRUE(frames([&] { return measuring_.arriving(); }));
  measuring_.cancel();
  EXPECT_FALSE(measuring_.arriving());
  EXPECT_EQ(measuring_.shown()->recording.device.name, before);
}

TEST_F(MeasuringTest, NobodyWaitsForAProgramThatHangs) {
  lab("bank_stride");
  fake("hang", .8);
  longest_ = 0;
  frames_ = 0;
  measuring_.measure(session_);
  EXPECT_TRUE(frames([&] { return measuring_.elapsed() > .3; }));
  session_.edit()->set_choice("STRIDE", "2"); // edits go on, and what is recorded of them is found
  EXPECT_TRUE(frames([&] { return measuring_.shown() != nullptr && !measuring_.of_older_text(); }));
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Running);
  EXPECT_TRUE(frames([&] { return measuring_.phase() == measuring::Measuring::Phase::Failed; }));
  EXPECT_NE(measuring_.failure().find("gave no answer in 0.9 s: it was ended"), std::string::npos)
      << measuring_.failure();
  EXPECT_GT(frames_, 60);
  EXPECT_LT(longest_, .1) << "a frame waited";
}

TEST_F(MeasuringTest, CancelEndsItAndTheNextIsNotDisturbed) {
  lab("transpose_tile");
  fake("hang", 60);
  measuring_.measure(session_);
  EXPECT_TRUE(frames([&] { return measuring_.elapsed() > .05; }));
  measuring_.cancel();
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Idle);
  fake("");
  ASSERT_TRUE(measure());
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Idle) << measuring_.failure();
  EXPECT_EQ(measuring_.shown()->origin, measuring::Evidence::Origin::Now);
}

TEST_F(MeasuringTest, NvrtcsMessagesBelongToTheTextTheyAreAbout) {
  lab("transpose_tile");
  fake("not_compiled");
  ASSERT_TRUE(measure());
  ASSERT_EQ(measuring_.messages().size(), 1u);
  EXPECT_EQ(measuring_.messages()[0].span.line, 2u);
  EXPECT_EQ(measuring_.messages()[0].message, "NVRTC: identifier \"x\" is undefined");
  const std::string before = text();
  session_.edit()->set_kernel_text(before + "\n");
  ASSERT_TRUE(settle());
  EXPECT_TRUE(measuring_.messages().empty());
  session_.edit()->set_kernel_text(before);
  ASSERT_TRUE(settle());
  EXPECT_EQ(measuring_.messages().size(), 1u);
}

TEST_F(MeasuringTest, WithoutAGpuItIsSaidAndRecordingsStay) {
  lab("transpose_tile");
  fake("no_device");
  ASSERT_TRUE(measure());
  EXPECT_EQ(measuring_.phase(), measuring::Measuring::Phase::Failed);
  EXPECT_TRUE(measuring_.no_device());
  EXPECT_NE(measuring_.failure().find("no NVIDIA driver"), std::string::npos);
  EXPECT_NE(measuring_.table(), nullptr);
}

TEST_F(MeasuringTest, AnExpressionIsMeasuredAsTheKernelAroundIt) {
  ASSERT_TRUE(settle());
  ASSERT_TRUE(measuring_.nothing_fits());
  EXPECT_EQ(measuring_.nothing_fits()->of, nullptr);
  fake("");
  ASSERT_TRUE(measure());
  ASSERT_TRUE(settle());
  ASSERT_NE(measuring_.table(), nullptr);
  EXPECT_GT(measuring_.last_seconds(), 0);
  EXPECT_LT(measuring_.last_seconds(), 2) << "what is added to the GPU's own time";
  RecordProperty("seconds_beside_the_gpu", std::to_string(measuring_.last_seconds()));
  const std::string hash = measuring_.shown()->recording.hash;
  session_.edit()->set_expression("tile[threadIdx.y][threadIdx.x]");
  ASSERT_TRUE(settle());
  EXPECT_EQ(measuring_.shown(), nullptr);
  session_.edit()->set_expression("tile[threadIdx.x][threadIdx.y]");
  ASSERT_TRUE(settle());
  ASSERT_NE(measuring_.shown(), nullptr);
  EXPECT_EQ(measuring_.shown()->recording.hash, hash);
}

TEST_F(MeasuringTest, AChartHasWhatWasMeasuredOfEachPoint) {
  lab("bank_stride");
  session_.runs().start_sweep("STRIDE");
  ASSERT_NE(session_.runs().sweep(), nullptr);
  std::vector<measuring::EvidencePtr> evidence;
  ASSERT_TRUE(frames([&] {
    evidence = measuring_.evidence_of(*session_.runs().sweep(), session_);
    return !session_.runs().sweeping() &&
           std::all_of(evidence.begin(), evidence.end(),
                       [](const measuring::EvidencePtr& e) { return e != nullptr; });
  }));
  const jobs::Sweep& sweep = *session_.runs().sweep();
  const measuring::ChartSeries series = measuring::chart_series(sweep, evidence,
                                                                {*jobs::telling_measure(sweep), true, false});
  EXPECT_EQ(series.device, "NVIDIA H200");
  ASSERT_EQ(series.points.size(), 33u);
  for (std::size_t i = 0; i < series.points.size(); ++i)
    EXPECT_EQ(series.points[i].measured, series.points[i].simulated->value) << sweep.points[i].value;
  const measuring::ChartSeries times = measuring::chart_series(sweep, evidence, {0, true, true});
  for (const measuring::ChartPoint& point : times.points) {
    ASSERT_TRUE(point.measured && point.lower && point.upper);
    EXPECT_GT(*point.lower, .5); // microseconds
    EXPECT_LE(*point.lower, *point.measured);
    EXPECT_LE(*point.measured, *point.upper);
    EXPECT_FALSE(point.simulated);
  }
  const std::string table = measuring::chart_text(sweep, evidence, true),
                    head = table.substr(0, table.find('\n'));
  EXPECT_NE(head.find(",shared_load_wavefronts_measured,"), std::string::npos) << head;
  EXPECT_TRUE(head.ends_with(",time_us,time_us_lower_quartile,time_us_upper_quartile,device")) << head;
  EXPECT_EQ(measuring::chart_text(sweep, {}, true), jobs::sweep_text(sweep, true))
      << "without measurements the table is what it was";
}

TEST_F(MeasuringTest, FilesAreOpenedAndWritten) {
  lab("matmul_tile16");
  const std::string path = WARPSCOPE_SOURCE_DIR "/assets/recordings/h100/matmul_tile16.json";
  EXPECT_EQ(measuring_.open_file(path), "");
  ASSERT_NE(measuring_.shown(), nullptr);
  EXPECT_EQ(measuring_.shown()->origin, measuring::Evidence::Origin::File);
  const std::string json = measuring_.shown_json();
  std::string error;
  const std::optional<protocol::Recording> read = protocol::parse_recording(json, error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(*read, measuring_.shown()->recording);

  const std::string bad = testing::TempDir() + "warpscope-no-recording.json";
  std::ofstream(bad) << "{\"warpscope_recording\": 1}";
  EXPECT_NE(measuring_.open_file(bad).find("is no recording: "), std::string::npos);
  EXPECT_NE(measuring_.open_file("/no/such.json").find("cannot be read"), std::string::npos);
  EXPECT_NE(measuring_.open_file(testing::TempDir()).find("cannot be read"), std::string::npos);
  std::filesystem::remove(bad);
  // Of another kernel: kept, and what differs is told.
  EXPECT_EQ(measuring_.open_file(WARPSCOPE_SOURCE_DIR "/assets/recordings/h100/aos_soa.json"), "");
  EXPECT_EQ(measuring_.shown()->recording.file, "matmul_tile16.cu");
}

} // namespace
} // namespace warpscope
