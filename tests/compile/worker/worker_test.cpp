// The client against the real warpscope-compiler: ordinary texts, texts that hang or exhaust Clang, faults
// injected into it.
#include "sim/compile/compile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

compile::CompileRequest text(std::string words) {
  compile::CompileRequest request;
  request.file = "k.cu";
  request.text = std::move(words);
  return request;
}

const char* const plain = "__global__ void k(float *p) { p[threadIdx.x] = 1; }\n";

std::string message(const compile::CompileResult& result) {
  return result.diagnostics.empty() ? "" : result.diagnostics.front().message;
}

/// The environment of workers started while it lives.
class InjectedFault {
 public:
  explicit InjectedFault(const char* fault) { setenv("WARPSCOPE_COMPILER_FAULT", fault, 1); }
  ~InjectedFault() { unsetenv("WARPSCOPE_COMPILER_FAULT"); }
};

TEST(Worker, CompilesAProgram) {
  compile::Compiler compiler;
  const compile::CompileResult result = compiler.compile(text(plain));
  ASSERT_TRUE(result.program) << message(result);
  ASSERT_EQ(result.program->kernels.size(), 1u);
  EXPECT_EQ(result.program->kernels[0].name, "k");
  ASSERT_EQ(result.program->kernels[0].parameters.size(), 1u);
  EXPECT_EQ(result.program->kernels[0].parameters[0].name, "p");
}

TEST(Worker, MacrosAndTheDeviceReachTheText) {
  compile::Compiler compiler;
  compile::CompileRequest request = text(
      "#if __CUDA_ARCH__ != 750 || WIDTH != 12\n#error wrong\n#endif\n__global__ void k() {}\n");
  request.macros = {{"WIDTH", "12"}};
  request.compute_capability = 75;
  const compile::CompileResult result = compiler.compile(request);
  EXPECT_TRUE(result.program) << message(result);
}

/// Each sum is within Clang's limit of steps; all of them take minutes.
TEST(Worker, WhatTakesTooLongHasItsPlaceInTheHeader) {
  program::ProgramSources sources;
  sources.files.push_back({"/texts/slow.cu", "#include \"sums.cuh\"\n__global__ void k(float *p) {\n"
                                             "  p[threadIdx.x] = Sums<900>::v;\n}\nint main() {}\n"});
  sources.unsaved.push_back(
      {"/texts/sums.cuh",
       "#pragma once\n"
       "constexpr long sum(long n) { long s = 0; for (long i = 0; i < 300000; ++i) s += i ^ n; return s; }\n"
       "template <int N> struct Sums {\n  static constexpr long v = sum(N) + Sums<N - 1>::v;\n};\n"
       "template <> struct Sums<0> { static constexpr long v = 0; };\n"});
  compile::Compiler compiler;
  const compile::ProgramResult result = compiler.compile(sources, 3s);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  const Diagnostic& stopped = result.diagnostics.front();
  EXPECT_NE(stopped.message.find("stopped after 3 s of processor time"), std::string::npos)
      << stopped.message;
  EXPECT_EQ(stopped.file, "/texts/sums.cuh");
  EXPECT_EQ(stopped.span.line, 4u);
}

TEST(Worker, ErrorsKeepTheirPlaceAndTheWorkerLives) {
  compile::Compiler compiler;
  const compile::CompileResult result = compiler.compile(
      text("__global__ void k(float *p) {\n  p[0] = 1\n}\n"));
  EXPECT_FALSE(result.program);
  EXPECT_FALSE(result.worker_died);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].file, "k.cu");
  EXPECT_EQ(result.diagnostics[0].span.line, 2u);
  EXPECT_TRUE(compiler.compile(text(plain)).program);
}

TEST(Worker, EveryInjectedFaultIsSurvived) {
  for (const char* fault : {"crash", "hang", "garbage", "half"}) {
    compile::Compiler compiler;
    compile::CompileResult result;
    {
      const InjectedFault injected(fault);
      result = compiler.compile(text(plain), 3000ms);
      EXPECT_FALSE(result.program) << fault;
      EXPECT_TRUE(result.worker_died) << fault;
      EXPECT_TRUE(has_errors(result.diagnostics)) << fault;
    }
    // The next worker was started at once, still with the fault; the one after it is a healthy one.
    static_cast<void>(compiler.compile(text("__global__ void other() {}\n"), 500ms));
    const compile::CompileResult after = compiler.compile(text(plain));
    EXPECT_TRUE(after.program) << fault << ": " << message(after);
  }
}

