// A real Slurm of one node on the loopback, as the current user, with a throw-away key and a fake program in
// warpscope-measure's place: one measurement by srun, sweeps as job arrays, and their failures.
#include "gpu/remote/campaign.h"
#include "gpu/remote/slurm.h"
#include "tests/remote/loopback.h"
#include "tests/remote/place.h"

#include <fmt/format.h>

#include <pwd.h>

namespace warpscope::test {
namespace {

class Cluster {
 public:
  /// Empty, or what went wrong.
  std::string start() {
    std::filesystem::permissions(place.path(),
                                 std::filesystem::perms::owner_all | std::filesystem::perms::group_exec |
                                     std::filesystem::perms::others_exec); // munge's socket is for all
    for (const char* folder : {"state", "node"}) std::filesystem::create_directories(place / folder);
    if (!place.shell("head -c 1024 /dev/urandom > '" + place / "munge.key" + "' && chmod 400 '" +
                     place / "munge.key" + "'"))
      return "no key could be made";
    // Slurm counts a GPU for each device file, whatever it is: it accepts --gres=gpu:1 although there is no
    // GPU.
    place.write("gres.conf",
                "Name=gpu File=/dev/null\nName=gpu File=/dev/zero\nName=gpu File=/dev/full\nName=gpu "
                "File=/dev/random\nName=gpu File=/dev/urandom\nName=gpu File=/dev/tty\n");
    place.write("cgroup.conf",
                "CgroupPlugin=cgroup/v1\n"); // nothing of cgroups is used; the other plugin wants theirs
                                             // mounted
    place.write(
        "slurm.conf",
        fmt::format("ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmUser={1}\nSlurmdUser={1}"
                    "\nSlurmctldPort={2}\nSlurmdPort={3}\nAuthType=auth/munge\nCryptoType=crypto/munge\n"
                    "AuthInfo=socket={0}/munge.sock\nStateSaveLocation={0}/state\nSlurmdSpoolDir={0}/"
                    "node\nSlurmctldPidFile={0}/ctld.pid\nSlurmdPidFile={0}/d.pid\n"
                    "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSchedulerType=sched/"
                    "builtin\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\n"
                    "MailProg=/bin/"
                    "true\nSchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval="
                    "0\nJobAcctGatherType=jobacct_gather/none\nMpiDefault=none\n"
                    "AccountingStorageType=accounting_storage/"
                    "none\nGresTypes=gpu\nSlurmdParameters=config_overrides\nNodeName=localhost "
                    "NodeAddr=127.0.0.1 CPUs=6 Gres=gpu:6 State=UNKNOWN\n"
                    "PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE "
                    "State=UP\nPartitionName=down Nodes=localhost State=DOWN\n",
                    place.path(), getpwuid(getuid())->pw_name, free_port(), free_port()));
    setenv("SLURM_CONF", (place / "slurm.conf").c_str(), 1);
    std::string error;
    const auto daemon = [&](const std::string& line) {
      daemons.push_back(
          ChildProcess::start({"sh", "-c", "PATH=\"$PATH:/usr/sbin:/sbin\"; exec " + line}, error));
      return daemons.back() != nullptr;
    };
    const std::string p = "'" + place.path();
    if (!daemon(fmt::format("munged --foreground --socket={0}/munge.sock' --key-file={0}/munge.key' "
                            "--pid-file={0}/munge.pid' --seed-file={0}/munge.seed' --log-file={0}/munge.log' "
                            "--num-threads=10",
                            p)) ||
        !wait_until([&] { return std::filesystem::exists(place / "munge.sock"); }, 5))
      return "munged did not start: " + error + place.read("munge.log");
    if (!daemon(fmt::format("slurmctld -D -i -f {0}/slurm.conf' > {0}/ctld.log' 2>&1", p)) ||
        !daemon(fmt::format("slurmd -D -N localhost -f {0}/slurm.conf' > {0}/d.log' 2>&1", p)))
      return error;
    // A client that finds no controller keeps trying for long, so ask once it listens.
    const bool up = wait_until(
                        [&] {
                          return place.read("ctld.log").find("Running as primary controller") !=
                                 std::string::npos;
                        },
                        5) &&
                    wait_until(
                        [&] {
                          return remote::run_tool({"sinfo", "--noheader", "--partition=main", "--format=%T"},
                                                  3)
                                     .out == "idle\n";
                        },
                        5);
    return up ? std::string() : "Slurm did not start: " + place.read("ctld.log") + place.read("d.log");
  }
  ~Cluster() {
    if (!daemons.empty())
      (void)remote::run_tool({"scancel", "--user=" + std::string(getpwuid(getuid())->pw_name)}, 3);
    while (!daemons.empty()) daemons.pop_back();
    unsetenv("SLURM_CONF");
  }

