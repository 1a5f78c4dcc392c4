// Finds kernels whose blocks cannot observe each other, so that they may run at the same time.
#include "sim/exec/independent.h"

#include <optional>
#include <vector>

namespace warpscope::exec {
namespace {

/// Whatever the order of such operations, they leave the same value in memory.
bool commutes(program::AtomicOp op) {
  switch (op) {
  case program::AtomicOp::Add:
  case program::AtomicOp::MinS:
  case program::AtomicOp::MinU:
  case program::AtomicOp::MaxS:
  case program::AtomicOp::MaxU:
  case program::AtomicOp::And:
  case program::AtomicOp::Or:
  case program::AtomicOp::Xor: return true;
  default: return false;
  }
}

/// Returns the functions that the kernel can reach, starting with its own.
std::vector<std::uint32_t> reached_functions(const program::Program& program, std::uint32_t kernel) {
  std::vector<std::uint32_t> reached{program.kernels[kernel].function};
  std::vector<bool> known(program.functions.size());
  known[reached.front()] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const program::Function& function = program.functions[reached[i]];
    for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
      const program::Instruction& in = program.code[pc];
      if (in.op != program::Opcode::Call || known[in.imm]) continue;
      known[in.imm] = true;
      reached.push_back(in.imm);
    }
  }
  return reached;
}

} // namespace

bool blocks_are_independent(const program::Program& program, std::uint32_t kernel) {
  std::optional<std::uint32_t> only; // operation and width: two kinds at one address do not commute
  for (const std::uint32_t index : reached_functions(program, kernel)) {
    const program::Function& function = program.functions[index];
    for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
      const program::Instruction& in = program.code[pc];
      switch (in.op) {
      case program::Opcode::Fence:
        if (static_cast<program::FenceScope>(in.imm) == program::FenceScope::Device ||
            static_cast<program::FenceScope>(in.imm) == program::FenceScope::System)
          return false;
        break;
      // The order in which blocks launch, and take from the heap, is that of their numbers.
      case program::Opcode::DeviceLaunch:
      case program::Opcode::HeapMalloc:
      case program::Opcode::HeapFree: return false;
      case program::Opcode::LoadGlobal:
      case program::Opcode::LoadGeneric:
        if (program.sites[in.imm].is_volatile) return false;
        break;
      case program::Opcode::AtomGlobal:
      case program::Opcode::AtomGeneric: {
        const std::uint32_t kind = std::uint32_t{in.components} << 8 | in.bytes;
        if (in.dst != program::no_operand || !commutes(static_cast<program::AtomicOp>(in.components)) ||
            only.value_or(kind) != kind)
          return false;
        only = kind;
        break;
      }
      default: break;
      }
    }
  }
  return true;
}

} // namespace warpscope::exec
