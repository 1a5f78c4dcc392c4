// The second table of atomics (h200_atomics2.tsv): each operation of atomics_probe2.cu as a kernel, simulated
// with each of its patterns and masks; warps that contend; and local memory by index and width.
#include "sim/devices/devices.h"
#include "sim/model/local.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using Fields = std::vector<std::string>;

Fields fields_between(const std::string& line, char between) {
  Fields fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, between);) fields.push_back(field);
  return fields;
}

/// The rows of h200_atomics2.tsv that begin with `first`.
std::vector<Fields> second_table(const std::string& first) {
  std::vector<Fields> rows;
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_atomics2.tsv");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(first + '\t')) rows.push_back(fields_between(line, '\t'));
  return rows;
}

std::uint64_t number_at(const Fields& row, std::size_t i) {
  return i < row.size() && !row[i].empty() ? std::stoull(row[i]) : 0;
}

/// The probe's own list of operations, as it stands in its text.
std::string operations_of_second_probe() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/atomics_probe2.cu");
  std::string list;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#define OPERATIONS")) list = line + "\n";
    else if (!list.empty() && line.empty()) break;
    else if (!list.empty()) list += line + "\n";
  }
  return list;
}

std::string second_text() {
  std::string patterns;
  for (const Fields& row : second_table("pattern")) patterns += "  {" + row[2] + "},\n";
  return R"(#include <cuda_bf16.h>
#include <cuda_fp16.h>
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long long;
using s64 = long long;
__constant__ u32 patterns[][32] = {
)" + patterns +
         "};\n" + operations_of_second_probe() + R"(
#define X(name, bytes, start, ...)                                                                     \
  __global__ void in_shared_##name(u32 pattern, u32 mask, u32 uniform, int elsewhere, unsigned char *other, \
                                   u64 *sink) {                                                        \
    __shared__ __align__(16) u32 cells[4096];                                                          \
    for (u32 i = threadIdx.x; i < 4096; i += 32) cells[i] = start * 0x01010101u;                       \
    const u32 t = threadIdx.x, at = patterns[pattern][t] * bytes % 16384;                              \
    __syncwarp();                                                                                      \
    if (!(mask >> t & 1u)) return;                                                                     \
    unsigned char *p = (unsigned char *)cells + at, *generic = elsewhere ? other + at : p;             \
    __VA_ARGS__;                                                                                       \
    (void)p, (void)generic;                                                                            \
  }                                                                                                    \
  __global__ void in_global_##name(u32 pattern, u32 mask, u32 uniform, int elsewhere, unsigned char *cells, \
                                   u64 *sink) {                                                        \
    __shared__ __align__(16) u32 other[1024];                                                          \
    const u32 t = threadIdx.x, at = patterns[pattern][t] * bytes % 16384;                              \
    if (!(mask >> t & 1u)) return;                                                                     \
    unsigned char *p = cells + at, *generic = elsewhere ? (unsigned char *)other + at : p;             \
    __VA_ARGS__;                                                                                       \
    (void)p, (void)generic;                                                                            \
  }
OPERATIONS(X)
)";
}

/// Runs the rows of one space, and passes each row with its counts to `compare`.
template <class Compare> void simulate_rows(const std::string& space, Compare compare) {
  compile::Compiler compiler;
  run::Request request;
  request.file = "atomics2.cu";
  request.text = second_text();
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {{"1"}};
  request.overrides.block = {{"32"}};
  std::map<std::string, std::size_t> number_of;
  for (const Fields& row : second_table("pattern")) number_of.emplace(row[1], number_of.size());
  for (const Fields& row : second_table(space)) {
    request.overrides.kernel = "in_" + space + "_" + row[1];

    request.overrides.arguments = {{"pattern", std::to_string(number_of.at(row[6]))},
                                   {"mask", std::to_string(std::stoul(row[5], nullptr, 16))},
                                   {"uniform", "3"},
                                   {"elsewhere", "0"},
                                   {space == "shared" ? "other" : "cells", "zero[16384]"},
                                   {"sink", "zero[32]"}};
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    request.program = result.program;
    compare(row, result.totals);
  }
}

