// The labs of assets/labs, embedded in the binary: each one is a scenario file (sim/source parses it), in
// teaching order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::labs {

struct Lab {
  std::string id;        ///< the file name without .cu: "transpose_tile"
  std::string file_name; ///< "transpose_tile.cu"
  std::string group;     ///< its heading in the picker, from assets/labs/index.toml
  std::string text;      ///< the whole .cu
  bool recorded = true;  ///< false: index.toml says that there is no recording of it
};

/// In the order of assets/labs/index.toml; a lab that is missing there comes last, in the group "More".
[[nodiscard]] const std::vector<Lab>& labs();

/// Finds a lab by id or file name; null if there is none.
[[nodiscard]] const Lab* find_lab(std::string_view name);

} // namespace warpscope::labs
