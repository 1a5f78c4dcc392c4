// A kernel with its memory on the device: buffers filled as the simulator fills them, parameters laid out,
// variables set.
#pragma once

#include "gpu/measure/device.h"
#include "gpu/measure/nvrtc.h"
#include "gpu/protocol/request.h"

#include <functional>
#include <string>
#include <vector>

namespace warpscope::measure {

/// The bytes of a Buffer argument or of a Scalar before a launch: those of sim/source/fill.
[[nodiscard]] std::vector<std::uint8_t> initial_bytes(const protocol::MeasureArgument& argument);

/// Machine code on the device.
class LoadedModule {
 public:
  explicit LoadedModule(const std::vector<char>& cubin);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  [[nodiscard]] cuda::Handle function(const std::string& symbol) const;
  /// Address and size of a variable.
  [[nodiscard]] std::pair<cuda::DevicePointer, std::uint64_t> variable(const std::string& symbol) const;

 private:
  cuda::Handle module_ = nullptr;
};

/// Buffers and parameters of one call, with a copy of what the buffers hold at first.
class PreparedCall {
 public:
  /// `budget` is lowered by what is allocated; too little is a DeviceError.
  PreparedCall(const protocol::MeasureRequest& request, const protocol::MeasureCall& call,
               std::uint64_t& budget);

  /// The kernel of the module that the next launches take; sets the module's variables.
  void use(const LoadedModule& module, const CompiledDeviceText& compiled);
  /// All that the kernel may have written is as at first.
  void refill();
  void launch(cuda::Handle stream = nullptr);
  /// Launches, and waits for its end.
  void run();

  [[nodiscard]] cuda::Handle function() const { return function_; }
  [[nodiscard]] const protocol::MeasureCall& call() const { return call_; }
  [[nodiscard]] std::vector<std::uint8_t> bytes_of(const std::string& buffer) const;
  /// Over all buffers that are not read-only: two launches that leave the same have the same.
  [[nodiscard]] std::uint64_t written_hash() const;

 private:
  struct Buffer {
    const protocol::MeasureArgument* argument;
    DeviceMemoryBlock memory, first; ///< `first` is empty for zeros, and for what the kernel may not write
  };
  const protocol::MeasureRequest& request_;
  const protocol::MeasureCall& call_;
  std::vector<Buffer> buffers_;
  std::vector<std::uint8_t> parameters_;
  cuda::Handle function_ = nullptr;
  std::vector<std::pair<cuda::DevicePointer, std::vector<std::uint8_t>>> variables_;
};

[[nodiscard]] protocol::RecordedResources resources_of(const PreparedCall& call,
                                                       const protocol::MeasureRequest& request,
                                                       const GpuDevice& device,
                                                       const CompiledDeviceText& compiled);

} // namespace warpscope::measure