std::string name_of_row(const Fields& row) { return row[0] + " " + row[1] + " " + row[6] + " " + row[5]; }

TEST(SecondAtomics, InSharedMemoryCountWhatAnH200Counts) {
  int compared = 0;
  simulate_rows("shared", [&](const Fields& row, const model::Totals& totals) {
    ++compared;
    const model::SharedTotals& atomic = totals.shared[static_cast<int>(AccessKind::Atomic)];
    const model::SharedTotals& load = totals.shared[static_cast<int>(AccessKind::Load)];
    // The counter of executed instructions is of those that name shared memory.
    const bool generic = row[2].find("ATOM.") != std::string::npos,
               in_loop = row[2].find("SPIN") != row[2].npos;
    if (!generic) {
      EXPECT_EQ(atomic.requests, number_at(row, 7)) << name_of_row(row);
    }
    // A generic addition that shared memory lacks asks first where its address lies.
    const bool asks = generic && in_loop && number_at(row, 10) != 0;
    EXPECT_EQ(atomic.wavefronts, number_at(row, 8) - (asks ? 1 : 0)) << name_of_row(row);
    EXPECT_EQ(atomic.bank_conflicts, number_at(row, 9)) << name_of_row(row);
    EXPECT_EQ(load.wavefronts, number_at(row, 10)) << name_of_row(row);
    EXPECT_EQ(load.bank_conflicts, number_at(row, 11)) << name_of_row(row);
  });
  EXPECT_EQ(compared, 20 * 32);
}

/// Bytes, pattern and lanes of the rows whose sectors are more than the rule says, and by how many: lanes
/// over more than four lines, with and without two on one element. L1 asks for a sector twice where the tags
/// of its lanes' lines come in several wavefronts; the hash that decides it is not known.
const std::map<std::string, std::uint64_t> open_patterns = {
    {"4 q036 ffffffff", 1}, {"4 q037 ffffffff", 1}, {"4 q040 ffffffff", 1}, {"4 q044 ffffffff", 1},
    {"4 q047 ffffffff", 1}, {"4 q049 ffffffff", 1}, {"4 q050 ffffffff", 2}, {"4 q051 ffffffff", 2},
    {"4 q052 ffffffff", 1}, {"4 q053 ffffffff", 1}, {"4 q056 ffffffff", 1}, {"4 q059 0f0f1248", 1},
    {"4 q059 ffffffff", 1}, {"4 q062 ffffffff", 1}, {"4 q063 ffffffff", 1}, {"4 q068 0f0f1248", 1},
    {"4 q068 ffffffff", 2}, {"4 q088 ffffffff", 1}, {"4 q094 ffffffff", 1}, {"4 q100 ffffffff", 1},
    {"8 q012 ffffffff", 1}, {"8 q013 ffffffff", 2}, {"2 q014 ffffffff", 1}, {"2 q015 ffffffff", 1},
    {"2 q053 ffffffff", 1}, {"2 q056 ffffffff", 1}, {"2 q061 ffffffff", 1}, {"2 q062 ffffffff", 1},
    {"2 q067 ffffffff", 1}};

