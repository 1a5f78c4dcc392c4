// Every lab that is a whole program, with every choice of every parameter: it prints what its header promises
// and ends with its code, a bug is told by name and a cured program by nothing, and the answer is filled.
#include "sim/labs/labs.h"
#include "sim/source/program_header.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using Setting = std::vector<std::pair<std::string, std::string>>;

/// The defaults, and each other choice of one parameter.
std::vector<Setting> settings_of(const source::Scenario& scenario) {
  Setting defaults;
  for (const source::ScenarioParameter& parameter : scenario.parameters)
    defaults.emplace_back(parameter.name, parameter.choices.front());
  std::vector<Setting> settings{defaults};
  for (std::size_t p = 0; p < scenario.parameters.size(); ++p)
    for (std::size_t i = 1; i < scenario.parameters[p].choices.size(); ++i) {
      settings.push_back(defaults);
      settings.back()[p].second = scenario.parameters[p].choices[i];
    }
  return settings;
}

std::string sentence_with(const std::string& text, const std::string& piece) {
  const std::size_t at = text.find(piece);
  if (at == std::string::npos) return {};
  return text.substr(at, text.find('\n', at) - at);
}

class ProgramLabs : public testing::TestWithParam<std::string> {};

TEST_P(ProgramLabs, DoWhatTheyPromiseWithEveryChoice) {
  const labs::Lab& lab = *labs::find_lab(GetParam());
  Diagnostics diagnostics;
  const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
  ASSERT_EQ(format_diagnostics(diagnostics), "");
  const source::ProgramHeader program = source::program_header(scenario).value();
  for (const Setting& setting : settings_of(scenario)) {
    std::string command = "warpscope run " + lab.id;
    for (const auto& [name, value] : setting) command += " -D " + name + "=" + value;
    const ProgramRun run = run_command(command);
    std::string error;
    EXPECT_EQ(run.code, source::evaluate(program.code.empty() ? "0" : program.code, setting, error))
        << command;
    EXPECT_NE(run.out.find(program.prints), std::string::npos) << command << "\n" << run.out;
    if (source::has_bug(scenario, setting)) {
      EXPECT_NE(run.err.find(scenario.bug->says), std::string::npos) << command << "\n" << run.err;
    } else {
      EXPECT_EQ(run.err.find("error:"), std::string::npos) << command << "\n" << run.err;
      EXPECT_EQ(run.err.find("warning:"), std::string::npos) << command << "\n" << run.err;
    }
    EXPECT_NE(run.err.find(scenario.question), std::string::npos) << command << "\n" << run.err;
    // The answer's words as far as its first number.
    const std::string answer = scenario.lesson->answer.substr(0, scenario.lesson->answer.find('{'));
    const std::string tail = scenario.lesson->answer.substr(scenario.lesson->answer.rfind('}') + 1);
    EXPECT_NE(run.err.find(answer.empty() ? tail : answer), std::string::npos) << command << "\n" << run.err;
    EXPECT_EQ(run.err.find("has not what the answer counts"), std::string::npos) << command;
  }
}

std::vector<std::string> program_labs() {
  std::vector<std::string> ids;
  for (const labs::Lab& lab : labs::labs())
    if (lab.program) ids.push_back(lab.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Whole, ProgramLabs, testing::ValuesIn(program_labs()),
                         [](const auto& lab) { return lab.param; });

/// By reasoning: what a program of known sizes launches and asks for.
TEST(ProgramLabsCount, TheWholeRun) {
  const ProgramRun kinds = run_command("warpscope run allocation_kinds");
  // Four times two launches over 2^20 floats, 8 to a sector.
  EXPECT_NE(kinds.err.find("8 launches on three kinds of memory"), std::string::npos) << kinds.err;
  EXPECT_NE(kinds.err.find("1,048,576 sectors read and 1,048,576 written"), std::string::npos) << kinds.err;
  // Four pieces: nothing overlaps in one stream; in four all but the first copy of each direction's queue.
  const ProgramRun one = run_command("warpscope run streams_overlap -D STREAMS=1");
  EXPECT_EQ(sentence_with(one.err, "0 of 13 steps begin").substr(0, 13), "0 of 13 steps") << one.err;
  const ProgramRun four = run_command("warpscope run streams_overlap -D STREAMS=4");
  EXPECT_EQ(four.err.find("0 of 13 steps begin"), std::string::npos) << four.err;
  EXPECT_NE(four.err.find(" of 13 steps begin"), std::string::npos) << four.err;
  EXPECT_NE(four.err.find("5 launches and 8 transfers in 4 streams"), std::string::npos) << four.err;
  const ProgramRun graph = run_command("warpscope run graph_launches -D LAUNCHES=20");
  // Two rounds one by one and two of the graph, 8 warps each.
  EXPECT_NE(graph.err.find("80 launches, as many by the graph"), std::string::npos) << graph.err;
  EXPECT_NE(graph.err.find("640 requests in all"), std::string::npos) << graph.err;
  // Rows of 128 to 256 elements, twice.
  const ProgramRun children = run_command("warpscope run child_launches -D ROWS=256");
  EXPECT_NE(children.err.find("260 launches, of which main() made 2; kernels made the others"),
            std::string::npos)
      << children.err;
  // Columns take a sector for each lane: two launches of 512^2 loads each.
  const ProgramRun textures = run_command("warpscope run texture_fetch");
  EXPECT_NE(textures.err.find("65,536 sectors by rows, 524,288 by columns"), std::string::npos)
      << textures.err;
}

TEST(ProgramLabsCount, ALabIsAFileLikeAnyOtherWhereThereIsOne) {
  const std::string folder = temporary("folder");
  const ProgramRun run = run_command("mkdir -p '" + folder + "' && cd '" + folder +
                                     "' && printf 'int main() { return 7; }' > graph_launches && "
                                     "cp graph_launches own.cu && warpscope run own.cu; echo $?; "
                                     "warpscope run no_such_lab; echo $?; warpscope run bank_stride");
  EXPECT_EQ(run.out, "7\n2\n");
  EXPECT_NE(run.err.find("there is no file no_such_lab"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("warpscope sim bank_stride"), std::string::npos) << run.err;
}

} // namespace
} // namespace warpscope
