// Two checksums that any Unix host can compute too, to verify that a file arrived unchanged.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::remote {

/// 64 hex digits (FIPS 180-4), as `sha256sum` prints them.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

/// The CRC of POSIX `cksum`, which every host has.
[[nodiscard]] std::uint32_t posix_cksum(std::string_view bytes);

} // namespace warpscope::remote
