/* warpscope
grid = [2, 4]
block = [32, 4]
[args]
in = "mod:7[1024]"
weights = "mod:3[9]"
out = "zero[1024]"
*/
// A row of 64, a halo of 4 on both sides, which the same threads load.
__global__ void convolve(const float *in, const float *weights, float *out) {
  __shared__ float s[4][40];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, tx = threadIdx.x;
  float *row = s[threadIdx.y];
  row[tx + 4] = in[y * 64 + x];
  if (tx < 4) {
    row[tx] = x >= 4 ? in[y * 64 + x - 4] : 0.f; //~ uninit as: if (x >= 4) row[tx] = in[y * 64 + x - 4];
    row[tx + 36] = x + 32 < 64 ? in[y * 64 + x + 32] : 0.f;
  }
  __syncthreads(); //~ racy //~ clean as: __syncwarp();
  float sum = 0;
  for (int k = 0; k < 9; ++k) sum += weights[k] * row[tx + k]; //~ outside as: for (int k = 0; k <= 9; ++k) sum += weights[k % 9] * s[3][tx + k];
  out[y * 64 + x] = sum;
}
