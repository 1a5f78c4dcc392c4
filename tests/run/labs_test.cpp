// The labs run, their checks hold, and their counts follow from the rules by reasoning (see each comment); no
// number here was copied from the program's output.
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace warpscope {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

compile::Compiler& compiler() {
  static compile::Compiler shared;
  return shared;
}

run::Result run_lab(const std::string& id, const Parameters& parameters = {}) {
  const labs::Lab* lab = labs::find_lab(id);
  if (lab == nullptr) {
    ADD_FAILURE() << "no lab " << id;
    return {};
  }
  run::Request request;
  request.file = lab->file_name;
  request.text = lab->text;
  request.overrides.parameters = parameters;
  request.device.shared_bytes_per_block_optin = 232448;
  run::Result result = run::simulate(compiler(), request);
  std::string label = id;
  for (const auto& [name, value] : parameters) label += " " + name + "=" + value;
  if (source::has_bug(result.scenario, result.launch.macros)) return result; // cli_tests: BugLabs
  EXPECT_EQ(result.status, run::Status::Done) << label << "\n" << format_diagnostics(result.diagnostics);
  EXPECT_EQ(format_diagnostics(result.diagnostics), "") << label;
  EXPECT_TRUE(result.run.faults.empty()) << label;
  EXPECT_EQ(result.run.simulated_blocks, result.run.total_blocks) << label;
  EXPECT_FALSE(result.checks.empty()) << label;
  for (const run::CheckResult& check : result.checks)
    EXPECT_EQ(check.mismatches, 0u) << label << ": " << check.first;
  return result;
}

/// The counts of the only line that contains `words`.
model::Totals line(const run::Result& result, const std::string& words) {
  model::Totals found;
  int lines = 0;
  for (const run::LineCounts& candidate : result.lines)
    if (candidate.text.find(words) != std::string::npos) {
      found = candidate.totals;
      ++lines;
    }
  EXPECT_EQ(lines, 1) << words;
  return found;
}

constexpr int load = static_cast<int>(AccessKind::Load), store = static_cast<int>(AccessKind::Store);
std::string text(std::uint64_t number) { return std::to_string(number); }

TEST(LabsRun, EveryChoiceOfEveryParameter) {
  for (const labs::Lab& lab : labs::labs()) {
    if (lab.program) continue; // whole_tests: ProgramLabs
    Diagnostics diagnostics;
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, diagnostics);
    for (const source::ScenarioParameter& parameter : scenario.parameters)
      for (const std::string& choice : parameter.choices) {
        // Problem sizes are left at their smallest: the counts below vary them where it matters.
        const bool size = parameter.name == "N" || parameter.name == "WIDTH";
        if (size && scenario.parameters.size() > 1 && choice != parameter.choices[1]) continue;
        Parameters set;
        for (const source::ScenarioParameter& other : scenario.parameters)
          if ((other.name == "N" || other.name == "WIDTH") && other.name != parameter.name &&
              other.choices.size() > 1 && lab.id != "matmul_tile16_edges")
            set.emplace_back(other.name, other.choices[1]);
        if (lab.id.starts_with("matmul_naive") && choice != "128") continue; // larger ones only take longer
        set.emplace_back(parameter.name, choice);
        run_lab(lab.id, set);
      }
  }
}

TEST(LabsRun, BankStrideIsTheGreatestCommonDivisor) {
  for (std::uint64_t stride = 1; stride <= 33; ++stride) {
    const model::Totals read = line(run_lab("bank_stride", {{"STRIDE", text(stride)}}), "= words[");
    EXPECT_EQ(read.shared[load].requests, 8u);
    EXPECT_EQ(read.shared[load].wavefronts, 8 * std::gcd(stride, std::uint64_t{32})) << stride;
    EXPECT_EQ(read.shared[load].ideal_wavefronts, 8u);
    EXPECT_EQ(read.shared[load].bank_conflicts, 8 * (std::gcd(stride, std::uint64_t{32}) - 1));
  }
}

