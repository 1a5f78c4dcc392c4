// Blocks of machine code on several host threads: the same counts, memory and faults as on one.
#include "tests/sass/small.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpscope {
namespace {

struct Both {
  sass::Outcome outcome;
  std::vector<model::Totals> sites;
  std::vector<std::uint32_t> out;
};

/// A program whose kernel has no accesses that blocks could observe each other by.
program::Program independent_program() {
  program::Program program;
  program.functions.emplace_back();
  program.kernels.emplace_back();
  return program;
}

Both on_threads(const sass::MachineCode& code, std::uint32_t blocks, std::size_t threads) {
  const program::Program program = independent_program();
  exec::DeviceMemory memory(program);
  constexpr std::size_t words = 4096;
  const std::uint32_t place = *memory.allocate("out", 4 * words);
  std::memset(memory.bytes(Space::Global, place, 4 * words).data(), 0, 4 * words);
  exec::Launch launch;
  launch.grid = {blocks, 1, 1};
  launch.block = {64, 1, 1};
  const std::uint64_t address = std::uint64_t{static_cast<std::uint32_t>(Space::Global)} << 32 | place;
  launch.parameters.resize(8);
  std::memcpy(launch.parameters.data(), &address, 8);
  std::vector<model::Tally> tallies(threads, model::Tally(code.instructions.size()));
  std::vector<trace::TraceSink*> sinks;
  for (model::Tally& tally : tallies) sinks.push_back(&tally);
  Both both;
  both.outcome = sass::run(code, program, launch, memory, {}, sinks);
  for (std::size_t i = 1; i < threads; ++i) tallies[0] += tallies[i];
  both.sites = tallies[0].sites();
  both.out.resize(words);
  std::memcpy(both.out.data(), memory.bytes(Space::Global, place, 4 * words).data(), 4 * words);
  return both;
}

/// out[64 * block + thread] = 3 * thread, and one more in out[4095] for each thread.
sass::MachineCode counting() {
  return small::code_of({"LDC.64 R2,c[0x0][0x210]", "S2R R0,SR_TID.X", "S2R R6,SR_CTAID.X",
                         "IMAD R7,R6,0x40,R0", "IMAD.WIDE R4,R7,0x4,R2", "IMAD R8,R0,0x3,RZ",
                         "STG.E desc[UR4][R4.64],R8", "IMAD.MOV.U32 R9,RZ,RZ,0x1",
                         "RED.E.ADD.STRONG.GPU desc[UR4][R2.64+0x3ffc],R9", "EXIT"});
}

TEST(Threads, CountsAndMemoryAreTheSame) {
  const Both one = on_threads(counting(), 48, 1);
  ASSERT_EQ(one.outcome.status, exec::RunStatus::Done) << one.outcome.why;
  EXPECT_EQ(one.out[4095], 48u * 64);
  EXPECT_EQ(one.out[65], 3u);
  for (const std::size_t threads : {2u, 3u, 8u, 100u}) {
    const Both several = on_threads(counting(), 48, threads);
    EXPECT_EQ(several.outcome.status, exec::RunStatus::Done) << several.outcome.why;
    EXPECT_EQ(several.sites, one.sites) << threads;
    EXPECT_EQ(several.out, one.out) << threads;
    EXPECT_EQ(several.outcome.warp_instructions, one.outcome.warp_instructions);
    EXPECT_EQ(several.outcome.simulated_blocks, 48u);
  }
}

TEST(Threads, TheFaultOfTheLowestBlockIsTold) {
  // Blocks from 5 on reach behind the buffer.
  const sass::MachineCode code = small::code_of({"LDC.64 R2,c[0x0][0x210]", "S2R R6,SR_CTAID.X",
                                                 "IMAD.WIDE R4,R6,0xd00,R2", "LDG.E R8,desc[UR4][R4.64]",
                                                 "EXIT"});
  const Both one = on_threads(code, 64, 1);
  ASSERT_EQ(one.outcome.status, exec::RunStatus::Faulted);
  for (const std::size_t threads : {2u, 8u}) {
    const Both several = on_threads(code, 64, threads);
    EXPECT_EQ(several.outcome.status, exec::RunStatus::Faulted);
    EXPECT_EQ(several.outcome.why, one.outcome.why) << threads;
  }
}

} // namespace
} // namespace warpscope
