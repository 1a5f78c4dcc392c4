// Integer expressions of the header.
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

std::optional<std::int64_t> value(std::string_view text, const Names& names = {}) {
  std::string error;
  return source::evaluate(text, names, error);
}

std::string error_of(std::string_view text, const Names& names = {}) {
  std::string error;
  EXPECT_FALSE(source::evaluate(text, names, error).has_value()) << text;
  return error;
}

TEST(Evaluate, HasTheLevelsOfC) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("100 / 10 / 5"), 2);
  EXPECT_EQ(value("100 - 10 - 5"), 85);
  EXPECT_EQ(value("1 << 3 + 1"), 16);
  EXPECT_EQ(value("7 & 3 == 3"), 1); // == binds tighter than &
  EXPECT_EQ(value("1 | 6 ^ 3 & 5"), 1 | (6 ^ (3 & 5)));
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("~0"), -1);
  EXPECT_EQ(value("!5 + !0"), 1);
  EXPECT_EQ(value("- - 3"), 3);
  EXPECT_EQ(value("1 ? 2 : 0 ? 3 : 4"), 2);
  EXPECT_EQ(value("0 ? 2 : 0 ? 3 : 4"), 4);
  EXPECT_EQ(value("2 > 1 && 1 >= 1 || 0"), 1);
  EXPECT_EQ(value("min(3, max(1, 2)) * 10"), 20);
}

TEST(Evaluate, ReadsCsNumbers) {
  EXPECT_EQ(value("0x10"), 16);
  EXPECT_EQ(value("0b101"), 5);
  EXPECT_EQ(value("017"), 15);
  EXPECT_EQ(value("1'000'000"), 1000000);
  EXPECT_EQ(value("64ull"), 64);
  EXPECT_EQ(value("9223372036854775807"), INT64_MAX);
  EXPECT_NE(error_of("9223372036854775808").find("64 bits"), std::string::npos);
  EXPECT_NE(error_of("1.5").find("not a whole number"), std::string::npos);
  EXPECT_NE(error_of("1e3").find("not a whole number"), std::string::npos);
  EXPECT_NE(error_of("12abc").find("not a whole number"), std::string::npos);
  error_of("08");
  error_of("0x");
}

TEST(Evaluate, UsesParameters) {
  const Names names = {
      {"WIDTH", "1024"}, {"TILES", "WIDTH / 32"}, {"WIDE", "1 + 1"}, {"ON", "true"}, {"SCALE", "0.5"}};
  EXPECT_EQ(value("WIDTH*WIDTH", names), 1 << 20);
  EXPECT_EQ(value("TILES", names), 32);
  EXPECT_EQ(value("WIDE * 3", names), 6); // a value, not a piece of text
  EXPECT_EQ(value("ON", names), 1);
  EXPECT_NE(error_of("SCALE * 2", names).find("0.5 is not a whole number"), std::string::npos);
  EXPECT_NE(error_of("WIDHT", names).find("did you mean WIDTH"), std::string::npos);
  EXPECT_NE(error_of("threadIdx", names).find("unknown name threadIdx"), std::string::npos);
}

TEST(Evaluate, RefusesWhatHasNoValue) {
  EXPECT_NE(error_of("1 / 0").find("division by zero"), std::string::npos);
  EXPECT_NE(error_of("1 % (3 - 3)").find("division by zero"), std::string::npos);
  EXPECT_NE(error_of("9223372036854775807 + 1").find("overflows"), std::string::npos);
  EXPECT_NE(error_of("4611686018427387904 * 2").find("overflows"), std::string::npos);
  EXPECT_NE(error_of("(-9223372036854775807 - 1) / -1").find("overflows"), std::string::npos);
  EXPECT_NE(error_of("-(-9223372036854775807 - 1)").find("overflows"), std::string::npos);
  EXPECT_NE(error_of("1 << 64").find("shift"), std::string::npos);
  EXPECT_NE(error_of("1 << 63").find("overflows"), std::string::npos);
  EXPECT_NE(error_of("1 >> -1").find("shift"), std::string::npos);
  for (const char* text :
       {"", "  ", "(", "1 +", ")", "1 2", "1 ? 2", "min(1)", "min(1, 2", "*", "a b", "\"1\"", "1;"})
    error_of(text);
}

TEST(Evaluate, TheBranchNotTakenCannotFail) {
  EXPECT_EQ(value("0 ? 1 / 0 : 5"), 5);
  EXPECT_EQ(value("0 && 1 / 0"), 0);
  EXPECT_EQ(value("1 || 1 / 0"), 1);
  error_of("0 ? nonsense : 5"); // but it must be readable
}

TEST(Evaluate, IsBounded) {
  error_of(std::string(100'000, '('));
  error_of(std::string(3'000, '(') + "1" + std::string(3'000, ')'));
  error_of(std::string(4'000, '-') + "1");
  EXPECT_EQ(value(std::string(20, '(') + "1" + std::string(20, ')')), 1);
  error_of("A", {{"A", "A"}});
  error_of("A", {{"A", "B"}, {"B", "A"}});
  Names doubling; // 2^40 additions if each name were read again without a bound
  for (int i = 0; i < 40; ++i)
    doubling.emplace_back("N" + std::to_string(i),
                          "N" + std::to_string(i + 1) + "+N" + std::to_string(i + 1));
  doubling.emplace_back("N40", "1");
  error_of("N0", doubling);
}

} // namespace
} // namespace warpscope
