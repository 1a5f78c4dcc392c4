// nvcuda::wmma in every shape and element type, both layouts of each matrix, from global and from shared memory, beside
// a product of small whole numbers that no rounding changes.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

template <class T> struct Stored { using type = T; };
template <> struct Stored<wmma::precision::tf32> { using type = float; };
template <class T> __device__ T whole(int x) { return T(float(x)); }
template <> __device__ signed char whole(int x) { return x; }
template <> __device__ unsigned char whole(int x) { return x + 6; }
template <class T> __device__ int shift() { return 0; }
template <> __device__ int shift<unsigned char>() { return 6; }
__device__ int a_at(int row, int k) { return (row * 7 + k * 3) % 11 - 5; }
__device__ int b_at(int k, int column) { return (k * 5 + column * 9) % 13 - 6; }
__device__ unsigned differences, products;

template <int m, int n, int k, class T, class C, class LA, class LB, bool shared, wmma::layout_t out>
__device__ void one(unsigned char *memory) {
  using S = typename Stored<T>::type;
  constexpr bool a_rows = std::is_same_v<LA, wmma::row_major>, b_rows = std::is_same_v<LB, wmma::row_major>;
  constexpr int lda = (a_rows ? k : m) + 16, ldb = (b_rows ? n : k) + 16, ldc = (out == wmma::mem_row_major ? n : m) + 8;
  __shared__ __align__(32) unsigned char tile[16384];
  unsigned char *place = shared ? tile : memory;
  S *a = (S *)place, *b = (S *)(place + 5120);
  C *c = (C *)(place + 10240);
  for (int i = threadIdx.x; i < m * k; i += 32) a[a_rows ? i / k * lda + i % k : i % k * lda + i / k] = whole<S>(a_at(i / k, i % k));
  for (int i = threadIdx.x; i < k * n; i += 32) b[b_rows ? i / n * ldb + i % n : i % n * ldb + i / n] = whole<S>(b_at(i / n, i % n));
  for (int i = threadIdx.x; i < m * n; i += 32) c[out == wmma::mem_row_major ? i / n * ldc + i % n : i % n * ldc + i / n] = C(float(i % 7));
  __syncthreads();
  wmma::fragment<wmma::matrix_a, m, n, k, T, LA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, C> fc, fd;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::load_matrix_sync(fc, c, ldc, out);
  wmma::mma_sync(fd, fa, fb, fc);
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] = fd.x[i] + C(1.0f);
  __syncthreads();
  wmma::store_matrix_sync(c, fd, ldc, out);
  __syncthreads();
  for (int i = threadIdx.x; i < m * n; i += 32) {
    int sum = i % 7 + 1;
    for (int j = 0; j < k; ++j) sum += (a_at(i / n, j) + shift<S>()) * (b_at(j, i % n) + shift<S>());
    if ((float)c[out == wmma::mem_row_major ? i / n * ldc + i % n : i % n * ldc + i / n] != (float)sum) atomicAdd(&differences, 1u);
  }
  if (threadIdx.x == 0) ++products;
  __syncthreads();
}
template <int m, int n, int k, class T, class C, bool shared> __global__ void layouts(unsigned char *memory) {
  // Each layout of each matrix in each memory, in two products.
  using Other = std::conditional_t<shared, wmma::col_major, wmma::row_major>;
  using Same = std::conditional_t<shared, wmma::row_major, wmma::col_major>;
  one<m, n, k, T, C, wmma::row_major, Other, shared, wmma::mem_row_major>(memory);
  one<m, n, k, T, C, wmma::col_major, Same, shared, wmma::mem_col_major>(memory);
}
template <int m, int n, int k, class T, class C> void both(unsigned char *memory, const char *what) {
  layouts<m, n, k, T, C, false><<<1, 32>>>(memory);
  layouts<m, n, k, T, C, true><<<1, 32>>>(memory);
  unsigned wrong = 0, none = 0;
  cudaMemcpyFromSymbol(&wrong, differences, sizeof wrong);
  if (wrong != 0) printf("%s %d x %d x %d: %u wrong\n", what, m, n, k, wrong);
  cudaMemcpyToSymbol(differences, &none, sizeof none);
}
template <class T, class C> void shapes(unsigned char *memory, const char *what) {
  both<16, 16, 16, T, C>(memory, what);
  both<32, 8, 16, T, C>(memory, what);
  both<8, 32, 16, T, C>(memory, what);
}

int main() {
  unsigned char *memory;
  cudaMalloc(&memory, 16384);
  shapes<__half, float>(memory, "half");
  both<16, 16, 16, __half, __half>(memory, "half into half");
  both<8, 32, 16, __half, __half>(memory, "half into half");
  shapes<__nv_bfloat16, float>(memory, "bfloat16");
  shapes<signed char, int>(memory, "signed char");
  both<16, 16, 16, unsigned char, int>(memory, "unsigned char");
  both<16, 16, 8, wmma::precision::tf32, float>(memory, "tf32");
  both<8, 8, 4, double, double>(memory, "double");
  unsigned made = 0;
  cudaMemcpyFromSymbol(&made, products, sizeof made);
  printf("%u products, %s\n", made, cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(memory);
}
// expect: 56 products, no error
