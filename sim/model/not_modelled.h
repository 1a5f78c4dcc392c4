// What the models leave out, for the Help panel and the README: every comment line of a header below sim/
// that begins
// "/// - Not modelled:", with the "///" lines that continue it, collected at build time by
// not_modelled_main.cpp.
#pragma once

#include <string_view>
#include <vector>

namespace warpscope {

struct NotModelled {
  std::string_view header;   ///< "sim/model/banks.h"
  std::string_view sentence; ///< "arbitration between warps; …", without "Not modelled:"
};

/// By header in alphabetical order, then as they stand.
[[nodiscard]] const std::vector<NotModelled>& not_modelled();

} // namespace warpscope
