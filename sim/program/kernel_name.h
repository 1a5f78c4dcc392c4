// Names of kernels as people write them.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::program {

[[nodiscard]] std::string without_blanks(std::string_view text);

/// True when `wanted` means the kernel `full` ("scales::tile<16, float>"): as it is but for blanks, without
/// its template arguments, without its namespaces, or without both.
[[nodiscard]] bool is_named(std::string_view full, std::string_view wanted);

} // namespace warpscope::program
