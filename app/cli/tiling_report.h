// What a block stages through shared memory, phase by phase, and the same product with other tile sizes: as
// text and as JSON.
#pragma once

#include "sim/run/simulate.h"
#include "sim/tiling/product.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

struct TilingReport {
  const run::Result& result; ///< with a trace
  const tiling::Tiling& tiling;
  std::uint64_t block = 0; ///< linear number of the traced block
  const Device& device;
  std::uint32_t registers = 0; ///< per thread; 0: not known
  /// Where they are from: "--registers", "the recording of an NVIDIA H200"; empty: not known.
  std::string registers_from;
  bool cells = false; ///< in JSON: include the contents of each cell of shared memory
};

/// For a matrix product with square tiles and one result per thread, according to the last phase. nullopt:
/// the block does not compute one.
[[nodiscard]] std::optional<tiling::SquareTiles> square_tiles_of(const TilingReport& report);

[[nodiscard]] std::string tiling_text(const TilingReport& report, bool all_sizes, bool color,
                                      std::size_t width);
/// Returns one document; docs/json-report.md names its keys.
[[nodiscard]] std::string tiling_json(const TilingReport& report);

} // namespace warpscope::cli
