// Runs every program of tests/programs as a person does, and compares with what its comments expect.
#include "sim/base/curand_files.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warpscope {
namespace {

struct Expected {
  std::string out, arguments, input, options;
  int code = 0;
  std::vector<std::pair<std::string, unsigned>> findings;
};

Expected expectations(const std::string& text) {
  Expected expected;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto value = [&](const std::string& key, std::string& to) {
      if (!line.starts_with("// " + key)) return false;
      to = line.substr(key.size() + 3);
      if (to.starts_with(' ')) to.erase(0, 1);
      return true;
    };
    std::string word;
    if (value("expect:", word)) expected.out += word + "\n";
    else if (value("code:", word)) expected.code = std::stoi(word);
    else if (value("args:", word)) expected.arguments = word;
    else if (value("stdin:", word)) expected.input = word;
    else if (value("limit:", word)) expected.options += " --time-limit " + word;
    else if (line == "// check") expected.options += " --check";
    else if (value("find:", word)) {
      const std::size_t space = word.find(' ');
      expected.findings.emplace_back(word.substr(0, space), std::stoul(word.substr(space + 1)));
    }
  }
  return expected;
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, DoWhatTheirCommentsExpect) {
  const std::string name = "tests/programs/" + GetParam() + ".cu";
  const Expected expected = expectations(read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/" + name));
  const std::string report = temporary("report.json"), input = temporary_file("in", expected.input + "\n");
  const ProgramRun run = run_command("warpscope run " + name + " --report '" + report + "'" +
                                     expected.options + " -- " + expected.arguments + " < '" + input + "'");
  EXPECT_EQ(run.out, expected.out);
  EXPECT_EQ(run.code, expected.code) << run.err;
  const auto document = nlohmann::json::parse(read_whole(report), nullptr, false);
  ASSERT_TRUE(document.is_object()) << run.err;
  std::vector<std::pair<std::string, unsigned>> found;
  for (const auto& finding : document["findings"])
    if (finding["severity"] != "note")
      found.emplace_back(finding["kind"],
                         finding["at"].is_null() ? 0u : finding["at"]["line"].get<unsigned>());
  for (const auto& wanted : expected.findings)
    EXPECT_NE(std::find(found.begin(), found.end(), wanted), found.end())
        << wanted.first << " at line " << wanted.second << " was not found; told was:\n"
        << run.err;
  if (expected.findings.empty())
    for (const auto& [kind, line] : found) ADD_FAILURE() << kind << " at line " << line << "\n" << run.err;
}

/// A program of Thrust needs its headers, one of some generators NVIDIA's libcurand, which are another's:
/// this machine may lack them.
bool has_what_it_needs(const std::string& path) {
  if (read_whole(path).find("// needs: curand\n") != std::string::npos)
    return !curand_library_file().empty() && !curand_parameters_file().empty();
  if (read_whole(path).find("// needs: thrust\n") == std::string::npos) return true;
  for (const char* folder : {"/usr/local/cuda/include/cccl", "/usr/local/cuda/include", "/usr/include"})
    if (std::filesystem::exists(std::string(folder) + "/thrust/version.h")) return true;
  return false;
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs"))
    if (entry.path().extension() == ".cu" && has_what_it_needs(entry.path().string()))
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Whole, Programs, testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param; });

TEST(Curand, WithoutNvidiasLibraryWhatOnlyItHasIsRefusedByName) {
  const std::string program = temporary("refused.cu");
  std::ofstream(program) << R"(#include <cstdio>
#include <curand.h>
int main() {
  curandGenerator_t generator;
  const int created = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937);
  unsigned numbers[30], *scrambles;
  curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32);
  curandSetQuasiRandomGeneratorDimensions(generator, 3);
  const int generated = curandGenerate(generator, numbers, 30);
  std::printf("%d %d %d\n", created, generated, curandGetScrambleConstants32(&scrambles));
})";
  const ProgramRun run = run_command("WARPSCOPE_CURAND=/nowhere warpscope run '" + program + "'");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "203 203 203\n");
  for (const char* name : {"curandCreateGenerator() needs MT19937", "curandGenerate() needs a generator",
                           "curandGetScrambleConstants32() needs", "pip install nvidia-curand"})
    EXPECT_NE(run.err.find(name), std::string::npos) << name << "\n" << run.err;
}

TEST(Repeats, ALoopOfLaunchesIsCountedNotExecuted) {
  const std::string report = temporary("report.json");
  const ProgramRun run = run_command("warpscope run tests/programs/timing_loop.cu --summary --report '" +
                                     report + "'");
  EXPECT_EQ(run.code, 0);
  const auto document = nlohmann::json::parse(read_whole(report), nullptr, false);
  ASSERT_TRUE(document.is_object());
  ASSERT_EQ(document["launches"].size(), 1u);
  EXPECT_EQ(document["launches"][0]["repeats"], 999);
  EXPECT_GT(document["seconds"]["saved_by_repeats"].get<double>(), 0);
  EXPECT_NE(run.err.find("999 times more"), std::string::npos) << run.err;
}

