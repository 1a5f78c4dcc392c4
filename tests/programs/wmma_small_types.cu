// nvcuda::wmma::experimental: products of signed and unsigned numbers of 4 bits and of bits (^ and &), from global and
// from shared memory, with rows farther apart than the tile is wide, beside what the host computes.
#include <cstdio>
#include <mma.h>
#include <vector>
using namespace nvcuda;
namespace small = nvcuda::wmma::experimental;

template <class T, int depth, bool shared, class Multiply>
__device__ void product(const unsigned *a, const unsigned *b, const int *c, int *d, int apart, Multiply multiply) {
  __shared__ __align__(32) unsigned tile[2][64];
  if (shared) {
    const int words = 8 * apart / (depth == 32 ? 8 : 32);
    for (int i = threadIdx.x; i < words; i += 32) tile[0][i] = a[i], tile[1][i] = b[i];
    __syncwarp();
    a = tile[0], b = tile[1];
  }
  wmma::fragment<wmma::matrix_a, 8, 8, depth, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, depth, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, depth, int> fc, fd;
  static_assert(fa.num_storage_elements == 1 && fa.num_elements == (depth == 32 ? 8 : 32) && fd.num_elements == 2);
  wmma::load_matrix_sync(fa, a, apart);
  wmma::load_matrix_sync(fb, (const int *)b, apart); // of any type
  wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
  multiply(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
}

struct Adds {
  template <class D, class A, class B> __device__ void operator()(D &d, const A &a, const B &b, const D &c) { wmma::mma_sync(d, a, b, c); }
};
template <small::bmmaBitOp operation> struct Counts {
  template <class D, class A, class B> __device__ void operator()(D &d, const A &a, const B &b, const D &c) {
    wmma::bmma_sync(d, a, b, c, operation);
  }
};

template <class T, int depth, class Multiply>
__global__ void both(const unsigned *a, const unsigned *b, const int *c, int *d, int apart) {
  product<T, depth, false>(a, b, c, d, apart, Multiply());
  product<T, depth, true>(a, b, c, d + 64, apart, Multiply());
}

template <class T, int depth, class Multiply, class Of> void check(const char *name, int apart, Of of) {
  constexpr int bits = depth == 32 ? 4 : 1, per = 32 / bits;
  std::vector<unsigned> a(8 * apart / per), b(a.size());
  std::vector<int> c(64), d(128);
  unsigned random = 12345;
  const auto next = [&] { return random = random * 1664525 + 1013904223, random ^ random >> 13; };
  for (unsigned &word : a) word = next();
  for (unsigned &word : b) word = next();
  for (int &sum : c) sum = int(next() % 1000) - 500;
  unsigned *da, *db;
  int *dc, *dd;
  cudaMalloc(&da, a.size() * 4), cudaMalloc(&db, b.size() * 4), cudaMalloc(&dc, 256), cudaMalloc(&dd, 512);
  cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), 256, cudaMemcpyHostToDevice);
  both<T, depth, Multiply><<<1, 32>>>(da, db, dc, dd, apart);
  cudaMemcpy(d.data(), dd, 512, cudaMemcpyDeviceToHost);
  const auto element = [&](const std::vector<unsigned> &from, int line, int k) {
    const int at = line * apart + k;
    return from[at / per] >> at % per * bits & ((1u << bits) - 1);
  };
  int wrong = 0;
  for (int row = 0; row < 8; row++)
    for (int column = 0; column < 8; column++) {
      int sum = c[row * 8 + column];
      for (int k = 0; k < depth; k++) sum += of(element(a, row, k), element(b, column, k));
      wrong += d[row * 8 + column] != sum;
      wrong += d[64 + row * 8 + column] != sum;
    }
  printf("%s, rows %d apart: %d wrong\n", name, apart, wrong);
  cudaFree(da), cudaFree(db), cudaFree(dc), cudaFree(dd);
}

int main() {
  const auto product = [](int x, int y) { return x * y; };
  const auto signed_product = [](int x, int y) { return (x ^ 8) - 8 < 0 ? ((x ^ 8) - 8) * ((y ^ 8) - 8) : x * ((y ^ 8) - 8); };
  check<small::precision::s4, 32, Adds>("signed", 32, signed_product);
  check<small::precision::s4, 32, Adds>("signed", 64, signed_product);
  check<small::precision::u4, 32, Adds>("unsigned", 32, product);
  check<small::precision::b1, 128, Counts<small::bmmaBitOpXOR>>("xor", 128, [](int x, int y) { return x ^ y; });
  check<small::precision::b1, 128, Counts<small::bmmaBitOpAND>>("and", 256, [](int x, int y) { return x & y; });
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
// expect: signed, rows 32 apart: 0 wrong
// expect: signed, rows 64 apart: 0 wrong
// expect: unsigned, rows 32 apart: 0 wrong
// expect: xor, rows 128 apart: 0 wrong
// expect: and, rows 256 apart: 0 wrong
// expect: no error
