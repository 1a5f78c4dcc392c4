// The special registers of PTX by their names.
#pragma once

#include "sim/program/enums.h"

#include <optional>
#include <string_view>

namespace warpscope::frontend {

/// `name` as inline assembly writes it: "%laneid", or "%%laneid". nullopt: it is none that is supported.
[[nodiscard]] std::optional<program::SpecialRegister> special_register(std::string_view name);

} // namespace warpscope::frontend
