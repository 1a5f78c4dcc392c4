/* warpscope
grid = [2, 2]
block = [16, 16]
[args]
in = "random:2[1024]"
out = "zero[1024]"
*/
__global__ void sobel(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char s[18][18];
  int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) { //~ uninit as: for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 16; i += 256) {
    int x = min(max(x0 + i % 18, 0), 31), y = min(max(y0 + i / 18, 0), 31);
    s[i / 18][i % 18] = in[y * 32 + x];
  }
  __syncthreads(); //~ racy
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int h = s[ty - 1][tx + 1] + 2 * s[ty][tx + 1] + s[ty + 1][tx + 1] - s[ty - 1][tx - 1] - 2 * s[ty][tx - 1] - s[ty + 1][tx - 1];
  out[(y0 + ty) * 32 + x0 + tx] = (unsigned char)(abs(h) / 8);
}
