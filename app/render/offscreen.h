// Pixels of a Picture without a window or a display: EGL's surfaceless platform, or the default one.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope {

/// rgba: width * height * 4 bytes, top row first. False with a sentence in `error` when there is no
/// OpenGL 3.3. The context is made for the call and gone after it.
[[nodiscard]] bool render_offscreen(const Picture& picture, int width, int height, float pixel_scale,
                                    std::vector<std::uint8_t>& rgba, std::string& error);

} // namespace warpscope
