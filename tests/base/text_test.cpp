// Blanks, names, and what is UTF-8.
#include "sim/base/text.h"
#include "sim/base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope {
namespace {

TEST(Text, TrimsBothEndsOfWhatIsNamed) {
  EXPECT_EQ(trimmed(" \t a b\r\n\f\v"), "a b");
  EXPECT_EQ(trimmed(" \n "), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed(" a\n", " \t"), "a\n") << "a line end is none of the two";
}

TEST(Text, KnowsANameOfC) {
  EXPECT_TRUE(is_identifier("_a1"));
  EXPECT_FALSE(is_identifier(""));
  EXPECT_FALSE(is_identifier("1a"));
  EXPECT_FALSE(is_identifier("a-b"));
  EXPECT_FALSE(is_identifier("\xc3\xa9"));
}

TEST(Utf8, TakesTheLeastAndTheLargestOfEachLength) {
  for (const std::string text : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
                                 "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << testing::PrintToString(text);
    EXPECT_EQ(utf8_length(text, 0), text.size());
  }
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string("\0", 1)));
}

TEST(Utf8, RefusesWhatIsNot) {
  EXPECT_FALSE(is_utf8("\x80")) << "no lead";
  EXPECT_FALSE(is_utf8("a\xc3")) << "cut off";
  EXPECT_FALSE(is_utf8("\xc3z")) << "no continuation";
  EXPECT_FALSE(is_utf8("\xc0\xaf")) << "overlong, two bytes";
  EXPECT_FALSE(is_utf8("\xe0\x9f\xbf")) << "overlong, three bytes";
  EXPECT_FALSE(is_utf8("\xf0\x8f\xbf\xbf")) << "overlong, four bytes";
  EXPECT_FALSE(is_utf8("\xed\xa0\x80")) << "a surrogate";
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80")) << "beyond U+10FFFF";
  EXPECT_FALSE(is_utf8("\xff")) << "no lead at all";
}

} // namespace
} // namespace warpscope
