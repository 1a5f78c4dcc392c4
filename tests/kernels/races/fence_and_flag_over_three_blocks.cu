/* warpscope
grid = 3
block = 32
[args]
out = "zero[3]"
flag = "zero[2]"
*/
// What block 0 wrote comes to block 2 by way of block 1, whose thread that fences is not the one that reads the first flag, nor the one that sets the
// second: barriers are between them.
__global__ void hand_on(int *out, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      out[0] = 7;
      __threadfence();
      flag[0] = 1;
    }
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (flag[0] == 0) {
      }
    }
    __syncthreads();
    if (threadIdx.x == 5) __threadfence();
    __syncthreads();
    if (threadIdx.x == 9) flag[1] = 1;
  } else if (threadIdx.x == 0) {
    while (flag[1] == 0) {
    }
    __threadfence();
    out[0] += 1;
  }
}
// expect no_hazards
// expect run: done
