// Checks whether bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope {

/// Returns the number of bytes of the character that begins at `at`, or 0 when there is no valid one.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at);

[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace warpscope
