// Finds the variable of device memory that a text declares, whether or not the macros of this run leave it
// in.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace warpscope::launch {

/// Returns where `name` stands as the name of a __constant__, __device__ or __managed__ variable in `text`
/// itself (not in what it includes); the lines that #if leaves out count. nullopt: no such variable.
[[nodiscard]] std::optional<std::size_t> declared_variable(std::string_view text, std::string_view name);

} // namespace warpscope::launch
