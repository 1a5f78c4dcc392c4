// The whole grid is counted behind the picture of one block: its progress is exact, and the next key press
// cancels it.
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

struct Grid {
  std::atomic<bool> hold{true};
  std::atomic<int> cancelled{0}, finished{0};
};

/// A single block is simulated at once; the whole grid stops at its 16th of 64 blocks until it is released or
/// cancelled.
class SlowGrid final : public jobs::Simulator {
 public:
  explicit SlowGrid(std::shared_ptr<Grid> grid)
      : grid_(std::move(grid)), inner_(std::make_shared<test::FakeControls>()) {}
  run::Result simulate(const run::Request& request) override {
    if (!request.progress) return inner_.simulate(request);
    for (std::uint64_t done = 1; done <= 64; ++done) {
      request.progress(done, 64);
      while (done == 16 && grid_->hold) {
        if (request.cancel->load()) {
          ++grid_->cancelled;
          run::Result result;
          result.status = run::Status::Cancelled;
          return result;
        }
        std::this_thread::sleep_for(1ms);
      }
    }
    ++grid_->finished;
    run::Request quiet = request;
    quiet.progress = {};
    return inner_.simulate(quiet);
  }
  void cancel() override { inner_.cancel(); }

 private:
  std::shared_ptr<Grid> grid_;
  test::FakeSimulator inner_;
};

class Background : public testing::Test {
 protected:
  Background() : session_(test::small_catalog(), std::make_unique<SlowGrid>(grid_), [] {}) {}
  ~Background() override { grid_->hold = false; }
  /// Polls until `done` holds; false after five seconds.
  bool until(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + 5s;
    while (std::chrono::steady_clock::now() < end) {
      session_.poll();
      if (done()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  std::shared_ptr<Grid> grid_ = std::make_shared<Grid>();
  session::Session session_;
};

TEST_F(Background, ThePictureComesFirstAndTheProgressIsExact) {
  session_.edit()->set_lab("many");
  ASSERT_TRUE(until([&] { return session_.runs().grid_progress() == 16.f / 64; }));
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_EQ(session_.runs().picture()->launch.grid.count(), 64u);
  EXPECT_FALSE(session_.time().track().empty()) << "the block is there to step through";
  EXPECT_EQ(session_.runs().grid(), nullptr);
  grid_->hold = false;
  ASSERT_TRUE(until([&] { return session_.runs().grid() != nullptr; }));
  EXPECT_FALSE(session_.runs().grid_progress());
}

TEST_F(Background, TheNextKeyPressEndsTheCounting) {
  session_.edit()->set_lab("many");
  ASSERT_TRUE(until([&] { return session_.runs().grid_progress() == 16.f / 64; }));
  session_.edit()->set_kernel_text(*session_.document().kernel_text + "/");
  session_.poll();
  EXPECT_FALSE(session_.runs().grid_progress()) << "the bar goes with the text it was about";
  ASSERT_TRUE(until([&] { return grid_->cancelled == 1; }));
  // The new text's block, then its own grid.
  ASSERT_TRUE(until([&] { return session_.runs().grid_progress() == 16.f / 64; }));
  EXPECT_FALSE(session_.runs().stale());
  grid_->hold = false;
  ASSERT_TRUE(until([&] { return session_.runs().grid() != nullptr; }));
  EXPECT_EQ(grid_->finished, 1);
}

} // namespace
} // namespace warpscope
