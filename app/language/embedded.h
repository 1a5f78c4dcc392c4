// The files of assets/language, as cmake/embed_texts.cmake embeds them at build time.
#pragma once

#include "sim/base/embedded_text.h"

#include <cstddef>

namespace warpscope::language {

extern const EmbeddedText embedded_languages[];
extern const std::size_t embedded_language_count;

} // namespace warpscope::language
