/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// Barriers in a function that is called by a function, and by itself.
__device__ void meet(int *s, unsigned t, int depth) {
  s[t] += depth;
  __syncthreads();
  if (depth > 0) meet(s, 63 - t, depth - 1);
}
__device__ void outer(int *s, unsigned t) {
  meet(s, t, 3);
  __syncthreads();
}
__global__ void k(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = t;
  outer(s, t);
  out[t] = s[63 - t];
}
// expect no_hazards
// expect run: done
