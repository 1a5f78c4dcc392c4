// From a scenario and options to a launch, and the messages of what is wrong.
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

struct Resolved {
  std::optional<source::ResolvedLaunch> launch;
  Diagnostics diagnostics;
  std::string text() const { return format_diagnostics(diagnostics); }
};

Resolved resolve_header(const std::string& toml, const source::Overrides& overrides = {}) {
  Resolved out;
  const source::Scenario scenario = source::parse_scenario(
      "lab.cu", toml.empty() ? "" : "/* warpscope\n" + toml + "\n*/\n", out.diagnostics);
  out.launch = source::resolve(scenario, overrides, out.diagnostics);
  return out;
}

const std::string base = "kernel = \"k\"\ngrid = [\"N/32\", 2]\nblock = 32\nshared = \"4*N\"\n[params]\nN = "
                         "[64, 128]\nS = 0.5\nT = \"float\"\n"
                         "[args]\na = \"ramp[N*N]\"\nn = \"N + 1\"\ns = \"S\"\nf = \"0.5f\"\nb = true\nm = "
                         "\"mod:N/2[8]\"\n[check]\na = \"ref\"\n";

TEST(Resolve, EvaluatesEverything) {
  const Resolved r = resolve_header(base);
  ASSERT_TRUE(r.launch) << r.text();
  EXPECT_EQ(r.text(), "");
  const source::ResolvedLaunch& l = *r.launch;
  EXPECT_EQ(l.grid, (Dim3{2, 2, 1}));
  EXPECT_EQ(l.block, (Dim3{32, 1, 1}));
  EXPECT_EQ(l.dynamic_shared_bytes, 256u);
  EXPECT_EQ(l.macros,
            (std::vector<std::pair<std::string, std::string>>{{"N", "64"}, {"S", "0.5"}, {"T", "float"}}));
  ASSERT_EQ(l.arguments.size(), 6u);
  EXPECT_TRUE(l.arguments[0].is_buffer);
  EXPECT_EQ(l.arguments[0].count, 4096u);
  EXPECT_EQ(l.arguments[0].fill.kind, source::Fill::Kind::Ramp);
  EXPECT_EQ(l.arguments[1].value, "65");
  EXPECT_EQ(l.arguments[2].value, "0.5");
  EXPECT_EQ(l.arguments[3].value, "0.5f");
  EXPECT_EQ(l.arguments[4].value, "true");
  EXPECT_EQ(l.arguments[5].fill.value, 32u);
  EXPECT_EQ(l.checks.size(), 1u);
  EXPECT_EQ(l.grid_span.line, 3u);
}

TEST(Resolve, OptionsOverrideTheHeader) {
  source::Overrides o;
  o.kernel = "other";
  o.grid = std::vector<std::string>{"N"};
  o.block = std::vector<std::string>{"8", "4", "2"};
  o.shared = "0";
  o.parameters = {{"N", "16"}, {"EXTRA", "3"}};
  o.arguments = {{"a", "one[N]"}, {"new", "7"}};
  const Resolved r = resolve_header(base, o);
  ASSERT_TRUE(r.launch) << r.text();
  EXPECT_EQ(r.launch->kernel, "other");
  EXPECT_EQ(r.launch->grid, (Dim3{16, 1, 1}));
  EXPECT_EQ(r.launch->block, (Dim3{8, 4, 2}));
  EXPECT_EQ(r.launch->dynamic_shared_bytes, 0u);
  EXPECT_EQ(r.launch->macros.back(), (std::pair<std::string, std::string>{"EXTRA", "3"}));
  EXPECT_EQ(r.launch->arguments.front().count, 16u);
  EXPECT_EQ(r.launch->arguments.front().name, "a"); // stays in its place
  EXPECT_EQ(r.launch->arguments.back().name, "new");
}

TEST(Resolve, ATemplatesArgumentsMayNameParameters) {
  const std::string
      header = "kernel = \"N::tile<N, T, NN, N*2>\"\ngrid = 1\nblock = 1\n[params]\nN = [8, 16]\n";
  EXPECT_EQ(resolve_header(header, {}).launch->kernel, "N::tile<8, T, NN, 8*2>") << "whole words behind <";
  source::Overrides o;
  o.parameters = {{"N", "16"}, {"T", "4"}};
  EXPECT_EQ(resolve_header(header, o).launch->kernel, "N::tile<16, 4, NN, 16*2>");
  o.kernel = "other<N>";
  EXPECT_EQ(resolve_header(header, o).launch->kernel, "other<16>");
}

