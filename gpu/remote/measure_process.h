// warpscope-measure as its users see it: a request in, a recording or a sentence out, whatever the program
// does. It may run elsewhere (ssh, srun), be of another version, hang, crash, flood or lie: nothing it says
// is believed before it was read strictly and belongs to the request.
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

/// How far a measurement is, for a line that a person sees. Told from within ask(), in its thread.
struct MeasureStage {
  enum class Kind : std::uint8_t {
    Connecting,
    Copying, ///< the program, to a host that has it not yet: done of total bytes
    Queued,  ///< in Slurm's queue; `said` is srun's own line
    Asked,   ///< the program runs there and has the request
  } kind = Kind::Connecting;
  std::uint64_t done = 0, total = 0;
  std::string said;
};
using ShowStage = std::function<void(const MeasureStage&)>;
/// Gets each partial recording of a request that wants them (MeasureWhat::as_they_come): checked as the
/// answer is, from within ask(), in its thread.
using ShowPart = std::function<void(const protocol::Recording&)>;

class MeasureProcess {
 public:
  /// Nothing is started yet.
  explicit MeasureProcess(const MeasureProfile& profile,
                          const std::string& program = default_measure_program());
  ~MeasureProcess();
  MeasureProcess(const MeasureProcess&) = delete;
  MeasureProcess& operator=(const MeasureProcess&) = delete;

  /// Starts the program unless it still runs, and asks it. Elsewhere it is copied first, if it is not there:
  /// a fixed script takes it (gpu/remote/carry.h). It is killed when no connection was there, or no byte of
  /// it was taken, for the profile's patience; when the request's own limit and that patience are over; when
  /// `cancel` becomes true; and when its answer is none. The next ask() starts another. A job that still
  /// waits in Slurm's queue is cancelled. What the program left out without a word is in could_not, too.
  [[nodiscard]] MeasureAnswer ask(const protocol::MeasureRequest& request,
                                  const std::atomic<bool>* cancel = nullptr, const ShowStage& show = {},
                                  const ShowPart& part = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Longest answer that is read.
inline constexpr std::size_t longest_recording = 128u << 20;
/// Lines before an answer: it has two builds, each with times, totals and lines.
inline constexpr int most_parts = 16;

} // namespace warpscope::remote
