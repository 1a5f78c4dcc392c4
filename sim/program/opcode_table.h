// opcodes.def as data, for the verifier, the disassembler and the executor.
#pragma once

#include "sim/program/program.h"

#include <cstdint>
#include <string_view>

namespace warpscope::program {

/// The columns dst to imm of opcodes.def.
enum class OperandKind : std::uint8_t { None, S32, S64, P, N, Pc, U };

struct OpcodeInfo {
  std::string_view name;
  std::string_view mnemonic;
  OperandKind dst, a, b, c, imm;
};

inline constexpr std::uint32_t opcode_count = static_cast<std::uint32_t>(Opcode::Count);

/// `op` must be below Opcode::Count.
[[nodiscard]] const OpcodeInfo& info_of(Opcode op);

/// True when the instruction may transfer control elsewhere than to the next one; nothing falls through it.
[[nodiscard]] constexpr bool ends_block(Opcode op) {
  return op == Opcode::Jump || op == Opcode::Branch || op == Opcode::Ret || op == Opcode::Exit ||
         op == Opcode::Trap;
}
[[nodiscard]] constexpr bool is_load(Opcode op) {
  return op >= Opcode::LoadGlobal && op <= Opcode::LoadGeneric;
}
[[nodiscard]] constexpr bool is_store(Opcode op) {
  return op >= Opcode::StoreGlobal && op <= Opcode::StoreGeneric;
}
[[nodiscard]] constexpr bool is_atomic(Opcode op) {
  return op >= Opcode::AtomGlobal && op <= Opcode::AtomGeneric;
}
/// True when a lane's result depends on other lanes of its warp: the rows of opcodes.def between its words
/// "between the lanes" and "further".
[[nodiscard]] constexpr bool is_between_lanes(Opcode op) {
  return op >= Opcode::Shuffle32 && op <= Opcode::Redux32;
}
/// Reads and writes memory by two sites: imm and the next one.
[[nodiscard]] constexpr bool is_bulk_copy(Opcode op) {
  return op == Opcode::BulkCopy || op == Opcode::TensorCopy;
}
/// Its sites are imm and the next one, in place of a site alone.
[[nodiscard]] constexpr bool has_two_sites(Opcode op) { return is_bulk_copy(op) || op == Opcode::Wgmma; }
[[nodiscard]] constexpr bool is_memory(Opcode op) { return is_load(op) || is_store(op) || is_atomic(op); }

/// The space in a memory opcode's name; None for generic accesses and for all other opcodes.
[[nodiscard]] constexpr Space space_of(Opcode op) {
  if (op == Opcode::LoadGeneric || op == Opcode::StoreGeneric || op == Opcode::AtomGeneric)
    return Space::None;
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, ...)                                    \
  if (op == Opcode::load || op == Opcode::store || op == Opcode::atomic) return Space::name;
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  return Space::None;
}
/// The instructions that access a space; the generic ones where it has none.
struct SpaceOpcodes {
  Opcode load, store, atomic;
};
[[nodiscard]] constexpr SpaceOpcodes opcodes_of(Space space) {
  constexpr SpaceOpcodes all[] = {
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, ...)                                    \
  {Opcode::load, Opcode::store, Opcode::atomic},
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
  };
  return all[static_cast<unsigned>(space)];
}

[[nodiscard]] std::string_view name_of(AtomicOp op);
[[nodiscard]] std::string_view name_of(MathFunction function);
[[nodiscard]] std::string_view name_of(Compare compare);
[[nodiscard]] std::string_view name_of(SpecialRegister value);
/// The number of operands of the math function: 1 or 2.
[[nodiscard]] std::uint32_t arguments_of(MathFunction function);
/// True when the executor implements the atomic operation at this operand width: 2, 4 or 8 bytes.
[[nodiscard]] bool atomic_takes(AtomicOp op, std::uint32_t bytes);

/// Limits that verify() enforces, so that the memory of a run is bounded.
inline constexpr std::uint32_t max_function_slots = 1u << 16;
inline constexpr std::uint32_t max_function_predicates = 1u << 16;
inline constexpr std::uint32_t max_shared_bytes = 1u << 20;
inline constexpr std::uint32_t max_constant_end = window_base + (1u << 20);
inline constexpr std::uint32_t max_global_end = 1u << 30;
inline constexpr std::uint32_t max_local_bytes = 512u << 10;
inline constexpr std::uint32_t max_parameter_bytes = 1u << 16;

} // namespace warpscope::program
