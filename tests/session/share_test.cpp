// Sharing, and copying as a command line: the results can be opened and run again.
#include "app/document/command_line.h"
#include "app/document/program_text.h"
#include "app/document/share.h"
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

document::Document kernel(std::string text) {
  document::Document d;
  d.mode = document::SourceMode::Kernel;
  d.kernel_text = std::make_shared<const std::string>(std::move(text));
  return d;
}

constexpr const char* scenario = "// a kernel\n/* warpscope\nkernel = \"k\"\ngrid = 1\nblock = "
                                 "32\n[params]\nPAD = [0, 1]\n*/\n__global__ void k() {}\n";

TEST(Share, TheTextComesBackByteForByte) {
  for (const char* text : {scenario, "__global__ void k() {}\n", "", "/* warpscope */ int x;",
                           "/* warpscope\n[view]\nscene = \"old\"\n*/\nint x;\n",
                           "/* warpscope\r\nkernel = \"k\"\r\n*/\r\nint x;",
                           "/* warpscope kernel = \"k\"\ngrid = 1 */", "/* warpscope # a note\ngrid = 1 */",
                           "/* warpscope\nkernel = \"k\"\n never closed", "/* prose */ int y;"}) {
    document::Document d = kernel(std::string(text) + "// end");
    d.expression = "tile[\"*/\\\\\"[0]] // */ \t";
    d.choices = {{"PAD", "1"}, {"TYPE", "a \"quoted\" */ \x01 → \\"}};
    d.device = "cc70";
    d.cuts = {3, 7};
    d.row_lengths = {{"a.b", 1ull << 40}, {"in", 64}};
    d.stops = {{"12", 10}, {"3", 1}, {"7", 2}};
    if (std::string(text).find("[view]") != std::string::npos)
      continue; // a view by hand: two keys of one name
    const document::SharedText shared = document::share_text(d, "array", 41);
    ASSERT_EQ(shared.problem, "");
    EXPECT_NE(shared.text, *d.kernel_text);
    const document::OpenedShare opened = document::take_view(shared.text);
    EXPECT_EQ(opened.text, *d.kernel_text);
    ASSERT_TRUE(opened.view.has_value()) << shared.text;
    EXPECT_EQ(opened.view->scene, "array");
    EXPECT_EQ(opened.view->step, 42u);
    EXPECT_EQ(opened.view->choices, d.choices);
    EXPECT_EQ(opened.view->cuts, d.cuts);
    EXPECT_EQ(opened.view->row_lengths, d.row_lengths);
    EXPECT_EQ(opened.view->stops, d.stops);
    EXPECT_EQ(opened.view->expression, d.expression);
  }
}

TEST(Share, LeavesOutWhatIsNoUtf8) {
  document::Document d = kernel(scenario);
  d.expression = "a[\xE0\x80\x80]"; // overlong: with it the header could not be read at all
  d.device = "cc70";
  const document::OpenedShare opened = document::take_view(document::share_text(d, "banks", 0).text);
  ASSERT_TRUE(opened.view.has_value());
  EXPECT_EQ(opened.view->expression, "");
  EXPECT_EQ(opened.view->device, "cc70");
}

