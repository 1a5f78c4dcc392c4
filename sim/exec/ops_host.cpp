// printf and assert: a kernel's messages to the person.
#include "sim/exec/ops_control.h"
#include "sim/exec/printf_format.h"

#include <bit>
#include <cstring>

namespace warpscope::exec {
namespace {

constexpr std::size_t longest_string = 4096; ///< bytes of a format, and of the string that one %s prints

} // namespace

Flow print(Warp& w, const program::Instruction& in) {
  Block& block = *w.block;
  RunResult& result = *block.result;
  block.printed->push_back({block.linear, w.age + (block.slice - w.fuel), result.printf_output.size()});
  const u32* formats = w.source(in.a, 2);
  const u32* buffers = w.source(in.b, 2);
  u32 values[warp_size] = {};
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    std::string format, text;
    if (!block.read_string(w, lane, get<u64>(formats, lane), longest_string, format)) {
      return w.fault(trace::FaultKind::OutOfBounds, lane, "calls printf with a format that is not in memory");
    }
    const u64 buffer = get<u64>(buffers, lane);
    PrintfSource source;
    source.read = [&](u64 offset, void* to, std::size_t bytes) {
      const std::uint8_t* from = block.peek(w, lane, buffer + offset, bytes);
      if (from != nullptr) std::memcpy(to, from, bytes);
      return from != nullptr;
    };
    source.string = [&](u64 pointer, std::string& to) {
      return block.read_string(w, lane, pointer, longest_string, to);
    };
    values[lane] = static_cast<u32>(format_printf(text, format, source));
    const u32 limit = block.budget->printf_bytes;
    if (limit != 0 && result.printf_output.size() + text.size() > limit) {
      text.resize(limit - std::min<std::size_t>(limit, result.printf_output.size()));
      result.printf_truncated = true;
    }
    result.printf_output += text;
  }
  if (in.dst != program::no_operand) set_lanes<u32>(w, in.dst, [&](u32 i) { return values[i]; });
  return Flow::Next;
}

Flow assertion_failed(Warp& w, const program::Instruction& in) {
  const auto lane = first_lane(w.mask);
  std::string condition, file;
  if (!w.block->read_string(w, lane, get<u64>(w.source(in.a, 2), lane), longest_string, condition))
    condition = "?";
  if (!w.block->read_string(w, lane, get<u64>(w.source(in.b, 2), lane), longest_string, file)) file = "?";
  return w.fault(trace::FaultKind::Assert, lane,
                 "fails the assertion `" + condition + "' (" + file + ":" +
                     std::to_string(w.source(in.c)[lane]) + ")");
}

} // namespace warpscope::exec
