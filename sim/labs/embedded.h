// The files of assets/labs and assets/lessons, as cmake/embed_texts.cmake embeds them at build time.
#pragma once

#include "sim/base/embedded_text.h"

#include <cstddef>

namespace warpscope::labs {

extern const EmbeddedText embedded_labs[];
extern const std::size_t embedded_lab_count;
extern const EmbeddedText embedded_lessons[];
extern const std::size_t embedded_lesson_count;

} // namespace warpscope::labs
