/* warpscope
title       = "Transpose through a 32 x 32 tile"
question    = "Both global accesses are coalesced now. Where did the cost go?"
explanation = """
The turn is made in shared memory: rows are stored, columns are read, and all global accesses touch 4 sectors for 128 bytes. \
But with rows of 32 words a column lies in a single bank, so each column read takes 32 wavefronts: 1,048,576 for a 1024 x 1024 matrix where 32,768 would do (64 x 64, stores too: 4,224, and with PAD 1 256). \
PAD = 1 adds one column to the tile: see what it does."""
kernel = "transpose_tile"
grid   = ["WIDTH/32", "WIDTH/32"]
block  = [32, "ROWS"]
[params]
WIDTH = [1024, 256, 512, 2048]
ROWS  = [8, 32]
PAD   = [0, 1]
[args]
in    = "ramp[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "transpose_reference"
[lesson]
at     = "= tile[tx][ty + j];"
access = "load"
set    = { PAD = 0 }
answer = "Into the column read: tile[tx][ty + j] takes {wavefronts wavefront} where {ideal_wavefronts} would do, for the column lies in {banks bank}. Set PAD to 1 and look again."
*/
#ifndef ROWS
#define ROWS 8  // rows of the block; each thread handles 32 / ROWS elements
#endif
#ifndef PAD
#define PAD 0  // columns that nobody uses
#endif

// width is a multiple of 32.
__global__ void transpose_tile(const float *in, float *out, int width) {
  __shared__ float tile[32][32 + PAD];
  int tx = threadIdx.x, ty = threadIdx.y;

  int x = blockIdx.x * 32 + tx;
  int y = blockIdx.y * 32 + ty;
  for (int j = 0; j < 32; j += ROWS)
    tile[ty + j][tx] = in[(y + j) * width + x];

  __syncthreads();  // the column read below takes what other warps stored

  x = blockIdx.y * 32 + tx;  // the block's place in the result: rows and columns of blocks change places
  y = blockIdx.x * 32 + ty;
  for (int j = 0; j < 32; j += ROWS)
    out[(y + j) * width + x] = tile[tx][ty + j];
}

// Straight through global memory.
__global__ void transpose_reference(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += ROWS)
    out[x * width + (y + j)] = in[(y + j) * width + x];
}
