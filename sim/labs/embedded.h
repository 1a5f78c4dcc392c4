// What cmake/embed_texts.cmake wrote into the build tree: the files of assets/labs.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope {

struct EmbeddedText {
  std::string_view name; ///< file name without its folder
  std::string_view text;
};

extern const EmbeddedText embedded_labs[];
extern const std::size_t embedded_lab_count;

} // namespace warpscope
