// What cmake/embed_texts.cmake wrote into the build tree: the files of assets/labs.
#pragma once

#include <cstddef>

#include "sim/base/embedded_text.h"

namespace warpscope {

extern const EmbeddedText embedded_labs[];
extern const std::size_t embedded_lab_count;

} // namespace warpscope
