// Creates an OpenGL context without a surface, through EGL.
#include "app/render/surfaceless_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstring>

namespace warpscope::render {

SurfacelessContext::SurfacelessContext(std::string& error) {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const bool surfaceless = extensions != nullptr &&
                           std::strstr(extensions, "EGL_MESA_platform_surfaceless") != nullptr;
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
  constexpr EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                3,
                                EGL_CONTEXT_MINOR_VERSION,
                                3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE ||
      eglChooseConfig(display_, wanted, &config, 1, &count) == EGL_FALSE || count == 0) {
    error = "EGL offers no configuration for OpenGL.";
    return;
  }
  context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version);
  if (context_ == EGL_NO_CONTEXT ||
      eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE) {
    error = "No OpenGL 3.3 context can be made without a window here.";
    return;
  }
  good_ = true;
}

SurfacelessContext::~SurfacelessContext() {
  if (display_ == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  eglTerminate(display_);
  eglReleaseThread();
}

void (*SurfacelessContext::procedure(const char* name))() { return eglGetProcAddress(name); }

} // namespace warpscope::render
