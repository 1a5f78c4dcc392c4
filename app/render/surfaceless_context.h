// An OpenGL 3.3 context without a window or a display: EGL's surfaceless platform (in Mesa), else its default
// display.
#pragma once

#include <string>

namespace warpscope::render {

/// It is current on the thread that creates it, from construction to destruction.
class SurfacelessContext {
 public:
  explicit SurfacelessContext(std::string& error); ///< a sentence when good() is false
  ~SurfacelessContext();
  SurfacelessContext(const SurfacelessContext&) = delete;
  SurfacelessContext& operator=(const SurfacelessContext&) = delete;

  [[nodiscard]] bool good() const { return good_; }
  /// GlRenderer::Loader
  static void (*procedure(const char* name))();

 private:
  void* display_ = nullptr; ///< EGLDisplay
  void* context_ = nullptr; ///< EGLContext
  bool good_ = false;
};

} // namespace warpscope::render
