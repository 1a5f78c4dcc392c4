/* warpscope
grid = 4
block = 64
[args]
in = "ramp[4*64 + 6]"
out = "zero[4*64]"
*/
#include <stdio.h>
#define RADIUS 3
#define BLOCK_SIZE 64
// expect run: done
__global__ void stencil_1d(const int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex]; // expect global_load: requests=8 sectors=40
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE]; // expect shared_store: requests=4 wavefronts=4
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset]; // expect shared_load: requests=56 wavefronts=56
  out[gindex - RADIUS] = result;
}
