// What the sections of the probe have in common: kernels by name, memory, times of graphs, cycles that
// kernels leave.
#pragma once

#include "gpu/measure/launch.h"
#include "gpu/measure/probe.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpscope::measure {

struct ProbeSize {
  std::uint32_t x = 1, y = 1, z = 1;
};
/// Of one dimension: launches of the probe are written as launch("kernel", across(132), across(32), …).
inline ProbeSize across(std::uint64_t count) { return {static_cast<std::uint32_t>(count), 1, 1}; }

class ProbeDevice {
 public:
  /// Throws DeviceError, like every member.
  ProbeDevice(const GpuDevice& device, const std::vector<char>& cubin, TellLine tell);
  ~ProbeDevice();
  ProbeDevice(const ProbeDevice&) = delete;
  ProbeDevice& operator=(const ProbeDevice&) = delete;

  [[nodiscard]] std::uint32_t multiprocessors() const { return device_.facts().multiprocessors; }
  [[nodiscard]] double l2_bytes() const { return static_cast<double>(device_.facts().l2_bytes); }
  [[nodiscard]] bool at_least(std::uint32_t cc) const { return device_.compute_capability() >= cc; }
  /// Bytes of each of a, b and c: a power of two.
  [[nodiscard]] std::uint64_t large() const { return a.bytes(); }
  /// Bytes of shared memory that a block may have: 200 KB, or what the device leaves.
  [[nodiscard]] std::uint32_t most_shared() const { return most_shared_; }
  [[nodiscard]] cuda::Handle function(const std::string& name);
  [[nodiscard]] const LoadedModule& module() const { return module_; }

  template <class... T>
  void launch(const std::string& name, ProbeSize grid, ProbeSize block, std::uint32_t shared,
              T... arguments) {
    std::array<void*, sizeof...(T) + 1> list = {static_cast<void*>(&arguments)..., nullptr};
    start(name, grid, block, shared, list.data());
  }
  void wait();
  void set(const DeviceMemoryBlock& memory, std::uint64_t bytes); ///< to zeros
  void row(const char* name, const std::string& arguments, double value, const char* unit);

  /// Microseconds of one of `batch` launches in a graph: the median of `times`.
  double us(int batch, const std::function<void()>& once, int times = 11);
  /// Microseconds of a launch between two events.
  double alone_us(const std::function<void()>& once);
  /// What a kernel left in word `which` of `out`: the median of `times` launches after one.
  double left(const std::function<void()>& once, int which = 0, int times = 5);
  std::uint64_t out_word(int which);
  /// A ring of `lines` lines in `a`.
  void fill(std::uint32_t lines);
  /// Another walk each time, so that what L2 holds is by chance and not by the last walk.
  std::uint32_t next_seed() { return seed_++; }

  double clock_hz = 0; ///< under load, when it has been measured
  DeviceMemoryBlock a, b, c, out;

 private:
  void start(const std::string& name, ProbeSize grid, ProbeSize block, std::uint32_t shared,
             void** arguments);
  const GpuDevice& device_;
  LoadedModule module_;
  TellLine tell_;
  cuda::Handle stream_ = nullptr, begin_ = nullptr, end_ = nullptr;
  std::map<std::string, cuda::Handle> functions_;
  std::uint32_t most_shared_ = 0, seed_ = 1;
};

// The sections, in the order in which they run.
void probe_clock(ProbeDevice& on);
void probe_arithmetic(ProbeDevice& on);
void probe_latency(ProbeDevice& on);
void probe_l1(ProbeDevice& on);
void probe_streams(ProbeDevice& on);
void probe_blocks(ProbeDevice& on);
void probe_atomics(ProbeDevice& on);
void probe_constants(ProbeDevice& on);
void probe_fetch(ProbeDevice& on);

} // namespace warpscope::measure
