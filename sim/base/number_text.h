// Numbers in English sentences. For the window's other languages see app/language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope {

/// 1048576 -> "1,048,576"
[[nodiscard]] std::string grouped(std::uint64_t value);
/// "1 block", "1,024 blocks", "2 accesses"
[[nodiscard]] std::string counted(std::uint64_t value, std::string_view noun);

} // namespace warpscope
