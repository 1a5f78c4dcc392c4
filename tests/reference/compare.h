// Runs a text's kernels through the whole chain (front end, lowering, executor, model) and through the
// reference, and says where they differ.
#pragma once

#include "sim/base/dim3.h"

#include <cstdint>
#include <string>
#include <vector>

namespace reference {

enum class Element : std::uint8_t { Integer, Float, Double }; ///< two NaNs count as equal

/// An argument: a buffer, with a copy for each kernel, or a number.
struct BufferArgument {
  std::vector<std::uint8_t> bytes;
  Element element = Element::Integer;
};

struct Comparison {
  std::string kernel; ///< its name in the text
  warpscope::Dim3 grid, block;
};

struct Outcome {
  std::uint64_t compared = 0; ///< number of kernels
  std::uint64_t warp_accesses = 0;
  std::uint64_t steps = 0; ///< of single threads, in the reference
  std::uint64_t races = 0,
                interpreted = 0; ///< compare_races: pairs of lines that race; kernels whose events came from
                                 ///< the interpreter
  std::uint64_t values = 0, lost_values = 0; ///< compare_values: of variables in lanes; not held any more
  std::vector<std::string> differences;      ///< a few lines for each kernel that differs
  Outcome& operator+=(const Outcome& other);
};

/// Every kernel takes `buffers` (as pointers) and then `number`.
[[nodiscard]] Outcome compare(const std::string& text, const std::vector<Comparison>& kernels,
                              const std::vector<BufferArgument>& buffers, int number);

/// What the variables of the text hold in each lane at each access of the first block: the executor's log
/// (trace::ValueLog) has what the reference computes.
[[nodiscard]] Outcome compare_values(const std::string& text, const std::vector<Comparison>& kernels,
                                     const std::vector<BufferArgument>& buffers, int number);

/// As compare(), of memory alone: the executor runs the text as compiled (sim/frontend/as_compiled.h), the
/// reference as written.
[[nodiscard]] Outcome compare_as_compiled(const std::string& text, const std::vector<Comparison>& kernels,
                                          const std::vector<BufferArgument>& buffers, int number);

/// For kernels that may race: checks that HazardSink finds the races that the definition
/// (tests/reference/races.h) finds in the interpreter's events or, where races changed the threads' control
/// flow, in the executor's.
[[nodiscard]] Outcome compare_races(const std::string& text, const std::vector<Comparison>& kernels,
                                    const std::vector<BufferArgument>& buffers, int number);

/// As compare_races, with the definition in ordered_races.h and the events of the executor's run; fences are
/// followed if one of the text's kernels has any.
[[nodiscard]] Outcome compare_races_in_order(const std::string& text, const std::vector<Comparison>& kernels,
                                             const std::vector<BufferArgument>& buffers, int number);

} // namespace reference
