/* warpscope
grid = 1
block = 64
[args]
out = "zero[32]"
*/
// As flag_between_warps.cu, without the fence that gives the values to the flag.
__global__ void hand_over(int *out) {
  __shared__ int data[32];
  __shared__ volatile int flag;
  unsigned t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t < 32) {
    data[t] = t * t;
    __syncwarp();
    if (t == 0) flag = 1;
  } else {
    if (t == 32)
      while (flag == 0) {
      }
    __threadfence_block();
    __syncwarp();
    out[t - 32] = data[63 - t]; // expect hazard: RAW line=15 count=32
  }
}
// expect run: done
