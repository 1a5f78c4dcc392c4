#include "sim/program/disassemble.h"
#include "sim/program/serialize.h"
#include "tests/program/assembler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace warpscope::testing {
namespace {

Program sample() {
  Assembler as;
  (void)as.string("hello %d\n");
  as.begin("kernel", 12, 2);
  as.function().local_bytes = 32;
  as.load(Opcode::LoadParam, 0, as.c32(window_base));
  as.special(1, SpecialRegister::TidX);
  as.op(Opcode::Icmp32, 0, 1, as.c32(5), no_operand, static_cast<std::uint32_t>(Compare::Ult));
  as.branch(0, "yes", "meet", "meet");
  as.label("yes");
  as.op(Opcode::Gep32, 2, 0, 1, no_operand, 16);
  as.load(Opcode::LoadGlobal, 4, 2, 4, 4);
  as.atomic(Opcode::AtomGlobal, AtomicOp::AddF32, no_operand, 2, 4);
  as.op(Opcode::Call, 8, 4, 0, 1, 1);
  as.label("meet");
  as.ret();
  as.end();
  as.begin("callee", 4, 1);
  as.function().parameter_slots = 2;
  as.function().result_slots = 1;
  as.function().parameter_predicates = 1;
  as.function().result_predicates = 1;
  as.op(Opcode::MathF32, 1, 0, no_operand, no_operand, static_cast<std::uint32_t>(MathFunction::Sqrt));
  as.op(Opcode::Ret, no_operand, 1, 0);
  as.end();
  as.kernel(0, 8, 256);
  Parameter parameter;
  parameter.name = "in", parameter.type = "const float4 *", parameter.size = 8, parameter.is_pointer = true;
  parameter.element = ElementType::F32, parameter.element_size = 16;
  as.program.kernels[0].parameters.push_back(parameter);
  Variable variable;
  variable.name = "tile", variable.space = Space::Shared, variable.offset = window_base, variable.size = 256;
  variable.dimensions = {8, 8}, variable.element_type = "float", variable.element_size = 4,
  variable.kernels = {0};
  as.program.variables.push_back(variable);
  as.program.sites[1].text = "in[i]";
  as.program.sites[1].variable = "in";
  return as.program;
}

TEST(Verify, TakesASoundProgram) {
  EXPECT_EQ(verify(sample()), std::vector<std::string>{});
  EXPECT_FALSE(verify(Program{}).empty()); // no span 0
}

TEST(Verify, RejectsEachDefect) {
  const std::function<void(Program&)> defects[] = {
      [](Program& p) { p.spans.clear(); },
      [](Program& p) { p.code[0].op = Opcode::Count; },
      [](Program& p) { p.code[0].op = static_cast<Opcode>(0xffff); },
      [](Program& p) { p.code[0].span = 1000; },
      [](Program& p) { p.code[0].dst = 12; },
      [](Program& p) { p.code[0].dst = constant_operand; },
      [](Program& p) { p.code[0].dst = no_operand; },
      [](Program& p) { p.code[0].imm = 1000; },
      [](Program& p) { p.code[0].bytes = 3; },
      [](Program& p) { p.code[0].components = 0; },
      [](Program& p) { p.code[1].imm = 1000; },
      [](Program& p) { p.code[2].imm = static_cast<std::uint32_t>(Compare::Oeq); },
      [](Program& p) { p.code[2].b = constant_operand | 1000; },
      [](Program& p) { p.code[2].dst = 2; },
      [](Program& p) { p.code[3].a = no_operand; },
      [](Program& p) { p.code[3].a = constant_operand | 1; }, // 5 is no lane mask of all or none
      [](Program& p) { p.code[3].b = 10; },                   // into another function
      [](Program& p) { p.code[3].imm = 100; },
      [](Program& p) { p.code[5].dst = 9; }, // four slots from 9 on leave a frame of 12
      [](Program& p) { p.code[5].components = 3; },
      [](Program& p) { p.sites[1].width = 4; },
      [](Program& p) { p.sites[1].kind = AccessKind::Store; },
      [](Program& p) { p.sites[0].pc = 1000; },
      [](Program& p) { p.code[6].components = static_cast<std::uint8_t>(AtomicOp::Count); },
      [](Program& p) { p.code[6].bytes = 8; }, // no such float add
      [](Program& p) { p.code[6].b = no_operand; },
      [](Program& p) { p.code[7].imm = 2; },
      [](Program& p) { p.code[7].a = 11; },
      [](Program& p) { p.code[7].dst = 12; },
      [](Program& p) { p.code[7].b = 2; },
      [](Program& p) { p.code[8].op = Opcode::Nop; }, // runs past the end
      [](Program& p) { p.code[4] = p.code[8]; },      // a Ret that is not the last instruction
      [](Program& p) {
        p.code[9].b = 5000;
        p.code[9].imm = static_cast<std::uint32_t>(MathFunction::Pow);
      },
      [](Program& p) { p.code[10].a = 4; },
      [](Program& p) { p.functions[0].end = 100; },
      [](Program& p) { p.functions[1].entry = 8; },
      [](Program& p) { p.functions.pop_back(); },
      [](Program& p) { p.functions[0].slots = ~0u; },
      [](Program& p) { p.functions[0].local_bytes = ~0u; },
      [](Program& p) { p.functions[1].parameter_slots = 5; },
      [](Program& p) { p.kernels[0].function = 7; },
      [](Program& p) { p.kernels[0].function = 1; }, // takes arguments in registers
      [](Program& p) { p.kernels[0].shared_bytes = ~0u; },
      [](Program& p) { p.kernels[0].parameters[0].offset = 4; },
      [](Program& p) { p.kernels[0].parameter_bytes = ~0u; },
      [](Program& p) { p.variables[0].space = Space::Local; },
      [](Program& p) { p.variables[0].offset = 4; },
      [](Program& p) { p.variables[0].kernels = {4}; },
      [](Program& p) { p.images[0].offset = 0; },
      [](Program& p) { p.images[0].space = Space::Shared; },
      [](Program& p) { p.images[0].bytes.resize(1000); },
      [](Program& p) { p.global_bytes = ~0u; },
      [](Program& p) { p.constant_bytes = ~0u; },
  };
  int index = 0;
  for (const auto& defect : defects) {
    Program program = sample();
    defect(program);
    EXPECT_FALSE(verify(program).empty()) << "defect " << index;
    ++index;
  }
}

TEST(Disassemble, OneLineAnInstruction) {
  const Program program = sample();
  EXPECT_EQ(disassemble(program.code[1]), "mov.special.tid.x r1, #0");
  EXPECT_EQ(disassemble(program.code[2]), "setp.b32.ult p0, r1, c[1], #4");
  EXPECT_EQ(disassemble(program.code[3]), "bra p0, @4, @8, @8");
  EXPECT_EQ(disassemble(program.code[5]), "ld.global.v4.b32 r4..x4, r2, #1");
  EXPECT_EQ(disassemble(program.code[6]), "atom.global.add.f32.b32 -, r2, r4, -, #2");
  EXPECT_EQ(disassemble(program.code[9]), "math.f32.Sqrt r1, r0, -, #0");
  const std::string all = disassemble(program);
  EXPECT_NE(all.find("kernel: ; slots 12, predicates 2, local 32\n"), std::string::npos);
  EXPECT_NE(all.find("    1  mov.special.tid.x r1, #0"), std::string::npos);
  EXPECT_NE(all.find("; 2:1"), std::string::npos);
  Instruction wrong;
  wrong.op = static_cast<Opcode>(9999);
  EXPECT_EQ(disassemble(wrong), "?");
}

TEST(Disassemble, EveryOpcodeHasItsOwnMnemonicAndName) {
  std::vector<std::string> seen;
  for (std::uint32_t i = 0; i < opcode_count; ++i) {
    const OpcodeInfo& info = info_of(static_cast<Opcode>(i));
    EXPECT_FALSE(info.name.empty());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), info.mnemonic), 0) << info.mnemonic;
    seen.emplace_back(info.mnemonic);
  }
}

