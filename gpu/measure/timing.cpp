// Times launches with events, batched in graphs where they are short.
#include "gpu/measure/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace warpscope::measure {

namespace {

constexpr std::uint32_t least_repetitions = 20, most_repetitions = 200, least_batch = 4, most_batch = 1000;
constexpr double short_launch = 50e-6, lasting_launch = 1e-3, batch_seconds = 200e-6, wanted_seconds = 0.1,
                 warm_up_seconds = 0.03;

class Event {
 public:
  Event() { check_driver(driver().event_create(&handle_, 0), "cuEventCreate"); }
  ~Event() { driver().event_destroy(handle_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(cuda::Handle stream) { check_driver(driver().event_record(handle_, stream), "cuEventRecord"); }
  void wait() { check_driver(driver().event_synchronize(handle_), "the kernel"); }
  [[nodiscard]] double seconds_since(const Event& begin) const {
    float milliseconds = 0;
    check_driver(driver().event_elapsed(&milliseconds, begin.handle_, handle_), "cuEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cuda::Handle handle_ = nullptr;
};

/// Launches once, on a stream.
using Launch = std::function<void(cuda::Handle)>;

/// A graph of launches that the GPU starts by itself, one after another: the cost of starting each from the
/// host (higher with a profiler loaded) is not in their time.
class Batch {
 public:
  Batch(const Launch& launch, std::uint32_t launches) {
    constexpr int relaxed = 2; // CU_STREAM_CAPTURE_MODE_RELAXED
    check_driver(driver().stream_create(&stream_, 0), "cuStreamCreate");
    check_driver(driver().capture_begin(stream_, relaxed), "cuStreamBeginCapture");
    for (std::uint32_t i = 0; i < launches; ++i) launch(stream_);
    check_driver(driver().capture_end(stream_, &graph_), "cuStreamEndCapture");
    check_driver(driver().graph_instantiate(&executable_, graph_, 0), "cuGraphInstantiate");
  }
  ~Batch() {
    if (executable_ != nullptr) driver().graph_exec_destroy(executable_);
    if (graph_ != nullptr) driver().graph_destroy(graph_);
    if (stream_ != nullptr) driver().stream_destroy(stream_);
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  [[nodiscard]] cuda::Handle stream() const { return stream_; }
  void launch() const { check_driver(driver().graph_launch(executable_, stream_), "cuGraphLaunch"); }

 private:
  cuda::Handle stream_ = nullptr, graph_ = nullptr, executable_ = nullptr;
};

class Clock {
 public:
  /// Returns the seconds per launch.
  double time(const Launch& launch) {
    begin_.record(nullptr);
    launch(nullptr);
    end_.record(nullptr);
    end_.wait();
    return end_.seconds_since(begin_);
  }
  double time(const Batch& batch) {
    begin_.record(batch.stream());
    batch.launch();
    end_.record(batch.stream());
    end_.wait();
    return end_.seconds_since(begin_);
  }

 private:
  Event begin_, end_;
};

std::uint32_t repetitions_in(double each, double seconds) {
  const double wanted = std::clamp(wanted_seconds / std::max(each, 1e-9), double{least_repetitions},
                                   double{most_repetitions});
  return static_cast<std::uint32_t>(
      std::clamp(std::min(wanted, seconds / std::max(each, 1e-9)), 1.0, wanted));
}

std::string note_of_few(std::uint32_t repetitions) {
  return repetitions >= least_repetitions ? std::string()
                                          : fmt::format("a launch is so long that only {} were timed, not {}",
                                                        repetitions, least_repetitions);
}

/// A kernel without a statement, launched as `call` is but for clusters.
class EmptyLaunch {
 public:
  EmptyLaunch(const protocol::MeasureRequest& request, const GpuDevice& device) : request_(request) {
    static const CompiledDeviceText text = compile_plain_text(
        "extern \"C\" __global__ void warpscope_empty() {}\n", device.compute_capability());
    if (!text.fine()) throw DeviceError{0, "the empty kernel does not compile: " + text.first_error()};
    // Never unloaded: at the program's end the driver may be gone before it.
    static const LoadedModule& module = *new LoadedModule(text.cubin);
    function_ = module.function("warpscope_empty");
    if (request.dynamic_shared_bytes != 0)
      check_driver(driver().function_set_attribute(function_, cuda::function_max_dynamic_shared,
                                                   static_cast<int>(request.dynamic_shared_bytes)),
                   "cuFuncSetAttribute");
  }
  void operator()(cuda::Handle stream) const {
    const Dim3 &grid = request_.grid, &block = request_.block;
    check_driver(driver().launch(function_, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                 request_.dynamic_shared_bytes, stream, nullptr, nullptr),
                 "the empty kernel");
  }

 private:
  const protocol::MeasureRequest& request_;
  cuda::Handle function_ = nullptr;
};

protocol::RecordedTimes time_empty(Clock& clock, const EmptyLaunch& empty, std::uint32_t batch) {
  std::optional<Batch> launches;
  if (batch > 1) launches.emplace(Launch(empty), batch);
  std::vector<double> taken;
  for (std::uint32_t i = 0; i <= least_repetitions; ++i) {
    const double each = launches ? clock.time(*launches) / batch : clock.time(Launch(empty));
    if (i != 0) taken.push_back(each); // the first one loads the kernel
  }
  return summary(std::move(taken), batch);
}

} // namespace

protocol::RecordedTimes summary(std::vector<double> seconds, std::uint32_t batch) {
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double part) {
    const double place = part * static_cast<double>(seconds.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, seconds.size() - 1);
    return seconds[below] + (seconds[above] - seconds[below]) * (place - std::floor(place));
  };
  return {at(0.5), seconds.front(), at(0.25), at(0.75), static_cast<std::uint32_t>(seconds.size()), batch, {},
          {}};
}

Timing measure_times(PreparedCall& call, const GpuDevice& device, const protocol::MeasureRequest& request,
                     std::uint64_t budget) {
  const double seconds = request.limits.seconds / 5;
  Timing timing;
  Clock clock;
  const Launch launch = [&](cuda::Handle stream) { call.launch(stream); };
  call.refill();
  call.run();
  const std::uint64_t left_once = call.written_hash();
  call.run();
  // Its output does not change what it does when it serves as input.
  const bool repeats = call.written_hash() == left_once;
  double each = 0;
  for (int i = 0; i < 3; ++i) {
    call.refill();
    const double taken = clock.time(launch);
    each = i == 0 ? taken : std::min(each, taken); // a hiccup of the host is not the launch's length
    if (each > seconds / 4) break;
  }
  std::uint32_t batch = 1;
  // Starting a graph takes some microseconds, too, so that several launches share it.
  if (each < lasting_launch && repeats)
    batch = request.what.batch != 0
                ? request.what.batch
                : std::clamp(static_cast<std::uint32_t>(batch_seconds / std::max(each, 1e-7)), least_batch,
                             most_batch);
  std::vector<double> taken;
  const std::uint32_t repetitions = repetitions_in(each * batch, seconds / 2);
  std::optional<Batch> launches;
  if (batch > 1) launches.emplace(launch, batch);
  const auto once = [&] {
    // What a refill leaves in L2, dirty, is not what a launch leaves there.
    if (!repeats) call.refill();
    return launches ? clock.time(*launches) / batch : clock.time(launch);
  };
  // An idle GPU takes a while to raise its clocks (measured: 20 % slower in the first milliseconds).
  const auto warm = std::chrono::steady_clock::now() +
                    std::chrono::duration<double>(std::min(warm_up_seconds, seconds / 10));
  do once();
  while (std::chrono::steady_clock::now() < warm);
  for (std::uint32_t i = 0; i < repetitions; ++i) taken.push_back(once());
  timing.warm = summary(taken, batch);
  if (request.what.samples) timing.warm->samples = taken;
  timing.warm_note = note_of_few(static_cast<std::uint32_t>(taken.size()));
  if (each < short_launch && !repeats)
    timing.warm_note = "each launch changes what the next one reads, so launches are timed one by one, with "
                       "some microseconds of launching in each";
  timing.empty = time_empty(clock, EmptyLaunch(request, device), batch);

  const std::uint64_t flush_bytes = 2 * device.facts().l2_bytes;
  if (flush_bytes == 0 || flush_bytes > budget) {
    timing.cold_note = "overwriting L2 needs more memory than the limit leaves";
    return timing;
  }
  const DeviceMemoryBlock flush(flush_bytes);
  taken.clear();
  for (std::uint32_t left = std::min(repetitions_in(each, seconds / 2), least_repetitions); left != 0;
       --left) {
    call.refill();
    check_driver(driver().set_bytes(flush.address(), static_cast<unsigned char>(left), flush_bytes, nullptr),
                 "cuMemsetD8");
    taken.push_back(clock.time(launch));
  }
  timing.cold = summary(taken, 1);
  if (request.what.samples) timing.cold->samples = taken;
  timing.cold_note = note_of_few(static_cast<std::uint32_t>(taken.size()));
  return timing;
}

} // namespace warpscope::measure
