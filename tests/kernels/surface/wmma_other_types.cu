/* warpscope
grid = 1
block = 32
[args]
bytes = "random:1[1024]"
words = "zero[1024]"
floats = "random:2[1024]"
precise = "random:3[64]"
c = "zero[256]"
*/
// What nvcc 13 makes of them for sm_90: bytes along k come by ldmatrix, bfloat16 by words, tf32 and bytes across k one by one.
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const signed char *bytes, const unsigned *words, const float *floats, const double *precise, int *c) {
  __shared__ __align__(32) signed char tile[16 * 16];
  __shared__ __align__(32) __nv_bfloat16 halves[16 * 16];
  for (int i = threadIdx.x; i < 256; i += 32) {
    tile[i] = bytes[i];
    halves[i] = __float2bfloat16(1.0f);
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
  wmma::fill_fragment(fc, 0);
  wmma::load_matrix_sync(fa, tile, 16);  // expect shared_load: requests=1 wavefronts=2
  wmma::load_matrix_sync(fb, bytes, 16); // expect global_load: requests=8
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major); // expect global_store: requests=4 sectors=32
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> ba;
  wmma::load_matrix_sync(ba, halves, 16); // expect shared_load: requests=4
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> ta;
  wmma::load_matrix_sync(ta, floats, 8); // expect global_load: requests=4
  wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> db;
  wmma::load_matrix_sync(db, precise, 4); // expect global_load: requests=1 sectors=8
  if (ba.num_elements != 8 || fa.num_elements != 8 || ta.num_elements != 4 || db.num_elements != 1) c[0] = 1;
}
