// Words for how a host program ended.
#pragma once

#include "sim/whole/context.h"
#include "sim/whole/record.h"

#include <optional>

namespace warpscope::whole {

enum class Ended : std::uint8_t { ByItself, Cancelled, OutOfTime, WaitedForInput, TooMuchOutput, Damaged };

/// `status`: of waitpid(). Adds a finding for an end that was none of the program's own will.
[[nodiscard]] End describe_end(Context& context, Ended why, int status, std::optional<int> exit_code,
                               const std::optional<guest::Crash>& crash);

} // namespace warpscope::whole
