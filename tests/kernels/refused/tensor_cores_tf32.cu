/* warpscope
grid = 1
block = 32
[args]
a = "random:1[128]"
c = "zero[256]"
*/
#include <mma.h>
using namespace nvcuda;
__global__ void product(const float *a, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, wmma::precision::tf32, wmma::row_major> fa;
  wmma::load_matrix_sync(fa, a, 8); // expect error: nvcuda::wmma with this tile shape or element type
  c[threadIdx.x] = 0;
}
// expect run: user_error
