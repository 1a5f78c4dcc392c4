// Sweeps through one process after another: what is kept, what is asked again, when it ends.
#include "gpu/remote/campaign.h"
#include "tests/gpu/some.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace warpscope {
namespace {

class Sweep : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "warpscope_sweep_" + std::to_string(getpid());
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::vector<remote::SweepItem> items(int count) {
    std::vector<remote::SweepItem> list;
    for (int i = 0; i < count; ++i) {
      protocol::MeasureRequest request = some_request();
      request.macros = {{"N", std::to_string(i)}};
      request.limits.seconds = 0.1;
      list.push_back({"lab", "N=" + std::to_string(i), request});
    }
    return list;
  }
  static remote::MeasureProfile fake(const std::string& fault) {
    remote::MeasureProfile profile;
    profile.kind = remote::MeasureProfile::Kind::Prefix;
    profile.words = {"env", "WARPSCOPE_FAKE=" + fault};
    profile.patience = 5;
    return profile;
  }
  remote::SweepOutcome run(int count, const remote::MeasureProfile& profile,
                           const std::atomic<bool>* cancel = nullptr) {
    said_.clear();
    remote::SweepFolder folder(folder_);
    remote::SweepHooks hooks;
    hooks.say = [&](const std::string& sentence) { said_.push_back(sentence); };
    hooks.progress = [&](std::size_t done, std::size_t) { done_ = done; };
    hooks.cancel = cancel;
    return remote::run_sweep(items(count), profile, folder, hooks,
                             WARPSCOPE_BINARY_DIR "/warpscope-fake-measure");
  }

  std::string folder_;
  std::vector<std::string> said_;
  std::size_t done_ = 0;
};

TEST_F(Sweep, AFinishedOneIsNeverAskedAgainAndALostOneIs) {
  const remote::SweepOutcome first = run(3, fake("once")); // each process answers one request and dies at the
                                                           // next
  EXPECT_TRUE(first.complete()) << first.error;
  EXPECT_EQ(said_.size(), 2u) << "the second and the third were lost once";
  EXPECT_EQ(done_, 3u);
  const remote::SweepOutcome second = run(3, fake("gone"));
  EXPECT_TRUE(second.complete()) << second.error;
  EXPECT_EQ(second.before, 3u);
  EXPECT_TRUE(said_.empty());
}

TEST_F(Sweep, WhatIsDamagedInTheFolderIsAskedForAnew) {
  EXPECT_TRUE(run(2, fake("")).complete());
  std::ofstream(folder_ + "/recordings/" + remote::key_of(items(2)[1].request) + ".json")
      << "{\"warpscope_rec";
  const remote::SweepOutcome again = run(2, fake(""));
  EXPECT_EQ(again.before, 1u);
  EXPECT_EQ(again.now, 1u);
}

