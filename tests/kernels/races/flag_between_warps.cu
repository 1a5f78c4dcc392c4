/* warpscope
grid = 1
block = 64
[args]
out = "zero[32]"
*/
// Warp 0 hands values to warp 1 through shared memory and a flag there: fences of the block's scope do.
__global__ void hand_over(int *out) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  unsigned t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    data[t] = t * t;
    __threadfence_block();
    __syncwarp();
    if (t == 0) flag = 1;
  } else {
    if (t == 32)
      while (flag == 0) {
      }
    __threadfence_block();
    __syncwarp();
    out[t - 32] = data[63 - t];
  }
}
// expect no_hazards
// expect run: done
