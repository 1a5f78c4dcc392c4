// The meanings of `imm` (or `components`) in the opcodes that have an enumeration there.
#pragma once

#include <cstdint>

namespace warpscope::program {

enum class MathFunction : std::uint32_t {
#define WARPSCOPE_MATH(name, arguments) name,
#include "sim/program/math_functions.def"
#undef WARPSCOPE_MATH
  Count
};

// clang-format off: a list, not a column
/// Integer predicates, then LLVM's floating-point ones (O: ordered; U: unordered or ...).
enum class Compare : std::uint32_t {
  Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle,
  False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, FUgt, FUge, FUlt, FUle, Une, True,
  Count
};

enum class Rounding : std::uint32_t { Nearest, Zero, Down, Up, Count };

enum class AtomicOp : std::uint8_t {
  Add, AddF32, AddF64, AddF16, AddBF16, MinS, MinU, MaxS, MaxU, And, Or, Xor, Exch, Cas, Inc, Dec,
  AddF16x2, AddBF16x2, Count
};
// clang-format on

/// Arithmetic of 16-bit floating point, and of what. Neg and Abs take the first operand, Fma all three.
enum class HalfOp : std::uint32_t { Add, Sub, Mul, Fma, Min, Max, Neg, Abs, Count };
struct HalfFlags {
  static constexpr std::uint32_t bfloat = 8, pair = 16, count = 32; ///< added to a HalfOp
};

enum class ShuffleMode : std::uint32_t { Idx, Up, Down, Bfly, Count };
enum class VoteMode : std::uint32_t { All, Any, Uniform, Ballot, Count };
enum class ReduxOp : std::uint32_t { Add, MinS, MinU, MaxS, MaxU, And, Or, Xor, Count };
enum class BarrierReduction : std::uint32_t { Count_, And, Or, Count };
/// Which lanes of a warp bring an atomic to memory.
enum class Asks : std::uint8_t {
  EachLane,
  OneLane,     ///< the compiler lets the warp combine its values first, and the highest lane bring them
  OneLaneOfAll ///< likewise where all lanes are active
};

/// Operations on a cuda::barrier. Drop: arrives and is not expected in later phases. Copies: the thread's
/// asynchronous copies so far belong to the phase; nobody arrives. Begin: no bytes are expected any more.
/// Expect: the phase also waits for so many bytes. Complete: so many bytes have come.
enum class BarrierArrival : std::uint32_t { Arrive, Drop, Copies, Begin, Expect, Complete, Count };
/// How a wait at a cuda::barrier names its phase.
enum class BarrierPhaseName : std::uint32_t { Number, Parity, Count };
/// The two halves of the barrier of a cluster.
enum class ClusterStep : std::uint32_t { Arrive, Wait, Count };
/// What a copy of a tensor's tile does. LoadAgain: for a further block of a multicast, for which global
/// memory is not read again.
enum class TensorCopyWay : std::uint32_t { Load, LoadAgain, Store, Count };
/// The scope of a fence. Proxy: between accesses of threads and those of bulk copies (fence.proxy.async).
enum class FenceScope : std::uint32_t { Block, Device, System, Proxy, Count };
/// The steps of an asynchronous copy, which order only that copy: Begin and End enclose the load and the
/// store that perform it at once, Commit closes a group, WaitOldest waits for one group. CommitProducts and
/// FenceProducts: wgmma.commit_group and wgmma.fence.
enum class AsyncCopyStep : std::uint32_t {
  Begin,
  End,
  Commit,
  WaitOldest,
  CommitProducts,
  FenceProducts,
  Count
};
/// The elements of a product's matrices (wgmma).
enum class ProductElement : std::uint32_t { Half, BFloat16, Tf32, E4M3, E5M2, S8, U8, Bit, Count };
/// What Wgmma is told in one number: the elements of A and of B, and what of these is so.
struct ProductFlags {
  static constexpr std::uint32_t element_bits = 4, of_b = 4;
  static constexpr std::uint32_t a_in_registers = 1u << 8, a_transposed = 1u << 9, b_transposed = 1u << 10,
                                 negated = 1u << 11, half_sums = 1u << 12;
  /// Words behind the sums in the operand: four of A (or its descriptor), two of B's descriptor.
  static constexpr std::uint32_t further_words = 6;
};
enum class TrapKind : std::uint32_t { Trap, Unreachable, Count };

enum class SpecialRegister : std::uint32_t {
  TidX,
  TidY,
  TidZ,
  NTidX,
  NTidY,
  NTidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NCtaidX,
  NCtaidY,
  NCtaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  Clock,
  DynamicSharedSize,
  ClusterX, ///< blocks of a cluster
  ClusterY,
  ClusterZ,
  Count
};

} // namespace warpscope::program
