/* warpscope
title       = "Transpose through a swizzled tile"
question    = "Can the conflict be cured without the extra column?"
explanation = """
Element x of row y is kept at place x ^ y of its row. For a fixed row that is a permutation of the row, and for a fixed column the places x ^ 0, x ^ 1, … x ^ 31 \
are all different too: row stores and column reads both take one wavefront, and no memory is wasted. It does not cure every access: in a tile of 16 rows two neighbouring columns read at once meet on the same 16 banks, 2 wavefronts, one conflict. The price is one exclusive-or an index."""
kernel = "transpose_swizzled"
grid   = ["WIDTH/32", "WIDTH/32"]
block  = [32, "ROWS"]
[params]
WIDTH = [1024, 256, 512, 2048]
ROWS  = [8, 32]
[args]
in    = "ramp[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "transpose_reference"
[lesson]
at     = "= tile[tx][(ty + j) ^ tx];"
access = "load"
answer = "Yes: the places x ^ y spread the column over {banks bank}, {wavefronts wavefront} for {lanes lane}, and no word is wasted."
*/
#ifndef ROWS
#define ROWS 8  // rows of the block; each thread handles 32 / ROWS elements
#endif

// width is a multiple of 32.
__global__ void transpose_swizzled(const float *in, float *out, int width) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;

  int x = blockIdx.x * 32 + tx;
  int y = blockIdx.y * 32 + ty;
  for (int j = 0; j < 32; j += ROWS)
    tile[ty + j][tx ^ (ty + j)] = in[(y + j) * width + x];

  __syncthreads();  // the column read below takes what other warps stored

  x = blockIdx.y * 32 + tx;  // the block's place in the result: rows and columns of blocks change places
  y = blockIdx.x * 32 + ty;
  for (int j = 0; j < 32; j += ROWS)
    out[(y + j) * width + x] = tile[tx][(ty + j) ^ tx];
}

// Straight through global memory.
__global__ void transpose_reference(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += ROWS)
    out[x * width + (y + j)] = in[(y + j) * width + x];
}
