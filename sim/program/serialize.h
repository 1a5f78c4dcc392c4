// Serialises programs, which cross a process boundary, in a compact little-endian form with a magic number
// and a version.
#pragma once

#include "sim/program/program.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::program {

[[nodiscard]] std::vector<std::uint8_t> serialize(const Program& program);
/// nullopt when the bytes are damaged or of another version. Bounds-checked, but does not call verify().
[[nodiscard]] std::optional<Program> deserialize(std::span<const std::uint8_t> bytes);

} // namespace warpscope::program