TEST(Resolve, ALimitOfRegistersIsAnExpressionAndZeroIsNone) {
  const std::string header = "grid = 1\nblock = 1\nmax_registers = \"LIMIT\"\n[params]\nLIMIT = [0, 32]\n";
  const Resolved none = resolve_header(header, {});
  ASSERT_TRUE(none.launch) << none.text();
  EXPECT_EQ(none.launch->max_registers, 0u);
  source::Overrides o;
  o.parameters = {{"LIMIT", "32"}};
  EXPECT_EQ(resolve_header(header, o).launch->max_registers, 32u);
  o.registers = "64";
  EXPECT_EQ(resolve_header(header, o).launch->max_registers, 64u);
}

TEST(Resolve, ADivisionThatLeavesARestIsTold) {
  source::Overrides o;
  o.parameters = {{"N", "100"}};
  const Resolved rest = resolve_header(base, o);
  ASSERT_TRUE(rest.launch) << rest.text();
  EXPECT_EQ(rest.launch->grid.x, 3u);
  EXPECT_NE(rest.text().find("the last 4 of N have no block: use (N + 32 - 1)/32"), std::string::npos)
      << rest.text();
  o.grid = std::vector<std::string>{"(N + 31)/32"};
  EXPECT_EQ(resolve_header(base, o).text().find("have no block"), std::string::npos)
      << "rounding up covers everything";
}

TEST(Resolve, WorksWithoutAHeader) {
  source::Overrides o;
  o.grid = std::vector<std::string>{"2"};
  o.block = std::vector<std::string>{"64"};
  o.arguments = {{"x", "zero[128]"}};
  const Resolved r = resolve_header("", o);
  ASSERT_TRUE(r.launch) << r.text();
  EXPECT_EQ(r.launch->kernel, "");
  EXPECT_EQ(r.launch->arguments.front().count, 128u);
  const Resolved bare = resolve_header("");
  EXPECT_FALSE(bare.launch);
  EXPECT_NE(bare.text().find("--block X,Y,Z"), std::string::npos);
}

TEST(Resolve, ChecksNeedABuffer) {
  const std::string head = "kernel = \"k\"\ngrid = 1\nblock = 1\n[args]\nout = \"zero[4]\"\nn = 4\n[check]\n";
  EXPECT_NE(resolve_header(head + "ouT = \"r\"").text().find("did you mean out"), std::string::npos);
  EXPECT_NE(resolve_header(head + "n = \"r\"").text().find("only buffers"), std::string::npos);
  const Resolved itself = resolve_header(head + "out = \"k\"");
  ASSERT_TRUE(itself.launch);
  EXPECT_TRUE(itself.launch->checks.empty());
  EXPECT_NE(itself.text().find("warning"), std::string::npos);
}

TEST(Resolve, ASizeThatIsNoGridIsToldOnce) {
  const std::string
      args = "[params]\nN = 63\n[args]\nA = \"zero[N*N]\"\n"
             "a = \"tensor:A __half[N, N] box[64, 64]\"\nb = \"tensor:A __half[N, N] box[8, 8]\"\n";
  const auto errors = [](const std::string& text) {
    int count = 0;
    for (std::size_t at = text.find("error:"); at != std::string::npos; at = text.find("error:", at + 1))
      ++count;
    return count;
  };
  const Resolved both = resolve_header("grid = [\"N/64\", \"N/64\"]\nblock = 128\n" + args);
  EXPECT_FALSE(both.launch);
  EXPECT_EQ(errors(both.text()), 1) << both.text();
  EXPECT_NE(both.text().find("grid.x = N/64 is 0"), std::string::npos) << both.text();
  const Resolved maps = resolve_header("grid = 1\nblock = 128\n" + args); // here the tensors are what is
                                                                          // wrong
  EXPECT_EQ(errors(maps.text()), 2) << maps.text();
}

