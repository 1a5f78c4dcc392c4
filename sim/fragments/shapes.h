// The shapes and element types of matrix products that the simulator executes. The translation of inline PTX
// asks this table; wmma's headers have the same shapes (sim/include/mma.h, held by a test).
#pragma once

#include "sim/include/__warpscope/fragment_map.h"

#include <span>
#include <string>
#include <string_view>

namespace warpscope::fragments {

using warpscope_fragment::Type;

struct ElementType {
  Type type;
  std::string_view name, ptx; ///< "half", "f16"
  unsigned bits;
};
/// By Type.
[[nodiscard]] std::span<const ElementType> types();
[[nodiscard]] const ElementType& type_of(Type type);
/// By the name in PTX, of factors and sums; null: there is none.
[[nodiscard]] const ElementType* type_of_ptx(std::string_view ptx);
/// By either name.
[[nodiscard]] const ElementType* type_of_name(std::string_view name);

struct Shape {
  bool wmma = false; ///< nvcuda::wmma; false: mma.sync
  Type type = Type::Half;
  unsigned m = 16, n = 8, k = 16;
  [[nodiscard]] std::string name() const; ///< "m16n8k16"
  bool operator==(const Shape&) const = default;
};
[[nodiscard]] std::span<const Shape> shapes();
[[nodiscard]] const Shape* find_shape(bool wmma, Type type, unsigned m, unsigned n, unsigned k);
/// By its name; null: there is none of this type.
[[nodiscard]] const Shape* find_shape(bool wmma, Type type, std::string_view name);
[[nodiscard]] inline bool is_mma(Type type, unsigned m, unsigned n, unsigned k) {
  return find_shape(false, type, m, n, k) != nullptr;
}
/// The types that sums of products of this type may have; the first is the usual one.
[[nodiscard]] std::span<const Type> sums_of(Type type);

} // namespace warpscope::fragments
