// Walks frame pointers, and past a library's function without one finds the return address on the stack.
#include "guest/runtime/frames.h"

#include <algorithm>
#include <cstring>
#include <pthread.h>

namespace warpscope::guest {
namespace {

std::vector<CodeRange> program_code;
thread_local StackBounds bounds;

bool on_stack(std::uint64_t address, std::uint64_t bytes) {
  return address % 8 == 0 && address >= bounds.low && address < bounds.high && bounds.high - address >= bytes;
}

std::uint64_t word(std::uint64_t address) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

void walk(Frames& frames, std::uint64_t frame) {
  while (frames.count < most_frames && on_stack(frame, 16)) {
    const std::uint64_t back = word(frame + 8);
    if (is_program_code(back)) frames.add(back);
    const std::uint64_t next = word(frame);
    if (next <= frame) break;
    frame = next;
  }
}

/// Whether a call ends at `address`: call rel32, or an indirect one.
bool follows_call(std::uint64_t address) {
  if (!is_program_code(address) || !is_program_code(address - 7)) return false;
  const auto* at = reinterpret_cast<const unsigned char*>(address);
  if (at[-5] == 0xE8) return true;
  for (int length = 2; length <= 7; ++length)
    if (at[-length] == 0xFF && (at[-length + 1] & 0x38) == 0x10) return true;
  return false;
}

} // namespace

void set_program_code(std::vector<CodeRange> ranges) { program_code = std::move(ranges); }

bool is_program_code(std::uint64_t address) {
  return std::any_of(program_code.begin(), program_code.end(),
                     [&](const CodeRange& r) { return address >= r.first && address < r.end; });
}

void note_stack_of_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  bounds = {reinterpret_cast<std::uint64_t>(low), reinterpret_cast<std::uint64_t>(low) + size};
}

StackBounds stack_of_thread() { return bounds; }

Frames frames_from(std::uint64_t frame) {
  Frames frames;
  walk(frames, frame);
  return frames;
}

Frames frames_at(std::uint64_t instruction, std::uint64_t stack, std::uint64_t frame) {
  Frames frames;
  if (is_program_code(instruction)) {
    frames.add(instruction + 1);
  } else {
    // Inside a library, or after a call of a wrong address: the innermost call of the program is the first
    // return address above the stack pointer.
    const std::uint64_t end = std::min(bounds.high, stack + (64u << 10));
    for (std::uint64_t at = (stack + 7) / 8 * 8; on_stack(at, 8) && at < end; at += 8)
      if (follows_call(word(at))) {
        frames.add(word(at));
        // A frame pointer below it is the library's own register or frame, of no use.
        while (on_stack(frame, 16) && frame < at && word(frame) > frame) frame = word(frame);
        if (frame == at - 8) frame = word(frame);
        break;
      }
  }
  walk(frames, frame);
  return frames;
}

} // namespace warpscope::guest
