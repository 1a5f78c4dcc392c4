// Edits of a text as values: the shortest difference, lines that move with it, what one undo takes back.
#include "app/document/text_edit.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(Difference, IsTheShortestReplacement) {
  EXPECT_EQ(document::difference("abc", "abc"), (document::TextChange{3, 0, 0}));
  EXPECT_EQ(document::difference("ac", "abc"), (document::TextChange{1, 0, 1}));
  EXPECT_EQ(document::difference("abc", "ac"), (document::TextChange{1, 1, 0}));
  EXPECT_EQ(document::difference("", "abc"), (document::TextChange{0, 0, 3}));
  EXPECT_EQ(document::difference("abc", ""), (document::TextChange{0, 3, 0}));
  EXPECT_EQ(document::difference("aaa", "aaaa"), (document::TextChange{3, 0, 1}));
  EXPECT_EQ(document::difference("tile[32][32]", "tile[32][33]"), (document::TextChange{10, 1, 1}));
}

TEST(Difference, DoesNotSplitACharacter) {
  // ä is C3 A4, ö is C3 B6.
  EXPECT_EQ(document::difference("x\xc3\xa4y", "x\xc3\xb6y"), (document::TextChange{1, 2, 2}));
  // Two characters with the same last byte: U+00A4 and U+00E4 (C2 A4, C3 A4).
  EXPECT_EQ(document::difference("\xc2\xa4", "\xc3\xa4"), (document::TextChange{0, 2, 2}));
}

TEST(LineAfter, FollowsALineThroughOneChange) {
  const std::string text = "a\nb\nc\nd\n";
  EXPECT_EQ(document::line_after(text, text, 3), 3u);
  EXPECT_EQ(document::line_after(text, "new\n" + text, 3), 4u);
  EXPECT_EQ(document::line_after(text, text + "new\n", 3), 3u);
  EXPECT_EQ(document::line_after(text, "a\nc\nd\n", 3), 2u);
  EXPECT_EQ(document::line_after(text, "a\nb\nc + 1\nd\n", 3), 3u) << "the line itself was edited";
  EXPECT_EQ(document::line_after(text, "a\nB\nc\nD\n", 3), 3u) << "two changes around it are one";
  EXPECT_EQ(document::line_after(text, "a\nB\nB\nc\nD\n", 3), 4u) << "found by its like";
  EXPECT_EQ(document::line_after(text, "", 3), 1u) << "nothing is left of it";
}

TEST(OffsetOf, CountsLinesAndBytes) {
  const std::string text = "ab\n\ncd";
  EXPECT_EQ(document::offset_of(text, 1, 1), 0u);
  EXPECT_EQ(document::offset_of(text, 1, 3), 2u) << "behind the last byte";
  EXPECT_FALSE(document::offset_of(text, 1, 4));
  EXPECT_EQ(document::offset_of(text, 2, 1), 3u);
  EXPECT_EQ(document::offset_of(text, 3, 3), 6u);
  EXPECT_FALSE(document::offset_of(text, 4, 1));
  EXPECT_FALSE(document::offset_of(text, 0, 1));
  EXPECT_FALSE(document::offset_of(text, 1, 0));
}

TEST(ApplyFixes, InsertsReplacesAndRemoves) {
  const std::string text = "int x = threadIdx.X\nconst const int y;\n";
  EXPECT_EQ(document::apply_fixes(text, {{{1, 19, 1, 20}, "x"}}),
            "int x = threadIdx.x\nconst const int y;\n");
  EXPECT_EQ(document::apply_fixes(text, {{{1, 20, 1, 20}, ";"}}),
            "int x = threadIdx.X;\nconst const int y;\n");
  EXPECT_EQ(document::apply_fixes(text, {{{2, 7, 2, 13}, ""}, {{1, 20, 1, 20}, ";"}}),
            "int x = threadIdx.X;\nconst int y;\n");
  EXPECT_EQ(document::describe_fixes(text, {{{1, 20, 1, 20}, ";"}}), "insert ;");
  EXPECT_EQ(document::describe_fixes(text, {{{1, 19, 1, 20}, "x"}}), "replace X by x");
  EXPECT_EQ(document::describe_fixes(text, {{{2, 7, 2, 13}, ""}, {{1, 20, 1, 20}, ";"}}),
            "insert ;, and 1 more");
}

TEST(ApplyFixes, LeavesAloneWhatDoesNotFit) {
  const std::string text = "ab\n";
  EXPECT_FALSE(document::apply_fixes(text, {}));
  EXPECT_FALSE(document::apply_fixes(text, {{{9, 1, 9, 2}, "x"}}));
  EXPECT_FALSE(document::apply_fixes(text, {{{1, 2, 1, 1}, "x"}}));
  EXPECT_FALSE(document::apply_fixes(text, {{{1, 1, 1, 3}, "x"}, {{1, 2, 1, 2}, "y"}})) << "two that overlap";
  EXPECT_FALSE(document::apply_fixes(text, {{{1, 1, 1, 2}, "a"}})) << "changes nothing";
  EXPECT_EQ(document::describe_fixes(text, {{{9, 1, 9, 2}, "x"}}), "");
}

/// Whether the change from the second text to the third goes on with that from the first to the second.
bool goes_on(const std::string& first, const std::string& second, const std::string& third) {
  return document::continues_typing(document::typed_change(first, second),
                                    document::typed_change(second, third));
}

TEST(ContinuesTyping, EndsWhereAPersonWouldUndoTo) {
  EXPECT_TRUE(goes_on("", "a", "ab")) << "the next key";
  EXPECT_FALSE(goes_on("xyz", "xyza", "bxyza")) << "elsewhere";
  EXPECT_FALSE(goes_on("", "a", "a\n")) << "a new line";
  EXPECT_TRUE(goes_on("a", "a\n", "a\nb")) << "the text of the new line goes with it";
  EXPECT_TRUE(goes_on("xy", "xay", "xy")) << "backspace over it";
  EXPECT_TRUE(goes_on("xabc", "xab", "xa")) << "backspace again";
  EXPECT_TRUE(goes_on("xabc", "xbc", "xc")) << "delete again";
  EXPECT_FALSE(goes_on("xabc", "xab", "xabd")) << "typing after deleting";
  EXPECT_FALSE(goes_on("xabc", "xab", "ab")) << "deleting elsewhere";
  EXPECT_FALSE(goes_on("", "a", "a" + std::string(20, 'x'))) << "a paste";
  EXPECT_FALSE(goes_on("", "twenty bytes or more", "twenty bytes or more!")) << "after a paste";
}

TEST(ContinuesTyping, BesideItsLikeThePlaceOfAKeyIsNotKnown) {
  EXPECT_TRUE(goes_on("// x", "/// x", "//// x")) << "// before //";
  EXPECT_TRUE(goes_on("/// x", "//// x", "// // x")) << "a blank after //, typed before //";
  EXPECT_TRUE(goes_on("aa", "aaa", "aa"));
  EXPECT_FALSE(goes_on("aab", "aaab", "caaab")) << "but not before the run's neighbour";
}

} // namespace
} // namespace warpscope
