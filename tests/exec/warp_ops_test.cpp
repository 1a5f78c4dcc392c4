// Operations between lanes: shuffles, votes, matches, reductions, special registers.
#include "tests/exec/machine.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

namespace warpscope::testing {
namespace {

using u32 = std::uint32_t;

/// Runs `body` in the lanes of `mask`, slot 0 = lane; returns slot 10 of every lane (0xdead where it did not
/// run).
std::vector<u32> in_lanes(u32 mask, const std::function<void(Assembler&)>& body, u32 threads = 32) {
  Assembler as;
  as.begin("k", 16, 4);
  as.special(0, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Mov32, 10, as.c32(0xdead));
  as.op(program::Opcode::ShrU32, 1, as.c32(mask), 0);
  as.op(program::Opcode::S32ToP, 3, 1);
  as.branch(3, "in", "out", "out");
  as.label("in");
  body(as);
  as.label("out");
  as.load(program::Opcode::LoadParam, 1, as.c32(program::window_base));
  as.special(2, program::SpecialRegister::TidX);
  as.op(program::Opcode::Gep32, 1, 1, 2, program::no_operand, 4);
  as.store(program::Opcode::StoreGlobal, 1, 10);
  as.ret();
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  EXPECT_EQ(program::verify(machine.program), std::vector<std::string>{});
  const u32 out = machine.buffer("out", std::vector<u32>(threads));
  machine.argument(out);
  machine.launch.block = {threads, 1, 1};
  EXPECT_EQ(machine.go().status, exec::RunStatus::Done);
  return machine.words(out, threads);
}

TEST(Shuffle, AllModesAndWidthsAgainstCudasWords) {
  // __shfl_*(v, x, width): c = ((32 - width) << 8) | clamp, clamp 0 for up, 31 for the others.
  for (const u32 width : {2u, 4u, 8u, 16u, 32u}) {
    for (u32 mode = 0; mode < static_cast<u32>(program::ShuffleMode::Count); ++mode) {
      for (u32 x = 0; x < 32; x += 3) {
        const auto kind = static_cast<program::ShuffleMode>(mode);
        const u32 c = ((32 - width) << 8) | (kind == program::ShuffleMode::Up ? 0 : 31);
        const auto got = in_lanes(~0u, [&](Assembler& as) {
          as.op(program::Opcode::Mul32, 4, 0, as.c32(10));
          as.op(program::Opcode::Shuffle32, 5, 4, as.c32(x), as.c32(c), mode);
          as.op(program::Opcode::ShuffleP, 0, 4, as.c32(x), as.c32(c), mode);
          as.op(program::Opcode::PToS32, 6, 0);
          as.op(program::Opcode::Add32, 10, 5, 6); // the value, plus 1 where the source was in range
        });
        for (u32 lane = 0; lane < 32; ++lane) {
          const u32 base = lane / width * width, within = lane % width;
          int from = -1; // in the segment
          switch (kind) {
          case program::ShuffleMode::Idx: from = static_cast<int>(x % width); break;
          case program::ShuffleMode::Up: from = static_cast<int>(within) - static_cast<int>(x); break;
          case program::ShuffleMode::Down:
            from = within + x < width ? static_cast<int>(within + x) : -1;
            break;
          default: from = static_cast<int>(lane ^ x) - static_cast<int>(base); break;
          }
          if (kind == program::ShuffleMode::Bfly && (from < 0 ? false : from >= static_cast<int>(width)))
            from = -1000;
          // A butterfly may read an earlier segment: only lanes above the segment are out of range.
          const bool in_range = kind == program::ShuffleMode::Bfly ? from > -1000 : from >= 0;
          const u32 source = in_range ? static_cast<u32>(static_cast<int>(base) + from) : lane;
          EXPECT_EQ(got[lane], source * 10 + (in_range ? 1 : 0))
              << "width " << width << " mode " << mode << " x " << x << " lane " << lane;
        }
      }
    }
  }
}

TEST(Shuffle, AnInactiveLaneGivesZero) { // as on an H200 (nothing promises it)
  const u32 mask = 0x0000ff0f;
  const auto got = in_lanes(mask, [](Assembler& as) {
    as.op(program::Opcode::Shuffle32, 10, 0, as.c32(4), as.c32(31),
          static_cast<u32>(program::ShuffleMode::Down));
  });
  for (u32 lane = 0; lane < 32; ++lane) {
    const bool active = ((mask >> lane) & 1) != 0, other = lane + 4 < 32 && ((mask >> (lane + 4)) & 1) != 0;
    EXPECT_EQ(got[lane], !active ? 0xdeadu : other ? lane + 4 : lane + 4 < 32 ? 0 : lane);
  }
}

TEST(Vote, OverTheActiveLanes) {
  const u32 mask = 0x00ffff00;
  const auto vote = [&](u32 threshold, program::VoteMode mode) {
    return in_lanes(mask, [&](Assembler& as) {
      as.op(program::Opcode::Icmp32, 0, 0, as.c32(threshold), program::no_operand,
            static_cast<u32>(program::Compare::Ult));
      as.op(program::Opcode::Vote, 10, 0, program::no_operand, program::no_operand, static_cast<u32>(mode));
    })[8];
  };
  EXPECT_EQ(vote(10, program::VoteMode::Ballot), 0x300u);
  EXPECT_EQ(vote(10, program::VoteMode::Any), 1u);
  EXPECT_EQ(vote(8, program::VoteMode::Any), 0u);
  EXPECT_EQ(vote(10, program::VoteMode::All), 0u);
  EXPECT_EQ(vote(24, program::VoteMode::All), 1u);
  EXPECT_EQ(vote(24, program::VoteMode::Uniform), 1u);
  EXPECT_EQ(vote(8, program::VoteMode::Uniform), 1u);
  EXPECT_EQ(vote(9, program::VoteMode::Uniform), 0u);
  EXPECT_EQ(in_lanes(mask, [](Assembler& as) { as.op(program::Opcode::ActiveMask, 10); })[8], mask);
}

TEST(Match, LanesWithEqualValues) {
  const auto got = in_lanes(0x7fffffff, [](Assembler& as) {
    as.op(program::Opcode::And32, 4, 0, as.c32(3));
    as.op(program::Opcode::MatchAny32, 10, 4);
  });
  for (u32 lane = 0; lane < 31; ++lane) EXPECT_EQ(got[lane], (0x11111111u << (lane & 3)) & 0x7fffffff);
  const auto wide = in_lanes(~0u, [](Assembler& as) {
    as.op(program::Opcode::Mov32, 4, as.c32(5));
    as.op(program::Opcode::And32, 5, 0, as.c32(1)); // the high words differ
    as.op(program::Opcode::MatchAny64, 10, 4);
  });
  for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(wide[lane], (lane & 1) != 0 ? 0xaaaaaaaau : 0x55555555u);
}

TEST(Redux, EveryOperation) {
  const u32 mask = 0x00f000f0;
  const auto reduce = [&](program::ReduxOp op) {
    return in_lanes(mask, [&](Assembler& as) {
      as.op(program::Opcode::Sub32, 4, 0, as.c32(6)); // -2 … 17
      as.op(program::Opcode::Redux32, 10, 4, program::no_operand, program::no_operand, static_cast<u32>(op));
    })[4];
  };
  u32 sum = 0, both = ~0u, any = 0, odd = 0;
  for (u32 lane = 0; lane < 32; ++lane) {
    if (((mask >> lane) & 1) == 0) continue;
    sum += lane - 6, both &= lane - 6, any |= lane - 6, odd ^= lane - 6;
  }
  EXPECT_EQ(reduce(program::ReduxOp::Add), sum);
  EXPECT_EQ(reduce(program::ReduxOp::MinS), static_cast<u32>(-2));
  EXPECT_EQ(reduce(program::ReduxOp::MaxS), 17u);
  EXPECT_EQ(reduce(program::ReduxOp::MinU), 0u);
  EXPECT_EQ(reduce(program::ReduxOp::MaxU), static_cast<u32>(-1));
  EXPECT_EQ(reduce(program::ReduxOp::And), both);
  EXPECT_EQ(reduce(program::ReduxOp::Or), any);
  EXPECT_EQ(reduce(program::ReduxOp::Xor), odd);
}

TEST(Special, LaneMasksAndCoordinates) {
  const std::pair<program::SpecialRegister, std::function<u32(u32)>> masks[] = {
      {program::SpecialRegister::LaneMaskEq, [](u32 i) { return 1u << i; }},
      {program::SpecialRegister::LaneMaskLt, [](u32 i) { return (1u << i) - 1; }},
      {program::SpecialRegister::LaneMaskLe, [](u32 i) { return i == 31 ? ~0u : (2u << i) - 1; }},
      {program::SpecialRegister::LaneMaskGt, [](u32 i) { return i == 31 ? 0u : ~((2u << i) - 1); }},
      {program::SpecialRegister::LaneMaskGe, [](u32 i) { return ~((1u << i) - 1); }},
      {program::SpecialRegister::WarpId, [](u32) { return 0u; }},
      {program::SpecialRegister::NWarpId, [](u32) { return 1u; }},
      {program::SpecialRegister::SmId, [](u32) { return 0u; }},
      {program::SpecialRegister::NTidX, [](u32) { return 32u; }}};
  for (const auto& [which, want] : masks) {
    const auto got = in_lanes(~0u, [&](Assembler& as) { as.special(10, which); });
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(got[lane], want(lane)) << program::name_of(which);
  }
}

TEST(Special, ThreeDimensionalBlocksAndGrids) {
  // Each thread stores the nine numbers that say where it is.
  const program::SpecialRegister which[] = {
      program::SpecialRegister::TidX,    program::SpecialRegister::TidY,
      program::SpecialRegister::TidZ,    program::SpecialRegister::CtaidX,
      program::SpecialRegister::CtaidY,  program::SpecialRegister::CtaidZ,
      program::SpecialRegister::NCtaidX, program::SpecialRegister::NCtaidY,
      program::SpecialRegister::NCtaidZ};
  Assembler as;
  as.begin("k", 16, 0);
  as.load(program::Opcode::LoadParam, 0, as.c32(program::window_base));
  as.special(1, program::SpecialRegister::WarpId);
  as.special(2, program::SpecialRegister::LaneId);
  as.op(program::Opcode::Shl32, 1, 1, as.c32(5));
  as.op(program::Opcode::Add32, 1, 1, 2); // linear thread
  as.special(2, program::SpecialRegister::CtaidX);
  as.special(3, program::SpecialRegister::CtaidY);
  as.special(4, program::SpecialRegister::CtaidZ);
  as.op(program::Opcode::Mul32, 4, 4, as.c32(6)); // grid (2,3,2)
  as.op(program::Opcode::Mul32, 3, 3, as.c32(2));
  as.op(program::Opcode::Add32, 2, 2, 3);
  as.op(program::Opcode::Add32, 2, 2, 4);
  as.op(program::Opcode::Mul32, 2, 2, as.c32(60)); // block (5,4,3)
  as.op(program::Opcode::Add32, 1, 1, 2);
  as.op(program::Opcode::Gep32, 0, 0, 1, program::no_operand, 36);
  for (u32 i = 0; i < 9; ++i) {
    as.special(5, which[i]);
    as.op(program::Opcode::Gep32, 6, 0, as.c32(i), program::no_operand, 4);
    as.store(program::Opcode::StoreGlobal, 6, 5);
  }
  as.ret();
  as.end();
  as.kernel(0, 4);
  Machine machine(as.program);
  const u32 out = machine.buffer("out", std::vector<u32>(720 * 9));
  machine.argument(out);
  machine.launch.block = {5, 4, 3};
  machine.launch.grid = {2, 3, 2};
  ASSERT_EQ(machine.go().status, exec::RunStatus::Done);
  const auto words = machine.words(out, 720 * 9);
  for (u32 block = 0; block < 12; ++block) {
    for (u32 thread = 0; thread < 60; ++thread) {
      const u32 want[] = {thread % 5, thread / 5 % 4, thread / 20, block % 2, block / 2 % 3, block / 6, 2, 3,
                          2};
      for (u32 i = 0; i < 9; ++i) ASSERT_EQ(words[(block * 60 + thread) * 9 + i], want[i]);
    }
  }
}

} // namespace
} // namespace warpscope::testing
