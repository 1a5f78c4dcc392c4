// One thing varied in the background: which points there are, which of them are still to be asked, what came
// back. Hands out questions and takes answers; whoever owns the worker carries them.
#pragma once

#include "app/document/document.h"
#include "app/document/run_key.h"
#include "app/jobs/sweep.h"
#include "app/jobs/worker.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::jobs {

class Sweeper {
 public:
  /// What is varied: the document on its device, and the parameters of its header.
  struct Of {
    document::Document document;
    Device device;
    std::vector<source::ScenarioParameter> parameters;
  };

  [[nodiscard]] const Sweep* sweep() const { return sweep_ ? &*sweep_ : nullptr; }
  [[nodiscard]] bool running() const { return sweep_ && !sweep_->stopped; }
  /// The worker has questions of it.
  [[nodiscard]] bool asked() const { return asked_; }
  void forget_questions() { asked_ = false; } ///< a job drops them

  void start(const Of& of, const std::string& subject);
  void stop();
  void resume();
  void close();
  /// The document or its header is another: the subject may have another value, or be gone.
  void replan(const Of& of);
  /// For the points that nothing is known of yet.
  [[nodiscard]] std::vector<Probe> questions(const Device& device);
  void take(const Delivery& delivery);

 private:
  void plan(const Of& of);

  std::optional<Sweep> sweep_;
  bool asked_ = false;
  document::ByRunKey<SweepCounts> answers_;
};

} // namespace warpscope::jobs
