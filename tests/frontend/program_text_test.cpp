// What is rewritten in a whole program's text before Clang reads it.
#include "sim/frontend/program_text.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(ProgramText, LaunchesOfDeviceCodeAreRewrittenAtTheSameLength) {
  const std::string
      text = "__global__ void k(int *p) {\n  if (*p > 0) n::k<2><<<dim3(1), 32, 0, s>>>(p);\n}\n"
             "int main() { k<<<1, 2>>>(p); }\n";
  const std::string read = frontend::readable_program_text(text);
  EXPECT_EQ(read, "__global__ void k(int *p) {\n  if (*p > 0) $<n::k<2>>(dim3(1), 32, 0, s) (p);\n}\n"
                  "int main() { k<<<1, 2>>>(p); }\n");
  EXPECT_EQ(read.size(), text.size());
}

TEST(ProgramText, LaunchesInCommentsStringsAndHostFunctionsStay) {
  for (const char* text : {"__global__ void k() { /* k<<<1, 2>>>() */ }\n",
                           "__device__ const char *s() { return \"k<<<1, 2>>>()\"; }\n",
                           "__global__ void k() { char c = '{'; }\nvoid f() { k<<<1, 2>>>(); }\n"})
    EXPECT_EQ(frontend::readable_program_text(text), text);
}

TEST(ProgramText, ARegisterOfOnePercentSignIsMarkedAtTheSameLength) {
  const std::string text = "void f() { asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(t)); }";
  const std::string read = frontend::readable_program_text(text);
  EXPECT_EQ(read, "void f() { asm volatile(\"mov.u64 %0, #globaltimer;\" : \"=l\"(t)); }");
  // What Clang takes stays: operands, with a modifier or a name, and doubled signs; so do other strings.
  for (const char* same :
       {"asm(\"mov.u32 %0, %%laneid; add %w1, %[x];\" : \"=r\"(a));", "printf(\"%d %s\", a(b));",
        "asm(\"cpuid\" : \"=a\"(x) : \"%rcx\"(y));", "chasm(\"%smid\");"})
    EXPECT_EQ(frontend::readable_program_text(same), same);
}

TEST(ProgramText, AnUnrollBeforeNoLoopIsBlankedOut) {
  EXPECT_EQ(frontend::readable_program_text("#pragma unroll 4\n  int k = 3;"),
            "                \n  int k = 3;");
  EXPECT_EQ(frontend::readable_program_text("# pragma unroll\n\n{ }"), "               \n\n{ }");
  for (const char* same : {"#pragma unroll\nfor (;;) ;", "#pragma unroll 2 // why\n  // more\n while (x) ;",
                           "#pragma unroll\nLOOP(i, n)", "#pragma unroll\n#pragma nv_diag\nfor (;;) ;",
                           "#pragma once\nint unroll;"})
    EXPECT_EQ(frontend::readable_program_text(same), same);
}

TEST(ProgramText, AlignmentsBehindAMarkerAndLinkageWithoutABlank) {
  EXPECT_EQ(frontend::readable_program_text("__shared__ alignas(16) float a[4];"),
            "__shared__ __ws_al(16) float a[4];");
  EXPECT_EQ(frontend::readable_program_text("extern \"C\"__global__ void k() {}"),
            "extern \"C\" __global__ void k() {}");
}

} // namespace
} // namespace warpscope
