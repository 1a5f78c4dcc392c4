// Programs made of noise: verify() rejects them, or they run within their budgets without harm (the
// sanitizers watch).
#include "sim/program/disassemble.h"
#include "sim/program/serialize.h"
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace warpscope::testing {
namespace {

class Noise {
 public:
  explicit Noise(std::uint32_t seed) : random_(seed) {}

  /// Mostly plausible: operands within a frame, targets within the function, now and then anything at all.
  program::Program program() {
    program::Program p;
    p.spans.resize(2);
    p.global_bytes = program::window_base + 256;
    p.constant_bytes = program::window_base + 64;
    program::Variable variable;
    variable.name = "v", variable.space = Space::Global, variable.offset = program::window_base,
    variable.size = 256;
    p.variables.push_back(variable);
    variable.space = Space::Constant, variable.size = 64;
    p.variables.push_back(variable);
    for (int i = 0; i < 24; ++i) p.constants.push_back(constant());
    const std::uint32_t functions = 1 + below(3);
    std::uint32_t pc = 0;
    for (std::uint32_t f = 0; f < functions; ++f) {
      program::Function function;
      function.name = "f";
      function.entry = pc;
      function.end = pc += 2 + below(30);
      function.slots = 12;
      function.predicates = 4;
      function.local_bytes = 32;
      if (f != 0) function.parameter_slots = 2, function.result_slots = 1, function.parameter_predicates = 1;
      p.functions.push_back(function);
    }
    for (const program::Function& function : p.functions) {
      for (std::uint32_t at = function.entry; at + 1 < function.end; ++at) instruction(p, function);
      program::Instruction ret;
      ret.op = program::Opcode::Ret, ret.a = 0, ret.b = 0;
      p.code.push_back(ret);
    }
    program::Kernel kernel;
    kernel.name = "k", kernel.parameter_bytes = 16, kernel.shared_bytes = 128;
    p.kernels.push_back(kernel);
    if (below(20) == 0) break_something(p);
    return p;
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  std::uint32_t constant() {
    switch (below(8)) {
    case 0: return 0;
    case 1: return ~0u;
    case 2: return below(40);
    case 3: return program::window_base + 4 * below(64);
    case 4: return 1 + below(5);
    case 5: return program::invalid_offset;
    default: return static_cast<std::uint32_t>(random_());
    }
  }
  std::uint32_t operand(program::OperandKind kind, const program::Program& p, const program::Function& f,
                        std::uint32_t width, bool destination) {
    if (below(400) == 0) return static_cast<std::uint32_t>(random_());
    switch (kind) {
    case program::OperandKind::S32:
      if (!destination && below(3) == 0) return program::constant_operand | below(24);
      return below(12);
    case program::OperandKind::S64:
      if (!destination && below(3) == 0) return program::constant_operand | below(23);
      return below(11);
    case program::OperandKind::N:
      return !destination && below(4) == 0 ? program::constant_operand | below(8)
                                           : below(13 - std::min(width, 12u));
    case program::OperandKind::P: {
      if (destination || below(6) != 0) return below(4);
      for (std::uint32_t i = 0; i < p.constants.size(); ++i)
        if (p.constants[i] == 0 || p.constants[i] == ~0u) return program::constant_operand | i;
      return 0;
    }
    case program::OperandKind::Pc: return f.entry + below(f.end - f.entry);
    default: return program::no_operand;
    }
  }
  void instruction(program::Program& p, const program::Function& f) {
    program::Instruction in;
    in.op = static_cast<program::Opcode>(below(program::opcode_count));
    if (below(3) == 0) in.op = program::Opcode::Branch;
    const program::OpcodeInfo& info = program::info_of(in.op);
    in.imm = below(10);
    std::uint32_t width = 1;
    if (program::is_memory(in.op)) {
      in.bytes = static_cast<std::uint8_t>(1u << below(4));
      in.components = static_cast<std::uint8_t>(1u << below(3));
      if (program::is_atomic(in.op)) {
        do
          in.components = static_cast<std::uint8_t>(
              below(static_cast<std::uint32_t>(program::AtomicOp::Count)));
        while (!program::atomic_takes(static_cast<program::AtomicOp>(in.components), in.bytes) &&
               in.bytes != 1);
      }
      program::Site site;
      site.kind = program::is_load(in.op)    ? AccessKind::Load
                  : program::is_store(in.op) ? AccessKind::Store
                                             : AccessKind::Atomic;
      site.width = program::is_atomic(in.op) ? in.bytes : std::uint32_t{in.bytes} * in.components;
      in.imm = static_cast<std::uint32_t>(p.sites.size());
      p.sites.push_back(site);
      width = program::is_atomic(in.op) ? 2 : 2u * in.components;
    }
    if (in.op == program::Opcode::FcmpF32 || in.op == program::Opcode::FcmpF64) in.imm = 10 + below(16);
    if (in.op == program::Opcode::Call) in.imm = below(static_cast<std::uint32_t>(p.functions.size()));
    if (in.op == program::Opcode::ToGeneric || in.op == program::Opcode::FromGeneric ||
        in.op == program::Opcode::IsSpace)
      in.imm = 1 + below(5);
    if (info.imm == program::OperandKind::U && below(2) == 0 && !program::is_memory(in.op) &&
        in.op != program::Opcode::Call)
      in.imm = below(4);
    in.dst = operand(info.dst, p, f, width, true);
    in.a = operand(info.a, p, f, width, false);
    in.b = operand(info.b, p, f, width, false);
    in.c = operand(info.c, p, f, width, false);
    if (info.imm == program::OperandKind::Pc)
      in.imm = below(4) == 0 && in.op == program::Opcode::Branch
                   ? program::no_operand
                   : operand(program::OperandKind::Pc, p, f, 1, false);
    if (in.op == program::Opcode::Ret) in.op = program::Opcode::Nop;
    if (in.op == program::Opcode::Call) in.a = in.b = in.dst = in.c = 0;
    in.span = below(2);
    p.code.push_back(in);
  }
  void break_something(program::Program& p) {
    program::Instruction& in = p.code[below(static_cast<std::uint32_t>(p.code.size()))];
    std::uint32_t* fields[] = {&in.dst,
                               &in.a,
                               &in.b,
                               &in.c,
                               &in.imm,
                               &in.span,
                               &p.functions[0].end,
                               &p.functions[0].slots,
                               &p.kernels[0].function,
                               &p.global_bytes,
                               &p.constant_bytes,
                               &p.variables[0].offset,
                               &p.functions[0].entry};
    *fields[below(std::size(fields))] = static_cast<std::uint32_t>(random_());
  }
  std::mt19937 random_;
};

TEST(Fuzz, NoiseIsRejectedOrRunsWithinItsBudgets) {
  int ran = 0, rejected = 0;
  std::array<int, 5> ends{};
  for (std::uint32_t seed = 0; seed < 20000; ++seed) {
    program::Program program = Noise(seed).program();
    (void)program::disassemble(program);
    if (!program::verify(program).empty()) {
      ++rejected;
      continue;
    }
    ++ran;
    Machine machine(std::move(program));
    (void)machine.buffer("b", std::vector<std::uint32_t>(64));
    machine.launch.block = {1 + seed % 70, 1, 1};
    machine.launch.grid = {2, 1, 1};
    machine.launch.parameters.assign(16, static_cast<std::uint8_t>(seed));
    machine.options.budget.warp_instructions_per_block = 3000;
    machine.options.budget.warp_instructions = 5000;
    machine.options.budget.printf_bytes = 1000;
    machine.options.code = static_cast<exec::HostCode>(seed % 3);
    const exec::RunResult result = machine.go();
    ASSERT_LE(result.warp_instructions, 5000u);
    ASSERT_LE(result.printf_output.size(), 1000u);
    ++ends[static_cast<std::size_t>(result.status)];
  }
  // The noise reaches both: verify() is not just saying no, and not just yes.
  EXPECT_GT(ran, 2000);
  EXPECT_GT(rejected, 2000);
  EXPECT_GT(ends[static_cast<std::size_t>(exec::RunStatus::Done)], 10);
  EXPECT_GT(ends[static_cast<std::size_t>(exec::RunStatus::Faulted)], 100);
  EXPECT_GT(ends[static_cast<std::size_t>(exec::RunStatus::BudgetExceeded)], 10);
}

} // namespace
} // namespace warpscope::testing