  Place place;
  std::vector<std::unique_ptr<ChildProcess>> daemons;
};

protocol::MeasureRequest request_number(int number) {
  protocol::MeasureRequest request = some_request();
  request.macros = {{"N", std::to_string(number)}};
  return request;
}

std::vector<remote::SweepItem> some_items(int count) {
  std::vector<remote::SweepItem> items;
  for (int i = 0; i < count; ++i)
    items.push_back({i % 2 == 0 ? "even" : "odd", "N=" + std::to_string(i), request_number(i)});
  return items;
}

class OverSlurm : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    missing_ = missing_program({"munged", "slurmctld", "slurmd", "srun", "sbatch", "squeue", "scancel"});
    if (!missing_.empty()) return;
    cluster_ = std::make_unique<Cluster>();
    why_not_ = cluster_->start();
  }
  static void TearDownTestSuite() { cluster_.reset(); }
  void SetUp() override {
    if (!missing_.empty())
      GTEST_SKIP() << missing_ << " is not installed (scripts/install-remote-test-tools)";
    ASSERT_EQ(why_not_, "");
  }

  static remote::MeasureProfile profile(const std::string& more = "") {
    remote::MeasureProfile profile;
    profile.kind = remote::MeasureProfile::Kind::Srun;
    profile.name = "cluster";
    profile.words = {"srun", "--gres=gpu:1", "--quiet"};
    if (more.empty()) profile.words.pop_back();
    else profile.words.back() = more;
    profile.patience = 5;
    return profile;
  }
  /// Counts its calls by a file for each, then does `body` or answers as the fake does.
  std::string program(const std::string& body) const {
    return place_.write("program",
                        "#!/bin/sh\nmark=$(mktemp '" + place_ / "calls/XXXXXX" + "')\n" + body + "\nexec '" +
                            std::string(fake_program) + "' \"$@\"\n",
                        true);
  }
  void SetUpCalls() const { std::filesystem::create_directories(place_ / "calls"); }
  [[nodiscard]] std::size_t calls() const { return place_.names_in("calls").size(); }
  static std::string queue() { return remote::run_tool({"squeue", "--noheader"}, 5).out; }

  remote::SweepOutcome sweep(int count, const std::string& program, const remote::MeasureProfile& profile,
                             const std::atomic<bool>* cancel = nullptr, double longest_wait = 20) {
    remote::SweepFolder folder(place_ / "out");
    remote::SweepHooks hooks;
    hooks.say = [&](const std::string& sentence) { said_ += sentence + "\n"; };
    hooks.cancel = cancel;
    hooks.longest_wait = longest_wait;
    return remote::run_sweep(some_items(count), profile, folder, hooks, program);
  }

  Place place_;
  std::string said_;
  static std::unique_ptr<Cluster> cluster_;
  static std::string missing_, why_not_;
};
std::unique_ptr<Cluster> OverSlurm::cluster_;
std::string OverSlurm::missing_, OverSlurm::why_not_;

