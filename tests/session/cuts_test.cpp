// Barriers that are cut: they go where their lines go, undo and redo bring them back, a cut is no part of the
// text until it is written into it.
#include "app/document/cuts.h"
#include "tests/session/session_fixture.h"

namespace warpscope {
namespace {

constexpr const char* kernel = "// a kernel\n"
                               "__shared__ float tile[32][32];\n"
                               "tile[threadIdx.x][1] = 1;\n"
                               "__syncthreads();\n" // line 4
                               "x = tile[threadIdx.x][0];\n"
                               "  if (n) __syncthreads();\n"; // line 6

std::vector<std::uint32_t> moved(const std::string& before, const std::string& after,
                                 std::vector<std::uint32_t> lines) {
  return document::moved_lines(before, after, lines);
}

TEST(Cuts, GoWithTheirLines) {
  const std::string text = "a\n__syncthreads();\nb\n";
  using Lines = std::vector<std::uint32_t>;
  EXPECT_EQ(moved(text, text, {2}), Lines{2});
  EXPECT_EQ(moved(text, "new\n" + text, {2}), Lines{3});
  EXPECT_EQ(moved(text, "a\n\n__syncthreads();\nb\n", {2}), Lines{3}) << "enter before the call";
  EXPECT_EQ(moved(text, "a\n__syncthreads();\n\nb\n", {2}), Lines{2}) << "enter behind it";
  EXPECT_EQ(moved(text, "__syncthreads();\nb\n", {2}), Lines{1});
  EXPECT_EQ(moved(text, "a\n  __syncthreads(); // why\nb\n", {2}), Lines{})
      << "one change over both ends of the call touches it";
  EXPECT_EQ(moved(text, "a\n    __syncthreads();\nb\n", {2}), Lines{2});
  EXPECT_EQ(moved(text, "a\n__syncthreads(); // why\nb\n", {2}), Lines{2});
  EXPECT_EQ(moved(text, "a\n__syncthread();\nb\n", {2}), Lines{});
  EXPECT_EQ(moved(text, "a\nb\n", {2}), Lines{});
  EXPECT_EQ(moved(text, "", {2, 9}), Lines{});
  EXPECT_EQ(moved("a\nb.sync();\nSYNC\n", "a\nb.sync();\n\nSYNC\n", {2, 3}), (Lines{2, 4}));
}

TEST(Cuts, AreWrittenAsCommentsThatKeepTheStatement) {
  EXPECT_EQ(document::without_barrier("a\n__syncthreads();\n", 2), "a\n/* __syncthreads() */;\n");
  EXPECT_EQ(document::without_barrier("if (x) __syncthreads ( );", 1), "if (x) /* __syncthreads ( ) */;");
  EXPECT_EQ(document::without_barrier("block.sync(); cg::sync(block);", 1),
            "/* block.sync() */; /* cg::sync(block) */;");
  EXPECT_FALSE(document::without_barrier("SYNC; // __syncthreads();", 1))
      << "a macro: what it stands for is elsewhere";
  EXPECT_FALSE(document::without_barrier("__syncwarp();", 1));
  EXPECT_FALSE(document::without_barrier("a", 5));
}

/// A program whose instructions at these places do nothing.
program::Program without(std::vector<std::pair<std::uint32_t, std::uint32_t>> places) {
  program::Program program;
  for (const auto& [line, column] : places) {
    program::Instruction nothing;
    nothing.op = program::Opcode::Nop;
    nothing.span = static_cast<std::uint32_t>(program.spans.size());
    program.spans.push_back({line, column, line, column + 1});
    program.code.push_back(nothing);
  }
  return program;
}

TEST(Cuts, AreBlankedOutInPlaceForTheTextThatIsMeasured) {
  std::uint32_t missing = 0;
  EXPECT_EQ(document::without_barriers_in_place("a\nif (x) __syncthreads(); b\nblock.sync();\n",
                                                without({{2, 8}, {3, 1}}), {2, 3}, missing),
            "a\nif (x) (void)0        ; b\n(void)0     ;\n");
  EXPECT_EQ(document::without_barriers_in_place("__syncthreads(); __syncthreads();",
                                                without({{1, 1}, {1, 18}}), {1}, missing),
            "(void)0        ; (void)0        ;");
  EXPECT_EQ(document::without_barriers_in_place("a", without({}), {}, missing), "a");
  EXPECT_FALSE(document::without_barriers_in_place("a\nSYNC\n", without({{2, 1}}), {2}, missing))
      << "a macro";
  EXPECT_EQ(missing, 2u);
  EXPECT_FALSE(
      document::without_barriers_in_place("__syncthreads(); warp.sync();", without({{1, 1}}), {1}, missing))
      << "the second orders a warp's lanes: it is not cut";
  EXPECT_EQ(missing, 1u);
}

TEST(Cuts, SayWhyTheOutputsAreChance) {
  results::HazardRow race;
  race.kind = races::HazardKind::Raw;
  race.first_line = 3;
  race.line = 5;
  results::HazardRow quiet = race;
  quiet.quiet = true;
  EXPECT_EQ(results::removed_barriers({}), "");
  EXPECT_EQ(results::removed_barriers({4}), "barrier of line 4 removed");
  EXPECT_EQ(results::removed_barriers({4, 6}), "barriers of lines 4, 6 removed");
  EXPECT_EQ(results::undefined_because({race}, {4}), "not defined: the barrier of line 4 is removed");
  EXPECT_EQ(results::undefined_because({race, quiet}, {4, 6}),
            "not defined: the barriers of lines 4, 6 are removed");
  EXPECT_EQ(results::undefined_because({race}, {}), "not defined: lines 3 and 5 race");
  EXPECT_EQ(results::undefined_because({quiet}, {4}), "") << "all that is written is the same";
  EXPECT_EQ(results::undefined_because({}, {4}), "")
      << "a barrier that orders nothing: a difference is not explained by it";
}

class CutsTest : public test::SessionFixture {
 protected:
  void open() {
    session_.edit()->set_mode(document::SourceMode::Kernel);
    session_.edit()->set_kernel_text(kernel);
    edit_later();
    settle();
  }
  [[nodiscard]] bool cut_was_lost() {
    const std::vector<session::Event> events = session_.take_events();
    return std::any_of(events.begin(), events.end(),
                       [](const session::Event& e) { return e.kind == session::Event::Kind::CutLost; });
  }
};

TEST_F(CutsTest, ACutIsFoundUndoneAndRedone) {
  open();
  EXPECT_EQ(session_.edits().barriers(), (std::vector<std::uint32_t>{4, 6}));
  EXPECT_TRUE(session_.results().hazards().empty());
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  settle();
  EXPECT_TRUE(session_.edits().is_cut(4));
  EXPECT_EQ(text(), kernel) << "the text stays as it is";
  EXPECT_EQ(session_.edits().barriers(), (std::vector<std::uint32_t>{4, 6})) << "a cut one can be restored";
  ASSERT_EQ(session_.results().hazards().size(), 1u);
  EXPECT_EQ(session_.results().selected_hazard(), 0u);
  EXPECT_EQ(session_.take_events(),
            (std::vector<session::Event>{{session::Event::Kind::ShowScene, "block"}}));
  EXPECT_NE(session_.results().hazards()[0].said.message.find("race (RAW): tile[x][y]"), std::string::npos)
      << session_.results().hazards()[0].said.message;
  session_.edit()->undo();
  settle();
  EXPECT_FALSE(session_.edits().is_cut(4));
  EXPECT_TRUE(session_.results().hazards().empty());
  session_.edit()->redo();
  settle();
  EXPECT_TRUE(session_.edits().is_cut(4));
  EXPECT_EQ(session_.results().hazards().size(), 1u);
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  settle();
  EXPECT_TRUE(session_.document().cuts.empty());
}

TEST_F(CutsTest, ARemedyOfTheCutTextIsAnotherQuestion) {
  open();
  const document::Document whole = session_.document();
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  settle();
  const auto remedies = [&](const document::Document& document) {
    return results::find_remedies(document, {}, *session_.runs().picture(), std::nullopt);
  };
  const auto of_whole = remedies(whole), of_cut = remedies(session_.document());
  ASSERT_FALSE(of_whole.empty());
  ASSERT_EQ(of_whole.size(), of_cut.size());
  for (std::size_t i = 0; i < of_whole.size(); ++i)
    EXPECT_FALSE(of_whole[i].key == of_cut[i].key)
        << of_cut[i].label << ": what the whole text would cost is no answer for the one that is cut";
}

TEST_F(CutsTest, OfACutThatRunsForEverTheOrdersAreToldToo) {
  session_.edit()->set_mode(document::SourceMode::Kernel);
  session_.edit()->set_kernel_text(std::string(kernel) + "// endless\n");
  settle();
  EXPECT_EQ(session_.runs().trouble(), "");
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  settle();
  EXPECT_EQ(session_.runs().trouble(),
            "a block ran " + std::to_string(exec::Budget().warp_instructions_per_block))
      << "not the short run's, that was asked for orders";
  EXPECT_EQ(session_.runs().order_sentence(), "the block does not end");
  EXPECT_FALSE(session_.runs().can_play_broken_order());
  ASSERT_NE(session_.runs().picture(), nullptr);
  EXPECT_NE(session_.runs().picture()->trace, nullptr);
  session_.edit()->restore_barriers();
  settle();
  EXPECT_EQ(session_.runs().order_sentence(), "");
}

TEST_F(CutsTest, NothingIsCutWhereNoBarrierStands) {
  open();
  EXPECT_FALSE(session_.edit()->toggle_barrier(5));
  EXPECT_FALSE(session_.edit()->toggle_barrier(0));
  session_.edit()->set_mode(document::SourceMode::Expression);
  settle();
  EXPECT_TRUE(session_.edits().barriers().empty());
  EXPECT_FALSE(session_.edit()->toggle_barrier(4));
  EXPECT_EQ(session_.edits().barrier_near(1), std::nullopt);
}

TEST_F(CutsTest, TheNearestBarrierIsAtTheCursorElseBelow) {
  open();
  EXPECT_EQ(session_.edits().barrier_near(0), 4u);
  EXPECT_EQ(session_.edits().barrier_near(4), 4u);
  EXPECT_EQ(session_.edits().barrier_near(5), 6u);
  EXPECT_EQ(session_.edits().barrier_near(60), 6u) << "below the last one: that";
}

TEST_F(CutsTest, ACutGoesWithItsLine) {
  open();
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  session_.edit()->set_kernel_text("// one\n// two\n" + std::string(kernel));
  EXPECT_EQ(session_.document().cuts, std::vector<std::uint32_t>{6});
  settle();
  EXPECT_EQ(session_.edits().barriers(), (std::vector<std::uint32_t>{6, 8}));
  EXPECT_FALSE(cut_was_lost());
  edit_later();
  session_.edit()->undo();
  EXPECT_EQ(session_.document().cuts, std::vector<std::uint32_t>{4});
}

TEST_F(CutsTest, ACutWithoutItsBarrierIsDroppedWithAWord) {
  open();
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  settle();
  std::string less = kernel;
  less.erase(less.find("__syncthreads();\nx"), 17);
  session_.edit()->set_kernel_text(less);
  settle();
  EXPECT_TRUE(session_.document().cuts.empty());
  EXPECT_TRUE(cut_was_lost());
  EXPECT_FALSE(session_.runs().stale());
  session_.edit()->undo();
  EXPECT_EQ(session_.document().cuts, std::vector<std::uint32_t>{4});
}

TEST_F(CutsTest, ACutThatTheProgramDoesNotKnowIsDroppedToo) {
  document::Document document;
  document.mode = document::SourceMode::Kernel;
  document.kernel_text = std::make_shared<const std::string>(kernel);
  document.cuts = {2, 4, 99};
  session_.edit()->restore(document, {}, std::nullopt);
  for (int i = 0; i < 5000 && session_.results().hazards().empty(); ++i) { // it is simulated once more
                                                                           // without them
    session_.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  settle();
  EXPECT_EQ(session_.document().cuts, std::vector<std::uint32_t>{4});
  EXPECT_TRUE(cut_was_lost());
  EXPECT_FALSE(session_.runs().stale());
  EXPECT_EQ(session_.results().hazards().size(), 1u);
}

TEST_F(CutsTest, AnotherTextHasNoCuts) {
  session_.edit()->set_lab("first");
  settle();
  session_.edit()->set_kernel_text(kernel);
  settle();
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  session_.edit()->set_lab("many");
  EXPECT_TRUE(session_.document().cuts.empty());
  session_.edit()->undo();
  settle();
  EXPECT_TRUE(session_.edits().is_cut(4));
  session_.edit()->reset();
  EXPECT_TRUE(session_.document().cuts.empty());
}

TEST_F(CutsTest, TheCutIsWrittenIntoTheTextOnPurpose) {
  open();
  EXPECT_FALSE(session_.edit()->write_cuts_into_text());
  ASSERT_TRUE(session_.edit()->toggle_barrier(6));
  ASSERT_TRUE(session_.edit()->write_cuts_into_text());
  EXPECT_NE(text().find("  if (n) /* __syncthreads() */;\n"), std::string::npos);
  EXPECT_TRUE(session_.document().cuts.empty());
  session_.edit()->undo();
  EXPECT_EQ(text(), kernel);
  EXPECT_TRUE(session_.edits().is_cut(6));
}

TEST_F(CutsTest, TheCommandLineHasIt) {
  const std::string path = testing::TempDir() + "/cut.cu";
  ASSERT_EQ(document::save_source(path, kernel), "");
  ASSERT_EQ(session_.edit()->open_file(path), "");
  settle();
  ASSERT_TRUE(session_.edit()->toggle_barrier(4));
  EXPECT_TRUE(session_.edits().as_command_line().text.ends_with("--without-barrier 4 --races"))
      << session_.edits().as_command_line().text;
}

} // namespace
} // namespace warpscope
