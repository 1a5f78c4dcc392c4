// A CUtensorMap as it is kept here: what cuTensorMapEncodeTiled() (guest/runtime/api_tensor_map.cpp) writes
// into its 128 bytes, and copies of tiles (sim/exec/tile_pieces.h) read. NVIDIA's own layout of them is not
// documented.
#pragma once

#include "sim/base/element_type.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope {

struct TensorMap {
  static constexpr std::uint64_t mark = 0x7054'6370'7257'0001; ///< no map begins otherwise
  static constexpr std::uint32_t most_dimensions = 5;

  std::uint64_t is_map = 0;
  std::uint64_t address = 0;     ///< generic
  std::uint64_t strides[4] = {}; ///< in bytes, of dimension 1 and up
  std::uint32_t last[5] = {};    ///< elements of each dimension, less one
  std::uint16_t box[5] = {};
  std::uint8_t steps[5] = {};
  std::uint8_t dimensions = 0, element_bytes = 0, type = 0; ///< type: CUtensorMapDataType
  std::uint8_t swizzle = 0; ///< CUtensorMapSwizzle: rows of 16 << swizzle bytes; 0: none
  std::uint8_t nan_fill = 0;

  /// Elements of a tile in one dimension.
  [[nodiscard]] std::uint32_t count(std::uint32_t dimension) const {
    return (box[dimension] + steps[dimension] - 1u) / steps[dimension];
  }
  /// Bytes that a tile takes in shared memory.
  [[nodiscard]] std::uint64_t tile_bytes() const {
    std::uint64_t bytes = element_bytes;
    for (std::uint32_t i = 0; i < dimensions; ++i) bytes *= count(i);
    return bytes;
  }
};
static_assert(sizeof(TensorMap) <= 128);

inline constexpr std::uint32_t tensor_map_bytes = 128; ///< of a CUtensorMap

/// The arguments of cuTensorMapEncodeTiled(), in its order.
struct TensorMapArguments {
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
[[nodiscard]] std::string encode_tensor_map(const TensorMapArguments& arguments, TensorMap& map);

/// Returns the CUtensorMapDataType of elements; nullopt: there is none.
[[nodiscard]] std::optional<std::uint32_t> tensor_map_type(ElementType element);

} // namespace warpscope
