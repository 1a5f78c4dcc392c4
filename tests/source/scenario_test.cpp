// Headers: keys, positions, half-typed and damaged texts.
#include "sim/source/program_header.h"
#include "sim/source/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace warpscope {
namespace {

struct Parsed {
  source::Scenario scenario;
  Diagnostics diagnostics;
};

Parsed parse(std::string_view text) {
  Parsed out;
  out.scenario = source::parse_scenario("lab.cu", text, out.diagnostics);
  return out;
}

/// The header's lines begin in line 2 of the file.
Parsed parse_header(const std::string& toml) {
  return parse("/* warpscope\n" + toml + "\n*/\n__global__ void k() {}\n");
}

const Diagnostic& only(const Parsed& parsed) {
  EXPECT_EQ(parsed.diagnostics.size(), 1u) << format_diagnostics(parsed.diagnostics);
  static const Diagnostic none;
  return parsed.diagnostics.empty() ? none : parsed.diagnostics.front();
}

bool says(const Parsed& parsed, std::string_view words) {
  return std::any_of(parsed.diagnostics.begin(), parsed.diagnostics.end(),
                     [&](const Diagnostic& d) { return d.message.find(words) != std::string::npos; });
}

constexpr const char* design_example = R"(/* warpscope
title  = "Transpose through shared memory"
kernel = "transpose"
grid   = ["WIDTH/32", "WIDTH/32"]
block  = [32, 8]
[params]
WIDTH = [1024, 256, 4096]
PAD   = [0, 1]
[args]
in    = "ramp[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out   = "transpose_reference"
*/
__global__ void transpose(const float *in, float *out, int width) {}
)";

TEST(Scenario, ReadsTheExampleOfTheDesign) {
  const Parsed p = parse(design_example);
  EXPECT_EQ(format_diagnostics(p.diagnostics), "");
  const source::Scenario& s = p.scenario;
  EXPECT_TRUE(s.has_header);
  EXPECT_EQ(s.title, "Transpose through shared memory");
  EXPECT_EQ(s.kernel, "transpose");
  EXPECT_EQ(s.grid, (std::vector<std::string>{"WIDTH/32", "WIDTH/32"}));
  EXPECT_EQ(s.block, (std::vector<std::string>{"32", "8"}));
  ASSERT_EQ(s.parameters.size(), 2u);
  EXPECT_EQ(s.parameters[0].name, "WIDTH");
  EXPECT_EQ(s.parameters[0].choices, (std::vector<std::string>{"1024", "256", "4096"}));
  ASSERT_EQ(s.arguments.size(), 3u); // in the text's order, not the alphabet's
  EXPECT_EQ(s.arguments[0].name, "in");
  EXPECT_EQ(s.arguments[1].name, "out");
  EXPECT_EQ(s.arguments[2].name, "width");
  EXPECT_EQ(s.arguments[2].text, "WIDTH");
  EXPECT_EQ(s.arguments[2].span, (Span{12, 9, 12, 16}));
  EXPECT_EQ(s.checks, (std::vector<std::pair<std::string, std::string>>{{"out", "transpose_reference"}}));
  EXPECT_EQ(s.header, (Span{1, 1, 15, 3}));
  EXPECT_EQ(s.text, design_example);
}

TEST(Scenario, KeepsTheTextsOrderOfArguments) {
  const Parsed p = parse_header("[args]\nz = 1\na = 2\nm = \"zero[4]\"\n");
  ASSERT_EQ(p.scenario.arguments.size(), 3u);
  EXPECT_EQ(p.scenario.arguments[0].name + p.scenario.arguments[1].name + p.scenario.arguments[2].name,
            "zam");
}

TEST(Scenario, NumbersAndTextsStandForExpressions) {
  const Parsed p = parse_header("grid = 32\nblock = [\"WIDTH/32\", 8]\nshared = \"4*WIDTH\"\n[params]\nWIDTH "
                                "= 64\nX = [0.5, true, \"int\", 1e9, 2.0]\n");
  EXPECT_EQ(format_diagnostics(p.diagnostics), "");
  EXPECT_EQ(p.scenario.grid, std::vector<std::string>{"32"});
  EXPECT_EQ(p.scenario.block, (std::vector<std::string>{"WIDTH/32", "8"}));
  EXPECT_EQ(p.scenario.shared, "4*WIDTH");
  ASSERT_EQ(p.scenario.parameters.size(), 2u);
  const auto& choices = p.scenario.parameters[1].choices;
  ASSERT_EQ(choices.size(), 5u);
  EXPECT_EQ(choices[0], "0.5");
  EXPECT_EQ(choices[1], "true");
  EXPECT_EQ(choices[2], "int");
  EXPECT_EQ(std::stod(choices[3]), 1e9);
  EXPECT_NE(choices[3].find_first_of(".e"), std::string::npos); // still a floating number as a macro
  EXPECT_EQ(choices[4], "2.0");
}