TEST(Resolve, WrongValuesSayWhere) {
  struct Case {
    const char *toml, *words;
  };
  const Case cases[] = {
      {"grid = 0\nblock = 1", "sizes begin at 1"},
      {"grid = [1, -3]\nblock = 1", "grid.y = -3"},
      {"grid = \"16/32\"\nblock = 1", "rounds down to 0"},
      {"grid = 99999999999\nblock = 1", "32 bits"},
      {"grid = \"1/0\"\nblock = 1", "division by zero"},
      {"grid = \"M\"\nblock = 1", "unknown name M"},
      {"grid = 1\nblock = 1\nshared = -1", "shared is -1"},
      {"grid = 1\nblock = 1\nshared = \"1 +\"", "ends where a number is expected"},
      {"grid = 1\nblock = 1\nmax_registers = 8",
       "max_registers is 8: give the most registers of a thread, 16"},
      {"grid = 1\nblock = 1\nmax_registers = 256", "max_registers is 256"},
      {"grid = 1\nblock = 1\nmax_registers = \"M\"", "max_registers: unknown name M"},
      {"grid = 1\nblock = 1\n[args]\na = \"ramp\"", "ramp[COUNT]"},
      {"grid = 1\nblock = 1\n[args]\na = \"rmap[3]\"", "did you mean ramp"},
      {"grid = 1\nblock = 1\n[args]\na = \"ramp[0]\"", "at least one element"},
      {"grid = 1\nblock = 1\n[args]\na = \"ramp[-1]\"", "at least one element"},
      {"grid = 1\nblock = 1\n[args]\na = \"ramp[X]\"", "unknown name X"},
      {"grid = 1\nblock = 1\n[args]\na = \"ramp 3]\"", "no ["},
      {"grid = 1\nblock = 1\n[args]\na = \"mod:0[4]\"", "mod needs"},
      {"grid = 1\nblock = 1\n[args]\na = \"file:x.bin\"", "[COUNT]"},
      {"grid = 1\nblock = 1\n[args]\na = \"hello\"", "unknown name hello"},
      {"grid = 1\nblock = 1\n[args]\na = \"\"", "empty"},
  };
  for (const Case& c : cases) {
    const Resolved r = resolve_header(c.toml);
    EXPECT_FALSE(r.launch) << c.toml;
    EXPECT_NE(r.text().find(c.words), std::string::npos) << c.toml << "\n" << r.text();
    ASSERT_FALSE(r.diagnostics.empty());
    EXPECT_GE(r.diagnostics.front().span.line, 2u) << c.toml;
    EXPECT_FALSE(r.diagnostics.front().source_line.empty()) << c.toml;
  }
}

TEST(Resolve, WrongOptionsSayWhich) {
  source::Overrides o;
  o.parameters = {{"a b", "1"}};
  EXPECT_NE(resolve_header(base, o).text().find("--set a b"), std::string::npos);
  o.parameters = {{"N", ""}};
  EXPECT_NE(resolve_header(base, o).text().find("needs a value"), std::string::npos);
  o.parameters = {{"N", "1\n#include"}};
  EXPECT_FALSE(resolve_header(base, o).launch);
  o.parameters = {{"WIDHT", "1"}};
  EXPECT_NE(resolve_header("grid = 1\nblock = 1\n[params]\nWIDTH = 2", o).text().find("did you mean WIDTH"),
            std::string::npos);
  o = {};
  o.grid = std::vector<std::string>{"1", "2", "3", "4"};
  EXPECT_NE(resolve_header(base, o).text().find("one to three"), std::string::npos);
  o.grid = std::vector<std::string>{};
  EXPECT_FALSE(resolve_header(base, o).launch);
}

