/* warpscope
title  = "ray spheres"
kernel = "ray_spheres"
grid   = ["W/16", "H/16"]
block  = [16, 16]
[params]
W = [1280, 640]
H = [960, 480]
SPHERES = [64, 16]
[args]
sph = "random:1[SPHERES*4]"
out = "zero[W*H]"
w = "W"
h = "H"
*/
#ifndef W
#define W 1280
#endif
#ifndef H
#define H 960
#endif
#ifndef SPHERES
#define SPHERES 64
#endif

__global__ void ray_spheres(const float *sph, float *out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float dx = (x - w / 2) / (float)w, dy = (y - h / 2) / (float)w, dz = 1;
  float inv = rsqrtf(dx * dx + dy * dy + dz * dz), best = 1e20f, light = 0;
  dx *= inv; dy *= inv; dz *= inv;
  for (int k = 0; k < SPHERES; k++) {
    float4 s = ((const float4 *)sph)[k];
    float cx = s.x * 8 - 4, cy = s.y * 8 - 4, cz = s.z * 8 + 4, r = s.w * 0.8f + 0.1f;
    float b = cx * dx + cy * dy + cz * dz, disc = b * b - (cx * cx + cy * cy + cz * cz - r * r);
    if (disc < 0) continue;
    float t = b - sqrtf(disc);
    if (t > 0 && t < best) {
      best = t;
      light = fmaxf(0.0f, -(t * dz - cz) / r);
    }
  }
  out[y * w + x] = light;
}
