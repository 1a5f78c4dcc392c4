/* warpscope
title       = "Transpose through a padded tile"
question    = "One column that nobody uses is added to the tile. What does it do to the column read, and what does it cost?"
explanation = """
With rows of 33 words, going down a column moves one bank on with each row: gcd(33, 32) = 1, the 32 lanes meet 32 banks, one wavefront. \
The padding costs 128 bytes in 4,224, some 3 %. Row stores are not hurt, because 32 neighbours lie in 32 banks wherever they begin."""
kernel = "transpose_padded"
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
at     = "= tile[tx][ty + j];"
access = "load"
answer = "With rows of 33 words the column reaches {banks bank}: {wavefronts wavefront} for {lanes lane}. It costs one column of words that nobody uses."
*/
#ifndef ROWS
#define ROWS 8  // rows of the block; each thread handles 32 / ROWS elements
#endif

// width is a multiple of 32.
__global__ void transpose_padded(const float *in, float *out, int width) {
  __shared__ float tile[32][33];
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
