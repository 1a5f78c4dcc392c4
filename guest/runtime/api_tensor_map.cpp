// cuTensorMapEncodeTiled: checks the sizes of a tensor and its tiles, and keeps them for the copies of the
// device's side.
#include "guest/runtime/driver.h"
#include "guest/runtime/runtime.h"
#include "sim/base/tensor_map.h"

#include <cstring>
#include <iterator>
#include <string>

namespace warpscope::guest {
namespace {

/// By CUtensorMapDataType.
constexpr std::uint8_t type_bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
constexpr std::uint32_t piece_bytes = 16;

std::string of_dimension(std::uint32_t i) { return " of dimension " + std::to_string(i); }

struct Arguments {
  std::uint32_t type = 0, rank = 0;
  std::uint64_t address = 0;
  const std::uint64_t* dimensions = nullptr;
  const std::uint64_t* strides = nullptr;
  const std::uint32_t* box = nullptr;
  const std::uint32_t* steps = nullptr;
  std::uint32_t interleave = 0, swizzle = 0, promotion = 0, fill = 0;
};

/// Fills in the map; returns why the driver refuses these arguments, or nothing. What it refuses was tried on
/// an H200.
std::string encode(const Arguments& a, TensorMap& map) {
  if (a.type >= std::size(type_bytes)) return "the data type is unknown";
  if (a.rank == 0 || a.rank > TensorMap::most_dimensions)
    return "a tensor has 1 to 5 dimensions, not " + std::to_string(a.rank);
  if (a.dimensions == nullptr || a.box == nullptr || a.steps == nullptr ||
      (a.rank > 1 && a.strides == nullptr))
    return "an array of sizes is missing";
  if (a.interleave != 0) return "interleaved tensors are not simulated";
  if (a.swizzle > 3) return "the swizzle is unknown";
  if (a.promotion > 3 || a.fill > 1) return "the promotion or the fill is unknown";
  if (a.fill == 1 && a.type < CU_TENSOR_MAP_DATA_TYPE_FLOAT16)
    return "integers are filled with zeros, not with NaN";
  if (a.address % piece_bytes != 0) return "the tensor's address is no multiple of 16 bytes";
  TensorMap made;
  made.is_map = TensorMap::mark;
  made.address = a.address;
  made.dimensions = static_cast<std::uint8_t>(a.rank);
  made.element_bytes = type_bytes[a.type];
  made.type = static_cast<std::uint8_t>(a.type);
  made.swizzle = static_cast<std::uint8_t>(a.swizzle);
  made.nan_fill = static_cast<std::uint8_t>(a.fill);
  for (std::uint32_t i = 0; i < a.rank; ++i) {
    if (a.dimensions[i] == 0 || a.dimensions[i] > (std::uint64_t{1} << 32))
      return "the size" + of_dimension(i) + " is not between 1 and 2^32";
    if (a.box[i] == 0 || a.box[i] > 256)
      return "the box" + of_dimension(i) + " is " + std::to_string(a.box[i]) + ", and may be 1 to 256";
    if (a.steps[i] == 0 || a.steps[i] > 8)
      return "the element stride" + of_dimension(i) + " is " + std::to_string(a.steps[i]) +
             ", and may be 1 to 8";
    made.last[i] = static_cast<std::uint32_t>(a.dimensions[i] - 1);
    made.box[i] = static_cast<std::uint16_t>(a.box[i]);
    made.steps[i] = static_cast<std::uint8_t>(a.steps[i]);
    if (i == 0) continue;
    if (a.strides[i - 1] % piece_bytes != 0 || a.strides[i - 1] >= (std::uint64_t{1} << 40))
      return "the stride" + of_dimension(i) + " is " + std::to_string(a.strides[i - 1]) +
             " bytes, which is no multiple of 16 below 2^40";
    made.strides[i - 1] = a.strides[i - 1];
  }
  const std::uint32_t row = a.box[0] * made.element_bytes;
  if (row % piece_bytes != 0)
    return "a row of the box has " + std::to_string(row) + " bytes, which is no multiple of 16";
  const std::uint32_t span = piece_bytes << a.swizzle;
  if (a.swizzle != 0 && row > span)
    return "a row of the box has " + std::to_string(row) + " bytes, and a swizzle of " +
           std::to_string(span) + " bytes takes no longer one";
  constexpr std::uint64_t most_bytes = 227u << 10;
  if (made.tile_bytes() > most_bytes)
    return "the box has " + std::to_string(made.tile_bytes()) + " bytes, more than there is shared memory";
  map = made;
  return {};
}

} // namespace
} // namespace warpscope::guest

extern "C" {

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                                const cuuint64_t* dimensions, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  using namespace warpscope;
  using namespace warpscope::guest;
  static_assert(sizeof(cuuint64_t) == sizeof(std::uint64_t) && sizeof(CUtensorMap) == 128);
  Call call("cuTensorMapEncodeTiled", __builtin_frame_address(0));
  Arguments given;
  given.type = type, given.rank = rank;
  given.address = reinterpret_cast<std::uint64_t>(address);
  given.dimensions = reinterpret_cast<const std::uint64_t*>(dimensions);
  given.strides = reinterpret_cast<const std::uint64_t*>(strides);
  given.box = box, given.steps = steps;
  given.interleave = interleave, given.swizzle = swizzle, given.promotion = promotion, given.fill = fill;
  TensorMap made;
  std::string why = map == nullptr ? "there is no place for the map" : encode(given, made);
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
