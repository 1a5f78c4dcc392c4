// warpscope-measure as its users see it: a request in, a recording or a sentence out, whatever the program does. It may run elsewhere
// (ssh, srun), be of another version, hang, crash, flood or lie: nothing it says is believed before it was read strictly and
// belongs to the request.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/profiles.h"
#include "gpu/recording.h"
#include "gpu/request.h"

namespace warpscope {

struct MeasureAnswer {
  std::optional<Recording> recording;
  std::string error; ///< one sentence when there is no recording
};

class MeasureProcess {
 public:
  /// Nothing is started yet.
  explicit MeasureProcess(const MeasureProfile& profile, const std::string& program = default_measure_program());
  ~MeasureProcess();
  MeasureProcess(const MeasureProcess&) = delete;
  MeasureProcess& operator=(const MeasureProcess&) = delete;

  /// Starts the program unless it still runs, and asks it. It is killed when the request's own limit and `patience` seconds (for
  /// starting, connecting, waiting in a queue) are over, when `cancel` becomes true, and when its answer is none; the next ask() starts
  /// another. What the program left out without a word is in could_not, too.
  [[nodiscard]] MeasureAnswer ask(const MeasureRequest& request, double patience = 15, const std::atomic<bool>* cancel = nullptr);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Longest answer that is read.
inline constexpr std::size_t longest_recording = 128u << 20;

} // namespace warpscope
