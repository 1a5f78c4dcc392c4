// What the models cover and what they leave out, for the Help panel and the README: the comment lines in
// headers below sim/ that begin "/// - Subject:", "/// - Modelled:" and "/// - Not modelled:", each with the
// "///" lines that continue it, collected at build time by not_modelled_main.cpp.
#pragma once

#include <string_view>
#include <vector>

namespace warpscope::model {

struct NotModelled {
  std::string_view header;   ///< "sim/model/banks.h"
  std::string_view sentence; ///< the text after "Not modelled:", such as "arbitration between warps; …"
};

/// Sorted by header, then in the order in which the header lists them.
[[nodiscard]] const std::vector<NotModelled>& not_modelled();

/// All entries of one header.
struct ModelNotes {
  std::string_view header;
  std::string_view subject; ///< "Shared memory"
  std::vector<std::string_view> modelled, not_modelled;
};

/// Every header with an entry of either kind, in alphabetical order.
[[nodiscard]] const std::vector<ModelNotes>& model_notes();

} // namespace warpscope::model
