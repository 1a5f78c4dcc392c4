// The initial contents of buffers before a launch: the same bytes here and on the GPU.
#pragma once

#include "sim/base/element_type.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace warpscope::source {

/// Parses "ramp", "mod:7", "random:42", "file:data.bin"; otherwise nullopt and a sentence in `error`.
[[nodiscard]] std::optional<Fill> parse_fill(std::string_view text, std::string& error);
[[nodiscard]] std::string to_string(const Fill& fill);

/// Writes `out.size() / size_of(type)` elements. ramp: element i is i (converted to the type, wrapping for
/// integers); mod:M: i % M; random:SEED: counter-based (splitmix64 of seed and i), uniform in [0, 1) for
/// floats (24 or 53 bits), over the full range for integers. file: raw little-endian bytes; `folder` is the
/// .cu's folder; paths that leave it are refused. Returns an error sentence, or an empty string.
[[nodiscard]] std::string apply_fill(const Fill& fill, ElementType type, std::span<std::uint8_t> out,
                                     const std::string& folder);

} // namespace warpscope::source
