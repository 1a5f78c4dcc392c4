/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// The last reads of a round and the first writes of the next: the barrier at the loop's end keeps them apart.
__global__ void rounds(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 3; ++k) {
    s[t] = k + t;
    __syncthreads();
    sum += s[(t + 1) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
// expect no_hazards
// expect run: done
