// Programs: verified, printed, serialized.
#include "sim/program/disassemble.h"
#include "sim/program/serialize.h"
#include "tests/program/assembler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace warpscope::testing {
namespace {

program::Program sample() {
  Assembler as;
  (void)as.string("hello %d\n");
  as.begin("kernel", 12, 2);
  as.function().local_bytes = 32;
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base));
  as.special(1, program::SpecialRegister::TidX);
  as.op(program::Opcode::Icmp32, 0, 1, as.c32(5), program::no_operand,
        static_cast<std::uint32_t>(program::Compare::Ult));
  as.branch(0, "yes", "meet", "meet");
  as.label("yes");
  as.op(program::Opcode::Gep32, 2, 0, 1, program::no_operand, 16);
  as.load(program::Opcode::LoadGlobal, 4, 2, 4, 4);
  as.atomic(program::Opcode::AtomGlobal, program::AtomicOp::AddF32, program::no_operand, 2, 4);
  as.op(program::Opcode::Call, 8, 4, 0, 1, 1);
  as.label("meet");
  as.ret();
  as.end();
  as.begin("callee", 4, 1);
  as.function().parameter_slots = 2;
  as.function().result_slots = 1;
  as.function().parameter_predicates = 1;
  as.function().result_predicates = 1;
  as.op(program::Opcode::MathF32, 1, 0, program::no_operand, program::no_operand,
        static_cast<std::uint32_t>(program::MathFunction::Sqrt));
  as.op(program::Opcode::Ret, program::no_operand, 1, 0);
  as.end();
  as.kernel(0, 8, 256);
  program::Parameter parameter;
  parameter.name = "in", parameter.type = "const float4 *", parameter.size = 8, parameter.is_pointer = true;
  parameter.element = ElementType::F32, parameter.element_size = 16;
  as.program.kernels[0].parameters.push_back(parameter);
  program::Variable variable;
  variable.name = "tile", variable.space = Space::Shared, variable.offset = program::window_base,
  variable.size = 256;
  variable.dimensions = {8, 8}, variable.element_type = "float", variable.element_size = 4,
  variable.kernels = {0};
  as.program.variables.push_back(variable);
  as.program.sites[1].text = "in[i]";
  as.program.sites[1].variable = "in";
  return as.program;
}

TEST(Verify, TakesASoundProgram) {
  EXPECT_EQ(program::verify(sample()), std::vector<std::string>{});
  EXPECT_FALSE(program::verify(program::Program{}).empty()); // no span 0
}

TEST(Verify, RejectsEachDefect) {
  const std::function<void(program::Program&)> defects[] = {
      [](program::Program& p) { p.spans.clear(); },
      [](program::Program& p) { p.code[0].op = program::Opcode::Count; },
      [](program::Program& p) { p.code[0].op = static_cast<program::Opcode>(0xffff); },
      [](program::Program& p) { p.code[0].span = 1000; },
      [](program::Program& p) { p.code[0].dst = 12; },
      [](program::Program& p) { p.code[0].dst = program::constant_operand; },
      [](program::Program& p) { p.code[0].dst = program::no_operand; },
      [](program::Program& p) { p.code[0].imm = 1000; },
      [](program::Program& p) { p.code[0].bytes = 3; },
      [](program::Program& p) { p.code[0].components = 0; },
      [](program::Program& p) { p.code[1].imm = 1000; },
      [](program::Program& p) { p.code[2].imm = static_cast<std::uint32_t>(program::Compare::Oeq); },
      [](program::Program& p) { p.code[2].b = program::constant_operand | 1000; },
      [](program::Program& p) { p.code[2].dst = 2; },
      [](program::Program& p) { p.code[3].a = program::no_operand; },
      [](program::Program& p) { p.code[3].a = program::constant_operand | 1; }, // 5 is no lane mask of all or
                                                                                // none
      [](program::Program& p) { p.code[3].b = 10; },                            // into another function
      [](program::Program& p) { p.code[3].imm = 100; },
      [](program::Program& p) { p.code[5].dst = 9; }, // four slots from 9 on leave a frame of 12
      [](program::Program& p) { p.code[5].components = 3; },
      [](program::Program& p) { p.sites[1].width = 4; },
      [](program::Program& p) { p.sites[1].kind = AccessKind::Store; },
      [](program::Program& p) { p.sites[0].pc = 1000; },
      [](program::Program& p) { p.code[6].components = static_cast<std::uint8_t>(program::AtomicOp::Count); },
      [](program::Program& p) { p.code[6].bytes = 8; }, // no such float add
      [](program::Program& p) { p.code[6].b = program::no_operand; },
      [](program::Program& p) { p.code[7].imm = 2; },
      [](program::Program& p) { p.code[7].a = 11; },
      [](program::Program& p) { p.code[7].dst = 12; },
      [](program::Program& p) { p.code[7].b = 2; },
      [](program::Program& p) { p.code[8].op = program::Opcode::Nop; }, // runs past the end
      [](program::Program& p) { p.code[4] = p.code[8]; }, // a Ret that is not the last instruction
      [](program::Program& p) {
        p.code[9].b = 5000;
        p.code[9].imm = static_cast<std::uint32_t>(program::MathFunction::Pow);
      },
      [](program::Program& p) { p.code[10].a = 4; },
      [](program::Program& p) { p.functions[0].end = 100; },
      [](program::Program& p) { p.functions[1].entry = 8; },
      [](program::Program& p) { p.functions.pop_back(); },
      [](program::Program& p) { p.functions[0].slots = ~0u; },
      [](program::Program& p) { p.functions[0].local_bytes = ~0u; },
      [](program::Program& p) { p.functions[1].parameter_slots = 5; },
      [](program::Program& p) { p.kernels[0].function = 7; },
      [](program::Program& p) { p.kernels[0].function = 1; }, // takes arguments in registers
      [](program::Program& p) { p.kernels[0].shared_bytes = ~0u; },
      [](program::Program& p) { p.kernels[0].parameters[0].offset = 4; },
      [](program::Program& p) { p.kernels[0].parameter_bytes = ~0u; },
      [](program::Program& p) { p.variables[0].space = Space::Local; },
      [](program::Program& p) { p.variables[0].offset = 4; },
      [](program::Program& p) { p.variables[0].kernels = {4}; },
      [](program::Program& p) { p.images[0].offset = 0; },
      [](program::Program& p) { p.images[0].space = Space::Shared; },
      [](program::Program& p) { p.images[0].bytes.resize(1000); },
      [](program::Program& p) { p.global_bytes = ~0u; },
      [](program::Program& p) { p.constant_bytes = ~0u; },
  };
  int index = 0;
  for (const auto& defect : defects) {
    program::Program program = sample();
    defect(program);
    EXPECT_FALSE(program::verify(program).empty()) << "defect " << index;
    ++index;
  }
}

