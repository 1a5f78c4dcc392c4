// Launches and times the probe's kernels.
#include "gpu/measure/probe_device.h"

#include <fmt/format.h>

#include <bit>

namespace warpscope::measure {

namespace {

constexpr std::uint64_t most_probe_memory = std::uint64_t{2} << 30,
                        least_probe_memory = std::uint64_t{256} << 20;
constexpr std::uint32_t wanted_shared = 200u << 10, probe_out_bytes = 1u << 20;

/// Three such blocks leave a part of the memory to others.
std::uint64_t probe_memory_of(const GpuDevice& device) {
  return std::clamp(std::bit_floor(device.facts().memory_bytes / 5), least_probe_memory, most_probe_memory);
}

double middle_of_launches(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

} // namespace

ProbeDevice::ProbeDevice(const GpuDevice& device, const std::vector<char>& cubin, TellLine tell)
    : a(probe_memory_of(device)), b(probe_memory_of(device)), c(probe_memory_of(device)),
      out(probe_out_bytes), device_(device), module_(cubin), tell_(tell),
      // A kernel's own shared memory and the system's part of a block leave a little less.
      most_shared_(std::min(wanted_shared,
                            device.shared_bytes_optin() - std::min(device.shared_bytes_optin(), 2048u))) {
  check_driver(driver().stream_create(&stream_, 0), "cuStreamCreate");
  check_driver(driver().event_create(&begin_, 0), "cuEventCreate");
  check_driver(driver().event_create(&end_, 0), "cuEventCreate");
  set(out, probe_out_bytes);
}

ProbeDevice::~ProbeDevice() {
  for (const cuda::Handle event : {begin_, end_})
    if (event != nullptr) driver().event_destroy(event);
  if (stream_ != nullptr) driver().stream_destroy(stream_);
}

cuda::Handle ProbeDevice::function(const std::string& name) {
  const auto [entry, added] = functions_.try_emplace(name);
  if (added) {
    entry->second = module_.function(name);
    // A kernel that needs no such memory may refuse.
    driver().function_set_attribute(entry->second, cuda::function_max_dynamic_shared,
                                    static_cast<int>(most_shared_));
  }
  return entry->second;
}

void ProbeDevice::start(const std::string& name, ProbeSize grid, ProbeSize block, std::uint32_t shared,
                        void** arguments) {
  check_driver(driver().launch(function(name), grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                               stream_, arguments, nullptr),
               name.c_str());
}

void ProbeDevice::wait() {
  check_driver(driver().event_record(end_, stream_), "cuEventRecord");
  check_driver(driver().event_synchronize(end_), "a kernel of the probe");
}

void ProbeDevice::set(const DeviceMemoryBlock& memory, std::uint64_t bytes) {
  check_driver(driver().set_bytes(memory.address(), 0, std::min(bytes, memory.bytes()), stream_),
               "cuMemsetD8");
  wait();
}

void ProbeDevice::row(const char* name, const std::string& arguments, double value, const char* unit) {
  tell_(fmt::format("{}\t{}\t{:.6g}\t{}", name, arguments, value, unit));
}

double ProbeDevice::us(int batch, const std::function<void()>& once, int times) {
  constexpr int relaxed = 2; // CU_STREAM_CAPTURE_MODE_RELAXED
  once();                    // loads the kernel
  wait();
  cuda::Handle graph = nullptr, executable = nullptr;
  check_driver(driver().capture_begin(stream_, relaxed), "cuStreamBeginCapture");
  for (int i = 0; i < batch; ++i) once();
  check_driver(driver().capture_end(stream_, &graph), "cuStreamEndCapture");
  const int made = driver().graph_instantiate(&executable, graph, 0);
  driver().graph_destroy(graph);
  check_driver(made, "cuGraphInstantiate");
  std::vector<double> taken;
  for (int i = 0; i < times + 2; ++i) {
    check_driver(driver().event_record(begin_, stream_), "cuEventRecord");
    check_driver(driver().graph_launch(executable, stream_), "cuGraphLaunch");
    wait();
    float ms = 0;
    check_driver(driver().event_elapsed(&ms, begin_, end_), "cuEventElapsedTime");
    if (i >= 2) taken.push_back(static_cast<double>(ms));
  }
  driver().graph_exec_destroy(executable);
  return middle_of_launches(taken) * 1e3 / batch;
}

double ProbeDevice::alone_us(const std::function<void()>& once) {
  check_driver(driver().event_record(begin_, stream_), "cuEventRecord");
  once();
  wait();
  float ms = 0;
  check_driver(driver().event_elapsed(&ms, begin_, end_), "cuEventElapsedTime");
  return static_cast<double>(ms) * 1e3;
}

double ProbeDevice::left(const std::function<void()>& once, int which, int times) {
  std::vector<double> values;
  for (int i = 0; i <= times; ++i) {
    once();
    const auto value = static_cast<double>(out_word(which));
    if (i > 0) values.push_back(value);
  }
  return middle_of_launches(values);
}

std::uint64_t ProbeDevice::out_word(int which) {
  wait();
  std::uint64_t value = 0;
  check_driver(driver().copy_out(&value, out.address() + 8 * static_cast<std::uint64_t>(which), sizeof value),
               "cuMemcpyDtoH");
  return value;
}

void ProbeDevice::fill(std::uint32_t lines) {
  constexpr std::uint32_t factor = 1664525u, step = 1013904223u; // of full period, modulo a power of two
  launch("fill_ring", across(multiprocessors() * 8), across(256), 0, a.address(), lines, factor, step);
  wait();
}

} // namespace warpscope::measure
