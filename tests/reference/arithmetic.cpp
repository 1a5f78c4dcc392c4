// Scalar operations of LLVM IR and of the prelude's primitives.
#include "tests/reference/arithmetic.h"

#include "sim/program/enums.h"
#include "tests/reference/code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>

namespace reference {

using llvm::CmpInst;
using llvm::Instruction;

namespace {

float f32(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double f64(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

double real(const llvm::Type& type, std::uint64_t a) { return type.isFloatTy() ? f32(a) : f64(a); }

template <class T> T real_binary(unsigned opcode, T a, T b) {
  switch (opcode) {
  case Instruction::FAdd: return a + b;
  case Instruction::FSub: return a - b;
  case Instruction::FMul: return a * b;
  case Instruction::FDiv: return a / b;
  default: throw std::runtime_error("a floating-point operation that the reference does not know");
  }
}

template <class T> T math(std::uint64_t function, T a, T b) {
  using warpscope::program::MathFunction;
  switch (static_cast<MathFunction>(function)) {
  case MathFunction::Sqrt: return std::sqrt(a);
  case MathFunction::Abs: return std::fabs(a);
  case MathFunction::Floor: return std::floor(a);
  case MathFunction::Ceil: return std::ceil(a);
  case MathFunction::Trunc: return std::trunc(a);
  case MathFunction::Min:
    return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
  case MathFunction::Max:
    return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
  case MathFunction::Copysign: return std::copysign(a, b);
  default: throw std::runtime_error("a math function that the reference does not know");
  }
}

/// Towards zero, at the ends of the range where the value is beyond them, 0 for what is no number.
std::uint64_t to_integer(double value, unsigned width, bool is_signed) {
  if (std::isnan(value)) return 0;
  value = std::trunc(value);
  const double low = is_signed ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0;
  const double high = std::ldexp(1.0, static_cast<int>(width) - (is_signed ? 1 : 0));
  if (value < low) value = low;
  if (value >= high)
    return low_bits(is_signed ? (std::uint64_t{1} << (width - 1)) - 1 : ~std::uint64_t{0}, width);
  if (value < 0) return low_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), width);
  return static_cast<std::uint64_t>(value);
}

std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xffffffffu)) >> 32);
}

} // namespace

std::uint64_t low_bits(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

std::int64_t as_signed(std::uint64_t value, unsigned width) {
  const unsigned rest = 64 - width;
  return static_cast<std::int64_t>(value << rest) >> rest;
}

std::uint64_t binary(unsigned opcode, const llvm::Type& type, std::uint64_t a, std::uint64_t b) {
  if (type.isFloatTy()) return bits(real_binary(opcode, f32(a), f32(b)));
  if (type.isDoubleTy()) return bits(real_binary(opcode, f64(a), f64(b)));
  const unsigned width = bits_of(type);
  const std::int64_t sa = as_signed(a, width), sb = as_signed(b, width);
  const bool divides = opcode == Instruction::UDiv || opcode == Instruction::URem ||
                       opcode == Instruction::SDiv || opcode == Instruction::SRem;
  if (divides && b == 0) throw std::runtime_error("a division by zero");
  std::uint64_t result = 0;
  switch (opcode) {
  case Instruction::Add: result = a + b; break;
  case Instruction::Sub: result = a - b; break;
  case Instruction::Mul: result = a * b; break;
  case Instruction::UDiv: result = a / b; break;
  case Instruction::URem: result = a % b; break;
  case Instruction::SDiv: result = sb == -1 ? 0 - a : static_cast<std::uint64_t>(sa / sb); break;
  case Instruction::SRem: result = sb == -1 ? 0 : static_cast<std::uint64_t>(sa % sb); break;
  case Instruction::And: result = a & b; break;
  case Instruction::Or: result = a | b; break;
  case Instruction::Xor: result = a ^ b; break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (b >= width)
      throw std::runtime_error("a shift by " + std::to_string(b) + " of " + std::to_string(width) + " bits");
    result = opcode == Instruction::Shl    ? a << b
             : opcode == Instruction::LShr ? a >> b
                                           : static_cast<std::uint64_t>(sa >> b);
    break;
  default: throw std::runtime_error("an integer operation that the reference does not know");
  }
  return low_bits(result, width);
}

std::uint64_t convert(unsigned opcode, const llvm::Type& from, const llvm::Type& to, std::uint64_t a) {
  const unsigned in = bits_of(from), out = bits_of(to);
  switch (opcode) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr: return low_bits(a, out);
  case Instruction::SExt: return low_bits(static_cast<std::uint64_t>(as_signed(a, in)), out);
  case Instruction::FPTrunc: return bits(static_cast<float>(f64(a)));
  case Instruction::FPExt: return bits(static_cast<double>(f32(a)));
  case Instruction::FPToSI: return to_integer(real(from, a), out, true);
  case Instruction::FPToUI: return to_integer(real(from, a), out, false);
  case Instruction::SIToFP:
    return to.isFloatTy() ? bits(static_cast<float>(as_signed(a, in)))
                          : bits(static_cast<double>(as_signed(a, in)));
  case Instruction::UIToFP:
    return to.isFloatTy() ? bits(static_cast<float>(a)) : bits(static_cast<double>(a));
  default: throw std::runtime_error("a conversion that the reference does not know");
  }
}

