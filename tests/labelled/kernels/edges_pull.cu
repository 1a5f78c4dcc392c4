/* warpscope
grid = 8
block = 64
[args]
value = "mod:7[64]"
sum = "zero[8]"
*/
// A vertex a block: its neighbours' values are added by warps, the warps' sums by the first of them.
__global__ void pull(const int *value, int *sum) {
  __shared__ int carry[32];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = blockIdx.x;
  if (warp == 0) carry[lane] = 0;
  __syncthreads(); //~ racy
  int mine = value[(v * 7 + threadIdx.x) % 64];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(~0u, mine, d);
  if (lane == 31) carry[warp] = mine;
  __syncthreads(); //~ racy
  if (warp == 0) {
    mine = carry[lane];
    for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(~0u, mine, d);
    if (lane == 31) sum[v] += mine; //~ racy as: if (lane == 31) sum[v / 2] += mine; //~ clean as: if (lane == 31) atomicAdd(sum + v / 2, mine);
  }
}
