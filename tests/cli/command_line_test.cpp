// "Copy as command line" and Share against the program itself: what they write is run, and the numbers are
// compared.
#include "app/document/command_line.h"
#include "app/export/expression_json.h"
#include "app/session/session.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

void settle(session::Session& session) {
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (session.busy() && std::chrono::steady_clock::now() < end) {
    session.poll();
    std::this_thread::sleep_for(2ms);
  }
  session.poll();
  ASSERT_FALSE(session.busy());
  ASSERT_FALSE(session.runs().stale());
  ASSERT_NE(session.runs().grid(), nullptr);
}

Json run(std::string command) {
  const ProgramRun ran = run_command(command
                                         .insert(std::string("warpscope expr").size(),
                                                 command.starts_with("warpscope expr") ? " --json" : "")
                                         .append(command.starts_with("warpscope sim") ? " --json" : ""));
  EXPECT_EQ(ran.code, 0) << command << "\n" << ran.err;
  return Json::parse(ran.out, nullptr, false);
}

/// The document that the command prints, but for the launch's time.
Json without_estimate(const std::string& command) {
  Json document = Json::parse(run_command(command).out, nullptr, false);
  EXPECT_EQ(document.erase("estimate"), 1u) << command;
  return document;
}

std::uint64_t in_document(const Json& totals, model::CounterId counter) {
  // Of local memory there is a group only where the launch has some.
  const bool local = counter.group == model::CounterGroup::LocalLoad ||
                     counter.group == model::CounterGroup::LocalStore;
  if (local && !totals.contains(std::string(model::key_of(counter.group)))) return 0;
  return totals.at(std::string(model::key_of(counter.group)))
      .at(std::string(model::key_of(counter.kind)))
      .get<std::uint64_t>();
}

TEST(CopiedCommand, PrintsTheNumbersOfAKernel) {
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  for (const auto& [lab, name, value] : {std::tuple{"transpose_tile", "PAD", "1"},
                                         {"bank_stride", "STRIDE", "6"},
                                         {"copy_stride", "STRIDE", "2"}}) {
    ASSERT_TRUE(session.edit()->set_lab(lab));
    session.edit()->set_choice(name, value);
    settle(session);
    const document::CommandLine command = session.edits().as_command_line();
    ASSERT_EQ(command.problem, "");
    const Json document = run(command.text);
    ASSERT_TRUE(document.is_object()) << command.text;
    std::size_t compared = 0;
    for (const results::CounterInfo& info : results::all_counters()) {
      const results::CounterValue value_here = results::value_of(session.runs().grid()->totals, info.id);
      EXPECT_EQ(in_document(document.at("totals"), info.id), value_here.value)
          << command.text << " " << info.label;
      compared += value_here.value > 0 ? 1 : 0;
    }
    EXPECT_GE(compared, 1u);
    // The export's JSON is the command's, but for the time, which the window works out apart.
    EXPECT_EQ(Json::parse(run::to_json(*session.runs().grid())), without_estimate(command.text + " --json"))
        << command.text;
  }
}

TEST(CopiedCommand, PrintsTheNumbersOfAnExpression) {
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  struct Case {
    const char *expression, *declaration, *block;
    std::uint32_t warp;
  };
  for (const Case& c :
       {Case{"tile[threadIdx.x][threadIdx.y]", "__shared__ float tile[32][33]", "32 x 8", 3},
        {"a[threadIdx.x * 2]", "", "64", 1},
        {"-a[threadIdx.x]", "const float *a", "32", 0},
        {"tile[threadIdx.y][threadIdx.x] = 'x'", "__shared__ int tile[32][32]", "16 × 16", 5}}) {
    session.edit()->set_declaration(c.declaration);
    session.edit()->set_expression(c.expression);
    session.edit()->set_block(c.block);
    settle(session);
    session.edit()->set_warp(c.warp);
    const document::CommandLine command = session.edits().as_command_line();
    ASSERT_EQ(command.problem, "");
    const Json document = run(command.text);
    ASSERT_TRUE(document.is_object()) << command.text;
    // The export's JSON is the command's, byte for byte.
    std::string asked = command.text;
    asked.insert(std::string("warpscope expr").size(), " --json");
    EXPECT_EQ(exporting::expression_json(session.runs().run(), session.runs().expression_kernel(), c.warp),
              run_command(asked).out);
    ASSERT_FALSE(session.results().rows().empty());
    for (const results::ResultRow& row : session.results().rows())
      EXPECT_EQ(in_document(document.at("totals"), row.counter), row.warp)
          << command.text << " " << results::info_of(row.counter).label;
  }
}

TEST(SharedFile, IsAScenarioForTheCommandLine) {
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  settle(session);
  session.edit()->set_expression("a[threadIdx.x * 2]");
  settle(session);
  const std::string expression = temporary_file("shared_expression.cu", session.share("sectors").text);
  const ProgramRun ran = run_command("warpscope sim '" + expression + "' --json");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "") << "no warning about [view]";
  EXPECT_EQ(Json::parse(ran.out).at("totals").at("global_load").at("sectors").get<std::uint64_t>(),
            results::value_of(session.runs().grid()->totals,
                              {model::CounterGroup::GlobalLoad, model::CounterKind::Sectors})
                .value);

  // With its parameters chosen, from a file: the command names the file and the choices.
  ASSERT_TRUE(session.edit()->set_lab("transpose_tile"));
  session.edit()->set_choice("PAD", "1");
  settle(session);
  const std::string kernel = temporary_file("shared kernel.cu", session.share("banks").text + "// edited\n");
  session::Session other(document::make_catalog(), jobs::make_simulator(), [] {});
  ASSERT_EQ(other.edit()->open_file(kernel), "");
  settle(other);
  const document::CommandLine command = other.edits().as_command_line();
  EXPECT_NE(command.text.find("shared kernel.cu' --set PAD=1"), std::string::npos) << command.text;
  EXPECT_EQ(without_estimate(command.text + " --json"), Json::parse(run::to_json(*other.runs().grid())));
}

