// What a block stages through shared memory, phase by phase, and the same product with other tiles: as text
// and as JSON.
#pragma once

#include "sim/run/simulate.h"
#include "sim/tiling/product.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::cli {

struct TilingReport {
  const run::SimulationResult& result; ///< with a trace
  const tiling::Tiling& tiling;
  std::uint64_t block = 0; ///< linear number of the traced one
  const Device& device;
  std::uint32_t registers = 0; ///< a thread's; 0: not known
  std::string registers_from;  ///< "--registers", "the recording of an NVIDIA H200"; empty: not known
  bool cells = false;          ///< JSON: what each cell of shared memory gets
};

/// Of a product of matrices with square tiles, one thread a result; as the last phase shows it. nullopt: the
/// block computes none.
[[nodiscard]] std::optional<tiling::SquareTiles> square_tiles_of(const TilingReport& report);

[[nodiscard]] std::string tiling_text(const TilingReport& report, bool all_sizes, bool color,
                                      std::size_t width);
/// One document; docs/json-report.md names its keys.
[[nodiscard]] std::string tiling_json(const TilingReport& report);

} // namespace warpscope::cli
