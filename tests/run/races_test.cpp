// The labs have no race, and leaving out any one of their barriers uncovers the races that it prevented
// (classified by hand). For every kernel: barriers everywhere leave no race within a block, and the numbering
// of a warp's lanes does not matter.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

run::Result run(compile::Compiler& compiler, const labs::Lab& lab, const std::vector<std::uint32_t>& without,
                unsigned threads = 0,
                const std::vector<std::pair<std::string, std::string>>& parameters = {}) {
  run::Request request;
  request.overrides.parameters = parameters;
  request.file = lab.file_name;
  request.text = lab.text;
  request.device = *devices::find_device("cc90");
  request.run_checks = false;
  request.races = true;
  request.without_barriers = without;
  request.threads = threads;
  return run::simulate(compiler, request);
}

/// "RAW As[ty][tx] > As[ty][k]"
std::set<std::string> hazards_of(const run::Result& result) {
  std::set<std::string> all;
  for (const races::Hazard& h : result.hazards)
    all.insert(std::string(races::name_of(h.kind)) + " " + result.program->sites[h.first.site].text + " > " +
               result.program->sites[h.second.site].text);
  return all;
}

/// The lines of the lab's n-th __syncthreads(), from 1.
std::uint32_t barrier_line(const labs::Lab& lab, int n) {
  std::istringstream lines(lab.text);
  std::string line;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number)
    if (line.find("__syncthreads();") != std::string::npos && --n == 0) return number;
  return 0;
}

TEST(Races, NoLabHasOne) {
  compile::Compiler compiler;
  for (const labs::Lab& lab : labs::labs()) {
    if (lab.program) continue;
    const run::Result result = run(compiler, lab, {});
    if (source::has_bug(result.scenario, result.launch.macros)) continue; // cli_tests: BugLabs
    ASSERT_EQ(result.status, run::Status::Done) << lab.file_name;
    EXPECT_EQ(hazards_of(result), std::set<std::string>{}) << lab.file_name;
  }
}

struct Cut {
  std::string lab;
  int barrier = 0;
  std::set<std::string> races;
  std::vector<std::pair<std::string, std::string>> parameters = {};
};

/// Further barriers, classified in the same way: lab, barrier, parameters, races with " | " between them.
std::vector<Cut> cuts_of_the_table() {
  std::vector<Cut> cuts;
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/run/lab_barriers.tsv");
  for (std::string row; std::getline(file, row);) {
    if (row.starts_with('#')) continue;
    Cut cut;
    std::istringstream cells(row);
    std::string number, parameters, races;
    std::getline(cells, cut.lab, '\t');
    std::getline(cells, number, '\t');
    std::getline(cells, parameters, '\t');
    std::getline(cells, races, '\t');
    cut.barrier = std::stoi(number);
    std::istringstream settings(parameters);
    for (std::string setting; settings >> setting;)
      cut.parameters.emplace_back(setting.substr(0, setting.find('=')),
                                  setting.substr(setting.find('=') + 1));
    const std::string between = " | ";
    for (std::size_t at = 0; at < races.size();) {
      const std::size_t end = std::min(races.find(between, at), races.size());
      cut.races.insert(races.substr(at, end - at));
      at = end + between.size();
    }
    cuts.push_back(std::move(cut));
  }
  return cuts;
}

