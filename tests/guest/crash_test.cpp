// How a program ends that does not end by itself: the simulator hears of it, with the place, and the process
// ends as a shell expects.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

#include <csignal>

namespace warpscope::guest {
namespace {

std::string innermost(const Heard& heard) {
  if (heard.crashes.empty()) return "no crash";
  const std::vector<std::string> functions = functions_of(heard, heard.crashes[0].caller);
  return functions.empty() ? "no frame" : functions.front();
}

TEST(Crash, OfANullPointerTellsAddressAndPlace) {
  const Heard heard = run_program(R"(
void touch(volatile int* p) { *p = 1; }
int main() { touch((int*)64); })");
  EXPECT_EQ(heard.code, 128 + SIGSEGV);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(heard.crashes[0].signal, SIGSEGV);
  EXPECT_EQ(heard.crashes[0].address, 64u);
  EXPECT_FALSE(heard.crashes[0].stack);
  EXPECT_EQ(functions_of(heard, heard.crashes[0].caller), (std::vector<std::string>{"_Z5touchPVi", "main"}));
}

TEST(Crash, OfADevicePointerOnTheHostTellsTheDevicesAddress) {
  const Heard heard = run_program(R"(
#include "cuda.h"
int main() { int* p; cudaMalloc((void**)&p, 400); return p[3]; })");
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  ASSERT_EQ(heard.allocations.size(), 1u);
  EXPECT_EQ(heard.crashes[0].address, device_base + 65536 + 12);
  EXPECT_EQ(innermost(heard), "main");
}

TEST(Crash, InsideALibraryTellsTheProgramsCall) {
  const Heard heard = run_program(R"(
#include <cstring>
void fill(char* p) { std::memset(p, 1, 1000); }
int main() { fill((char*)64); })");
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(functions_of(heard, heard.crashes[0].caller), (std::vector<std::string>{"_Z4fillPc", "main"}));
}

TEST(Crash, OfEndlessRecursionNamesTheStack) {
  const Heard heard = run_program(R"(
int deeper(int n) { volatile char room[100]; room[n % 100] = 1; return deeper(n + 1) + room[0]; }
int main() { return deeper(0); })");
  EXPECT_EQ(heard.code, 128 + SIGSEGV);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_TRUE(heard.crashes[0].stack);
  EXPECT_TRUE(innermost(heard).starts_with("_Z6deeperi")) << innermost(heard);
}

TEST(Crash, OfEndlessRecursionInAThread) {
  const Heard heard = run_program(R"(
#include <thread>
int deeper(int n) { volatile char room[100]; room[n % 100] = 1; return deeper(n + 1) + room[0]; }
int main() { std::thread t([] { deeper(0); }); t.join(); })");
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_TRUE(heard.crashes[0].stack);
}

TEST(Crash, OfADivisionByZero) {
  const Heard heard = run_program("int main(int n, char**) { volatile int zero = n - 1; return 7 / zero; }");
  EXPECT_EQ(heard.code, 128 + SIGFPE);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(innermost(heard), "main");
}

TEST(Crash, OfAnUncaughtExceptionTellsItsTypeAndWords) {
  const Heard heard = run_program(R"(
#include <stdexcept>
void check() { throw std::runtime_error("no such file"); }
int main() { check(); })");
  EXPECT_EQ(heard.code, 128 + SIGABRT);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(heard.crashes[0].what, "std::runtime_error: no such file");
  EXPECT_EQ(functions_of(heard, heard.crashes[0].caller), (std::vector<std::string>{"_Z5checkv", "main"}));
  EXPECT_NE(heard.errors.find("terminate called after throwing"), std::string::npos);
}

TEST(Crash, OfAFailedAssertion) {
  const Heard heard = run_program("#include <cassert>\nint main() { assert(1 == 2); }");
  EXPECT_EQ(heard.code, 128 + SIGABRT);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(heard.crashes[0].what, "");
  EXPECT_EQ(innermost(heard), "main");
}

TEST(Crash, OfACallOfNothing) {
  const Heard heard = run_program(R"(
void call(void (*f)()) { f(); }
int main() { call(nullptr); })");
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(functions_of(heard, heard.crashes[0].caller), (std::vector<std::string>{"_Z4callPFvvE", "main"}));
}

TEST(Crash, OfALoopThatDoesNotEndComesWhenItsTimeIsUsedUp) {
  Setting setting;
  setting.welcome.processor_seconds = 1;
  const Heard heard = run_program("int main() { volatile int i = 0; for (;;) i = i + 1; }", setting);
  EXPECT_EQ(heard.code, 128 + SIGXCPU);
  ASSERT_EQ(heard.crashes.size(), 1u) << heard.errors;
  EXPECT_EQ(innermost(heard), "main");
}

TEST(Crash, IsTheProgramsOwnWhereItHandlesTheSignal) {
  const Heard heard = run_program(R"(
#include <csignal>
#include <unistd.h>
void mine(int) { (void)!write(1, "mine", 4); _exit(3); }
int main() { std::signal(SIGSEGV, mine); *(volatile int*)0 = 1; })");
  EXPECT_EQ(heard.output, "mine");
  EXPECT_EQ(heard.code, 3);
  EXPECT_TRUE(heard.crashes.empty());
}

} // namespace
} // namespace warpscope::guest
