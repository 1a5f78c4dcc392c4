// The client of warpscope-measure against programs that hang, crash, flood and lie.
#include "gpu/remote/measure_process.h"
#include "tests/gpu/some.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

constexpr const char* fake_program = WARPSCOPE_BINARY_DIR "/warpscope-fake-measure";

remote::MeasureProfile fake_profile(const std::string& fault, double patience = 5) {
  remote::MeasureProfile profile;
  profile.patience = patience;
  profile.kind = remote::MeasureProfile::Kind::Prefix;
  profile.words = {"env", "WARPSCOPE_FAKE=" + fault};
  return profile;
}

class Fake {
 public:
  explicit Fake(const char* fault, double patience = 5)
      : process_(fake_profile(fault, patience), fake_program) {}
  remote::MeasureAnswer ask(const std::atomic<bool>* cancel = nullptr) {
    protocol::MeasureRequest request = some_request();
    request.limits.seconds = 0.1;
    return process_.ask(request, cancel);
  }

 private:
  remote::MeasureProcess process_;
};

TEST(MeasureProcess, AnHonestAnswerIsTaken) {
  for (const char* way : {"", "slow", "shout"}) {
    Fake fake(way);
    for (int i = 0; i < 2; ++i) {
      const remote::MeasureAnswer answer = fake.ask();
      ASSERT_TRUE(answer.recording) << way << ": " << answer.error;
      EXPECT_EQ(answer.recording->device.name, "fake");
    }
  }
}

TEST(MeasureProcess, EveryFaultIsOneSentence) {
  const struct {
    const char* fault;
    const char* sentence;
  } cases[] = {
      {"gone", "ended without an answer (exit code 7)"},
      {"ssh", "(exit code 255); it said: ssh: connect to host nowhere port 22: Connection refused"},
      {"crash", "ended without an answer (signal 6 (Aborted))"},
      {"half", "ended in the middle of its answer, after "},
      {"flood", "is longer than 128 MiB: it was ended"},
      {"two", "said more than one line: its answer is not used"},
      {"garbage", "is not used: the recording is no JSON"},
      {"version", "$.warpscope_recording: this program reads version 1, and the recording is of version 2"},
      {"other_hash", "the recording is of another text, launch or arguments"},
      {"line", "the recording counts for line 1000000, and the text has 6"},
      {"nan", "is not used: the recording is no JSON"},
      {"negative", "$.builds[0].lines[0].global_load.sectors: must be a whole number from 0 to "
                   "1000000000000000000, and is the number -4096"},
      {"huge",
       "$.builds[0].lines[0].global_load.sectors: must be a whole number from 0 to 1000000000000000000"},
  };
  for (const auto& c : cases) {
    const remote::MeasureAnswer answer = Fake(c.fault).ask();
    EXPECT_FALSE(answer.recording) << c.fault;
    EXPECT_NE(answer.error.find(c.sentence), std::string::npos) << c.fault << " said: " << answer.error;
    EXPECT_EQ(answer.error.find('\n'), std::string::npos) << c.fault;
  }
}

TEST(MeasureProcess, AHangIsEnded) {
  for (const char* fault : {"hang", "deaf"}) {
    const auto begin = std::chrono::steady_clock::now();
    const remote::MeasureAnswer answer = Fake(fault, 0.2).ask();
    EXPECT_NE(answer.error.find("gave no answer in 0.3 s: it was ended"), std::string::npos) << answer.error;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
  }
}

TEST(MeasureProcess, ARequestThatNobodyReadsEndsToo) {
  remote::MeasureProcess process(fake_profile("deaf", 0.5), fake_program);
  protocol::MeasureRequest request = some_request();
  request.text = std::string(8u << 20, ' '); // more than a socket holds
  request.limits.seconds = 0.1;
  EXPECT_NE(process.ask(request).error.find("gave no answer"), std::string::npos);
}

TEST(MeasureProcess, CancelIsHeard) {
  std::atomic<bool> cancel = false;
  std::thread other([&] {
    std::this_thread::sleep_for(100ms);
    cancel = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(Fake("hang", 60).ask(&cancel).error, "the measurement was stopped");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
  other.join();
}

TEST(MeasureProcess, AProgramThatDiedIsStartedAgain) {
  Fake fake("once");
  EXPECT_TRUE(fake.ask().recording);
  EXPECT_FALSE(fake.ask().recording);
  EXPECT_TRUE(fake.ask().recording);
}

TEST(MeasureProcess, AMissingProgramIsSaid) {
  EXPECT_EQ(remote::MeasureProcess(remote::MeasureProfile{}, "/no/such/program").ask(some_request()).error,
            "/no/such/program could not be started: No such file or directory (WARPSCOPE_MEASURE names "
            "another program)");
}

} // namespace
} // namespace warpscope
