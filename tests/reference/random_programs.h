// Random CUDA C++ kernels without races: what a kernel leaves in memory does not hang on the order of its
// threads. All take the same buffers.
#pragma once

#include "tests/reference/compare.h"

#include <cstdint>
#include <string>

namespace reference {

struct RandomKernel {
  std::string text;
  Comparison launch;
};

/// Text in front of the kernels: constants and device functions they use.
[[nodiscard]] std::string random_prologue();
[[nodiscard]] RandomKernel random_kernel(std::uint64_t seed);
[[nodiscard]] std::vector<BufferArgument> random_buffers();

/// Generates and compares kernels with seeds first … first + count - 1, some at a time in one text; a
/// difference carries the kernel's text.
[[nodiscard]] Outcome compare_random(std::uint64_t first, std::uint64_t count);

/// random_kernel(seed) with some of its barriers left out, or a __syncwarp of all or of half of a warp's
/// lanes in their place; some of its threads' own elements become those of two threads or of two blocks, and
/// some shared arrays are not filled whole.
[[nodiscard]] RandomKernel racy_kernel(std::uint64_t seed);
/// As compare_random, of racy_kernel and compare_races.
[[nodiscard]] Outcome compare_random_races(std::uint64_t first, std::uint64_t count);

/// Threads that tell each other things in few cells: fences, flags, atomics, barrier objects, asynchronous
/// copies.
[[nodiscard]] RandomKernel ordered_kernel(std::uint64_t seed);
/// As compare_random_races, of ordered_kernel and compare_races_in_order.
[[nodiscard]] Outcome compare_ordered_races(std::uint64_t first, std::uint64_t count);

} // namespace reference
