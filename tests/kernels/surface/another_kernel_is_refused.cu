/* warpscope
kernel = "plain"
grid = 1
block = 32
[args]
out = "zero[32]"
*/
#include "../common/book.h"
// expect run: done
// A text whose other kernel uses what is not simulated: this one runs all the same.
texture<float> table;
__global__ void through_texture(float *out) { out[threadIdx.x] = tex1Dfetch(table, threadIdx.x); }
__global__ void with_ptx(int *out) {
  int sum;
  asm("add.s32 %0, %1, 1;" : "=r"(sum) : "r"(threadIdx.x));
  out[threadIdx.x] = sum;
}
__global__ void plain(float *out) {
  for (int step : {1, 2, 4}) out[threadIdx.x] = step; // expect global_store: requests=3 sectors=12
}
