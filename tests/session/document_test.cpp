// Blocks as people type them, and the undo history.
#include "app/document/document.h"
#include "app/document/history.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(ParseBlock, ReadsWhatPeopleWrite) {
  std::string error;
  for (const char* text : {"32 × 8", "32x8", "32, 8", "32 8", "(32, 8, 1)", " 32*8 "}) {
    const auto block = document::parse_block(text, error);
    ASSERT_TRUE(block) << text << ": " << error;
    EXPECT_EQ(*block, (Dim3{32, 8, 1})) << text;
  }
  EXPECT_EQ(*document::parse_block("1024", error), (Dim3{1024, 1, 1}));
  EXPECT_EQ(*document::parse_block("4x4x4", error), (Dim3{4, 4, 4}));
}

TEST(ParseBlock, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> wrong[] = {{"", "for example"},
                                                       {"   ", "for example"},
                                                       {"0 x 8", "zero"},
                                                       {"-32", "numbers"},
                                                       {"32 x", ""},
                                                       {"64 x 32", "2,048 threads"},
                                                       {"2048", "1,024"},
                                                       {"1 2 3 4", "three dimensions"},
                                                       {"99999999999999", "1,024"},
                                                       {"4294967295 x 4294967295 x 4294967295", "1,024"},
                                                       {"abc", "numbers"},
                                                       {"32 × 8\xff", "numbers"}};
  for (const auto& [text, part] : wrong) {
    std::string error;
    const auto block = document::parse_block(text, error);
    if (std::string_view(text) == "32 x") { // a shape half typed is still the part that is there
      EXPECT_TRUE(block);
      continue;
    }
    EXPECT_FALSE(block) << text;
    EXPECT_NE(error.find(part), std::string::npos) << text << " gave: " << error;
  }
}

TEST(Format, DimensionsAndNumbers) {
  EXPECT_EQ(document::format_dim({32, 8, 1}), "32 × 8");
  EXPECT_EQ(document::format_dim({256, 1, 1}), "256");
  EXPECT_EQ(document::format_dim({4, 1, 4}), "4 × 1 × 4");
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'048'576), "1,048,576");
}

document::Snapshot snapshot(std::string expression, std::size_t event = 0) {
  document::Snapshot s;
  s.document.expression = std::move(expression);
  s.moment.event = event;
  return s;
}

TEST(History, BringsBackTextAndPlayback) {
  document::History history;
  EXPECT_FALSE(history.can_undo());
  history.before_edit(snapshot("a", 3), document::DocumentPart::Expression, 0);
  const document::Snapshot back = history.undo(snapshot("b", 5));
  EXPECT_EQ(back.document.expression, "a");
  EXPECT_EQ(back.moment.event, 3u);
  ASSERT_TRUE(history.can_redo());
  const document::Snapshot forward = history.redo(back);
  EXPECT_EQ(forward.document.expression, "b");
  EXPECT_EQ(forward.moment.event, 5u);
}

TEST(History, QuickEditsOfOnePartAreOneStep) {
  document::History history;
  history.before_edit(snapshot("a"), document::DocumentPart::Expression, 10.0);
  history.before_edit(snapshot("ab"), document::DocumentPart::Expression, 10.2);
  history.before_edit(snapshot("abc"), document::DocumentPart::Expression, 10.4);
  EXPECT_EQ(history.size(), 1u);
  history.before_edit(snapshot("abcd"), document::DocumentPart::Declaration, 10.5);  // another part
  history.before_edit(snapshot("abcde"), document::DocumentPart::Declaration, 12.0); // after a pause
  EXPECT_EQ(history.size(), 3u);
}

TEST(History, AnEditForgetsWhatCouldBeRedone) {
  document::History history;
  history.before_edit(snapshot("a"), document::DocumentPart::Expression, 0);
  (void)history.undo(snapshot("b"));
  history.before_edit(snapshot("a"), document::DocumentPart::Expression, .1);
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.size(), 1u);
}

TEST(History, IsBounded) {
  document::History history(5, 64u << 20);
  for (int i = 0; i < 20; ++i)
    history.before_edit(snapshot(std::to_string(i)), document::DocumentPart::Expression, i * 10.0);
  EXPECT_EQ(history.size(), 5u);
  document::History small(1000, 100'000);
  for (int i = 0; i < 20; ++i) {
    document::Snapshot s = snapshot("");
    s.document.kernel_text = std::make_shared<const std::string>(40'000, 'x');
    small.before_edit(s, document::DocumentPart::Kernel, i * 10.0);
  }
  EXPECT_LE(small.size(), 3u);
  EXPECT_TRUE(small.can_undo());
}

} // namespace
} // namespace warpscope