bool compare(CmpInst::Predicate predicate, const llvm::Type& type, std::uint64_t a, std::uint64_t b) {
  if (type.isFloatingPointTy()) {
    const double x = real(type, a), y = real(type, b);
    const bool unordered = std::isnan(x) || std::isnan(y);
    // LLVM numbers them by bits: 1 equal, 2 greater, 4 less, 8 unordered.
    const unsigned relation = unordered ? 8u : x == y ? 1u : x > y ? 2u : 4u;
    return (static_cast<unsigned>(predicate) & relation) != 0;
  }
  const unsigned width = bits_of(type);
  const std::int64_t sa = as_signed(a, width), sb = as_signed(b, width);
  switch (predicate) {
  case CmpInst::ICMP_EQ: return a == b;
  case CmpInst::ICMP_NE: return a != b;
  case CmpInst::ICMP_UGT: return a > b;
  case CmpInst::ICMP_UGE: return a >= b;
  case CmpInst::ICMP_ULT: return a < b;
  case CmpInst::ICMP_ULE: return a <= b;
  case CmpInst::ICMP_SGT: return sa > sb;
  case CmpInst::ICMP_SGE: return sa >= sb;
  case CmpInst::ICMP_SLT: return sa < sb;
  case CmpInst::ICMP_SLE: return sa <= sb;
  default: throw std::runtime_error("a comparison that the reference does not know");
  }
}

std::uint64_t pure(const std::string& name, const std::vector<std::uint64_t>& x) {
  using Function = std::function<std::uint64_t(const std::vector<std::uint64_t>&)>;
  using Values = const std::vector<std::uint64_t>&;
  static const std::map<std::string, Function> functions = {
      {"math_f32", [](Values v) { return bits(math(v[0], f32(v[1]), f32(v[2]))); }},
      {"math_f64", [](Values v) { return bits(math(v[0], f64(v[1]), f64(v[2]))); }},
      {"fma_f32", [](Values v) { return bits(std::fma(f32(v[0]), f32(v[1]), f32(v[2]))); }},
      {"fma_f64", [](Values v) { return bits(std::fma(f64(v[0]), f64(v[1]), f64(v[2]))); }},
      {"llvm.fmuladd.f32", [](Values v) { return bits(std::fma(f32(v[0]), f32(v[1]), f32(v[2]))); }},
      {"llvm.fmuladd.f64", [](Values v) { return bits(std::fma(f64(v[0]), f64(v[1]), f64(v[2]))); }},
      {"mulhi_u32", [](Values v) { return v[0] * v[1] >> 32; }},
      {"mulhi_s32",
       [](Values v) {
         return low_bits(static_cast<std::uint64_t>(as_signed(v[0], 32) * as_signed(v[1], 32)) >> 32, 32);
       }},
      {"mulhi_u64", [](Values v) { return high_product(v[0], v[1]); }},
      {"mulhi_s64",
       [](Values v) {
         return high_product(v[0], v[1]) - (as_signed(v[0], 64) < 0 ? v[1] : 0) -
                (as_signed(v[1], 64) < 0 ? v[0] : 0);
       }},
      {"min_s32", [](Values v) { return as_signed(v[0], 32) < as_signed(v[1], 32) ? v[0] : v[1]; }},
      {"max_s32", [](Values v) { return as_signed(v[0], 32) > as_signed(v[1], 32) ? v[0] : v[1]; }},
      {"min_s64", [](Values v) { return as_signed(v[0], 64) < as_signed(v[1], 64) ? v[0] : v[1]; }},
      {"max_s64", [](Values v) { return as_signed(v[0], 64) > as_signed(v[1], 64) ? v[0] : v[1]; }},
      {"min_u32", [](Values v) { return std::min(v[0], v[1]); }},
      {"max_u32", [](Values v) { return std::max(v[0], v[1]); }},
      {"min_u64", [](Values v) { return std::min(v[0], v[1]); }},
      {"max_u64", [](Values v) { return std::max(v[0], v[1]); }},
      {"popc32", [](Values v) { return static_cast<std::uint64_t>(std::popcount(v[0])); }},
      {"popc64", [](Values v) { return static_cast<std::uint64_t>(std::popcount(v[0])); }},
      {"clz32",
       [](Values v) {
         return static_cast<std::uint64_t>(std::countl_zero(static_cast<std::uint32_t>(v[0])));
       }},
      {"clz64", [](Values v) { return static_cast<std::uint64_t>(std::countl_zero(v[0])); }},
      {"ctz32",
       [](Values v) {
         return static_cast<std::uint64_t>(std::countr_zero(static_cast<std::uint32_t>(v[0])));
       }},
      {"ctz64", [](Values v) { return static_cast<std::uint64_t>(std::countr_zero(v[0])); }},
      {"brev32",
       [](Values v) {
         std::uint64_t result = 0;
         for (unsigned i = 0; i < 32; ++i) result |= (v[0] >> i & 1) << (31 - i);
         return result;
       }},
      {"brev64",
       [](Values v) {
         std::uint64_t result = 0;
         for (unsigned i = 0; i < 64; ++i) result |= (v[0] >> i & 1) << (63 - i);
         return result;
       }},
      {"funnel_l", [](Values v) { return low_bits((v[0] << 32 | v[1]) << (v[2] & 31) >> 32, 32); }},
      {"funnel_r", [](Values v) { return low_bits((v[0] << 32 | v[1]) >> (v[2] & 31), 32); }},
      {"prmt",
       [](Values v) {
         const std::uint64_t both = v[1] << 32 | v[0];
         std::uint64_t result = 0;
         for (unsigned i = 0; i < 4; ++i) {
           const std::uint64_t selector = v[2] >> (4 * i) & 15, byte = both >> (8 * (selector & 7)) & 255;
           result |= (selector < 8 ? byte : byte >= 128 ? 255u : 0u) << (8 * i);
         }
         return result;
       }},
  };
  const auto found = functions.find(name);
  if (found == functions.end()) throw std::runtime_error("a call of " + name);
  return found->second(x);
}

