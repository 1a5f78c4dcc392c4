// warpscope-measure itself, with libraries in the places of the driver's, NVRTC's and CUPTI's: what is
// missing or refused is said once, and the rest is measured.
#include "gpu/measure/dynlib.h"
#include "gpu/probe/rows.h"
#include "gpu/remote/measure_process.h"
#include "tests/gpu/some.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sys/personality.h>
#include <unistd.h>

#ifdef WARPSCOPE_FAKE_CUDA

namespace warpscope {
namespace {

/// A warpscope-measure that finds these libraries alone; `variables`: of its environment.
remote::MeasureProfile profile_with(const std::vector<std::string>& libraries,
                                    const std::vector<std::string>& variables = {}) {
  std::string folders;
  for (const std::string& library : libraries)
    folders += std::string(WARPSCOPE_FAKE_CUDA) + "/" + library + ":";
  remote::MeasureProfile profile;
  profile.kind = remote::MeasureProfile::Kind::Prefix;
  profile.words = {"env",
                   "-u",
                   "CUDA_HOME",
                   "-u",
                   "CUDA_PATH",
                   "-u",
                   "VIRTUAL_ENV",
                   "-u",
                   "CONDA_PREFIX",
                   "HOME=/nonexistent",
                   "XDG_DATA_HOME=/nonexistent",
                   "WARPSCOPE_CUDA_LIBS=" + folders};
  profile.words.insert(profile.words.end(), variables.begin(), variables.end());
  return profile;
}

protocol::Recording
measured_with(const std::vector<std::string>& libraries, const std::vector<std::string>& variables = {},
              const std::map<std::string, std::string>& headers = some_request().headers) {
  protocol::MeasureRequest request = some_request();
  request.checks.clear();
  request.headers = headers;
  const remote::MeasureAnswer answer = remote::MeasureProcess(profile_with(libraries, variables),
                                                              WARPSCOPE_BINARY_DIR "/warpscope-measure")
                                           .ask(request);
  EXPECT_TRUE(answer.recording) << answer.error;
  return answer.recording.value_or(protocol::Recording{});
}

/// A folder that is not of the fakes', as measured_with() takes it.
std::string outside(const std::string& folder) {
  return std::filesystem::relative(folder, WARPSCOPE_FAKE_CUDA).string();
}

/// Reasons with how many parts have them.
std::map<std::string, int> reasons(const protocol::Recording& recording) {
  std::map<std::string, int> found;
  for (const protocol::CouldNot& c : recording.could_not)
    if (c.part.starts_with("totals") || c.part.starts_with("lines")) ++found[c.reason];
  return found;
}

void expect_times_alone(const protocol::Recording& recording, const std::string& why) {
  EXPECT_EQ(recording.status, protocol::RecordingStatus::Done) << recording.message;
  ASSERT_EQ(recording.builds.size(), 2u);
  for (const protocol::RecordedBuild& build : recording.builds) {
    ASSERT_TRUE(build.warm);
    // The clock of this CUDA says .25 ms, for however many launches.
    EXPECT_NEAR(build.warm->median * build.warm->batch, 2.5e-4, 1e-9);
    EXPECT_FALSE(build.totals);
    EXPECT_FALSE(build.lines);
  }
  const std::map<std::string, int> found = reasons(recording);
  ASSERT_EQ(found.size(), 1u) << "one sentence for all that is missing";
  EXPECT_EQ(found.begin()->second, 4) << "totals and lines of both builds";
  EXPECT_EQ(found.begin()->first.rfind(why, 0), 0u) << found.begin()->first;
}

TEST(Degraded, WithoutCuptiThereAreTimes) {
  for (const std::filesystem::path& folder : measure::cuda_library_folders())
    for (const char* file : {"libcupti.so", "libcupti.so.12", "libcupti.so.13"})
      if (std::filesystem::exists(folder / file))
        GTEST_SKIP() << "there is a CUPTI in " << folder << ", which would be found";
  expect_times_alone(measured_with({"driver", "nvrtc13"}),
                     "there is no libcupti on this machine: scripts/install-cuda-runtime gets it");
}

TEST(Headers, ReachNvrtcByTheNamesInTheIncludes) {
  EXPECT_EQ(measured_with({"driver", "nvrtc13"}).status, protocol::RecordingStatus::Done);
  const protocol::Recording without = measured_with({"driver", "nvrtc13"}, {},
                                                    {{"common/scale.cuh", "#include \"deeper.h\"\n"}});
  EXPECT_EQ(without.status, protocol::RecordingStatus::Done)
      << "what was not sent is answered with an #error";
  const protocol::Recording computed = measured_with({"driver", "nvrtc13"}, {},
                                                     {{"common/scale.cuh", "\n#include NAME\n"}});
  EXPECT_EQ(computed.status, protocol::RecordingStatus::NotCompiled);
  EXPECT_EQ(computed.message,
            "this #include gives no name between < > or quotes: it is refused, since it could "
            "read any file (in common/scale.cuh, line 2)");
}

TEST(Degraded, ACuptiThatIsTooOldIsNone) {
  const std::string folder = testing::TempDir() + "warpscope_old_cupti_" + std::to_string(getpid());
  std::filesystem::create_directories(folder); // a library without a single function of CUPTI's
  std::filesystem::copy_file(std::string(WARPSCOPE_FAKE_CUDA) + "/nvrtc12/libnvrtc.so.12",
                             folder + "/libcupti.so.13", std::filesystem::copy_options::overwrite_existing);
  expect_times_alone(measured_with({"driver", "nvrtc13", outside(folder)}),
                     folder + "/libcupti.so.13 is too old, it has no cuptiGetVersion");
  std::filesystem::remove_all(folder);
}

TEST(Degraded, WithoutPermissionThereAreTimesAndTheAdministratorsSentence) {
  expect_times_alone(measured_with({"driver", "nvrtc13", "cupti"}),
                     "this user may not read the GPU's counters (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES): the "
                     "administrator allows it with the module option ");
  const std::map<std::string, int> other = reasons(
      measured_with({"driver", "nvrtc13", "cupti"}, {"WARPSCOPE_FAKE_CUPTI=999"}));
  EXPECT_TRUE(other.contains("cuptiRangeProfilerEnable: CUPTI_ERROR_UNKNOWN"))
      << (other.empty() ? "" : other.begin()->first);
}

TEST(Times, AreTakenWhereNoProfilerIsLoaded) {
  const protocol::Recording recording = measured_with({"driver", "nvrtc13", "cupti"});
  ASSERT_EQ(recording.builds.size(), 2u);
  for (const protocol::RecordedBuild& build : recording.builds) {
    ASSERT_TRUE(build.warm && build.cold && build.empty);
    EXPECT_NEAR(build.warm->median * build.warm->batch, 2.5e-4, 1e-9)
        << "the clock of this CUDA says .35 ms in a process with a CUPTI";
    EXPECT_NEAR(build.empty->median * build.empty->batch, 2.5e-4, 1e-9);
    EXPECT_EQ(build.empty->batch, build.warm->batch);
  }
  EXPECT_EQ(recording.clocks.sm_mhz, 0u) << "this CUDA has no NVML";
  EXPECT_EQ(std::ranges::count_if(recording.could_not,
                                  [](const protocol::CouldNot& c) { return c.part == "clocks"; }),
            1);
}

TEST(Times, OfCountersWithoutAnotherProcessSayThatAProfilerWasLoaded) {
  // The second process of the program finds no driver.
  const protocol::Recording recording = measured_with({"driver", "nvrtc13", "cupti"},
                                                      {"WARPSCOPE_FAKE_DRIVER_ONCE=1"});
  ASSERT_EQ(recording.builds.size(), 2u);
  ASSERT_TRUE(recording.builds[0].warm);
  EXPECT_NEAR(recording.builds[0].warm->median * recording.builds[0].warm->batch, 3.5e-4, 1e-9);
  const auto said = std::ranges::find_if(
      recording.could_not, [](const protocol::CouldNot& c) { return c.part == "times.unprofiled"; });
  ASSERT_NE(said, recording.could_not.end());
  EXPECT_EQ(said->reason.rfind("with a profiler loaded a launch takes some 0.2 us longer", 0), 0u)
      << said->reason;
}

TEST(Times, KeepTheirSamplesAndTheirBatchWhenAsked) {
  protocol::MeasureRequest request = some_request();
  request.checks.clear();
  request.what = {
      .as_written = false, .totals = false, .lines = false, .check = false, .samples = true, .batch = 7};
  const remote::MeasureAnswer answer = remote::MeasureProcess(profile_with({"driver", "nvrtc13"}),
                                                              WARPSCOPE_BINARY_DIR "/warpscope-measure")
                                           .ask(request);
  ASSERT_TRUE(answer.recording) << answer.error;
  ASSERT_EQ(answer.recording->builds.size(), 1u);
  const protocol::RecordedTimes& warm = answer.recording->builds[0].warm.value();
  EXPECT_EQ(warm.batch, 7u);
  EXPECT_EQ(warm.samples.size(), warm.repetitions);
  EXPECT_NEAR(warm.samples.at(0) * 7, 2.5e-4, 1e-9);
}

TEST(Degraded, AnOldDriverIsNamed) {
  const protocol::Recording old = measured_with({"driver", "nvrtc13"}, {"WARPSCOPE_FAKE_DRIVER=12000"});
  EXPECT_EQ(old.status, protocol::RecordingStatus::Failed);
  EXPECT_EQ(old.message, "the driver speaks CUDA 12.0 and does not load what NVRTC 13.0 compiles "
                         "(CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)): update the "
                         "driver, or get the NVRTC of its version with scripts/install-cuda-runtime 12.0");
  EXPECT_EQ(old.device.name, "Fake GPU");
  EXPECT_EQ(old.device.cuda, "12.0");
}

TEST(Degraded, AnOldDriverGetsTheOlderNvrtc) {
  const std::string folder = testing::TempDir() + "warpscope_two_nvrtcs_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  for (const char* file : {"nvrtc12/libnvrtc.so.12", "nvrtc13/libnvrtc.so.13"})
    std::filesystem::copy(std::string(WARPSCOPE_FAKE_CUDA) + "/" + file, folder,
                          std::filesystem::copy_options::overwrite_existing);
  const auto with = [&](const char* version) {
    return measured_with({"driver", outside(folder)}, {std::string("WARPSCOPE_FAKE_DRIVER=") + version});
  };
  const protocol::Recording recent = with("13000"), old = with("12040");
  EXPECT_EQ(recent.device.nvrtc, "13.0");
  EXPECT_EQ(old.device.nvrtc, "12.0");
  EXPECT_EQ(old.status, protocol::RecordingStatus::Done) << old.message;
  std::filesystem::remove_all(folder);
}

/// What NVRTC makes of a text may hang on where its memory lies, so code is compiled at the same addresses
/// each time, by a process that has compiled nothing before.
TEST(Code, IsCompiledAtTheSameAddressesEachTime) {
  const int now = personality(0xffff'ffff);
  if (now < 0 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0)
    GTEST_SKIP() << "this machine lets no process have addresses that are not randomised";
  personality(static_cast<unsigned long>(now));
  protocol::MeasureRequest request = some_request();
  request.text += "// tell_the_heap\n";
  request.checks.clear();
  request.what = {};
  request.what.as_written = request.what.times = request.what.totals = false;
  request.what.lines = request.what.check = false;
  request.what.code = 90;
  std::set<std::string> told;
  for (int process = 0; process < 3; ++process) {
    // Any program will do as its disassembler: the code of this NVRTC is none.
    remote::MeasureProcess one(profile_with({"nvrtc13"}, {"WARPSCOPE_NVDISASM=/bin/true"}),
                               WARPSCOPE_BINARY_DIR "/warpscope-measure");
    for (int again = 0; again < 3; ++again) {
      const remote::MeasureAnswer answer = one.ask(request);
      ASSERT_TRUE(answer.recording) << answer.error;
      ASSERT_EQ(answer.recording->builds.size(), 1u) << answer.recording->message;
      ASSERT_EQ(answer.recording->builds[0].messages.size(), 1u);
      told.insert(answer.recording->builds[0].messages[0].text);
    }
  }
  ASSERT_EQ(told.size(), 1u) << *told.begin() << "\n" << *told.rbegin();
  EXPECT_TRUE(told.begin()->starts_with("compilation 1 at 0x")) << *told.begin();
}

/// What `warpscope-measure --probe` prints with these libraries.
std::string probed_with(const std::vector<std::string>& libraries, const std::string& words) {
  std::string command;
  for (const std::string& word : profile_with(libraries).words) command += "'" + word + "' ";
  command += std::string("'") + WARPSCOPE_BINARY_DIR + "/warpscope-measure' --probe " + words +
             " 2>/dev/null";
  std::string printed;
  FILE* from = popen(command.c_str(), "r");
  if (from == nullptr) return printed;
  char bytes[4096];
  for (std::size_t count = 0; (count = fread(bytes, 1, sizeof bytes, from)) != 0;)
    printed.append(bytes, count);
  pclose(from);
  return printed;
}

TEST(Degraded, AProbeRunsAllItsSectionsInEachProcess) {
  std::string error;
  const auto record = probe::read_rows(probed_with({"driver", "nvrtc13"}, "0 2"), error);
  ASSERT_TRUE(record.has_value()) << error;
  EXPECT_EQ(record->device.name, "Fake GPU");
  ASSERT_EQ(record->processes.size(), 2u);
  for (const probe::Rows& rows : record->processes) {
    EXPECT_GT(rows.size(), 2000u);
    EXPECT_TRUE(rows.find("latency", "dfma").has_value()) << "the first section";
    EXPECT_TRUE(rows.find("local_stream", "words=64 N=524288").has_value()) << "the last";
  }
  EXPECT_FALSE(probe::read_rows(probed_with({"driver", "nvrtc13"}, "7"), error).has_value());
  EXPECT_EQ(error, "there is no device 7: the driver has 1, counted from 0");
}

TEST(Degraded, WithoutADriverItIsSaid) {
  if (access("/usr/lib/x86_64-linux-gnu/libcuda.so.1", F_OK) == 0)
    GTEST_SKIP() << "this machine has a driver";
  const protocol::Recording none = measured_with({"nvrtc13"});
  EXPECT_EQ(none.status, protocol::RecordingStatus::NoDevice);
  EXPECT_EQ(none.message.rfind("there is no NVIDIA driver on this machine (no libcuda.so.1)", 0), 0u)
      << none.message;
}

} // namespace
} // namespace warpscope

#endif
