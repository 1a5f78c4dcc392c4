// Draws Pictures with OpenGL 3.3 core. Needs a current context; knows neither ImGui nor GLFW.
//
// A Picture's geometry is built on the CPU once and kept on the GPU; drawing an equal Picture again uploads
// and allocates nothing. Edges are anti-aliased by distance in the shaders, so targets need no multisampling.
#pragma once

#include "app/view/picture.h"

#include <cstdint>
#include <memory>
#include <string>

namespace warpscope::render {

/// Where to draw: a rectangle in pixels of the framebuffer, with the origin at the BOTTOM left as in OpenGL.
struct RenderTarget {
  std::uint32_t framebuffer = 0; ///< 0: the window's framebuffer
  int x = 0, y = 0, width = 0, height = 0;
  float pixel_scale = 1; ///< framebuffer pixels per pixel of the Picture
};

class GlRenderer {
 public:
  using Procedure = void (*)();
  using Loader = Procedure (*)(const char* name); ///< the type of glfwGetProcAddress and eglGetProcAddress

  /// Null and a sentence in `error` when the context is older than 3.3 or a shader does not compile.
  [[nodiscard]] static std::unique_ptr<GlRenderer> create(Loader loader, std::string& error);
  ~GlRenderer(); ///< the same context must be current
  GlRenderer(const GlRenderer&) = delete;
  GlRenderer& operator=(const GlRenderer&) = delete;

  /// Draws over the present contents, including the background. Preserves the framebuffer binding, viewport,
  /// scissor, blending, program, vertex array and texture bindings.
  void draw(const view::Picture& picture, const RenderTarget& target);

  /// Draws into a texture of the renderer's own (RGBA8, opaque, top row at v = 1) and returns its name; 0
  /// when the size is not positive or too large. An equal picture of the same size is not drawn again; the
  /// texture keeps its contents until eight other pictures have been drawn.
  [[nodiscard]] std::uint32_t draw_to_texture(const view::Picture& picture, int width, int height,
                                              float pixel_scale = 1);

  /// For a caller that shows a texture again without drawing its picture: it now counts as just drawn.
  void keep(std::uint32_t texture);

  struct Statistics {
    std::uint64_t pictures_built = 0; ///< geometries built so far
    std::uint64_t draws = 0;
    std::size_t vertices = 0, indices = 0; ///< of the last picture
    std::size_t glyphs = 0;                ///< in the atlas
  };
  [[nodiscard]] const Statistics& statistics() const;

 private:
  GlRenderer();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::render
