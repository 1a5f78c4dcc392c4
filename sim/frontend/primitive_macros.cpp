// Writes the macros, from the same enumerations that the executor uses.
#include "sim/frontend/primitive_macros.h"

#include "sim/base/access.h"
#include "sim/program/enums.h"

namespace warpscope::frontend {

std::string primitive_macros() {
  std::string text = "#pragma once\n";
  const auto define = [&](const char* group, const char* name, auto value) {
    text += std::string("#define __WS_") + group + "_" + name + " " +
            std::to_string(static_cast<unsigned>(value)) + "\n";
  };
#define WARPSCOPE_MATH(name, arguments) define("MATH", #name, program::MathFunction::name);
#include "sim/program/math_functions.def"
#undef WARPSCOPE_MATH
  // clang-format off: a group a paragraph
#define WS_NUMBER(group, type, name) define(group, #name, type::name);
#define WS_ROUND(name) WS_NUMBER("ROUND", program::Rounding, name)
  WS_ROUND(Nearest) WS_ROUND(Zero) WS_ROUND(Down) WS_ROUND(Up)
#define WS_ATOMIC(name) WS_NUMBER("ATOMIC", program::AtomicOp, name)
  WS_ATOMIC(Add) WS_ATOMIC(AddF32) WS_ATOMIC(AddF64) WS_ATOMIC(AddF16) WS_ATOMIC(AddBF16) WS_ATOMIC(MinS)
  WS_ATOMIC(MinU) WS_ATOMIC(MaxS) WS_ATOMIC(MaxU) WS_ATOMIC(And) WS_ATOMIC(Or) WS_ATOMIC(Xor)
  WS_ATOMIC(Exch) WS_ATOMIC(Cas) WS_ATOMIC(Inc) WS_ATOMIC(Dec) WS_ATOMIC(AddF16x2)
  WS_ATOMIC(AddBF16x2)
#define WS_HALF(name) WS_NUMBER("HALF", program::HalfOp, name)
  WS_HALF(Add) WS_HALF(Sub) WS_HALF(Mul) WS_HALF(Fma) WS_HALF(Min) WS_HALF(Max) WS_HALF(Neg) WS_HALF(Abs)
  define("HALF", "BFLOAT", program::HalfFlags::bfloat);
  define("HALF", "PAIR", program::HalfFlags::pair);
#define WS_SHUFFLE(name) WS_NUMBER("SHUFFLE", program::ShuffleMode, name)
  WS_SHUFFLE(Idx) WS_SHUFFLE(Up) WS_SHUFFLE(Down) WS_SHUFFLE(Bfly)
#define WS_VOTE(name) WS_NUMBER("VOTE", program::VoteMode, name)
  WS_VOTE(All) WS_VOTE(Any) WS_VOTE(Uniform) WS_VOTE(Ballot)
#define WS_REDUX(name) WS_NUMBER("REDUX", program::ReduxOp, name)
  WS_REDUX(Add) WS_REDUX(MinS) WS_REDUX(MinU) WS_REDUX(MaxS) WS_REDUX(MaxU) WS_REDUX(And) WS_REDUX(Or)
  WS_REDUX(Xor) define("BARRIER", "Count", program::BarrierReduction::Count_);
#define WS_BARRIER(name) WS_NUMBER("BARRIER", program::BarrierReduction, name)
  WS_BARRIER(And) WS_BARRIER(Or)
#define WS_ARRIVAL(name) WS_NUMBER("ARRIVAL", program::BarrierArrival, name)
  WS_ARRIVAL(Arrive) WS_ARRIVAL(Drop) WS_ARRIVAL(Copies) WS_ARRIVAL(Begin) WS_ARRIVAL(Expect)
  WS_ARRIVAL(Complete)
#define WS_CLUSTER(name) WS_NUMBER("CLUSTER", program::ClusterStep, name)
  WS_CLUSTER(Arrive) WS_CLUSTER(Wait)
#define WS_TENSOR(name) WS_NUMBER("TENSOR", program::TensorCopyWay, name)
  WS_TENSOR(Load) WS_TENSOR(LoadAgain) WS_TENSOR(Store)
#define WS_FENCE(name) WS_NUMBER("FENCE", program::FenceScope, name)
  WS_FENCE(Block) WS_FENCE(Device) WS_FENCE(System) WS_FENCE(Proxy)
#define WS_COPY(name) WS_NUMBER("COPY", program::AsyncCopyStep, name)
  WS_COPY(Begin) WS_COPY(End) WS_COPY(Commit) WS_COPY(WaitOldest)
#define WARPSCOPE_SPACE(name, ...) WS_NUMBER("SPACE", Space, name)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#define WS_SPECIAL(name) WS_NUMBER("SPECIAL", program::SpecialRegister, name)
  WS_SPECIAL(TidX) WS_SPECIAL(TidY) WS_SPECIAL(TidZ) WS_SPECIAL(NTidX) WS_SPECIAL(NTidY)
  WS_SPECIAL(NTidZ) WS_SPECIAL(CtaidX) WS_SPECIAL(CtaidY) WS_SPECIAL(CtaidZ) WS_SPECIAL(NCtaidX)
  WS_SPECIAL(NCtaidY) WS_SPECIAL(NCtaidZ) WS_SPECIAL(LaneId) WS_SPECIAL(WarpId) WS_SPECIAL(NWarpId)
  WS_SPECIAL(SmId) WS_SPECIAL(LaneMaskEq) WS_SPECIAL(LaneMaskLt) WS_SPECIAL(LaneMaskLe)
  WS_SPECIAL(LaneMaskGt) WS_SPECIAL(LaneMaskGe) WS_SPECIAL(Clock) WS_SPECIAL(DynamicSharedSize)
  WS_SPECIAL(ClusterX) WS_SPECIAL(ClusterY) WS_SPECIAL(ClusterZ)
// clang-format on
#undef WS_NUMBER
#undef WS_ROUND
#undef WS_ATOMIC
#undef WS_SHUFFLE
#undef WS_VOTE
#undef WS_REDUX
#undef WS_BARRIER
#undef WS_ARRIVAL
#undef WS_FENCE
#undef WS_CLUSTER
#undef WS_TENSOR
#undef WS_COPY
#undef WS_SPECIAL
                                                                      text += "#define __WS_PRIMITIVES";
#define WARPSCOPE_PRIMITIVE(result, name, parameters, instruction, shape, limit, bytes)                      \
  text += " " #result " __ws_" #name #parameters ";";
#include "sim/program/primitives.def"
#undef WARPSCOPE_PRIMITIVE
  text += "\n";
  return text;
}

} // namespace warpscope::frontend
