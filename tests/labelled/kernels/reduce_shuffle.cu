/* warpscope
grid = 2
block = 256
[args]
in = "mod:7[4096]"
out = "zero[2]"
n = 4096
*/
// Sums over the grid's stride, then shuffles; only the warps' sums meet in shared memory.
__global__ void reduce(const int *in, int *out, int n) {
  __shared__ int sums[8];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum; //~ racy as: sums[threadIdx.x / 32] = sum;
  __syncthreads(); //~ racy //~ racy as: __syncwarp();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < 8 ? sums[threadIdx.x] : 0; //~ outside as: sum = sums[threadIdx.x];
    for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
  }
}
