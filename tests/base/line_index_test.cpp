// LineIndex gives the lines that line_of() gives, and places as the editor counts them.
#include "sim/base/diagnostic.h"
#include "sim/base/line_index.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(LineIndex, GivesTheLinesThatCountingFromTheStartGives) {
  for (const std::string_view text :
       {"", "one", "one\n", "\n", "\n\n", "one\ntwo\r\nthree", "\r\n", "a\n\nb\n"}) {
    const LineIndex index(text);
    for (std::uint32_t line = 0; line < 6; ++line)
      EXPECT_EQ(index.line(line), line_of(text, line)) << '"' << text << "\", line " << line;
  }
}

TEST(LineIndex, AnOffsetIsOnTheLineThatItsBeginIsOn) {
  const LineIndex index("ab\n\ncd");
  EXPECT_EQ(index.line_of_offset(0), 1u);
  EXPECT_EQ(index.line_of_offset(2), 1u) << "the end of line belongs to its line";
  EXPECT_EQ(index.line_of_offset(3), 2u);
  EXPECT_EQ(index.line_of_offset(4), 3u);
  EXPECT_EQ(index.line_begin(3), 4u);
  EXPECT_EQ(index.line_begin(9), 6u) << "clamped to the text";
  EXPECT_EQ(index.span(4, 99), (Span{3, 1, 3, 3}));
}

} // namespace
} // namespace warpscope
