// Carries out a request: compiles the builds, launches, times and counts, under a watchdog.
#include "gpu/measure/measure.h"

#include "gpu/measure/counters.h"
#include "gpu/measure/device.h"
#include "gpu/measure/launch.h"
#include "gpu/measure/machine_code.h"
#include "gpu/measure/source_counters.h"
#include "gpu/measure/timing.h"
#include "sim/base/fnv.h"
#include "sim/source/compare_outputs.h"
#include "sim/source/element_value.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <map>
#include <mutex>
#include <thread>

namespace warpscope::measure {

namespace {

using SteadyClock = std::chrono::steady_clock;

double seconds_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// The recording while it grows, shared by its owner and the watchdog.
class Growing {
 public:
  template <class Change> void change(Change&& change) {
    const std::scoped_lock lock(mutex_);
    change(recording_);
  }
  void could_not(const std::string& part, const std::string& reason) {
    if (!reason.empty()) change([&](protocol::Recording& r) { r.could_not.push_back({part, reason}); });
  }
  [[nodiscard]] protocol::Recording copy() {
    const std::scoped_lock lock(mutex_);
    return recording_;
  }

 private:
  std::mutex mutex_;
  protocol::Recording recording_;
};

/// Calls `bark` on a thread of its own unless it is destroyed within `seconds`.
class Watchdog {
 public:
  Watchdog(double seconds, std::function<void()> bark)
      : thread_([this, seconds, bark = std::move(bark)] {
          std::unique_lock lock(mutex_);
          if (!over_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return done_; })) bark();
        }) {}
  ~Watchdog() {
    {
      const std::scoped_lock lock(mutex_);
      done_ = true;
    }
    over_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

struct Gpu {
  std::unique_ptr<GpuDevice> device;
  std::string error;
};

/// Opened at the first request and kept: creating a context takes 0.2 s.
const Gpu& gpu() {
  static const Gpu made = [] {
    Gpu gpu;
    gpu.device = GpuDevice::open(gpu.error);
    return gpu;
  }();
  return made;
}

std::string rule_of(ElementType type) {
  if (!source::is_floating(type)) return fmt::format("{}: equal bits", name_of(type));
  return fmt::format("{}: equal bits, both NaN, or apart by at most {} of the larger", name_of(type),
                     source::relative_tolerance(type));
}

class Measurement {
 public:
  Measurement(const protocol::MeasureRequest& request, Growing& growing,
              const std::function<void(const protocol::Recording&)>& tell, const TimeElsewhere& elsewhere)
      : request_(request), growing_(growing), tell_(tell), elsewhere_(elsewhere),
        memory_(request.limits.memory_bytes) {}

  /// True when the context is no longer usable.
  bool run() {
    if (request_.what.code_alone()) {
      read_code();
      return false;
    }
    const Gpu& machine = gpu();
    if (machine.device && (request_.what.totals || request_.what.lines))
      static_cast<void>(no_profiler()); // must happen before a module is loaded
    growing_.change([&](protocol::Recording& r) {
      if (machine.device) r.device = machine.device->facts();
      r.device.nvrtc = nvrtc_version();
      if (machine.device && (request_.what.totals || request_.what.lines)) r.device.cupti = cupti_version();
    });
    compile(machine.device ? machine.device->compute_capability() : without_device);
    if (!machine.device && first_failed_.empty()) end(protocol::RecordingStatus::NoDevice, machine.error);
    if (!machine.device || first_ == nullptr) return false;
    device_ = machine.device.get();
    // Before this process has memory on the device.
    if (elsewhere_ && request_.what.times && (request_.what.totals || request_.what.lines)) time_elsewhere();
    try {
      measure_builds();
    } catch (const DeviceError& error) {
      const bool fault = is_kernel_fault(error.code);
      end(fault ? protocol::RecordingStatus::Faulted : protocol::RecordingStatus::Failed,
          fault ? fmt::format("the kernel ended with {}", driver_error(error.code)) : error.sentence);
      return fault;
    }
    return false;
  }

 private:
  /// The architecture to compile for without a GPU, to get the compiler's messages.
  static constexpr std::uint32_t without_device = 90;

  struct Build {
    protocol::BuildKind kind;
    CompiledDeviceText compiled;
    std::size_t index; ///< its index in the recording
  };

  void end(protocol::RecordingStatus status, std::string message) {
    growing_.change([&](protocol::Recording& r) {
      r.status = status;
      r.message = std::move(message);
    });
  }
  template <class Change> void change(const Build& build, Change&& change) {
    growing_.change([&](protocol::Recording& r) { change(r.builds[build.index]); });
  }
  void could_not(const std::string& part, const Build& build, const std::string& reason) {
    growing_.could_not(fmt::format("{}.{}", part, protocol::name_of(build.kind)), reason);
  }

  /// Compiles for the wanted architecture, without a device.
  void read_code() {
    growing_.change([&](protocol::Recording& r) { r.device.nvrtc = nvrtc_version(); });
    if (find_disassembler().empty()) { // before anything is compiled in vain
      growing_.could_not("code", no_disassembler());
      return;
    }
    compile(request_.what.code);
    if (!first_failed_.empty() || first_ == nullptr) return;
    std::vector<std::string> headers;
    for (const auto& [name, text] : request_.headers) headers.push_back(name);
    std::string why;
    std::optional<sass::MachineCode> code = read_machine_code(
        first_->compiled, first_->compiled.symbols.at(request_.call.kernel), request_.what.code, headers,
        why);
    if (code) change(*first_, [&](protocol::RecordedBuild& b) { b.code = std::move(code); });
    else growing_.could_not("code", why);
  }

  void compile(std::uint32_t cc) {
    if (const std::string reason = no_nvrtc(); !reason.empty()) {
      end(protocol::RecordingStatus::NoDevice, reason);
      return;
    }
    for (const protocol::BuildKind kind : {protocol::BuildKind::AsCompiled, protocol::BuildKind::AsWritten}) {
      if (!(kind == protocol::BuildKind::AsCompiled ? request_.what.as_compiled : request_.what.as_written))
        continue;
      Build build{kind, compile_device_text(request_, cc, kind), builds_.size()};
      const bool fine = build.compiled.fine();
      if (!fine && kind == protocol::BuildKind::AsWritten && first_failed_.empty())
        growing_.could_not("as_written", "with volatile shared variables the text does not compile: " +
                                             build.compiled.first_error());
      else if (!fine) first_failed_ = build.compiled.first_error();
      if (kind == protocol::BuildKind::AsWritten && !first_failed_.empty() && request_.what.as_compiled)
        break; // it has the same faults
      growing_.change([&](protocol::Recording& r) {
        protocol::RecordedBuild& recorded = r.builds.emplace_back();
        recorded.kind = kind;
        recorded.compile_seconds = build.compiled.seconds;
        recorded.messages = build.compiled.messages;
      });
      builds_.push_back(std::move(build));
    }
    if (!first_failed_.empty()) {
      end(protocol::RecordingStatus::NotCompiled, first_failed_);
      return;
    }
    for (Build& build : builds_)
      if (build.compiled.fine() && first_ == nullptr) first_ = &build;
    if (first_ == nullptr)
      end(protocol::RecordingStatus::NotCompiled,
          builds_.empty()
              ? "neither build was asked for"
              : "the build that was asked for does not compile: " + builds_.front().compiled.first_error());
  }

  void measure_builds() {
    PreparedCall call(request_, request_.call, memory_);
    std::map<const Build*, std::unique_ptr<LoadedModule>> modules;
    for (const Build& build : builds_) {
      if (!build.compiled.fine()) continue;
      const LoadedModule& module = *modules
                                        .emplace(&build, std::make_unique<LoadedModule>(build.compiled.cubin))
                                        .first->second;
      call.use(module, build.compiled);
      const protocol::RecordedResources resources = resources_of(call, request_, *device_, build.compiled);
      change(build, [&](protocol::RecordedBuild& b) { b.resources = resources; });
      call.refill();
      call.run(); // a fault shows here, before anything is measured
      if (&build == first_) {
        record_outputs(call);
        if (request_.what.check) check(call, module, build);
      }
      if (request_.what.times) time(call, build);
      tell();
    }
    // After all timing, since profiling slows the device for a while. As written comes first, since as
    // compiled is compared with it.
    for (std::size_t left = builds_.size(); left-- > 0;) {
      const Build& build = builds_[left];
      if (!build.compiled.fine()) continue;
      call.use(*modules.at(&build), build.compiled);
      if (request_.what.totals) count_totals(call, build);
      if (request_.what.totals && request_.what.lines) tell();
      if (request_.what.lines) count_lines(call, build);
      if (left != 0) tell(); // otherwise the answer itself follows
    }
  }

  void record_outputs(const PreparedCall& call) {
    for (const protocol::MeasureArgument& argument : request_.call.arguments) {
      if (argument.kind != protocol::MeasureArgument::Kind::Buffer || argument.read_only) continue;
      std::vector<std::uint8_t> bytes = call.bytes_of(argument.name);
      protocol::RecordedOutput output{argument.name, argument.type, argument.bytes, hex16(fnv1a(bytes)), {}};
      if (request_.what.values && bytes.size() <= request_.limits.value_bytes)
        output.values = std::move(bytes);
      else if (request_.what.values)
        growing_.could_not(
            "values." + argument.name,
            fmt::format("it has {} bytes and the limit is {}", argument.bytes, request_.limits.value_bytes));
      growing_.change([&](protocol::Recording& r) { r.outputs.push_back(std::move(output)); });
    }
  }

  void check(const PreparedCall& call, const LoadedModule& module, const Build& build) {
    for (const protocol::MeasureCheck& wanted : request_.checks) {
      protocol::RecordedCheck check{wanted.output, 0, {}, {}};
      std::uint64_t left = memory_;
      try {
        PreparedCall reference(request_, wanted.reference, left);
        reference.use(module, build.compiled);
        reference.refill();
        reference.run();
        for (const protocol::MeasureArgument& argument : request_.call.arguments) {
          if (argument.name != wanted.output) continue;
          const source::Comparison comparison = source::compare_outputs(
              {argument.type, argument.element_bytes}, wanted.output, call.bytes_of(wanted.output),
              reference.bytes_of(wanted.output));
          check.mismatches = comparison.mismatches;
          check.first = comparison.first;
          check.rule = rule_of(argument.type);
        }
      } catch (const DeviceError& error) {
        if (is_kernel_fault(error.code))
          throw DeviceError{error.code, fmt::format("the reference kernel {}: {}", wanted.reference.kernel,
                                                    error.sentence)};
        growing_.could_not("check." + wanted.output, error.sentence);
        continue;
      }
      growing_.change([&](protocol::Recording& r) { r.checks.push_back(std::move(check)); });
    }
  }

  void time_elsewhere() {
    std::string why;
    timed_ = elsewhere_(request_, why);
    if (timed_ && timed_->status != protocol::RecordingStatus::Done) {
      why = timed_->message;
      timed_.reset();
    }
    if (!timed_)
      growing_.could_not("times.unprofiled",
                         "with a profiler loaded a launch takes some 0.2 us longer, and so in these times: " +
                             why);
  }

  /// What the other process says of this build: its times, the clocks, and why some are missing.
  bool take_times(const Build& build) {
    if (!timed_) return false;
    const auto found = std::find_if(timed_->builds.begin(), timed_->builds.end(),
                                    [&](const protocol::RecordedBuild& b) { return b.kind == build.kind; });
    if (found == timed_->builds.end() || !found->warm) return false;
    change(build, [&](protocol::RecordedBuild& b) {
      b.warm = found->warm;
      b.cold = found->cold;
      b.empty = found->empty;
    });
    growing_.change([&](protocol::Recording& r) { r.clocks = timed_->clocks; });
    for (const char* part : {"times.warm", "times.cold", "clocks"})
      for (const protocol::CouldNot& missing : timed_->could_not)
        if (missing.part == fmt::format("{}.{}", part, protocol::name_of(build.kind)) ||
            (missing.part == part && &build == first_))
          growing_.could_not(missing.part, missing.reason);
    return true;
  }

  void time(PreparedCall& call, const Build& build) {
    if (take_times(build)) return;
    const Timing timing = measure_times(call, *device_, request_, memory_);
    std::string reason;
    const protocol::RecordedClocks clocks = device_->clocks(reason);
    growing_.change([&](protocol::Recording& r) { r.clocks = clocks; });
    if (&build == first_) growing_.could_not("clocks", reason);
    change(build, [&](protocol::RecordedBuild& b) {
      b.warm = timing.warm;
      b.cold = timing.cold;
      b.empty = timing.empty;
    });
    could_not("times.warm", build, timing.warm_note);
    could_not("times.cold", build, timing.cold_note);
  }

  void tell_unknown(const std::string& part, const Build& build, const std::vector<std::string>& metrics) {
    std::string list;
    for (const std::string& metric : metrics) list += (list.empty() ? "" : ", ") + metric;
    if (!list.empty()) could_not(part, build, fmt::format("{} has no {}", chip_name(), list));
  }

  void count_totals(PreparedCall& call, const Build& build) {
    MeasuredTotals measured = measure_totals(
        *device_,
        [&] {
          call.refill();
          settle();
        },
        [&] { call.run(); });
    change(build, [&](protocol::RecordedBuild& b) { b.totals = std::move(measured.counters); });
    could_not("totals", build, measured.failed);
    if (measured.failed.empty()) tell_unknown("totals", build, measured.unknown);
  }

  void count_lines(PreparedCall& call, const Build& build) {
    call.refill();
    settle();
    std::vector<std::string> headers;
    for (const auto& [name, text] : request_.headers) headers.push_back(name);
    MeasuredLines measured = measure_lines(*device_, build.compiled.cubin,
                                           build.compiled.symbols.at(request_.call.kernel), headers,
                                           [&] { call.run(); });
    change(build, [&](protocol::RecordedBuild& b) {
      b.lines = std::move(measured.lines);
      b.instructions = std::move(measured.instructions);
    });
    could_not("lines", build, measured.failed);
    if (measured.failed.empty()) tell_unknown("lines", build, measured.unknown);
  }

  void tell() {
    if (!tell_) return;
    protocol::Recording now = growing_.copy();
    now.partial = true;
    for (protocol::RecordedOutput& output : now.outputs)
      output.values.clear(); // up to 1 MiB each: sending them once is enough
    tell_(now);
  }

  static void settle() { check_driver(driver().context_synchronize(), "cuCtxSynchronize"); }

  const protocol::MeasureRequest& request_;
  Growing& growing_;
  const std::function<void(const protocol::Recording&)>& tell_;
  const TimeElsewhere& elsewhere_;
  std::optional<protocol::Recording> timed_; ///< what `elsewhere_` answered
  std::uint64_t memory_;                     ///< what is left of the limit
  const GpuDevice* device_ = nullptr;
  std::vector<Build> builds_;
  const Build* first_ = nullptr; ///< the first build that compiled
  std::string first_failed_;
};

} // namespace

MeasureOutcome measure(const protocol::MeasureRequest& request,
                       const std::function<void(const protocol::Recording&)>& give_up,
                       const std::function<void(const protocol::Recording&)>& tell,
                       const TimeElsewhere& elsewhere) {
  const auto begin = SteadyClock::now();
  Growing growing;
  growing.change([&](protocol::Recording& r) {
    r.hash = protocol::hash_of(request);
    r.parts = protocol::parts_of(request);
    r.file = request.file;
    r.date = now_utc();
  });
  MeasureOutcome outcome;
  {
    const Watchdog watchdog(request.limits.seconds, [&] {
      protocol::Recording late = growing.copy();
      late.status = protocol::RecordingStatus::TimedOut;
      late.message = fmt::format("it took longer than the limit of {:g} s and was ended: a kernel that hangs "
                                 "cannot be stopped otherwise",
                                 request.limits.seconds);
      protocol::name_what_is_missing(late, request);
      late.seconds = seconds_since(begin);
      give_up(late);
    });
    outcome.broken = Measurement(request, growing, tell, elsewhere).run();
  }
  outcome.recording = growing.copy();
  protocol::name_what_is_missing(outcome.recording, request);
  outcome.recording.seconds = seconds_since(begin);
  return outcome;
}

protocol::Recording bad_request(const std::string& sentence) {
  protocol::Recording recording;
  recording.status = protocol::RecordingStatus::BadRequest;
  recording.message = sentence;
  recording.date = now_utc();
  return recording;
}

} // namespace warpscope::measure
