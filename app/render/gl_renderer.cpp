// Draws cached geometry with OpenGL.
#include "app/render/gl_renderer.h"

#include "app/render/geometry.h"
#include "app/render/glyph_atlas.h"
#include "app/render/shader_text.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace warpscope::render {
namespace {

GLuint compile(GLenum type, std::string_view text, std::string& error) {
  const GLuint shader = glCreateShader(type);
  const char* data = text.data();
  const auto length = static_cast<GLint>(text.size());
  glShaderSource(shader, 1, &data, &length);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  error = std::string("The graphics driver does not take our shader: ") + log.data();
  glDeleteShader(shader);
  return 0;
}

GLuint link(std::string& error) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, picture_vertex_shader(), error);
  const GLuint fragment = vertex != 0 ? compile(GL_FRAGMENT_SHADER, picture_fragment_shader(), error) : 0;
  GLuint program = 0;
  if (fragment != 0) {
    program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good == 0) {
      std::array<char, 1024> log{};
      glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
      error = std::string("The graphics driver does not link our shaders: ") + log.data();
      glDeleteProgram(program);
      program = 0;
    }
  }
  if (vertex != 0) glDeleteShader(vertex);
  if (fragment != 0) glDeleteShader(fragment);
  return program;
}

void clear(view::Color color) {
  const auto share = [](std::uint8_t v) { return static_cast<float>(v) / 255.F; };
  glClearColor(share(color.r), share(color.g), share(color.b), 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

/// Saves and restores the GL state that draw() promises to preserve.
class SavedState {
 public:
  SavedState() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
    glActiveTexture(GL_TEXTURE0);
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_);
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    glGetIntegerv(GL_SCISSOR_BOX, scissor_.data());
    glGetIntegerv(GL_BLEND_SRC_RGB, &blend_[0]);
    glGetIntegerv(GL_BLEND_DST_RGB, &blend_[1]);
    glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_[2]);
    glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_[3]);
    for (std::size_t i = 0; i < switches.size(); ++i) on_[i] = glIsEnabled(switches[i]) != 0;
  }
  ~SavedState() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
    glUseProgram(static_cast<GLuint>(program_));
    glBindVertexArray(static_cast<GLuint>(vertex_array_));
    glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(array_buffer_));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture_));
    glActiveTexture(static_cast<GLenum>(active_texture_));
    glPixelStorei(GL_UNPACK_ALIGNMENT, alignment_);
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
    glBlendFuncSeparate(static_cast<GLenum>(blend_[0]), static_cast<GLenum>(blend_[1]),
                        static_cast<GLenum>(blend_[2]), static_cast<GLenum>(blend_[3]));
    for (std::size_t i = 0; i < switches.size(); ++i) (on_[i] ? glEnable : glDisable)(switches[i]);
  }
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;

 private:
  static constexpr std::array<GLenum, 5> switches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE,
                                                  GL_STENCIL_TEST};
  GLint framebuffer_ = 0, program_ = 0, vertex_array_ = 0, array_buffer_ = 0, active_texture_ = 0,
        texture_ = 0, alignment_ = 4;
  std::array<GLint, 4> viewport_{}, scissor_{}, blend_{};
  std::array<bool, switches.size()> on_{};
};

/// One picture on the GPU, and the texture that it was drawn into.
struct Slot {
  view::Picture picture;
  float pixel_scale = 0;
  PictureGeometry geometry;
  GLuint vertex_array = 0, vertices = 0, indices = 0;
  GLuint framebuffer = 0, texture = 0;
  int width = 0, height = 0; ///< of the texture
  bool texture_current = false;
  std::uint64_t last_used = 0; ///< 0: empty
};

} // namespace

struct GlRenderer::Impl {
  GLuint program = 0;
  GLint size_uniform = -1, glyphs_uniform = -1;
  GLuint atlas_texture = 0;
  int atlas_size = 0;
  std::uint64_t atlas_version = 0;
  GlyphAtlas atlas;
  /// A stage, its A | B halves and their frame, the same while fading out, and some to spare.
  std::array<Slot, 8> slots;
  std::uint64_t clock = 0;
  Statistics statistics;

