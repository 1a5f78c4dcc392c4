// The numbers of cudaError_t that the simulator answers with, as the CUDA Runtime API's reference lists them.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope::whole {

enum CudaError : std::int32_t {
  cuda_success = 0,
  cuda_invalid_value = 1,
  cuda_memory_allocation = 2,
  cuda_invalid_configuration = 9,
  cuda_invalid_symbol = 13,
  cuda_invalid_direction = 21,
  cuda_invalid_device_function = 98,
  cuda_invalid_handle = 400,
  cuda_illegal_address = 700,
  cuda_out_of_resources = 701,
  cuda_timeout = 702,
  cuda_assert = 710,
  cuda_stack_error = 714,
  cuda_misaligned = 716,
  cuda_launch_failure = 719,
  cuda_cooperative_too_large = 720,
};

/// Returns "cudaErrorInvalidValue".
[[nodiscard]] constexpr std::string_view name_of(CudaError error) {
  switch (error) {
  case cuda_success: return "cudaSuccess";
  case cuda_invalid_value: return "cudaErrorInvalidValue";
  case cuda_memory_allocation: return "cudaErrorMemoryAllocation";
  case cuda_invalid_configuration: return "cudaErrorInvalidConfiguration";
  case cuda_invalid_symbol: return "cudaErrorInvalidSymbol";
  case cuda_invalid_direction: return "cudaErrorInvalidMemcpyDirection";
  case cuda_cooperative_too_large: return "cudaErrorCooperativeLaunchTooLarge";
  case cuda_invalid_device_function: return "cudaErrorInvalidDeviceFunction";
  case cuda_invalid_handle: return "cudaErrorInvalidResourceHandle";
  case cuda_illegal_address: return "cudaErrorIllegalAddress";
  case cuda_out_of_resources: return "cudaErrorLaunchOutOfResources";
  case cuda_timeout: return "cudaErrorLaunchTimeout";
  case cuda_assert: return "cudaErrorAssert";
  case cuda_stack_error: return "cudaErrorHardwareStackError";
  case cuda_misaligned: return "cudaErrorMisalignedAddress";
  case cuda_launch_failure: return "cudaErrorLaunchFailure";
  }
  return "an error";
}

} // namespace warpscope::whole
