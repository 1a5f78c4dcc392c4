// Converts a Picture to SVG text.
#pragma once

#include "app/view/picture.h"

#include <string>
#include <string_view>

namespace warpscope::exporting {

/// How the pictures may be used: in the metadata of every picture that is exported, and in handouts.
inline constexpr std::string_view picture_licence = "CC BY 4.0";
inline constexpr std::string_view picture_licence_url = "https://creativecommons.org/licenses/by/4.0/";

struct SvgOptions {
  std::string title;       ///< <title>; may be empty
  std::string description; ///< <desc>; may be empty
  std::string ids;         ///< what its ids begin with, where several documents share a page
};

/// Returns a whole document in UTF-8 that ends with a newline. Equal Pictures give the same bytes.
[[nodiscard]] std::string to_svg(const view::Picture& picture, const SvgOptions& options = {});

} // namespace warpscope::exporting
