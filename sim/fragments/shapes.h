// The shapes and element types of matrix products that the simulator executes. The translation of inline PTX
// asks this table; wmma's headers have the same shapes (sim/include/mma.h, held by a test).
#pragma once

#include "sim/include/__warpscope/fragment_map.h"

#include <cstdint>
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

/// Which instruction: mma.sync, mma.sp (of each few elements of A half are stored), or nvcuda::wmma.
enum class Family : std::uint8_t { Mma, Sparse, Wmma };
inline constexpr Family families[] = {Family::Mma, Family::Sparse, Family::Wmma};
[[nodiscard]] std::string_view name_of(Family family); ///< "mma.sync", "mma.sp", "wmma"

struct Shape {
  Family family = Family::Mma;
  Type type = Type::Half;
  unsigned m = 16, n = 8, k = 16;
  /// Of m8n8k4 of half alone, which has a choice: A comes by columns, B by rows.
  bool a_by_columns = false, b_by_rows = false;

  [[nodiscard]] bool wmma() const { return family == Family::Wmma; }
  [[nodiscard]] bool sparse() const { return family == Family::Sparse; }
  /// mma.m8n8k4 of half: four products, each by two quads of the warp.
  [[nodiscard]] bool quads() const { return family == Family::Mma && type == Type::Half && m == 8 && k == 4; }
  [[nodiscard]] std::string name() const; ///< "m16n8k16", "m8n8k4.row.col"
  bool operator==(const Shape&) const = default;
};
[[nodiscard]] std::span<const Shape> shapes();
/// That of the table; null: there is none.
[[nodiscard]] const Shape* find_shape(const Shape& shape);
/// By its name; null: there is none of this type.
[[nodiscard]] const Shape* find_shape(Family family, Type type, std::string_view name);
/// The types that sums of products of this type may have; the first is the usual one. (Of mma.sp in 8-bit
/// floats there is but the first.)
[[nodiscard]] std::span<const Type> sums_of(Type type);
[[nodiscard]] std::span<const Type> sums_of(const Shape& shape);

} // namespace warpscope::fragments
