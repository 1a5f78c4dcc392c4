/* warpscope
grid = 2
block = 64
[args]
left = "mod:7[128]"
right = "mod:5[192]"
out = "zero[128]"
*/
__global__ void disparity(const int *left, const int *right, int *out) {
  __shared__ int diff[64 + 4];
  unsigned t = threadIdx.x, base = blockIdx.x * 64;
  int best = 1 << 30, which = 0;
  for (int d = 0; d < 6; ++d) {
    diff[t] = abs(left[base + t] - right[base + t + d]);
    if (t < 4) diff[64 + t] = 0; //~ uninit as: if (t < 3) diff[64 + t] = 0; //~ racy uninit as: if (t < 4) diff[63 + t] = 0;
    __syncthreads(); //~ racy
    int cost = 0;
    for (int k = 0; k < 5; ++k) cost += diff[t + k];
    if (cost < best) {
      best = cost;
      which = d;
    }
    __syncthreads(); //~ racy
  }
  out[base + t] = which;
}