TEST(Resolve, AValueThatIsNoneOfTheChoicesIsWarnedOfAndTaken) {
  const std::string header = "question = \"?\"\ngrid = 1\nblock = 1\n[params]\nFORM = [0, 1, 0x10]\n"
                             "ONE = [1]\nTYPE = [\"float\", \"int\"]\nPART = [0.5, 1]";
  source::Overrides o;
  o.parameters = {{"FORM", "7"}};
  const Resolved person = resolve_header(header, o);
  ASSERT_TRUE(person.launch) << person.text();
  EXPECT_EQ(person.launch->macros.front().second, "7");
  EXPECT_EQ(person.text(), "lab.cu:6:1: warning: FORM = 7 is none of the lab's choices 0, 1, 16: the text "
                           "decides what it means\n  FORM = [0, 1, 0x10]\n  ^~~~\n");
  o.from_options = true;
  const Resolved option = resolve_header(header, o);
  ASSERT_TRUE(option.launch);
  EXPECT_EQ(option.text(), "--set:1:6: warning: FORM = 7 is none of the lab's choices 0, 1, 16: the text "
                           "decides what it means\n  FORM=7\n       ^\n");
  o.parameters = {{"FORM", "x + 1"}};
  EXPECT_NE(resolve_header(header, o).text().find("FORM = x + 1 is none of"), std::string::npos);
  EXPECT_NE(resolve_header(base, {.parameters = {{"N", "96"}}}).text().find("the file's choices 64, 128"),
            std::string::npos)
      << "a file without a question is no lab";
  // The same number in other words, no list, no list of whole numbers.
  const std::vector<std::pair<std::string, std::string>> fine = {
      {"FORM", "16"}, {"FORM", "0x1"}, {"ONE", "9"}, {"TYPE", "double"}, {"PART", "3"}};
  for (const auto& said : fine) {
    const Resolved quiet = resolve_header(header, {.parameters = {said}});
    EXPECT_TRUE(quiet.launch);
    EXPECT_EQ(quiet.text(), "") << said.first << "=" << said.second;
  }
}

std::string launch_errors(Dim3 grid, Dim3 block, std::uint32_t dynamic, std::uint32_t fixed) {
  Device device;
  device.architecture = "Hopper";
  device.shared_bytes_per_block_optin = 232448;
  source::ResolvedLaunch launch;
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_shared_bytes = dynamic;
  Diagnostics diagnostics;
  source::check_launch(launch, fixed, device, "lab.cu", diagnostics);
  return format_diagnostics(diagnostics);
}

TEST(CheckLaunch, LimitsAreExact) {
  EXPECT_EQ(launch_errors({2'147'483'647u, 65'535, 65'535}, {1024, 1, 1}, 0, 49152), "");
  EXPECT_EQ(launch_errors({1, 1, 1}, {16, 1, 64}, 0, 0), "");
  EXPECT_NE(launch_errors({2'147'483'648u, 1, 1}, {1, 1, 1}, 0, 0).find("grid.x is 2,147,483,648"),
            std::string::npos);
  EXPECT_NE(launch_errors({1, 65'536, 1}, {1, 1, 1}, 0, 0).find("grid.y is 65,536"), std::string::npos);
  EXPECT_NE(launch_errors({1, 1, 1}, {48, 48, 1}, 0, 0).find("2,304 threads"), std::string::npos);
  EXPECT_NE(launch_errors({1, 1, 1}, {2048, 1, 1}, 0, 0).find("block.x is 2,048"), std::string::npos);
  EXPECT_NE(launch_errors({1, 1, 1}, {1, 1, 65}, 0, 0).find("block.z is 65"), std::string::npos);
  EXPECT_NE(launch_errors({0, 1, 1}, {1, 1, 1}, 0, 0).find("grid.x is 0"), std::string::npos);
}

TEST(CheckLaunch, SharedMemoryWithAndWithoutOptIn) {
  EXPECT_NE(launch_errors({1, 1, 1}, {1, 1, 1}, 0, 49153).find("extern __shared__"), std::string::npos);
  const std::string note = launch_errors({1, 1, 1}, {1, 1, 1}, 65536, 0);
  EXPECT_NE(note.find("note"), std::string::npos);
  EXPECT_EQ(note.find("error"), std::string::npos);
  EXPECT_NE(note.find("cudaFuncSetAttribute"), std::string::npos);
  EXPECT_EQ(launch_errors({1, 1, 1}, {1, 1, 1}, 232448, 0).find("error"), std::string::npos);
  EXPECT_NE(launch_errors({1, 1, 1}, {1, 1, 1}, 300u << 10, 0).find("307,200 bytes"), std::string::npos);
  EXPECT_NE(launch_errors({1, 1, 1}, {1, 1, 1}, 4'294'967'295u, 1024).find("error"),
            std::string::npos); // the sum needs 64 bits
}

} // namespace
} // namespace warpscope
