// Which statement printed a line, and which of its numbers are the model's times.
#include "app/results/printed_lines.h"

#include <gtest/gtest.h>

namespace warpscope::results {
namespace {

constexpr const char* program = R"(#include <cstdio>
#include <iostream>
struct Timer {
  float ms_;
  float elapsed() { cudaEventElapsedTime(&ms_, a, b); return ms_; }
};
void host() { double ms = clock_of_the_host(); printf("host: %f ms\n", ms); }
int main() {
  float ms = 0;
  printf("%d of %d pixels\n", 1, 2);
  cudaEventElapsedTime(&ms, start, stop);
  printf("histogram: %.4f ms a launch, "
         "%d launches\n", ms / 100, 100);
  const double rate = bytes / ms;
  std::cout << "rate " << std::fixed << std::setprecision(2) << rate << " GB/s" << std::endl;
  std::cout << "timer " << timer.elapsed() << '\n';
  std::cerr << "to stderr " << 5 << "\n";
  puts("ok");
  if (bad) printf("same\n");
  else printf("same\n");
  for (int i = 0; i < 4; ++i) printf("row %d: ", i), std::cout << values[i] << "\n";
  printf("first\nsecond %s\n", name);
}
)";

class PrintedLines : public testing::Test {
 protected:
  [[nodiscard]] std::uint32_t line_of(std::string_view line, bool error = false) const {
    return printed_by(patterns_, line, error).line;
  }
  /// The modelled parts of a line, each between brackets.
  [[nodiscard]] std::string modelled(std::string_view line) const {
    std::string text;
    for (const auto& [begin, end] : printed_by(patterns_, line, false).modelled)
      text += "[" + std::string(line.substr(begin, end - begin)) + "]";
    return text;
  }
  std::vector<PrintPattern> patterns_ = print_patterns({{"/p.cu", program}});
};

TEST_F(PrintedLines, AreThoseOfTheStatementThatFits) {
  EXPECT_EQ(line_of("64 of 128 pixels"), 10u);
  EXPECT_EQ(line_of("histogram: 0.0093 ms a launch, 100 launches"), 12u);
  EXPECT_EQ(line_of("ok"), 18u);
  EXPECT_EQ(line_of("row 3: 12"), 21u) << "a line that another statement ends";
  EXPECT_EQ(line_of("first"), 22u);
  EXPECT_EQ(line_of("second one"), 22u);
  EXPECT_EQ(line_of("to stderr 5", true), 17u);
}

TEST_F(PrintedLines, NameNobodyWhereTwoFitOrNone) {
  EXPECT_EQ(line_of("same"), 0u);
  EXPECT_EQ(line_of("unknown"), 0u);
  EXPECT_EQ(line_of("to stderr 5"), 0u) << "it went to stdout";
  EXPECT_EQ(line_of(""), 0u);
}

TEST_F(PrintedLines, MarkTheTimesOfTheModel) {
  EXPECT_EQ(modelled("histogram: 0.0093 ms a launch, 100 launches"), "[0.0093]");
  EXPECT_EQ(modelled("rate 12.50 GB/s"), "[12.50]") << "computed from a time";
  EXPECT_EQ(modelled("timer 3.5"), "[3.5]") << "returned by a member";
  EXPECT_EQ(modelled("host: 3.500000 ms"), "") << "another variable of the same name";
  EXPECT_EQ(modelled("64 of 128 pixels"), "");
}

/// What clock() counts here is not time, whatever the kernel's parameter and the host's variable are called.
TEST(PrintPatterns, MarkWhatAKernelsClockCounted) {
  const auto patterns = print_patterns({{"/p.cu", R"(
__device__ unsigned long long now() { return clock64(); }
__global__ void chain(const unsigned *in, long long *took, unsigned *end) {
  long long begin = clock64();
  *end = in[*end];
  *took = clock64() - begin;
}
__global__ void other(long long *ticks) { ticks[threadIdx.x] = now(); }
int main() {
  long long *cycles, *times, host[32];
  chain<<<dim3(1), 1>>>(in, cycles, end);
  printf("%s: %.1f cycles a load\n", "L1", double(*cycles) / 64);
  printf("end at %u\n", *end);
  other<<<1, 32>>>(times);
  cudaMemcpy(host, times, sizeof host, cudaMemcpyDeviceToHost);
  printf("lane 3 at %lld\n", host[3]);
  clock_t start = clock();
  printf("the host took %ld\n", clock() - start);
}
)"}});
  const PrintedBy load = printed_by(patterns, "L1: 8.0 cycles a load", false);
  ASSERT_EQ(load.modelled.size(), 1u);
  EXPECT_EQ(load.modelled[0], std::pair(std::size_t{4}, std::size_t{7}));
  EXPECT_EQ(load.source, TimeSource::Clock);
  EXPECT_EQ(printed_by(patterns, "end at 7", false).modelled.size(), 0u);
  EXPECT_EQ(printed_by(patterns, "lane 3 at 12", false).source, TimeSource::Clock) << "copied to the host";
  EXPECT_EQ(printed_by(patterns, "the host took 12", false).source, TimeSource::None);
}

TEST(PrintPatterns, OfAFloodOfValuesEnd) {
  std::string text = "int main() { std::cout";
  for (int i = 0; i < 60; ++i) text += " << x << \"a\"";
  const auto patterns = print_patterns({{"/p.cu", text + "; }"}});
  (void)printed_by(patterns, std::string(4000, 'a') + "b", false);
  ASSERT_EQ(patterns.size(), 1u);
}

} // namespace
} // namespace warpscope::results