TEST(LabsRun, AColumnTakes32OrOneWavefronts) {
  const std::uint64_t warps = 4 * 32;
  const std::uint64_t expected[] = {32 * warps, warps, warps};
  for (std::uint64_t layout = 0; layout < 3; ++layout) {
    const run::Result result = run_lab("column_read", {{"LAYOUT", text(layout)}});
    EXPECT_EQ(result.totals.shared[load].requests, warps);
    EXPECT_EQ(result.totals.shared[load].wavefronts, expected[layout]) << layout;
    EXPECT_EQ(result.totals.shared[store].wavefronts, warps) << layout; // rows are free in all three
  }
}

TEST(LabsRun, Transposes) {
  // Warp instructions that move the matrix once, at any block height.
  constexpr std::uint64_t warps = 1024 * 1024 / 32;
  for (const char* rows : {"8", "32"}) {
    const run::Result naive = run_lab("transpose_naive", {{"ROWS", rows}});
    EXPECT_EQ(naive.totals.global[load].sectors, 4 * warps);
    EXPECT_EQ(naive.totals.global[store].sectors, 32 * warps); // a sector for each lane
    EXPECT_EQ(naive.totals.global[store].ideal_sectors, 4 * warps);
    EXPECT_EQ(naive.totals.global[store].lines, 32 * warps);
    struct Case {
      const char* id;
      std::uint64_t wavefronts;
    };
    for (const Case& c : {Case{"transpose_tile", 1'048'576}, Case{"transpose_padded", 32'768},
                          Case{"transpose_swizzled", 32'768}}) {
      const run::Result tiled = run_lab(c.id, {{"ROWS", rows}});
      EXPECT_EQ(tiled.totals.shared[load].requests, warps) << c.id;
      EXPECT_EQ(tiled.totals.shared[load].wavefronts, c.wavefronts) << c.id;
      EXPECT_EQ(tiled.totals.shared[load].ideal_wavefronts, warps) << c.id;
      EXPECT_EQ(tiled.totals.shared[store].wavefronts, warps) << c.id;
      EXPECT_EQ(tiled.totals.global[load].sectors, 4 * warps) << c.id;
      EXPECT_EQ(tiled.totals.global[store].sectors, 4 * warps) << c.id;
      EXPECT_EQ(tiled.totals.global[store].lines, warps) << c.id;
    }
    EXPECT_EQ(run_lab("transpose_tile", {{"ROWS", rows}, {"PAD", "1"}}).totals.shared[load].wavefronts,
              warps);
  }
}

TEST(LabsRun, AStrideCostsSectorsUntilEachLaneHasItsOwn) {
  constexpr std::uint64_t warps = 65536 / 32;
  for (const std::uint64_t stride : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const run::Result result = run_lab("copy_stride", {{"STRIDE", text(stride)}, {"N", "65536"}});
    EXPECT_EQ(result.totals.global[load].sectors, warps * std::min<std::uint64_t>(4 * stride, 32)) << stride;
    EXPECT_EQ(result.totals.global[load].lines, warps * stride) << stride;
    EXPECT_EQ(result.totals.global[load].bytes, warps * 128);
    EXPECT_EQ(result.totals.global[store].sectors, warps * 4);
  }
}

TEST(LabsRun, AnOffsetCostsAFifthSector) {
  constexpr std::uint64_t warps = 65536 / 32;
  for (const std::uint64_t offset : {0u, 1u, 2u, 4u, 8u, 16u, 31u, 32u}) {
    const run::Result result = run_lab("copy_offset", {{"OFFSET", text(offset)}, {"N", "65536"}});
    EXPECT_EQ(result.totals.global[load].sectors, warps * (offset % 8 == 0 ? 4 : 5)) << offset;
    EXPECT_EQ(result.totals.global[load].lines, warps * (offset % 32 == 0 ? 1 : 2)) << offset;
  }
}

TEST(LabsRun, StructsAndArrays) {
  constexpr std::uint64_t warps = 4096 / 32;
  for (const std::uint64_t layout : {0u, 1u}) {
    const run::Result result = run_lab("aos_soa", {{"LAYOUT", text(layout)}, {"N", "4096"}});
    const std::uint64_t sectors = layout == 0 ? 32 : 4; // 32-byte structs: one for each lane
    EXPECT_EQ(result.totals.global[load].requests, 2 * warps);
    EXPECT_EQ(result.totals.global[load].sectors, 2 * warps * sectors);
    EXPECT_EQ(result.totals.global[store].sectors, warps * sectors);
  }
}

TEST(LabsRun, VectorsMoveTheSameSectorsWithFewerRequests) {
  for (const std::uint64_t vector : {1u, 2u, 4u}) {
    const run::Result result = run_lab("scalar_float4", {{"VECTOR", text(vector)}, {"N", "65536"}});
    for (const int kind : {load, store}) {
      EXPECT_EQ(result.totals.global[kind].requests, 65536 / (32 * vector));
      EXPECT_EQ(result.totals.global[kind].sectors, 65536u * 4 / 32);
      EXPECT_EQ(result.totals.global[kind].lines, 65536u * 4 / 128);
    }
  }
}

TEST(LabsRun, NaiveProductReadsTwoSectorsOfEachMatrix) {
  constexpr std::uint64_t n = 128, reads = n * n / 32 * n; // warps times terms
  const run::Result result = run_lab("matmul_naive", {{"N", "128"}});
  EXPECT_EQ(line(result, "float a =").global[load].requests, reads);
  EXPECT_EQ(line(result, "float a =").global[load].sectors, 2 * reads); // one element of each of two rows
  EXPECT_EQ(line(result, "float b =").global[load].sectors, 2 * reads); // 16 neighbours of one row
  EXPECT_EQ(result.totals.global[store].sectors, n * n / 32 * 4);
}

TEST(LabsRun, TiledProductHasNoConflictUntilItIsPadded) {
  constexpr std::uint64_t n = 128, blocks = (n / 16) * (n / 16), phases = n / 16, warps = 8;
  for (const std::uint64_t pad : {0u, 1u}) {
    const run::Result result = run_lab("matmul_tile16", {{"N", "128"}, {"PAD", text(pad)}});
    const std::uint64_t stores = blocks * phases * warps;
    for (const char* words : {"As[ty][tx] =", "Bs[ty][tx] ="}) {
      EXPECT_EQ(line(result, words).shared[store].requests, stores);
      // Words 0-15 and 17-32.
      EXPECT_EQ(line(result, words).shared[store].wavefronts, stores * (1 + pad)) << words;
      EXPECT_EQ(line(result, words).global[load].sectors, stores * 4) << words;
    }
    for (const char* words : {"= As[ty][k]", "= Bs[k][tx]"}) {
      EXPECT_EQ(line(result, words).shared[load].requests, stores * 16);
      EXPECT_EQ(line(result, words).shared[load].wavefronts, stores * 16) << words;
    }
  }
}

/// Requests and sectors of the loads of A and B in the product with edges, thread by thread.
model::GlobalTotals edge_loads(bool of_a, int m, int n, int k) {
  model::GlobalTotals totals;
  for (int by = 0; by < (m + 15) / 16; ++by)
    for (int bx = 0; bx < (n + 15) / 16; ++bx)
      for (int first = 0; first < k; first += 16)
        for (int warp = 0; warp < 8; ++warp) {
          std::set<int> sectors;
          for (int lane = 0; lane < 32; ++lane) {
            const int tx = lane % 16, ty = warp * 2 + lane / 16, row = by * 16 + ty, col = bx * 16 + tx;
            if (of_a && row < m && first + tx < k) sectors.insert((row * k + first + tx) * 4 / 32);
            if (!of_a && first + ty < k && col < n) sectors.insert(((first + ty) * n + col) * 4 / 32);
          }
          totals.requests += sectors.empty() ? 0 : 1;
          totals.sectors += sectors.size();
        }
  return totals;
}

TEST(LabsRun, TiledProductWithEdges) {
  struct Size {
    int m, n, k;
  };
  for (const Size& s : {Size{70, 70, 70}, Size{5, 5, 5}, Size{70, 100, 5}}) {
    const run::Result result = run_lab(
        "matmul_tile16_edges",
        {{"M", std::to_string(s.m)}, {"N", std::to_string(s.n)}, {"K", std::to_string(s.k)}});
    const auto rounded = [](int size) { return static_cast<std::uint64_t>((size + 15) / 16); };
    // Every warp, the zeros included.
    const std::uint64_t stores = rounded(s.m) * rounded(s.n) * rounded(s.k) * 8;
    for (const bool of_a : {true, false}) {
      const model::Totals counts = line(result, of_a ? "As[ty][tx] =" : "Bs[ty][tx] =");
      EXPECT_EQ(counts.shared[store].requests, stores);
      EXPECT_EQ(counts.shared[store].wavefronts, stores);
      const model::GlobalTotals expected = edge_loads(of_a, s.m, s.n, s.k);
      EXPECT_EQ(counts.global[load].requests, expected.requests);
      EXPECT_EQ(counts.global[load].sectors, expected.sectors);
    }
    EXPECT_EQ(line(result, "= As[ty][i]").shared[load].wavefronts, stores * 16);
    EXPECT_EQ(line(result, "= Bs[i][tx]").shared[load].wavefronts, stores * 16);
  }
}

TEST(LabsRun, Reductions) {
  constexpr std::uint64_t blocks = 4096 / 256;
  const auto other = [](const char* id) {
    return line(run_lab(id, {{"N", "4096"}}), "float other =").shared[load];
  };
  // All 8 warps up to step 16, then 4, 2, 1: 47 requests; lanes of one warp never share a bank.
  const model::SharedTotals modulo = other("reduction_modulo");
  EXPECT_EQ(modulo.requests, blocks * 47);
  EXPECT_EQ(modulo.wavefronts, blocks * 47);
  // 128, 64, 32, 16 … 1 lanes: 4, 2, 1, 1 … warps, with 2, 4, 8, 8, 8, 4, 2, 1 lanes at a bank.
  const model::SharedTotals strided = other("reduction_strided");
  EXPECT_EQ(strided.requests, blocks * 12);
  EXPECT_EQ(strided.wavefronts, blocks * (4 * 2 + 2 * 4 + 8 + 8 + 8 + 4 + 2 + 1));
  const model::SharedTotals sequential = other("reduction_sequential");
  EXPECT_EQ(sequential.requests, blocks * 12);
  EXPECT_EQ(sequential.wavefronts, blocks * 12);
  // A block adds 255 times in any form. Where the working threads are neighbours that is 255 of 12 * 32 lane
  // slots, as Programming Massively Parallel Processors (chapter 10) counts for 256 elements: 255/384.
  for (const model::SharedTotals& form : {modulo, strided, sequential})
    EXPECT_EQ(form.lanes, blocks * (128 + 64 + 32 + 16 + 8 + 4 + 2 + 1));
  EXPECT_EQ(sequential.requests * warp_size, blocks * 384);
}

TEST(LabsRun, ConstantMemory) {
  constexpr std::uint64_t warps = 4096 / 32;
  const run::Result broadcast = run_lab("constant_broadcast", {{"N", "4096"}});
  EXPECT_EQ(broadcast.totals.constant.requests, warps * 16);
  EXPECT_EQ(broadcast.totals.constant.passes, warps * 16);
  for (const std::uint64_t distinct : {32u, 16u, 8u, 4u, 2u, 1u}) {
    const run::Result result = run_lab("constant_serialised", {{"DISTINCT", text(distinct)}, {"N", "4096"}});
    EXPECT_EQ(result.totals.constant.requests, warps);
    EXPECT_EQ(result.totals.constant.passes, warps * distinct);
  }
}

} // namespace
} // namespace warpscope
