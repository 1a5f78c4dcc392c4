/* warpscope
grid = 1
block = 64
[args]
in = "mod:13[64]"
out = "zero[8]"
*/
// expect run: done
// expect output: 64 1 1 3
__inline__ __device__ int warp_sum(int v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}
__global__ void reduce(const int *in, int *out) {
  static __shared__ int partial[32];
  int v = warp_sum(in[threadIdx.x]);
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) partial[warp] = v; // expect shared_store: requests=2 wavefronts=2
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0; // expect shared_load: requests=1 wavefronts=1
  if (warp == 0) v = warp_sum(v);
  const int all = __syncthreads_count(in[threadIdx.x] >= 0);
  if (threadIdx.x == 0) {
    out[0] = v;
    printf("%d %d %d %d\n", all, __any_sync(1, 1), __popc(__activemask()), __ffs(4));
  }
}