TEST_F(Sweep, AKernelThatFaultsIsAnAnswer) {
  const remote::SweepOutcome outcome = run(2, fake("faulted"));
  EXPECT_TRUE(outcome.complete());
  ASSERT_EQ(outcome.problems.size(), 2u);
  EXPECT_EQ(outcome.problems[1], "lab (N=1): the kernel ended with CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_EQ(run(2, fake("gone")).problems.size(), 2u) << "said again, not asked again";
}

TEST_F(Sweep, ItEndsWhenRequestAfterRequestIsLost) {
  const remote::SweepOutcome outcome = run(5, fake("other_hash"));
  EXPECT_EQ(outcome.now, 0u);
  EXPECT_EQ(outcome.error, "3 requests in a row were lost: the sweep was ended");
  EXPECT_EQ(outcome.problems.size(), 3u);
  EXPECT_EQ(said_.size(), 6u);
}

TEST_F(Sweep, ItEndsWhenNobodyIsThere) {
  remote::MeasureProfile nobody = fake("");
  nobody.words = {"/no/such/program"};
  const remote::SweepOutcome outcome = run(5, nobody);
  EXPECT_EQ(outcome.error, "/no/such/program could not be started: No such file or directory");
  EXPECT_TRUE(outcome.problems.empty());
  EXPECT_EQ(said_.size(), 2u);
}

TEST_F(Sweep, TwoDoNotShareAFolder) {
  remote::SweepFolder other(folder_);
  ASSERT_EQ(other.open(), "");
  EXPECT_EQ(run(1, fake("")).error, "another warpscope measures into " + folder_);
}

TEST_F(Sweep, CancelLeavesWhatThereIs) {
  std::atomic<bool> cancel = true;
  EXPECT_TRUE(run(1, fake("")).complete());
  const remote::SweepOutcome stopped = run(3, fake(""), &cancel);
  EXPECT_EQ(stopped.before, 1u);
  EXPECT_EQ(stopped.now, 0u);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/lab.json"));
}

/// Scripts in the places of Slurm's programs, beside an `srun` that nobody starts.
class SweepBySlurm : public Sweep {
 protected:
  remote::MeasureProfile cluster(const std::string& sbatch, const std::string& squeue) {
    tools_ = folder_ + "_tools";
    std::filesystem::create_directories(tools_);
    const std::pair<const char*, std::string> tools[] = {
        {"sbatch", sbatch}, {"squeue", squeue}, {"scancel", "echo \"$1\" >> '" + tools_ + "/cancelled'"}};
    for (const auto& [name, body] : tools) {
      std::ofstream(tools_ + "/" + name) << "#!/bin/sh\n" << body << "\n";
      std::filesystem::permissions(tools_ + "/" + name, std::filesystem::perms::owner_all);
    }
    remote::MeasureProfile profile;
    profile.kind = remote::MeasureProfile::Kind::Srun;
    profile.words = {tools_ + "/srun", "--gres=gpu:1"};
    return profile;
  }
  void TearDown() override {
    Sweep::TearDown();
    std::filesystem::remove_all(tools_);
  }
  [[nodiscard]] bool was_said(const std::string& part) const {
    return std::any_of(said_.begin(), said_.end(),
                       [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; });
  }

  std::string tools_;
};

TEST_F(SweepBySlurm, ATraceOfNoTaskMeansAnotherFileSystem) {
  const remote::SweepOutcome outcome = run(2, cluster("echo 17", ""));
  EXPECT_EQ(outcome.error,
            "no task of job 17 left anything in " + folder_ +
                "/.spool: is it on a file system that the nodes share? (`folder` of the profile names one)");
  EXPECT_EQ(said_.size(), 1u) << "and nobody is asked again";
}

TEST_F(SweepBySlurm, WhatSbatchRefusesIsSaid) {
  EXPECT_EQ(run(2, cluster("echo 'sbatch: error: invalid partition specified: x' >&2; exit 1", "")).error,
            "the job was not taken: " + folder_ +
                "_tools/sbatch failed (exit code 1); it said: sbatch: error: invalid partition specified: x");
  EXPECT_EQ(run(2, cluster("echo Submitted", "")).error, "the job was not taken: sbatch named no job");
}

TEST_F(SweepBySlurm, AControllerThatDoesNotAnswerIsSaidAndTheJobIsLeftInTime) {
  remote::SweepFolder folder(folder_);
  remote::SweepHooks hooks;
  hooks.say = [&](const std::string& sentence) { said_.push_back(sentence); };
  hooks.longest_wait = 2;
  const remote::SweepOutcome outcome = remote::run_sweep(
      items(1),
      cluster("echo 18", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1"),
      folder, hooks, WARPSCOPE_BINARY_DIR "/warpscope-fake-measure");
  EXPECT_TRUE(was_said("Slurm does not say how job 18 is: ")) << said_.size();
  EXPECT_EQ(outcome.error, "job 18 gave no answer in 2 s and was cancelled");
  std::string cancelled;
  std::ifstream(tools_ + "/cancelled") >> cancelled;
  EXPECT_EQ(cancelled, "18");
}

} // namespace
} // namespace warpscope
