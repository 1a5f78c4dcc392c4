// What a compiler reported of the text on stage.
#pragma once

#include "app/measuring/measuring.h"

#include <cstdint>

namespace warpscope::measuring {

/// Returns the registers per thread of the very text on stage, as a compiler reported for a GPU; 0: not
/// known.
[[nodiscard]] std::uint32_t registers_of(const Measuring& measuring);

} // namespace warpscope::measuring
