// A named range of memory with elements: a buffer, a __shared__ array, a __device__ variable.
#pragma once

#include "sim/base/access.h"
#include "sim/base/element_type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::program {

/// Its position and element type, so that a message or a picture can say in[33] instead of an address.
struct NamedMemory {
  std::string name; ///< of the kernel's parameter, or of the variable
  Space space = Space::Global;
  std::uint32_t offset = 0; ///< in the space's window
  std::uint64_t bytes = 0;
  std::uint32_t element_size = 1;           ///< in bytes, never 0
  ElementType element = ElementType::Other; ///< type of its scalars (float4: F32); Other: they differ
  std::vector<std::uint32_t> dimensions;    ///< outermost first; empty: one-dimensional
  bool operator==(const NamedMemory&) const = default;

  [[nodiscard]] bool holds(Space in, std::uint32_t at) const {
    return in == space && at >= offset && at - offset < bytes;
  }
};

} // namespace warpscope::program
