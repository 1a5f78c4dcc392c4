/* warpscope
grid = 2
block = 256
[args]
in = "mod:7[512]"
out = "zero[512]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int sums[8];
  unsigned i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += left;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads(); //~ racy
  if (warp == 0) {
    int s = lane < 8 ? sums[lane] : 0;
    for (int d = 1; d < 8; d *= 2) {
      int left = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += left;
    }
    if (lane < 8) sums[lane] = s; //~ outside as: sums[lane] = s;
  }
  __syncthreads(); //~ racy
  out[i] = v + (warp > 0 ? sums[warp - 1] : 0); //~ outside as: out[i] = v + sums[warp - 1];
}
