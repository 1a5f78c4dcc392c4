// Row lengths that a person sets for buffers: part of the document, checked against the picture's buffers.
#include "tests/session/session_fixture.h"

namespace warpscope {
namespace {

class RowsTest : public test::SessionFixture {
 protected:
  void open() {
    session_.edit()->set_mode(document::SourceMode::Kernel);
    session_.edit()->set_kernel_text("// a buffer\ntile[threadIdx.x][1] = 1;\n");
    edit_later();
    settle();
  }
  [[nodiscard]] std::uint64_t rows() const {
    const auto said = session_.edits().row_lengths().find("in");
    return said == session_.edits().row_lengths().end() ? 0 : said->second;
  }
};

TEST_F(RowsTest, AreSetUndoneAndRedoneWithoutARun) {
  open();
  const auto version = session_.version();
  const run::Result* picture = session_.runs().picture();
  EXPECT_EQ(session_.set_row_length("in", " 64 "), "");
  EXPECT_EQ(rows(), 64u);
  EXPECT_NE(session_.version(), version);
  EXPECT_EQ(session_.runs().picture(), picture);
  EXPECT_FALSE(session_.runs().stale());
  EXPECT_EQ(session_.set_row_length("in", "32"), "");
  session_.edit()->undo();
  settle();
  EXPECT_EQ(rows(), 64u) << "two in a row are two steps";
  session_.edit()->undo();
  settle();
  EXPECT_EQ(rows(), 0u);
  session_.edit()->redo();
  settle();
  EXPECT_EQ(rows(), 64u);
  EXPECT_EQ(session_.set_row_length("in", ""), "");
  EXPECT_EQ(rows(), 0u) << "empty: found again";
  session_.edit()->undo();
  settle();
  EXPECT_EQ(session_.set_row_length("in", "auto"), "");
  EXPECT_EQ(rows(), 0u);
  const bool could = session_.edits().can_undo();
  EXPECT_EQ(session_.set_row_length("in", "auto"), "");
  EXPECT_EQ(session_.edits().can_undo(), could) << "nothing changed: no step";
}

TEST_F(RowsTest, ThatAreNoneAreOneSentenceAndNothingIsLost) {
  open();
  ASSERT_EQ(session_.set_row_length("in", "64"), "");
  for (const char* wrong : {"0", "-3", "abc", "64x", "6 4", "1e3", "0x40", "64.0", "4097", "1000000000000",
                            "99999999999999999999999999"}) {
    const std::string said = session_.set_row_length("in", wrong);
    EXPECT_FALSE(said.empty()) << wrong;
    EXPECT_EQ(said.find('\n'), std::string::npos) << wrong;
    EXPECT_EQ(rows(), 64u) << wrong;
  }
  EXPECT_NE(session_.set_row_length("in", "1000000000000").find("4,096"), std::string::npos);
  EXPECT_EQ(session_.set_row_length("in", "4096"), "") << "all of it: one dimension";
  EXPECT_FALSE(session_.set_row_length("out", "64").empty());
  session_.edit()->set_mode(document::SourceMode::Expression);
  EXPECT_TRUE(session_.edits().row_lengths().empty());
  EXPECT_FALSE(session_.set_row_length("in", "64").empty());
}

TEST_F(RowsTest, StayWithTheTextAndGoWithAnother) {
  open();
  ASSERT_EQ(session_.set_row_length("in", "64"), "");
  session_.edit()->set_kernel_text("// a buffer, edited\ntile[threadIdx.x][1] = 1;\n");
  edit_later();
  settle();
  EXPECT_EQ(rows(), 64u);
  ASSERT_TRUE(session_.edit()->set_lab(session_.catalog().labs.front().id));
  settle();
  EXPECT_EQ(rows(), 0u);
  session_.edit()->undo();
  settle();
  EXPECT_EQ(rows(), 64u);
}

} // namespace
} // namespace warpscope
