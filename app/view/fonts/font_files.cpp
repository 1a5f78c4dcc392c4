// Embeds the font files. CMake defines WARPSCOPE_FONT_n as their paths, in the order of enum Font.
#include "app/view/fonts/fonts.h"

#include <cstddef>

#define WARPSCOPE_EMBED(name, path)                                                                          \
  __asm__(".section .rodata\n"                                                                               \
          ".balign 16\n"                                                                                     \
          "warpscope_embedded_" #name "_begin:\n"                                                            \
          ".incbin \"" path "\"\n"                                                                           \
          "warpscope_embedded_" #name "_end:\n"                                                              \
          ".byte 0\n"                                                                                        \
          ".previous\n");                                                                                    \
  extern "C" __attribute__((visibility("hidden"))) const std::uint8_t warpscope_embedded_##name##_begin[];   \
  extern "C" __attribute__((visibility("hidden"))) const std::uint8_t warpscope_embedded_##name##_end[];

WARPSCOPE_EMBED(font_0, WARPSCOPE_FONT_0)
WARPSCOPE_EMBED(font_1, WARPSCOPE_FONT_1)
WARPSCOPE_EMBED(font_2, WARPSCOPE_FONT_2)
WARPSCOPE_EMBED(font_3, WARPSCOPE_FONT_3)
WARPSCOPE_EMBED(font_4, WARPSCOPE_FONT_4)

namespace warpscope::view {

std::span<const std::uint8_t> font_data(Font font) {
  const auto bytes = [](const std::uint8_t* begin, const std::uint8_t* end) {
    return std::span<const std::uint8_t>(begin, static_cast<std::size_t>(end - begin));
  };
  switch (font) {
  case Font::Regular: return bytes(warpscope_embedded_font_0_begin, warpscope_embedded_font_0_end);
  case Font::SemiBold: return bytes(warpscope_embedded_font_1_begin, warpscope_embedded_font_1_end);
  case Font::Bold: return bytes(warpscope_embedded_font_2_begin, warpscope_embedded_font_2_end);
  case Font::Mono: return bytes(warpscope_embedded_font_3_begin, warpscope_embedded_font_3_end);
  case Font::MonoBold: return bytes(warpscope_embedded_font_4_begin, warpscope_embedded_font_4_end);
  }
  return {};
}

std::string_view font_family(Font font) {
  return font == Font::Mono || font == Font::MonoBold ? "JetBrains Mono" : "Inter";
}

int font_weight(Font font) {
  switch (font) {
  case Font::Regular:
  case Font::Mono: return 400;
  case Font::SemiBold: return 600;
  case Font::Bold:
  case Font::MonoBold: return 700;
  }
  return 400;
}

} // namespace warpscope::view
