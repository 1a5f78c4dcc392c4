// Swizzles that are simulated before they are offered.
#include "app/document/swizzle.h"
#include "app/jobs/worker.h"
#include "sim/devices/devices.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

program::Variable tile_at(std::uint32_t line, std::vector<std::uint32_t> dimensions = {32, 32}) {
  program::Variable v;
  v.name = "tile";
  v.space = Space::Shared;
  v.dimensions = std::move(dimensions);
  v.element_size = 4;
  v.span = {line, 1, line, 2};
  return v;
}

TEST(SwizzleVariable, EditsEveryAccessAlike) {
  const std::string text = "void k() {\n  __shared__ float tile[32][32]; // tile[a][b]\n  tile[ty + j][tx] = "
                           "in[i];\n  out[i] = tile[tx][ty + j];\n}\n"
                           "void other() { tile[1][2]; }\n";
  const auto edit = document::swizzle_variable(text, tile_at(2));
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->text, "void k() {\n  __shared__ float tile[32][32]; // tile[a][b]\n  tile[ty + j][tx ^ (ty "
                        "+ j)] = in[i];\n  out[i] = tile[tx][(ty + j) ^ tx];\n}\n"
                        "void other() { tile[1][2]; }\n");
  const auto tall = document::swizzle_variable("{ float tile[64][32];\n x = tile[r][c]; }",
                                               tile_at(1, {64, 32}));
  ASSERT_TRUE(tall);
  EXPECT_EQ(tall->text, "{ float tile[64][32];\n x = tile[r][c ^ (r % 32)]; }");
  EXPECT_EQ(
      document::swizzle_variable("{ float tile[32][32];\n x = 2 * tile[r][c] & tile[c][r]; }", tile_at(1))
          ->text,
      "{ float tile[32][32];\n x = 2 * tile[r][c ^ r] & tile[c][r ^ c]; }");
}

TEST(SwizzleVariable, LeavesAloneWhatItCannotShow) {
  for (const char* rest :
       {"p = &tile[r][c];", "p = tile[r];", "f(tile);", "x = *tile[r];", "x = tile[r++][c];",
        "x = tile[f(r)][c];", "x = tile[r][c ^ r];", "x = tile[r][i = c];", "x = tile[tile[0][0]][c];",
        "x = s.tile[r][c];", "x = s->tile[r][c];", "float tile[4][4];",
        "x = tile[r][c];\n#define T tile[0][0]\n", "x = tile[r]", ""}) {
    const std::string text = std::string("{ __shared__ float tile[32][32];\n") + rest + " }";
    EXPECT_FALSE(document::swizzle_variable(text, tile_at(1))) << rest;
  }
  const std::string good = "{ __shared__ float tile[32][33];\n x = tile[r][c]; }";
  EXPECT_FALSE(document::swizzle_variable(good, tile_at(1, {32, 33}))) << "no power of two";
  EXPECT_FALSE(document::swizzle_variable(good, tile_at(1, {33}))) << "one dimension";
  EXPECT_FALSE(
      document::swizzle_variable("__shared__ float tile[32][32];\nvoid f() { tile[r][c]; }", tile_at(1)))
      << "not inside a function";
}

TEST(OtherStrides, TakesTheFactorAwayOrMakesItOdd) {
  const auto edits = document::other_strides("a[threadIdx.x * 32 + 1]");
  ASSERT_EQ(edits.size(), 2u);
  EXPECT_EQ(edits[0].text, "a[threadIdx.x + 1]");
  EXPECT_EQ(edits[1].text, "a[threadIdx.x * 33 + 1]");
  EXPECT_EQ(document::other_strides("a[i * 3]").size(), 1u) << "odd already";
  for (const char* text :
       {"a[i]", "a[i * n]", "a[2 + *p]", "a[i * 2.5f]", "a[i * 1]", "a[i * 0x20]", "*", "a[i *"})
    EXPECT_TRUE(document::other_strides(text).empty()) << text;
}

/// The real compiler and executor over a real kernel: the promise and its proof.
class SwizzledKernel : public testing::Test {
 protected:
  run::Result run(const std::string& body) {
    run::Request request;
    request.file = "k.cu";
    request.text =
        "/* warpscope\nkernel = \"k\"\ngrid = [1]\nblock = [32, 32]\n[args]\nout = \"zero[1024]\"\n*/\n"
        "__global__ void k(float *out) {\n__shared__ float tile[32][32];\nint x = threadIdx.x, y = "
        "threadIdx.y;\n" +
        body + "}\n";
    request.device = devices::devices().front();
    request.trace_block = 0;
    request.blocks = {0};
    text_ = request.text;
    return simulator_->simulate(request);
  }
  const program::Variable& tile(const run::Result& result) {
    for (const program::Variable& v : result.program->variables)
      if (v.name == "tile") return v;
    ADD_FAILURE() << "no tile";
    static const program::Variable none;
    return none;
  }
  std::unique_ptr<jobs::Simulator> simulator_ = jobs::make_simulator();
  std::string text_;
};

TEST_F(SwizzledKernel, ATransposeIsShownToBeSwizzled) {
  const run::Result before = run("tile[y][x] = x;\n__syncthreads();\nout[y * 32 + x] = tile[x][y];\n");
  ASSERT_TRUE(before.program && before.trace) << format_diagnostics(before.diagnostics);
  const auto edit = document::swizzle_variable(text_, tile(before));
  ASSERT_TRUE(edit);
  EXPECT_EQ(before.totals.shared[0].wavefronts, 32u * 32u);
  const run::Result after = run("tile[y][x ^ y] = x;\n__syncthreads();\nout[y * 32 + x] = tile[x][y ^ x];\n");
  EXPECT_EQ(edit->text, text_);
  EXPECT_EQ(after.totals.shared[0].wavefronts, 32u);
  EXPECT_TRUE(document::is_swizzled(before, after, tile(before)));
  EXPECT_FALSE(document::is_swizzled(before, before, tile(before))) << "nothing was swizzled";
  const run::Result half = run("tile[y][x ^ y] = x;\n__syncthreads();\nout[y * 32 + x] = tile[x][y];\n");
  EXPECT_FALSE(document::is_swizzled(before, half, tile(before))) << "one access was forgotten";
}

TEST_F(SwizzledKernel, AnIndexBeyondItsRowIsFoundOut) {
  const run::Result before = run(
      "tile[0][y * 32 + x] = x;\n__syncthreads();\nout[y * 32 + x] = tile[x][y];\n");
  ASSERT_TRUE(before.program && before.trace) << format_diagnostics(before.diagnostics);
  const run::Result after = run(
      "tile[0][(y * 32 + x) ^ 0] = x;\n__syncthreads();\nout[y * 32 + x] = tile[x][y ^ x];\n");
  EXPECT_FALSE(document::is_swizzled(before, after, tile(before)));
}

} // namespace
} // namespace warpscope
