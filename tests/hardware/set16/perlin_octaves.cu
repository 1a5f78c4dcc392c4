/* warpscope
title  = "perlin octaves"
kernel = "perlin_octaves"
grid   = ["W/32", "W/8"]
block  = [32, 8]
[params]
W = [2048, 512]
OCTAVES = [1, 5]
[args]
out = "zero[W*W]"
w = "W"
*/
#ifndef W
#define W 2048
#endif
#ifndef OCTAVES
#define OCTAVES 1
#endif

__device__ float grad(int ix, int iy, float fx, float fy) {
  unsigned h = ix * 374761393u + iy * 668265263u;
  h = (h ^ (h >> 13)) * 1274126177u;
  switch (h >> 29) {
    case 0: return fx + fy;
    case 1: return fx - fy;
    case 2: return -fx + fy;
    case 3: return -fx - fy;
    case 4: return fx;
    case 5: return -fx;
    case 6: return fy;
    default: return -fy;
  }
}
__device__ float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
__global__ void perlin_octaves(float *out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0, amp = 1, f = 0.01f;
  for (int o = 0; o < OCTAVES; o++) {
    float px = x * f, py = y * f;
    int ix = (int)floorf(px), iy = (int)floorf(py);
    float fx = px - ix, fy = py - iy, u = fade(fx), v = fade(fy);
    float a = grad(ix, iy, fx, fy), b = grad(ix + 1, iy, fx - 1, fy);
    float c = grad(ix, iy + 1, fx, fy - 1), d = grad(ix + 1, iy + 1, fx - 1, fy - 1);
    float top = a + u * (b - a), low = c + u * (d - c);
    sum += amp * (top + v * (low - top));
    amp *= 0.5f;
    f *= 2;
  }
  out[y * w + x] = sum;
}
