// Checks the sizes of a tensor and its tiles, and keeps them as a map.
#include "sim/base/tensor_map.h"

#include <iterator>

namespace warpscope {
namespace {

/// By CUtensorMapDataType.
constexpr std::uint8_t type_bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
constexpr std::uint32_t piece_bytes = 16;
constexpr std::uint32_t first_float_type = 6; // CU_TENSOR_MAP_DATA_TYPE_FLOAT16

std::string of_dimension(std::uint32_t i) { return " of dimension " + std::to_string(i); }

} // namespace

std::string encode_tensor_map(const TensorMapArguments& a, TensorMap& map) {
  if (a.type >= std::size(type_bytes)) return "the data type is unknown";
  if (a.rank == 0 || a.rank > TensorMap::most_dimensions)
    return "a tensor has 1 to 5 dimensions, not " + std::to_string(a.rank);
  if (a.dimensions == nullptr || a.box == nullptr || a.steps == nullptr ||
      (a.rank > 1 && a.strides == nullptr))
    return "an array of sizes is missing";
  if (a.interleave != 0) return "interleaved tensors are not simulated";
  if (a.swizzle > 3) return "the swizzle is unknown";
  if (a.promotion > 3 || a.fill > 1) return "the promotion or the fill is unknown";
  if (a.fill == 1 && a.type < first_float_type) return "integers are filled with zeros, not with NaN";
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

std::optional<std::uint32_t> tensor_map_type(ElementType element) {
  switch (element) {
  case ElementType::Bool:
  case ElementType::I8:
  case ElementType::U8: return 0;
  case ElementType::I16:
  case ElementType::U16: return 1;
  case ElementType::U32: return 2;
  case ElementType::I32: return 3;
  case ElementType::U64: return 4;
  case ElementType::I64: return 5;
  case ElementType::F16: return 6;
  case ElementType::F32: return 7;
  case ElementType::F64: return 8;
  case ElementType::BF16: return 9;
  case ElementType::Other: break;
  }
  return std::nullopt;
}

} // namespace warpscope
