/* warpscope
grid = 1
block = 32
[args]
a = "zero[256]"
*/
#include <mma.h>
using namespace nvcuda;
// expect run: user_error
__global__ void k(const half *a) {
  wmma::fragment<wmma::matrix_a, 16, 8, 16, half, wmma::row_major> f;
  wmma::load_matrix_sync(f, a, 16); // expect error: nvcuda::wmma with this tile shape
}