TEST(Races, ACutBarrierLeavesWhatItKeptApart) {
  std::vector<Cut> cuts = {
      {"transpose_tile", 1, {"RAW tile[ty + j][tx] > tile[tx][ty + j]"}},
      {"transpose_padded", 1, {"RAW tile[ty + j][tx] > tile[tx][ty + j]"}},
      {"transpose_swizzled", 1, {"RAW tile[ty + j][tx ^ (ty + j)] > tile[tx][(ty + j) ^ tx]"}},
      {"column_read", 1, {"RAW tile[ty][tx ^ ty] > tile[tx][ty ^ tx]"}, {{"LAYOUT", "2"}}},
      {"column_read", 2, {"RAW tile[ty][tx] > tile[tx][ty]"}},
      {"matmul_tile16", 1, {"RAW As[ty][tx] > As[ty][k]", "RAW Bs[ty][tx] > Bs[k][tx]"}},
      {"matmul_tile16", 2, {"WAR As[ty][k] > As[ty][tx]", "WAR Bs[k][tx] > Bs[ty][tx]"}},
      {"matmul_tile16_edges", 1, {"RAW As[ty][tx] > As[ty][i]", "RAW Bs[ty][tx] > Bs[i][tx]"}},
      {"matmul_tile16_edges", 2, {"WAR As[ty][i] > As[ty][tx]", "WAR Bs[i][tx] > Bs[ty][tx]"}},
      {"reduction_sequential", 1, {"RAW part[tid] > part[tid + half]"}},
      {"reduction_sequential", 2, {"RAW part[tid] > part[tid + half]"}},
      // At step 1 thread t adds part[2 * t + 1] to part[2 * t], which threads 2 * t and 2 * t + 1 stored.
      {"reduction_strided",
       1,
       {"RAW part[tid] > part[left]", "RAW part[tid] > part[left + step]", "WAW part[tid] > part[left]"}},
      // The next step's thread t reads the sum of thread 2 * t, and adds that of thread 2 * t + 1.
      {"reduction_strided",
       2,
       {"RAW part[left] > part[left]", "RAW part[left] > part[left + step]", "WAR part[left] > part[left]",
        "WAW part[left] > part[left]"}},
      {"reduction_modulo", 1, {"RAW part[tid] > part[tid + step]"}},
      {"reduction_modulo", 2, {"RAW part[tid] > part[tid + step]"}},
      {"bank_stride", 1, {}}, // at stride 1 each thread reads the word that it wrote
  };
  const std::vector<Cut> further = cuts_of_the_table();
  cuts.insert(cuts.end(), further.begin(), further.end());
  std::set<std::pair<std::string, int>> classified;
  for (const Cut& cut : cuts) classified.emplace(cut.lab, cut.barrier);
  for (const labs::Lab& lab : labs::labs())
    for (int n = 1; !lab.program && barrier_line(lab, n) != 0; ++n)
      EXPECT_TRUE(classified.contains({lab.id, n})) << lab.id << ": barrier " << n << " is not classified";
  compile::Compiler compiler;
  std::size_t left = cuts.size();
  for (const Cut& cut : cuts) {
    const labs::Lab* lab = labs::find_lab(cut.lab);
    ASSERT_NE(lab, nullptr) << cut.lab;
    const std::uint32_t line = barrier_line(*lab, cut.barrier);
    ASSERT_NE(line, 0u) << cut.lab;
    const run::Result result = run(compiler, *lab, {line}, 0, cut.parameters);
    EXPECT_EQ(hazards_of(result), cut.races) << cut.lab << " without the barrier on line " << line;
    if (left-- <= further.size()) continue; // enough have shown it
    EXPECT_EQ(run(compiler, *lab, {line}, 1, cut.parameters).hazards, result.hazards)
        << "the same for any number of threads";
  }
}

TEST(Races, ALineWithoutABarrierIsASentence) {
  compile::Compiler compiler;
  const run::Result result = run(compiler, *labs::find_lab("transpose_tile"), {1});
  EXPECT_EQ(result.status, run::Status::UserError);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_NE(format_diagnostics(result.diagnostics).find("there is no __syncthreads() on line 1"),
            std::string::npos);
}

