// The labs that travel with the program: each is there once, in the index, and legal with every choice.
#include "sim/labs/labs.h"
#include "sim/source/program_header.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

/// Comments as blanks, so that what is left is what a compiler reads.
std::string without_comments(std::string text) {
  for (std::size_t at = 0; (at = text.find('/', at)) != std::string::npos; ++at) {
    const bool line = text.compare(at, 2, "//") == 0;
    if (!line && text.compare(at, 2, "/*") != 0) continue;
    const std::size_t end = std::min(line ? text.find('\n', at) : text.find("*/", at + 2) + 2, text.size());
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end),
              ' ');
  }
  return text;
}

TEST(Labs, EverySystemOfTheClassHasOne) {
  for (const char* id :
       {"bank_stride", "column_read", "transpose_naive", "transpose_tile", "transpose_padded",
        "transpose_swizzled", "copy_stride", "copy_offset", "aos_soa", "scalar_float4", "matmul_naive",
        "matmul_tile16", "matmul_tile16_edges", "reduction_modulo", "reduction_strided",
        "reduction_sequential", "constant_broadcast", "constant_serialised"})
    EXPECT_NE(labs::find_lab(id), nullptr) << id;
  EXPECT_EQ(labs::find_lab("transpose_tile"), labs::find_lab("transpose_tile.cu"));
  EXPECT_EQ(labs::find_lab(""), nullptr);
  EXPECT_EQ(labs::find_lab("../transpose_tile"), nullptr);
}

/// Counts come from rules that were measured. What comes from the model's clock, or from clock() in a kernel,
/// which counts instructions here, is called so in the sentence that has it.
TEST(Labs, AnAnswerSaysWhichOfItsNumbersAreNoCounts) {
  std::size_t held = 0;
  for (const labs::Lab& lab : labs::labs()) {
    const std::size_t at = lab.text.find("\nanswer = ");
    if (at == std::string::npos) continue;
    const std::string answer = lab.text.substr(at + 1, lab.text.find('\n', at + 1) - at - 1);
    if (answer.find("{overlapping") != std::string::npos) {
      EXPECT_NE(answer.find("modelled"), std::string::npos) << lab.id << ": " << answer;
      ++held;
    }
    if (answer.find("cycles") != std::string::npos) {
      EXPECT_TRUE(answer.find("counted") != std::string::npos && answer.find("measured") != std::string::npos)
          << lab.id << ": " << answer;
      ++held;
    }
  }
  EXPECT_EQ(held, 2u);
}

/// "Show me" of a lab that is wrong on purpose shows what is wrong, not the kernel that was put right.
TEST(Labs, TheAnswerOfABugShowsTheBug) {
  const auto value_of = [](const std::string& text, const std::string& key) {
    const std::size_t at = text.find("\n" + key);
    const std::size_t begin = at == std::string::npos ? at : text.find('=', at);
    return begin == std::string::npos ? std::string()
                                      : text.substr(begin + 1, text.find('\n', begin) - begin - 1);
  };
  std::size_t bugs = 0;
  for (const labs::Lab& lab : labs::labs()) {
    const std::string when = value_of(lab.text, "when "), set = value_of(lab.text, "set ");
    const std::size_t is = when.find(" == ");
    if (is == std::string::npos || set.empty()) continue;
    const std::size_t name = when.find('"') + 1;
    const std::string chosen = when.substr(name, is - name) + " = " +
                               when.substr(is + 4, when.rfind('"') - is - 4);
    EXPECT_NE(set.find(chosen), std::string::npos) << lab.id << ": set " << set << ", wrong when " << when;
    ++bugs;
  }
  EXPECT_GE(bugs, 8u);
}

TEST(Labs, TheIndexNamesThemAllOnce) {
  std::set<std::string> ids;
  for (const labs::Lab& lab : labs::labs()) {
    EXPECT_TRUE(ids.insert(lab.id).second) << lab.id;
    EXPECT_NE(lab.group, "More") << lab.id << " is missing in assets/labs/index.toml";
    EXPECT_FALSE(lab.group.empty()) << lab.id;
  }
  EXPECT_EQ(labs::labs().front().id, "bank_stride"); // what the first start shows
}

