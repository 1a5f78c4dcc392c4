// The model's speedups: what is a pair, how its error is told, and that the README tells that of the shipped
// recordings.
#include "app/compare/shipped.h"
#include "app/compare/speedups.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/estimate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

namespace warpscope {
namespace {

compare::TimedLaunch timed(const char* lab, const char* hash, double measured, double estimated,
                           std::uint64_t bytes = 64) {
  compare::TimedLaunch launch;
  launch.lab = lab;
  launch.device = "D";
  launch.outputs.push_back({"out", ElementType::F32, bytes, hash, {}});
  launch.measured = measured;
  launch.estimate.seconds = estimated;
  launch.estimate.interval = run::interval_of(launch.estimate);
  return launch;
}

TEST(Speedups, PairsAreVariantsOfOneProblem) {
  std::vector<compare::TimedLaunch> all = {timed("a", "1", 1, 1), timed("a", "2", 1, 1),
                                           timed("a", "1", 1, 1, 128), timed("b", "1", 1, 1),
                                           timed("b", "3", 1, 1)};
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(compare::variant_pairs(all), (Pairs{{0, 1}, {0, 3}, {3, 4}}));
  all[1].device = "another";
  EXPECT_EQ(compare::variant_pairs(all), (Pairs{{0, 3}, {3, 4}}));
}

TEST(Speedups, ErrorsAreFactors) {
  const std::vector<compare::TimedLaunch> all = {timed("a", "1", 4, 2), timed("a", "1", 1, 1),
                                                 timed("a", "1", 1.05, 3)};
  const compare::SpeedupError error = compare::speedup_error(all, compare::variant_pairs(all));
  EXPECT_EQ(error.pairs, 3u);
  EXPECT_DOUBLE_EQ(error.worst, 4 / 1.05 * 3 / 2); // measured 3.81 times, simulated two thirds
  EXPECT_EQ(error.decided, 2u);
  EXPECT_EQ(error.right, 1u);
  EXPECT_EQ(compare::speedup_error({}, {}).pairs, 0u);
}

TEST(Speedups, EachFamilyOfLabsCountsOnceAndPairsThatDoNotDifferDoNot) {
  std::vector<compare::TimedLaunch> all = {timed("a", "1", 4, 2), timed("a", "1", 1, 1)}; // off by 2
  for (int i = 0; i < 20; ++i) all.push_back(timed("same", "2", 1, 1));                   // nothing differs
  all.push_back(timed("b", "3", 2, 16)); // off by 8, and its variant is another lab's
  all.push_back(timed("c", "3", 1, 1));
  const compare::SpeedupError error = compare::speedup_error(all, compare::variant_pairs(all));
  EXPECT_DOUBLE_EQ(error.median, 1);
  EXPECT_EQ(error.decided, 2u);
  EXPECT_EQ(error.families, 2u);
  EXPECT_NEAR(error.family_mean, 4, 1e-12);
}

/// Every recorded launch estimated: the figures that the README and docs/speed-model.md print.
TEST(Speedups, TheReadmeTellsTheErrorOnTheRecordings) {
  compile::Compiler compiler;
  std::map<std::string, std::vector<compare::TimedLaunch>> all;
  std::map<std::string, run::Estimate> known; // by hash: devices share the simulation
  for (const compare::ShippedRecording& shipped : compare::shipped_recordings()) {
    const protocol::Recording& recording = shipped.recording;
    const Device& device = *devices::find_device("cc90");
    ASSERT_EQ(recording.device.cc_major, 9u);
    if (!known.contains(recording.hash)) {
      const labs::Lab* lab = labs::find_lab(shipped.lab);
      ASSERT_NE(lab, nullptr);
      run::Request request;
      request.file = lab->file_name;
      request.text = lab->text;
      request.device = device;
      request.run_checks = false;
      std::istringstream words(shipped.parameters);
      for (std::string word; words >> word;)
        request.overrides.parameters.emplace_back(word.substr(0, word.find('=')),
                                                  word.substr(word.find('=') + 1));
      std::string why_not;
      const auto estimate = run::estimate(compiler, request, why_not);
      if (!estimate && why_not.starts_with("the blocks of a cluster")) continue; // none is given there
      ASSERT_TRUE(estimate.has_value()) << why_not;
      known[recording.hash] = *estimate;
    }
    for (const protocol::RecordedBuild& build : recording.builds)
      if (build.kind == protocol::BuildKind::AsCompiled && build.warm)
        all[recording.device.name].push_back({shipped.lab, recording.device.name, recording.outputs,
                                              build.warm->median, known[recording.hash]});
  }
  EXPECT_EQ(all.size(), 2u);
  for (const char* name : {"README.md", "docs/speed-model.md"}) {
    std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR "/") + name);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    for (char& c : text) c = c == '\n' ? ' ' : c;
    for (const auto& [device, launches] : all) {
      const std::string sentence = device + ": " +
                                   compare::sentence_of(
                                       compare::speedup_error(launches, compare::variant_pairs(launches)));
      EXPECT_NE(text.find(sentence), std::string::npos) << name << " must say: " << sentence << ".";
    }
  }
}

} // namespace
} // namespace warpscope