/// Kernels r0 … of statements that each access one array once, at another index for each thread; `thread` is
/// the index that they all use, `always` what follows each of them, or else a barrier, a __syncwarp or
/// nothing.
std::string random_statements(int kernels, const std::string& thread, const std::string& always,
                              unsigned seed) {
  std::mt19937 random(seed);
  const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::string
      text = "/* warpscope\ngrid = 2\nblock = 96\n[args]\ng = \"zero[192]\"\nout = \"zero[192]\"\n*/\n";
  for (int k = 0; k < kernels; ++k) {
    text += "__global__ void r" + std::to_string(k) +
            "(int *g, int *out) {\n  __shared__ int s[96];\n  unsigned t = " + thread +
            ", b = blockIdx.x * 96;\n  int v = t;\n  s[t] = t;\n  __syncthreads();\n  for (int i = 0; i < 2; "
            "++i) {\n";
    for (unsigned n = 3 + pick(5), statement = 0; statement < n; ++statement) {
      const std::string turned = "(t + " + std::to_string(pick(96)) + " + i) % 96",
                        near = "(t ^ " + std::to_string(pick(32)) + ")";
      const std::string index = pick(2) == 0 ? turned : near;
      const std::string place = pick(3) == 0 ? "g[b + " + index + "]" : "s[" + index + "]";
      text += pick(3) == 0 ? "    if (t & " + std::to_string(1 + pick(7)) + ") " : "    ";
      text += pick(2) == 0 ? place + " = v + i;" : "v += " + place + ";";
      const char* sometimes[] = {"", "", "__syncwarp();", "__syncthreads();"};
      // Drawn in either case, so that the statements do not change.
      const std::string between = sometimes[pick(4)];
      text += " " + (always.empty() ? between : always) + "\n";
    }
    text += "  }\n  out[b + t] = v;\n}\n";
  }
  return text;
}

/// "WAR shared 12 > 14: 96" of each kernel.
std::vector<std::multiset<std::string>> hazards_of_all(compile::Compiler& compiler, int kernels,
                                                       const std::string& text) {
  std::vector<std::multiset<std::string>> all;
  for (int k = 0; k < kernels; ++k) {
    run::Request request;
    request.file = "statements.cu";
    request.text = text;
    request.device = *devices::find_device("cc90");
    request.races = true;
    request.overrides.kernel = "r" + std::to_string(k);
    const run::Result result = run::simulate(compiler, request);
    EXPECT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    std::multiset<std::string>& found = all.emplace_back();
    for (const races::Hazard& h : result.hazards)
      found.insert(std::string(races::name_of(h.kind)) + " " + std::string(name_of(h.space)) + " " +
                   std::to_string(result.program->sites[h.first.site].span.line) + " > " +
                   std::to_string(result.program->sites[h.second.site].span.line) + ": " +
                   std::to_string(h.count));
  }
  return all;
}

TEST(Races, ABarrierBehindEveryStatementLeavesNone) {
  constexpr int kernels = 40;
  compile::Compiler compiler;
  for (const unsigned seed : {7u, 8u, 9u}) {
    int racy = 0;
    for (const auto& hazards :
         hazards_of_all(compiler, kernels, random_statements(kernels, "threadIdx.x", "", seed)))
      racy += hazards.empty() ? 0 : 1;
    EXPECT_GT(racy, kernels / 2);
    for (const auto& hazards : hazards_of_all(
             compiler, kernels, random_statements(kernels, "threadIdx.x", "__syncthreads();", seed)))
      EXPECT_TRUE(hazards.empty()) << *hazards.begin() << ", seed " << seed;
  }
}

TEST(Races, TheNamesOfAWarpsLanesDoNotMatter) {
  constexpr int kernels = 40;
  compile::Compiler compiler;
  for (const unsigned seed : {7u, 10u}) {
    const auto as_they_are = hazards_of_all(compiler, kernels,
                                            random_statements(kernels, "threadIdx.x", "", seed));
    for (const char* renamed :
         {"threadIdx.x ^ 19", "(threadIdx.x & ~31u) + ((threadIdx.x * 5 + 3) & 31)", "threadIdx.x ^ 31"})
      EXPECT_EQ(hazards_of_all(compiler, kernels, random_statements(kernels, renamed, "", seed)), as_they_are)
          << renamed << ", seed " << seed;
  }
}

