// A session over the fake simulator, with a clock that the test sets.
#pragma once

#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

namespace warpscope::test {

class SessionFixture : public testing::Test {
 protected:
  SessionFixture() : session_(small_catalog(), std::make_unique<FakeSimulator>(controls_), [] {}) {
    session_.clock = [this] { return seconds_; };
  }
  /// Waits until the worker has answered everything.
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (session_.busy() && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    session_.poll();
    ASSERT_FALSE(session_.busy());
  }
  void edit_later() { seconds_ += 10; } ///< the next edit becomes an undo step of its own
  [[nodiscard]] const std::string& text() const { return *session_.document().kernel_text; }

  std::shared_ptr<FakeControls> controls_ = std::make_shared<FakeControls>();
  double seconds_ = 0;
  session::Session session_;
};

} // namespace warpscope::test