/// docs/course.md names every lab, and those that no GPU has run yet with a star.
TEST(Labs, TheCoursesPageHasThemAll) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/docs/course.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ASSERT_NE(page, "");
  for (const labs::Lab& lab : labs::labs()) {
    const std::string name = "`" + lab.id + "`";
    ASSERT_NE(page.find(name), std::string::npos) << lab.id;
    for (std::size_t at = 0; (at = page.find(name, at)) != std::string::npos; at += name.size())
      EXPECT_EQ(page[at + name.size()] == '*', !lab.recorded) << lab.id;
  }
  for (std::size_t at = 0; (at = page.find("`*", at + 1)) != std::string::npos;) {
    const std::size_t begin = page.rfind('`', at - 1) + 1;
    EXPECT_NE(labs::find_lab(page.substr(begin, at - begin)), nullptr) << page.substr(begin, at - begin);
  }
}

/// A text of a lab's header as it is read: one line, blanks as one.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      if (text[i + 1] == '"') line += text[++i];
      continue;
    }
    const bool blank = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    if (!blank) line += text[i];
    else if (!line.empty() && line.back() != ' ') line += ' ';
  }
  return line;
}

/// taught.tsv has a row for each thing that is taught, none without a lab that says it.
TEST(Labs, EverythingThatIsTaughtIsSaidByALab) {
  std::ifstream page_file(WARPSCOPE_SOURCE_DIR "/docs/course.md");
  const std::string page{std::istreambuf_iterator<char>(page_file), {}};
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/labs/taught.tsv");
  std::size_t rows = 0;
  std::set<std::string> facts;
  for (std::string row; std::getline(file, row);) {
    if (row.starts_with('#')) continue;
    std::vector<std::string> cells;
    std::stringstream in(row);
    for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
    ASSERT_EQ(cells.size(), 4u) << row;
    EXPECT_TRUE(facts.insert(cells[1]).second) << row;
    ASSERT_FALSE(cells[2].empty()) << row;
    ASSERT_GE(cells[3].size(), 6u) << row;
    std::stringstream ids(cells[2]);
    bool first = true;
    for (std::string id; std::getline(ids, id, ','); first = false) {
      const labs::Lab* lab = labs::find_lab(id);
      ASSERT_NE(lab, nullptr) << id;
      EXPECT_NE(page.find("`" + id + "`"), std::string::npos) << id << " is not in docs/course.md";
      if (first) {
        EXPECT_NE(in_one_line(lab->text).find(cells[3]), std::string::npos) << row;
      }
    }
    ++rows;
  }
  EXPECT_EQ(rows, 85u);
  // No row of the page's own table is empty either.
  std::stringstream lines(page);
  std::size_t taught = 0;
  for (std::string line; std::getline(lines, line) && !line.starts_with("## Lessons");) {
    if (!line.starts_with("| ") || line.starts_with("| what") || line.starts_with("| **")) continue;
    EXPECT_NE(line.find('`'), std::string::npos) << line;
    ++taught;
  }
  EXPECT_GE(taught, 70u);
}

