// Undo and redo bring back text, parameters and the playhead together, in steps a person would expect.
#include "tests/session/session_fixture.h"

namespace warpscope {
namespace {

class HistoryTest : public test::SessionFixture {
 protected:
  struct State {
    document::Document document;
    std::uint64_t step = 0;
    playback::Moment moment;
    bool operator==(const State& other) const {
      return document == other.document && step == other.step && moment == other.moment;
    }
  };
  [[nodiscard]] State state() const {
    return {session_.document(), session_.time().step(), session_.time().moment()};
  }

  /// Key by key, a tenth of a second apart.
  void type(std::size_t at, const std::string& keys) {
    for (const char key : keys) {
      std::string next = text();
      next.insert(at++, 1, key);
      session_.edit()->set_kernel_text(std::move(next));
      seconds_ += .1;
    }
  }
};

TEST_F(HistoryTest, UndoAndRedoGoThroughExactlyTheSameStates) {
  session_.edit()->set_lab("first");
  settle();
  session_.play(false);
  edit_later();
  std::vector<State> states;
  session_.time().seek(5);
  states.push_back(state());
  type(0, "// a ");
  settle();
  session_.time().seek(9);
  states.push_back(state());
  edit_later();
  session_.edit()->set_choice("PAD", "1");
  settle();
  session_.time().seek(2);
  states.push_back(state());
  edit_later();
  type(0, "x");
  settle();
  session_.time().seek(7);
  states.push_back(state());

  for (std::size_t i = 3; i-- > 0;) {
    session_.edit()->undo();
    settle();
    EXPECT_EQ(state(), states[i]) << "undo to " << i << ": step " << session_.time().step() << ", should be "
                                  << states[i].step;
  }
  for (std::size_t i = 1; i <= 3; ++i) {
    session_.edit()->redo();
    settle();
    EXPECT_EQ(state(), states[i]) << "redo to " << i << ": step " << session_.time().step() << ", should be "
                                  << states[i].step;
  }
  EXPECT_FALSE(session_.edits().can_redo());
}

TEST_F(HistoryTest, UndoFasterThanThePicturesKeepsThePlayhead) {
  session_.edit()->set_lab("first");
  settle();
  session_.play(false);
  std::vector<State> states;
  for (const char* line : {"/*1*/", "/*2*/", "/*3*/"}) {
    session_.time().seek(3 * states.size() + 1);
    states.push_back(state());
    edit_later();
    type(0, line);
    settle();
  }
  session_.time().seek(30);
  states.push_back(state());
  controls_->slow_ms = 20;
  for (int i = 0; i < 3; ++i) session_.edit()->undo(); // none of the pictures has arrived
  settle();
  EXPECT_EQ(state(), states[0]) << session_.time().step();
  for (int i = 0; i < 3; ++i) session_.edit()->redo();
  settle();
  EXPECT_EQ(state(), states[3]) << session_.time().step();
  session_.edit()->undo();
  settle();
  EXPECT_EQ(state(), states[2]) << session_.time().step();
}

TEST_F(HistoryTest, TypingIsOneStepALineAndElsewhereAnother) {
  session_.edit()->set_lab("first");
  settle();
  const std::string before = text();
  edit_later();
  type(0, "ab cd\n");
  const std::string one_line = text();
  type(6, "ef");
  const std::string two_lines = text();
  type(0, "z"); // elsewhere, at once
  session_.edit()->undo();
  EXPECT_EQ(text(), two_lines);
  session_.edit()->undo();
  EXPECT_EQ(text(), "ab cd" + before) << "the new line goes with what was typed in it";
  session_.edit()->undo();
  EXPECT_EQ(text(), before);
}

TEST_F(HistoryTest, APasteIsAStepOfItsOwn) {
  session_.edit()->set_lab("first");
  settle();
  const std::string before = text();
  edit_later();
  type(0, "ab");
  const std::string typed = text();
  session_.edit()->set_kernel_text(std::string(500, '/') + typed);
  seconds_ += .1;
  type(500, "c");
  session_.edit()->undo();
  EXPECT_EQ(text(), std::string(500, '/') + typed);
  session_.edit()->undo();
  EXPECT_EQ(text(), typed);
  session_.edit()->undo();
  EXPECT_EQ(text(), before);
}

TEST_F(HistoryTest, AFixItIsAppliedAndUndone) {
  session_.edit()->set_lab("first");
  settle();
  Diagnostic diagnostic;
  diagnostic.fixes = {{{1, 1, 1, 3}, "/*"}, {{1, 9, 1, 9}, " */"}};
  const std::string before = text();
  EXPECT_TRUE(session_.edit()->apply_fix(diagnostic));
  EXPECT_EQ(text().substr(0, 12), "/* first */\n");
  EXPECT_FALSE(session_.edit()->apply_fix({})) << "a message without a cure";
  session_.edit()->undo();
  EXPECT_EQ(text(), before);
}

TEST_F(HistoryTest, AFixItInAField) {
  settle();
  Diagnostic diagnostic;
  diagnostic.file = "expression";
  diagnostic.fixes = {{{1, 6, 1, 15}, "blockIdx"}};
  EXPECT_TRUE(session_.edit()->apply_fix(diagnostic));
  EXPECT_EQ(session_.document().expression, "tile[blockIdx.x][threadIdx.y]");
  diagnostic.file = "declaration";
  diagnostic.fixes = {{{1, 12, 1, 17}, "int"}};
  EXPECT_TRUE(session_.edit()->apply_fix(diagnostic));
  EXPECT_EQ(session_.document().declaration, "__shared__ int tile[32][32]");
}

} // namespace
} // namespace warpscope
