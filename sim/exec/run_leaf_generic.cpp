// The executor's loop for any CPU.
#define WARPSCOPE_TARGET
#define WARPSCOPE_RUN_LEAF run_leaf_generic
#include "sim/exec/run_leaf.inc.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string_view>

namespace warpscope::exec {

namespace {

/// $WARPSCOPE_HOST_CODE, "avx2" or "plain", shows on one machine how fast another one would be.
HostCode allowed_code() {
  const char* const text = std::getenv("WARPSCOPE_HOST_CODE");
  const std::string_view wanted = text == nullptr ? "" : text;
  return wanted == "plain" ? HostCode::Plain : wanted == "avx2" ? HostCode::Avx2 : HostCode::Best;
}

} // namespace

namespace {

void tell_values(Warp& w, u32 pc, bool after) {
  const Block& block = *w.block;
  const program::NamedValues& named = block.program->named;
  for (u32 i = block.notes[pc]; i < block.notes[pc + 1]; ++i) {
    const program::ValueNote& note = named.notes[i];
    if (note.after != after) continue;
    trace::ValueEvent event{block.linear, w.index, note.value, w.mask};
    std::array<u32, warp_size> bits{};
    switch (note.kind) {
    case program::NoteKind::Lost: event.what = trace::ValueEvent::What::Lost; break;
    case program::NoteKind::Constant: event.constant = note.constant; break;
    case program::NoteKind::Predicate:
      for (u32 lane = 0; lane < warp_size; ++lane) bits[lane] = w.predicate(note.operand) >> lane & 1;
      event.low = bits.data();
      break;
    case program::NoteKind::Slot: {
      const bool wide = program::is_wide(named.values[note.value]);
      event.low = w.source(note.operand, wide ? 2 : 1);
      event.high = wide ? event.low + warp_size : nullptr;
      break;
    }
    }
    w.block->set_lanes[w.index * named.values.size() + note.value] |= w.mask;
    block.sink->on_value(event);
  }
}

/// The text runs on around an inner scope: a variable of that scope is another one when it is entered again.
void leave_scopes(Warp& w, u32 pc) {
  Block& block = *w.block;
  const program::NamedValues& named = block.program->named;
  for (u32 i = block.marks[pc]; i < block.marks[pc + 1]; ++i) {
    if (named.marks[i].scope >= block.inner_values.size()) continue;
    for (const u32 value : block.inner_values[named.marks[i].scope]) {
      u32& set = block.set_lanes[w.index * named.values.size() + value];
      if ((set & w.mask) == 0) continue;
      trace::ValueEvent event{block.linear, w.index, value, set & w.mask, trace::ValueEvent::What::Unset};
      block.sink->on_value(event);
      set &= ~w.mask;
    }
  }
}

/// True for functions that compute; minima, signs and roundings move or choose what is there.
bool computes(program::MathFunction function) {
  using enum program::MathFunction;
  switch (function) {
  case Abs:
  case Floor:
  case Ceil:
  case Trunc:
  case Round:
  case Rint:
  case Min:
  case Max:
  case Copysign:
  case Nextafter: return false;
  default: return true;
  }
}

void count_operations(const Warp& w, const program::Instruction& in) {
  using enum program::Opcode;
  RunResult& result = *w.block->result;
  const auto lanes = static_cast<u64>(std::popcount(w.mask));
  switch (in.op) {
  case AddF32:
  case SubF32:
  case MulF32:
  case DivF32: result.float_operations += lanes; break;
  case FmaF32: result.float_operations += 2 * lanes; break;
  case MathF32:
    if (computes(static_cast<program::MathFunction>(in.imm))) result.float_operations += lanes;
    break;
  case HalfMath: {
    const auto operation = static_cast<program::HalfOp>(in.imm % program::HalfFlags::bfloat);
    if (operation >= program::HalfOp::Min) break;
    result.float_operations += lanes * ((in.imm & program::HalfFlags::pair) != 0 ? 2 : 1) *
                               (operation == program::HalfOp::Fma ? 2 : 1);
    break;
  }
  case AddF64:
  case SubF64:
  case MulF64:
  case DivF64: result.double_operations += lanes; break;
  case FmaF64: result.double_operations += 2 * lanes; break;
  case MathF64:
    if (computes(static_cast<program::MathFunction>(in.imm))) result.double_operations += lanes;
    break;
  default: break;
  }
}

} // namespace

Flow run_leaf_noting(Warp& w, bool values, bool instructions) {
  const program::Instruction* code = w.block->program->code.data(); // each by itself, none fused
  while (w.fuel >= 1) {
    if (w.pc == w.stop_pc) {
      if (w.arrive()) continue;
      return Flow::Leave;
    }
    --w.fuel;
    const u32 pc = w.pc;
    if (instructions) w.block->sink->on_instruction({w.block->linear, w.index, pc, w.mask});
    if (values) {
      tell_values(w, pc, false);
      leave_scopes(w, pc);
    }
    const Flow flow = handlers[static_cast<std::size_t>(code[pc].op)](w, code[pc]);
    if (flow == Flow::Next) {
      count_operations(w, code[pc]);
      if (values) tell_values(w, pc, true);
      ++w.pc;
    } else if (flow != Flow::Jumped) {
      return flow;
    }
  }
  return Flow::Next;
}

RunLeaf pick_run_leaf([[maybe_unused]] HostCode code) {
  static const HostCode allowed = allowed_code();
  code = std::max(code, allowed);
#if defined(__x86_64__) && !defined(__clang__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && avx512 && code == HostCode::Best) return run_leaf_avx512;
  if (avx2 && code != HostCode::Plain) return run_leaf_avx2;
#endif
  return run_leaf_generic;
}

} // namespace warpscope::exec
