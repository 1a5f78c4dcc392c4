// The heap of malloc() in kernels: how large it is before a kernel uses it.
#pragma once

#include "sim/exec/memory.h"

namespace warpscope::exec {

/// 512 MiB by default. False: more than the memory has, or a kernel has used the heap already.
bool set_heap_bytes(DeviceMemory& memory, std::uint64_t bytes);
[[nodiscard]] bool has_heap(DeviceMemory& memory);

} // namespace warpscope::exec
