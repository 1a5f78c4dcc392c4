// Runs of coloured source text.
#include "app/view/code_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace warpscope {
namespace {

/// "k:float n:v m:= …", blanks left out.
std::string told(std::string_view line) {
  std::string text;
  for (const view::CodeRun& run : view::code_runs(line)) {
    if (run.kind == view::CodeKind::Blank) continue;
    text += text.empty() ? "" : " ";
    text += "nk0tcm"[static_cast<int>(run.kind)];
    text += ":" + std::string(line.substr(run.begin, run.end - run.begin));
  }
  return text;
}

TEST(CodeText, TellsKeywordsNumbersAndOperators) {
  EXPECT_EQ(told("float v = s[t * 4 % 128];"), "k:float n:v m:= n:s m:[ n:t m:* 0:4 m:% 0:128 m:];");
  EXPECT_EQ(told("  __shared__ float tile[32][33]; // 33"),
            "k:__shared__ k:float n:tile m:[ 0:32 m:][ 0:33 m:]; c:// 33");
  EXPECT_EQ(told("x += 1.5e-3f + 0x1Fu - .5f*1'000"), "n:x m:+= 0:1.5e-3f m:+ 0:0x1Fu m:- 0:.5f m:* 0:1'000");
  EXPECT_EQ(told("threadIdx.x"), "n:threadIdx m:. n:x");
  EXPECT_EQ(told("#pragma unroll 4"), "k:#pragma n:unroll 0:4");
  EXPECT_EQ(told("f(\"a // b\", 'c') /* d */ g"), "n:f m:( t:\"a // b\" m:, t:'c' m:) c:/* d */ n:g");
}

TEST(CodeText, RunsAreTheWholeLineWhateverItHolds) {
  std::mt19937 random(7);
  const std::string alphabet = "a_0.9'\"\\/*#[](){}<>+-eExX \t\xc3\x97\xff;";
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (std::size_t n = random() % 24; n > 0; --n) line += alphabet[random() % alphabet.size()];
    std::size_t at = 0;
    for (const view::CodeRun& run : view::code_runs(line)) {
      ASSERT_EQ(run.begin, at) << line;
      ASSERT_GT(run.end, run.begin) << line;
      at = run.end;
    }
    ASSERT_EQ(at, line.size()) << line;
  }
}

} // namespace
} // namespace warpscope
