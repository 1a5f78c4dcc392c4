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

TEST(PrintPatterns, OfAFloodOfValuesEnd) {
  std::string text = "int main() { std::cout";
  for (int i = 0; i < 60; ++i) text += " << x << \"a\"";
  const auto patterns = print_patterns({{"/p.cu", text + "; }"}});
  (void)printed_by(patterns, std::string(4000, 'a') + "b", false);
  ASSERT_EQ(patterns.size(), 1u);
}

} // namespace
} // namespace warpscope::results
