// Copies of whole objects -> the loads and stores that the hardware would be asked for.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace warpscope {

/// Replaces each memcpy and memmove of constant size, and each load and store of a struct or array, by accesses of
/// min(alignment, `access_limit`) bytes: a float4 is one of 16, a 28-byte struct aligned to 4 is seven of 4. A side that lies
/// in a variable of the thread (an alloca at a known offset) is read and written member by member instead, so that SROA
/// can make registers of it without splitting the access on the other side. Debug locations are those of the copy.
///
/// memset of constant size becomes stores by the same rule.
void expand_copies(llvm::Function& function, std::uint32_t access_limit);

} // namespace warpscope
