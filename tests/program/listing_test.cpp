// PTX read as text: lines of instructions, calls in one line, the registers alive at the worst point.
#include "sim/program/listing.h"

#include <gtest/gtest.h>

namespace warpscope::program {
namespace {

constexpr const char* ptx = R"(
.version 9.0
	.file	1 "/usr/include/header.h"
	.file	2 "/somewhere/text.cu"
.visible .entry other(
	.param .u64 other_param_0
)
{
	ret;
}
.visible .entry kernel(
	.param .u64 kernel_param_0
)
.maxntid 256, 1, 1
{
	.reg .b32 	%r<92>;
	.loc	2 18 0
	ld.param.u64 	%rd1, [kernel_param_0]; // a comment
	.loc	1 7 3, function_name $L__info0, inlined_at 2 20 5
	mov.u32 	%r1, %tid.x;
	.loc	1 8 0
$L__tmp0:
$L__BB0_1:
	{ // callseq 0, 0
	.param .b32 param0;
	st.param.b32 	[param0], %r1;
	.param .b32 param1;
	st.param.b32 	[param1], 7;
	.param .b32 retval0;
	call.uni (retval0),
	__ws_math_f32,
	(
	param0,
	param1
	);
	ld.param.b32 	%r2, [retval0];
	} // callseq 0
	.loc	2 21 9
	st.global.u32 	[%rd1], %r2;
	@%p1 bra 	$L__BB0_1;
	ret;

}
)";

TEST(ReadPtx, InstructionsHaveTheirLines) {
  const std::vector<std::string> files = {"text.cu"};
  const std::vector<ListedLine> lines = read_ptx(ptx, "kernel", files);
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[0].text, "ld.param.u64 %rd1, [kernel_param_0];");
  EXPECT_EQ(lines[0].line, 18u);
  EXPECT_EQ(lines[1].text, "mov.u32 %r1, %tid.x;");
  EXPECT_EQ(lines[1].line, 20u) << "the place of the call, as the header is none of the person's";
  EXPECT_EQ(lines[2].text, "$L__BB0_1:");
  EXPECT_EQ(lines[3].text, "call %r2, math_f32, (%r1, 7);");
  EXPECT_EQ(lines[3].line, 0u);
  EXPECT_EQ(lines[4].text, "st.global.u32 [%rd1], %r2;");
  EXPECT_EQ(lines[4].line, 21u);
  EXPECT_EQ(read_ptx(ptx, "other", files).size(), 1u);
  EXPECT_TRUE(read_ptx(ptx, "kern", files).empty());
}

std::uint32_t alive(const std::vector<std::string>& texts) {
  std::vector<ListedLine> lines;
  for (const std::string& text : texts) lines.push_back({text, 0, 0, no_site});
  return most_alive(lines);
}

TEST(MostAlive, CountsWordsAtTheWorstPoint) {
  EXPECT_EQ(alive({"ret;"}), 0u);
  // Two loaded words wait for the third.
  EXPECT_EQ(alive({"mov.u32 %r1, %tid.x;", "ld.shared.f32 %f1, [%r1];", "ld.shared.f32 %f2, [%r1+4];",
                   "ld.shared.f32 %f3, [%r1+8];", "fma.rn.f32 %f4, %f1, %f2, %f3;",
                   "st.shared.f32 [%r1], %f4;", "ret;"}),
            4u);
  // 64 bits are two words; a vector's elements are all written.
  EXPECT_EQ(alive({"mov.u64 %rd1, %clock64;", "ld.global.v2.f32 {%f1, %f2}, [%rd1];",
                   "add.f32 %f3, %f1, %f2;", "st.global.f32 [%rd1], %f3;", "ret;"}),
            4u);
}

TEST(MostAlive, WhatComesFromTheConstantBankTakesNone) {
  EXPECT_EQ(
      alive({"ld.param.u64 %rd1, [k_param_0];", "cvta.to.global.u64 %rd2, %rd1;", "mov.u32 %r1, 5;",
             "mov.u32 %r2, %tid.x;", "st.global.u32 [%rd2], %r1;", "st.global.u32 [%rd2], %r2;", "ret;"}),
      1u);
}

TEST(MostAlive, WhatALoopNeedsAgainLivesThroughIt) {
  // %f1 is read in each round, though nothing behind the loop reads it.
  EXPECT_EQ(alive({"mov.u32 %r1, %tid.x;", "ld.shared.f32 %f1, [%r1];", "mov.u32 %r2, %tid.y;",
                   "$L1:", "ld.shared.f32 %f2, [%r2];", "mul.f32 %f3, %f2, %f1;", "st.shared.f32 [%r2], %f3;",
                   "add.s32 %r2, %r2, 4;", "setp.lt.s32 %p1, %r2, 64;", "@%p1 bra $L1;", "ret;"}),
            3u);
}

} // namespace
} // namespace warpscope::program
