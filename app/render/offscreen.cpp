// Renders pictures in a surfaceless context on a thread of its own.
#include "app/render/offscreen.h"

#include "app/render/gl_renderer.h"
#include "app/render/surfaceless_context.h"

#include <glad/gl.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace warpscope::render {
namespace {

bool render_with(GlRenderer& renderer, const view::Picture& picture, int width, int height, float pixel_scale,
                 std::vector<std::uint8_t>& rgba, std::string& error) {
  const std::uint32_t texture = renderer.draw_to_texture(picture, width, height, pixel_scale);
  if (texture == 0) {
    error = "OpenGL here cannot draw " + std::to_string(width) + " x " + std::to_string(height) +
            " pixels: choose a smaller size.";
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
    std::swap_ranges(rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                     rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  return true;
}

bool render_here(const view::Picture& picture, int width, int height, float pixel_scale,
                 std::vector<std::uint8_t>& rgba, std::string& error) {
  const SurfacelessContext context(error);
  if (!context.good()) return false;
  const auto renderer = GlRenderer::create(SurfacelessContext::procedure, error);
  return renderer && render_with(*renderer, picture, width, height, pixel_scale, rgba, error);
}

bool good_size(int width, int height, float pixel_scale, std::string& error) {
  if (width > 0 && height > 0 && pixel_scale > 0) return true;
  error = "A picture needs a width and a height of at least one pixel.";
  return false;
}

} // namespace

bool render_offscreen(const view::Picture& picture, int width, int height, float pixel_scale,
                      std::vector<std::uint8_t>& rgba, std::string& error) {
  if (!good_size(width, height, pixel_scale, error)) return false;
  // On a thread of its own, so that the caller's current context stays current.
  bool good = false;
  std::thread([&] { good = render_here(picture, width, height, pixel_scale, rgba, error); }).join();
  return good;
}

struct OffscreenRenderer::Impl {
  std::mutex mutex;
  std::condition_variable changed;
  std::function<void(SurfacelessContext&, GlRenderer*)> task;
  bool stop = false;
  std::string problem; ///< why there is no renderer
  std::thread thread;

  void loop() {
    SurfacelessContext context(problem);
    const auto renderer = context.good() ? GlRenderer::create(SurfacelessContext::procedure, problem)
                                         : nullptr;
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return stop || task; });
      if (stop) return;
      task(context, renderer.get());
      task = nullptr;
      changed.notify_all();
    }
  }
};

OffscreenRenderer::OffscreenRenderer() : impl_(std::make_unique<Impl>()) {}

OffscreenRenderer::~OffscreenRenderer() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stop = true;
  }
  impl_->changed.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
}

bool OffscreenRenderer::render(const view::Picture& picture, int width, int height, float pixel_scale,
                               std::vector<std::uint8_t>& rgba, std::string& error) {
  if (!good_size(width, height, pixel_scale, error)) return false;
  if (!impl_->thread.joinable()) impl_->thread = std::thread([this] { impl_->loop(); });
  bool good = false;
  std::unique_lock lock(impl_->mutex);
  impl_->task = [&](SurfacelessContext&, GlRenderer* renderer) {
    if (renderer == nullptr) error = impl_->problem;
    else good = render_with(*renderer, picture, width, height, pixel_scale, rgba, error);
  };
  impl_->changed.notify_all();
  impl_->changed.wait(lock, [this] { return !impl_->task; });
  return good;
}

} // namespace warpscope::render
