/* warpscope
title       = "Transpose straight through global memory"
question    = "Every element is read once and written once. Why does one half of the copy move eight times the bytes of the other?"
explanation = """
A warp reads 32 neighbours of a row: 4 sectors of 32 bytes, all of them used. It writes them down a column, WIDTH floats apart: 32 sectors, of which \
it uses 4 bytes each (64 x 64: 4,096 sectors stored, where a plain copy stores 512). Swapping the roles (read columns, write rows) only moves the problem to the loads; caches soften it, the sectors asked for stay."""
kernel = "transpose_naive"
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
at     = "out[x * width + (y + j)] = value;"
access = "store"
beside = "float value = in["
answer = "The store goes down a column: {sectors sector} for {bytes} bytes, {used_percent} % of them used. The load before it reads along a row and needs {other_sectors}."
*/
#ifndef ROWS
#define ROWS 8  // rows of the block; each thread handles 32 / ROWS elements
#endif

// width is a multiple of 32.
__global__ void transpose_naive(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += ROWS) {
    float value = in[(y + j) * width + x];
    out[x * width + (y + j)] = value;
  }
}

// The other way round: gathers a column, writes a row.
__global__ void transpose_reference(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += ROWS)
    out[(y + j) * width + x] = in[x * width + (y + j)];
}
