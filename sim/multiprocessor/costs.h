// What an instruction of the bytecode costs a warp, as far as the compiled code can be expected to need it.
#pragma once

#include "sim/multiprocessor/work.h"
#include "sim/program/program.h"

#include <cstdint>

namespace warpscope::multiprocessor {

/// Slots 0: the compiler makes it part of another instruction or drops it (a move, a conversion of an index,
/// an argument as an operand, a jump).
struct Cost {
  std::uint16_t slots = 1;
  std::uint16_t latency = 4; ///< cycles until an instruction that needs the result can follow
  Pipe pipe = Pipe::None;
  std::uint16_t busy = 0; ///< cycles of `pipe`
  bool operator==(const Cost&) const = default;
};

/// Of a division of 32 bits whose divisor's reciprocal is there (NVRTC 13.0, sm_90, read: a product's upper
/// half, the remainder, two corrections, and a choice for 0: 8 instructions each).
inline constexpr Cost by_reciprocal{.slots = 8, .latency = 42, .pipe = Pipe::Multiply, .busy = 6};

/// Source: throughput of native arithmetic instructions, CUDA C++ Programming Guide 12.9, for compute
/// capability 9.0: a sub-partition takes 32 lanes of FP32, 16 of integers or FP64 and 4 of special functions
/// a cycle. Latencies: 4 cycles for dependent FP32 and integer instructions (Jia et al., "Dissecting the
/// NVIDIA Volta GPU architecture via microbenchmarking", 2018, and Luo et al. on Hopper, 2024). Divisions and
/// functions are sequences of the toolkit's; their lengths are estimates.
[[nodiscard]] Cost cost_of(const program::Instruction& instruction);

/// True for a quotient, a root or a function that ptxas makes a short sequence of, and a branch to a longer
/// one for the operands that it does not do (NVRTC 13.0, sm_90: BSSY, a call, BSYNC): nothing is scheduled
/// across it.
[[nodiscard]] bool has_longer_path(const program::Instruction& instruction);

} // namespace warpscope::multiprocessor
