/* warpscope
kernel = "product"
grid = [2, 2]
block = 32
[args]
a = "random:1[1024]"
b = "random:2[1024]"
c = "zero[1024]"
n = 32
[check]
c = "product_plain"
*/
#include <mma.h>
using namespace nvcuda;
// expect run: done
// The counts are what an H100 shows: one ldmatrix from shared memory (a pitch of 48 bytes has no conflict), four accesses
// from global memory; accumulators in pairs by rows, element by element by columns.
__global__ void product(const half *a, const half *b, float *c, int n) {
  __shared__ __align__(32) half tile[16 * 24];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  float *corner = c + blockIdx.y * 16 * n + blockIdx.x * 16;
  wmma::load_matrix_sync(fc, corner, n, wmma::mem_col_major); // expect global_load: requests=32 sectors=128
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16 * 24 + i % 16] = a[(blockIdx.y * 16 + i / 16) * n + k + i % 16];
    __syncwarp();
    wmma::load_matrix_sync(fa, tile, 24);                           // expect shared_load: requests=8 wavefronts=32
    wmma::load_matrix_sync(fb, b + k * n + blockIdx.x * 16, n);     // expect global_load: requests=32 sectors=256
    wmma::mma_sync(fc, fa, fb, fc);
    __syncwarp();
  }
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] *= 2.0f;
  wmma::store_matrix_sync(corner, fc, n, wmma::mem_row_major); // expect global_store: requests=16 sectors=128
}
__global__ void product_plain(const half *a, const half *b, float *c, int n) {
  for (int e = threadIdx.x; e < 256; e += 32) {
    int row = blockIdx.y * 16 + e / 16, column = blockIdx.x * 16 + e % 16;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += (float)a[row * n + k] * (float)b[k * n + column];
    c[row * n + column] = 2.0f * sum;
  }
}
