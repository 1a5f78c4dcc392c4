// Launches of kernel templates without explicit template arguments: half-precision matrix products, as
// published with PyTorch extensions.
#include "sim/source/launches.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

const std::string kernel = R"(
#include <cuda_fp16.h>
#define div_ceil(a, b) (((a) + (b) - 1) / (b))
template <const int BM = 64, const int BN = 64, const int BK = 16, const int TM = 8, const int TN = BN / 16>
__global__ void __launch_bounds__(128) product(half *a, half *b, half *c, int M, int N, int K) {
  __shared__ half s_a[BM][BK];
  if (threadIdx.x < BK) s_a[0][threadIdx.x] = a[threadIdx.x];
  c[blockIdx.x * BN] = s_a[0][TM + TN];
}
)";

source::FoundLaunch only(const std::string& host) {
  const std::vector<source::FoundLaunch> found = source::find_launches(kernel + host, {});
  EXPECT_EQ(found.size(), 1u);
  return found.empty() ? source::FoundLaunch{} : found.front();
}

TEST(TemplateLaunches, OfAKernelWhoseParametersHaveDefaults) {
  const source::FoundLaunch l = only(R"(
int main() {
  const int M = 256, N = 128, K = 64;
  half *a, *b, *c;
  cudaMalloc(&a, M * K * sizeof(half));
  cudaMalloc(&b, K * N * sizeof(half));
  cudaMalloc(&c, M * N * sizeof(half));
  constexpr int BM = 64, BN = 64, TM = 8, TN = 4;
  dim3 block(BN / TN, BM / TM);
  dim3 grid(div_ceil(N, BN), div_ceil(M, BM));
  product<BM, BN, 16, TM, TN><<<grid, block>>>(a, b, c, M, N, K);
})");
  EXPECT_EQ(l.kernel, "product<64, 64, 16, 8, 4>");
  EXPECT_EQ(l.grid.value, (Dim3{2, 4, 1}));
  EXPECT_EQ(l.block.value, (Dim3{16, 8, 1}));
  ASSERT_EQ(l.arguments.size(), 6u);
  EXPECT_EQ(l.arguments[0].buffer_bytes, 32768u);
  EXPECT_EQ(l.arguments[3].number, "256");
}

TEST(TemplateLaunches, ArgumentsThatAreNotWrittenAreTheDefaults) {
  EXPECT_EQ(only("int main() { product<<<1, 128>>>(0, 0, 0, 1, 1, 1); }").kernel,
            "product<64, 64, 16, 8, 4>");
  EXPECT_EQ(only("int main() { product<32, 32><<<1, 128>>>(0, 0, 0, 1, 1, 1); }").kernel,
            "product<32, 32, 16, 8, 2>")
      << "a default may name the parameters before it";
}

TEST(TemplateLaunches, TypesByTheCallAndByDefault) {
  const auto kernel_of = [](const std::string& parameters, const std::string& launch) {
    const auto found = source::find_launches("template <" + parameters +
                                                 "> __global__ void k(T *p) { *p = T(0); }\n"
                                                 "void run(float *p) { " +
                                                 launch + "<<<1, 32>>>(p); }",
                                             {});
    return found.empty() ? std::string() : found.front().kernel;
  };
  EXPECT_EQ(kernel_of("typename T, int N = 4", "k"), "k<float, 4>");
  EXPECT_EQ(kernel_of("int N, class T = double, bool B = false", "k<2>"), "k<2, float, false>");
  EXPECT_EQ(kernel_of("int N, typename T", "k"), "k") << "N follows from nothing";
}

/// The launching function is a template or extern "C", and a timing program calls it through a pointer.
TEST(TemplateLaunches, InHostTemplatesWithDefaultsAndByPointer) {
  const std::string launcher = R"(
template <const int STAGES = 2, const int BM = 64>
void launch_staged(half *a, half *b, half *c, int M, int N, int K) {
  const int BN = 64;
  const int bytes = STAGES * BM * 16 * sizeof(half);
  cudaFuncSetAttribute(product<BM, BN>, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
  dim3 block(128);
  dim3 grid(div_ceil(N, BN), div_ceil(M, BM));
  product<BM, BN><<<grid, block, bytes>>>(a, b, c, M, N, K);
}
)";
  const std::string timing = R"(
template <typename T>
float time_of(void (*launch)(T *, T *, T *, int, int, int), int M, int N, int K, int repeat) {
  T *d_a, *d_b, *d_c;
  size_t size_a = M * K * sizeof(T);
  cudaMalloc(&d_a, size_a);
  cudaMalloc(&d_b, K * N * sizeof(T));
  cudaMalloc(&d_c, M * N * sizeof(T));
  for (int i = 0; i < repeat; ++i) launch(d_a, d_b, d_c, M, N, K);
  return 0;
}
)";
  const source::FoundLaunch timed = only(launcher + timing +
                                         "int main() { float ms = 0;\n"
                                         "  time_of<half>(launch_staged<3>, 128, 192, 64, 10); }");
  EXPECT_EQ(timed.kernel, "product<64, 64, 16, 8, 4>");
  EXPECT_EQ(timed.grid.value, (Dim3{3, 2, 1}));
  EXPECT_EQ(timed.shared, 3u * 64 * 16 * 2);
  ASSERT_EQ(timed.arguments.size(), 6u);
  EXPECT_EQ(timed.arguments[0].buffer_bytes, 128u * 64 * 2);

  const source::FoundLaunch direct = only(
      launcher + "int main() { half *a, *b, *c; cudaMalloc(&a, 64); cudaMalloc(&b, 64);\n"
                 "  cudaMalloc(&c, 64); launch_staged(a, b, c, 64, 64, 64); }");
  EXPECT_EQ(direct.grid.value, (Dim3{1, 1, 1}));
  EXPECT_EQ(direct.shared, 2u * 64 * 16 * 2);
}

/// The contents of a tensor are not in the text; the message names it.
TEST(TemplateLaunches, SizesOfTensorsAreNotKnown) {
  const source::FoundLaunch l = only(R"(
#define CHECK_TYPE(T, type)                          \
  if ((T).options().dtype() != (type)) {             \
    throw std::runtime_error("values must be " #type); \
  }
void product_f16(torch::Tensor a, torch::Tensor b, torch::Tensor c) {
  CHECK_TYPE(a, torch::kHalf)
  const int M = a.size(0);
  const int K = a.size(1);
  const int N = b.size(1);
  constexpr int BM = 64, BN = 64, TM = 8, TN = 4;
  dim3 block(BN / TN, BM / TM);
  dim3 grid((N + BN - 1) / BN, div_ceil(M, BM));
  product<BM, BN, 16, TM, TN><<<grid, block>>>(reinterpret_cast<half *>(a.data_ptr()),
      reinterpret_cast<half *>(b.data_ptr()), reinterpret_cast<half *>(c.data_ptr()), M, N, K);
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("product_f16", &product_f16, "product"); }
)");
  EXPECT_EQ(l.kernel, "product<64, 64, 16, 8, 4>");
  EXPECT_EQ(l.block.value, (Dim3{16, 8, 1}));
  EXPECT_FALSE(l.grid.value);
  EXPECT_EQ(l.grid.missing, "b.size") << l.grid.text;
}

} // namespace
} // namespace warpscope
