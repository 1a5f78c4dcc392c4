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

/// Where to draw. The rectangle is in pixels of the framebuffer, origin BOTTOM left, as OpenGL counts.
struct RenderTarget {
  std::uint32_t framebuffer = 0; ///< 0: the window's
  int x = 0, y = 0, width = 0, height = 0;
  float pixel_scale = 1; ///< framebuffer pixels for one pixel of the Picture
};

class GlRenderer {
 public:
  using Procedure = void (*)();
  using Loader = Procedure (*)(const char* name); ///< glfwGetProcAddress and eglGetProcAddress have this form

  /// Null with a sentence in `error` when the context is older than 3.3 or a shader does not compile.
  [[nodiscard]] static std::unique_ptr<GlRenderer> create(Loader loader, std::string& error);
  ~GlRenderer(); ///< the same context must be current
  GlRenderer(const GlRenderer&) = delete;
  GlRenderer& operator=(const GlRenderer&) = delete;

  /// Draws over what is there, background included. Leaves the framebuffer binding, viewport, scissor,
  /// blending, program, vertex array and texture bindings as they were.
  void draw(const view::Picture& picture, const RenderTarget& target);

  /// Draws into a texture of the renderer's own (RGBA8, opaque, top row at v = 1) and gives its name; 0 when
  /// the size is not positive or too large. An equal picture of the same size is not drawn again;
  /// the texture keeps its content until eight other pictures were drawn.
  [[nodiscard]] std::uint32_t draw_to_texture(const view::Picture& picture, int width, int height,
                                              float pixel_scale = 1);

  /// For whoever shows a texture again without drawing its picture: from now on it counts as just drawn.
  void keep(std::uint32_t texture);

  struct Statistics {
    std::uint64_t pictures_built = 0; ///< geometry made anew
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
