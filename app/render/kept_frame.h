// The window's last frame in a framebuffer of our own: what did not change is not drawn again. (What swapping
// leaves in the window's back buffer is undefined.) Needs a current context with OpenGL 3.3.
#pragma once

#include <cstdint>

namespace warpscope::render {

class KeptFrame {
 public:
  KeptFrame() = default;
  ~KeptFrame(); ///< the same context must be current
  KeptFrame(const KeptFrame&) = delete;
  KeptFrame& operator=(const KeptFrame&) = delete;

  /// Makes it the framebuffer that is drawn to and read from, `width` x `height` pixels. False: its content
  /// is not the last frame's (it is new, or had another size), so everything must be drawn.
  [[nodiscard]] bool begin(int width, int height);

  /// Copies it to the window's back buffer, which is bound afterwards.
  void show() const;

 private:
  std::uint32_t framebuffer_ = 0,
                color_ = 0; ///< framebuffer_ 0: the driver has none to give; the window's own is used
  int width_ = 0, height_ = 0;
  bool refused_ = false;
};

} // namespace warpscope::render
