// Breakpoints in the document: undo brings them back, they go where their lines go, a session file has them.
#include "app/document/document_json.h"
#include "tests/session/session_fixture.h"

namespace warpscope {
namespace {

using StopsTest = test::SessionFixture;
using Table = playback::StopTable;

TEST_F(StopsTest, AClickSetsOneAndTakesItAway) {
  session_.edit()->set_mode(document::SourceMode::Kernel);
  session_.edit()->set_kernel_text("a = 1;\nb = 2;\nc = 3;\n");
  settle();
  edit_later();
  session_.edit()->toggle_stop(2);
  EXPECT_EQ(session_.document().stops, (Table{{"2", 1}}));
  session_.edit()->set_stop({2, playback::Stop::When::Lane, 7});
  EXPECT_EQ(session_.document().stops, (Table{{"2", 10}}));
  session_.edit()->toggle_stop(2);
  EXPECT_TRUE(session_.document().stops.empty());
  session_.edit()->undo();
  EXPECT_EQ(session_.document().stops, (Table{{"2", 10}}));
  session_.edit()->undo();
  EXPECT_EQ(session_.document().stops, (Table{{"2", 1}}));
  session_.edit()->redo();
  EXPECT_EQ(session_.document().stops, (Table{{"2", 10}}));
}

TEST_F(StopsTest, SettingOneSimulatesNothing) {
  session_.edit()->set_mode(document::SourceMode::Kernel);
  session_.edit()->set_kernel_text("a = 1;\nb = 2;\n");
  settle();
  session_.edit()->toggle_stop(1);
  EXPECT_FALSE(session_.busy());
}

TEST_F(StopsTest, TheyGoWhereTheirLinesGo) {
  session_.edit()->set_mode(document::SourceMode::Kernel);
  session_.edit()->set_kernel_text("a = 1;\nb = 2;\nc = 3;\n");
  settle();
  session_.edit()->set_stop({1});
  session_.edit()->set_stop({3, playback::Stop::When::Conflict});
  session_.edit()->set_kernel_text("a = 1;\nnew;\nb = 2;\nc = 3;\n");
  EXPECT_EQ(session_.document().stops, (Table{{"1", 1}, {"4", 2}}));
  session_.edit()->set_kernel_text("a = 1;\nnew;\nb = 2;\n");
  EXPECT_EQ(session_.document().stops, (Table{{"1", 1}})) << "its line is gone";
  EXPECT_TRUE(session_.edit()->set_lab(session_.catalog().labs.front().id));
  EXPECT_TRUE(session_.document().stops.empty()) << "another text";
}

TEST_F(StopsTest, ASessionFileHasThem) {
  document::SavedSession saved;
  saved.document.mode = document::SourceMode::Kernel;
  saved.document.stops = {{"49", 1}, {"7", 34}};
  const auto read = document::saved_session_from(document::to_json(saved));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->document.stops, saved.document.stops);
}

} // namespace
} // namespace warpscope
