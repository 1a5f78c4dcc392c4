// Vector clocks, for launches in which fences and flags order threads of several blocks: what happens before
// a thread's next access. A clock holds for each block how many of its barriers, and for some of its threads
// what came after that. Clocks are immutable, and a join shares what it can, so that a chain of a thousand
// blocks in which each knows all before it stays small.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warpscope::races {

/// What is known about one block: all that its threads did before its barrier number `interval`, and what
/// some threads did since, before the given times.
struct BlockKnown {
  std::uint32_t interval = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> threads; ///< pairs of thread and time, ascending
  [[nodiscard]] bool knows(std::uint32_t at_interval, std::uint32_t thread, std::uint32_t time) const;
  [[nodiscard]] std::uint32_t time_of(std::uint32_t thread) const; ///< 0: nothing since the barrier
};
using BlockKnownRef = std::shared_ptr<const BlockKnown>;
[[nodiscard]] BlockKnownRef join(const BlockKnownRef& a, const BlockKnownRef& b); ///< null: nothing is known

class Clock;
using ClockRef = std::shared_ptr<const Clock>; ///< null: nothing is known

class Clock {
 public:
  [[nodiscard]] const BlockKnown* of(std::uint64_t block) const;
  [[nodiscard]] static ClockRef with(const ClockRef& clock, std::uint64_t block,
                                     const BlockKnownRef& known); ///< joined with what the clock knows about
                                                                  ///< the block
  [[nodiscard]] static ClockRef join(const ClockRef& a, const ClockRef& b);

 private:
  static constexpr std::uint64_t together = 128;
  using Part = std::array<BlockKnownRef, together>;
  std::vector<std::shared_ptr<const Part>> parts_; ///< index: block / together
};

} // namespace warpscope::races
