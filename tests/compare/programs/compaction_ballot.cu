/* warpscope
grid = 4
block = 256
[args]
in = "random:9[1024]"
out = "zero[1024]"
counts = "zero[4]"
*/
__global__ void compact(const int *in, int *out, int *counts) {
  __shared__ int warp_count[8];
  int v = in[blockIdx.x * 256 + threadIdx.x], lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned keep = __ballot_sync(~0u, v > 0);
  if (lane == 0) warp_count[warp] = __popc(keep);
  __syncthreads();
  int base = 0;
  for (int w = 0; w < warp; ++w) base += warp_count[w];
  if (v > 0) out[blockIdx.x * 256 + base + __popc(keep & ((1u << lane) - 1))] = v;
  if (threadIdx.x == 255) counts[blockIdx.x] = base + warp_count[7];
}
