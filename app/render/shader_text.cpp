// Embeds the shaders with the assembler's .incbin.
#include "app/render/shader_text.h"

#include <cstddef>

#define WARPSCOPE_EMBED_TEXT(name, path)                                                                     \
  __asm__(".section .rodata\n"                                                                               \
          "warpscope_shader_" #name "_begin:\n"                                                              \
          ".incbin \"" path "\"\n"                                                                           \
          "warpscope_shader_" #name "_end:\n"                                                                \
          ".byte 0\n"                                                                                        \
          ".previous\n");                                                                                    \
  extern "C" __attribute__((visibility("hidden"))) const char warpscope_shader_##name##_begin[];             \
  extern "C" __attribute__((visibility("hidden"))) const char warpscope_shader_##name##_end[];

WARPSCOPE_EMBED_TEXT(vertex, WARPSCOPE_SHADERS "/picture.vert")
WARPSCOPE_EMBED_TEXT(fragment, WARPSCOPE_SHADERS "/picture.frag")

namespace warpscope::render {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

} // namespace

std::string_view picture_vertex_shader() {
  return between(warpscope_shader_vertex_begin, warpscope_shader_vertex_end);
}
std::string_view picture_fragment_shader() {
  return between(warpscope_shader_fragment_begin, warpscope_shader_fragment_end);
}

} // namespace warpscope::render
