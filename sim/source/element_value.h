// One scalar of a buffer or a kernel parameter: from the person's text to bytes, and from bytes to text.
#pragma once

#include "sim/base/element_type.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

/// Encodes "1024", "-3", "0x10", "0.5f", "1e-3" or "true" as the bytes of the type. On failure nullopt, and
/// the end of a sentence in `error`
/// ("is no whole number", "does not fit an int (-2147483648 to 2147483647)").
[[nodiscard]] std::optional<std::vector<std::uint8_t>> encode_element(ElementType type, std::string_view text,
                                                                      std::string& error);

/// Returns the value as a double: exact except for 64-bit integers beyond 2^53. `bytes` holds at least
/// size_of(type).
[[nodiscard]] double element_as_double(ElementType type, const std::uint8_t* bytes);
/// Returns the value as a person writes it; for an unknown type, its bytes in hex.
[[nodiscard]] std::string element_text(ElementType type, std::span<const std::uint8_t> bytes);

[[nodiscard]] constexpr bool is_floating(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 || type == ElementType::F32 ||
         type == ElementType::F64;
}

/// True for equal bits, and for floating-point values that are both NaN or differ by at most
/// `relative_tolerance(type)` of the larger magnitude. (Sums in another order give other last digits; a wrong
/// index gives another number.)
[[nodiscard]] bool elements_agree(ElementType type, const std::uint8_t* a, const std::uint8_t* b);
/// 1e-4 for float and double, 1e-2 for the 16-bit types, 0 for all others.
[[nodiscard]] double relative_tolerance(ElementType type);

} // namespace warpscope::source