TEST(Share, NoLineMoves) {
  const document::Document d = kernel(std::string(scenario) + "int last;\n");
  const std::string shared = document::share_text(d, "banks", 0).text;
  EXPECT_EQ(std::count(shared.begin(), shared.end(), '\n'),
            std::count(d.kernel_text->begin(), d.kernel_text->end(), '\n'));
  Diagnostics diagnostics;
  const source::Scenario read = source::parse_scenario("x.cu", shared, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(read.kernel, "k");
  ASSERT_EQ(read.parameters.size(), 1u);
}

TEST(Share, ATextWithoutAViewIsLeftAlone) {
  EXPECT_EQ(document::take_view(scenario).text, scenario);
  EXPECT_FALSE(document::take_view(scenario).view.has_value());
  const std::string by_hand = "/* warpscope\n[view]\nscene = \"block\"\nwarp = -3\nfoo = 1\n*/\nint x;\n";
  EXPECT_EQ(document::take_view(by_hand).text, by_hand) << "only what Warpscope wrote is taken out";
  EXPECT_EQ(document::take_view(by_hand).view->scene, "block");
  EXPECT_EQ(document::take_view(by_hand).view->warp, 0u);
}

TEST(Share, RowsThatAreNoneArePassedOverWithAWarning) {
  Diagnostics diagnostics;
  const source::Scenario read = source::parse_scenario(
      "x.cu", "/* warpscope\n[view]\nrows = { in = 64, out = 0, a = \"64\", b = -1, c = 1.5 }\n*/\nint x;\n",
      diagnostics);
  EXPECT_FALSE(has_errors(diagnostics));
  ASSERT_EQ(diagnostics.size(), 4u);
  for (const Diagnostic& d : diagnostics)
    EXPECT_EQ(
        d.message,
        "view.rows: each line is BUFFER = LENGTH, a whole number of elements from 1; this one is ignored");
  EXPECT_EQ(diagnostics[0].span.line, 3u);
  ASSERT_TRUE(read.view);
  EXPECT_EQ(read.view->row_lengths, (std::map<std::string, std::uint64_t>{{"in", 64}}));
  diagnostics.clear();
  (void)source::parse_scenario("x.cu", "/* warpscope\n[view]\nrows = 64\n*/\nint x;\n", diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_NE(diagnostics[0].message.find("view.rows is ignored"), std::string::npos) << diagnostics[0].message;
}

TEST(Share, BreakpointsThatAreNoneArePassedOverWithAWarning) {
  Diagnostics diagnostics;
  const source::Scenario read = source::parse_scenario(
      "x.cu",
      "/* warpscope\n[view]\nstops = { 4 = 1, 5 = 34, 6 = 0, 7 = 35, in = 1, 08 = 1, 9 = \"always\" "
      "}\n*/\nint x;\n",
      diagnostics);
  EXPECT_FALSE(has_errors(diagnostics));
  ASSERT_EQ(diagnostics.size(), 5u);
  for (const Diagnostic& d : diagnostics)
    EXPECT_EQ(d.message,
              "view.stops: each line is LINE = 1 (always), 2 (at a bank conflict) or 3 + a lane (when "
              "it takes part); this one is ignored");
  ASSERT_TRUE(read.view);
  EXPECT_EQ(read.view->stops, (std::map<std::string, std::uint64_t>{{"4", 1}, {"5", 34}}));
  diagnostics.clear();
  (void)source::parse_scenario("x.cu", "/* warpscope\n[view]\nstops = 4\n*/\nint x;\n", diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_NE(diagnostics[0].message.find("view.stops is ignored"), std::string::npos)
      << diagnostics[0].message;
}

/// A pasted call of a lab is another text: breakpoints of the one before mean nothing there.
TEST(Share, APastedLabHasNoBreakpointsOfTheTextBefore) {
  const document::Catalog catalog = document::make_catalog();
  document::Document before = kernel("__global__ void k() {}\n");
  before.stops = {{"1", 1}};
  const auto pasted = document::document_of_command("warpscope sim transpose_tile", before, catalog);
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(pasted->stops.empty());
}

TEST(Share, AProgramWithoutAHeaderStaysOne) {
  const document::SharedText shared = document::share_text(
      kernel("__global__ void k() {}\nint main() { k<<<1, 32>>>(); }\n"), "banks", 0);
  Diagnostics diagnostics;
  const source::Scenario read = source::parse_scenario("x.cu", shared.text, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_FALSE(read.has_header);
  EXPECT_TRUE(document::is_program(shared.text)) << "it is still run for its launches";
  EXPECT_TRUE(read.view.has_value());
}

TEST(Share, RefusesWhatHoldsNothing) {
  EXPECT_NE(document::share_text(kernel(" \n"), "banks", 0).problem, "");
  document::Document d;
  d.expression = " ";
  EXPECT_NE(document::share_text(d, "banks", 0).problem, "");
  EXPECT_EQ(document::share_text(d, "banks", 0).text, "");
}

class ShareSession : public testing::Test {
 protected:
  static void settle(session::Session& session) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (session.busy() && std::chrono::steady_clock::now() < end) {
      session.poll();
      std::this_thread::sleep_for(1ms);
    }
    session.poll();
    ASSERT_FALSE(session.busy());
  }
  static std::unique_ptr<session::Session> fresh() {
    auto session = std::make_unique<session::Session>(
        test::small_catalog(), std::make_unique<test::FakeSimulator>(std::make_shared<test::FakeControls>()),
        [] {});
    settle(*session);
    return session;
  }
  ~ShareSession() override { std::remove(path_.c_str()); }

  /// Shared from one session, opened in a new one.
  std::unique_ptr<session::Session> carried(const session::Session& from) {
    const document::SharedText shared = from.share("array");
    EXPECT_EQ(shared.problem, "");
    std::ofstream(path_, std::ios::binary) << shared.text;
    auto to = fresh();
    EXPECT_EQ(to->edit()->open_file(path_), "");
    settle(*to);
    EXPECT_FALSE(to->time().playing());
    EXPECT_EQ(to->take_events(), (std::vector<session::Event>{{session::Event::Kind::ShowScene, "array"}}));
    EXPECT_EQ(to->time().step(), from.time().step());
    EXPECT_EQ(to->results().rows().size(), from.results().rows().size());
    for (std::size_t i = 0; i < std::min(to->results().rows().size(), from.results().rows().size()); ++i) {
      EXPECT_EQ(to->results().rows()[i].warp, from.results().rows()[i].warp);
      EXPECT_EQ(to->results().rows()[i].launch, from.results().rows()[i].launch);
    }
    return to;
  }

  std::string path_ = testing::TempDir() + "warpscope_share_" + std::to_string(getpid()) + ".cu";
};

TEST_F(ShareSession, BringsBackAnExpression) {
  auto from = fresh();
  from->edit()->set_expression("tile[threadIdx.x][3]");
  from->edit()->set_declaration("__shared__ float tile[32][32]");
  from->edit()->set_block("64");
  from->edit()->set_device("cc70");
  settle(*from);
  from->edit()->set_warp(1);
  from->time().seek(9);
  const auto to = carried(*from);
  document::Document expected = from->document();
  EXPECT_EQ(to->document(), expected);
  EXPECT_EQ(to->time().step(), 9u);
  EXPECT_TRUE(to->edits().can_undo()) << "opening is an edit like any other";
}

TEST_F(ShareSession, BringsBackALabWithItsParameters) {
  auto from = fresh();
  ASSERT_TRUE(from->edit()->set_lab("first"));
  from->edit()->set_choice("PAD", "1");
  settle(*from);
  from->time().seek(100);
  const auto to = carried(*from);
  EXPECT_EQ(to->document(), from->document());
  EXPECT_EQ(to->document().lab, "first");
  EXPECT_EQ(to->time().step(), 100u);
}

TEST_F(ShareSession, BringsBackAnEditedKernelAsAFileOfItsOwn) {
  auto from = fresh();
  ASSERT_TRUE(from->edit()->set_lab("first"));
  from->edit()->set_kernel_text(*from->document().kernel_text + "// mine\n");
  settle(*from);
  const auto to = carried(*from);
  EXPECT_EQ(*to->document().kernel_text, *from->document().kernel_text);
  EXPECT_EQ(to->document().lab, "");
  EXPECT_EQ(to->document().kernel_file, path_);
  EXPECT_FALSE(to->edits().unsaved());
  to->time().seek(3);
  EXPECT_EQ(to->edit()->open_file(path_), "");
  settle(*to);
  EXPECT_EQ(to->time().step(), from->time().step()) << "opened again over itself";
}

// ---- a state as one line

document::State state_of(document::Document d, std::size_t event, std::string scene) {
  document::State state;
  state.shown.document = std::move(d);
  state.shown.moment = {event, 3};
  state.shown.scene = std::move(scene);
  return state;
}

TEST(StateLine, BringsBackTextPlaceAndA) {
  const document::Catalog catalog = test::small_catalog();
  document::Document own = kernel(std::string(scenario) + "// ä → \x01 end");
  own.kernel_file = "mine.cu";
  own.choices = {{"PAD", "1"}, {"TYPE", "a \"quoted\" */"}};
  own.cuts = {3, 7};
  own.row_lengths = {{"in", 64}};
  own.stops = {{"12", 10}, {"3", 1}};
  own.device = "cc70";
  document::Document lab = kernel(catalog.find_lab("first")->text);
  lab.lab = "first";
  lab.kernel_file = "first.cu";
  lab.choices = {{"PAD", "1"}};
  document::Document expression;
  expression.expression = "tile[threadIdx.x][3]";
  expression.block = "64";
  expression.warp = 1;
  for (const document::Document& d : {own, lab, expression}) {
    document::State state = state_of(d, 41, "array");
    const std::string line = document::state_line(state, catalog);
    EXPECT_EQ(line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:"),
              std::string::npos)
        << "nothing that a mail or a chat changes: " << line;
    const auto back = document::state_of_line(" " + line.substr(0, 30) + "\r\n" + line.substr(30) + "\n",
                                              document::Document(), catalog);
    ASSERT_TRUE(back) << line;
    EXPECT_EQ(back->shown.document, d);
    EXPECT_EQ(back->shown.moment, (playback::Moment{41, 3}));
    EXPECT_EQ(back->shown.scene, "array");
    EXPECT_FALSE(back->pinned);
    EXPECT_TRUE(back->shown.scenes.empty());
    state.shown.scenes = {{"layouts", {{"swizzle", "Swizzle<2,3,3>"}, {"cell", "5,16"}}}};
    const auto chosen = document::state_of_line(document::state_line(state, catalog), {}, catalog);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->shown.scenes, state.shown.scenes);
    state.pinned.emplace();
    state.pinned->document = own;
    const auto pair = document::state_of_line(document::state_line(state, catalog), {}, catalog);
    ASSERT_TRUE(pair && pair->pinned);
    EXPECT_EQ(pair->pinned->document, own);
    EXPECT_EQ(pair->shown.document, d);
  }
  EXPECT_LT(document::state_line(state_of(expression, 0, "banks"), catalog).size(), 260u);
  EXPECT_LT(document::state_line(state_of(lab, 0, "banks"), catalog).size(), 260u) << "without its text";
}

TEST(StateLine, NamesNoFolderAndOpensNone) {
  const document::Catalog catalog = test::small_catalog();
  document::Document d = kernel(scenario);
  d.kernel_file = "/some where/mine.cu";
  d.kernel_folder = "/some where";
  d.headers = {{"/some where/a.h", "int x;"}};
  const auto back = document::state_of_line(document::state_line(state_of(d, 0, "banks"), catalog), {},
                                            catalog);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->shown.document.kernel_file, "mine.cu");
  EXPECT_EQ(back->shown.document.kernel_folder, "");
  EXPECT_TRUE(back->shown.document.headers.empty());
}

TEST(StateLine, AnExpressionLeavesTheKernelBesideItAsItIs) {
  const document::Catalog catalog = test::small_catalog();
  const document::Document mine = kernel("int mine;");
  document::Document sent;
  sent.expression = "a[threadIdx.x]";
  const auto back = document::state_of_line(document::state_line(state_of(sent, 0, "sectors"), catalog), mine,
                                            catalog);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->shown.document.expression, "a[threadIdx.x]");
  EXPECT_EQ(*back->shown.document.kernel_text, "int mine;");
}

