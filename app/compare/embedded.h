// The files of assets/recordings, embedded at build time by .incbin.
#pragma once

#include "sim/base/embedded_text.h"

#include <vector>

#define WARPSCOPE_EMBED_RECORDING(number, path)                                                              \
  __asm__(".section .rodata\n"                                                                               \
          "warpscope_recording_" #number "_begin:\n"                                                         \
          ".incbin \"" path "\"\n"                                                                           \
          "warpscope_recording_" #number "_end:\n"                                                           \
          ".byte 0\n"                                                                                        \
          ".previous\n");                                                                                    \
  extern "C" __attribute__((visibility("hidden"))) const char warpscope_recording_##number##_begin[];        \
  extern "C" __attribute__((visibility("hidden"))) const char warpscope_recording_##number##_end[];

#define WARPSCOPE_EMBEDDED_RECORDING(number)                                                                 \
  {warpscope_recording_##number##_begin,                                                                     \
   static_cast<std::size_t>(warpscope_recording_##number##_end - warpscope_recording_##number##_begin)}

namespace warpscope::compare {

/// Names are such as "h200/transpose_tile.json".
[[nodiscard]] std::vector<EmbeddedText> embedded_recordings();

} // namespace warpscope::compare