TEST(Labs, EveryChoiceOfEveryLabIsALegalLaunch) {
  Device device; // the limits all devices share
  device.shared_bytes_per_block_optin = 49152;
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    EXPECT_EQ(format_diagnostics(diagnostics), "") << lab.id;
    EXPECT_FALSE(scenario.title.empty()) << lab.id;
    EXPECT_TRUE(scenario.question.ends_with('?')) << lab.id;
    EXPECT_GE(scenario.explanation.size(), 100u) << lab.id;
    const std::optional<source::ProgramHeader> program = source::program_header(scenario);
    ASSERT_EQ(lab.program, program.has_value()) << lab.id;
    if (program) {
      EXPECT_FALSE(program->prints.empty()) << lab.id;
      EXPECT_TRUE(scenario.lesson) << lab.id;
      EXPECT_EQ(lab.recorded, !lab.recordings.empty()) << lab.id << ": index.toml and assets/labs/recorded";
    } else {
      EXPECT_FALSE(scenario.checks.empty()) << lab.id;
    }
    for (const source::ScenarioParameter& parameter : scenario.parameters)
      for (const std::string& choice : parameter.choices) {
        if (lab.program) continue; // its launches are its own
        source::Overrides overrides;
        overrides.parameters = {{parameter.name, choice}};
        const auto launch = source::resolve(scenario, overrides, diagnostics);
        ASSERT_TRUE(launch.has_value()) << lab.id << " " << parameter.name << "=" << choice << "\n"
                                        << format_diagnostics(diagnostics);
        source::check_launch(*launch, 0, device, lab.file_name, diagnostics);
        EXPECT_EQ(format_diagnostics(diagnostics), "") << lab.id;
      }
    // A file that nvcc takes as it stands: each parameter that the code uses has a default there, the
    // header's own.
    for (const source::ScenarioParameter& parameter : scenario.parameters) {
      const std::string code = without_comments(lab.text);
      const std::string guard = "#ifndef " + parameter.name + "\n#define " + parameter.name + " " +
                                parameter.choices.front();
      std::size_t uses = 0;
      for (std::size_t at = 0; (at = code.find(parameter.name, at)) != std::string::npos;
           at += parameter.name.size()) {
        const auto letter = [](char c) {
          return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        };
        uses += !letter(code[at - 1]) && !letter(code[at + parameter.name.size()]) ? 1 : 0;
      }
      if (code.find("#ifndef " + parameter.name) != std::string::npos)
        EXPECT_NE(code.find(guard), std::string::npos) << lab.id << " " << parameter.name;
      else EXPECT_EQ(uses, 0u) << lab.id << ": " << parameter.name << " is used without a default";
    }
  }
}

TEST(Labs, WhatAProgramPrintedOnAGpuIsReadByItsParameters) {
  const std::vector<labs::ProgramRecording> read = labs::read_program_recordings(
      "before\n# GPU, driver 1\n## N=4 TYPE=a\none 1–2\n\ntwo\nexit 139\n## N=5\nexit 0\n# Other\n## "
      "\nthree");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].device, "GPU, driver 1");
  EXPECT_EQ(read[0].parameters,
            (std::vector<std::pair<std::string, std::string>>{{"N", "4"}, {"TYPE", "a"}}));
  EXPECT_EQ(read[0].lines, (std::vector<std::string>{"one 1–2", "", "two"}));
  EXPECT_EQ(read[0].code, 139);
  EXPECT_EQ(read[1].lines, std::vector<std::string>{});
  EXPECT_EQ(read[2].device, "Other");
  EXPECT_EQ(read[2].lines, std::vector<std::string>{"three"});
}

/// Each recording is of the lab's parameters, once, and says what the lab promises of every run.
TEST(Labs, TheRecordingsOfProgramsAreOfTheirParameters) {
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    const std::optional<source::ProgramHeader> program = source::program_header(scenario);
    std::set<std::vector<std::pair<std::string, std::string>>> seen;
    for (const labs::ProgramRecording& recording : lab.recordings) {
      ASSERT_TRUE(program) << lab.id;
      EXPECT_TRUE(seen.insert(recording.parameters).second) << lab.id;
      EXPECT_NE(recording.device.find("driver"), std::string::npos) << lab.id << ": " << recording.device;
      EXPECT_NE(recording.device.find("202"), std::string::npos) << lab.id << ": " << recording.device;
      EXPECT_EQ(recording.parameters.size(), scenario.parameters.size()) << lab.id;
      for (std::size_t i = 0; i < recording.parameters.size() && i < scenario.parameters.size(); ++i)
        EXPECT_EQ(recording.parameters[i].first, scenario.parameters[i].name) << lab.id;
      const bool printed = std::any_of(recording.lines.begin(), recording.lines.end(), [&](const auto& line) {
        return line.find(program->prints) != std::string::npos;
      });
      EXPECT_TRUE(printed) << lab.id << " did not print \"" << program->prints << "\" on the GPU";
      std::string error;
      const std::string code = program->code.empty() ? "0" : program->code;
      EXPECT_EQ(source::evaluate(code, recording.parameters, error), recording.code) << lab.id << error;
    }
  }
}

} // namespace
} // namespace warpscope
