// A file that cmake/embed_texts.cmake embedded in the binary.
#pragma once

#include <string_view>

namespace warpscope {

struct EmbeddedText {
  std::string_view name; ///< file name without its folder
  std::string_view text;
};

} // namespace warpscope