TEST_F(OverSlurm, OneMeasurementBySrun) {
  const Asked asked = ask_once(profile());
  ASSERT_TRUE(asked.answer.recording) << asked.answer.error;
  EXPECT_FALSE(asked.copied()) << "the path is the same here";
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 3)) << "the job ended with it: " << queue();
  remote::MeasureProfile hanging = profile();
  hanging.words.insert(hanging.words.begin() + 1, "--export=ALL,WARPSCOPE_FAKE=hang");
  hanging.patience = 1;
  expect_sentence(ask_once(hanging), "gave no answer in 1.1 s: it was ended", 8);
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 3)) << "and when it hung: " << queue();
}

TEST_F(OverSlurm, AQueueThatNeverStartsIsLeft) {
  remote::MeasureProfile never = profile("--partition=down");
  never.patience = 1;
  const Asked asked = ask_once(never);
  expect_sentence(asked, "srun --gres=gpu:1 --partition=down waited 1 s for its turn: job ");
  EXPECT_NE(asked.answer.error.find("is PENDING (PartitionDown) in the queue; it was cancelled"),
            std::string::npos)
      << asked.answer.error;
  EXPECT_NE(std::find(asked.stages.begin(), asked.stages.end(), remote::MeasureStage::Kind::Queued),
            asked.stages.end());
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 3)) << queue();
  expect_sentence(ask_once(profile("--gres=gpu:99")), "srun: error: Unable to allocate resources");
}

TEST_F(OverSlurm, ASweepIsOneJobArray) {
  SetUpCalls();
  const std::string counting = program("");
  const remote::SweepOutcome first = sweep(6, counting, profile());
  EXPECT_TRUE(first.complete()) << first.error << said_;
  EXPECT_EQ(first.now, 6u);
  EXPECT_EQ(calls(), 6u);
  EXPECT_NE(said_.find("6 tasks are in Slurm's queue as job "), std::string::npos) << said_;
  EXPECT_EQ(said_.find("asked again"), std::string::npos) << said_;
  EXPECT_FALSE(std::filesystem::exists(place_ / "out/.spool")) << "nothing is left of the way";
  std::string error;
  const auto file = protocol::parse_recording_file(place_.read("out/even.json"), error);
  ASSERT_TRUE(file) << error;
  ASSERT_EQ(file->launches.size(), 3u);
  EXPECT_EQ(file->launches[1].parameters, "N=2");
  EXPECT_EQ(protocol::mismatch(file->launches[1].recording, request_number(2)), "");

  const remote::SweepOutcome more = sweep(8, counting, profile());
  EXPECT_TRUE(more.complete());
  EXPECT_EQ(more.before, 6u);
  EXPECT_EQ(calls(), 8u) << "a finished one is never asked again";
}

TEST_F(OverSlurm, WhatIsLostIsAskedAgain) {
  SetUpCalls();
  // N=0 is answered, N=1 lost once, the others each time, each by another fault.
  const std::vector<std::string> faults = {"", "", "half", "version", "gone"};
  std::string losing = "request=$(cat)\ncase $request in\n"
                       "*'\"value\":\"1\"'*) [ -e '" +
                       place_ / "once" + "' ] || { : > '" + place_ / "once" +
                       "'; kill -9 $$; };;\n"
                       "*'\"value\":\"5\"'*) echo 'the node is on fire' >&2; exit 7;;\n";
  for (std::size_t i = 2; i < faults.size(); ++i)
    losing += fmt::format("*'\"value\":\"{}\"'*) WARPSCOPE_FAKE={};;\n", i, faults[i]);
  losing += std::string("esac\nexport WARPSCOPE_FAKE; printf '%s\\n' \"$request\" | '") + fake_program +
            "'; exit";
  const remote::SweepOutcome outcome = sweep(6, program(losing), profile());
  EXPECT_EQ(outcome.now, 2u) << outcome.error << said_;
  EXPECT_NE(said_.find("5 tasks were lost and asked again (2 of 3 times)\n"), std::string::npos) << said_;
  EXPECT_NE(said_.find("4 tasks were lost and asked again (3 of 3 times)\n"), std::string::npos) << said_;
  EXPECT_EQ(calls(), 1u + 2u + 4u * 3u);
  ASSERT_EQ(outcome.problems.size(), 4u);
  std::string all;
  for (const std::string& problem : outcome.problems) all += problem + "\n";
  for (const char* sentence :
       {"even (N=2) was lost: the recording is no JSON",
        "odd (N=3) was lost: $.warpscope_recording: this program reads version 1",
        "even (N=4) was lost: its task of job ", "odd (N=5) was lost: its task of job ",
        "left no answer; it said: the node is on fire"})
    EXPECT_NE(all.find(sentence), std::string::npos) << sentence << "\n" << all;
  EXPECT_TRUE(sweep(6, fake_program, profile()).complete()) << "and later, when the node is mended";
}