TEST(Scenario, AFileWithoutAHeaderIsFine) {
  for (const char* text :
       {"", "__global__ void k() {}\n", "/* warpscopes are nice */", "/* warpscope is nice */ int x;",
        "// warpscope\n// kernel = \"k\"\n", "const char *s = \"/* warpscope\\nkernel = 1 */\";\n",
        "auto s = R\"x(/* warpscope\nkernel = 1\n*/)x\";", "int n = 1'000; char c = '\"';\n"}) {
    const Parsed p = parse(text);
    EXPECT_FALSE(p.scenario.has_header) << text;
    EXPECT_TRUE(p.diagnostics.empty()) << text;
    EXPECT_EQ(p.scenario.text, text);
  }
}

TEST(Scenario, TheHeaderMayStandAnywhereBetweenOtherThings) {
  const Parsed p = parse("// by a teacher\n/* licence */\n#include <x> \nchar c = '\"'; int n = 1'000;\n  /* "
                         "warpscope\nkernel = \"k\"\n*/");
  EXPECT_TRUE(p.scenario.has_header);
  EXPECT_EQ(p.scenario.kernel, "k");
  EXPECT_EQ(p.scenario.header.line, 5u);
  EXPECT_EQ(p.scenario.header.column, 3u);
  EXPECT_EQ(parse("/* warpscope kernel = \"k\" */").scenario.kernel, "k");
  EXPECT_EQ(parse("/*warpscope\nkernel = \"k\"*/").scenario.kernel, "k");
}

TEST(Scenario, ByteOrderMarkAndWindowsLineEnds) {
  std::string text = design_example;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  const Parsed p = parse("\xEF\xBB\xBF" + text);
  EXPECT_EQ(format_diagnostics(p.diagnostics), "");
  EXPECT_EQ(p.scenario.kernel, "transpose");
  EXPECT_EQ(p.scenario.arguments.at(2).span, (Span{12, 9, 12, 16}));
}

TEST(Scenario, PositionsAreThoseOfTheFile) {
  const Parsed p = parse_header("title = \"Größe\" \nkernel = 7");
  const Diagnostic& d = only(p);
  EXPECT_EQ(d.file, "lab.cu");
  EXPECT_EQ(d.span.line, 3u);
  EXPECT_EQ(d.span.column, 10u);
  EXPECT_EQ(d.source_line, "kernel = 7");
  EXPECT_NE(d.message.find("must be a text in quotes"), std::string::npos);
  // Columns count bytes, toml++'s count characters; and the first line begins behind the word.
  EXPECT_EQ(only(parse("/* warpscope title = \"äöü\"  # ü\n kernel = \"ä\" x */")).span.line, 2u);
  EXPECT_EQ(only(parse("/* warpscope kernel = 7 */")).span.column, 23u);
}

TEST(Scenario, UnknownKeysNameTheNearest) {
  const Parsed typo = parse_header("kernle = \"k\"\ngrid = 1");
  EXPECT_EQ(only(typo).severity, Severity::Error);
  EXPECT_NE(only(typo).message.find("did you mean kernel"), std::string::npos);
  EXPECT_EQ(only(typo).span, (Span{2, 1, 2, 7}));
  EXPECT_EQ(typo.scenario.grid, std::vector<std::string>{"1"});
  const Parsed other = parse_header("author = \"me\"");
  EXPECT_EQ(only(other).severity, Severity::Warning);
  EXPECT_NE(only(other).message.find("title, question"), std::string::npos);
}