/// As `sim --json` has it, for each launch; equal launches share it.
TEST(WholePrograms, TheReportHasEachLaunchsEstimate) {
  const std::string report = temporary("report.json");
  const ProgramRun run = run_command("warpscope run tests/programs/estimated_launches.cu --report '" +
                                     report + "'");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto document = nlohmann::json::parse(read_whole(report), nullptr, false);
  ASSERT_TRUE(document.contains("launches"));
  const auto& launches = document["launches"];
  ASSERT_EQ(launches.size(), 3u);
  for (const auto& launch : launches) {
    const auto& estimate = launch["estimate"];
    EXPECT_GT(estimate["seconds"].get<double>(), 0) << launch;
    EXPECT_LT(estimate["interval"]["low"].get<double>(), estimate["interval"]["high"].get<double>());
    EXPECT_TRUE(estimate["parts"].contains("launch"));
    EXPECT_FALSE(estimate["bottleneck"].get<std::string>().empty());
  }
  EXPECT_EQ(launches[0]["estimate"]["means"]["model"], "machine");
  // What the compiler of this machine makes of it, where it has one, else the sentence that says why not.
  const auto& means = launches[0]["estimate"]["means"];
  const bool read = means["code"] == "read";
  EXPECT_TRUE(read || means["code"] == "predicted") << means;
  EXPECT_EQ(means.contains("why_not_read"), !read) << means;
  EXPECT_GT(launches[1]["estimate"]["seconds"].get<double>(),
            2 * launches[0]["estimate"]["seconds"].get<double>())
      << "four times as many elements";
  // All its blocks wait for one another, of which the multiprocessor has its own alone.
  EXPECT_EQ(launches[2]["estimate"]["means"]["model"], "plain");
  EXPECT_NE(launches[2]["estimate"]["means"]["why"], "");
}

TEST(Report, LinesOfAHeaderCarryItsNameAndALaunchThatNeverRanIsThere) {
  const std::string report = temporary("report.json");
  const ProgramRun run = run_command("warpscope run tests/programs/launch_in_header.cu --summary --report '" +
                                     report + "'");
  EXPECT_EQ(run.code, 0);
  const auto document = nlohmann::json::parse(read_whole(report), nullptr, false);
  ASSERT_TRUE(document.is_object());
  ASSERT_EQ(document["launches"].size(), 2u);
  const auto& line = document["launches"][0]["lines"][0];
  EXPECT_EQ(line["line"], 3);
  EXPECT_EQ(line["file"], "tests/programs/launch_in_header.h");
  EXPECT_NE(run.err.find("launch_in_header.h:3: "), std::string::npos) << run.err;
  const auto& refused = document["launches"][1];
  EXPECT_EQ(refused["kernel"], "strided");
  EXPECT_EQ(refused["block"][0], 2048);
  EXPECT_EQ(refused["error"], 1);
  EXPECT_EQ(refused["repeats"], 2);
  EXPECT_EQ(refused["at"]["line"], 16);
  EXPECT_EQ(refused["error_text"], "never ran: 2,048 threads a block, 1,024 are possible");
  for (const auto& finding : document["findings"])
    if (finding["kind"] == "error-not-read") {
      EXPECT_EQ(finding["launch"], 2);
    }
}

TEST(Report, LinesOfAHeaderThatAFolderOptionFindsAreThere) {
  const std::string folder = temporary("folder"), report = temporary("report.json");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/kernels.cuh")
      << "#pragma once\n__global__ void k(int *a) {\n  a[threadIdx.x] = 1;\n}\n";
  const std::string text = temporary_file("angles.cu",
                                          "#include <cstdio>\n#include <kernels.cuh>\nint main() {\n"
                                          "  int *a;\n  cudaMalloc(&a, 128);\n  k<<<1, 32>>>(a);\n"
                                          "  cudaFree(a);\n}\n");
  EXPECT_EQ(run_command("warpscope run '" + text + "' -I '" + folder + "' --report '" + report + "'").code,
            0);
  const auto document = nlohmann::json::parse(read_whole(report), nullptr, false);
  ASSERT_TRUE(document.is_object());
  const auto& lines = document["launches"][0]["lines"];
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["line"], 3);
  EXPECT_TRUE(lines[0]["file"].get<std::string>().ends_with("kernels.cuh"));
  std::filesystem::remove_all(folder);
}

std::string program_file(const std::string& name, const std::string& text) {
  return "'" + temporary_file(name, text) + "'";
}

TEST(WrongInput, AHostSideThatDoesNotCompileIsNamedByItsLine) {
  const ProgramRun run = run_command("warpscope run " + program_file("a.cu", R"(#include <vector>
int main() {
  std::vector<int> v;
  v.push(3);
})"));
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("a.cu:4:5: error: no member named 'push'"), std::string::npos) << run.err;
}

