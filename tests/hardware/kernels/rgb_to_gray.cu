/* warpscope
kernel = "gray"
grid = ["(W+15)/16", "(H+15)/16"]
block = [16, 16]
[params]
W = [100, 128, 37]
H = [50]
[args]
rgb = "mod:251[3*W*H]"
out = "zero[W*H]"
*/
__global__ void gray(const unsigned char *rgb, unsigned char *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W && y < H) {
    int at = y * W + x;
    unsigned char r = rgb[3 * at], g = rgb[3 * at + 1], b = rgb[3 * at + 2];
    out[at] = (unsigned char)(0.21f * r + 0.71f * g + 0.07f * b);
  }
}
