// The GPU of this process: its context, created once, and its properties. Calls that fail throw DeviceError,
// which measure() turns into sentences of the recording; no other file lets one escape.
#pragma once

#include "gpu/measure/driver.h"
#include "gpu/protocol/recording.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::measure {

struct DeviceError {
  int code = 0;
  std::string sentence;
};

/// Throws DeviceError, such as "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of memory)", unless `code` is
/// success.
void check_driver(int code, const char* call);
/// True for errors that a kernel caused; the context is unusable after them.
[[nodiscard]] bool is_kernel_fault(int code);

class GpuDevice {
 public:
  /// Opens device `index` (of those that CUDA_VISIBLE_DEVICES leaves). Null and a sentence in `error` without
  /// a driver or a GPU. Without a context nothing can run on it, and another process is not disturbed.
  [[nodiscard]] static std::unique_ptr<GpuDevice> open(std::string& error, int index = 0,
                                                       bool with_context = true);

  [[nodiscard]] const protocol::RecordedDevice& facts() const { return facts_; }
  [[nodiscard]] std::uint32_t compute_capability() const { return 10 * facts_.cc_major + facts_.cc_minor; }
  [[nodiscard]] std::uint32_t most_warps() const { return most_warps_; }
  [[nodiscard]] cuda::Handle context() const { return context_; }
  [[nodiscard]] std::uint32_t clock_khz() const { return clock_khz_; } ///< the highest, by the driver
  [[nodiscard]] std::uint32_t shared_bytes_optin() const { return shared_bytes_optin_; } ///< of a block
  /// Per cent of the last moments in which something ran on it; nullopt where NVML does not say.
  [[nodiscard]] std::optional<std::uint32_t> utilization() const;
  /// The current clocks; `reason` says why some are unknown.
  [[nodiscard]] protocol::RecordedClocks clocks(std::string& reason) const;

 private:
  GpuDevice() = default;
  int device_ = 0;
  cuda::Handle context_ = nullptr;
  void* nvml_device_ = nullptr;
  std::uint32_t most_warps_ = 0, clock_khz_ = 0, shared_bytes_optin_ = 0;
  protocol::RecordedDevice facts_;
};

/// Device memory, freed with its owner.
class DeviceMemoryBlock {
 public:
  DeviceMemoryBlock() = default;
  explicit DeviceMemoryBlock(std::uint64_t bytes);
  ~DeviceMemoryBlock();
  DeviceMemoryBlock(DeviceMemoryBlock&& other) noexcept
      : address_(std::exchange(other.address_, 0)), bytes_(other.bytes_) {}
  DeviceMemoryBlock& operator=(DeviceMemoryBlock&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  [[nodiscard]] cuda::DevicePointer address() const { return address_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  cuda::DevicePointer address_ = 0;
  std::uint64_t bytes_ = 0;
};

} // namespace warpscope::measure
