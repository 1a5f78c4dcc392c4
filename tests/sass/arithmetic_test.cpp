// What instructions compute, each beside the same in C++.
#include "tests/sass/small.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

namespace {

struct Case {
  std::vector<std::string> body; ///< R0 is the thread; the result is R4
  std::function<std::uint32_t(std::uint32_t)> expected;
};

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

void expect(const Case& one) {
  const small::Ran ran = small::run(small::code_of(small::computing(one.body)));
  ASSERT_EQ(ran.outcome.why, "") << one.body.back();
  for (std::uint32_t t = 0; t < 32; ++t)
    EXPECT_EQ(ran.out[t], one.expected(t)) << one.body.back() << ", thread " << t;
}

TEST(SassArithmetic, Integers) {
  const auto wide = [](std::uint32_t t) { return static_cast<std::int64_t>(t) * -3 + 0x1'0000'0005; };
  const Case cases[] = {
      {{"IADD3 R4,R0,-0x5,R0"}, [](auto t) { return 2 * t - 5; }},
      {{"IADD3 R4,-R0,0x7,RZ"}, [](auto t) { return 7 - t; }},
      {{"IMAD R4,R0,R0,0x3"}, [](auto t) { return t * t + 3; }},
      {{"IMAD.IADD R4,R0,0x1,-R0"}, [](auto) { return 0u; }},
      {{"MOV R6,0x5", "MOV R7,0x1", "IMAD.WIDE R4,R0,-0x3,R6"},
       [&](auto t) { return static_cast<std::uint32_t>(wide(t)); }},
      {{"MOV R6,0x5", "MOV R7,0x1", "IMAD.WIDE R8,R0,-0x3,R6", "MOV R4,R9"},
       [&](auto t) { return static_cast<std::uint32_t>(wide(t) >> 32); }},
      {{"IMAD.HI.U32 R4,R0,-0x1,RZ"},
       [](auto t) { return static_cast<std::uint32_t>(std::uint64_t{t} * 0xffff'ffffu >> 32); }},
      // The magic number of a division: a pair, {RZ, R0} here, is added before the high word is taken.
      {{"MOV R6,RZ", "MOV R7,R0", "IMAD.HI R4,R0,-0x6db6db6d,R6"},
       [](auto t) {
         return static_cast<std::uint32_t>((std::int64_t{t} * -0x6db6db6d + (std::int64_t{t} << 32)) >> 32);
       }},
      {{"LEA R4,R0,0x64,0x3"}, [](auto t) { return 8 * t + 100; }},
      {{"LEA.HI R4,R0,0x1,RZ,0x1d"}, [](auto t) { return (t >> 3) + 1; }},
      {{"IADD3 R5,R0,-0x10,RZ", "LEA.HI.SX32 R4,R5,RZ,0x1f"},
       [](auto t) { return static_cast<std::uint32_t>((static_cast<int>(t) - 16) >> 1); }},
      {{"VIADD R4,R0,0xffffffff"}, [](auto t) { return t - 1; }},
      {{"VIMNMX R4,R0,0x9,PT"}, [](auto t) { return std::min(t, 9u); }},
      {{"IADD3 R5,R0,-0x10,RZ", "VIMNMX R4,R5,0x2,!PT"},
       [](auto t) { return static_cast<std::uint32_t>(std::max(static_cast<int>(t) - 16, 2)); }},
      {{"IADD3 R5,R0,-0x10,RZ", "VIMNMX.U32 R4,R5,0x2,PT"}, [](auto t) { return std::min(t - 16, 2u); }},
      {{"VIADDMNMX R4,R0,0xfffffffe,RZ,!PT"}, [](auto t) { return t < 2 ? 0 : t - 2; }},
      {{"IADD3 R5,RZ,-0x5,RZ", "VIADDMNMX.RELU R4,R0,-0x9,R5,!PT"},
       [](auto t) { return t < 9 ? 0 : t - 9; }}, // above -5, and not below zero
      {{"MOV R5,0x7", "VIMNMX3 R4,R0,R5,0x9,!PT"}, [](auto t) { return std::max(t, 9u); }},
      {{"MOV R5,0x7", "VIMNMX3 R4,R5,R0,0x9,PT"}, [](auto t) { return std::min(t, 7u); }},
      {{"IADD3 R5,R0,-0x10,RZ", "VIMNMX3.U32 R4,R0,R5,0x9,PT"},
       [](auto t) { return std::min({t, t - 16, 9u}); }},
      {{"IADD3 R5,R0,-0x10,RZ", "IABS R4,R5"}, [](auto t) { return t < 16 ? 16 - t : t - 16; }},
      {{"LOP3.LUT R4,R0,0x5,R0,0x96,!PT"}, [](auto) { return 5u; }},
      {{"LOP3.LUT R4,R0,0x3,RZ,0xc0,!PT"}, [](auto t) { return t & 3; }},
      {{"LOP3.LUT R4,RZ,R0,RZ,0x33,!PT"}, [](auto t) { return ~t; }},
      {{"PRMT R4,R0,0x1004,R0"}, [](auto t) { return t * 0x01'0101u; }}, // bytes c0, a0, a0, a1
      {{"POPC R4,R0"}, [](auto t) { return static_cast<std::uint32_t>(std::popcount(t)); }},
      {{"FLO.U32 R4,R0"}, [](auto t) { return t == 0 ? ~0u : 31u - std::countl_zero(t); }},
      {{"MOV R6,0x80000000", "SHF.R.S32.HI R4,RZ,0x4,R6"}, [](auto) { return 0xf800'0000u; }},
      {{"SHF.L.U32 R4,R0,0x1e,RZ"}, [](auto t) { return t << 30; }},
      {{"MOV R6,0x40", "SHF.L.U32 R4,R0,R6,RZ"}, [](auto) { return 0u; }},
      {{"MOV R6,0x12345678", "SHF.L.W.U32.HI R4,R6,0x8,R6"}, [](auto) { return 0x3456'7812u; }},
      {{"MOV R6,0xabcd", "MOV R7,0x3", "SHF.R.U64 R4,R6,0x4,R7"}, [](auto) { return 0x3000'0abcu; }},
      {{"MOV R6,0xc0000000", "SHF.L.U64.HI R4,R6,0x2,RZ"}, [](auto) { return 3u; }},
  };
  for (const Case& one : cases) expect(one);
}

/// A sum of 64 bits in two halves, and a difference, whose borrow is the missing carry.
TEST(SassArithmetic, CarriesGoFromWordToWord) {
  expect(
      {{"IADD3 R5,P0,R0,-0x1,RZ", "IADD3.X R4,RZ,0x7,RZ,P0,!PT"}, [](auto t) { return t == 0 ? 7u : 8u; }});
  expect(
      {{"IADD3 R5,P0,-R0,0x5,RZ", "IADD3.X R4,RZ,~RZ,RZ,P0,!PT"}, [](auto t) { return t <= 5 ? 0u : ~0u; }});
  expect({{"MOV R6,0xffffffff", "IADD3 R5,P0,P1,R6,R6,R6", "IADD3.X R4,RZ,RZ,RZ,P0,P1"},
          [](auto) { return 2u; }});
  expect({{"MOV R6,0xffffffff", "IMAD.WIDE.U32 R8,P1,R6,R6,R6", "IMAD.X R4,RZ,RZ,R0,P1"},
          [](auto t) { return t; }});
}

TEST(SassArithmetic, Comparisons) {
  expect({{"ISETP.GE.AND P0,P1,R0,0x5,PT", "SEL R4,R0,0x64,P0"}, [](auto t) { return t >= 5 ? t : 100; }});
  expect({{"ISETP.GE.AND P0,P1,R0,0x5,PT", "SEL R4,R0,0x64,P1"}, [](auto t) { return t < 5 ? t : 100; }});
  expect({{"ISETP.GT.AND P0,PT,R0,-0x1,PT", "SEL R4,0x1,RZ,P0"}, [](auto) { return 1u; }});
  expect({{"ISETP.GT.U32.AND P0,PT,R0,-0x1,PT", "SEL R4,0x1,RZ,P0"}, [](auto) { return 0u; }});
  // {1, t} < {1, 9}: the high words are equal, so that the low ones decide.
  expect({{"ISETP.LT.U32.AND P0,PT,R0,0x9,PT", "MOV R6,0x1", "ISETP.LT.AND.EX P0,PT,R6,0x1,PT,P0",
           "SEL R4,0x1,RZ,P0"},
          [](auto t) { return t < 9 ? 1u : 0u; }});
  expect({{"ISETP.NE.AND P0,PT,R0,0x3,PT", "ISETP.EQ.OR P0,PT,R0,0x7,!P0", "SEL R4,0x1,RZ,P0"},
          [](auto t) { return t == 3 || t == 7 ? 1u : 0u; }});
  expect({{"ISETP.LT.AND P0,PT,R0,0x8,PT", "ISETP.LT.AND P1,PT,R0,0x4,PT",
           "PLOP3.LUT P2,PT,P0,P1,PT,0x60,0x0", "SEL R4,0x1,RZ,P2"},
          [](auto t) { return t >= 4 && t < 8 ? 1u : 0u; }});
  expect({{"ISETP.LT.AND P0,PT,R0,0x8,PT", "P2R R4,PR,RZ,0x7f"}, [](auto t) { return t < 8 ? 1u : 0u; }});
}

TEST(SassArithmetic, Floats) {
  const auto value = [](std::uint32_t t) { return static_cast<float>(t); };
  const Case cases[] = {
      {{"I2FP.F32.S32 R5,R0", "FADD R4,R5,-0.5"}, [&](auto t) { return bits(value(t) - 0.5f); }},
      {{"I2FP.F32.S32 R5,R0", "FMUL.D4 R4,R5,3"}, [&](auto t) { return bits(value(t) * 0.75f); }},
      {{"I2FP.F32.S32 R5,R0", "FMUL.M8 R4,R5,-3"}, [&](auto t) { return bits(value(t) * -24.0f); }},
      {{"I2FP.F32.S32 R5,R0", "FMUL R4,-R5,|R5|"}, [&](auto t) { return bits(-value(t) * value(t)); }},
      {{"I2FP.F32.S32 R5,R0", "FADD R5,R5,0.10000000149011611938", "FFMA R4,R5,R5,-R5"},
       [&](auto t) {
         const float x = value(t) + 0.1f;
         return bits(std::fma(x, x, -x));
       }},
      {{"I2FP.F32.S32 R5,R0", "FFMA.SAT R4,R5,0.125,RZ"},
       [&](auto t) { return bits(std::min(value(t) / 8, 1.0f)); }},
      {{"I2FP.F32.S32 R5,R0", "FMNMX R4,R5,3,PT"}, [&](auto t) { return bits(std::min(value(t), 3.0f)); }},
      {{"I2FP.F32.S32 R5,R0", "FSET.BF.GT.AND R4,R5,3.5,PT"},
       [&](auto t) { return bits(t > 3 ? 1.0f : 0.0f); }},
      {{"I2FP.F32.S32 R5,R0", "FSET.LE.AND R4,R5,3.5,PT"}, [](auto t) { return t > 3 ? 0u : ~0u; }},
      {{"I2FP.F32.S32 R5,R0", "FSETP.GT.AND P0,PT,R5,3.5,PT", "FSEL R4,R5,-1,P0"},
       [&](auto t) { return bits(t > 3 ? value(t) : -1.0f); }},
      {{"I2FP.F32.S32 R5,R0", "FMUL R5,R5,0.25", "F2I.TRUNC.NTZ R4,R5"}, [](auto t) { return t / 4; }},
      // Bytes and halves of a word: 0x01020300 and 0xfffe0000 with the thread's number in their lowest byte.
      {{"LOP3.LUT R5,R0,0x1020300,RZ,0xfc,!PT", "I2F.U8 R4,R5.B2"}, [&](auto) { return bits(2.0f); }},
      {{"LOP3.LUT R5,R0,0x1020300,RZ,0xfc,!PT", "I2F.U8 R4,R5"}, [&](auto t) { return bits(value(t)); }},
      {{"LOP3.LUT R5,R0,0xfffe0000,RZ,0xfc,!PT", "I2F.S8 R4,R5.B3"}, [&](auto) { return bits(-1.0f); }},
      {{"LOP3.LUT R5,R0,0xfffe0000,RZ,0xfc,!PT", "I2F.S16 R4,R5.H1"}, [&](auto) { return bits(-2.0f); }},
      {{"LOP3.LUT R5,R0,0xfffe0000,RZ,0xfc,!PT", "I2F.U16 R4,R5.H1"}, [&](auto) { return bits(65534.0f); }},
      {{"LOP3.LUT R5,R0,0xfffe0000,RZ,0xfc,!PT", "I2F.U16 R4,R5.H0"}, [&](auto t) { return bits(value(t)); }},
      {{"I2FP.F32.S32 R5,R0", "FADD R5,R5,-10.5", "F2I.U32.TRUNC.NTZ R4,R5"},
       [](auto t) { return t < 11 ? 0 : t - 11 + (t > 10 ? 0u : 0u); }},
      {{"I2FP.F32.S32 R5,R0", "FADD R5,R5,0.5", "FRND.FLOOR R4,R5"}, [&](auto t) { return bits(value(t)); }},
      {{"IADD3 R5,R0,0x1,RZ", "I2FP.F32.S32 R5,R5", "MUFU.RCP R4,R5"},
       [&](auto t) { return bits(static_cast<float>(1.0 / (t + 1))); }},
      {{"MOV R5,0x3f800001", "FMUL.RP R4,R5,R5"},
       [](auto) { return bits(std::nextafter(0x1.000002p0f * 0x1.000002p0f, 2.0f)); }},
      {{"MOV R5,0x1", "FADD.FTZ R4,R5,RZ"}, [](auto) { return 0u; }},
      {{"HFMA2.MMA R4,-RZ,RZ,3.7421875,0"}, [](auto) { return 0x437c'0000u; }},
      {{"F2FP.F16.F32.PACK_AB R4,RZ,1"}, [](auto) { return 0x3c00u; }},
      {{"MOV R5,0x40003c00", "HADD2 R4,R5,R5.H0_H0"}, [](auto) { return 0x4200'4000u; }},
      {{"MOV R5,0x40003c00", "HADD2.F32 R4,-RZ,R5.H1_H1"}, [](auto) { return bits(2.0f); }},
  };
  for (const Case& one : cases) expect(one);
}

TEST(SassArithmetic, Doubles) {
  expect({{"I2F.F64 R6,R0", "DFMA R6,R6,0.5,R6", "DADD R6,R6,-1", "F2F.F32.F64 R4,R6"},
          [](auto t) { return bits(1.5f * static_cast<float>(t) - 1.0f); }});
  expect({{"I2F.F64 R6,R0", "DSETP.GT.AND P0,PT,R6,4,PT", "SEL R4,0x1,RZ,P0"},
          [](auto t) { return t > 4 ? 1u : 0u; }});
  expect({{"I2F.F64 R6,R0", "MOV R8,0x0", "MOV R9,0x40100000", "DSETP.MIN.AND P0,P1,R6,R8,PT",
           "SEL R9,R7,R9,P0", "SEL R8,R6,R8,P0", "F2I.F64.TRUNC R4,R8"},
          [](auto t) { return std::min(t, 4u); }});
}

/// The first step of a division of doubles: the high word of a reciprocal, of a number that is written out.
TEST(SassArithmetic, ReciprocalsOfDoubles) {
  expect({{"MUFU.RCP64H R4,4"}, [](auto) { return 0x3fd0'0000u; }});
  expect({{"MOV R5,0x40100000", "MUFU.RCP64H R4,-R5"}, [](auto) { return 0xbfd0'0000u; }});
}

TEST(SassArithmetic, TheUniformDatapathHasOneValueForTheWarp) {
  expect({{"UMOV UR4,0x5", "UIADD3 UR4,UR4,0x2,URZ", "USHF.L.U32 UR5,UR4,0x1,URZ", "IADD3 R4,R0,UR5,RZ"},
          [](auto t) { return t + 14; }});
  expect(
      {{"UMOV UR4,0x3", "UISETP.GE.AND UP0,UPT,UR4,0x4,UPT", "SEL R4,0x1,0x2,UP0"}, [](auto) { return 2u; }});
  expect({{"IADD3 R5,R0,0x9,RZ", "R2UR UR4,R5", "MOV R4,UR4"}, [](auto) { return 9u; }});
}

} // namespace