TEST(StateLine, WhatIsNoneIsNone) {
  const document::Catalog catalog = test::small_catalog();
  const std::string line = document::state_line(state_of(document::Document(), 0, "banks"), catalog);
  for (const std::string& other :
       {std::string(), std::string("warpscope:"), std::string("tile[0]"), "x" + line, line + "!",
        line.substr(0, line.size() / 2), std::string("warpscope:e30"), std::string("warpscope:AAAA")})
    EXPECT_FALSE(document::state_of_line(other, {}, catalog)) << other;
}

TEST_F(ShareSession, ALineBringsBackBothSidesOfAPair) {
  auto from = fresh();
  ASSERT_TRUE(from->edit()->set_lab("first"));
  settle(*from);
  ASSERT_TRUE(from->pin());
  from->edit()->set_choice("PAD", "1");
  from->edit()->toggle_stop(3);
  settle(*from);
  from->time().seek(9);
  const document::SceneChoices chosen = {{"fragment", {{"lane", "6"}, {"register", "A1"}}}};
  const std::string line = from->state_line("block", chosen);
  auto to = fresh();
  EXPECT_FALSE(to->take_state_line("tile[threadIdx.x]"));
  ASSERT_TRUE(to->take_state_line(line));
  settle(*to);
  EXPECT_EQ(to->document(), from->document());
  ASSERT_NE(to->pair().pinned(), nullptr);
  EXPECT_EQ(to->pair().pinned()->document, from->pair().pinned()->document);
  EXPECT_EQ(to->pair().pinned()->rows.size(), from->pair().pinned()->rows.size());
  EXPECT_EQ(to->time().step(), 9u);
  EXPECT_FALSE(to->time().playing());
  EXPECT_EQ(to->take_events(),
            (std::vector<session::Event>{{session::Event::Kind::ShowScene, "block", chosen, true}}));
  EXPECT_TRUE(to->edits().can_undo());
  ASSERT_TRUE(to->take_state_line(line)) << "over itself";
  settle(*to);
  EXPECT_EQ(to->document(), from->document());
  EXPECT_EQ(to->time().step(), 9u);
}

