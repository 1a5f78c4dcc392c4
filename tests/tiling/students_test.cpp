// Kernels as a student writes them: what the phases say of each, against what its loops say.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"
#include "sim/tiling/product.h"
#include "sim/tiling/tiling.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope {
namespace {

struct Played {
  run::Result result;
  tiling::Tiling tiling;
  [[nodiscard]] const tiling::ArrayPhase& of(std::size_t phase, std::size_t array = 0) const {
    return tiling.phases().at(phase).arrays.at(array);
  }
  [[nodiscard]] std::uint32_t last() const { return static_cast<std::uint32_t>(tiling.phases().size() - 1); }
};

Played play(const std::string& header, const std::string& text, run::Status expected = run::Status::Done) {
  static compile::Compiler compiler;
  run::Request request;
  request.file = "k.cu";
  request.text = "/* warpscope\nkernel = \"k\"\n" + header + "*/\n" + text;
  request.device = *devices::find_device("cc90");
  request.run_checks = false;
  request.trace_block = 0;
  request.blocks = {0};
  request.budget.warp_instructions = request.budget.warp_instructions_per_block = 2'000'000;
  run::Result result = run::simulate(compiler, request);
  EXPECT_EQ(result.status, expected) << format_diagnostics(result.diagnostics);
  std::vector<tiling::TilingBuffer> buffers;
  for (const run::PlacedBuffer& b : result.buffers)
    buffers.push_back({b.name, b.offset, b.bytes, b.element_size});
  tiling::Tiling tiling(*result.program, *result.trace, result.launch.block, buffers);
  return {std::move(result), std::move(tiling)};
}

constexpr const char* product_header = "grid = [4, 4]\nblock = [16, 16]\nshared = 2048\n[args]\nA = "
                                       "\"ramp[4096]\"\nB = \"ramp[4096]\"\nC = \"zero[4096]\"\nn = 64\n";

/// C = A * B, 16 x 16 tiles of 64 x 64 matrices: four phases, each element loaded once and read 16 times.
void expect_product(const Played& p, bool descending = false) {
  ASSERT_EQ(p.tiling.phases().size(), 4u);
  for (std::uint32_t t = 0; t < 4; ++t) {
    EXPECT_EQ(p.tiling.phases()[t].loads(), 512u);
    EXPECT_EQ(p.tiling.phases()[t].loaded(), 512u);
    for (std::size_t a = 0; a < 2; ++a) {
      EXPECT_EQ(p.of(t, a).loaded, 256u);
      EXPECT_EQ(p.of(t, a).least_reads, 16u);
      EXPECT_EQ(p.of(t, a).most_reads, 16u);
      ASSERT_TRUE(p.of(t, a).map) << t;
    }
    EXPECT_EQ(p.of(t, 0).map->column0, 16 * (descending ? 3 - t : t));
  }
  const auto product = tiling::find_product(p.tiling, p.last());
  ASSERT_TRUE(product);
  const auto square = tiling::square_tiles(p.tiling, *product, p.last(), p.result.launch.block);
  ASSERT_TRUE(square);
  EXPECT_EQ(square->tile, 16u);
  EXPECT_EQ(square->shape, (tiling::ProductShape{64, 64, 64, 4}));
}

TEST(Students, ATileLoopThatCountsDownAndAPaddedTile) {
  expect_product(play(product_header, R"(
__global__ void k(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int t = n / 16 - 1; t >= 0; --t) {
    As[ty][tx] = A[row * n + t * 16 + tx];
    Bs[ty][tx] = B[(t * 16 + ty) * n + col];
    __syncthreads();
    for (int i = 15; i >= 0; --i) sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
})"),
                 true);
}

TEST(Students, DynamicSharedMemoryCutInTwoByPointers) {
  const char* text = R"(
__device__ void load(float *dst, const float *src, int stride) { dst[threadIdx.y * 16 + threadIdx.x] = src[threadIdx.y * stride + threadIdx.x]; }
__global__ void k(const float *A, const float *B, float *C, int n) {
  extern __shared__ float mem[];
  float *As = mem, *Bs = mem + 256;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    load(As, A + blockIdx.y * 16 * n + t * 16, n);
    load(Bs, B + t * 16 * n + blockIdx.x * 16, n);
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += As[ty * 16 + i] * Bs[i * 16 + tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
})";
  const Played p = play(product_header, text);
  ASSERT_EQ(p.tiling.arrays().size(), 2u);
  EXPECT_EQ(p.tiling.arrays()[0].name, "As");
  EXPECT_EQ(p.tiling.arrays()[1].name, "Bs");
  EXPECT_EQ(p.tiling.arrays()[1].offset - p.tiling.arrays()[0].offset, 1024u);
  expect_product(p);
}

TEST(Students, AHelperThatIsNotInlinedLoadsTheTile) {
  expect_product(play(product_header, R"(
__device__ __noinline__ void load(float (&dst)[16][16], const float *src, int row, int col, int n) { dst[threadIdx.y][threadIdx.x] = src[row * n + col]; }
__global__ void k(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    load(As, A, row, t * 16 + tx, n);
    load(Bs, B, t * 16 + ty, col, n);
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
})"));
}

TEST(Students, TilesThatAreNotSquareAreLoadedByAPartOfTheThreads) {
  const Played p = play("grid = [2, 4]\nblock = [32, 16]\n[args]\nA = \"ramp[4096]\"\nB = \"ramp[4096]\"\nC "
                        "= \"zero[4096]\"\nn = 64\n",
                        R"(
__global__ void k(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][8], Bs[8][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    if (tx < 8) As[ty][tx] = A[row * n + t + tx];
    if (ty < 8) Bs[ty][tx] = B[(t + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
})");
  ASSERT_EQ(p.tiling.phases().size(), 8u);
  for (std::size_t t = 0; t < 8; ++t) {
    EXPECT_EQ(p.tiling.phases()[t].loads(), 16u * 8 + 8 * 32);
    EXPECT_EQ(p.of(t, 0).most_reads, 32u);
    EXPECT_EQ(p.of(t, 1).most_reads, 16u);
    EXPECT_EQ(p.of(t, 1).map->row0, static_cast<std::int64_t>(8 * t));
  }
  const auto product = tiling::find_product(p.tiling, p.last());
  ASSERT_TRUE(product);
  EXPECT_FALSE(tiling::square_tiles(p.tiling, *product, p.last(), p.result.launch.block))
      << "the table is of square tiles";
}

TEST(Students, AttentionsTilesWithKTransposed) {
  const Played p = play("grid = 2\nblock = [16, 16]\n[args]\nQ = \"ramp[512]\"\nK = \"ramp[512]\"\nV = "
                        "\"ramp[512]\"\nO = \"zero[512]\"\nn = 32\n",
                        R"(
__global__ void k(const float *Q, const float *K, const float *V, float *O, int n) {
  __shared__ float q[16][17], kt[16][17], v[16][17], p[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.x * 16 + ty;
  q[ty][tx] = Q[row * 16 + tx];
  float o = 0, sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    kt[tx][ty] = K[(t * 16 + ty) * 16 + tx];
    v[ty][tx] = V[(t * 16 + ty) * 16 + tx];
    __syncthreads();
    float s = 0;
    for (int d = 0; d < 16; ++d) s += q[ty][d] * kt[d][tx];
    p[ty][tx] = expf(s * 1e-6f);
    __syncthreads();
    for (int j = 0; j < 16; ++j) { o += p[ty][j] * v[j][tx]; sum += p[ty][j]; }
    __syncthreads();
  }
  O[row * 16 + tx] = o / sum;
})");
  ASSERT_EQ(p.tiling.phases().size(), 4u) << "tiles, scores, tiles, scores";
  std::size_t kt = 0;
  while (p.tiling.arrays()[kt].name != "kt") ++kt;
  ASSERT_TRUE(p.of(2, kt).map);
  EXPECT_TRUE(p.of(2, kt).map->transposed);
  EXPECT_EQ(p.of(2, kt).map->row0, 16);
  EXPECT_EQ(p.tiling.phases()[1].cells(&tiling::ArrayPhase::computed), 256u);
}

TEST(Students, AStencilFillsTheCornerOfTheGridWithZero) {
  const Played p = play(
      "grid = [4, 4]\nblock = [16, 16]\n[args]\nin = \"ramp[4096]\"\nout = \"zero[4096]\"\nn = 64\n", R"(
__global__ void k(const float *in, float *out, int n) {
  __shared__ float s[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = threadIdx.y; j < 18; j += 16)
    for (int i = threadIdx.x; i < 18; i += 16) {
      int gx = blockIdx.x * 16 + i - 1, gy = blockIdx.y * 16 + j - 1;
      s[j][i] = gx >= 0 && gy >= 0 && gx < n && gy < n ? in[gy * n + gx] : 0.f;
    }
  __syncthreads();
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  out[y * n + x] = s[ty][tx] + s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1];
})");
  ASSERT_EQ(p.tiling.phases().size(), 1u) << "one barrier";
  EXPECT_EQ(p.of(0).loaded, 17u * 17);
  EXPECT_EQ(p.of(0).zeros, 18u + 17);
  EXPECT_EQ(p.of(0).reads, 5u * 256);
  EXPECT_EQ(p.of(0).most_reads, 5u);
}

TEST(Students, AScanOfBothKinds) {
  const Played hillis = play("grid = 1\nblock = 64\n[args]\nin = \"one[64]\"\nout = \"zero[64]\"\n", R"(
__global__ void k(const float *in, float *out) {
  __shared__ float s[2][64];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
})");
  ASSERT_EQ(hillis.tiling.phases().size(), 7u);
  for (std::size_t r = 1; r < 7; ++r) EXPECT_EQ(hillis.of(r).computed, 64u);
  EXPECT_EQ(hillis.of(1).reads, 64u + 63);
  const Played blelloch = play("grid = 1\nblock = 32\n[args]\nin = \"one[64]\"\nout = \"zero[64]\"\n", R"(
__global__ void k(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = 32; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) s[63] = 0;
  for (int d = 1; d < 64; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a]; s[a] = s[b]; s[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
})");
  ASSERT_EQ(blelloch.tiling.phases().size(), 13u) << "load, six rounds up, six rounds down";
  for (std::size_t r = 0; r < 5; ++r) EXPECT_EQ(blelloch.of(1 + r).computed, 32u >> r);
  EXPECT_EQ(blelloch.of(6).filled, 1u) << "the root";
  for (std::size_t r = 0; r < 6; ++r) EXPECT_EQ(blelloch.of(7 + r).computed, 2u << r);
}

TEST(Students, OneWarpLoadsForAll) {
  const Played p = play("grid = 4\nblock = 128\n[args]\nin = \"ramp[512]\"\nout = \"zero[512]\"\n", R"(
__global__ void k(const float *in, float *out) {
  __shared__ float s[128];
  int w = threadIdx.x / 32;
  if (w == 0)
    for (int j = threadIdx.x; j < 128; j += 32) s[j] = in[blockIdx.x * 128 + j];
  __syncthreads();
  if (w != 0) out[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x] + s[threadIdx.x];
})");
  ASSERT_EQ(p.tiling.phases().size(), 1u);
  EXPECT_EQ(p.of(0).loaded, 128u);
  EXPECT_EQ(p.of(0).reads, 2u * 96);
  EXPECT_EQ(tiling::BufferPhase::count(p.tiling.phases()[0].buffers[1].stored), 96u);
}

TEST(Students, AStructIsOneCell) {
  const Played p = play("grid = 2\nblock = 64\n[args]\nin = \"ramp[128]\"\nout = \"zero[128]\"\n", R"(
struct P { float x, y, z, m; };
__global__ void k(const P *in, float *out) {
  __shared__ P s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  float f = 0;
  for (int j = 0; j < 64; ++j) f += s[j].m * s[j].x;
  out[i] = f;
})");
  ASSERT_EQ(p.tiling.phases().size(), 1u);
  EXPECT_EQ(p.of(0).loaded, 64u);
  EXPECT_EQ(p.tiling.phases()[0].loaded(), 64u + 0);
  EXPECT_EQ(p.of(0).most_reads, 2u * 64) << "two fields";
  EXPECT_TRUE(p.of(0).map);
}

TEST(Students, AFaultInThePhaseAfterNextLeavesTheFirstOnes) {
  const Played p = play("grid = 1\nblock = 64\n[args]\nin = \"ramp[128]\"\nout = \"zero[64]\"\n", R"(
__global__ void k(const float *in, float *out) {
  __shared__ float s[64];
  float sum = 0;
  for (int t = 0; t < 4; ++t) {
    s[threadIdx.x] = in[t * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j) sum += s[j];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
})",
                        run::Status::Faulted);
  ASSERT_GE(p.tiling.phases().size(), 2u);
  EXPECT_EQ(p.of(1).loaded, 64u);
  EXPECT_EQ(p.of(1).most_reads, 64u);
}

TEST(Students, ABlockThatDoesNotEndIsShownAsFarAsItGot) {
  const Played p = play("grid = 1\nblock = 64\n[args]\nin = \"ramp[128]\"\nout = \"zero[64]\"\nn = 1\n", R"(
__global__ void k(const float *in, float *out, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int t = 0; n > 0; t ^= 1) {
    s[threadIdx.x] = in[t * 64 + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
})",
                        run::Status::BudgetExceeded);
  ASSERT_GT(p.tiling.phases().size(), 100u);
  EXPECT_EQ(p.of(99).loaded, 64u);
}

} // namespace
} // namespace warpscope
