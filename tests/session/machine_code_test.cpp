// The multiprocessor over time is of the code that the estimate is of: predicted first, the compiler's own
// once that has been read; A's stands beside B's with the same choices; what nobody waits for any more ends.
#include "app/session/session.h"
#include "sim/sass/code.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

struct MachineControls {
  std::atomic<bool> reads{true}, holds{false}; ///< holds: estimates last until they are cancelled
  std::atomic<int> machines{0};
};

/// Its machines say which text they are of, with which choices and of which code.
class MachineSimulator final : public jobs::Simulator {
 public:
  explicit MachineSimulator(std::shared_ptr<MachineControls> controls)
      : controls_(std::move(controls)), inner_(std::make_shared<test::FakeControls>()) {}
  run::Result simulate(const run::Request& request) override { return inner_.simulate(request); }
  playback::MachinePtr machine(const run::Request& request, const playback::MachineChoice& choice) override {
    ++controls_->machines;
    auto made = std::make_shared<playback::Machine>();
    made->read = request.code != nullptr;
    made->predicted = !made->read;
    made->latency = choice.latency;
    made->device = request.text.substr(0, 8);
    return made;
  }
  jobs::EstimatedPtr estimate(const run::Request& request) override {
    while (controls_->holds && !request.cancel->load()) std::this_thread::sleep_for(1ms);
    return made_of(run::Code::Predicted);
  }
  jobs::EstimatedPtr read_estimate(const run::Request&) override {
    return controls_->reads ? made_of(run::Code::Read) : nullptr;
  }
  void cancel() override { inner_.cancel(); }

 private:
  static jobs::EstimatedPtr made_of(run::Code code) {
    auto made = std::make_shared<jobs::Estimated>();
    made->made.emplace().code = code;
    if (code == run::Code::Read) made->code = std::make_shared<const sass::MachineCode>();
    return made;
  }

  std::shared_ptr<MachineControls> controls_;
  test::FakeSimulator inner_;
};

class MachineCodeOfSession : public testing::Test {
 protected:
  MachineCodeOfSession()
      : session_(test::small_catalog(), std::make_unique<MachineSimulator>(controls_), [] {}) {
    session_.edit()->set_lab("first");
  }
  ~MachineCodeOfSession() override { controls_->holds = false; }
  /// Looks at it in each turn, as the scene does in each frame; false after five seconds.
  bool until(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + 5s;
    while (std::chrono::steady_clock::now() < end) {
      session_.poll();
      jobs::Runs& runs = session_.runs();
      runs.want_estimate();
      runs.want_machine(0, latency_);
      if (const results::Pinned* a = session_.pair().pinned(); looks_at_a_ && a != nullptr)
        runs.want_machine_beside(a->version, a->document, session_.catalog().devices.front());
      if (done()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }
  [[nodiscard]] bool of_read_code() const {
    const playback::MachinePtr& machine = session_.runs().machine();
    return session_.runs().machine_is_current() && machine != nullptr && machine->read;
  }

  std::shared_ptr<MachineControls> controls_ = std::make_shared<MachineControls>();
  session::Session session_;
  double latency_ = 1;
  bool looks_at_a_ = true;
};

TEST_F(MachineCodeOfSession, IsPredictedUntilTheCompilersCodeHasBeenRead) {
  ASSERT_TRUE(until([&] { return session_.runs().machine_is_current(); }));
  EXPECT_TRUE(session_.runs().machine()->predicted) << "nobody waits for a compiler";
  ASSERT_TRUE(until([&] { return of_read_code(); }));
  EXPECT_EQ(session_.runs().estimate()->made->code, run::Code::Read);
  EXPECT_EQ(controls_->machines, 2);
}

TEST_F(MachineCodeOfSession, StaysPredictedWhereNobodyCanReadCode) {
  controls_->reads = false;
  ASSERT_TRUE(until([&] { return session_.runs().machine_is_current(); }));
  const auto end = std::chrono::steady_clock::now() + 2 * jobs::Worker::rest;
  ASSERT_TRUE(until([&] { return std::chrono::steady_clock::now() > end; }));
  EXPECT_TRUE(session_.runs().machine_is_current() && session_.runs().machine()->predicted);
  EXPECT_EQ(controls_->machines, 1);
}

TEST_F(MachineCodeOfSession, WhatIsPinnedStandsBesideItWithTheSameChoices) {
  ASSERT_TRUE(until([&] { return session_.runs().picture() != nullptr && !session_.busy(); }));
  ASSERT_TRUE(session_.pin());
  session_.edit()->set_lab("many");
  const auto both = [&] {
    const jobs::Runs& runs = session_.runs();
    return runs.machine_is_current() && runs.machine_beside_is_current() && !runs.machine_beside_is_due() &&
           !runs.machine_is_due() && runs.machine()->read;
  };
  ASSERT_TRUE(until(both));
  EXPECT_EQ(session_.runs().machine()->device, "// many ");
  EXPECT_EQ(session_.runs().machine_beside()->device, "// first");
  EXPECT_TRUE(session_.runs().machine_beside()->read) << "both of read code, or neither";
  latency_ = 4;
  ASSERT_TRUE(until([&] { return both() && session_.runs().machine_beside()->latency == 4; }));
  EXPECT_EQ(session_.runs().machine()->latency, 4);
  session_.unpin();
  session_.runs().want_no_machine_beside();
  EXPECT_EQ(session_.runs().machine_beside(), nullptr);
}

TEST_F(MachineCodeOfSession, ACancelledEstimateIsCounted) {
  ASSERT_TRUE(until([&] { return of_read_code(); }));
  EXPECT_EQ(session_.runs().cancelled_estimates(), 0u);
  controls_->holds = true;
  session_.edit()->set_lab("many");
  ASSERT_TRUE(until([&] { return session_.runs().estimates(); }));
  session_.edit()->set_lab("first"); // the next key press
  ASSERT_TRUE(until([&] { return session_.runs().cancelled_estimates() == 1; }));
  controls_->holds = false;
  ASSERT_TRUE(until([&] { return of_read_code(); }));
}

} // namespace
} // namespace warpscope