TEST(Worker, ATextThatNeverEndsIsStopped) {
  // 2^40 distinct instantiations, never more than 40 deep: no limit of the language is met, only time.
  const std::string endless = "template <int D, long P> struct T { static constexpr long v = T<D - 1, 2 * "
                              "P>::v + T<D - 1, 2 * P + 1>::v; };\n"
                              "template <long P> struct T<0, P> { static constexpr long v = P; };\n"
                              "__global__ void k(long *p) { p[0] = T<40, 0>::v; }\n";
  compile::Compiler compiler;
  const compile::CompileResult result = compiler.compile(text(endless), 1500ms);
  EXPECT_FALSE(result.program);
  EXPECT_TRUE(has_errors(result.diagnostics));
  EXPECT_LT(result.seconds, 10);
  EXPECT_TRUE(compiler.compile(text(plain)).program) << "the next text must work";
}

TEST(Worker, TextsThatExhaustTheLanguagesLimitsAreErrors) {
  const std::string cases[] = {
      "constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n__global__ void k(int *p) { "
      "constexpr int v = f(60); p[0] = v; }\n",
      "template <int N> struct T { static constexpr int v = T<N + 1>::v; };\n__global__ void k(int *p) { "
      "p[0] = T<0>::v; }\n",
      "__global__ void k(int *p) { p[0] = " + std::string(5000, '(') + "1" + std::string(5000, ')') + "; }\n",
      "#define A B B\n#define B C C\n#define C A A\n__global__ void k() { A; }\n",
      std::string(100000, '{'),
      "constexpr int f() { for (;;) {} return 1; }\n__global__ void k(int *p) { constexpr int v = f(); p[0] "
      "= v; }\n",
  };
  compile::Compiler compiler;
  for (const std::string& words : cases) {
    const compile::CompileResult result = compiler.compile(text(words), 8000ms);
    EXPECT_FALSE(result.program) << words.substr(0, 60);
    EXPECT_TRUE(has_errors(result.diagnostics)) << words.substr(0, 60);
    EXPECT_LT(result.seconds, 9) << words.substr(0, 60);
  }
  EXPECT_FALSE(compiler.compile(text(std::string(100000, '<'))).worker_died);
  EXPECT_TRUE(compiler.compile(text(plain)).program);
}

TEST(Worker, JunkIsRefusedAndNothingElseHappens) {
  std::string junk;
  std::uint32_t state = 1;
  for (int i = 0; i < 20000; ++i) junk += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  compile::Compiler compiler;
  EXPECT_TRUE(has_errors(compiler.compile(text(junk)).diagnostics));
  EXPECT_TRUE(compiler.compile(text(plain)).program);
}

TEST(Worker, ManyTextsGiveTheSameProgramEachTime) {
  compile::Compiler compiler;
  const compile::CompileResult first = compiler.compile(text(plain));
  ASSERT_TRUE(first.program);
  for (int i = 0; i < 30; ++i) // others between, so that it is no cached result
    ASSERT_TRUE(compiler
                    .compile(text("__global__ void k" + std::to_string(i) +
                                  "(int *p) { p[0] = " + std::to_string(i) + "; }\n"))
                    .program);
  const compile::CompileResult again = compiler.compile(text(plain));
  ASSERT_TRUE(again.program);
  EXPECT_NE(again.program, first.program);
  EXPECT_EQ(*again.program, *first.program);
}

TEST(Worker, AWarmOneAnswersSoon) {
  compile::Compiler compiler;
  compiler.warm_up();
  ASSERT_TRUE(compiler.compile(text(plain)).program);
  std::vector<double> seconds;
  for (int i = 0; i < 20; ++i)
    seconds.push_back(
        compiler.compile(text("__global__ void k(int *p) { p[0] = " + std::to_string(i) + "; }\n")).seconds);
  std::nth_element(seconds.begin(), seconds.begin() + 10, seconds.end());
  RecordProperty("median_milliseconds", std::to_string(seconds[10] * 1e3));
  EXPECT_LT(seconds[10], 1.0)
      << "ten times and more what it takes on a slow machine: only a lost warm process costs that";
}

} // namespace
} // namespace warpscope