/// Races with examples in which nothing goes wrong (values that are the same in either order): the row, the
/// JSON and the window name the same two threads all the same.
TEST(Races, TheCommandLineNamesThePairOfTheWindow) {
  const std::string text = "/* warpscope\nkernel = \"turn\"\ngrid = [2]\nblock = [64]\n[args]\n"
                           "in = \"ramp[128]\"\nout = \"zero[64]\"\n*/\n"
                           "__global__ void turn(const float *in, float *out) {\n"
                           "  __shared__ float s[64];\n"
                           "  int t = threadIdx.x;\n"
                           "  float sum = 0;\n"
                           "  for (int p = 0; p < 2; ++p) {\n"
                           "    s[t] = t % 32 == 0 ? 0 : in[p * 64 + t];\n"
                           "    sum += s[(t + 32) % 64];\n"
                           "  }\n"
                           "  out[t] = sum;\n"
                           "}\n";
  const std::string path = temporary_file("turned_pair.cu", text);
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  ASSERT_EQ(session.edit()->open_file(path), "");
  settle(session);
  const ProgramRun ran = run_command("warpscope sim '" + path + "' --races");
  const Json json = Json::parse(run_command("warpscope sim '" + path + "' --races --json").out);
  ASSERT_EQ(json.at("hazards").size(), session.runs().grid()->hazards.size());
  std::size_t told = 0;
  for (std::size_t i = 0; i < session.results().hazards().size(); ++i) {
    const results::HazardRow& row = session.results().hazards()[i];
    EXPECT_NE(ran.err.find(row.said.message), std::string::npos) << row.said.message << "\n" << ran.err;
    session.select_hazard(i);
    const races::HazardStory* story = session.results().hazard_story();
    if (story == nullptr || !story->wrong_order) continue;
    ++told;
    const Json& same = json.at("hazards").at(*row.in_picture);
    EXPECT_EQ(same.at("first").at("thread").get<std::uint32_t>(), story->first.thread()) << same;
    EXPECT_EQ(same.at("second").at("thread").get<std::uint32_t>(), story->second.thread()) << same;
  }
  EXPECT_GE(told, 1u);
  EXPECT_EQ(Json::parse(run::to_json(*session.runs().grid())).at("hazards"), json.at("hazards"))
      << "what is exported is what the command prints";
}

/// A whole program's findings, too: the threads of the races that its launch tells in the window.
TEST(Races, AWholeProgramsFindingsNameThePairOfTheWindow) {
  const std::string kernel = "__global__ void turn(const float *in, float *out) {\n"
                             "  __shared__ float s[64];\n"
                             "  int t = threadIdx.x;\n"
                             "  float sum = 0;\n"
                             "  for (int p = 0; p < 2; ++p) {\n"
                             "    s[t] = t % 32 == 0 ? 0 : in[p * 64 + t];\n"
                             "    sum += s[(t + 32) % 64];\n"
                             "  }\n"
                             "  out[t] = sum;\n"
                             "}\n";
  const std::string path = temporary_file("turned_program.cu",
                                          kernel + "int main() {\n"
                                                   "  float *in, *out, ramp[128];\n"
                                                   "  cudaMalloc(&in, sizeof ramp);\n"
                                                   "  cudaMalloc(&out, 64 * sizeof(float));\n"
                                                   "  for (int i = 0; i < 128; ++i) ramp[i] = i;\n"
                                                   "  cudaMemcpy(in, ramp, sizeof ramp, cudaMemcpyDefault);\n"
                                                   "  turn<<<1, 64>>>(in, out);\n"
                                                   "  cudaDeviceSynchronize();\n"
                                                   "  cudaFree(in);\n"
                                                   "  cudaFree(out);\n"
                                                   "}\n");
  const std::string alone = temporary_file("turned_kernel.cu",
                                           kernel + "/* warpscope\nkernel = \"turn\"\ngrid = [1]\n"
                                                    "block = [64]\n[args]\nin = \"ramp[128]\"\n"
                                                    "out = \"zero[64]\"\n*/\n");
  session::Session session(document::make_catalog(), jobs::make_simulator(), [] {});
  ASSERT_EQ(session.edit()->open_file(alone), "");
  settle(session);
  const ProgramRun ran = run_command("warpscope run '" + path + "' --races");
  std::size_t told = 0;
  for (const results::HazardRow& row : session.results().hazards()) {
    if (row.kind != races::HazardKind::Raw) continue;
    ++told; // one finding a line: the first of its races
    EXPECT_NE(ran.err.find(row.said.message), std::string::npos) << row.said.message << "\n" << ran.err;
  }
  EXPECT_EQ(told, 1u) << ran.err;
}

} // namespace
} // namespace warpscope
