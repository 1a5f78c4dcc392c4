// The loop that runs a leaf, compiled once for each kind of host CPU: the including file sets WARPSCOPE_TARGET (a function
// attribute) and WARPSCOPE_RUN_LEAF (the function's name). No #pragma once: it is a template of a translation unit.
#include "sim/exec/ops_control.h"
#include "sim/exec/ops_float.h"
#include "sim/exec/ops_int.h"
#include "sim/exec/ops_memory.h"

namespace warpscope::exec {
namespace {

using Handler = Flow (*)(Warp&, const Instruction&);

// One function per row of opcodes.def: a row without an implementation does not compile.
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm)                                                             \
  WARPSCOPE_TARGET Flow handle_##name(Warp& w, const Instruction& in) { return ops::name(w, in); }
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE

constexpr Handler handlers[] = {
#define WARPSCOPE_OPCODE(name, mnemonic, dst, a, b, c, imm) handle_##name,
#include "sim/program/opcodes.def"
#undef WARPSCOPE_OPCODE
};

} // namespace

Flow WARPSCOPE_RUN_LEAF(Warp& w) {
  const Instruction* code = w.block->program->code.data();
  while (w.fuel != 0) {
    if (w.pc == w.stop_pc) {
      w.arrive();
      return Flow::Leave;
    }
    --w.fuel;
    const Instruction& in = code[w.pc];
    const Flow flow = handlers[static_cast<std::size_t>(in.op)](w, in);
    if (flow == Flow::Next) {
      ++w.pc;
    } else if (flow != Flow::Jumped) {
      return flow;
    }
  }
  return Flow::Next;
}

} // namespace warpscope::exec
