// The powers of XORWOW's step as matrices over GF(2), by which cuRAND's sequences are skipped ahead.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope {

/// For each of 32 digits to base 4, least significant first, the 160 rows of five words of the step's power:
/// row 32 * w + b is what bit b of word w becomes.
struct XorwowTables {
  std::vector<std::uint32_t> steps;     ///< 4^digit steps
  std::vector<std::uint32_t> sequences; ///< 4^digit * 2^67 steps
};
[[nodiscard]] const XorwowTables& xorwow_tables();

/// The tables as a header for device code.
[[nodiscard]] const std::string& xorwow_header();

} // namespace warpscope
