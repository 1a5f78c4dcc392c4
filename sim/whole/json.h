// The report of a whole program as JSON, for `warpscope run --report FILE.json`.
#pragma once

#include "sim/whole/record.h"

#include <string>

namespace warpscope::whole {

/// `folder`: files below it are named relative to it. For each launch the document has what `sim --json`
/// says.
[[nodiscard]] std::string to_json(const Record& record, const std::string& folder);

/// A file's name as seen from `folder`.
[[nodiscard]] std::string shown_path(const std::string& path, const std::string& folder);

} // namespace warpscope::whole