std::uint64_t atomic(std::uint64_t operation, unsigned width, std::uint64_t old, std::uint64_t value) {
  using warpscope::program::AtomicOp;
  const std::int64_t so = as_signed(old, width), sv = as_signed(value, width);
  switch (static_cast<AtomicOp>(operation)) {
  case AtomicOp::Add: return low_bits(old + value, width);
  case AtomicOp::AddF32: return bits(f32(old) + f32(value));
  case AtomicOp::AddF64: return bits(f64(old) + f64(value));
  case AtomicOp::MinS: return so < sv ? old : value;
  case AtomicOp::MaxS: return so > sv ? old : value;
  case AtomicOp::MinU: return std::min(old, value);
  case AtomicOp::MaxU: return std::max(old, value);
  case AtomicOp::And: return old & value;
  case AtomicOp::Or: return old | value;
  case AtomicOp::Xor: return old ^ value;
  case AtomicOp::Exch: return value;
  case AtomicOp::Inc: return old >= value ? 0 : old + 1;
  case AtomicOp::Dec: return old == 0 || old > value ? value : old - 1;
  default: throw std::runtime_error("an atomic operation that the reference does not know");
  }
}

std::uint32_t shuffle_source(std::uint64_t mode, std::uint32_t lane, std::uint64_t b, std::uint64_t c) {
  using warpscope::program::ShuffleMode;
  const auto by = static_cast<int>(b & 31), clamp = static_cast<int>(c & 31),
             segment = static_cast<int>(c >> 8 & 31);
  const auto self = static_cast<int>(lane);
  const int last = (self & segment) | (clamp & ~segment & 31), first = self & segment;
  int source = self;
  bool there = true;
  switch (static_cast<ShuffleMode>(mode)) {
  case ShuffleMode::Up:
    source = self - by;
    there = source >= last;
    break;
  case ShuffleMode::Down:
    source = self + by;
    there = source <= last;
    break;
  case ShuffleMode::Bfly:
    source = self ^ by;
    there = source <= last;
    break;
  case ShuffleMode::Idx:
    source = first | (by & ~segment & 31);
    there = source <= last;
    break;
  default: throw std::runtime_error("a shuffle that the reference does not know");
  }
  return there ? static_cast<std::uint32_t>(source) : lane;
}

std::uint64_t reduce(std::uint64_t operation, const std::vector<std::uint64_t>& values) {
  using warpscope::program::AtomicOp;
  using warpscope::program::ReduxOp;
  static const std::map<ReduxOp, AtomicOp> same = {
      {ReduxOp::Add, AtomicOp::Add},   {ReduxOp::MinS, AtomicOp::MinS}, {ReduxOp::MinU, AtomicOp::MinU},
      {ReduxOp::MaxS, AtomicOp::MaxS}, {ReduxOp::MaxU, AtomicOp::MaxU}, {ReduxOp::And, AtomicOp::And},
      {ReduxOp::Or, AtomicOp::Or},     {ReduxOp::Xor, AtomicOp::Xor}};
  std::uint64_t result = values.at(0);
  for (std::size_t i = 1; i < values.size(); ++i)
    result = atomic(static_cast<std::uint64_t>(same.at(static_cast<ReduxOp>(operation))), 32, result,
                    values[i]);
  return result;
}

} // namespace reference
