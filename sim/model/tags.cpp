// Counts an access's lines by the banks of their tags.
#include "sim/model/tags.h"

#include <algorithm>
#include <vector>

namespace warpscope::model {

std::uint32_t tag_wavefronts(const WarpAccess& access) {
  constexpr std::uint32_t line_shift = 7;
  std::vector<std::uint32_t> lines;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const std::uint32_t last = (access.offset[lane] + access.width - 1) >> line_shift;
    for (std::uint32_t line = access.offset[lane] >> line_shift; line <= last; ++line) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  TagWavefronts wavefronts;
  for (const std::uint32_t line : lines) wavefronts.add(line);
  return wavefronts.count();
}

} // namespace warpscope::model
