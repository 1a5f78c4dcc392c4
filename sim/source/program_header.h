// A header with [program]: the text is a whole program with a main() of its own, not one launch. Its
// parameters are macros of the compiler, and its answer counts the whole run.
#pragma once

#include "sim/source/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

struct ProgramHeader {
  std::string prints; ///< a piece of its output that says that its results are right
  std::string code;   ///< its exit code, an expression over the parameters; empty: 0
  bool operator==(const ProgramHeader&) const = default;
};

/// Of a text that parse_scenario() has read; nullopt: its header has no [program].
[[nodiscard]] std::optional<ProgramHeader> program_header(const Scenario& scenario);

/// The names that its answer may use in braces, beside parameters: counts of the whole run, and behind the
/// name of a kernel and a dot those of all its launches, as in {scale.load_sectors}.
[[nodiscard]] const std::vector<std::string>& program_lesson_names();
[[nodiscard]] const std::vector<std::string>& kernel_lesson_names();

} // namespace warpscope::source