TEST(CommandLine, QuotesForTheShell) {
  EXPECT_EQ(document::shell_quoted("plain-1.cu"), "plain-1.cu");
  EXPECT_EQ(document::shell_quoted(""), "''");
  EXPECT_EQ(document::shell_quoted("it's $HOME"), "'it'\\''s $HOME'");
  EXPECT_EQ(document::shell_quoted("~x"), "'~x'");
}

TEST(CommandLine, NamesWhatDiffersFromTheDefaults) {
  const document::Catalog catalog = test::small_catalog();
  document::Document d;
  d.expression = "-a[threadIdx.x]";
  d.declaration = "const float *a";
  d.block = "64 × 2";
  d.warp = 99;
  d.device = "cc70";
  EXPECT_EQ(
      document::command_line(d, catalog, false).text,
      "warpscope expr --decl 'const float *a' --block 64,2 --warp 3 --device cc70 -- '-a[threadIdx.x]'");
  d = document::Document();
  EXPECT_EQ(document::command_line(d, catalog, false).text,
            "warpscope expr 'tile[threadIdx.x][threadIdx.y]' --decl '__shared__ float tile[32][32]'");
  d.block = "none";
  EXPECT_NE(document::command_line(d, catalog, false).problem, "");
  d = kernel(catalog.find_lab("first")->text);
  d.lab = "first";
  d.choices = {{"PAD", "1"}, {"TYPE", "unsigned int"}};
  EXPECT_EQ(document::command_line(d, catalog, false).text,
            "warpscope sim first --set PAD=1 --set 'TYPE=unsigned int'");
  d.kernel_text = std::make_shared<const std::string>(*d.kernel_text + " ");
  EXPECT_NE(document::command_line(d, catalog, true).problem.find("save it first"), std::string::npos);
  d.lab.clear();
  d.kernel_file = "/some where/x.cu";
  d.kernel_folder = "/some where";
  EXPECT_EQ(document::command_line(d, catalog, false).text,
            "warpscope sim '/some where/x.cu' --set PAD=1 --set 'TYPE=unsigned int'");
  EXPECT_NE(document::command_line(d, catalog, true).problem, "");
}

} // namespace
} // namespace warpscope
