// What the reference's resources are made of: results that are under way, and a queue that is served tick by
// tick.
#pragma once

#include "sim/multiprocessor/multiprocessor.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace reference {

using namespace warpscope::multiprocessor;
using Cycle = std::uint64_t;

/// A result that is under way: known bit by bit.
struct Pending {
  bool served = false;
  Cycle earliest = 0;
  std::vector<std::shared_ptr<Pending>> parts; ///< sectors
  std::shared_ptr<Pending> earlier;            ///< the copy before it
  [[nodiscard]] bool done(Cycle now) const {
    if (!served || now < earliest) return false;
    for (const auto& part : parts)
      if (!part->done(now)) return false;
    return earlier == nullptr || earlier->done(now);
  }
};

/// First come, first served, tick by tick.
class TickServer {
 public:
  struct Job {
    std::uint64_t came = 0, length = 0;
    std::shared_ptr<std::uint64_t> comes; ///< in place of `came`, when that is not known yet
    std::function<void(std::uint64_t start)> started;
    std::function<void(std::uint64_t end)> ended;
    [[nodiscard]] bool is_there(std::uint64_t now) const { return (comes ? *comes : came) <= now; }
  };
  void push(Job job) { jobs_.push_back(std::move(job)); }
  [[nodiscard]] bool idle() const { return jobs_.empty() && left_ == 0; }
  [[nodiscard]] std::uint64_t last_end() const { return last_end_; }
  /// Ticks of work that is left.
  [[nodiscard]] std::uint64_t left() const {
    std::uint64_t sum = left_;
    for (const Job& job : jobs_) sum += job.length;
    return sum;
  }
  void tick(std::uint64_t now) {
    while (left_ == 0 && !jobs_.empty() && jobs_.front().is_there(now)) {
      current_ = std::move(jobs_.front());
      jobs_.pop_front();
      left_ = current_.length;
      current_.started(now);
      if (left_ == 0 && current_.ended) current_.ended(now);
    }
    if (left_ > 0 && --left_ == 0) {
      last_end_ = now + 1;
      if (current_.ended) current_.ended(now + 1);
    }
  }

 private:
  std::deque<Job> jobs_;
  Job current_;
  std::uint64_t left_ = 0, last_end_ = 0;
};

} // namespace reference
