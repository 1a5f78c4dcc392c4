// Keeps the window's last frame in a framebuffer of our own, so that only changes are drawn. (After a swap
// the contents of the window's back buffer are undefined.) Needs a current context with OpenGL 3.3.
#pragma once

#include <cstdint>

namespace warpscope::render {

class KeptFrame {
 public:
  KeptFrame() = default;
  ~KeptFrame(); ///< the same context must be current
  KeptFrame(const KeptFrame&) = delete;
  KeptFrame& operator=(const KeptFrame&) = delete;

  /// Binds it for drawing and reading, with `width` x `height` pixels. False when it does not hold the last
  /// frame (it is new or had another size), so everything must be drawn.
  [[nodiscard]] bool begin(int width, int height);

  /// Copies it to the window's back buffer, which is bound afterwards.
  void show() const;

 private:
  std::uint32_t framebuffer_ = 0,
                color_ = 0; ///< framebuffer_ 0: the driver provides none, and the window's own is used
  int width_ = 0, height_ = 0;
  bool refused_ = false;
};

} // namespace warpscope::render
