// One text's kernels, each run by the whole chain (front end, lowering, executor, model) and by the
// reference, and the sentence that says where they differ.
#pragma once

#include "sim/base/dim3.h"

#include <cstdint>
#include <string>
#include <vector>

namespace reference {

enum class Element : std::uint8_t { Integer, Float, Double }; ///< NaNs of either kind are equal

/// An argument: a buffer of its own for each kernel, or a number.
struct BufferArgument {
  std::vector<std::uint8_t> bytes;
  Element element = Element::Integer;
};

struct Comparison {
  std::string kernel; ///< its name in the text
  warpscope::Dim3 grid, block;
};

struct Outcome {
  std::uint64_t compared = 0; ///< kernels
  std::uint64_t warp_accesses = 0;
  std::uint64_t steps = 0; ///< of single threads, in the reference
  std::uint64_t races = 0,
                interpreted = 0; ///< compare_races: line pairs that race; kernels whose events were the
                                 ///< interpreter's
  std::vector<std::string> differences; ///< a few lines for each kernel that differs
  Outcome& operator+=(const Outcome& other);
};

/// Every kernel takes `buffers` (as pointers) and then `number`.
[[nodiscard]] Outcome compare(const std::string& text, const std::vector<Comparison>& kernels,
                              const std::vector<BufferArgument>& buffers, int number);

/// For kernels that may race: HazardSink finds the races that the definition (tests/reference/races.h) finds
/// in the interpreter's events or, where the races led its threads another way, in the executor's.
[[nodiscard]] Outcome compare_races(const std::string& text, const std::vector<Comparison>& kernels,
                                    const std::vector<BufferArgument>& buffers, int number);

/// As compare_races, by the definition in ordered_races.h, in the events of the executor's run; fences are
/// followed if one of the text's kernels has some.
[[nodiscard]] Outcome compare_races_in_order(const std::string& text, const std::vector<Comparison>& kernels,
                                             const std::vector<BufferArgument>& buffers, int number);

} // namespace reference
