// Evaluates scalar operations on 64-bit words that hold zero-extended bits.
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <string>
#include <vector>

namespace reference {

[[nodiscard]] std::uint64_t low_bits(std::uint64_t value, unsigned bits);
[[nodiscard]] std::int64_t as_signed(std::uint64_t value, unsigned bits);

[[nodiscard]] std::uint64_t binary(unsigned opcode, const llvm::Type& type, std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t convert(unsigned opcode, const llvm::Type& from, const llvm::Type& to,
                                    std::uint64_t a);
[[nodiscard]] bool compare(llvm::CmpInst::Predicate predicate, const llvm::Type& type, std::uint64_t a,
                           std::uint64_t b);
/// A primitive that depends on its arguments only ("popc32", "math_f32", "llvm.fmuladd.f32", …).
[[nodiscard]] std::uint64_t pure(const std::string& name, const std::vector<std::uint64_t>& arguments);
[[nodiscard]] std::uint64_t atomic(std::uint64_t operation, unsigned bits, std::uint64_t old,
                                   std::uint64_t value);
/// Returns a shuffle's source lane as PTX defines it; the lane itself where there is none.
[[nodiscard]] std::uint32_t shuffle_source(std::uint64_t mode, std::uint32_t lane, std::uint64_t b,
                                           std::uint64_t c);
[[nodiscard]] std::uint64_t reduce(std::uint64_t operation, const std::vector<std::uint64_t>& values);

} // namespace reference
