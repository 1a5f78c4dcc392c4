// Compares outputs element by element and describes the first difference.
#include "sim/source/compare_outputs.h"

#include "sim/source/element_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpscope::source {

namespace {

/// Returns out[3], or out[3].y for the second component of a vector of up to four.
std::string place(OutputElement element, const std::string& name, std::uint64_t scalar,
                  std::uint32_t scalar_bytes) {
  const std::uint32_t components = std::max(element.bytes / scalar_bytes, 1u);
  if (components == 1) return fmt::format("{}[{}]", name, scalar);
  if (components > 4)
    return fmt::format("{}[{}] (component {})", name, scalar / components, scalar % components);
  return fmt::format("{}[{}].{}", name, scalar / components, "xyzw"[scalar % components]);
}

} // namespace

Comparison compare_outputs(OutputElement element, const std::string& name,
                           std::span<const std::uint8_t> actual, std::span<const std::uint8_t> expected) {
  Comparison result;
  const ElementType type = element.type;
  const std::uint32_t known = size_of(type);
  const std::uint32_t size = known != 0 ? known : std::max(element.bytes, 1u);
  const std::uint64_t count = std::min(actual.size(), expected.size()) / size;
  if (count * size != 0 && std::memcmp(actual.data(), expected.data(), count * size) != 0) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint8_t* a = actual.data() + i * size;
      const std::uint8_t* b = expected.data() + i * size;
      if (known != 0 ? elements_agree(type, a, b) : std::memcmp(a, b, size) == 0) continue;
      if (result.mismatches++ == 0)
        result.first = fmt::format("{} = {}, should be {}", place(element, name, i, size),
                                   element_text(type, {a, size}), element_text(type, {b, size}));
    }
  }
  const std::uint64_t longer = std::max(actual.size(), expected.size()) / size - count;
  if (longer != 0 && result.mismatches == 0)
    result.first = fmt::format("{} has {} elements, should have {}", name, actual.size() / size,
                               expected.size() / size);
  result.mismatches += longer;
  return result;
}

} // namespace warpscope::source
