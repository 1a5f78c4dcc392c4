// Arguments that are a CUtensorMap.
#pragma once

#include "sim/base/tensor_map.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

/// True for "tensor:…".
[[nodiscard]] bool is_tensor_tile(std::string_view text);

/// Parses "tensor:BUFFER TYPE[SIZE, …] box[SIZE, …]", with " swizzle:BYTES" or without; sizes are expressions
/// over `macros`. On failure nullopt and a sentence in `error`.
[[nodiscard]] std::optional<TensorTile>
parse_tensor_tile(std::string_view text, const std::vector<std::pair<std::string, std::string>>& macros,
                  std::string& error);

/// Bytes of the tensor.
[[nodiscard]] std::uint64_t bytes_of(const TensorTile& tile);

/// What cuTensorMapEncodeTiled is given for a tile: TensorMapArguments with its arrays.
struct TensorTileArguments {
  explicit TensorTileArguments(const TensorTile& tile);
  TensorTileArguments(const TensorTileArguments&) = delete;
  TensorTileArguments& operator=(const TensorTileArguments&) = delete;

  std::vector<std::uint64_t> strides;
  std::vector<std::uint32_t> steps;
  TensorMapArguments all; ///< points into the tile; its address is still 0
};

} // namespace warpscope::source
