// The order in which a compiler issues the instructions of a stretch without branches: what others wait for
// longest comes first, so that loads stand early, and what needs them late.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::multiprocessor {

/// Something that has to come before an operation.
struct Dependency {
  std::uint32_t on = 0; ///< index of an operation before it
  bool result = true;   ///< its result is needed; otherwise only the order counts
};

struct Operation {
  std::uint32_t slots = 1;            ///< issue slots
  std::uint32_t latency = 4;          ///< cycles that the compiler expects between its issue and its result
  std::uint32_t first = 0, count = 0; ///< its dependencies
  bool early = false;                 ///< a load, which may come before any number of others
  std::uint32_t registers = 0;        ///< `early`: those of its result
};

/// Of the operations that are left, this many of the first can be chosen from: registers bound how many
/// chains are under way. Eight bodies of a loop over bodies attracting each other overlap by twos on an H200.
inline constexpr std::uint32_t window = 32;

/// Returns the operations' indices in the order of issue: of those in the window whose results are there the
/// one with the longest chain behind it, of equal ones the first in the text. A load for whose result no
/// register is left of `room`, beside the loads whose results not all operations have read, waits until one
/// is, unless nothing else can go.
[[nodiscard]] std::vector<std::uint32_t> schedule(std::span<const Operation> operations,
                                                  std::span<const Dependency> dependencies,
                                                  std::uint32_t room = 255);

} // namespace warpscope::multiprocessor
