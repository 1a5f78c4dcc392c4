// Random CUDA C++ kernels without races: what a kernel leaves in memory does not depend on the schedule of
// its threads. All take the same buffers.
#pragma once

#include "tests/reference/compare.h"

#include <cstdint>
#include <string>

namespace reference {

struct RandomKernel {
  std::string text;
  Comparison launch;
};

/// The text before the kernels: constants and device functions that they use.
[[nodiscard]] std::string random_prologue();
[[nodiscard]] RandomKernel random_kernel(std::uint64_t seed);
[[nodiscard]] std::vector<BufferArgument> random_buffers();

/// Generates and compares kernels with seeds first to first + count - 1, several in one text; a difference
/// includes the kernel's text.
[[nodiscard]] Outcome compare_random(std::uint64_t first, std::uint64_t count);

/// As compare_random, with compare_values.
[[nodiscard]] Outcome compare_random_values(std::uint64_t first, std::uint64_t count);

/// As compare_random, with compare_as_compiled.
[[nodiscard]] Outcome compare_random_as_compiled(std::uint64_t first, std::uint64_t count);

/// random_kernel(seed) with some of its barriers left out or replaced by a __syncwarp of all or half of a
/// warp's lanes; some elements that belonged to one thread are shared by two threads or two blocks, and some
/// shared arrays are not completely filled.
[[nodiscard]] RandomKernel racy_kernel(std::uint64_t seed);
/// As compare_random, with racy_kernel and compare_races.
[[nodiscard]] Outcome compare_random_races(std::uint64_t first, std::uint64_t count);

/// Threads that communicate through a few cells: by fences, flags, atomics, barrier objects, asynchronous
/// copies.
[[nodiscard]] RandomKernel ordered_kernel(std::uint64_t seed);
/// As compare_random_races, with ordered_kernel and compare_races_in_order.
[[nodiscard]] Outcome compare_ordered_races(std::uint64_t first, std::uint64_t count);

} // namespace reference
