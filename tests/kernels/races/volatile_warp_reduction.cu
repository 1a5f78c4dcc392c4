/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// Warp-level reduction through shared memory: volatile orders no lanes since Volta.
__global__ void reduce(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    volatile int *v = s;
    v[t] += v[t + 32];
    v[t] += v[t + 16];        // expect hazard: RAW line=15
  }
  __syncthreads();
  out[t] = s[t];
}
// expect run: done
