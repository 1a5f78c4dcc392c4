// A host program runs as it would on the machine itself: exceptions, static objects, streams, threads, its
// arguments and its exit code.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

namespace warpscope::guest {
namespace {

TEST(Program, ReturnsWhatMainReturns) {
  const Heard heard = run_program("int main() { return 42; }");
  EXPECT_EQ(heard.compiler, "");
  EXPECT_EQ(heard.code, 42) << heard.errors;
  ASSERT_EQ(heard.exits.size(), 1u);
  EXPECT_EQ(heard.exits[0].code, 42);
}

TEST(Program, SeesItsArgumentsAndEnvironment) {
  Setting setting;
  setting.welcome.arguments = {"scan", "1024"};
  setting.welcome.environment = {"N=7"};
  const Heard heard = run_program(R"(
#include <cstdio>
#include <cstdlib>
int main(int argc, char** argv) { std::printf("%d %s %s %s\n", argc, argv[0], argv[1], std::getenv("N")); })",
                                  setting);
  EXPECT_EQ(heard.output, "2 scan 1024 7\n") << heard.errors;
}

TEST(Program, CatchesWhatItThrows) {
  const Heard heard = run_program(R"(
#include <iostream>
#include <stdexcept>
#include <vector>
struct Noisy { ~Noisy() { std::cout << "unwound "; } };
void deep(int n) { Noisy noisy; if (n == 0) throw std::out_of_range("too deep"); deep(n - 1); }
int main() {
  try { deep(2); } catch (const std::exception& e) { std::cout << e.what() << '\n'; }
  try { std::vector<int>(3).at(5); } catch (const std::out_of_range&) { std::cout << "at\n"; }
})");
  EXPECT_EQ(heard.output, "unwound unwound unwound too deep\nat\n") << heard.errors;
  EXPECT_EQ(heard.code, 0);
}

TEST(Program, BuildsAndDestroysItsStaticObjectsInOrder) {
  const Heard heard = run_program(R"(
#include <cstdio>
#include <cstdlib>
struct Named { const char* name; Named(const char* n) : name(n) { std::printf("+%s ", name); }
               ~Named() { std::printf("-%s ", name); } };
Named first("a"), second("b");
void handler() { std::printf("handler "); }
int main() { static Named local("c"); std::atexit(handler); std::printf("main "); })");
  EXPECT_EQ(heard.output, "+a +b +c main handler -c -b -a ") << heard.errors;
}

TEST(Program, MayHaveSeveralFilesAndThreads) {
  Setting setting;
  setting.extra_texts = {"int twice(int x) { return 2 * x; }"};
  const Heard heard = run_program(R"(
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>
#include <atomic>
int twice(int);
int main() {
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&, i] { sum += twice(i); });
  for (auto& t : threads) t.join();
  std::cout << sum << std::endl;
})",
                                  setting);
  EXPECT_EQ(heard.output, "56\n") << heard.errors;
}

TEST(Program, ThatNamesWhatNobodyDefinesDoesNotStart) {
  const Heard heard = run_program("int nowhere(); int main() { return nowhere(); }");
  EXPECT_EQ(heard.code, 1);
  ASSERT_NE(heard.finding("undefined"), nullptr);
  EXPECT_EQ(
      heard.finding("undefined")->message,
      "undefined: nowhere(); if another file of the program defines it, give `warpscope run` that file, "
      "too");
  EXPECT_TRUE(heard.loaded.empty());
}

TEST(Program, MayNameAFunctionOfCudaThatIsNotThere) {
  const Heard heard = run_program(R"(
#include <cstdio>
extern "C" int cudaFlyToTheMoon(int);
int main() { std::printf("%d\n", cudaFlyToTheMoon(1)); })");
  EXPECT_EQ(heard.output, "801\n") << heard.errors;
  ASSERT_NE(heard.finding("unsupported"), nullptr);
  EXPECT_EQ(heard.finding("unsupported")->function, "cudaFlyToTheMoon");
  ASSERT_EQ(heard.findings.size(), 2u); // at load, and where it was called
  EXPECT_EQ(functions_of(heard, heard.findings[1].caller), std::vector<std::string>{"main"});
}

} // namespace
} // namespace warpscope::guest
