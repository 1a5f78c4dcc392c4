// Converts a Picture to SVG text.
#pragma once

#include "app/view/picture.h"

#include <string>
#include <string_view>

namespace warpscope::exporting {

struct SvgOptions {
  std::string title;       ///< <title>; may be empty
  std::string description; ///< <desc>; may be empty
};

/// Returns a whole document in UTF-8 that ends with a newline. Equal Pictures give the same bytes.
[[nodiscard]] std::string to_svg(const view::Picture& picture, const SvgOptions& options = {});

} // namespace warpscope::exporting
