// A Picture as SVG text.
#pragma once

#include "app/view/picture.h"

#include <string>
#include <string_view>

namespace warpscope::exporting {

struct SvgOptions {
  std::string title;       ///< <title>; may be empty
  std::string description; ///< <desc>; may be empty
};

/// A whole document, UTF-8, ends with a newline. The same Picture gives the same bytes.
[[nodiscard]] std::string to_svg(const view::Picture& picture, const SvgOptions& options = {});

} // namespace warpscope::exporting
