/* warpscope
title  = "scan four each"
kernel = "scan_four_each"
grid   = "N/1024"
block  = 256
[params]
N = [16777216, 1048576]
[args]
in = "random:1[N]"
out = "zero[N]"
*/
#ifndef N
#define N 16777216
#endif

// exclusive scan of 1024 elements a block, four a thread as int4
__global__ void scan_four_each(const int *in, int *out) {
  __shared__ int sum[8];
  int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
  int4 v = ((const int4 *)in)[i];
  unsigned a = v.x & 15, b = a + (v.y & 15), c = b + (v.z & 15), d = c + (v.w & 15), incl = d;
  for (int k = 1; k < 32; k <<= 1) { unsigned o = __shfl_up_sync(~0u, incl, k); if (lane >= k) incl += o; }
  if (lane == 31) sum[t / 32] = incl;
  __syncthreads();
  unsigned base = incl - d;
  for (int k = 0; k < t / 32; k++) base += sum[k];
  ((int4 *)out)[i] = make_int4(base, base + a, base + b, base + c);
}
