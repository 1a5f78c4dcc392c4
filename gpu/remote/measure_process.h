// warpscope-measure as its users see it: a request in, a recording or a sentence out, whatever the program
// does. It may run elsewhere (ssh, srun), be of another version, hang, crash, flood or lie: nothing it sends
// is trusted before it was parsed strictly and found to belong to the request.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"
#include "gpu/remote/profiles.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::remote {

struct MeasureAnswer {
  std::optional<protocol::Recording> recording;
  std::string error; ///< one sentence when there is no recording
};

/// The stage of a measurement, for a status line. Reported from within ask(), on its thread.
struct MeasureStage {
  enum class Kind : std::uint8_t {
    Connecting,
    Copying, ///< the program, to a host that does not have it yet: done of total bytes
    Queued,  ///< in Slurm's queue; `said` is srun's own message
    Asked,   ///< the program runs and has received the request
  } kind = Kind::Connecting;
  std::uint64_t done = 0, total = 0;
  std::string said;
};
using ShowStage = std::function<void(const MeasureStage&)>;
/// Receives each partial recording of a request that asks for them (MeasureWhat::as_they_come), checked like
/// the answer, from within ask(), on its thread.
using ShowPart = std::function<void(const protocol::Recording&)>;

class MeasureProcess {
 public:
  /// Does not start anything yet.
  explicit MeasureProcess(const MeasureProfile& profile,
                          const std::string& program = default_measure_program());
  ~MeasureProcess();
  MeasureProcess(const MeasureProcess&) = delete;
  MeasureProcess& operator=(const MeasureProcess&) = delete;

  /// Starts the program unless it is still running, and sends the request. On another host it is copied first
  /// if need be: a fixed script receives it (gpu/remote/carry.h). The process is killed when there is no
  /// connection, or no byte of the program was accepted, within the profile's patience; when the request's
  /// own limit plus that patience has passed; when `cancel` becomes true; and when its answer is invalid. The
  /// next ask() then starts another. A job that still waits in Slurm's queue is cancelled. Parts that the
  /// program left out without a reason are added to could_not.
  [[nodiscard]] MeasureAnswer ask(const protocol::MeasureRequest& request,
                                  const std::atomic<bool>* cancel = nullptr, const ShowStage& show = {},
                                  const ShowPart& part = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The longest answer that is read.
inline constexpr std::size_t longest_recording = 128u << 20;
/// The number of lines before an answer: it has two builds, each with times, totals and lines.
inline constexpr int most_parts = 16;

} // namespace warpscope::remote
