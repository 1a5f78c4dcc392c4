// The report of a whole program as JSON, for `warpscope run --report FILE.json`.
#pragma once

#include "sim/program/program_sources.h"
#include "sim/whole/record.h"

#include <string>
#include <vector>

namespace warpscope::whole {

/// `folder`: files below it are named relative to it. For each launch the document has what `sim --json`
/// says, and in which of the texts each line lies.
[[nodiscard]] std::string to_json(const Record& record, const std::string& folder,
                                  const std::vector<program::SourceFile>& texts);

/// A file's name as seen from `folder`.
[[nodiscard]] std::string shown_path(const std::string& path, const std::string& folder);

} // namespace warpscope::whole
