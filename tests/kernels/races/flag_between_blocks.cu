/* warpscope
grid = 2
block = 64
[args]
data = "zero[64]"
flag = "zero[1]"
out = "zero[64]"
*/
// Block 0 writes and raises a flag, block 1 waits for it: __threadfence() on both sides and a volatile flag.
__global__ void pass(int *data, volatile int *flag, int *out) {
  unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = 3 * t;
    __threadfence();
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    if (t == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[t] = data[63 - t];
  }
}
// expect no_hazards
// expect run: done
