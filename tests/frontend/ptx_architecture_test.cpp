// Who is told that the device lacks an instruction, and where. Which device has which is asked of NVRTC, in
// tests/gpu/request.
#include "sim/frontend/ptx_architecture.h"
#include "tests/frontend/module_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

namespace warpscope {
namespace {

constexpr const char* with_mbarrier = "__device__ void init(unsigned s) {\n"
                                      "  asm volatile(\"mbarrier.init.shared.b64 [%0], 1;\" ::\"r\"(s));\n"
                                      "}\n"
                                      "__device__ void nobody_calls(unsigned s) {\n"
                                      "  asm volatile(\"mbarrier.init.shared.b64 [%0], 1;\" ::\"r\"(s));\n"
                                      "}\n"
                                      "template <bool B> __global__ void k(int *out) {\n"
                                      "  if (B) init(*out);\n"
                                      "  out[0] = 1;\n"
                                      "}\n";

TEST(PtxArchitecture, AWarningHasThePlaceAndBothCapabilities) {
  const Compiled old(with_mbarrier, 75, {"k<true>"});
  ASSERT_EQ(old.output.diagnostics.size(), 1u) << old.messages();
  const Diagnostic& lacking = old.output.diagnostics.front();
  EXPECT_EQ(lacking.severity, Severity::Warning);
  EXPECT_EQ(lacking.file, "test.cu");
  EXPECT_EQ(lacking.span.line, 2u);
  EXPECT_EQ(lacking.span.column, 3u);
  EXPECT_EQ(lacking.source_line, "  asm volatile(\"mbarrier.init.shared.b64 [%0], 1;\" ::\"r\"(s));");
  EXPECT_EQ(lacking.message,
            "'mbarrier.init.shared.b64' needs compute capability 8.0 or higher, this device has 7.5: nvcc "
            "compiles nothing of this text for it. It is simulated as if the device had it.");
  EXPECT_TRUE(old.ok()); // a person without the device still sees what it does
}

TEST(PtxArchitecture, ADeviceThatHasItIsSilent) {
  const Compiled fresh(with_mbarrier, 80, {"k<true>"});
  EXPECT_EQ(fresh.messages(), "");
}

TEST(PtxArchitecture, WhatNoKernelReachesIsNotCompiled) {
  const Compiled without(with_mbarrier, 75, {"k<false>"});
  EXPECT_EQ(without.messages(), "");
}

TEST(PtxArchitecture, ClustersAreNamedAtTheirKernel) {
  const char* const text = "__global__ void plain(int *a) { a[0] = 1; }\n"
                           "__global__ void __cluster_dims__(2) pairs(int *a) { a[0] = 1; }\n";
  const Compiled old(text, 89), fresh(text, 90);
  ASSERT_EQ(old.output.diagnostics.size(), 1u) << old.messages();
  EXPECT_EQ(old.output.diagnostics.front().span.line, 2u);
  EXPECT_NE(old.messages().find("'__cluster_dims__' needs compute capability 9.0 or higher"),
            std::string::npos);
  EXPECT_EQ(fresh.messages(), "");
}

TEST(PtxArchitecture, ProductsOfAWarpgroupAreOfOneArchitecture) {
  const frontend::PtxNeed need = frontend::need_of({{}, false, {"wgmma", "fence", "sync", "aligned"}, {}});
  EXPECT_TRUE(need.met_by(90));
  EXPECT_FALSE(need.met_by(89));
  EXPECT_FALSE(need.met_by(100));
}

/// ptxas 13.0 says of sm_90 that it takes 128 bits at most.
TEST(PtxArchitecture, AccessesOf32BytesComeWithBlackwell) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"ld", "global", "v8", "f32"},
                                                {"st", "global", "v8", "b32"},
                                                {"ld", "global", "nc", "v4", "f64"},
                                                {"st", "global", "v4", "b64"}}) {
    const frontend::PtxNeed need = frontend::need_of({{}, false, words, {}});
    EXPECT_FALSE(need.met_by(90)) << words.front() << " " << words.back();
    EXPECT_TRUE(need.met_by(100)) << words.front() << " " << words.back();
  }
  EXPECT_TRUE(frontend::need_of({{}, false, {"ld", "global", "v4", "f32"}, {}}).met_by(70));
  EXPECT_TRUE(frontend::need_of({{}, false, {"ld", "global", "v2", "f64"}, {}}).met_by(70));
}

/// mma.sync, as NVRTC took it by architecture.
TEST(PtxArchitecture, ProductsOfAWarpNeedWhatNvrtcSays) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/nvrtc_mma_spellings.tsv");
  int rows = 0;
  for (std::string from, text; file >> from;) {
    if (from == "#" || from == "from") {
      std::getline(file, text);
      continue;
    }
    file >> text;
    frontend::PtxStatement one;
    std::istringstream dotted(text);
    for (std::string word; std::getline(dotted, word, '.');) one.words.push_back(word);
    if (from == "no") continue;
    const frontend::PtxNeed need = frontend::need_of(one);
    const auto first = static_cast<std::uint32_t>(std::stoi(from));
    EXPECT_TRUE(need.met_by(first)) << text;
    EXPECT_FALSE(first > 80 && need.met_by(first - 1)) << text;
    ++rows;
  }
  EXPECT_EQ(rows, 94 + 88);
}

} // namespace
} // namespace warpscope
