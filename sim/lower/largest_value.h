// Bounds unsigned values from above.
#pragma once

#include <cstdint>

namespace llvm {
class Value;
} // namespace llvm

namespace warpscope::lower::lowering {

/// Returns an upper bound of an unsigned integer, from the limits that every device sets to thread and block
/// indices and from the arithmetic on them. With it, an unsigned index below 2^31 can stay 32 bits wide.
[[nodiscard]] std::uint64_t largest_value(const llvm::Value& value, int depth = 0);

} // namespace warpscope::lower::lowering
