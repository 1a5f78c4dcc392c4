// Renders a Picture without a window or a display, with EGL's surfaceless platform or the default one.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpscope::render {

/// rgba: width * height * 4 bytes, top row first. False and a sentence in `error` when there is no OpenGL
/// 3.3. The context exists only during the call.
[[nodiscard]] bool render_offscreen(const view::Picture& picture, int width, int height, float pixel_scale,
                                    std::vector<std::uint8_t>& rgba, std::string& error);

/// The same for many pictures: one context for all of them, created with the first. It lives on a thread of
/// its own, so that any thread may call; one call at a time.
class OffscreenRenderer {
 public:
  OffscreenRenderer();
  ~OffscreenRenderer();
  OffscreenRenderer(const OffscreenRenderer&) = delete;
  OffscreenRenderer& operator=(const OffscreenRenderer&) = delete;
  [[nodiscard]] bool render(const view::Picture& picture, int width, int height, float pixel_scale,
                            std::vector<std::uint8_t>& rgba, std::string& error);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::render
