// Where the program is: the return addresses in its own code, found by walking the frame pointers. Safe in a
// signal handler: reads nothing outside the thread's stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope::guest {

inline constexpr std::size_t most_frames = 16;

struct CodeRange {
  std::uint64_t first = 0, end = 0;
};
/// The program's code; set once, before the program runs.
void set_program_code(std::vector<CodeRange> ranges);
[[nodiscard]] bool is_program_code(std::uint64_t address);

/// Notes where this thread's stack lies; without it no frame is found.
void note_stack_of_thread();
struct StackBounds {
  std::uint64_t low = 0, high = 0;
};
[[nodiscard]] StackBounds stack_of_thread();

/// At most most_frames addresses, innermost first. No allocation.
struct Frames {
  std::uint64_t at[most_frames] = {};
  std::size_t count = 0;

  void add(std::uint64_t address) {
    if (count < most_frames) at[count++] = address;
  }
  [[nodiscard]] std::vector<std::uint64_t> list() const { return {at, at + count}; }
};
/// From a frame pointer on.
[[nodiscard]] Frames frames_from(std::uint64_t frame);
/// From a thread's registers at a fault. The first may be the faulting instruction itself; one is added to
/// it, as if it were a return address.
[[nodiscard]] Frames frames_at(std::uint64_t instruction, std::uint64_t stack, std::uint64_t frame);

} // namespace warpscope::guest
