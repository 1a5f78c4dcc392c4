// Opens the GPU and reads its properties, clocks and memory.
#include "gpu/measure/device.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::measure {

namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

int attribute(int device, int which) {
  int value = 0;
  check_driver(driver().device_attribute(&value, which, device), "cuDeviceGetAttribute");
  return value;
}

/// nvmlClocksThrottleReason…: the idle bit (1) and application clocks (2) do not disturb a measurement.
constexpr std::pair<unsigned long long, const char*> throttle_names[] = {{0x4, "power cap"},
                                                                         {0x8, "hardware slowdown"},
                                                                         {0x10, "sync boost"},
                                                                         {0x20, "software thermal slowdown"},
                                                                         {0x40, "hardware thermal slowdown"},
                                                                         {0x80, "hardware power brake"},
                                                                         {0x100, "display clocks"}};

} // namespace

void check_driver(int code, const char* call) {
  if (code != cuda::success) throw DeviceError{code, fmt::format("{}: {}", call, driver_error(code))};
}

bool is_kernel_fault(int code) {
  // illegal address, launch timeout, assert, hardware stack, illegal instruction, misaligned address, invalid
  // address space, invalid program counter, launch failed
  constexpr int faults[] = {700, 702, 710, 714, 715, 716, 717, 718, 719};
  return std::find(std::begin(faults), std::end(faults), code) != std::end(faults);
}

std::unique_ptr<GpuDevice> GpuDevice::open(std::string& error, int index, bool with_context) {
  if (!driver()) {
    error = "there is no NVIDIA driver on this machine (no libcuda.so.1): measure where a GPU is, over ssh "
            "say (docs/measure.md: profiles.toml for the window, --device-prefix on the command line)";
    return nullptr;
  }
  if (const std::string missing = driver().missing(); !missing.empty()) {
    error = fmt::format("the NVIDIA driver is too old, it has no {}", missing);
    return nullptr;
  }
  try {
    check_driver(driver().init(0), "cuInit");
    int count = 0, version = 0;
    check_driver(driver().device_count(&count), "cuDeviceGetCount");
    if (count == 0) {
      error = "the driver finds no GPU (CUDA_VISIBLE_DEVICES may hide it)";
      return nullptr;
    }
    if (index < 0 || index >= count) {
      error = fmt::format("there is no device {}: the driver has {}, counted from 0", index, count);
      return nullptr;
    }
    std::unique_ptr<GpuDevice> gpu(new GpuDevice);
    int& device = gpu->device_;
    check_driver(driver().device_get(&device, index), "cuDeviceGet");
    protocol::RecordedDevice& facts = gpu->facts_;
    char name[256] = {}, bus[64] = {}, driver_version[128] = {};
    check_driver(driver().device_name(name, sizeof name - 1, device), "cuDeviceGetName");
    facts.name = name;
    facts.cc_major = static_cast<std::uint32_t>(attribute(device, cuda::attribute_cc_major));
    facts.cc_minor = static_cast<std::uint32_t>(attribute(device, cuda::attribute_cc_minor));
    facts.multiprocessors = static_cast<std::uint32_t>(attribute(device, cuda::attribute_multiprocessors));
    facts.l2_bytes = static_cast<std::uint64_t>(attribute(device, cuda::attribute_l2_bytes));
    gpu->most_warps_ = static_cast<std::uint32_t>(
                           attribute(device, cuda::attribute_threads_per_multiprocessor)) /
                       32;
    gpu->clock_khz_ = static_cast<std::uint32_t>(attribute(device, cuda::attribute_clock_khz));
    gpu->shared_bytes_optin_ = static_cast<std::uint32_t>(
        attribute(device, cuda::attribute_shared_bytes_optin));
    std::size_t memory = 0;
    check_driver(driver().device_memory(&memory, device), "cuDeviceTotalMem");
    facts.memory_bytes = memory;
    check_driver(driver().version(&version), "cuDriverGetVersion");
    facts.cuda = version_text(version);
    if (nvml() && nvml().missing().empty() && nvml().init() == 0) {
      if (nvml().driver_version(driver_version, sizeof driver_version - 1) == 0)
        facts.driver = driver_version;
      if (driver().device_bus_id(bus, sizeof bus - 1, device) == cuda::success &&
          nvml().device(bus, &gpu->nvml_device_) != 0)
        gpu->nvml_device_ = nullptr;
    }
    if (!with_context) return gpu;
    check_driver(driver().context_retain(&gpu->context_, device), "cuDevicePrimaryCtxRetain");
    check_driver(driver().context_set(gpu->context_), "cuCtxSetCurrent");
    return gpu;
  } catch (const DeviceError& failed) {
    error = failed.sentence;
    return nullptr;
  }
}

std::optional<std::uint32_t> GpuDevice::utilization() const {
  cuda::Utilization used;
  if (nvml_device_ == nullptr || nvml().utilization(nvml_device_, &used) != 0) return std::nullopt;
  return used.gpu;
}

protocol::RecordedClocks GpuDevice::clocks(std::string& reason) const {
  protocol::RecordedClocks clocks;
  if (nvml_device_ == nullptr) {
    reason = "there is no NVML (libnvidia-ml.so.1) that knows this GPU";
    return clocks;
  }
  constexpr int sm = 1, memory = 2; // nvmlClockType_t
  if (nvml().clock(nvml_device_, sm, &clocks.sm_mhz) != 0 ||
      nvml().clock(nvml_device_, memory, &clocks.memory_mhz) != 0 ||
      nvml().max_clock(nvml_device_, sm, &clocks.sm_max_mhz) != 0)
    reason = "NVML does not say this GPU's clocks";
  unsigned long long reasons = 0;
  if (nvml().throttle_reasons(nvml_device_, &reasons) != 0) return clocks;
  for (const auto& [bit, name] : throttle_names)
    if ((reasons & bit) != 0) clocks.throttled_by.emplace_back(name);
  return clocks;
}

DeviceMemoryBlock::DeviceMemoryBlock(std::uint64_t bytes) : bytes_(bytes) {
  check_driver(driver().allocate(&address_, bytes), "cuMemAlloc");
}

DeviceMemoryBlock::~DeviceMemoryBlock() {
  if (address_ != 0) driver().free(address_);
}

} // namespace warpscope::measure
