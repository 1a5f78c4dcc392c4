// Runs one piece of work off the UI's thread, with progress and cancellation.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace warpscope::exporting {

class Background {
 public:
  /// The result to report at the end.
  struct Outcome {
    std::string said; ///< a sentence
    bool failed = false;
  };
  struct Control {
    const std::atomic<bool>& cancel;
    std::function<void(double)> progress; ///< 0..1
  };
  using Work = std::function<Outcome(const Control&)>;

  /// `wake` is called from the thread: now and then while it progresses, and when it is done.
  Background(Work work, std::function<void()> wake);
  ~Background(); ///< cancels and waits
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void cancel() { cancel_ = true; }
  [[nodiscard]] double progress() const { return progress_; }
  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] const Outcome& outcome() const { return outcome_; } ///< valid once done()

 private:
  std::atomic<bool> cancel_{false}, done_{false};
  std::atomic<double> progress_{0};
  Outcome outcome_;
  std::thread thread_; ///< last, since it uses all of the above
};

} // namespace warpscope::exporting
