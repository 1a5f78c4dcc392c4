// Takes times in a process of its own, in which no profiler was loaded.
//
// With CUPTI loaded each launch of a graph takes longer, counters or not: 0.22 us in the median of 80
// launches, up to 1 us of a large grid (an H200, driver 580.159.04, 2026-11-24).
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <memory>
#include <optional>
#include <string>

namespace warpscope {
class ChildProcess;
}

namespace warpscope::measure {

class TimesProcess {
 public:
  TimesProcess();
  ~TimesProcess();
  TimesProcess(const TimesProcess&) = delete;
  TimesProcess& operator=(const TimesProcess&) = delete;

  /// The answer of this very program, started with --serve, to `request` without its counters, checks and
  /// values; it lives on for the next one. nullopt: there is none, or it is not as asked for; `why` is half a
  /// sentence then ("its process ended by signal 9 (Killed)").
  [[nodiscard]] std::optional<protocol::Recording> ask(const protocol::MeasureRequest& request,
                                                       std::string& why);

 private:
  std::unique_ptr<ChildProcess> child_;
};

} // namespace warpscope::measure
