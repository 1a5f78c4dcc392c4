// The table of shapes and types. PTX ISA, "mma": dense products of sm_80 to sm_90. Executed, but not in this
// table (the scenes do not show them): m8n8k4 of half, whose layout is one of its own and that only sm_70 has
// as one instruction; sparse products.
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

constexpr Shape all_shapes[] = {
    {false, Type::Half, 16, 8, 16},    {false, Type::Half, 16, 8, 8},     {false, Type::BFloat16, 16, 8, 16},
    {false, Type::BFloat16, 16, 8, 8}, {false, Type::Tf32, 16, 8, 8},     {false, Type::Tf32, 16, 8, 4},
    {false, Type::E4M3, 16, 8, 32},    {false, Type::E4M3, 16, 8, 16},    {false, Type::E5M2, 16, 8, 32},
    {false, Type::E5M2, 16, 8, 16},    {false, Type::S8, 16, 8, 32},      {false, Type::S8, 16, 8, 16},
    {false, Type::S8, 8, 8, 16},       {false, Type::U8, 16, 8, 32},      {false, Type::U8, 16, 8, 16},
    {false, Type::U8, 8, 8, 16},       {false, Type::S4, 16, 8, 64},      {false, Type::S4, 16, 8, 32},
    {false, Type::S4, 8, 8, 32},       {false, Type::U4, 16, 8, 64},      {false, Type::U4, 16, 8, 32},
    {false, Type::U4, 8, 8, 32},       {false, Type::Bit, 16, 8, 256},    {false, Type::Bit, 16, 8, 128},
    {false, Type::Bit, 8, 8, 128},     {false, Type::Double, 8, 8, 4},    {false, Type::Double, 16, 8, 4},
    {false, Type::Double, 16, 8, 8},   {false, Type::Double, 16, 8, 16},  {true, Type::Half, 16, 16, 16},
    {true, Type::Half, 32, 8, 16},     {true, Type::Half, 8, 32, 16},     {true, Type::BFloat16, 16, 16, 16},
    {true, Type::BFloat16, 32, 8, 16}, {true, Type::BFloat16, 8, 32, 16}, {true, Type::S8, 16, 16, 16},
    {true, Type::S8, 32, 8, 16},       {true, Type::S8, 8, 32, 16},       {true, Type::U8, 16, 16, 16},
    {true, Type::U8, 32, 8, 16},       {true, Type::U8, 8, 32, 16},       {true, Type::Tf32, 16, 16, 8},
    {true, Type::Double, 8, 8, 4},
};

} // namespace

std::string Shape::name() const {
  return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
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

const Shape* find_shape(bool wmma, Type type, unsigned m, unsigned n, unsigned k) {
  const Shape wanted{wmma, type, m, n, k};
  const auto found = std::find(std::begin(all_shapes), std::end(all_shapes), wanted);
  return found == std::end(all_shapes) ? nullptr : found;
}

const Shape* find_shape(bool wmma, Type type, std::string_view name) {
  const auto found = std::find_if(std::begin(all_shapes), std::end(all_shapes), [&](const Shape& shape) {
    return shape.wmma == wmma && shape.type == type && shape.name() == name;
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

} // namespace warpscope::fragments