TEST(Disassemble, OneLineAnInstruction) {
  const program::Program program = sample();
  EXPECT_EQ(program::disassemble(program.code[1]), "mov.special.tid.x r1, #0");
  EXPECT_EQ(program::disassemble(program.code[2]), "setp.b32.ult p0, r1, c[1], #4");
  EXPECT_EQ(program::disassemble(program.code[3]), "bra p0, @4, @8, @8");
  EXPECT_EQ(program::disassemble(program.code[5]), "ld.global.v4.b32 r4..x4, r2, #1");
  EXPECT_EQ(program::disassemble(program.code[6]), "atom.global.add.f32.b32 -, r2, r4, -, #2");
  EXPECT_EQ(program::disassemble(program.code[9]), "math.f32.Sqrt r1, r0, -, #0");
  const std::string all = program::disassemble(program);
  EXPECT_NE(all.find("kernel: ; slots 12, predicates 2, local 32\n"), std::string::npos);
  EXPECT_NE(all.find("    1  mov.special.tid.x r1, #0"), std::string::npos);
  EXPECT_NE(all.find("; 2:1"), std::string::npos);
  program::Instruction wrong;
  wrong.op = static_cast<program::Opcode>(9999);
  EXPECT_EQ(program::disassemble(wrong), "?");
}

TEST(Disassemble, EveryOpcodeHasItsOwnMnemonicAndName) {
  std::vector<std::string> seen;
  for (std::uint32_t i = 0; i < program::opcode_count; ++i) {
    const program::OpcodeInfo& info = program::info_of(static_cast<program::Opcode>(i));
    EXPECT_FALSE(info.name.empty());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), info.mnemonic), 0) << info.mnemonic;
    seen.emplace_back(info.mnemonic);
  }
}

TEST(Serialize, RoundTrip) {
  const program::Program program = sample();
  const auto bytes = program::serialize(program);
  const auto back = program::deserialize(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, program);
  const auto empty = program::deserialize(program::serialize(program::Program{}));
  ASSERT_TRUE(empty);
  EXPECT_EQ(*empty, program::Program{});
}

TEST(Serialize, EveryTruncationAndAnExcessAreRefused) {
  auto bytes = program::serialize(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(program::deserialize(std::span(bytes).first(size))) << size;
  }
  bytes.push_back(0);
  EXPECT_FALSE(program::deserialize(bytes));
}

TEST(Serialize, AnotherVersionIsRefused) {
  for (std::size_t i = 0; i < 12; ++i) {
    auto bytes = program::serialize(sample());
    bytes[i] ^= 1;
    EXPECT_FALSE(program::deserialize(bytes)) << i;
  }
}

TEST(Serialize, DamagedBytesNeverHarm) {
  const auto bytes = program::serialize(sample());
  std::mt19937 random(5);
  int loaded = 0;
  for (int round = 0; round < 20000; ++round) {
    auto damaged = bytes;
    for (std::uint32_t i = 0, count = 1 + random() % 4; i < count; ++i) {
      damaged[12 + random() % (damaged.size() - 12)] = static_cast<std::uint8_t>(
          random() % 4 == 0 ? 0xff : random());
    }
    const auto program = program::deserialize(damaged);
    if (!program) continue;
    ++loaded;
    (void)program::verify(*program);
    (void)program::disassemble(*program);
  }
  EXPECT_GT(loaded, 1000);
}

} // namespace
} // namespace warpscope::testing
