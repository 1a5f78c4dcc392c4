// Every name of the --json document: scripts read it.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace warpscope {
namespace {

using Json = nlohmann::json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

Json document_of(const std::string& text, bool as_compiled = false) {
  compile::Compiler compiler;
  run::Request r;
  r.file = "k.cu";
  r.text = text;
  r.folder = ".";
  r.device = *devices::find_device("cc90");
  r.as_compiled = as_compiled;
  const run::Result result = run::simulate(compiler, r);
  EXPECT_NE(result.status, run::Status::UserError) << format_diagnostics(result.diagnostics);
  return Json::parse(run::to_json(result));
}

const std::string header =
    "/* warpscope\ngrid = [2]\nblock = [64, 2]\n[args]\nout = \"zero[1024]\"\n[check]\nout = \"same\"\n*/\n";

/// An array whose index is known once the loop is unrolled is kept in registers, one of 96 words (ptxas: up
/// to 80) is not; its zeros are stored in pieces of 16 bytes.
TEST(Json, LocalMemoryIsCountedAsCompiled) {
  const std::string text = header + "__global__ void k(float *out) {\n"
                                    "  float mine[96], known[4];\n"
                                    "#pragma unroll\n"
                                    "  for (int i = 0; i < 96; ++i) mine[i] = 0;\n"
                                    "  mine[threadIdx.x % 8] = 2;\n"
                                    "  for (int i = 0; i < 4; ++i) known[i] = threadIdx.x * i;\n"
                                    "  out[threadIdx.x] = mine[threadIdx.y] + known[2];\n"
                                    "}\n__global__ void same(float *out) { out[threadIdx.x] = 1; }\n";
  EXPECT_FALSE(document_of(text)["totals"].contains("local_load"));
  const Json d = document_of(text, true);
  const Json loads = d["totals"]["local_load"], stores = d["totals"]["local_store"];
  EXPECT_EQ(loads["requests"], 8) << "two blocks of four warps";
  EXPECT_EQ(loads["local_sectors"], 8 * 4) << "one index for a warp";
  EXPECT_EQ(stores["requests"], 8 * (24 + 1));
  EXPECT_EQ(stores["local_sectors"], 8 * (24 * 16 + 32)) << "eight lanes, eight words";
  EXPECT_EQ(d["lines"][0]["local_store"]["requests"], 8 * 24);
}

TEST(Json, HasExactlyTheNamesOfTheDesign) {
  const Json d = document_of(header + "__global__ void k(float *out) {\n  __shared__ float s[128];\n  "
                                      "s[threadIdx.x] = 1;\n  __syncthreads();\n"
                                      "  out[threadIdx.x] = s[threadIdx.x];\n}\n"
                                      "__global__ void same(float *out) { out[threadIdx.x] = 1; }\n");
  EXPECT_EQ(keys(d),
            (std::vector<std::string>{"barrier_divergence", "block", "check", "faults", "grid", "hazards",
                                      "kernel", "lines", "simulated_blocks", "total_blocks", "totals"}));
  EXPECT_EQ(d["kernel"], "k");
  EXPECT_EQ(d["grid"], Json({2, 1, 1}));
  EXPECT_EQ(d["block"], Json({64, 2, 1}));
  EXPECT_EQ(keys(d["totals"]),
            (std::vector<std::string>{"barriers", "cluster_atomic", "cluster_load", "cluster_store",
                                      "constant_load", "global_atomic", "global_load", "global_store",
                                      "shared_atomic", "shared_load", "shared_store", "warp_instructions"}));
  EXPECT_EQ(keys(d["totals"]["shared_load"]), (std::vector<std::string>{"bank_conflicts", "ideal_wavefronts",
                                                                        "lanes", "requests", "wavefronts"}));
  EXPECT_EQ(keys(d["totals"]["global_store"]),
            (std::vector<std::string>{"bytes", "ideal_sectors", "lanes", "lines", "requests", "sectors"}));
  EXPECT_EQ(keys(d["totals"]["constant_load"]), (std::vector<std::string>{"lanes", "passes", "requests"}));
  EXPECT_EQ(d["totals"]["shared_store"]["requests"], 8);
  EXPECT_EQ(d["totals"]["barriers"], 8) << "two blocks of four warps, one barrier";
  ASSERT_EQ(d["lines"].size(), 2u);
  EXPECT_EQ(d["lines"][0]["line"], 11);
  EXPECT_EQ(d["lines"][0]["text"], "  s[threadIdx.x] = 1;");
  EXPECT_EQ(d["lines"][0]["shared_store"]["wavefronts"], 8);
  EXPECT_EQ(d["lines"][1]["shared_load"]["wavefronts"], 8);
  EXPECT_EQ(d["check"], Json::parse(R"([{"output": "out", "mismatches": 0, "first": ""}])"));
  EXPECT_EQ(d["simulated_blocks"], 2);
  EXPECT_EQ(d["total_blocks"], 2);
  EXPECT_EQ(d["hazards"], Json::array());
  EXPECT_EQ(d["faults"], Json::array());
}

TEST(Json, FaultsAreListed) {
  const Json d = document_of(
      "/* warpscope\ngrid = [2]\nblock = [32]\n[args]\nout = \"zero[32]\"\n*/\n"
      "__global__ void k(float *out) {\n  out[blockIdx.x * 32 + threadIdx.x] = 1;\n}\n");
  ASSERT_EQ(d["faults"].size(), 1u);
  EXPECT_EQ(keys(d["faults"][0]), (std::vector<std::string>{"address", "block", "column", "kernel", "kind",
                                                            "line", "message", "thread", "variable"}));
  EXPECT_EQ(d["faults"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(d["faults"][0]["line"], 8);
  EXPECT_EQ(d["faults"][0]["block"], 1);
  EXPECT_EQ(d["faults"][0]["thread"], 0);
}

TEST(Json, StaysJsonWhateverTheTextHolds) {
  const Json d = document_of(
      "/* warpscope\ngrid = [1]\nblock = [32]\n[args]\nout = \"zero[32]\"\n*/\n"
      "__global__ void k(float *out) {\n  out[threadIdx.x] = 1; // \"quoted\" \\ \xff\xfe\n}\n");
  EXPECT_EQ(d["lines"].size(), 1u);
}

} // namespace
} // namespace warpscope