TEST_F(OverSlurm, CtrlCLeavesWhatThereIsAndCancels) {
  SetUpCalls();
  const std::string slow = program("request=$(cat); case $request in *'\"value\":\"0\"'*);; *) sleep 30;; "
                                   "esac; printf '%s\\n' \"$request\" | '" +
                                   std::string(fake_program) + "'; exit");
  std::atomic<bool> cancel = false;
  std::thread person([&] {
    (void)wait_until([&] { return place_.names_in("out/recordings").size() == 1; }, 10);
    cancel = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const remote::SweepOutcome outcome = sweep(5, slow, profile(), &cancel);
  person.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
  EXPECT_EQ(outcome.now, 1u);
  EXPECT_TRUE(std::filesystem::exists(place_ / "out/even.json"));
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 5)) << queue();
  EXPECT_EQ(sweep(5, fake_program, profile()).before, 1u);
}

TEST_F(OverSlurm, ASweepThatNeverStartsSaysWhy) {
  const remote::SweepOutcome outcome = sweep(3, fake_program, profile("--partition=down"), nullptr, 1.5);
  EXPECT_NE(said_.find("waits: 3 of 3 tasks are PENDING (PartitionDown)"), std::string::npos) << said_;
  EXPECT_NE(outcome.error.find("gave no answer in 1.5 s and was cancelled: it was PENDING (PartitionDown)"),
            std::string::npos)
      << outcome.error;
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 5)) << queue();
  EXPECT_NE(sweep(3, fake_program, profile("--gres=gpu:99"))
                .error.find("the job was not taken: sbatch failed (exit code 1); it said: sbatch: error: "),
            std::string::npos);
}

TEST_F(OverSlurm, AJobOfARunThatWasKilledIsCancelledAndWhatItLeftIsTaken) {
  const std::string left = remote::run_tool({"sbatch", "--parsable", "--partition=down", "--output=/dev/null",
                                             "--wrap=true"},
                                            5)
                               .out;
  const std::string key = remote::key_of(request_number(0));
  ASSERT_TRUE(place_.shell("mkdir -p '" + place_ / "out/.spool" + "'"));
  place_.write("out/.spool/job", left.substr(0, left.find('\n')));
  protocol::Recording recording;
  recording.hash = protocol::hash_of(request_number(0));
  recording.device.name = "left over";
  place_.write("out/.spool/" + key + ".recording", protocol::to_json(recording) + "\n");
  EXPECT_TRUE(sweep(2, fake_program, profile()).complete()) << said_;
  EXPECT_NE(said_.find("1 task is in Slurm's queue as job"), std::string::npos) << said_;
  EXPECT_NE(place_.read("out/recordings/" + key + ".json").find("left over"), std::string::npos);
  EXPECT_TRUE(wait_until([] { return queue().empty(); }, 5)) << queue();
}

TEST_F(OverSlurm, AFolderThatNodesDoNotShareIsSuspected) {
  remote::MeasureProfile elsewhere = profile();
  elsewhere.folder = place_ / "nowhere";
  place_.write("nowhere", "");
  EXPECT_NE(sweep(1, fake_program, elsewhere).error.find("cannot be made: "), std::string::npos);
}

} // namespace
} // namespace warpscope::test
