// What a program said last on its standard error, as the end of a sentence.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::remote {

/// "; it said: …", or empty. Of ssh's words on a host's key the line before the last is told, too: it names
/// the host.
[[nodiscard]] std::string last_words(std::string_view said);

} // namespace warpscope::remote
