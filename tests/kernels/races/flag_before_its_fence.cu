/* warpscope
grid = 2
block = 64
[args]
data = "zero[64]"
flag = "zero[1]"
out = "zero[64]"
*/
// As flag_between_blocks.cu, with the fence behind the flag, where it is of no use.
__global__ void pass(int *data, volatile int *flag, int *out) {
  unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 3 * t;
    __syncthreads();
    if (t == 0) *flag = 1;
    __threadfence();
  } else {
    if (t == 0) {
      while (*flag == 0) { // expect hazard: RAW line=15
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = data[63 - t]; // expect hazard: RAW line=13 count=64
  }
}
// expect run: done
