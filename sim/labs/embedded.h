// What cmake/embed_texts.cmake wrote into the build tree: the files of assets/labs.
#pragma once

#include "sim/base/embedded_text.h"

#include <cstddef>

namespace warpscope::labs {

extern const EmbeddedText embedded_labs[];
extern const std::size_t embedded_lab_count;

} // namespace warpscope::labs
