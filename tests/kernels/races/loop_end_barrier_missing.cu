/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// As loop_end_barrier.cu, without it.
__global__ void rounds(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    s[t] = k + t;            // expect hazard: WAR line=15
    __syncthreads();
    sum += s[(t + 1) % 64];
  }
  out[t] = sum;
}
// expect run: done