TEST(WrongInput, HeadersThatIncludeEachOtherAreToldOnce) {
  const std::string a = temporary("a.h"), b = temporary("b.h");
  temporary_file("a.h", "#include \"" + b + "\"\ninline int fa() { return 1; }\n");
  temporary_file("b.h", "#include \"" + a + "\"\ninline int fb() { return 2; }\n");
  const ProgramRun run = run_command(
      "warpscope run " +
      program_file("c.cu", "#include \"" + a + "\"\nint main() { return fa() + fb(); }\n"));
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("a.h:1:10: error: This header includes itself again"), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("redefinition"), std::string::npos) << run.err;
}

TEST(WrongInput, TwoTextsWithOneKernelAreToldWithBothPlaces) {
  const std::string kernel = "__global__ void k(int *p) { *p = 1; }\n";
  const std::string one = program_file("one.cu", "\n" + kernel + "int main() { k<<<1, 1>>>(nullptr); }\n");
  const std::string two = program_file("two.cu", kernel);
  const ProgramRun run = run_command("warpscope run " + one + " " + two);
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("two.cu:1:17: error: The kernel k is defined in two texts"), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("at line 2 of"), std::string::npos) << run.err;
}

TEST(WrongInput, TextsHaveDeviceFunctionsOfTheirOwn) {
  const std::string one = program_file("one.cu", R"(#include <cstdio>
__device__ int f() { return 1; }
__global__ void a(int *p) { *p = f(); }
void other(int *p);
int main() {
  int *p;
  cudaMallocManaged(&p, 8);
  a<<<1, 1>>>(p), other(p + 1);
  cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[1]);
})");
  const std::string two = program_file("two.cu", R"(__device__ int f() { return 2; }
__global__ void b(int *p) { *p = f(); }
void other(int *p) { b<<<1, 1>>>(p); }
)");
  EXPECT_EQ(run_command("warpscope run " + one + " " + two).out, "1 2\n");
}

TEST(WrongInput, AFunctionOfTheHostThatTwoTextsDefineIsNamed) {
  const std::string one = program_file("one.cu", "int help() { return 1; }\nint main() { return help(); }\n");
  const std::string two = program_file("two.cu", "int help() { return 1; }\n");
  const ProgramRun run = run_command("warpscope run " + one + " " + two);
  EXPECT_NE(run.code, 0);
  EXPECT_NE(run.err.find("help() is defined in two texts of the program"), std::string::npos) << run.err;
}

const char* const asks = R"(#include <iostream>
int main() {
  int n = 0;
  std::cout << "number? " << std::flush;
  std::cin >> n;
  std::cout << n * 2 << "\n";
})";

TEST(WrongInput, AProgramThatWaitsForInputSaysSoAtItsTimeLimit) {
  const std::string pipe = temporary("pipe"); // whose other end stays open for as long as the machine needs
  const ProgramRun run = run_command("mkfifo '" + pipe + "'; sleep 100 > '" + pipe +
                                     "' & warpscope run --time-limit 2 " + program_file("asks.cu", asks) +
                                     " < '" + pipe + "'; code=$?; kill $!; rm '" + pipe + "'; exit $code");
  EXPECT_EQ(run.code, 124);
  EXPECT_EQ(run.out, "number? ");
  EXPECT_NE(run.err.find("asks.cu:5:3: error: the program waited for input"), std::string::npos) << run.err;
}

TEST(WrongInput, APipeHasEachLineAsItIsPrinted) {
  const ProgramRun run = run_command("warpscope run --time-limit 2 " +
                                     program_file("stays.cu", R"(#include <cstdio>
#include <unistd.h>
int main() { puts("begins"); pause(); })") +
                                     " | cat");
  EXPECT_EQ(run.out, "begins\n") << run.err;
}

TEST(WrongInput, APipeThatNobodyReadsEndsTheProgram) {
  const std::string prints = program_file("prints.cu", R"(#include <cstdio>
int main() { for (int i = 0; i < 10'000'000; ++i) puts("a line of some length, so that there is much of it"); })");
  const ProgramRun run = run_command("{ warpscope run " + prints + "; echo $? >&2; } | head -1");
  EXPECT_EQ(run.out, "a line of some length, so that there is much of it\n");
  EXPECT_NE(run.err.find("141"), std::string::npos) << run.err;
  const ProgramRun limited = run_command("warpscope run --output-limit 1000000 " + prints + " | wc -c >&2");
  EXPECT_GT(std::stoul(limited.err.substr(limited.err.find_last_not_of("0123456789\n") + 1)), 1'000'000u);
}

TEST(WrongInput, SignalsLeaveNothingBehind) {
  const std::string folder = temporary("scratch"), text = program_file("asks.cu", asks);
  std::filesystem::create_directories(folder);
  for (const auto& [signal, code] : {std::pair{"TERM", 143}, {"INT", 130}, {"HUP", 129}}) {
    const ProgramRun run = run_command(std::string("export TMPDIR='") + folder +
                                       "'; sleep 5 | timeout --foreground --preserve-status -s " + signal +
                                       " 2 warpscope run " + text);
    EXPECT_EQ(run.code, code) << signal << run.err;
    for (const auto& left : std::filesystem::directory_iterator(folder))
      ADD_FAILURE() << signal << " leaves " << left.path();
  }
}

} // namespace
} // namespace warpscope
