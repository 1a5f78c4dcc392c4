// Memory that the device still uses: a touch too early is told with its place, and the program goes on.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

namespace warpscope::guest {
namespace {

/// The kernel's launch uses bytes [16, 32) of the first allocation, which begins the window's second 64 KiB.
Setting with_busy_bytes(bool written) {
  Setting setting;
  setting.welcome.kernels = {{"work", "work", {}, {}, 0, 8, 0, 0, 0, 1024}};
  setting.launch = [=](const Launch&, std::uint8_t* memory) {
    for (int i = 16; i < 32; ++i) memory[65536 + i] = 7;
    Launched launched;
    launched.busy.begun = {{1, device_base + 65536 + 16, 16, written}};
    return launched;
  };
  return setting;
}
const std::string prologue = R"(
#include "cuda.h"
#include <cstdio>
extern "C" void work() { cudaLaunchKernel((const void*)work, dim3(1), dim3(1), nullptr, 0, nullptr); }
)";

TEST(Busy, ATouchIsToldOnceAndTheProgramGoesOn) {
  const Heard heard = run_program(prologue + R"(
int early(volatile char* p) { return p[20] + p[21]; }
int main() {
  char* p;
  cudaMallocManaged((void**)&p, 100, 1);
  p[0] = 5;
  work();
  std::printf("%d\n", early(p));
})",
                                  with_busy_bytes(true));
  EXPECT_EQ(heard.output, "14\n");
  EXPECT_EQ(heard.code, 0);
  ASSERT_EQ(heard.touches.size(), 1u) << heard.errors;
  EXPECT_EQ(heard.touches[0].piece, 1u);
  EXPECT_EQ(heard.touches[0].address, device_base + 65536 + 20);
  EXPECT_FALSE(heard.touches[0].writes);
  EXPECT_EQ(functions_of(heard, heard.touches[0].caller), (std::vector<std::string>{"_Z5earlyPVc", "main"}));
}

TEST(Busy, OtherDataOfThePageIsWithinReach) {
  const Heard heard = run_program(prologue + R"(
int main() {
  volatile char* p;
  cudaMallocManaged((void**)&p, 100, 1);
  work();
  for (int i = 32; i < 100; ++i) p[i] = i;
  int sum = 0;
  for (int i = 32; i < 100; ++i) sum += p[i];
  std::printf("%d\n", sum);
  p[31] = 1;
})",
                                  with_busy_bytes(true));
  EXPECT_EQ(heard.output, "4454\n");
  EXPECT_EQ(heard.code, 0);
  ASSERT_EQ(heard.touches.size(), 1u) << heard.errors;
  EXPECT_TRUE(heard.touches[0].writes);
}

TEST(Busy, WhatTheDeviceReadsTheHostMayReadToo) {
  const Heard heard = run_program(prologue + R"(
int main() {
  volatile char* p;
  cudaMallocManaged((void**)&p, 100, 1);
  work();
  std::printf("%d\n", p[20]);
})",
                                  with_busy_bytes(false));
  EXPECT_EQ(heard.output, "7\n");
  EXPECT_TRUE(heard.touches.empty());
}

TEST(Busy, TheKernelIsGivenOpenPages) {
  const Heard heard = run_program(prologue + R"(
#include <unistd.h>
int main() {
  char* p;
  cudaMallocManaged((void**)&p, 100, 1);
  work();
  std::printf("%d\n", (int)write(1, p, 0));
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::printf("%d\n", (int)write(ends[1], p, 40));
})",
                                  with_busy_bytes(true));
  EXPECT_EQ(heard.output, "0\n40\n");
  ASSERT_EQ(heard.touches.size(), 1u) << heard.errors;
  EXPECT_EQ(heard.touches[0].address, device_base + 65536 + 16);
}

} // namespace
} // namespace warpscope::guest
