// Keeps the window's last frame in a framebuffer object.
#include "app/render/kept_frame.h"

#include <glad/gl.h>

namespace warpscope::render {

KeptFrame::~KeptFrame() {
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
  if (color_ != 0) glDeleteTextures(1, &color_);
}

bool KeptFrame::begin(int width, int height) {
  if (framebuffer_ != 0 && width == width_ && height == height_) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    return true;
  }
  if (refused_) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return false;
  }
  if (framebuffer_ == 0) {
    glGenFramebuffers(1, &framebuffer_);
    glGenTextures(1, &color_);
  }
  width_ = width;
  height_ = height;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, color_);
  // In the windows' own pixel order, so that a software renderer only copies bytes.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &color_);
    framebuffer_ = color_ = 0;
    refused_ = true;
  }
  return false;
}

void KeptFrame::show() const {
  if (framebuffer_ == 0) return;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

} // namespace warpscope::render
