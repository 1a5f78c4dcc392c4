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

} // namespace reference
