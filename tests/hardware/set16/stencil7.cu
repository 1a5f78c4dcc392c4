/* warpscope
title  = "stencil7"
kernel = "stencil7"
grid   = ["NX/32", "NY/8", "WALK?1:NZ"]
block  = [32, 8]
[params]
NX = [256, 128]
NY = [256, 128]
NZ = [256, 128]
WALK = [0, 1]
[args]
in = "random:1[NX*NY*NZ]"
out = "zero[NX*NY*NZ]"
nx = "NX"
ny = "NY"
nz = "NZ"
*/
#ifndef NX
#define NX 256
#endif
#ifndef NY
#define NY 256
#endif
#ifndef NZ
#define NZ 256
#endif
#ifndef WALK
#define WALK 0
#endif

__global__ void stencil7(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, layer = nx * ny;
  if (x == 0 || y == 0 || x == nx - 1 || y == ny - 1) return;
  int i = y * nx + x;
#if WALK
  float below = in[i], here = in[i + layer];
  for (int z = 1; z < nz - 1; z++) {
    i += layer;
    float above = in[i + layer];
    out[i] = 0.4f * here + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above);
    below = here;
    here = above;
  }
#else
  int z = blockIdx.z;
  if (z == 0 || z == nz - 1) return;
  i += z * layer;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - layer] + in[i + layer]);
#endif
}
