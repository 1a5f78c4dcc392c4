// The kernel templates of a text, for messages: the compiler knows a template only once something uses it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::source {

/// Returns the names of the text's templates that are kernels, in order.
[[nodiscard]] std::vector<std::string> kernel_templates(std::string_view text);

} // namespace warpscope::source
