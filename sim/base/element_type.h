// The scalar types that buffers and kernel parameters are made of.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

enum class ElementType : std::uint8_t {
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64,
  Other
};

[[nodiscard]] constexpr std::uint32_t size_of(ElementType type) {
  constexpr std::uint32_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 0};
  return sizes[static_cast<unsigned>(type)];
}

[[nodiscard]] constexpr std::string_view name_of(ElementType type) {
  constexpr std::string_view names[] = {
      "bool",         "char",      "unsigned char",      "short",  "unsigned short", "int",
      "unsigned int", "long long", "unsigned long long", "__half", "__nv_bfloat16",  "float",
      "double",       "other"};
  return names[static_cast<unsigned>(type)];
}

} // namespace warpscope