/// Both threads of a race within a warp are named with their values, also where every lane writes a different
/// one.
TEST(Races, TwoLanesOfAWarpHaveTheirValues) {
  for (const char* fence : {"", "  __threadfence_block();\n"}) {
    const labs::Lab lab = {.file_name = "lanes.cu", .text = std::string(R"(/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void k(int *out) {
  __shared__ int last, s[32];
  unsigned t = threadIdx.x;
  s[t] = t + 100;
)") + fence + R"(  last = t + 7;
  out[t] = s[31 - t] + last;
}
)"};
    compile::Compiler compiler;
    const run::Result result = run(compiler, lab, {});
    ASSERT_EQ(result.hazards.size(), 3u);
    for (const races::Hazard& h : result.hazards) {
      EXPECT_EQ(h.first.value_bytes, 0xf) << fence << hazards_of(result).size();
      EXPECT_EQ(h.second.value_bytes, 0xf) << fence;
      const std::string& text = result.program->sites[h.second.site].text;
      if (h.kind == races::HazardKind::Waw) {
        EXPECT_EQ(h.first.value, 7u + h.first.thread);
        EXPECT_EQ(h.second.value, 7u + h.second.thread);
      } else if (text.starts_with("s[")) {
        EXPECT_EQ(h.first.value, 100u + h.first.thread);
        EXPECT_EQ(h.second.value, h.first.value); // this run's
      }
    }
  }
}

TEST(Races, BetweenBlocksTheyAreTheSameForAnyNumberOfThreads) {
  const labs::Lab lab = {.file_name = "blocks.cu", .text = R"(/* warpscope
grid = 40
block = 64
[args]
cells = "zero[2560]"
out = "zero[2560]"
*/
__global__ void k(int *cells, int *out) {
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  cells[i / 2] = 7;
  cells[2559 - i] = blockIdx.x;
  out[i] = cells[(i + 100) % 2560];
}
)"};
  compile::Compiler compiler;
  const run::Result alone = run(compiler, lab, {}, 1);
  ASSERT_EQ(alone.status, run::Status::Done) << format_diagnostics(alone.diagnostics);
  EXPECT_GE(alone.hazards.size(), 5u);
  EXPECT_TRUE(std::any_of(alone.hazards.begin(), alone.hazards.end(),
                          [](const races::Hazard& h) { return h.same_value; }));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run(compiler, lab, {}, 4).hazards, alone.hazards);
}

/// The loop ends because a barrier lets another warp set its bound first.
TEST(Races, ACutThatMakesAnEndlessLoopEndsInTheBudgetAndIsNamed) {
  const labs::Lab lab = {.file_name = "endless.cu", .text = R"(/* warpscope
grid = 1
block = 64
[args]
out = "zero[1]"
*/
__global__ void k(int *out) {
  __shared__ int bound;
  if (threadIdx.x == 63) bound = 5;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i != bound; ++i) out[0] = i;
}
)"};
  compile::Compiler compiler;
  EXPECT_EQ(run(compiler, lab, {}).status, run::Status::Done);
  run::Request request;
  request.file = lab.file_name;
  request.text = lab.text;
  request.device = *devices::find_device("cc90");
  request.races = true;
  request.without_barriers = {10};
  request.budget.warp_instructions_per_block = 3'000'000;
  const run::Result cut = run::simulate(compiler, request);
  EXPECT_EQ(cut.status, run::Status::BudgetExceeded);
  EXPECT_FALSE(cut.run.budget_message.empty());
}

/// Before Volta a warp's lanes ran in lockstep: only the accesses of one instruction are unordered.
TEST(Races, BeforeVoltaLanesOfAWarpAreInOrder) {
  const labs::Lab lab = {.file_name = "lanes.cu", .text = R"(/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void k(int *out) {
  __shared__ int s[32], last;
  unsigned t = threadIdx.x;
  s[t] = t;
  out[t] = s[31 - t];
  last = t;
}
)"};
  compile::Compiler compiler;
  EXPECT_EQ(hazards_of(run(compiler, lab, {})),
            (std::set<std::string>{"RAW s[t] > s[31 - t]", "WAW last > last"}));
  run::Request request;
  request.file = lab.file_name;
  request.text = lab.text;
  request.device = *devices::find_device("cc90");
  request.races = request.pre_volta = true;
  const run::Result result = run::simulate(compiler, request);
  EXPECT_EQ(hazards_of(result), (std::set<std::string>{"WAW last > last"}));
  ASSERT_EQ(result.diagnostics.size(), 1u); // a note says which assumption was made
  EXPECT_NE(result.diagnostics.front().message.find("as before Volta (--pre-volta)"), std::string::npos);
  EXPECT_NE(run::to_json(result).find("as before Volta (--pre-volta)"), std::string::npos);
}

} // namespace
} // namespace warpscope