TEST(Scenario, WrongTypesAreNamed) {
  for (const char* toml : {"grid = 1.5",
                           "grid = true",
                           "grid = []",
                           "grid = [1,2,3,4]",
                           "grid = [[1]]",
                           "grid = {x = 1}",
                           "block = 1979-05-27",
                           "shared = [1]",
                           "title = 1",
                           "kernel = []",
                           "params = 1",
                           "args = []",
                           "check = \"x\"",
                           "[params]\nX = []",
                           "[params]\nX = [[1]]",
                           "[params]\nX = {a = 1}",
                           "[params]\nX = nan",
                           "[params]\n\"a-b\" = 1",
                           "[args]\na = [1]",
                           "[args]\na = {b = [1]}",
                           "[check]\nout = 1",
                           "[grid]\nx = 1",
                           "[params]\nX = \"a\\nb\"",
                           "kernel = \"a\\u0000b\""}) {
    const Parsed p = parse_header(toml);
    EXPECT_TRUE(has_errors(p.diagnostics)) << toml;
    for (const Diagnostic& d : p.diagnostics) {
      EXPECT_GE(d.span.line, 2u) << toml << format_diagnostic(d);
      EXPECT_LE(d.span.line, 3u) << toml << format_diagnostic(d);
      EXPECT_FALSE(d.source_line.empty()) << toml;
    }
  }
}

TEST(Scenario, ReadsALesson) {
  const Parsed p = parse_header("[params]\nPAD = [0, 1]\n[lesson]\nat = \"tile[tx]\"\naccess = "
                                "\"load\"\nturn = 3\nbeside = \"in[i]\"\nscene = \"array\"\n"
                                "set = { PAD = 1 }\nanswer = \"{wavefronts wavefront}, PAD is {PAD}, "
                                "{other_sectors} and {line_lanes}\"");
  EXPECT_EQ(format_diagnostics(p.diagnostics), "");
  ASSERT_TRUE(p.scenario.lesson);
  source::Lesson expected{
      "tile[tx]",    "load",  3,
      "in[i]",       "array", "{wavefronts wavefront}, PAD is {PAD}, {other_sectors} and {line_lanes}",
      {{"PAD", "1"}}};
  EXPECT_EQ(*p.scenario.lesson, expected);
  EXPECT_FALSE(parse_header("kernel = \"k\"").scenario.lesson);
  // Parameters may follow: they are known all the same.
  EXPECT_EQ(format_diagnostics(
                parse_header("[lesson]\nat = \"x\"\nanswer = \"{N}\"\nset = { N = 2 }\n[params]\nN = [1, 2]")
                    .diagnostics),
            "");
}

TEST(Scenario, ABugIsNamedWithItsMessage) {
  const Parsed p = parse_header(
      "[params]\nFIXED = [0, 1]\n[bug]\nsays = \"but tile has\"\nwhen = \"FIXED == 0\"");
  EXPECT_EQ(format_diagnostics(p.diagnostics), "");
  ASSERT_TRUE(p.scenario.bug);
  EXPECT_EQ(p.scenario.bug->says, "but tile has");
  EXPECT_TRUE(has_bug(p.scenario, {{"FIXED", "0"}}));
  EXPECT_FALSE(has_bug(p.scenario, {{"FIXED", "1"}}));
  EXPECT_TRUE(has_bug(parse_header("[bug]\nsays = \"x\"").scenario, {}));
  EXPECT_FALSE(has_bug(parse_header("kernel = \"k\"").scenario, {}));
  const std::pair<const char*, const char*> wrong[] = {
      {"bug = 3", "bug is a whole number, but it must be a section"},
      {"[bug]\nwhen = \"1\"", "a bug needs says"},
      {"[bug]\nsays = 3", "bug.says is a whole number"},
      {"[bug]\nsays = \"x\"\nwhen = \"N ==\"\n[params]\nN = 1", "bug.when: "},
      {"[bug]\nsays = \"x\"\nwhen = \"M == 1\"", "bug.when: "},
      {"[bug]\nsays = \"x\"\nfinds = 1", "a bug has says and when"},
  };
  for (const auto& [header, message] : wrong)
    EXPECT_NE(format_diagnostics(parse_header(header).diagnostics).find(message), std::string::npos)
        << header;
}

