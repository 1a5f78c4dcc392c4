/* warpscope
grid = [2, 2]
block = [32, 8]
[args]
in = "mod:7[2048]"
out = "zero[2048]"
*/
__global__ void convolve(const float *in, float *out) {
  __shared__ float s[16 + 4][32];
  int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 16;
  for (int y = threadIdx.y; y < 20; y += 8) { //~ uninit as: for (int y = threadIdx.y; y < 19; y += 8) {
    int from = y0 + y - 2;
    s[y][threadIdx.x] = from >= 0 && from < 32 ? in[from * 64 + x] : 0.f;
  }
  __syncthreads(); //~ racy //~ racy as: __syncwarp();
  for (int y = threadIdx.y; y < 16; y += 8) {
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += s[y + k][threadIdx.x];
    out[(y0 + y) * 64 + x] = sum;
  }
}