  void create_slot(Slot& slot) {
    glGenVertexArrays(1, &slot.vertex_array);
    glGenBuffers(1, &slot.vertices);
    glGenBuffers(1, &slot.indices);
    glBindVertexArray(slot.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, slot.vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, slot.indices);
    const auto attribute = [](GLuint index, GLint count, GLenum type, GLboolean normalized,
                              std::size_t offset) {
      glEnableVertexAttribArray(index);
      glVertexAttribPointer(index, count, type, normalized, sizeof(PictureVertex),
                            reinterpret_cast<const void*>(offset));
    };
    attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(PictureVertex, x));
    attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(PictureVertex, u));
    attribute(2, 4, GL_FLOAT, GL_FALSE, offsetof(PictureVertex, a));
    attribute(3, 4, GL_FLOAT, GL_FALSE, offsetof(PictureVertex, b));
    attribute(4, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PictureVertex, fill));
    attribute(5, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PictureVertex, stroke));
    attribute(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PictureVertex, hatch));
    attribute(7, 1, GL_FLOAT, GL_FALSE, offsetof(PictureVertex, kind));
  }

  /// Returns the slot with this picture's triangles, building them if need be.
  Slot& prepare(const view::Picture& picture, float pixel_scale) {
    Slot* slot = nullptr;
    for (Slot& s : slots) {
      if (s.last_used != 0 && s.pixel_scale == pixel_scale && s.picture == picture) slot = &s;
    }
    const bool known = slot != nullptr;
    if (!known) {
      slot = &slots[0];
      for (Slot& s : slots) {
        if (s.last_used < slot->last_used) slot = &s;
      }
      slot->picture = picture;
      slot->pixel_scale = pixel_scale;
      slot->texture_current = false;
    }
    slot->last_used = ++clock;
    if (!known || slot->geometry.atlas_generation != atlas.generation()) {
      if (slot->vertex_array == 0) create_slot(*slot);
      slot->geometry.build(slot->picture, pixel_scale, atlas);
      ++statistics.pictures_built;
      glBindVertexArray(slot->vertex_array);
      glBindBuffer(GL_ARRAY_BUFFER, slot->vertices);
      const auto& g = slot->geometry;
      glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(g.vertices.size() * sizeof(PictureVertex)),
                   g.vertices.data(), GL_DYNAMIC_DRAW);
      glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(g.indices.size() * sizeof(std::uint32_t)),
                   g.indices.data(), GL_DYNAMIC_DRAW);
    }
    return *slot;
  }

  void upload_atlas() {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, atlas_texture);
    if (atlas_version == atlas.version()) return;
    atlas_version = atlas.version();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (atlas_size != atlas.size()) {
      atlas_size = atlas.size();
      glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, atlas_size, atlas_size, 0, GL_RED, GL_UNSIGNED_BYTE,
                   atlas.pixels().data());
    } else {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, atlas_size, atlas_size, GL_RED, GL_UNSIGNED_BYTE,
                      atlas.pixels().data());
    }
  }

  void paint(Slot& slot, const RenderTarget& target) {
    upload_atlas();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer);
    glViewport(target.x, target.y, target.width, target.height);
    glEnable(GL_SCISSOR_TEST);
    if (const view::Color back = slot.picture.background; back.a == 255) {
      const int wide = std::min(target.width,
                                static_cast<int>(std::lround(slot.picture.width * target.pixel_scale)));
      const int high = std::min(target.height,
                                static_cast<int>(std::lround(slot.picture.height * target.pixel_scale)));
      glScissor(target.x, target.y + target.height - high, wide, high);
      clear(back);
    }
    glScissor(target.x, target.y, target.width, target.height);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_STENCIL_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(program);
    glUniform2f(size_uniform, static_cast<float>(target.width), static_cast<float>(target.height));
    glUniform1i(glyphs_uniform, 0);
    glBindVertexArray(slot.vertex_array);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(slot.geometry.indices.size()), GL_UNSIGNED_INT,
                   nullptr);
    ++statistics.draws;
    statistics.vertices = slot.geometry.vertices.size();
    statistics.indices = slot.geometry.indices.size();
    statistics.glyphs = atlas.count();
  }

  bool ensure_texture(Slot& slot, int width, int height) {
    if (slot.texture != 0 && slot.width == width && slot.height == height) return true;
    if (slot.texture == 0) {
      glGenTextures(1, &slot.texture);
      glGenFramebuffers(1, &slot.framebuffer);
    }
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, slot.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, slot.framebuffer);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, slot.texture, 0);
    slot.width = width;
    slot.height = height;
    slot.texture_current = false;
    return glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }
};

