// Markers that are nearly right: `__globl__ void k()` would else be taken for a function of the host.
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

/// Words before the parameters of the functions in `host` that are two letters or less away from __global__
/// or __device__ and that the text does not define as a macro.
[[nodiscard]] std::vector<MisspeltMarker> misspelt_markers(std::string_view text,
                                                           const std::vector<TextRegion>& host);

} // namespace warpscope::frontend
