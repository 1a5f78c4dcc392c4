/* warpscope
kernel = "scan"
grid = 4
block = 512
[params]
N = [2048, 2000]
[args]
in = "mod:9[N]"
out = "zero[N]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int sums[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v = i < N ? in[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += other;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0 && lane < 16) {
    int p = sums[lane];
    for (int d = 1; d < 16; d *= 2) {
      int other = __shfl_up_sync(0xffff, p, d);
      if (lane >= d) p += other;
    }
    sums[lane] = p;
  }
  __syncthreads();
  if (warp > 0) v += sums[warp - 1];
  if (i < N) out[i] = v;
}