TEST(SecondAtomics, InGlobalMemoryCountWhatAnH200Counts) {
  int compared = 0, open = 0, vectors = 0;
  simulate_rows("global", [&](const Fields& row, const model::Totals& totals) {
    ++compared;
    const model::GlobalTotals& atomic = totals.global[static_cast<int>(AccessKind::Atomic)];
    if (row[1] == "add_float2" || row[1] == "add_float4") { // counted as additions of their parts
      EXPECT_EQ(number_at(row, 7), 1u) << name_of_row(row);
      EXPECT_EQ(atomic.requests, row[1] == "add_float2" ? 2u : 4u) << name_of_row(row);
      ++vectors;
      return;
    }
    EXPECT_EQ(atomic.requests, number_at(row, 7)) << name_of_row(row);
    const auto found = open_patterns.find(row[3] + " " + row[6] + " " + row[5]);
    const std::uint64_t more = found == open_patterns.end() ? 0 : found->second;
    EXPECT_EQ(atomic.sectors + more, number_at(row, 12)) << name_of_row(row);
    open += more != 0;
  });
  EXPECT_EQ(compared, 3 * 212 + 19 * 32);
  EXPECT_EQ(vectors, 64);
  EXPECT_EQ(open, 2 * 20 + 10 * 2 + 13);
}

/// Warps of one block that add to the same words go round again where another one was faster. That is not
/// counted; up to four warps, one a scheduler, each has to wait for all others until they are done.
TEST(SecondAtomics, WarpsThatContendGoRoundMoreOften) {
  compile::Compiler compiler;
  run::Request request;
  request.file = "contend.cu";
  request.text = R"(__global__ void contend(float *out, int words) {
  __shared__ float sum[1024];
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) sum[i] = 0;
  __syncthreads();
  atomicAdd(&sum[threadIdx.x % words], 1.f);
  __syncthreads();
  out[threadIdx.x] = sum[threadIdx.x % words];
}
)";
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {{"1"}};
  int explained = 0, open = 0;
  for (const Fields& row : second_table("contend")) {
    request.overrides.block = {{row[1]}};
    request.overrides.arguments = {{"out", "zero[1024]"}, {"words", row[2]}};
    const run::Result result = run::simulate(compiler, request);
    ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
    const std::uint64_t got = result.totals.shared[static_cast<int>(AccessKind::Atomic)].requests;
    const std::uint64_t warps = number_at(row, 1) / 32, words = number_at(row, 2);
    const std::uint64_t sharing = std::max<std::uint64_t>(1, warps * 32 / std::max<std::uint64_t>(words, 32));
    EXPECT_EQ(got, warps * (words < 32 ? 32 / words : 1)) << row[1] << " " << row[2];
    // `sharing` warps on the same words: in each round of all of them one warp is done with a round.
    const std::uint64_t rounds = words < 32 ? 32 / words : 1, groups = warps / sharing;
    const std::uint64_t more = groups * (sharing * sharing * rounds - sharing * (sharing - 1) / 2);
    for (std::size_t i = 3; i < 8; ++i) {
      EXPECT_GE(number_at(row, i), got) << row[1] << " " << row[2];
      (number_at(row, i) == more ? explained : open) += 1;
      if (warps <= 4) {
        EXPECT_EQ(number_at(row, i), more) << row[1] << " " << row[2];
      }
    }
  }
  EXPECT_EQ(explained, 76);
  EXPECT_EQ(open, 44); // 16 and more warps, and 8 that share fewer words than lanes: the order of warps
                       // decides
}

TEST(LocalMemory, SectorsAreThoseOfEachWordOfEightLanes) {
  int compared = 0;
  for (const Fields& row : second_table("local")) {
    WarpAccess access;
    access.width = static_cast<std::uint32_t>(number_at(row, 3));
    access.mask = static_cast<std::uint32_t>(std::stoul(row[4], nullptr, 16));
    const Fields indices = fields_between(row[5], ',');
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      access.offset[lane] = static_cast<std::uint32_t>(std::stoul(indices[lane])) * access.width;
    EXPECT_EQ(model::count_local(access).sectors, number_at(row, 7))
        << row[1] << " " << row[2] << " " << row[5];
    // L1 counts a request for each word of the width.
    EXPECT_EQ(number_at(row, 6), std::max(access.width / 4, 1u)) << row[1] << " " << row[5];
    ++compared;
  }
  EXPECT_EQ(compared, 200);
}

} // namespace
} // namespace warpscope