TEST(Scenario, WrongLessonsAreNamed) {
  const std::pair<const char*, const char*> wrong[] = {
      {"lesson = 3", "lesson is a whole number, but it must be a section"},
      {"[lesson]\nanswer = \"a\"", "a lesson needs at"},
      {"[lesson]\nat = \"x\"", "a lesson needs at"},
      {"[lesson]\nat = 3\nanswer = \"a\"", "lesson.at is a whole number"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\nturn = 0", "lesson.turn must be a whole number"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\nturn = \"2\"", "lesson.turn must be a whole number"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\naccess = \"read\"", "it must be one of load, store, atomic"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\nansver = \"b\"", "did you mean answer?"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\nset = 3", "lesson.set is a whole number"},
      {"[lesson]\nat = \"x\"\nanswer = \"a\"\nset = { PAD = 1 }", "PAD, which is no parameter"},
      {"[lesson]\nat = \"x\"\nanswer = \"{wavefront}\"", "did you mean {wavefronts}?"},
      {"[lesson]\nat = \"x\"\nanswer = \"{Zebra}\"", "neither a count nor a parameter"},
      {"[lesson]\nat = \"x\"\nanswer = \"{wavefronts\"", "{ without its }"},
      {"[lesson]\nat = \"x\"\nanswer = \"{a{wavefronts}\"", "{ without its }"},
      {"[lesson]\nat = \"x\"\nanswer = \"two\\nlines\"", "one line of plain text"},
  };
  for (const auto& [toml, said] : wrong) {
    const Parsed p = parse_header(toml);
    EXPECT_TRUE(says(p, said)) << toml << "\n" << format_diagnostics(p.diagnostics);
    EXPECT_TRUE(has_errors(p.diagnostics)) << toml;
  }
  const Parsed unknown = parse_header("[lesson]\nat = \"x\"\nanswer = \"a\"\nmusic = \"loud\"");
  EXPECT_TRUE(says(unknown, "is ignored"));
  EXPECT_FALSE(has_errors(unknown.diagnostics));
}

TEST(Scenario, BrokenTomlKeepsWhatStandsAbove) {
  const Parsed p = parse_header("kernel = \"k\"\ngrid = [4, 2]\nblock = [32,\n[args]\nx = 1");
  EXPECT_TRUE(has_errors(p.diagnostics));
  EXPECT_EQ(p.scenario.kernel, "k");
  EXPECT_EQ(p.scenario.grid, (std::vector<std::string>{"4", "2"}));
  const Parsed twice = parse_header("kernel = \"a\"\nkernel = \"b\"");
  EXPECT_TRUE(has_errors(twice.diagnostics));
  EXPECT_EQ(twice.diagnostics.front().span.line, 3u);
  EXPECT_EQ(twice.scenario.kernel, "a");
}

TEST(Scenario, CutInTheMiddle) {
  const Parsed p = parse("/* warpscope\nkernel = \"k\"\ngrid = 4\n__global__ void k() {}\n");
  EXPECT_NE(only(p).message.find("put */"), std::string::npos);
  EXPECT_EQ(only(p).span.line, 1u);
  EXPECT_EQ(p.scenario.kernel, "k");
  // At every byte: an answer, and never a crash.
  const std::string whole = design_example;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Parsed cut = parse(std::string_view(whole).substr(0, length));
    EXPECT_EQ(has_errors(cut.diagnostics), length >= whole.find('\n') - 0 &&
                                               length < whole.find("*/\n__global__") + 2 &&
                                               cut.scenario.has_header)
        << length;
  }
}

