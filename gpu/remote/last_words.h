// Quotes the last line that a program wrote to standard error, as the end of a sentence.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::remote {

/// Returns "; it said: …", or an empty string. For ssh's message about a host key it includes the line
/// before, too, which names the host.
[[nodiscard]] std::string last_words(std::string_view said);

} // namespace warpscope::remote
