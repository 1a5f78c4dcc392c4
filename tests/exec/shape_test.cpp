// Shapes: what the executor reports about accesses of one shape is true, bytes go where they would go without
// it, and a tally that relies on it counts what counting every access afresh gives.
#include "sim/model/tally.h"
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace warpscope::testing {
namespace {

using u32 = std::uint32_t;

/// out[round][lane] = what lies at data + table[round][lane]; then what was read is stored at data2 +
/// table[round][lane].
program::Program gathers(u32 bytes, u32 components, u32 rounds, u32 threads) {
  Assembler as;
  as.begin("gathers", 40, 1);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base), 4, 4); // table, data, data2
  as.special(4, program::SpecialRegister::TidX);
  as.op(program::Opcode::Gep32, 5, 0, 4, program::no_operand, 4);
  as.op(program::Opcode::Mov32, 6, as.c32(0));
  as.label("round");
  as.load(program::Opcode::LoadGlobal, 7, 5);
  as.op(program::Opcode::Gep32, 8, 1, 7, program::no_operand, 1);
  as.load(program::Opcode::LoadGlobal, 10, 8, bytes, components);
  as.op(program::Opcode::Gep32, 9, 2, 7, program::no_operand, 1);
  as.store(program::Opcode::StoreGlobal, 9, 10, bytes, components);
  as.op(program::Opcode::Gep32, 5, 5, as.c32(threads), program::no_operand, 4);
  as.op(program::Opcode::Add32, 6, 6, as.c32(1));
  as.op(program::Opcode::Icmp32, 0, 6, as.c32(rounds), program::no_operand,
        static_cast<u32>(program::Compare::Ult));
  as.branch(0, "round", "done", "done");
  as.label("done");
  as.ret();
  as.end();
  as.kernel(0, 16);
  return as.program;
}

/// Rows of offsets below `size`, multiples of `width`: patterns that stay for a while and move, and ones that
/// never repeat.
std::vector<u32> offsets(u32 width, u32 rounds, u32 threads, u32 size, std::mt19937& random) {
  std::vector<u32> table, shape(threads);
  u32 stay = 0;
  const auto below = [&](u32 n) { return static_cast<u32>(random() % n); };
  for (u32 round = 0; round < rounds; ++round) {
    if (stay == 0) {
      stay = below(3) == 0 ? 1 : 1 + below(12);
      const u32 kind = below(5), stride = below(9), fold = 1 + below(31);
      for (u32 i = 0; i < threads; ++i)
        shape[i] = width * (kind == 0   ? below(64)
                            : kind == 1 ? i * stride
                            : kind == 2 ? i / fold
                            : kind == 3 ? 31 - i % 32
                                        : i % fold * stride + i / fold);
    }
    --stay;
    const u32 base = width * below(size / width - 31 * 9 - 64);
    for (u32 i = 0; i < threads; ++i) table.push_back(base + shape[i]);
  }
  return table;
}

TEST(Shapes, SayTheTruthMoveTheSameBytesAndCountTheSame) {
  std::mt19937 random(7);
  constexpr u32 rounds = 400, size = 1 << 15;
  std::size_t recognised = 0, all = 0;
  for (const auto& [bytes, components] :
       {std::pair{1u, 1u}, {2u, 1u}, {4u, 1u}, {4u, 2u}, {8u, 1u}, {4u, 4u}, {8u, 4u}}) {
    for (const u32 threads : {32u, 32u, 21u, 1u}) {
      const u32 width = bytes * components;
      Machine machine(gathers(bytes, components, rounds, threads));
      ASSERT_TRUE(program::verify(machine.program).empty());
      const std::vector<u32> table = offsets(width, rounds, threads, size, random);
      std::vector<u32> data(size / 4);
      for (u32& word : data) word = static_cast<u32>(random());
      const u32 where = machine.buffer("data", data);
      machine.argument(machine.buffer("table", table));
      machine.argument(where);
      machine.argument(machine.buffer("data2", std::vector<u32>(size / 4)));
      machine.argument(0);
      machine.launch.block = {threads, 1, 1};
      ASSERT_EQ(machine.go().status, exec::RunStatus::Done);

      std::vector<std::uint8_t> expected(size), bytes_of_data(size);
      std::memcpy(bytes_of_data.data(), data.data(), size);
      for (u32 round = 0; round < rounds; ++round)
        for (u32 i = 0; i < threads; ++i)
          std::memcpy(&expected[table[round * threads + i]], &bytes_of_data[table[round * threads + i]],
                      width);
      const auto got = machine.memory.bytes(
          Space::Global,
          machine.launch.parameters[8] | u32{machine.launch.parameters[9]} << 8 |
              u32{machine.launch.parameters[10]} << 16 | u32{machine.launch.parameters[11]} << 24,
          size);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), got.begin()))
          << width << " bytes, " << threads << " threads";

      model::Tally trusting(machine.program.sites.size()), counting(machine.program.sites.size());
      std::map<std::pair<u32, std::uint64_t>, trace::AccessEvent> first;
      for (const RecordingSink::Access& access : machine.sink.accesses) {
        const trace::AccessEvent& event = access.event;
        trusting.on_access(event);
        trace::AccessEvent fresh = event;
        fresh.shape = 0;
        counting.on_access(fresh);
        ++all;
        if (event.shape == 0) continue;
        const auto [known, added] = first.try_emplace({event.site, event.shape}, event);
        recognised += !added;
        const trace::AccessEvent& like = known->second;
        ASSERT_EQ(event.space, like.space);
        ASSERT_EQ(event.access.mask, like.access.mask);
        ASSERT_EQ(event.access.width, like.access.width);
        const u32 apart = event.access.offset[0] - like.access.offset[0];
        ASSERT_EQ(apart % 4, 0u);
        for (u32 i = 0; i < threads; ++i) {
          ASSERT_EQ(event.access.offset[i] - like.access.offset[i], apart);
          ASSERT_EQ(event.access.offset[i] < event.access.offset[0],
                    like.access.offset[i] < like.access.offset[0])
              << "wrapped";
        }
      }
      EXPECT_EQ(trusting.sites(), counting.sites()) << width << " bytes, " << threads << " threads";
    }
  }
  EXPECT_GT(recognised * 2, all) << "most accesses of this test repeat a shape";
}

TEST(Shapes, AStaleShapeMovesNoByteOutsideOfItsBuffer) {
  // The same row again, further and further: the last one leaves the buffer by one element.
  constexpr u32 rounds = 9;
  Machine machine(gathers(4, 1, rounds, 32));
  std::vector<u32> table;
  for (u32 round = 0; round < rounds; ++round)
    for (u32 i = 0; i < 32; ++i) table.push_back(4 * (i + 32 * round) + (round == 8 ? 4 : 0));
  machine.argument(machine.buffer("table", table));
  machine.argument(machine.buffer("data", std::vector<u32>(32 * rounds)));
  machine.argument(machine.buffer("data2", std::vector<u32>(32 * rounds)));
  machine.argument(0);
  machine.launch.block = {32, 1, 1};
  const exec::RunResult result = machine.go();
  EXPECT_EQ(result.status, exec::RunStatus::Faulted);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, trace::FaultKind::OutOfBounds);
  EXPECT_EQ(result.faults[0].thread, 31u);
}

} // namespace
} // namespace warpscope::testing
