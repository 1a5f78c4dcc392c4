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

/// The bytes of a Buffer or Scalar argument before a launch: those of sim/source/fill.
[[nodiscard]] std::vector<std::uint8_t> initial_bytes(const protocol::MeasureArgument& argument);

/// Machine code loaded on the device.
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

/// The buffers and parameters of one call, with a copy of the buffers' initial contents.
class PreparedCall {
 public:
  /// Subtracts what it allocates from `budget`; too little is a DeviceError.
  PreparedCall(const protocol::MeasureRequest& request, const protocol::MeasureCall& call,
               std::uint64_t& budget);

  /// Selects the kernel of the module for the next launches, and sets the module's variables.
  void use(const LoadedModule& module, const CompiledDeviceText& compiled);
  /// Restores the initial contents of everything that the kernel may have written.
  void refill();
  void launch(cuda::Handle stream = nullptr);
  /// Launches, and waits for the end.
  void run();

  [[nodiscard]] cuda::Handle function() const { return function_; }
  [[nodiscard]] const protocol::MeasureCall& call() const { return call_; }
  [[nodiscard]] std::vector<std::uint8_t> bytes_of(const std::string& buffer) const;
  /// A hash over all buffers that are not read-only: two launches that leave the same contents have the same
  /// hash.
  [[nodiscard]] std::uint64_t written_hash() const;

 private:
  struct Buffer {
    const protocol::MeasureArgument* argument;
    /// `first` is empty for zeros, and for memory that the kernel may not write.
    DeviceMemoryBlock memory, first;
  };
  void encode_tensor(const protocol::MeasureArgument& argument);

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
