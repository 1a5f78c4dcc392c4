// Finds misspelt markers: `__globl__ void k()` would otherwise count as a host function.
#pragma once

#include "sim/frontend/host_code.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

struct MisspeltMarker {
  TextRegion place;
  std::string written, meant;
};

/// Returns the words before the parameters of functions in `host` that differ from __global__ or __device__
/// by at most two letters and that the text does not define as a macro.
[[nodiscard]] std::vector<MisspeltMarker> misspelt_markers(std::string_view text,
                                                           const std::vector<TextRegion>& host);

} // namespace warpscope::frontend
