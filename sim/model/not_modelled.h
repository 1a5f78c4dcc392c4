// What the models do and what they leave out, for the Help panel and the README: the comment lines of the
// headers below sim/ that begin "/// - Subject:", "/// - Modelled:" and "/// - Not modelled:", each with the
// "///" lines that continue it, collected at build time by not_modelled_main.cpp.
#pragma once

#include <string_view>
#include <vector>

namespace warpscope::model {

struct NotModelled {
  std::string_view header;   ///< "sim/model/banks.h"
  std::string_view sentence; ///< "arbitration between warps; …", without "Not modelled:"
};

/// By header in alphabetical order, then as they stand.
[[nodiscard]] const std::vector<NotModelled>& not_modelled();

/// All that one header says.
struct ModelNotes {
  std::string_view header;
  std::string_view subject; ///< "Shared memory"
  std::vector<std::string_view> modelled, not_modelled;
};

/// Each header with an entry of either kind, in alphabetical order.
[[nodiscard]] const std::vector<ModelNotes>& model_notes();

} // namespace warpscope::model
