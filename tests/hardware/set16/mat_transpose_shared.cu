/* warpscope
title  = "mat transpose shared"
kernel = "mat_transpose_shared"
grid   = ["W/TILE", "W/TILE"]
block  = ["TILE", "ROWS"]
[params]
W = [3072, 768]
TILE = [32, 16, 64]
ROWS = [8, 16, 4]
KIND = [0, 1, 2]
[args]
in = "ramp[W*W]"
out = "zero[W*W]"
w = "W"
*/
#ifndef W
#define W 3072
#endif
#ifndef TILE
#define TILE 32
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef KIND
#define KIND 0
#endif

// KIND 0 plain tile, 1 padded, 2 xor swizzle
__global__ void mat_transpose_shared(const float *in, float *out, int w) {
  __shared__ float t[TILE * (TILE + (KIND == 1))];
#if KIND == 2
#define AT(r, c) t[(r) * TILE + ((c) ^ ((r) & 31 & (TILE - 1)))]
#else
#define AT(r, c) t[(r) * (TILE + (KIND == 1)) + (c)]
#endif
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE;
  for (int r = threadIdx.y; r < TILE; r += ROWS) AT(r, threadIdx.x) = in[(y + r) * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE;
  for (int r = threadIdx.y; r < TILE; r += ROWS) out[(y + r) * w + x] = AT(threadIdx.x, r);
}
