// A library to preload: the window runs where there is a GPU but no display, and its frames can be timed
// there.
//
// GLFW is put on its null platform (GLFW 3.4 or later) and given an OpenGL context of EGL's instead of its
// own. A frame counts as drawn when the GPU has finished it.
//
//   LD_PRELOAD=libglfw_without_display.so warpscope_window --measure-start --size 1920x1080
//
// WARPSCOPE_EGL_DEVICE=N draws with EGL's N-th device; otherwise Mesa's surfaceless platform draws.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

struct GLFWwindow;
struct GLFWmonitor;

namespace {

EGLDisplay display = EGL_NO_DISPLAY;
EGLContext context = EGL_NO_CONTEXT;
EGLSurface surface = EGL_NO_SURFACE;
GLFWwindow* shown = nullptr;

// Of GLFW 3.4's header, which Debian 12 does not have.
constexpr int glfw_platform = 0x00050003, glfw_platform_null = 0x00060005;
constexpr int glfw_client_api = 0x00022001, glfw_no_api = 0;

/// GLFW's own function of that name, behind ours.
template <class Function> Function behind(const char* name) {
  const auto function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  if (function == nullptr) {
    std::fprintf(stderr, "glfw_without_display: %s is missing: GLFW 3.4 is needed\n", name);
    std::abort();
  }
  return function;
}

EGLDisplay open_display() {
  if (const char* number = std::getenv("WARPSCOPE_EGL_DEVICE")) {
    const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    const int wanted = std::atoi(number);
    if (query == nullptr || query(16, devices, &count) == EGL_FALSE || wanted < 0 || wanted >= count)
      return EGL_NO_DISPLAY;
    return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[wanted], nullptr);
  }
  return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
}

/// The surface is larger than any window that is tried: it is made once.
bool open_context() {
  constexpr EGLint wanted[] = {EGL_SURFACE_TYPE,
                               EGL_PBUFFER_BIT,
                               EGL_RENDERABLE_TYPE,
                               EGL_OPENGL_BIT,
                               EGL_RED_SIZE,
                               8,
                               EGL_GREEN_SIZE,
                               8,
                               EGL_BLUE_SIZE,
                               8,
                               EGL_NONE};
  constexpr EGLint size[] = {EGL_WIDTH, 3840, EGL_HEIGHT, 2160, EGL_NONE};
  constexpr EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                3,
                                EGL_CONTEXT_MINOR_VERSION,
                                3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  display = open_display();
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return false;
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE ||
      eglChooseConfig(display, wanted, &config, 1, &count) == EGL_FALSE || count == 0)
    return false;
  surface = eglCreatePbufferSurface(display, config, size);
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  return surface != EGL_NO_SURFACE && context != EGL_NO_CONTEXT;
}

} // namespace

extern "C" {

int glfwInit() {
  behind<void (*)(int, int)>("glfwInitHint")(glfw_platform, glfw_platform_null);
  return behind<int (*)()>("glfwInit")();
}

GLFWwindow* glfwCreateWindow(int width, int height, const char* title, GLFWmonitor*, GLFWwindow*) {
  if (!open_context()) {
    std::fprintf(stderr, "glfw_without_display: EGL offers no OpenGL 3.3 here (0x%x)\n", eglGetError());
    return nullptr;
  }
  behind<void (*)(int, int)>("glfwWindowHint")(glfw_client_api, glfw_no_api);
  using Create = GLFWwindow* (*)(int, int, const char*, GLFWmonitor*, GLFWwindow*);
  return shown = behind<Create>("glfwCreateWindow")(width, height, title, nullptr, nullptr);
}

/// GLFW's null platform shrinks a window to the smallest size that is allowed.
void glfwSetWindowSizeLimits(GLFWwindow*, int, int, int, int) {}

void glfwMakeContextCurrent(GLFWwindow* window) {
  const bool on = window != nullptr;
  if (eglMakeCurrent(display, on ? surface : EGL_NO_SURFACE, on ? surface : EGL_NO_SURFACE,
                     on ? context : EGL_NO_CONTEXT) == EGL_FALSE ||
      !on)
    return;
  const auto text = reinterpret_cast<const unsigned char* (*)(unsigned)>(eglGetProcAddress("glGetString"));
  std::fprintf(stderr, "drawn by %s, %s\n", text(0x1F01), text(0x1F02)); // GL_RENDERER, GL_VERSION
}

GLFWwindow* glfwGetCurrentContext() { return eglGetCurrentContext() == EGL_NO_CONTEXT ? nullptr : shown; }

void glfwSwapInterval(int) {}

void (*glfwGetProcAddress(const char* name))() { return eglGetProcAddress(name); }

void glfwSwapBuffers(GLFWwindow*) {
  static const auto finish = reinterpret_cast<void (*)()>(eglGetProcAddress("glFinish"));
  finish();
  eglSwapBuffers(display, surface);
}

} // extern "C"