TEST(Serialize, RoundTrip) {
  const Program program = sample();
  const auto bytes = serialize(program);
  const auto back = deserialize(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, program);
  const auto empty = deserialize(serialize(Program{}));
  ASSERT_TRUE(empty);
  EXPECT_EQ(*empty, Program{});
}

TEST(Serialize, EveryTruncationAndAnExcessAreRefused) {
  auto bytes = serialize(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(deserialize(std::span(bytes).first(size))) << size;
  }
  bytes.push_back(0);
  EXPECT_FALSE(deserialize(bytes));
}

TEST(Serialize, AnotherVersionIsRefused) {
  for (std::size_t i = 0; i < 12; ++i) {
    auto bytes = serialize(sample());
    bytes[i] ^= 1;
    EXPECT_FALSE(deserialize(bytes)) << i;
  }
}

TEST(Serialize, DamagedBytesNeverHarm) {
  const auto bytes = serialize(sample());
  std::mt19937 random(5);
  int loaded = 0;
  for (int round = 0; round < 20000; ++round) {
    auto damaged = bytes;
    for (std::uint32_t i = 0, count = 1 + random() % 4; i < count; ++i) {
      damaged[12 + random() % (damaged.size() - 12)] = static_cast<std::uint8_t>(
          random() % 4 == 0 ? 0xff : random());
    }
    const auto program = deserialize(damaged);
    if (!program) continue;
    ++loaded;
    (void)verify(*program);
    (void)disassemble(*program);
  }
  EXPECT_GT(loaded, 1000);
}

} // namespace
} // namespace warpscope::testing
