// `warpscope lessons --handout`: the lesson's pictures and sentences as a file to print.
#pragma once

#include "app/cli/cli.h"

#include <string>

namespace warpscope::cli {

/// Runs every moment's lab and writes the pages to `out`, an .html or a .pdf. Returns the exit code.
[[nodiscard]] int write_handout(const std::string& lesson, const std::string& out, Console& console);

} // namespace warpscope::cli
