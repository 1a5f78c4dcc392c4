#include "app/render/offscreen.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include "app/render/gl_renderer.h"

namespace warpscope {
namespace {

/// A context without a surface, current on the thread that makes it.
class SurfacelessContext {
 public:
  explicit SurfacelessContext(std::string& error) {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const bool surfaceless = extensions != nullptr && std::strstr(extensions, "EGL_MESA_platform_surfaceless") != nullptr;
    if (surfaceless) display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) {
      display_ = eglGetDisplay(EGL_DEFAULT_DISPLAY);
      if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE) {
        display_ = EGL_NO_DISPLAY;
        error = "There is no OpenGL here (EGL offers no display). Install libegl1 and libgl1-mesa-dri.";
        return;
      }
    }
    constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    constexpr EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE || eglChooseConfig(display_, wanted, &config, 1, &count) == EGL_FALSE || count == 0) {
      error = "EGL offers no configuration for OpenGL.";
      return;
    }
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version);
    if (context_ == EGL_NO_CONTEXT || eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
      error = "No OpenGL 3.3 context can be made without a window here.";
      return;
    }
    good_ = true;
  }
  ~SurfacelessContext() {
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
    eglReleaseThread();
  }
  SurfacelessContext(const SurfacelessContext&) = delete;
  SurfacelessContext& operator=(const SurfacelessContext&) = delete;
  [[nodiscard]] bool good() const { return good_; }

 private:
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  bool good_ = false;
};

bool render_here(const Picture& picture, int width, int height, float pixel_scale, std::vector<std::uint8_t>& rgba, std::string& error) {
  const SurfacelessContext context(error);
  if (!context.good()) return false;
  const auto renderer = GlRenderer::create(&eglGetProcAddress, error);
  if (!renderer) return false;
  const std::uint32_t texture = renderer->draw_to_texture(picture, width, height, pixel_scale);
  if (texture == 0) {
    error = "OpenGL here cannot draw " + std::to_string(width) + " x " + std::to_string(height) + " pixels: choose a smaller size.";
    return false;
  }
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  rgba.resize(row * static_cast<std::size_t>(height));
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  glDeleteFramebuffers(1, &framebuffer);
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(height) - 1; top < bottom; ++top, --bottom) {
    std::swap_ranges(rgba.begin() + static_cast<std::ptrdiff_t>(top * row), rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  return true;
}

} // namespace

bool render_offscreen(const Picture& picture, int width, int height, float pixel_scale, std::vector<std::uint8_t>& rgba,
                      std::string& error) {
  if (width <= 0 || height <= 0 || !(pixel_scale > 0)) {
    error = "A picture needs a width and a height of at least one pixel.";
    return false;
  }
  // A thread of its own: whatever context the caller has current stays so.
  bool good = false;
  std::thread([&] { good = render_here(picture, width, height, pixel_scale, rgba, error); }).join();
  return good;
}

} // namespace warpscope
