// The table of shapes and types. PTX ISA, "mma" and "mma.sp": products of sm_70 to sm_90. (m8n8k4 of half is
// one instruction on sm_70 alone.)
#include "sim/fragments/shapes.h"

#include <algorithm>

namespace warpscope::fragments {

namespace {

constexpr ElementType all_types[] = {
    {Type::Half, "half", "f16", 16},  {Type::BFloat16, "bfloat16", "bf16", 16},
    {Type::Tf32, "tf32", "tf32", 32}, {Type::Double, "double", "f64", 64},
    {Type::S8, "s8", "s8", 8},        {Type::U8, "u8", "u8", 8},
    {Type::S4, "s4", "s4", 4},        {Type::U4, "u4", "u4", 4},
    {Type::E4M3, "e4m3", "e4m3", 8},  {Type::E5M2, "e5m2", "e5m2", 8},
    {Type::Bit, "bit", "b1", 1},      {Type::Float, "float", "f32", 32},
    {Type::S32, "int", "s32", 32},
};
static_assert(std::size(all_types) == warpscope_fragment::TypeCount);

using enum Family;
constexpr Shape all_shapes[] = {
    {Mma, Type::Half, 16, 8, 16},
    {Mma, Type::Half, 16, 8, 8},
    {Mma, Type::BFloat16, 16, 8, 16},
    {Mma, Type::BFloat16, 16, 8, 8},
    {Mma, Type::Tf32, 16, 8, 8},
    {Mma, Type::Tf32, 16, 8, 4},
    {Mma, Type::E4M3, 16, 8, 32},
    {Mma, Type::E4M3, 16, 8, 16},
    {Mma, Type::E5M2, 16, 8, 32},
    {Mma, Type::E5M2, 16, 8, 16},
    {Mma, Type::S8, 16, 8, 32},
    {Mma, Type::S8, 16, 8, 16},
    {Mma, Type::S8, 8, 8, 16},
    {Mma, Type::U8, 16, 8, 32},
    {Mma, Type::U8, 16, 8, 16},
    {Mma, Type::U8, 8, 8, 16},
    {Mma, Type::S4, 16, 8, 64},
    {Mma, Type::S4, 16, 8, 32},
    {Mma, Type::S4, 8, 8, 32},
    {Mma, Type::U4, 16, 8, 64},
    {Mma, Type::U4, 16, 8, 32},
    {Mma, Type::U4, 8, 8, 32},
    {Mma, Type::Bit, 16, 8, 256},
    {Mma, Type::Bit, 16, 8, 128},
    {Mma, Type::Bit, 8, 8, 128},
    {Mma, Type::Double, 8, 8, 4},
    {Mma, Type::Double, 16, 8, 4},
    {Mma, Type::Double, 16, 8, 8},
    {Mma, Type::Double, 16, 8, 16},
    {Mma, Type::Half, 8, 8, 4, false, false},
    {Mma, Type::Half, 8, 8, 4, false, true},
    {Mma, Type::Half, 8, 8, 4, true, false},
    {Mma, Type::Half, 8, 8, 4, true, true},
    {Sparse, Type::Half, 16, 8, 32},
    {Sparse, Type::Half, 16, 8, 16},
    {Sparse, Type::BFloat16, 16, 8, 32},
    {Sparse, Type::BFloat16, 16, 8, 16},
    {Sparse, Type::Tf32, 16, 8, 16},
    {Sparse, Type::Tf32, 16, 8, 8},
    {Sparse, Type::E4M3, 16, 8, 64},
    {Sparse, Type::E5M2, 16, 8, 64},
    {Sparse, Type::S8, 16, 8, 64},
    {Sparse, Type::S8, 16, 8, 32},
    {Sparse, Type::U8, 16, 8, 64},
    {Sparse, Type::U8, 16, 8, 32},
    {Sparse, Type::S4, 16, 8, 128},
    {Sparse, Type::S4, 16, 8, 64},
    {Sparse, Type::U4, 16, 8, 128},
    {Sparse, Type::U4, 16, 8, 64},
    {Wmma, Type::Half, 16, 16, 16},
    {Wmma, Type::Half, 32, 8, 16},
    {Wmma, Type::Half, 8, 32, 16},
    {Wmma, Type::BFloat16, 16, 16, 16},
    {Wmma, Type::BFloat16, 32, 8, 16},
    {Wmma, Type::BFloat16, 8, 32, 16},
    {Wmma, Type::S8, 16, 16, 16},
    {Wmma, Type::S8, 32, 8, 16},
    {Wmma, Type::S8, 8, 32, 16},
    {Wmma, Type::U8, 16, 16, 16},
    {Wmma, Type::U8, 32, 8, 16},
    {Wmma, Type::U8, 8, 32, 16},
    {Wmma, Type::Tf32, 16, 16, 8},
    {Wmma, Type::Double, 8, 8, 4},
    {Wmma, Type::S4, 8, 8, 32},
    {Wmma, Type::U4, 8, 8, 32},
    {Wmma, Type::Bit, 8, 8, 128},
};

} // namespace

std::string_view name_of(Family family) {
  return family == Mma ? "mma.sync" : family == Sparse ? "mma.sp" : "wmma";
}

std::string Shape::name() const {
  std::string name = "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
  if (quads()) name += std::string(a_by_columns ? ".col" : ".row") + (b_by_rows ? ".row" : ".col");
  return name;
}

std::span<const ElementType> types() { return all_types; }
const ElementType& type_of(Type type) { return all_types[type]; }

const ElementType* type_of_ptx(std::string_view ptx) {
  const auto found = std::find_if(std::begin(all_types), std::end(all_types),
                                  [&](const ElementType& type) { return type.ptx == ptx; });
  return found == std::end(all_types) ? nullptr : found;
}

const ElementType* type_of_name(std::string_view name) {
  const auto found = std::find_if(std::begin(all_types), std::end(all_types), [&](const ElementType& type) {
    return type.name == name || type.ptx == name;
  });
  return found == std::end(all_types) ? nullptr : found;
}

std::span<const Shape> shapes() { return all_shapes; }

const Shape* find_shape(const Shape& shape) {
  const auto found = std::find(std::begin(all_shapes), std::end(all_shapes), shape);
  return found == std::end(all_shapes) ? nullptr : found;
}

const Shape* find_shape(Family family, Type type, std::string_view name) {
  const auto found = std::find_if(std::begin(all_shapes), std::end(all_shapes), [&](const Shape& shape) {
    return shape.family == family && shape.type == type && shape.name() == name;
  });
  return found == std::end(all_shapes) ? nullptr : found;
}

std::span<const Type> sums_of(Type type) {
  static constexpr Type floats[] = {Type::Float, Type::Half}, one_float[] = {Type::Float},
                        doubles[] = {Type::Double}, ints[] = {Type::S32};
  switch (type) {
  case Type::Half:
  case Type::E4M3:
  case Type::E5M2: return floats;
  case Type::BFloat16:
  case Type::Tf32: return one_float;
  case Type::Double: return doubles;
  default: return ints;
  }
}

std::span<const Type> sums_of(const Shape& shape) {
  const std::span<const Type> all = sums_of(shape.type);
  const bool small = shape.type == Type::E4M3 || shape.type == Type::E5M2;
  return shape.sparse() && small ? all.first(1) : all;
}

} // namespace warpscope::fragments
