// Groups of instructions (fused.def), each composed of the operations of its parts. Warp::pc and the fuel
// advance with each part, so that a fault names the right instruction.
#pragma once

#include "sim/exec/ops_control.h"
#include "sim/exec/ops_int.h"
#include "sim/exec/ops_memory.h"

namespace warpscope::exec::ops {

/// The loop has paid for the first instruction and advances past the last one.
WARPSCOPE_INLINE const program::Instruction& next(Warp& w, const program::Instruction& in) {
  --w.fuel;
  ++w.pc;
  return *(&in + 1);
}

WARPSCOPE_OP(CompareBranch) {
  Icmp32(w, in);
  return Branch(w, next(w, in));
}
WARPSCOPE_OP(AddCompareBranch) {
  Add32(w, in);
  return CompareBranch(w, next(w, in));
}
WARPSCOPE_OP(JumpCompareBranch) {
  --w.fuel;
  w.pc = in.imm;
  return CompareBranch(w, w.block->code.data()[in.imm]);
}
WARPSCOPE_OP(AddJumpCompareBranch) {
  Add32(w, in);
  return JumpCompareBranch(w, next(w, in));
}
WARPSCOPE_OP(GepLoadShared) {
  Gep32(w, in);
  return LoadShared(w, next(w, in));
}
WARPSCOPE_OP(GepGepLoadShared) {
  Gep32(w, in);
  return GepLoadShared(w, next(w, in));
}
WARPSCOPE_OP(GepLoadGlobal) {
  Gep32(w, in);
  return LoadGlobal(w, next(w, in));
}
WARPSCOPE_OP(MulAdd32) {
  Mul32(w, in);
  return Add32(w, next(w, in));
}

} // namespace warpscope::exec::ops