TEST(Scenario, HugeBinaryAndControlBytes) {
  const Parsed huge = parse(std::string(50'000'000, 'x'));
  EXPECT_NE(only(huge).message.find("50.0 MB"), std::string::npos);
  const Parsed zero = parse(std::string("int x;\n\0\0", 9));
  EXPECT_NE(only(zero).message.find("no text"), std::string::npos);
  EXPECT_EQ(only(zero).span.line, 2u);
  EXPECT_TRUE(has_errors(parse("\x7f"
                               "ELF\x02\x01\x01")
                             .diagnostics));
  EXPECT_TRUE(
      has_errors(parse("/* warpscope\ntitle = \"" + std::string(100'000, 'a') + "\"\n*/").diagnostics));
  EXPECT_TRUE(has_errors(parse("/* warpscope\ntitle = \"\xff\xfe\"\n*/").diagnostics));
}

TEST(Scenario, DeepNestingEnds) {
  std::string dotted = "a";
  for (int i = 0; i < 30'000; ++i) dotted += ".a";
  EXPECT_TRUE(has_errors(parse_header(dotted + " = 1").diagnostics));
  EXPECT_TRUE(has_errors(parse_header("grid = " + std::string(30'000, '[')).diagnostics));
  EXPECT_TRUE(
      has_errors(parse_header("x = " + std::string(2'000, '[') + std::string(2'000, ']')).diagnostics));
  std::string quotes;
  for (int i = 0; i < 300'000; ++i) quotes += "R\"";
  EXPECT_FALSE(parse(quotes).scenario.has_header); // in linear time
}

TEST(Scenario, ManyComplaintsAreBounded) {
  std::string toml;
  for (int i = 0; i < 3'000; ++i) toml += "kernl" + std::to_string(i) + " = 1\n";
  EXPECT_LE(parse_header(toml).diagnostics.size(), 50u);
  std::string parameters = "[params]\n";
  for (int i = 0; i < 500; ++i) parameters += "P" + std::to_string(i) + " = 1\n";
  EXPECT_TRUE(says(parse_header(parameters), "more than 64 parameters"));
}

TEST(Scenario, MutatedHeadersNeverCrash) {
  std::mt19937 random(20'250'101);
  const std::string alphabet = "[]{}\"'=.,#\n\r\t -+_*/\\0123456789aeEnxWIDTH\xc3\xa4\x80";
  for (int round = 0; round < 3'000; ++round) {
    std::string text = design_example;
    const int edits = 1 + static_cast<int>(random() % 6);
    for (int e = 0; e < edits; ++e) {
      const std::size_t at = random() % (text.size() + 1);
      switch (random() % 4) {
      case 0: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
      case 1: text.erase(at, random() % 8); break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
      }
    }
    Parsed p = parse(text);
    for (const Diagnostic& d : p.diagnostics) {
      ASSERT_FALSE(d.message.empty());
      ASSERT_TRUE(d.span.known()) << text;
      (void)format_diagnostic(d);
    }
    Diagnostics more;
    const auto launch = source::resolve(p.scenario, {}, more);
    ASSERT_TRUE(launch.has_value() || has_errors(more) || has_errors(p.diagnostics)) << text;
  }
}

std::string program_with(const std::string& header) {
  return "/* warpscope\n" + header + "*/\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
}

TEST(Scenario, AHeaderOfAProgramGivesNoLaunch) {
  Diagnostics diagnostics;
  const source::Scenario s = source::parse_scenario(
      "p.cu",
      program_with(
          "title = \"T\"\n[program]\nprints = \"right\"\ncode = \"FIXED ? 0 : 3\"\n[params]\nFIXED = [0, 1]\n"
          "[lesson]\nanswer = \"{launches launch}, {k<2>.load_sectors sector}, {FIXED}\"\n"),
      diagnostics);
  EXPECT_EQ(format_diagnostics(diagnostics), "");
  EXPECT_FALSE(s.has_header) << "it gives no launch";
  EXPECT_EQ(s.title, "T");
  EXPECT_EQ(s.parameters.size(), 1u);
  ASSERT_TRUE(s.lesson) << "it needs no place";
  EXPECT_EQ(source::program_header(s), (source::ProgramHeader{"right", "FIXED ? 0 : 3"}));
  const source::Scenario launch = source::parse_scenario("p.cu", program_with("kernel = \"k\"\n"),
                                                         diagnostics);
  EXPECT_TRUE(launch.has_header);
  EXPECT_FALSE(source::program_header(launch));
}

TEST(Scenario, MistakesInTheHeaderOfAProgramAreTold) {
  const auto told = [](const std::string& header) {
    Diagnostics diagnostics;
    (void)source::parse_scenario("p.cu", program_with(header), diagnostics);
    return format_diagnostics(diagnostics);
  };
  EXPECT_NE(told("grid = 3\n[program]\nprints = \"a\"\n").find("grid is of one launch"), std::string::npos);
  EXPECT_NE(told("[program]\nprint = \"a\"\n").find("a program has prints and code"), std::string::npos);
  EXPECT_NE(told("[program]\ncode = \"NONE\"\n").find("program.code: "), std::string::npos);
  EXPECT_NE(told("program = 3\n").find("must be a section"), std::string::npos);
  EXPECT_NE(told("[program]\n[lesson]\nanswer = \"{wavefronts}\"\n").find("{wavefronts}"), std::string::npos)
      << "counts of one access are none of a program";
  EXPECT_NE(told("[program]\n[lesson]\nanswer = \"{k.load_sector}\"\n").find("did you mean {k.load_sectors}"),
            std::string::npos);
  EXPECT_NE(told("[lesson]\nanswer = \"{launches}\"\n").find("a lesson needs at"), std::string::npos);
  EXPECT_NE(told("[program]\n[lesson]\nat = \"k\"\n").find("a lesson needs"), std::string::npos);
}

} // namespace
} // namespace warpscope
