// cuTensorMapEncodeTiled.
#include "guest/runtime/driver.h"
#include "guest/runtime/runtime.h"
#include "sim/base/tensor_map.h"

#include <cstring>
#include <string>

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* dimensions, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  using namespace warpscope;
  using namespace warpscope::guest;
  static_assert(sizeof(cuuint64_t) == sizeof(std::uint64_t) && sizeof(CUtensorMap) == tensor_map_bytes);
  Call call("cuTensorMapEncodeTiled", __builtin_frame_address(0));
  TensorMapArguments given;
  given.type = type, given.rank = rank;
  given.address = reinterpret_cast<std::uint64_t>(address);
  given.dimensions = reinterpret_cast<const std::uint64_t*>(dimensions);
  given.strides = reinterpret_cast<const std::uint64_t*>(strides);
  given.box = box, given.steps = steps;
  given.interleave = interleave, given.swizzle = swizzle, given.promotion = promotion, given.fill = fill;
  TensorMap made;
  std::string why = map == nullptr ? "there is no place for the map" : encode_tensor_map(given, made);
  if (!why.empty()) {
    runtime().link.tell(Kind::Finding,
                        Finding{call.caller(), "tensor-map",
                                "cuTensorMapEncodeTiled() fails (CUDA_ERROR_INVALID_VALUE): " + why,
                                "cuTensorMapEncodeTiled"});
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::memset(map, 0, sizeof *map);
  std::memcpy(map, &made, sizeof made);
  return CUDA_SUCCESS;
}

} // extern "C"
