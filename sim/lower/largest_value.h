// How large an unsigned value can be.
#pragma once

#include <cstdint>

namespace llvm {
class Value;
} // namespace llvm

namespace warpscope::lower::lowering {

/// An upper bound of an unsigned integer, from what thread and block numbers can be on any device and how
/// they are combined. So an unsigned index below 2^31 can stay 32 bits wide.
[[nodiscard]] std::uint64_t largest_value(const llvm::Value& value, int depth = 0);

} // namespace warpscope::lower::lowering
