/* warpscope
title  = "wave z shared"
kernel = "wave_z_shared"
grid   = ["NX/TX", "NY/TY"]
block  = ["TX", "TY"]
[params]
NX = 384
NY = 384
NZ = 128
TX = [32, 64]
TY = [8, 4]
[args]
u = "random:1[NX*NY*NZ]"
old = "random:2[NX*NY*NZ]"
out = "zero[NX*NY*NZ]"
nx = "NX"
ny = "NY"
nz = "NZ"
c = 0.1
*/
#ifndef NX
#define NX 384
#endif
#ifndef NY
#define NY 384
#endif
#ifndef NZ
#define NZ 128
#endif
#ifndef TX
#define TX 32
#endif
#ifndef TY
#define TY 8
#endif

// wave equation, fourth order along x and y: planes through shared memory, z in registers
__global__ void wave_z_shared(const float *u, const float *old, float *out, int nx, int ny, int nz, float c) {
  __shared__ float s[TY + 4][TX + 4];
  int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * TX, y0 = blockIdx.y * TY;
  int i = (y0 + ty) * nx + x0 + tx, layer = nx * ny;
  float lo = u[i], mid = u[i + layer];
  for (int z = 1; z < nz - 1; z++) {
    float hi = u[i + (z + 1) * layer];
    for (int r = ty; r < TY + 4; r += TY)
      for (int q = tx; q < TX + 4; q += TX) {
        int gx = min(max(x0 + q - 2, 0), nx - 1), gy = min(max(y0 + r - 2, 0), ny - 1);
        s[r][q] = u[z * layer + gy * nx + gx];
      }
    __syncthreads();
    float lap = -7.0f * mid + lo + hi + 1.3333f * (s[ty + 2][tx + 1] + s[ty + 2][tx + 3] + s[ty + 1][tx + 2] + s[ty + 3][tx + 2])
                - 0.0833f * (s[ty + 2][tx] + s[ty + 2][tx + 4] + s[ty][tx + 2] + s[ty + 4][tx + 2]);
    out[i + z * layer] = 2 * mid - old[i + z * layer] + c * lap;
    __syncthreads();
    lo = mid;
    mid = hi;
  }
}