GlRenderer::GlRenderer() : impl_(std::make_unique<Impl>()) {}

GlRenderer::~GlRenderer() {
  if (impl_->program == 0) return;
  for (Slot& s : impl_->slots) {
    glDeleteVertexArrays(1, &s.vertex_array);
    glDeleteBuffers(1, &s.vertices);
    glDeleteBuffers(1, &s.indices);
    glDeleteFramebuffers(1, &s.framebuffer);
    glDeleteTextures(1, &s.texture);
  }
  glDeleteTextures(1, &impl_->atlas_texture);
  glDeleteProgram(impl_->program);
}

std::unique_ptr<GlRenderer> GlRenderer::create(Loader loader, std::string& error) {
  const int version = gladLoadGL(loader);
  if (version == 0 || GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
    error = "Warpscope draws with OpenGL 3.3, which this display does not offer. The command line works "
            "without it: warpscope --help.";
    return nullptr;
  }
  const SavedState saved;
  std::unique_ptr<GlRenderer> renderer(new GlRenderer());
  Impl& impl = *renderer->impl_;
  impl.program = link(error);
  if (impl.program == 0) return nullptr;
  impl.size_uniform = glGetUniformLocation(impl.program, "size");
  impl.glyphs_uniform = glGetUniformLocation(impl.program, "glyphs");
  glGenTextures(1, &impl.atlas_texture);
  glBindTexture(GL_TEXTURE_2D, impl.atlas_texture);
  // Glyphs are drawn pixel for pixel.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return renderer;
}

void GlRenderer::draw(const view::Picture& picture, const RenderTarget& target) {
  if (target.width <= 0 || target.height <= 0 || !(target.pixel_scale > 0)) return;
  const SavedState saved;
  impl_->paint(impl_->prepare(picture, target.pixel_scale), target);
}

std::uint32_t GlRenderer::draw_to_texture(const view::Picture& picture, int width, int height,
                                          float pixel_scale) {
  if (width <= 0 || height <= 0 || !(pixel_scale > 0)) return 0;
  const SavedState saved;
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (width > most || height > most) return 0;
  Slot& slot = impl_->prepare(picture, pixel_scale);
  if (!impl_->ensure_texture(slot, width, height)) return 0;
  if (!slot.texture_current) {
    RenderTarget target;
    target.framebuffer = slot.framebuffer;
    target.width = width;
    target.height = height;
    target.pixel_scale = pixel_scale;
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, slot.framebuffer);
    glDisable(GL_SCISSOR_TEST);
    // Where the picture is smaller than the texture, its background continues.
    clear(picture.background);
    impl_->paint(slot, target);
    slot.texture_current = true;
  }
  return slot.texture;
}

void GlRenderer::keep(std::uint32_t texture) {
  for (Slot& slot : impl_->slots)
    if (slot.texture == texture && slot.last_used != 0) slot.last_used = ++impl_->clock;
}

const GlRenderer::Statistics& GlRenderer::statistics() const { return impl_->statistics; }

} // namespace warpscope::render
