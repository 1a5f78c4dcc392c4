// The loop that runs a leaf, compiled once for each kind of host CPU: the including file sets
// WARPSCOPE_TARGET (a function attribute) and WARPSCOPE_RUN_LEAF (the function's name). No #pragma once: the
// file serves as a template for translation units.
#include "sim/exec/ops_control.h"
#include "sim/exec/ops_float.h"
#include "sim/exec/ops_fused.h"
#include "sim/exec/ops_int.h"
#include "sim/exec/ops_memory.h"

namespace warpscope::exec {
namespace {

using Handler = Flow (*)(Warp&, const program::Instruction&);

// One function for each row of opcodes.def and fused.def; a row without an implementation does not compile.
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm)                                                  \
  WARPSCOPE_TARGET Flow handle_##name(Warp& w, const program::Instruction& in) { return ops::name(w, in); }
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE
#define WARPSCOPE_FUSED(name, instructions)                                                                  \
  WARPSCOPE_TARGET Flow handle_##name(Warp& w, const program::Instruction& in) { return ops::name(w, in); }
#include "sim/exec/fused.def"
#undef WARPSCOPE_FUSED

constexpr Handler handlers[] = {
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm) handle_##name,
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE
    nullptr, // Opcode::Count
#define WARPSCOPE_FUSED(name, instructions) handle_##name,
#include "sim/exec/fused.def"
#undef WARPSCOPE_FUSED
};

/// Runs until fewer than `reserve` instructions of fuel are left (Flow::Next) or something else ends it.
WARPSCOPE_TARGET WARPSCOPE_INLINE Flow run_while(Warp& w, const program::Instruction* code, u64 reserve) {
  while (w.fuel >= reserve) {
    if (w.pc == w.stop_pc) {
      if (w.arrive()) continue;
      return Flow::Leave;
    }
    --w.fuel;
    const program::Instruction& in = code[w.pc];
    const Flow flow = handlers[static_cast<std::size_t>(in.op)](w, in);
    if (flow == Flow::Next) {
      ++w.pc;
    } else if (flow != Flow::Jumped) {
      return flow;
    }
  }
  return Flow::Next;
}

} // namespace

WARPSCOPE_TARGET Flow WARPSCOPE_RUN_LEAF(Warp& w) {
  const Flow flow = run_while(w, w.block->code.data(), longest_fused);
  if (flow != Flow::Next) return flow;
  // Without fused groups, so that no instruction runs beyond the fuel.
  return run_while(w, w.block->program->code.data(), 1);
}

} // namespace warpscope::exec
