/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// As volatile_warp_reduction.cu, in step.
__global__ void reduce(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    if (t < 16) v += s[t + 16];
    __syncwarp();
    s[t] = v;
  }
  __syncthreads();
  out[t] = s[t];
}
// expect no_hazards
// expect run: done
